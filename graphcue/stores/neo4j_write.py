"""Writes of one namespace, inside one transaction of the driver that holds the namespace's lock.

Keys are sorted before they are merged, so that two writers always take their locks in the same order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from graphcue.errors import StoreError
from graphcue.model import ENTITY, MENTIONS, PERSON, ROLES, Memory, form_name
from graphcue.stores.contract import (
    ALIAS_OF,
    FROM_DOCUMENT,
    HAS_CUE,
    IN_PROJECT,
    NO_FORM,
    SCHEMA_VERSION,
    TOMBSTONE,
    Alias,
    Changes,
    Counts,
    Description,
    Edge,
    NameNode,
)
from graphcue.stores.neo4j_captions import caption_lines
from graphcue.stores.neo4j_intervals import interval_of
from graphcue.stores.neo4j_read import Cypher, Neo4jReader, described
from graphcue.stores.serial import aliases_to_text, memory_to_row, to_text

R = TypeVar("R")
BATCH = 1_000
"""Rows a query: 500 to 1,000 were fastest, and the server's memory for one query stays small."""
MODULUS = 2**128
LONELY = {"Cue": "drop_lonely_cues", "Project": "drop_lonely_projects", "Document": "drop_lonely_documents"}


class Neo4jWriter(Neo4jReader):
    """A reader that sees what it applied. `finish` keeps the namespace's numbers."""

    def __init__(self, cypher: Cypher, description: Description) -> None:
        if not description.revision:  # a namespace begins beyond any that was erased: nobody takes it for that one
            last = cypher.rows("last_erased")
            description = replace(description, revision=last[0][0] if last else 0)
        super().__init__(cypher, description)
        self._revision = description.revision + 1
        self._applied = False

    def apply(self, changes: Changes) -> Counts:
        self._applied = True
        made: Counter[str] = Counter()
        removed: Counter[str] = Counter()
        self._drop(changes, removed)
        self._put(changes, made)
        self._add(changes, made)
        self._drop_names(changes.drop_names, removed)
        self._drop_lonely(changes, removed)
        self._count(changes, made, removed)
        return Counts(_nonzero(made), _nonzero(removed))

    def adopt(self) -> None:
        now = self._description
        form = Cypher(self._cypher.transaction, form_name(self._cypher.name, now.form + 1))
        made = described(form.rows("namespace"))
        if not made.revision:
            raise StoreError(NO_FORM)
        form.rows("drop_form")
        self._applied = True
        self._revision = max(self._revision, made.revision + 1)
        graves = now.counts.get(TOMBSTONE, 0)
        self._description = replace(
            now,
            names_revision=self._revision,
            language=made.language,
            counts={**made.counts, **({TOMBSTONE: graves} if graves else {})},
            form=now.form + 1,
            formed=self._revision,
        )

    def finish(self, mark: str) -> None:
        """Keeps the numbers if anything was applied, under the mark of this transaction."""
        if not self._applied:
            return
        now = self._description
        numbers = {
            "revision": self._revision,
            "names_revision": now.names_revision,
            "fingerprint": f"{now.fingerprint:032x}",
            "language": now.language,
            "counts": to_text(now.counts),
            "aliases": aliases_to_text(now.aliases),
            "tombstone_key": now.tombstone_key,
            "schema": SCHEMA_VERSION,
            "form": now.form,
            "formed": now.formed,
        }
        self._cypher.rows("save_namespace", numbers=numbers, mark=mark)

    def _drop(self, changes: Changes, removed: Counter[str]) -> None:
        self._write("drop_aliases", _alias_rows(changes.drop_aliases))
        removed[ALIAS_OF] += len(changes.drop_aliases)
        removed[TOMBSTONE] += self._write("drop_tombstones", sorted(changes.drop_tombstones), "keys")
        edges = sorted([e.source, e.type, e.target, label(e.type, e.target), e.identity[3]] for e in changes.drop_edges)
        self._write("drop_edges", edges)
        removed.update(edge.type for edge in changes.drop_edges)
        removed[HAS_CUE] += self._write("drop_postings", sorted(map(list, changes.drop_postings)))
        removed["Memory"] += self._write("drop_memories", sorted(changes.drop_memories), "ids")

    def _put(self, changes: Changes, made: Counter[str]) -> None:
        stamp = {"namespace": self._cypher.namespace, "revision": self._revision}
        memories = [_memory_row(memory) | stamp for memory in changes.put_memories]
        made["Memory"] += self._merge("put_memories", sorted(memories, key=lambda row: str(row["id"])))
        superseded = sorted(map(list, changes.superseded), key=lambda row: str(row[0]))
        self._write("supersede", superseded, revision=self._revision)
        for name, kind in (("put_people", PERSON), ("put_entities", ENTITY)):
            names = sorted((name for name in changes.put_names if name.label == kind), key=lambda name: name.key)
            made[kind] += self._merge(name, [_name_row(self._cypher.namespace, name) for name in names])

    def _add(self, changes: Changes, made: Counter[str]) -> None:
        for postings in batches(sorted(changes.add_postings), 10 * BATCH):
            made["Cue"] += self._add_postings(postings)
        made[HAS_CUE] += len(changes.add_postings)
        for name, kind, node in (("put_projects", IN_PROJECT, "Project"), ("put_documents", FROM_DOCUMENT, "Document")):
            keys = sorted({edge.target for edge in changes.add_edges if edge.type == kind})
            made[node] += self._merge(name, keys, "keys")
        edges = sorted(changes.add_edges, key=lambda edge: edge.identity)
        self._write("add_edges", [_edge_row(edge) for edge in edges])
        made.update(edge.type for edge in edges)
        self._write("add_aliases", _alias_rows(changes.add_aliases))
        made[ALIAS_OF] += len(changes.add_aliases)
        made[TOMBSTONE] += self._write("add_tombstones", sorted(changes.add_tombstones), "keys")

    def _add_postings(self, postings: Sequence[tuple[str, str, int]]) -> int:
        """The number of cues that were new."""
        keys = sorted({key for _, key, _ in postings})
        index = {key: i for i, key in enumerate(keys)}
        rows: dict[str, tuple[list[int], list[int]]] = {}
        for id, key, weight in postings:
            indexes, weights = rows.setdefault(id, ([], []))
            indexes.append(index[key])
            weights.append(weight)
        cues = [[key, *key.partition(":")[::2], interval_of(key)] for key in keys]
        given = {"cues": cues, "rows": [[id, *rows[id]] for id in rows]}
        count, counters = self._cypher.counted("add_postings", **given)
        _require("add_postings", len(postings), count)
        return counters.nodes_created

    def _drop_names(self, names: Sequence[str], removed: Counter[str]) -> None:
        for name, kind in (("drop_people", PERSON), ("drop_entities", ENTITY)):
            keys = sorted(key for key in names if label(MENTIONS, key) == kind)
            removed[kind] += self._write(name, keys, "keys")

    def _drop_lonely(self, changes: Changes, removed: Counter[str]) -> None:
        """Removes what nothing leads to any more, among what this step has dropped edges to."""
        touched = {(label(edge.type, edge.target), edge.target) for edge in changes.drop_edges}
        touched.update(("Cue", key) for _, key in changes.drop_postings)
        for node, name in LONELY.items():
            for keys in batches(sorted(key for kind, key in touched if kind == node)):
                removed[node] += self._cypher.counted(name, keys=keys)[0]

    def _count(self, changes: Changes, made: Counter[str], removed: Counter[str]) -> None:
        now = self._description
        counts = Counter(now.counts)
        counts.update(made)
        counts.subtract(removed)
        aliases = (set(now.aliases) - set(changes.drop_aliases)) | set(changes.add_aliases)
        self._description = replace(
            now,
            names_revision=self._revision if changes.renaming else now.names_revision,
            fingerprint=(now.fingerprint + changes.fingerprint_delta) % MODULUS,
            language=changes.language or now.language,
            counts=_nonzero(counts),
            aliases=tuple(sorted(aliases)),
            tombstone_key=changes.tombstone_key or now.tombstone_key,
        )

    def _write(self, name: str, rows: Sequence[Any], parameter: str = "rows", **more: object) -> int:
        """The number of rows written, which must be all of them."""
        for batch in batches(rows):
            _require(name, len(batch), self._cypher.counted(name, **{parameter: batch}, **more)[0])
        return len(rows)

    def _merge(self, name: str, rows: Sequence[Any], parameter: str = "rows") -> int:
        """The number of nodes that were new."""
        return sum(self._cypher.counted(name, **{parameter: batch})[1].nodes_created for batch in batches(rows))


def label(edge_type: str, target: str) -> str:
    """The label of the node that an edge of this type ends at."""
    if edge_type == IN_PROJECT:
        return "Project"
    if edge_type == FROM_DOCUMENT:
        return "Document"
    if edge_type in ROLES or edge_type == MENTIONS:
        return ENTITY if target.startswith("entity:") else PERSON
    return "Memory"


def batches(rows: Sequence[R], size: int = BATCH) -> Iterator[Sequence[R]]:
    """The rows in order, at most `size` at a time; nothing for no rows."""
    return (rows[start : start + size] for start in range(0, len(rows), size))


def _require(name: str, wanted: int, found: int) -> None:
    if wanted != found:
        raise StoreError(
            f"{name} found {found} of {wanted} things that should be there: run graphcue doctor",
            query=name,
            wanted=wanted,
            found=found,
        )


def _memory_row(memory: Memory) -> dict[str, Any]:
    """The memory's columns, and its caption as Neo4j Browser can lay it out."""
    return memory_to_row(memory) | {"caption_lines": caption_lines(memory.caption)}


def _edge_row(edge: Edge) -> list[Any]:
    properties: dict[str, str | int] = {"rule": edge.rule} if edge.rule else {}
    if edge.place:
        place = edge.place
        properties |= {"path": place.document, "line_start": place.line_start, "line_end": place.line_end}
        properties["position"] = place.position
    return [edge.source, edge.type, edge.target, label(edge.type, edge.target), properties]


def _alias_rows(aliases: Iterable[Alias]) -> list[list[str]]:
    """The keys of people and entities; aliases of projects are kept in the namespace only."""
    return sorted([alias.source, alias.target] for alias in aliases if alias.source)


def _name_row(namespace: str, name: NameNode) -> dict[str, str]:
    return {
        "namespace": namespace,
        "key": name.key,
        "folded": name.folded,
        "name": name.name,
        "organisation": name.organisation,
        "kind": name.kind,
        "forms": to_text(name.forms),
    }


def _nonzero(counter: Counter[str]) -> dict[str, int]:
    return {name: n for name, n in sorted(counter.items()) if n}
