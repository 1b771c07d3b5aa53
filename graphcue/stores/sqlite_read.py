"""Reads of one namespace in an SQLite file, by the contract of `Reader`."""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from graphcue.model import Memory
from graphcue.stores import sqlite_sessions
from graphcue.stores.contract import (
    FIRST_DATED,
    Description,
    Direction,
    Edge,
    Match,
    NameNode,
    Nearby,
    Order,
    Outline,
    Page,
    Session,
    Where,
)
from graphcue.stores.known import Knowledge
from graphcue.stores.serial import COLUMNS, aliases_from_text, memory_from_row
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_edges import degrees, incoming, outgoing
from graphcue.stores.sqlite_match import match
from graphcue.stores.sqlite_page import page
from graphcue.stores.sqlite_rows import TEXTS, UNPACK_PART, Rows, json_list
from graphcue.stores.sqlite_still import Known, StillRows
from graphcue.stores.sqlite_tombstones import buried, tombstones_after

NAMESPACE = "SELECT row, revision FROM namespace WHERE name = ?"
DESCRIBE = """
    SELECT revision, names_revision, fingerprint, language, counts, schema, aliases, form, formed, tombstone_key
    FROM namespace WHERE row = ?
"""
STORED = tuple(column for column in COLUMNS if column not in ("order_time", "order_key"))
MEMORIES = f"""
    SELECT {", ".join(STORED)} FROM {TEXTS} asked
    CROSS JOIN memory m ON m.namespace = ? AND m.id = asked.value
    CROSS JOIN body ON body.memory = m.row
"""
CARRIERS = """
    SELECT m.id FROM posting rarest
    CROSS JOIN memory m ON m.row = rarest.memory
    WHERE rarest.cue = ? AND (
        SELECT COUNT(*) FROM posting p WHERE p.cue IN (SELECT value FROM json_each(?)) AND p.memory = rarest.memory
    ) = ?
    ORDER BY m.id
"""
BEFORE = f"""
    SELECT (
        SELECT m.id FROM memory m INDEXED BY memory_thread
        WHERE m.namespace = ? AND m.thread = {UNPACK_PART.format(0)} AND m.thread <> ''
        AND m.order_key < {UNPACK_PART.format(1)} ORDER BY m.order_key DESC LIMIT 1
    ) FROM json_each(?) asked ORDER BY asked.key
"""
AFTER = f"""
    SELECT (
        SELECT m.id FROM memory m INDEXED BY memory_thread
        WHERE m.namespace = ? AND m.thread = {UNPACK_PART.format(0)} AND m.thread <> ''
        AND m.order_key > {UNPACK_PART.format(1)} ORDER BY m.order_key LIMIT 1
    ) FROM json_each(?) asked ORDER BY asked.key
"""
PERIOD = tuple(
    f"""SELECT occurred_at FROM memory INDEXED BY memory_order WHERE namespace = ? AND order_key >= ?
    ORDER BY order_key {direction} LIMIT 1"""
    for direction in ("ASC", "DESC")
)
STAMPS = "SELECT id, revision FROM memory WHERE namespace = ? ORDER BY id"
LISTED = "SELECT key FROM node WHERE namespace = ? AND label = ? ORDER BY key"
NAMES = """
    SELECT n.key, name.label, name.folded, name.name, name.organisation, name.kind, name.forms
    FROM node n CROSS JOIN name ON name.node = n.row
    WHERE n.namespace = ? AND n.label = 'name' ORDER BY n.key
"""


class SqliteReader:
    """One namespace, in one transaction of a connection."""

    def __init__(self, connection: Connection, namespace: str, known: Knowledge[Known] | None = None) -> None:
        """`known` is what a store carries from one transaction to the next."""
        self._connection = connection
        self._name = namespace
        self._known = known or Knowledge(Known)
        self._rows = self._rows_of(*(connection.row(NAMESPACE, (namespace,)) or (0, 0)))

    def _rows_of(self, row: int, revision: int) -> Rows:
        return StillRows(self._connection, self._known.at(self._name, row, revision))

    def describe(self) -> Description:
        return self._rows.kept("description", self._described)

    def _described(self) -> Description:
        row = self._connection.row(DESCRIBE, (self._rows.namespace,))
        if row is None:
            return Description(0, 0, 0, "", {})
        revision, names_revision, fingerprint, language, counts, schema, aliases, *formed = row
        number = int.from_bytes(fingerprint, "big")
        known = aliases_from_text(aliases)
        return Description(revision, names_revision, number, language, json.loads(counts), schema, known, *formed)

    def session(self, id: str) -> Session:
        return sqlite_sessions.session(self._connection, self._name, id)

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        return self._rows.each("memory", tuple(dict.fromkeys(ids)), self._got)

    def _got(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = self._connection.rows(MEMORIES, (json_list(ids), self._rows.namespace))
        memories = {row[0]: memory_from_row(dict(zip(STORED, row, strict=True))) for row in found}
        return {id: memories[id] for id in ids if id in memories}

    def outlines(self, ids: Sequence[str]) -> dict[str, Outline]:
        rows = self._rows.memories(dict.fromkeys(ids))
        outlines = self._rows.outlines(rows.values())
        return {id: outlines[rows[id]] for id in ids if id in rows}

    def nearby(self, ids: Sequence[str]) -> dict[str, Nearby]:
        found = self._rows.nearby(dict.fromkeys(ids))
        return {id: found[id] for id in ids if id in found}

    def cues(self, keys: Iterable[str]) -> dict[str, int]:
        found = self._rows.cues(sorted(set(keys)))
        return {key: memories for key, (_, memories) in found.items()}

    def cues_between(self, ranges: Sequence[tuple[str, str]]) -> dict[str, int]:
        found = self._rows.cues_between(ranges)
        return {key: found[key] for key in sorted(found) if key.isascii()}

    def match(self, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
        return match(self._rows, weights, where, limit, newest)

    def hits(self, ids: Sequence[str], keys: Sequence[str]) -> dict[str, dict[str, int]]:
        names = {row: key for key, (row, _) in sorted(self._rows.cues(set(keys)).items())}
        memories = self._rows.memories(dict.fromkeys(ids))
        found = self._rows.carried_of(memories.values(), frozenset(names))
        hits = {row: {names[cue]: weights[cue] for cue in names if cue in weights} for row, weights in found.items()}
        return {id: hits[row] for id, row in memories.items() if row in hits}

    def postings(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        memories = self._rows.memories(dict.fromkeys(ids))
        found = self._rows.carried(memories.values())
        names = self._rows.cue_keys({cue for postings in found.values() for cue in postings})
        return {
            id: dict(sorted((names[cue], weight) for cue, weight in found.get(memories[id], {}).items()))
            for id in dict.fromkeys(ids)
            if id in memories
        }

    def words(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        memories = self._rows.memories(dict.fromkeys(ids))
        found = self._rows.carried(memories.values())
        words = self._rows.words({cue for postings in found.values() for cue in postings})
        return {
            id: dict(sorted(words[cue] for cue in found.get(row, ()) if cue in words)) for id, row in memories.items()
        }

    def stamps(self) -> dict[str, int]:
        return self._connection.pairs(STAMPS, (self._rows.namespace,))

    def period(self) -> tuple[int, int] | None:
        ends = [self._connection.value(sql, (self._rows.namespace, FIRST_DATED)) for sql in PERIOD]
        return None if ends[0] is None else (ends[0], ends[1])

    def carriers(self, keys: Sequence[str]) -> tuple[str, ...]:
        cues = self._rows.cues(set(keys))
        if not keys or len(cues) < len(set(keys)):
            return ()
        rarest = min((memories, row) for row, memories in cues.values())[1]
        wanted = json_list(row for row, _ in cues.values())
        return tuple(id for (id,) in self._connection.rows(CARRIERS, (rarest, wanted, len(cues))))

    def neighbours(
        self, nodes: Sequence[str], types: Sequence[str], direction: Direction, per_node: int
    ) -> dict[str, tuple[Edge, ...]]:
        walk = outgoing if direction == "out" else incoming
        what, wanted = (direction, tuple(types), per_node), tuple(dict.fromkeys(nodes))
        return self._rows.each(what, wanted, lambda new: walk(self._rows, new, types, per_node)) if wanted else {}

    def degrees(self, nodes: Sequence[str], types: Sequence[str]) -> dict[str, int]:
        wanted = tuple(dict.fromkeys(nodes))
        return (
            self._rows.each(("degrees", *types), wanted, lambda new: degrees(self._rows, new, types)) if wanted else {}
        )

    def before(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        return self._beside(BEFORE, places)

    def after(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        return self._beside(AFTER, places)

    def _beside(self, sql: str, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        found = self._connection.rows(sql, (self._rows.namespace, json_list(places)))
        return tuple(id for (id,) in found)

    def page(self, where: Where, order: Order, after: str | None, limit: int) -> Page:
        return page(self._rows, where, order, after, limit)

    def names(self) -> tuple[NameNode, ...]:
        return tuple(_name_node(row) for row in self._connection.rows(NAMES, (self._rows.namespace,)))

    def listed(self, label: Literal["Project", "Document"]) -> tuple[str, ...]:
        return tuple(key for (key,) in self._connection.rows(LISTED, (self._rows.namespace, label.lower())))

    def buried(self, tombstones: Iterable[str]) -> tuple[str, ...]:
        return buried(self._rows, tombstones)

    def tombstones(self, after: str, limit: int) -> tuple[str, ...]:
        return tombstones_after(self._rows, after, limit)


def _name_node(row: tuple[Any, ...]) -> NameNode:
    key, label, folded, name, organisation, kind, forms = row
    return NameNode(key, label, folded, name, organisation, kind, tuple((form, n) for form, n in json.loads(forms)))
