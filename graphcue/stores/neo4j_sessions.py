"""Sessions in Neo4j."""

from typing import TYPE_CHECKING

from graphcue.stores.contract import Session
from graphcue.stores.neo4j_read import Cypher

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


def keep(transaction: "ManagedTransaction", namespace: str, kept: Session, expected: int, now: int) -> bool:
    """See `Store.keep`."""
    cypher = Cypher(transaction, namespace)
    given = {"id": kept.id, "version": kept.version, "expires": kept.expires, "state": kept.state}
    ((is_kept,),) = cypher.rows("keep_session", expected=expected, **given)
    if is_kept:
        cypher.rows("drop_sessions", until=now)
    return bool(is_kept)


def drop_all(transaction: "ManagedTransaction", namespace: str) -> int:
    """See `Store.drop_sessions`."""
    ((dropped,),) = Cypher(transaction, namespace).rows("drop_sessions", until=None)
    return int(dropped)
