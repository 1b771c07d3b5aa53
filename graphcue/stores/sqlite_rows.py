"""The integer rows that stand inside the file for ids and keys, and the way back."""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from collections.abc import Iterable, Sequence
from typing import Any

from graphcue.model import NAME_EDGES, NO_TIME
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Outline
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_packing import unpack

# Lists go in as one JSON text. SQLite cuts a JSON string at U+0000, so `json_list` writes it as U+001A 0.
UNPACK = "replace(replace(value, char(26) || '0', char(0)), char(26) || '1', char(26))"
TEXTS = f"(SELECT {UNPACK} AS value FROM json_each(?))"

MEMORY_ROWS = f"""
    SELECT m.id, m.row FROM {TEXTS} asked
    CROSS JOIN memory m ON m.namespace = ? AND m.id = asked.value
"""
CUE_ROWS = f"""
    SELECT c.key, c.row, c.memories FROM {TEXTS} asked
    CROSS JOIN cue c ON c.namespace = ? AND c.key = asked.value
"""
NODE_ROWS = f"""
    SELECT n.key, n.row FROM {TEXTS} asked
    CROSS JOIN node n ON n.namespace = ? AND n.label = ? AND n.key = asked.value
"""
CUE_KEYS = "SELECT c.row, c.key FROM json_each(?) asked CROSS JOIN cue c ON c.row = asked.value"
CARRIED = "SELECT c.memory, c.postings FROM json_each(?) asked CROSS JOIN carried c ON c.memory = asked.value"
OUTLINE = "m.id, m.occurred_at, m.occurred_grain, m.author, m.project, m.kind, m.document, m.thread, m.asks"
SIZE = "SELECT json_extract(counts, '$.Memory') FROM namespace WHERE row = ?"
EDGE_TYPES = "SELECT name, row FROM edge_type ORDER BY row"


def json_list(values: Iterable[Any]) -> str:
    """A JSON list of texts or integers, as the statements unpack it."""
    items = list(values)
    text = json.dumps(items, ensure_ascii=False)
    if "\\u00" in text:
        text = json.dumps([_packed(item) for item in items], ensure_ascii=False)
    return text


def _packed(item: Any) -> Any:
    return item.replace("\x1a", "\x1a1").replace("\0", "\x1a0") if isinstance(item, str) else item


def cheaper(wanted: int, size: int, fitting: int) -> bool:
    """Whether to walk through all `size` memories in order until `wanted` of the `fitting` ones are met is likely
    to look at fewer of them than to gather and sort all that fit."""
    return wanted * size < fitting * fitting


def node_label(edge_type: str) -> str:
    """The label of the nodes that edges of this type lead to; empty: they lead to memories."""
    if edge_type == IN_PROJECT:
        return "project"
    if edge_type == FROM_DOCUMENT:
        return "document"
    return "name" if edge_type in NAME_EDGES else ""


def outline(fields: Sequence[Any]) -> Outline:
    """The outline of the columns `OUTLINE`."""
    id, occurred_at, grain, *rest = fields
    return Outline(id, NO_TIME if occurred_at is None else occurred_at, grain or "", *rest)


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

    def cue_keys(self, rows: Iterable[int]) -> dict[int, str]:
        """Row → key."""
        return self.connection.pairs(CUE_KEYS, (json_list(rows),))

    def carried(self, memories: Iterable[int]) -> dict[int, dict[int, int]]:
        """Memory row → cue row → weight; memories without postings absent."""
        found = self.connection.rows(CARRIED, (json_list(memories),))
        return {memory: unpack(postings) for memory, postings in found}

    def nodes(self, label: str, keys: Iterable[str]) -> dict[str, int]:
        """Key → row of the nodes of a label; the empty label: of memories."""
        if not label:
            return self.memories(keys)
        return self.connection.pairs(NODE_ROWS, (json_list(keys), self.namespace, label))

    @property
    def size(self) -> int:
        """The number of memories."""
        return int(self.connection.value(SIZE, (self.namespace,)) or 0)

    @property
    def types(self) -> dict[str, int]:
        """Edge type → row."""
        if self._types is None:
            self._types = self.connection.pairs(EDGE_TYPES)
        return self._types
