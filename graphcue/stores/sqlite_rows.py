"""The integer rows that stand inside the file for ids and keys, and the way back.

The row of a memory starts with its time: rows of one span of 2**16 ms (about a minute) share what is above the lowest
21 bits, which only tell them apart. So whatever is kept by row is kept in the order of time, and the newest of many
are met first; only within one span must the exact times and the ids be looked at.
"""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from graphcue.model import FOLLOWS, NAME_EDGES, NO_TIME
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Nearby, Outline
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_packing import pick, unpack

T = TypeVar("T")

SPAN_BITS = 16
ROW_BITS = 21
SPAN_ROWS = 1 << ROW_BITS
NO_ROW = -(2**63)

# Lists go in as one JSON text. SQLite cuts a JSON string at U+0000, so `json_list` writes it as U+001A 0.
UNPACK = "replace(replace(value, char(26) || '0', char(0)), char(26) || '1', char(26))"
UNPACK_PART = UNPACK.replace("value", "json_extract(asked.value, '$[{}]')")
TEXTS = f"(SELECT {UNPACK} AS value FROM json_each(?))"

MEMORY_ROWS = f"""
    SELECT m.id, m.row FROM {TEXTS} asked
    CROSS JOIN memory m ON m.namespace = ? AND m.id = asked.value
"""
CUE_ROWS = f"""
    SELECT c.key, c.row, c.memories FROM {TEXTS} asked
    CROSS JOIN cue c ON c.namespace = ? AND c.key = asked.value
"""
CUES_BETWEEN = """
    SELECT c.key, c.memories FROM json_each(?) asked
    CROSS JOIN cue c ON c.namespace = ?
    AND c.key >= json_extract(asked.value, '$[0]') AND c.key < json_extract(asked.value, '$[1]')
"""
NODE_ROWS = f"""
    SELECT n.key, n.row FROM {TEXTS} asked
    CROSS JOIN node n ON n.namespace = ? AND n.label = ? AND n.key = asked.value
"""
CUE_KEYS = "SELECT c.row, c.key FROM json_each(?) asked CROSS JOIN cue c ON c.row = asked.value"
ALL_WORDS = ("word:", "word;")
"""What the keys of words are from and before, in any script."""
WORD_KEYS = """
    SELECT c.row, c.key, c.memories FROM json_each(?) asked CROSS JOIN cue c ON c.row = asked.value
    WHERE c.key >= ? AND c.key < ?
"""
# the first of some memories: the newest, then by id
NEWEST = """
    SELECT m.row FROM json_each(?) asked CROSS JOIN memory m ON m.row = asked.value
    ORDER BY m.occurred_at DESC, m.id LIMIT ?
"""
CARRIED = "SELECT c.memory, c.postings FROM json_each(?) asked CROSS JOIN carried c ON c.memory = asked.value"
OUTLINE = f"""
    m.id, COALESCE(m.occurred_at, {NO_TIME}), COALESCE(m.occurred_grain, ''), m.author, m.project, m.kind, m.document,
    m.thread, m.asks"""
"""The columns of an `Outline`, in its order."""
OUTLINES = f"SELECT m.row, {OUTLINE} FROM json_each(?) asked CROSS JOIN memory m ON m.row = asked.value"
POSTINGS = "SELECT p.cue, p.memory, p.weight FROM json_each(?) asked CROSS JOIN posting p ON p.cue = asked.value"
BEFORE = """
    SELECT l.source, l.target FROM json_each(?) asked CROSS JOIN link l ON l.source = asked.value AND l.type = ?
"""
AFTER = """
    SELECT l.target, l.source FROM json_each(?) asked CROSS JOIN link l ON l.target = asked.value AND l.type = ?
"""
SIZE = "SELECT json_extract(counts, '$.Memory') FROM namespace WHERE row = ?"
EDGE_TYPES = "SELECT name, row FROM edge_type ORDER BY row"


def json_list(values: Iterable[Any]) -> str:
    """A JSON list of texts or integers, or of tuples of them, as the statements unpack it."""
    items = list(values)
    text = json.dumps(items, ensure_ascii=False)
    if "\\u00" in text:
        text = json.dumps([_packed(item) for item in items], ensure_ascii=False)
    return text


def _packed(item: Any) -> Any:
    if isinstance(item, str):
        return item.replace("\x1a", "\x1a1").replace("\0", "\x1a0")
    return [_packed(part) for part in item] if isinstance(item, tuple) else item


def first_row(time: int) -> int:
    """The lowest row of the span of a time in ms."""
    return time >> SPAN_BITS << ROW_BITS


def span_start(row: int) -> int:
    """The lowest row of the span that a row is in."""
    return row >> ROW_BITS << ROW_BITS


def node_label(edge_type: str) -> str:
    """The label of the nodes that edges of this type lead to; empty: they lead to memories."""
    if edge_type == IN_PROJECT:
        return "project"
    if edge_type == FROM_DOCUMENT:
        return "document"
    return "name" if edge_type in NAME_EDGES else ""


class Rows:
    """What ids and keys of one namespace stand for in one transaction. `namespace` 0: it was never written to."""

    def __init__(self, connection: Connection, namespace: int) -> None:
        self.connection = connection
        self.namespace = namespace
        self._types: dict[str, int] | None = None

    def memories(self, ids: Iterable[str]) -> dict[str, int]:
        """Id → row, for those that are there."""
        return self.connection.pairs(MEMORY_ROWS, (json_list(ids), self.namespace))

    def cues(self, keys: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Key → (row, number of memories), for those that are there."""
        found = self.connection.rows(CUE_ROWS, (json_list(keys), self.namespace))
        return {key: (row, memories) for key, row, memories in found}

    def cues_between(self, ranges: Iterable[tuple[str, str]]) -> dict[str, int]:
        """Key → number of memories, for the keys of the ranges [low, high)."""
        return self.connection.pairs(CUES_BETWEEN, (json.dumps([*ranges]), self.namespace))

    def cue_keys(self, rows: Iterable[int]) -> dict[int, str]:
        """Row → key."""
        return self.connection.pairs(CUE_KEYS, (json_list(rows),))

    def words(self, rows: Iterable[int]) -> dict[int, tuple[str, int]]:
        """Row → (key, number of memories) of those cues that are words."""
        found = self.connection.rows(WORD_KEYS, (json_list(rows), *ALL_WORDS))
        return {row: (key, memories) for row, key, memories in found}

    def blobs(self, memories: Iterable[int]) -> dict[int, bytes]:
        """Memory row → its postings, packed; memories without any absent."""
        return self.connection.pairs(CARRIED, (json_list(memories),))

    def carried(self, memories: Iterable[int]) -> dict[int, dict[int, int]]:
        """Memory row → cue row → weight; memories without postings absent."""
        return {memory: unpack(blob) for memory, blob in self.blobs(memories).items()}

    def carried_of(self, memories: Iterable[int], cues: frozenset[int]) -> dict[int, dict[int, int]]:
        """Memory row → cue row → weight of those of the cues that it has; memories without any absent."""
        picked = ((memory, pick(blob, cues)) for memory, blob in self.blobs(memories).items())
        return {memory: weights for memory, weights in picked if weights}

    def postings(self, cues: Mapping[int, int]) -> dict[int, dict[int, int]]:
        """Cue row → memory row → weight, for cues given with the number of their memories."""
        found: dict[int, dict[int, int]] = {cue: {} for cue in cues}
        for cue, memory, weight in self.connection.rows(POSTINGS, (json.dumps([*cues]),)):
            found[cue][memory] = weight
        return found

    def outlines(self, rows: Iterable[int]) -> dict[int, Outline]:
        """Memory row → outline."""
        found = self.connection.rows(OUTLINES, (json.dumps([*rows]),))
        return {row: Outline(*fields) for row, *fields in found}

    def nearby(self, ids: Iterable[str]) -> dict[str, Nearby]:
        """Id → what stands around the memory, for those that are there."""
        rows = self.memories(ids)
        sides = []
        for sql in (BEFORE, AFTER):
            first = self._beside(rows.values(), sql)
            sides.append((first, self._beside(set(first.values()), sql)))
        outlines = self.outlines({row for side in sides for step in side for row in step.values()})

        def along(row: int, first: Mapping[int, int], second: Mapping[int, int]) -> tuple[Outline, ...]:
            if row not in first:
                return ()
            near = first[row]
            return (outlines[near], outlines[second[near]]) if near in second else (outlines[near],)

        return {id: Nearby(*(along(row, *side) for side in sides)) for id, row in rows.items()}

    def _beside(self, memories: Iterable[int], sql: str) -> dict[int, int]:
        """Memory row → the row that stands beside it along FOLLOWS, of several that of the least id."""
        found: dict[int, int] = {}
        several: dict[int, set[int]] = {}
        for row, other in self.connection.rows(sql, (json.dumps([*memories]), self.types.get(FOLLOWS, NO_ROW))):
            if found.setdefault(row, other) != other:
                several.setdefault(row, {found[row]}).add(other)
        outlines = self.outlines(set().union(*several.values())) if several else {}
        return found | {row: min(others, key=lambda one: outlines[one].id) for row, others in several.items()}

    def nodes(self, label: str, keys: Iterable[str]) -> dict[str, int]:
        """Key → row of the nodes of a label; the empty label: of memories."""
        if not label:
            return self.memories(keys)
        return self.connection.pairs(NODE_ROWS, (json_list(keys), self.namespace, label))

    def newest(self, memories: Iterable[int], limit: int) -> list[int]:
        """The first of some memories, by falling time and id."""
        return [row for (row,) in self.connection.rows(NEWEST, (json_list(memories), limit))]

    def once(self, question: object, answer: Callable[[], T]) -> T:
        """The answer, worked out once in a transaction that writes nothing."""
        return answer()

    def kept(self, what: str, look: Callable[[], T]) -> T:
        """What `look` finds, looked up once at a revision."""
        return look()

    def each(self, what: object, keys: Sequence[str], look: Callable[[Sequence[str]], dict[str, T]]) -> dict[str, T]:
        """Key → what `look` finds for it, in the order of the keys, those without any absent; a few keys are looked up once
        at a revision."""
        return look(keys)

    @property
    def size(self) -> int:
        """The number of memories."""
        return int(self.connection.value(SIZE, (self.namespace,)) or 0)

    @property
    def types(self) -> dict[str, int]:
        """Edge type → row."""
        if self._types is None:
            self._types = self.kept("types", lambda: self.connection.pairs(EDGE_TYPES))
        return self._types
