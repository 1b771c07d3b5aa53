"""Vectors of memories in Neo4j: properties of the Memory node, so that they go with it and with every change of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphcue.stores.contract import Vector
from graphcue.stores.neo4j_read import Cypher, Neo4jReader, described

if TYPE_CHECKING:
    from neo4j import ManagedTransaction


def kept(transaction: "ManagedTransaction", namespace: str) -> dict[str, Vector]:
    """See `Store.vectors`."""
    rows = _cypher(transaction, namespace).rows("vectors")
    return {id: Vector(bytes(values), maker, revision) for id, values, maker, revision in rows}


def keep(transaction: "ManagedTransaction", namespace: str, vectors: Mapping[str, Vector]) -> int:
    """See `Store.keep_vectors`."""
    rows = [
        {"id": id, "revision": one.revision, "maker": one.maker, "values": one.values} for id, one in vectors.items()
    ]
    ((number,),) = _cypher(transaction, namespace).rows("keep_vectors", rows=rows)
    return int(number)


def _cypher(transaction: "ManagedTransaction", namespace: str) -> Cypher:
    """The queries, for the form of the namespace that is in use."""
    cypher = Cypher(transaction, namespace)
    Neo4jReader(cypher, described(cypher.rows("namespace")))
    return cypher
