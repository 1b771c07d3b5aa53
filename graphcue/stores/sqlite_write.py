"""Writes of one namespace in an SQLite file: `Changes`, step by step, and what they really made and removed."""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from graphcue.errors import StoreFull
from graphcue.model import FOLLOWS, Memory
from graphcue.stores.contract import ALIAS_OF, HAS_CUE, SCHEMA_VERSION, Changes, Counts, Description, NameNode
from graphcue.stores.serial import aliases_from_text, aliases_to_text, memory_to_row, to_text
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_edge_write import add_edges, drop_edges, drop_lonely_nodes
from graphcue.stores.sqlite_forms import adopt
from graphcue.stores.sqlite_packing import pack
from graphcue.stores.sqlite_read import SqliteReader
from graphcue.stores.sqlite_rows import SPAN_ROWS, Rows, first_row, node_label, span_start
from graphcue.stores.sqlite_step import Step
from graphcue.stores.sqlite_tombstones import put_tombstones

MODULUS = 2**128
NO_FINGERPRINT = bytes(16)

ADD_NAMESPACE = f"""
    INSERT INTO namespace (name, schema, revision, names_revision, fingerprint, language, counts)
    VALUES (?, {SCHEMA_VERSION}, COALESCE((SELECT revision FROM namespace WHERE name = ''), 0), 0, ?, '', '{{}}')
    RETURNING row
"""
"""A namespace begins beyond the revision of any that was erased, so that nobody takes it for that one."""
NUMBERS = "SELECT revision, fingerprint, counts FROM namespace WHERE row = ?"
SET_NUMBERS = "UPDATE namespace SET fingerprint = ?, counts = ? WHERE row = ?"
ALIASES = "SELECT aliases FROM namespace WHERE row = ?"
SET_ALIASES = "UPDATE namespace SET aliases = ? WHERE row = ?"
SET_LANGUAGE = "UPDATE namespace SET language = ? WHERE row = ?"
SET_NAMES_REVISION = "UPDATE namespace SET names_revision = ? WHERE row = ?"
SET_REVISION = "UPDATE namespace SET revision = ? WHERE row = ?"

LAST_ROW = "SELECT MAX(row) FROM memory WHERE row BETWEEN ? AND ?"
MOVE_MEMORY = "UPDATE memory SET row = ? WHERE row = ?"
MOVE_POSTING = "UPDATE posting SET memory = ? WHERE cue = ? AND memory = ?"
PUT_MEMORY = """
    INSERT INTO memory (
        row, namespace, id, occurred_at, recorded_at, superseded_at, kind, status, project, thread, order_key, author,
        document, occurred_grain, asks, revision, born
    ) VALUES (
        :row, :namespace, :id, :occurred_at, :recorded_at, :superseded_at, :kind, :status, :project, :thread,
        :order_key, :author, :document, :occurred_grain, :asks, :revision, :revision
    ) ON CONFLICT (row) DO UPDATE SET
        occurred_at = excluded.occurred_at, recorded_at = excluded.recorded_at, superseded_at = excluded.superseded_at,
        kind = excluded.kind, status = excluded.status, project = excluded.project, thread = excluded.thread,
        order_key = excluded.order_key, author = excluded.author, document = excluded.document,
        occurred_grain = excluded.occurred_grain, asks = excluded.asks, revision = excluded.revision
"""
PUT_BODY = """
    INSERT OR REPLACE INTO body (
        memory, content, contributions, caption, key, position, updated_at, occurred_offset,
        valid_from, valid_from_offset, valid_from_grain, valid_until, valid_until_offset, valid_until_grain
    ) VALUES (
        :row, :content, :contributions, :caption, :key, :position, :updated_at, :occurred_offset,
        :valid_from, :valid_from_offset, :valid_from_grain, :valid_until, :valid_until_offset, :valid_until_grain
    )
"""
DROP_BODY = "DELETE FROM body WHERE memory = ?"
DROP_MEMORY = "DELETE FROM memory WHERE row = ?"
SUPERSEDE = "UPDATE memory SET superseded_at = ?, revision = ? WHERE row = ?"

LAST_CUE = "SELECT MAX(row) FROM cue"
ADD_CUE = "INSERT INTO cue (row, namespace, key, memories) VALUES (?, ?, ?, ?)"
COUNT_CUE = "UPDATE cue SET memories = memories + ? WHERE row = ?"
DROP_LONELY_CUE = "DELETE FROM cue WHERE row = ? AND memories = 0"
ADD_POSTING = "INSERT INTO posting (cue, memory, weight) VALUES (?, ?, ?)"
DROP_POSTING = "DELETE FROM posting WHERE cue = ? AND memory = ?"
CARRY = "INSERT OR REPLACE INTO carried (memory, postings) VALUES (?, ?)"
CARRY_NOTHING = "DELETE FROM carried WHERE memory = ?"

ADD_NODE = "INSERT INTO node (namespace, label, key) VALUES (?, 'name', ?) RETURNING row"
PUT_NAME = """
    INSERT OR REPLACE INTO name (node, label, folded, name, organisation, kind, forms) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
DROP_NAME = "DELETE FROM name WHERE node = ? RETURNING label"
DROP_NODE = "DELETE FROM node WHERE row = ?"


class SqliteWriter(SqliteReader):
    """One namespace, in one transaction that holds the write lock."""

    def __init__(self, connection: Connection, namespace: str) -> None:
        super().__init__(connection, namespace)
        self._name = namespace
        self.applied = False
        self.erased = False
        """Whether text was dropped or overwritten, whose bytes should leave the WAL too."""
        self.touched: set[str] = set()
        """Ids of the memories that were put or dropped."""

    def _rows_of(self, row: int, revision: int) -> Rows:
        return Rows(self._connection, row)

    def describe(self) -> Description:
        return self._described()

    def apply(self, changes: Changes) -> Counts:
        if not self._rows.namespace:
            self._rows.namespace = self._connection.value(ADD_NAMESPACE, (self._name, NO_FINGERPRINT))
        self.applied = True
        revision, fingerprint, counts = self._connection.row(NUMBERS, (self._rows.namespace,)) or (
            0,
            NO_FINGERPRINT,
            "{}",
        )
        self.touched.update([*(memory.id for memory in changes.put_memories), *changes.drop_memories])
        step = Step(self._rows, revision + 1, self._rows.memories(_ids(changes)))
        for part in PARTS:
            part(step, changes)
        self._count(step, changes, int.from_bytes(fingerprint, "big"), json.loads(counts))
        self.erased = self.erased or step.overwrote or any(n and name != FOLLOWS for name, n in step.removed.items())
        return Counts(_nonzero(step.made), _nonzero(step.removed))

    def _count(self, step: Step, changes: Changes, fingerprint: int, counts: dict[str, int]) -> None:
        """Nothing; the numbers of the namespace are brought up to date."""
        total = Counter(counts)
        total.update(step.made)
        total.subtract(step.removed)
        number = (fingerprint + changes.fingerprint_delta) % MODULUS
        self._connection.run(SET_NUMBERS, (number.to_bytes(16, "big"), to_text(_nonzero(total)), step.rows.namespace))
        if changes.language:
            self._connection.run(SET_LANGUAGE, (changes.language, step.rows.namespace))
        if changes.renaming:
            self._connection.run(SET_NAMES_REVISION, (step.revision, step.rows.namespace))

    def adopt(self) -> None:
        self._rows = Rows(self._connection, adopt(self._connection, self._name, self._rows.namespace))
        self.applied = True

    def finish(self) -> None:
        """Nothing; the revision has risen if anything was applied."""
        if self.applied:
            revision = self._connection.value("SELECT revision FROM namespace WHERE row = ?", (self._rows.namespace,))
            self._connection.run(SET_REVISION, (revision + 1, self._rows.namespace))


def _ids(changes: Changes) -> set[str]:
    """Every memory that the changes speak of."""
    ids = {memory.id for memory in changes.put_memories}
    ids.update(changes.drop_memories)
    ids.update(id for id, _, _ in changes.add_postings)
    ids.update(id for id, _ in changes.drop_postings)
    ids.update(id for id, _ in changes.superseded)
    for edge in (*changes.add_edges, *changes.drop_edges):
        ids.add(edge.source)
        if not node_label(edge.type):
            ids.add(edge.target)
    return ids


def _nonzero(counter: Counter[str]) -> dict[str, int]:
    return {name: n for name, n in sorted(counter.items()) if n}


def drop_postings(step: Step, changes: Changes) -> None:
    """Nothing; the postings are gone, and the counts of their cues lower."""
    cues = step.rows.cues({key for _, key in changes.drop_postings})
    carried = step.rows.carried({step.memories[id] for id, _ in changes.drop_postings if id in step.memories})
    dropped: Counter[int] = Counter()
    for id, key in changes.drop_postings:
        if (
            key in cues
            and id in step.memories
            and carried.get(step.memories[id], {}).pop(cues[key][0], None) is not None
        ):
            dropped[cues[key][0]] += step.connection.run(DROP_POSTING, (cues[key][0], step.memories[id]))
    _carry(step, carried)
    step.connection.run_many(COUNT_CUE, [(-n, cue) for cue, n in dropped.items()])
    step.cues.update(dropped)
    step.removed[HAS_CUE] += dropped.total()


def drop_memories(step: Step, changes: Changes) -> None:
    """Nothing; the rows of the memories are gone."""
    rows = [(step.memories.pop(id),) for id in changes.drop_memories if id in step.memories]
    step.connection.run_many(DROP_BODY, rows)
    step.connection.run_many(DROP_MEMORY, rows)
    step.removed["Memory"] += len(rows)


def put_memories(step: Step, changes: Changes) -> None:
    """Nothing; the rows of the memories hold the new values."""
    last: dict[int, int] = {}
    for memory in changes.put_memories:
        old = step.memories.get(memory.id)
        first = first_row(memory.order_time)
        if old is None:
            step.made["Memory"] += 1
        if old is None or span_start(old) != first:
            step.memories[memory.id] = _next_row(step, first, last)
        if old is not None:
            step.overwrote = True
            _move(step, old, step.memories[memory.id])
    rows = [_memory_row(step, memory) for memory in changes.put_memories]
    step.connection.run_many(PUT_MEMORY, rows)
    step.connection.run_many(PUT_BODY, rows)


def _next_row(step: Step, first: int, last: dict[int, int]) -> int:
    """A free row of a span; `last` are the greatest rows of the spans that were asked for already."""
    end = first + SPAN_ROWS - 1
    if first not in last:
        found = step.connection.value(LAST_ROW, (first, end))
        last[first] = first - 1 if found is None else found
    if last[first] == end:
        raise StoreFull(f"{step.connection.path} has no room for more than {SPAN_ROWS} memories of one minute")
    last[first] += 1
    return last[first]


def _move(step: Step, old: int, new: int) -> None:
    """Nothing; a memory whose time has changed has its row by the new time, and so have its postings and edges."""
    if old != new:
        step.connection.run(MOVE_MEMORY, (new, old))
        for cue in step.rows.carried([new]).get(new, {}):
            step.connection.run(MOVE_POSTING, (new, cue, old))


def _memory_row(step: Step, memory: Memory) -> dict[str, Any]:
    row: dict[str, Any] = dict(memory_to_row(memory))
    row.update(row=step.memories[memory.id], namespace=step.rows.namespace, revision=step.revision)
    return row


def supersede(step: Step, changes: Changes) -> None:
    """Nothing; the memories bear their new `superseded_at`."""
    rows = [(moment, step.revision, step.memory(id)) for id, moment in changes.superseded]
    step.connection.run_many(SUPERSEDE, rows)


def put_names(step: Step, changes: Changes) -> None:
    """Nothing; the nodes of people and entities hold the new values."""
    nodes = step.rows.nodes("name", (name.key for name in changes.put_names))
    for name in changes.put_names:
        if name.key not in nodes:
            nodes[name.key] = step.connection.value(ADD_NODE, (step.rows.namespace, name.key))
            step.made[name.label] += 1
    step.connection.run_many(PUT_NAME, [_name_row(nodes[name.key], name) for name in changes.put_names])


def _name_row(node: int, name: NameNode) -> Sequence[Any]:
    return (node, name.label, name.folded, name.name, name.organisation, name.kind, to_text(name.forms))


def add_postings(step: Step, changes: Changes) -> None:
    """Nothing; the postings are there, and the counts of their cues higher."""
    more = Counter(sorted(key for _, key, _ in changes.add_postings))
    cues = {key: row for key, (row, _) in step.rows.cues(more).items()}
    step.connection.run_many(COUNT_CUE, [(more[key], row) for key, row in cues.items()])
    new = [key for key in more if key not in cues]
    last = step.connection.value(LAST_CUE) or 0
    cues.update((key, last + n) for n, key in enumerate(new, 1))
    step.connection.run_many(ADD_CUE, [(cues[key], step.rows.namespace, key, more[key]) for key in new])
    step.made["Cue"] += len(new)
    memories = {id: step.memory(id) for id in {id for id, _, _ in changes.add_postings}}
    # in the order of the primary key, so that neighbouring pages are written one after the other
    postings = sorted([(cues[key], memories[id], weight) for id, key, weight in changes.add_postings])
    step.connection.run_many(ADD_POSTING, postings)
    carried = step.rows.carried(memories.values())
    for cue, memory, weight in postings:
        carried.setdefault(memory, {})[cue] = weight
    _carry(step, carried)
    step.made[HAS_CUE] += len(postings)


def _carry(step: Step, carried: Mapping[int, Mapping[int, int]]) -> None:
    """Nothing; each memory's packed postings are these."""
    full = [(memory, pack(postings)) for memory, postings in sorted(carried.items()) if postings]
    step.connection.run_many(CARRY, full)
    step.connection.run_many(CARRY_NOTHING, [(memory,) for memory, postings in carried.items() if not postings])


def put_aliases(step: Step, changes: Changes) -> None:
    """Nothing; the aliases of the namespace are those of before without the dropped and with the added ones."""
    if not changes.add_aliases and not changes.drop_aliases:
        return
    kept = set(aliases_from_text(step.connection.value(ALIASES, (step.rows.namespace,))))
    kept = (kept - set(changes.drop_aliases)) | set(changes.add_aliases)
    step.connection.run(SET_ALIASES, (aliases_to_text(kept), step.rows.namespace))
    step.made[ALIAS_OF] += len(changes.add_aliases)
    step.removed[ALIAS_OF] += len(changes.drop_aliases)


def drop_names(step: Step, changes: Changes) -> None:
    """Nothing; the nodes of people and entities are gone."""
    for row in step.rows.nodes("name", changes.drop_names).values():
        step.removed[step.connection.value(DROP_NAME, (row,))] += 1
        step.connection.run(DROP_NODE, (row,))


def drop_lonely_cues(step: Step, changes: Changes) -> None:
    """Nothing; of the cues touched those that no memory has any more are gone."""
    for cue in sorted(step.cues):
        step.removed["Cue"] += step.connection.run(DROP_LONELY_CUE, (cue,))


PARTS = (
    drop_edges,
    drop_postings,
    drop_memories,
    put_memories,
    supersede,
    put_names,
    add_postings,
    add_edges,
    put_aliases,
    put_tombstones,
    drop_names,
    drop_lonely_cues,
    drop_lonely_nodes,
)
"""One `apply`, in the order of the contract."""
