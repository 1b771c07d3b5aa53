"""What only Neo4j itself can tell to be wrong: nodes without edges, edges twice or across namespaces, numbers, the schema.

The queries are the files of `cypher/doctor/`, which a person can run in Neo4j Browser as well.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphcue.stores import cypher_files
from graphcue.stores.contract import ALIAS_OF, EXAMPLES, Description, Flaw
from graphcue.stores.neo4j_read import Cypher, Neo4jReader, described
from graphcue.stores.serial import to_text

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

LOOKS = ("orphans", "doubled", "crossing")
MENDS = ("crossing", "doubled", "orphans")


def flaws(transaction: "ManagedTransaction", namespace: str, there: set[str]) -> tuple[Flaw, ...]:
    """What is wrong with the namespace, writers kept out; `there` are the names of the constraints and indexes that the
    database has."""
    cypher = Cypher(transaction, namespace)
    description = Neo4jReader(cypher, described(cypher.rows("lock_to_read"))).describe()
    return tuple(_flaws(cypher, description, there))


def _flaws(cypher: Cypher, description: Description, there: set[str]) -> Iterator[Flaw]:
    missing = sorted(set(cypher_files.schema_statements()) - there)
    if missing and description.revision:
        yield Flaw("schema_parts", len(missing), tuple(missing[:EXAMPLES]))
    for kind in LOOKS:
        rows = sorted(cypher.rows(f"doctor/{kind}"))
        if rows:
            yield Flaw(kind, len(rows), tuple(" ".join(map(str, row[:3])) for row in rows[:EXAMPLES]))
    kept, counted = dict(description.counts), _counted(cypher, description)
    if kept != counted:
        names = sorted(name for name in kept | counted if kept.get(name) != counted.get(name))
        cases = tuple(f"{name}: {kept.get(name, 0)} kept, {counted.get(name, 0)} there" for name in names[:EXAMPLES])
        yield Flaw("counts", len(names), cases)


def repair(transaction: "ManagedTransaction", namespace: str) -> None:
    """Nothing; what `flaws` finds is mended. The schema is made by the next write."""
    cypher = Cypher(transaction, namespace)
    description = Neo4jReader(cypher, described(cypher.rows("lock_to_write"))).describe()
    for kind in MENDS:
        while cypher.rows(f"doctor/mend_{kind}")[0][0]:
            pass
    cypher.rows("doctor/mend_counts", counts=to_text(_counted(cypher, description)))


def _counted(cypher: Cypher, description: Description) -> dict[str, int]:
    found: dict[str, int] = dict(map(tuple, cypher.rows("doctor/counts")))
    found[ALIAS_OF] = len(description.aliases)
    return {name: n for name, n in sorted(found.items()) if n}
