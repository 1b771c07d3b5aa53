"""A namespace's graph worked out anew from what was told: `graphcue reindex`, for new rules or dictionaries.

The new form is made beside the one in use, in a namespace of its own (see `model.form_name`), page by page; then it takes the
other's place in one transaction. Until then everybody is answered from the old form, from then on from the new one. A
reindex that was broken off goes on where it stopped, since what stands already is not written again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from graphcue.doctor_contents import buried_digest
from graphcue.errors import Conflict, GraphcueError, UnknownNamespace
from graphcue.language import LANGUAGE_VERSION
from graphcue.language.words import versioned
from graphcue.model import RELATIONS, Memory, form_name
from graphcue.stores.contract import Changes, Description, Edge, Reader, Store, Where, Writer
from graphcue.writing.aliases import change_aliases
from graphcue.writing.changes import Difference, relation_changes, relation_digest, write
from graphcue.writing.known import NO_NAMES, KnownNames, known_names
from graphcue.writing.links import DECLARED_BY_CALL
from graphcue.writing.merging import complete

PAGE = 500
MODULUS = 2**128
PASSES = 20
"""How often what was written meanwhile is caught up with, before writers have to be asked for a pause."""
EVERY = 1_000_000
Progress = Callable[[int, int], None]
Ending = Literal["done", "moved", "differs"]


@dataclass(frozen=True, slots=True)
class Reindexed:
    """How many memories the new form holds, under which version of rules and dictionaries, and what they were under."""

    memories: int
    language: str
    before: str
    fingerprint: int


def reindex(store: Store, namespace: str, on_progress: Progress | None = None) -> Reindexed:
    """What was made. `on_progress` hears (memories done, memories in all).

    Raises UnknownNamespace, and Conflict when the namespace is written to all the time, or is not whole.
    """
    start = store.read(namespace, described)
    if not start.revision:
        raise UnknownNamespace(f"nothing was ever written into namespace {namespace!r}", namespace=namespace)
    store.sweep(namespace)
    _passes(store, namespace, start.form, on_progress)
    store.sweep(namespace)
    done = store.read(namespace, described)
    return Reindexed(done.memories, done.language, start.language, done.fingerprint)


def abandon(store: Store, namespace: str) -> None:
    """Nothing; neither a form in the making nor an earlier one is left, with what they may hold of memories that were
    forgotten. A reindex that is under way begins anew."""
    store.sweep(namespace)
    making = form_name(namespace, store.read(namespace, described).form + 1)
    if store.read(making, described).revision:
        store.erase(making)


def described(reader: Reader) -> Description:
    """The numbers of a namespace."""
    return reader.describe()


def _passes(store: Store, namespace: str, form: int, on_progress: Progress | None) -> None:
    """Nothing; the new form has taken its place, made by this process or by another that does the same."""
    making = form_name(namespace, form + 1)
    _begin(store, making)
    builder = _Builder(store, namespace, making)
    differed = False
    for _ in range(PASSES):
        seen = store.read(namespace, described)
        if seen.form != form:
            return
        builder.catch_up(on_progress)
        made = store.read(making, described)
        ending = store.write(namespace, partial(_ending, seen=seen, made=made))
        if ending == "done":
            return
        if ending == "differs":
            if differed:
                raise Conflict(
                    f"namespace {namespace!r} is not whole, so its new form differs from it: run graphcue doctor --fix",
                    namespace=namespace,
                )
            differed = True
            store.erase(making)
            _begin(store, making)
            builder = _Builder(store, namespace, making)
    raise Conflict(
        f"namespace {namespace!r} is written to all the time: run graphcue reindex again when it is quieter; "
        "what was done is kept",
        namespace=namespace,
    )


def _begin(store: Store, making: str) -> None:
    """Nothing; the form in the making is of the rules in force. One that was begun under others is begun anew."""
    language = versioned(LANGUAGE_VERSION)
    if store.read(making, described).language not in ("", language):
        store.erase(making)
    store.write(making, lambda writer: writer.apply(Changes(language=language)))


def _ending(writer: Writer, seen: Description, made: Description) -> Ending:
    """Whether the new form has taken its place: not if the namespace was written to since it was seen, nor if the form does
    not hold just what was told."""
    now = writer.describe()
    if now.revision != seen.revision:
        return "moved"
    if (made.fingerprint + buried_digest(writer) - now.fingerprint) % MODULUS:
        return "differs"
    writer.adopt()
    return "done"


class _Builder:
    """Brings the form in the making up to what the namespace holds, a page a transaction."""

    def __init__(self, store: Store, namespace: str, making: str) -> None:
        self._store = store
        self._namespace = namespace
        self._making = making
        self._names: KnownNames = NO_NAMES

    def catch_up(self, on_progress: Progress | None) -> None:
        """Nothing; the form holds what the namespace held meanwhile."""
        self._drop_what_is_gone()
        total, done = self._store.read(self._namespace, described).memories, 0
        for memories in self._pages(self._namespace):
            self._keep({id: _completed(memory) for id, memory in memories.items()})
            done += len(memories)
            if on_progress:
                on_progress(done, max(total, done))
        for memories in self._pages(self._namespace):
            self._relate(list(memories))
        self._alias()

    def _pages(self, namespace: str) -> Iterator[Mapping[str, Memory]]:
        after: str | None = None
        while True:
            memories, after = self._store.read(namespace, partial(_page, after=after))
            yield memories
            if after is None:
                return

    def _drop_what_is_gone(self) -> None:
        for memories in self._pages(self._making):
            there = self._store.read(self._namespace, partial(_outlines, ids=list(memories)))
            gone = {id: memory for id, memory in memories.items() if id not in there}
            if gone:
                self._write(Difference(gone, dict.fromkeys(gone)))

    def _keep(self, wanted: Mapping[str, Memory]) -> None:
        there = self._store.read(self._making, lambda reader: reader.get(list(wanted)))
        kept: dict[str, Memory | None] = {}
        for id, memory in wanted.items():
            old = there.get(id)
            if old is None or _told(old) != _told(memory):
                kept[id] = replace(memory, superseded_at=old.superseded_at if old else None)
        if kept:
            self._write(Difference({id: there.get(id) for id in kept}, kept))

    def _write(self, difference: Difference) -> None:
        def work(writer: Writer) -> KnownNames:
            return write(writer, difference, known_names(writer, self._names)).names

        self._names = self._store.write(self._making, work)

    def _relate(self, ids: list[str]) -> None:
        wanted = self._store.read(self._namespace, partial(_declared, ids=ids))
        standing = self._store.read(self._making, partial(_declared, ids=ids))
        for type, source, target in sorted(wanted - standing):
            edge = Edge(type, source, target, DECLARED_BY_CALL)
            self._store.write(self._making, partial(relation_changes, edge=edge))

    def _alias(self) -> None:
        wanted = set(self._store.read(self._namespace, described).aliases)
        standing = set(self._store.read(self._making, described).aliases)

        def work(writer: Writer) -> KnownNames:
            names = known_names(writer, self._names)
            return change_aliases(writer, sorted(wanted - standing), sorted(standing - wanted), names).names

        if wanted != standing:
            self._names = self._store.write(self._making, work)


def _page(reader: Reader, after: str | None) -> tuple[Mapping[str, Memory], str | None]:
    page = reader.page(Where(), "oldest", after, PAGE)
    return reader.get(page.ids), page.after


def _outlines(reader: Reader, ids: Sequence[str]) -> Mapping[str, object]:
    return reader.outlines(ids)


def _declared(reader: Reader, ids: Sequence[str]) -> set[tuple[str, str, str]]:
    """(type, source, target) of the relations from these memories that a call declared."""
    found = reader.neighbours(ids, RELATIONS, "out", EVERY)
    edges = (edge for edges in found.values() for edge in edges if relation_digest(edge))
    return {(edge.type, edge.source, edge.target) for edge in edges}


def _completed(memory: Memory) -> Memory:
    """The memory as the rules in force see it; as it was, where its contributions contradict each other by them."""
    bare = replace(memory, superseded_at=None, revision=0)
    try:
        return complete(bare)
    except GraphcueError:
        return bare


def _told(memory: Memory) -> Memory:
    """A memory without its stamps and what follows from others."""
    return replace(memory, superseded_at=None, updated_at=0, revision=0)
