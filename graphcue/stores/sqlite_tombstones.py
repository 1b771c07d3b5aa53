"""Tombstones in an SQLite file, and the end of a whole namespace."""

from collections.abc import Iterable

from graphcue.model import base_name
from graphcue.stores.contract import TOMBSTONE, Changes, Counts, Description
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_rows import TEXTS, Rows, json_list
from graphcue.stores.sqlite_step import Step

BURIED = f"""
    SELECT t.key FROM {TEXTS} asked CROSS JOIN tombstone t ON t.namespace = ? AND t.key = asked.value ORDER BY t.key
"""  # noqa: S608  # only a constant of this package is put in
AFTER = "SELECT key FROM tombstone WHERE namespace = ? AND key > ? ORDER BY key LIMIT ?"
ADD = "INSERT INTO tombstone (namespace, key) VALUES (?, ?)"
DROP = "DELETE FROM tombstone WHERE namespace = ? AND key = ?"
SET_KEY = "UPDATE namespace SET tombstone_key = ? WHERE row = ?"

NAMESPACES = "SELECT row, name FROM namespace"
ERASING = (
    "DELETE FROM posting WHERE cue IN (SELECT row FROM cue WHERE namespace = ?)",
    "DELETE FROM carried WHERE memory IN (SELECT row FROM memory WHERE namespace = ?)",
    "DELETE FROM tie WHERE source IN (SELECT row FROM memory WHERE namespace = ?)",
    "DELETE FROM link WHERE source IN (SELECT row FROM memory WHERE namespace = ?)",
    "DELETE FROM degree WHERE target IN (SELECT row FROM node WHERE namespace = ?)",
    "DELETE FROM name WHERE node IN (SELECT row FROM node WHERE namespace = ?)",
    "DELETE FROM node WHERE namespace = ?",
    "DELETE FROM cue WHERE namespace = ?",
    "DELETE FROM body WHERE memory IN (SELECT row FROM memory WHERE namespace = ?)",
    "DELETE FROM memory WHERE namespace = ?",
    "DELETE FROM tombstone WHERE namespace = ?",
    "DELETE FROM namespace WHERE row = ?",
)
NOBODY = ""
"""The name of the row that holds the highest revision of any namespace that was erased."""
FLOOR = f"""
    INSERT INTO namespace (name, schema, revision, names_revision, fingerprint, language, counts)
    VALUES ('{NOBODY}', ?, ?, 0, x'', '', '{{}}')
    ON CONFLICT (name) DO UPDATE SET revision = MAX(revision, excluded.revision)
"""  # noqa: S608


def buried(rows: Rows, tombstones: Iterable[str]) -> tuple[str, ...]:
    """See `Reader.buried`."""
    found = rows.connection.rows(BURIED, (json_list(sorted(set(tombstones))), rows.namespace))
    return tuple(key for (key,) in found)


def tombstones_after(rows: Rows, after: str, limit: int) -> tuple[str, ...]:
    """See `Reader.tombstones`."""
    return tuple(key for (key,) in rows.connection.rows(AFTER, (rows.namespace, after, limit)))


def put_tombstones(step: Step, changes: Changes) -> None:
    """Nothing; the tombstones stand or are gone, under the key."""
    namespace = step.rows.namespace
    step.connection.run_many(DROP, [(namespace, key) for key in changes.drop_tombstones])
    step.connection.run_many(ADD, [(namespace, key) for key in changes.add_tombstones])
    if changes.tombstone_key:
        step.connection.run(SET_KEY, (changes.tombstone_key, namespace))
    step.made[TOMBSTONE] += len(changes.add_tombstones)
    step.removed[TOMBSTONE] += len(changes.drop_tombstones)


def erase(connection: Connection, namespace: str, described: Description) -> Counts:
    """What was removed: all that the file holds of a namespace, in whatever form. See `Store.erase`."""
    rows = [row for row, name in connection.rows(NAMESPACES) if namespace in (name, base_name(name))]
    for row in rows:
        for statement in ERASING:
            connection.run(statement, (row,))
    if not rows:
        return Counts()
    connection.run(FLOOR, (described.schema, described.revision))
    return Counts({}, {**described.counts, "Namespace": 1})
