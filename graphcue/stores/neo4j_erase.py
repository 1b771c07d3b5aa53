"""The end of a whole namespace in Neo4j, in as many transactions as its size asks for."""

from typing import TYPE_CHECKING

from graphcue.model import form_name
from graphcue.stores.contract import Counts
from graphcue.stores.neo4j_read import Cypher, described

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Session

PARTS = ("erase_memories", "erase_nodes")
"""Memories first: a cue may hang on all of them."""


def erase(session: "Session", namespace: str) -> Counts:
    """What was removed: see `Store.erase`. Who reads meanwhile sees less and less."""
    before = session.execute_read(lambda transaction: described(Cypher(transaction, namespace).rows("namespace")))
    if not before.revision:
        return Counts()
    for form in range(before.form + 2):  # with one that may be in the making
        for part in PARTS:
            while session.execute_write(_some, namespace, form, part):
                pass
    session.execute_write(_rest, namespace, before.form, before.revision)
    return Counts({}, {**before.counts, "Namespace": 1})


def _some(transaction: "ManagedTransaction", namespace: str, form: int, part: str) -> int:
    """How much was removed in one transaction."""
    cypher = Cypher(transaction, namespace)
    cypher.rows("lock_to_read")
    cypher.namespace = form_name(namespace, form)
    return cypher.counted(part)[0]


def _rest(transaction: "ManagedTransaction", namespace: str, form: int, revision: int) -> None:
    """Nothing; the namespace itself is gone, with what a writer may have put meanwhile."""
    for part in PARTS:
        while _some(transaction, namespace, form, part):
            pass
    cypher = Cypher(transaction, namespace)
    last = max(revision, described(cypher.rows("namespace")).revision)
    for number in range(form + 2):
        cypher.name = form_name(namespace, number)
        cypher.rows("erase_namespace", revision=last)
    cypher.rows("drop_sessions", until=None)
