"""What is left in Neo4j of the earlier forms of a namespace's graph is removed, in as many transactions as it takes."""

from typing import TYPE_CHECKING

from graphcue.model import form_name
from graphcue.stores.neo4j_erase import PARTS
from graphcue.stores.neo4j_read import Cypher, described

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Session


def sweep(session: "Session", namespace: str) -> None:
    """See `Store.sweep`. Nobody reads an earlier form any more, or will read again."""
    form = session.execute_read(lambda transaction: described(Cypher(transaction, namespace).rows("namespace"))).form
    for earlier in range(form):
        for part in PARTS:
            while session.execute_write(_some, form_name(namespace, earlier), form_name(namespace, form + 1), part):
                pass


def _some(transaction: "ManagedTransaction", graph: str, nobody: str, part: str) -> int:
    """How much was removed in one transaction. `nobody` has neither sessions nor tombstones, which stay."""
    cypher = Cypher(transaction, nobody)
    cypher.namespace = graph
    return cypher.counted(part)[0]
