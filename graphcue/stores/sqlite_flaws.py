"""What only the SQLite file itself can tell to be wrong: the same thing kept twice and not alike, and rows that hang on
nothing. Each check is a statement that finds cases as text, and those that mend them."""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from collections.abc import Iterator
from dataclasses import dataclass

from graphcue.stores.contract import ALIAS_OF, EXAMPLES, HAS_CUE, TOMBSTONE, Flaw
from graphcue.stores.serial import aliases_from_text, to_text
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_packing import unpack

NAMESPACE = "SELECT row FROM namespace WHERE name = ?"
POSTINGS_AT_ONCE = 500_000
"""Postings that are compared at once: some 100 MB."""


@dataclass(frozen=True, slots=True)
class Check:
    """`find` selects one text a case, of the namespace with row :namespace; `mend` are run for it."""

    kind: str
    find: str
    mend: tuple[str, ...]


CHECKS = (
    Check(
        "dangling",
        """
        SELECT 'posting of memory ' || memory FROM posting WHERE memory NOT IN (SELECT row FROM memory)
        UNION ALL SELECT 'posting of cue ' || cue FROM posting WHERE cue NOT IN (SELECT row FROM cue)
        UNION ALL SELECT 'postings of memory ' || memory FROM carried WHERE memory NOT IN (SELECT row FROM memory)
        UNION ALL SELECT 'text of memory ' || memory FROM body WHERE memory NOT IN (SELECT row FROM memory)
        UNION ALL SELECT 'edge of memory ' || source FROM tie
            WHERE source NOT IN (SELECT row FROM memory) OR target NOT IN (SELECT row FROM node)
        UNION ALL SELECT 'edge of memory ' || source FROM link
            WHERE source NOT IN (SELECT row FROM memory) OR target NOT IN (SELECT row FROM memory)
        UNION ALL SELECT 'name ' || node FROM name WHERE node NOT IN (SELECT row FROM node)
        UNION ALL SELECT 'degree of node ' || target FROM degree WHERE target NOT IN (SELECT row FROM node)
        """,
        (
            "DELETE FROM posting WHERE memory NOT IN (SELECT row FROM memory) OR cue NOT IN (SELECT row FROM cue)",
            "DELETE FROM carried WHERE memory NOT IN (SELECT row FROM memory)",
            "DELETE FROM body WHERE memory NOT IN (SELECT row FROM memory)",
            "DELETE FROM tie WHERE source NOT IN (SELECT row FROM memory) OR target NOT IN (SELECT row FROM node)",
            "DELETE FROM link WHERE source NOT IN (SELECT row FROM memory) OR target NOT IN (SELECT row FROM memory)",
            "DELETE FROM name WHERE node NOT IN (SELECT row FROM node)",
            "DELETE FROM degree WHERE target NOT IN (SELECT row FROM node)",
        ),
    ),
    Check(
        "cue_counts",
        """
        SELECT key FROM cue WHERE namespace = :namespace
        AND memories <> (SELECT COUNT(*) FROM posting WHERE posting.cue = cue.row)
        """,
        (
            "UPDATE cue SET memories = (SELECT COUNT(*) FROM posting WHERE posting.cue = cue.row)"
            " WHERE namespace = :namespace",
        ),
    ),
    Check(
        "orphans",
        """
        SELECT key FROM cue WHERE namespace = :namespace
            AND NOT EXISTS (SELECT 1 FROM posting WHERE posting.cue = cue.row)
        UNION ALL SELECT label || ' ' || key FROM node WHERE namespace = :namespace
            AND CASE label WHEN 'name' THEN NOT EXISTS (SELECT 1 FROM name WHERE name.node = node.row)
            ELSE NOT EXISTS (SELECT 1 FROM tie WHERE tie.target = node.row) END
        """,
        (
            """
            DELETE FROM cue WHERE namespace = :namespace
            AND NOT EXISTS (SELECT 1 FROM posting WHERE posting.cue = cue.row)
            """,
            """
            DELETE FROM tie WHERE target IN (
                SELECT row FROM node WHERE namespace = :namespace AND label = 'name'
                AND NOT EXISTS (SELECT 1 FROM name WHERE name.node = node.row)
            )
            """,
            """
            DELETE FROM degree WHERE target IN (SELECT row FROM node WHERE namespace = :namespace)
            AND NOT EXISTS (SELECT 1 FROM tie WHERE tie.target = degree.target)
            """,
            """
            DELETE FROM node WHERE namespace = :namespace
            AND CASE label WHEN 'name' THEN NOT EXISTS (SELECT 1 FROM name WHERE name.node = node.row)
            ELSE NOT EXISTS (SELECT 1 FROM tie WHERE tie.target = node.row) END
            """,
        ),
    ),
    Check(
        "degrees",
        """
        WITH counted AS (
            SELECT target, type, COUNT(*) AS edges FROM tie
            WHERE target IN (SELECT row FROM node WHERE namespace = :namespace) GROUP BY target, type
        ), kept AS (
            SELECT target, type, edges FROM degree WHERE target IN (SELECT row FROM node WHERE namespace = :namespace)
        )
        SELECT node.key FROM node WHERE row IN (
            SELECT target FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept)
            UNION SELECT target FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted)
        )
        """,
        (
            "DELETE FROM degree WHERE target IN (SELECT row FROM node WHERE namespace = :namespace)",
            """
            INSERT INTO degree (target, type, edges) SELECT target, type, COUNT(*) FROM tie
            WHERE target IN (SELECT row FROM node WHERE namespace = :namespace) GROUP BY target, type
            """,
        ),
    ),
)

COUNTED = """
    SELECT 'Memory', COUNT(*) FROM memory WHERE namespace = :namespace
    UNION ALL SELECT 'Cue', COUNT(*) FROM cue WHERE namespace = :namespace
    UNION ALL SELECT :has_cue, COALESCE(SUM(memories), 0) FROM cue WHERE namespace = :namespace
    UNION ALL SELECT :tombstone, COUNT(*) FROM tombstone WHERE namespace = :namespace
    UNION ALL SELECT name.label, COUNT(*) FROM node JOIN name ON name.node = node.row
        WHERE namespace = :namespace GROUP BY name.label
    UNION ALL SELECT CASE label WHEN 'project' THEN 'Project' ELSE 'Document' END, COUNT(*) FROM node
        WHERE namespace = :namespace AND label <> 'name' GROUP BY label
    UNION ALL SELECT edge_type.name, SUM(degree.edges) FROM node JOIN degree ON degree.target = node.row
        JOIN edge_type ON edge_type.row = degree.type WHERE node.namespace = :namespace GROUP BY edge_type.name
    UNION ALL SELECT edge_type.name, COUNT(*) FROM memory JOIN link ON link.source = memory.row
        JOIN edge_type ON edge_type.row = link.type WHERE memory.namespace = :namespace GROUP BY edge_type.name
"""
KEPT = "SELECT counts, aliases FROM namespace WHERE row = :namespace"
KEEP = "UPDATE namespace SET counts = :counts, revision = revision + 1 WHERE row = :namespace"
CUES = "SELECT row, memories FROM cue WHERE namespace = ? ORDER BY row"
POSTINGS = "SELECT cue, memory, weight FROM posting WHERE cue BETWEEN ? AND ?"
CARRIED = """
    SELECT carried.memory, carried.postings FROM memory JOIN carried ON carried.memory = memory.row
    WHERE memory.namespace = ? AND memory.row > ? ORDER BY memory.row LIMIT 1000
"""
ADD = "INSERT OR REPLACE INTO posting (cue, memory, weight) VALUES (?, ?, ?)"
DROP = "DELETE FROM posting WHERE cue = ? AND memory = ? AND weight = ?"

Posting = tuple[int, int, int]
"""(cue row, memory row, weight)"""


def flaws(connection: Connection, namespace: str) -> Iterator[Flaw]:
    """What is wrong with the file and with how it keeps the namespace; damage first, since nothing mends it."""
    damage = [text for (text,) in connection.rows("PRAGMA integrity_check") if text != "ok"]
    if damage:
        yield Flaw("damaged", len(damage), tuple(damage[:EXAMPLES]))
        return
    row = connection.value(NAMESPACE, (namespace,))
    given = {"namespace": row}
    for check in CHECKS:
        if number := connection.value(f"SELECT COUNT(*) FROM ({check.find})", given):
            found = connection.rows(f"SELECT * FROM ({check.find}) ORDER BY 1 LIMIT {EXAMPLES}", given)
            yield Flaw(check.kind, number, tuple(text for (text,) in found))
    if row is None:
        return
    number = sum(len(missing) + len(extra) for missing, extra in _posting_faults(connection, row))
    if number:
        yield Flaw("postings_twice", number)
    kept, counted = _counts(connection, row)
    if kept != counted:
        names = sorted(name for name in kept | counted if kept.get(name) != counted.get(name))
        yield Flaw(
            "counts",
            len(names),
            tuple(f"{name}: {kept.get(name, 0)} kept, {counted.get(name, 0)} there" for name in names[:EXAMPLES]),
        )


def repair(connection: Connection, namespace: str) -> None:
    """Nothing; what `flaws` finds is mended, but for damage. Runs in a write transaction."""
    row = connection.value(NAMESPACE, (namespace,))
    given = {"namespace": row}
    _run(connection, CHECKS[0], given)
    if row is None:
        return
    for missing, extra in _posting_faults(connection, row):
        connection.run_many(DROP, sorted(extra))
        connection.run_many(ADD, sorted(missing))
    for check in CHECKS[1:]:
        _run(connection, check, given)
    _, counted = _counts(connection, row)
    connection.run(KEEP, {"counts": to_text(counted), **given})


def _run(connection: Connection, check: Check, given: dict[str, int]) -> None:
    for statement in check.mend:
        connection.run(statement, given if ":namespace" in statement else ())


def _counts(connection: Connection, row: int) -> tuple[dict[str, int], dict[str, int]]:
    """(the counts of the namespace as it keeps them, as they are)"""
    kept, aliases = connection.row(KEPT, {"namespace": row}) or ("{}", "[]")
    found = connection.rows(COUNTED, {"namespace": row, "has_cue": HAS_CUE, "tombstone": TOMBSTONE})
    counted = {**dict(found), ALIAS_OF: len(aliases_from_text(aliases))}
    return json.loads(kept), {name: n for name, n in sorted(counted.items()) if n}


def _posting_faults(connection: Connection, row: int) -> Iterator[tuple[set[Posting], set[Posting]]]:
    """(postings that a memory carries and its cue does not know, the reverse), cue by cue, a bounded number at once."""
    for cues in _portions(connection, row):
        low, high = min(cues), max(cues)
        kept = {posting for posting in connection.rows(POSTINGS, (low, high)) if posting[0] in cues}
        told = {posting for posting in _carried(connection, row) if low <= posting[0] <= high}
        if kept != told:
            yield told - kept, kept - told


def _portions(connection: Connection, row: int) -> Iterator[set[int]]:
    portion: set[int] = set()
    size = 0
    for cue, memories in connection.rows(CUES, (row,)):
        portion.add(cue)
        size += max(memories, 1)
        if size >= POSTINGS_AT_ONCE:
            yield portion
            portion, size = set(), 0
    if portion:
        yield portion


def _carried(connection: Connection, row: int) -> Iterator[Posting]:
    after = -(2**63)
    while found := connection.rows(CARRIED, (row, after)):
        for memory, postings in found:
            yield from ((cue, memory, weight) for cue, weight in unpack(postings).items())
        after = found[-1][0]
