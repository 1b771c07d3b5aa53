"""Lines of an export taken in, as a method of `MemoryGraph`. See `writing.lines` for the lines."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import groupby, islice
from tempfile import TemporaryFile
from typing import Any, TypeVar

from graphcue.errors import Conflict
from graphcue.graph_part import Part
from graphcue.model import Memory
from graphcue.relations.identity import ends
from graphcue.stores.contract import TOMBSTONE, Alias, Changes, Counts, Description, Edge, Where, Writer
from graphcue.writing.aliases import change_aliases
from graphcue.writing.changes import Difference, Written, relation_changes, total, write
from graphcue.writing.known import KnownNames, known_names
from graphcue.writing.lines import Header, alias_in, memory_in, relation_in
from graphcue.writing.links import DECLARED_BY_CALL
from graphcue.writing.merging import complete, united
from graphcue.writing.tombstones import graves_of, people_of_aliases, tombstone_digest, without_forgotten
from graphcue.writing.verifying import sections, verified

T = TypeVar("T")
BATCH = 500
Values = Sequence[tuple[int, dict[str, Any]]]
"""(number of the line, what it holds)"""
Took = tuple[Counter[str], Written | None]
OnProgress = Callable[[int, int], None]
"""Hears (lines done, lines in all)."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: memories `made`, `changed` and `unchanged`; `forgotten` lines, which a tombstone of this namespace
    keeps out; relations, aliases and tombstones that are new here.

    `equal`: the namespace holds just what the export does; its fingerprint is then that of the export.
    """

    made: int
    changed: int
    unchanged: int
    forgotten: int
    relations: int
    aliases: int
    tombstones: int
    fingerprint: int
    equal: bool


class Importing(Part):
    """Part of `MemoryGraph`."""

    def import_(self, lines: Iterable[str], on_progress: OnProgress | None = None) -> Imported:
        """What came in with the lines of an export, with or without line ends, from whatever store and namespace.

        All lines are read and verified before the first is taken in, and pass through a temporary file. Then they are
        taken in batch by batch, each whole or not at all; an import that was broken off is gone on with by doing it again.
        A memory that is here too unites with the other telling of it, and takes the export's version where that says
        something else of the same id. Tombstones win, of either side.

        Raises BrokenExport with the line that was altered or is missing, NewerExport, and Conflict: for tombstones under
        another key than those here, and for memories that contradict each other.
        """
        with TemporaryFile("w+", encoding="utf-8", newline="\n") as spool:
            header = verified(lines, self.settings, lambda line: spool.write(f"{line}\n"))
            spool.seek(0)
            return self._imported(header, spool, on_progress)

    def _imported(self, header: Header, lines: Iterable[str], on_progress: OnProgress | None) -> Imported:
        before = self._store.read(self.namespace, lambda reader: reader.describe())
        _check_key(header, before)
        took: Counter[str] = Counter()
        done = 1
        for kind, group in groupby(sections(lines), lambda line: line[1]):
            values = ((number, value) for number, _, value in group)
            while batch := list(islice(values, BATCH)):
                took.update(self._take(kind, batch, header))
                done += len(batch)
                if on_progress:
                    on_progress(done, header.lines)
            if kind == "tombstone" and before.memories:
                self._sweep()
        found = self._store.read(self.namespace, lambda reader: reader.describe()).fingerprint
        return Imported(
            made=took["made"],
            changed=took["changed"],
            unchanged=took["unchanged"],
            forgotten=took["forgotten"],
            relations=took["relation"],
            aliases=took["alias"],
            tombstones=took["tombstone"],
            fingerprint=found,
            equal=found == header.fingerprint,
        )

    def _take(self, kind: str, values: Values, header: Header) -> Counter[str]:
        """What became of a batch of lines of one kind."""
        now = self._clock()

        def work(writer: Writer) -> Took:
            names = known_names(writer, self._names)
            if kind == "tombstone":
                return _take_tombstones(writer, [value["tombstone"] for _, value in values], header, names)
            if kind == "alias":
                return _take_aliases(writer, [alias_in(*one) for one in values], names)
            if kind == "memory":
                return _take_memories(writer, [replace(memory_in(*one), updated_at=now) for one in values], names)
            return _take_relations(writer, [Edge(*relation_in(*one), DECLARED_BY_CALL) for one in values])

        return self._write(work)[0]

    def _sweep(self) -> None:
        """Nothing; what the tombstones stand for is gone."""
        after: str | None = None
        while True:

            def work(writer: Writer, start: str | None = after) -> tuple[str | None, Written | None]:
                page = writer.page(Where(), "oldest", start, BATCH)
                return page.after, _swept(writer, page.ids, known_names(writer, self._names))

            after = self._write(work)[0]
            if after is None:
                return


def _check_key(header: Header, here: Description) -> None:
    if header.tombstone_key and here.counts.get(TOMBSTONE) and here.tombstone_key != header.tombstone_key:
        raise Conflict(
            "the export and this namespace have forgotten things under different keys; import into an empty namespace",
            key=header.tombstone_key[:8],
        )


def _take_tombstones(writer: Writer, ones: Sequence[str], header: Header, names: KnownNames) -> Took:
    there = {*writer.buried(ones)}
    new = tuple(one for one in ones if one not in there)
    if not new:
        return Counter(), None
    delta = sum(map(tombstone_digest, new))
    counts = writer.apply(Changes(add_tombstones=new, tombstone_key=header.tombstone_key, fingerprint_delta=delta))
    return Counter(tombstone=len(new)), Written(counts, replace(names, revision=writer.describe().revision + 1))


def _take_aliases(writer: Writer, aliases: Sequence[Alias], names: KnownNames) -> Took:
    graves = graves_of(writer, (), people_of_aliases(aliases))
    kept = [one for one in aliases if not any(map(graves.hold_person, people_of_aliases([one])))] if graves else aliases
    standing = {*map(ends, names.aliases)}
    come = [one for one in kept if ends(one) not in standing]
    _check_cycles((*names.aliases, *come))
    took = Counter(alias=len(come), forgotten=len(aliases) - len(kept))
    return took, change_aliases(writer, come, (), names) if come else None


def _check_cycles(aliases: Iterable[Alias]) -> None:
    leads: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for alias in aliases:
        source, target = ends(alias)
        leads.setdefault(source, set()).add(target)
    try:
        TopologicalSorter(leads).prepare()
    except CycleError as error:
        raise Conflict("the aliases of the export and those here lead in a circle; take one back first") from error


def _take_memories(writer: Writer, memories: Sequence[Memory], names: KnownNames) -> Took:
    graves = graves_of(writer, memories)
    left = [without_forgotten(one, graves) for one in memories] if graves else memories
    kept = [one for one in left if one]
    there = writer.get([one.id for one in kept])
    after = {one.id: _met(there.get(one.id), one) for one in kept}
    changed = {id: there.get(id) for id, memory in after.items() if memory is not there.get(id)}
    took = Counter(
        made=sum(old is None for old in changed.values()),
        changed=sum(old is not None for old in changed.values()),
        unchanged=len(kept) - len(changed),
        forgotten=len(memories) - len(kept),
    )
    if not changed:
        return took, None
    return took, write(writer, Difference(changed, {id: after[id] for id in changed}), names)


def _met(here: Memory | None, come: Memory) -> Memory:
    """The memory once the export's telling of it has come to the one here, which stays itself if that brings nothing."""
    if here is None:
        return come
    if _core(here) == _core(come):
        parts = united((*here.contributions, *come.contributions))
        if parts == here.contributions:
            return here
        return complete(replace(here, contributions=parts, updated_at=come.updated_at))
    if come.key and come.key == here.key:
        raise Conflict(f"the idempotency key {come.key!r} was used for other content here", key=come.key, id=come.id)
    return replace(come, superseded_at=here.superseded_at)


def _core(memory: Memory) -> tuple[object, ...]:
    return (memory.content, memory.project, memory.author, memory.occurred_at, memory.key)


def _take_relations(writer: Writer, edges: Sequence[Edge]) -> Took:
    there = writer.get(sorted({id for edge in edges for id in (edge.source, edge.target)}))
    kept = [edge for edge in edges if edge.source in there and edge.target in there]
    made = [bool(relation_changes(writer, edge).made) for edge in kept]
    return Counter(relation=sum(made), forgotten=len(edges) - len(kept)), None


def _swept(writer: Writer, ids: Sequence[str], names: KnownNames) -> Written | None:
    """What was written so that nothing forgotten is left in these memories, nor in the aliases."""
    steps: list[Counts] = []
    graves = graves_of(writer, (), people_of_aliases(names.aliases))
    gone = [one for one in names.aliases if graves and any(map(graves.hold_person, people_of_aliases([one])))]
    if gone:
        done = change_aliases(writer, (), gone, names)
        steps, names = [done.counts], done.names
    found = writer.get(ids)
    graves = graves_of(writer, found.values())
    left = {id: without_forgotten(memory, graves) for id, memory in found.items()} if graves else {}
    changed = [id for id, memory in left.items() if memory is not found[id]]
    if changed:
        done = write(writer, Difference({id: found[id] for id in changed}, {id: left[id] for id in changed}), names)
        steps, names = [*steps, done.counts], done.names
    return Written(total(steps), names) if steps else None
