"""What is forgotten for good, as methods of `MemoryGraph`: removed, kept out by a tombstone, and wiped from the files."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from graphcue.checks import checked_text, nearest
from graphcue.errors import InvalidInput, NotFound
from graphcue.graph_counters import FOREVER, KEY, counting_only
from graphcue.graph_part import Part
from graphcue.language.folding import fold_name
from graphcue.model import NAME_EDGES, PERSON, Memory
from graphcue.reindexing import abandon
from graphcue.relations.identity import same_keys
from graphcue.relations.people import shown_name
from graphcue.semantic import NOTHING
from graphcue.stores.contract import (
    Alias,
    Changes,
    Counts,
    Description,
    NameNode,
    Reader,
    Session,
    Where,
    Writer,
)
from graphcue.writing.aliases import change_aliases
from graphcue.writing.changes import Difference, Written, total, write
from graphcue.writing.known import NO_NAMES, KnownNames, known_names, memories_naming
from graphcue.writing.merging import complete, without_document
from graphcue.writing.planning import removal
from graphcue.writing.tombstones import (
    DOCUMENT,
    KEY_BYTES,
    MEMORY,
    PERSON_NAME,
    graves_of,
    name_of,
    people_of,
    tombstone,
    tombstone_digest,
    with_people,
    without_forgotten,
    without_people,
)

T = TypeVar("T")
PAGE = 500
ALL = 1_000_000
NO_DIFFERENCE = Difference({}, {})
Grave = tuple[str, str]
"""(kind, what is buried)"""


@dataclass(frozen=True, slots=True)
class Erased:
    """What was forgotten, or would be. `counts` are nodes and edges by kind; `memories` are gone, `changed` stay without what
    the document or person brought to them; `mentions` are memories in whose text the person still stands.

    `wiped`: no byte of it is left in the store's files. Neo4j keeps bytes until it is built again from an export, and an
    SQLite file while another process reads an older revision.
    """

    counts: Counts
    memories: int = 0
    changed: int = 0
    mentions: int = 0
    wiped: bool = False


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What is to be forgotten: the difference it makes, the aliases that go, what gets a tombstone."""

    difference: Difference
    graves: tuple[Grave, ...]
    aliases: tuple[Alias, ...] = ()
    people: tuple[NameNode, ...] = ()


class _Tried(Exception):
    """Carries what a dry run found out of the transaction, which is undone."""

    def __init__(self, erased: Erased) -> None:
        super().__init__()
        self.erased = erased


class Forgetting(Part):
    """Part of `MemoryGraph`."""

    def forget(self, *ids: str, dry_run: bool = False) -> Erased:
        """What was removed with these memories. None of them can come back, from wherever it is told again, before it is
        revived. With `dry_run` nothing is done. Raises NotFound."""
        if not ids:
            raise InvalidInput("name the memories to forget by their ids", field="ids")
        asked = [checked_text("id", id) for id in dict.fromkeys(ids)]
        return self._forget(lambda writer, names: _memories(writer, asked), dry_run)

    def forget_document(self, document: str, *, dry_run: bool = False) -> Erased:
        """What was removed with what a document brought; what stands elsewhere too stays. Nothing can be read from a document
        of that path before it is revived. Raises NotFound."""
        path = checked_text("document", document)
        return self._forget(lambda writer, names: _document(writer, path), dry_run)

    def forget_person(self, person: str, *, with_memories: bool = False, dry_run: bool = False) -> Erased:
        """What was removed with a person, `name@organisation` for one of several of that name: the node, its edges, its
        aliases and the names these give, and every declaration of them; with `with_memories` each memory that was tied to
        the person, whole. Texts that stay are not altered: `mentions` counts those that still name the person.

        Nobody can declare the person before the name is revived. Raises NotFound.
        """
        asked = checked_text("person", person)
        return self._forget(lambda writer, names: _person(writer, names, asked, with_memories), dry_run)

    def forget_namespace(self, *, keep_tombstones: bool = False, dry_run: bool = False) -> Erased:
        """What was removed with the whole namespace, which is as if it had never been. With `keep_tombstones` every memory
        leaves a tombstone, and earlier ones stay, so that no older file can bring one back. Raises UnknownNamespace."""
        described = self._whole()
        if dry_run:
            return Erased(Counts({}, described.counts), described.memories)
        if keep_tombstones:
            return self._forget_all(described)
        abandon(self._store, self.namespace)
        counts = self._store.erase(self.namespace)
        self._names, self._meant.index = NO_NAMES, NOTHING
        return Erased(counts, described.memories, wiped=self._store.wipe())

    def revive(self, id: str | None = None, *, document: str | None = None, person: str | None = None) -> Counts:
        """What was made and removed by taking back the tombstone of a memory, a document or a person's name: from now on it may
        be told again. What was forgotten does not come back by itself. Raises NotFound."""
        given = ((MEMORY, id), (DOCUMENT, document), (PERSON_NAME, person))
        named = [(kind, checked_text(kind, text)) for kind, text in given if text is not None]
        if len(named) != 1:
            raise InvalidInput("name one of: the id of a memory, a document, a person", field="id")
        kind, text = named[0]
        names = text.partition("@")[::2] if kind == PERSON_NAME else (text, "")
        buried = name_of(*names) if kind == PERSON_NAME else text

        def work(writer: Writer) -> tuple[Counts, Written]:
            known = known_names(writer, self._names)
            one = tombstone(writer.describe().tombstone_key, kind, buried)
            if not writer.buried([one]):
                raise NotFound(f"no {kind} {text!r} was forgotten", kind=kind)
            steps = [writer.apply(Changes(drop_tombstones=(one,), fingerprint_delta=-tombstone_digest(one)))]
            if kind == PERSON_NAME:
                done = write(writer, _read_again(writer, names[0], buried), known)
                steps, known = [*steps, done.counts], done.names
            return total(steps), _written(writer, total(steps), known)

        return self._write(work)[0]

    def wipe(self) -> bool:
        """Whether the bytes of all that was ever deleted or forgotten have left the store's files: see `Erased.wiped`."""
        return self._store.wipe()

    def _forget(self, choose: Callable[[Writer, KnownNames], _Chosen], dry_run: bool) -> Erased:
        def work(writer: Writer) -> tuple[Erased, Written]:
            names = known_names(writer, self._names)
            chosen = choose(writer, names)
            done = self._bury(writer, chosen, names)
            erased = _told(writer, chosen, names, done.counts)
            if dry_run:
                raise _Tried(erased)
            return erased, done

        try:
            erased = self._write(work)[0]
        except _Tried as tried:
            return tried.erased
        return replace(erased, wiped=self._leave_nothing())

    def _leave_nothing(self) -> bool:
        """Whether no byte of it is left: neither in conversations that recalled it, nor in other forms of the graph, nor in
        the free parts of the files."""
        self._meant.index = NOTHING
        counters = self._store.read(self.namespace, _counters)
        self._store.drop_sessions(self.namespace)
        if counters:
            self._store.keep(self.namespace, Session(KEY, counters, 1, FOREVER), 0, self._clock())
        abandon(self._store, self.namespace)
        return self._store.wipe()

    def _bury(self, writer: Writer, chosen: _Chosen, names: KnownNames) -> Written:
        steps: list[Counts] = []
        if chosen.aliases:
            unaliased = change_aliases(writer, (), chosen.aliases, names)
            steps, names = [unaliased.counts], unaliased.names
        if chosen.difference.before:
            done = write(writer, chosen.difference, names)
            steps, names = [*steps, done.counts], done.names
        standing = writer.describe().tombstone_key
        key = standing or self._chance(KEY_BYTES).hex()
        wanted = sorted({tombstone(key, kind, text) for kind, text in chosen.graves})
        there = {*writer.buried(wanted)}
        new = tuple(one for one in wanted if one not in there)
        digests = sum(map(tombstone_digest, new))
        steps.append(writer.apply(Changes(add_tombstones=new, tombstone_key=key, fingerprint_delta=digests)))
        return _written(writer, total(steps), names)

    def _forget_all(self, described: Description) -> Erased:
        """Page by page, so that what is broken off can be gone on with."""
        steps: list[Counts] = []

        def part(writer: Writer) -> tuple[bool, Written]:
            names = known_names(writer, self._names)
            page = writer.page(Where(), "oldest", None, PAGE)
            done = self._bury(writer, replace(_memories(writer, page.ids), aliases=names.aliases), names)
            steps.append(done.counts)
            return page.after is not None, done

        while self._write(part)[0]:
            pass
        return Erased(total(steps), described.memories, wiped=self._leave_nothing())

    # what MemoryGraph has

    _chance: Callable[[int], bytes]

    def _whole(self) -> Description:
        return self._store.read(self.namespace, lambda reader: self._there(reader).describe())


def _counters(reader: Reader) -> str:
    """The counters of the memories that are there, as a session's state; '' when nothing is counted."""
    state = reader.session(KEY).state
    return counting_only(state, reader.outlines) if state else ""


def _written(writer: Writer, counts: Counts, names: KnownNames) -> Written:
    """With the names as of this transaction, which tombstones have moved too."""
    return Written(counts, replace(names, revision=writer.describe().revision + 1))


def _told(writer: Writer, chosen: _Chosen, names: KnownNames, counts: Counts) -> Erased:
    gone = len(chosen.difference.gone)
    changed = len(chosen.difference.placed)
    return Erased(counts, gone, changed, _mentions(writer, chosen.people, names))


def _memories(writer: Writer, ids: Sequence[str]) -> _Chosen:
    return _Chosen(removal(writer, ids), tuple((MEMORY, id) for id in ids))


def _document(writer: Writer, path: str) -> _Chosen:
    found = {id: memory for page in _pages(writer, Where(documents=(path,))) for id, memory in page.items()}
    if not found:
        near = nearest(path, writer.listed("Document"))
        raise NotFound(f"no memory was read from {path!r}{near}", document=path)
    left = {id: without_document(memory, path) for id, memory in found.items()}
    return _Chosen(Difference(found, left), ((DOCUMENT, path),))


def _pages(reader: Reader, where: Where) -> Iterator[dict[str, Memory]]:
    after: str | None = None
    while True:
        page = reader.page(where, "oldest", after, PAGE)
        yield reader.get(page.ids)
        after = page.after
        if after is None:
            return


def _person(writer: Writer, names: KnownNames, asked: str, with_memories: bool) -> _Chosen:
    named = _named(names, asked)
    same = same_keys(names.aliases)
    keys = sorted({other for node in named for other in same.get(node.key, {node.key})})
    people = tuple(names.nodes[key] for key in keys)
    whole = () if "@" in asked else {node.key for node in named}
    texts = {name_of(one.name, "" if one.key in whole else one.organisation) for one in people}
    walked = writer.neighbours(keys, NAME_EDGES, "in", ALL)
    tied = writer.get(sorted({edge.source for edges in walked.values() for edge in edges}))
    left = {id: None if with_memories else _without(memory, keys) for id, memory in tied.items()}
    changed = [id for id, memory in tied.items() if left[id] != memory]
    graves = [(PERSON_NAME, text) for text in sorted(texts)]
    graves += [(MEMORY, id) for id in changed if with_memories]
    aliases = tuple(one for one in names.aliases if {one.source, one.target} & {*keys})
    difference = Difference({id: tied[id] for id in changed}, {id: left[id] for id in changed})
    return _Chosen(difference, tuple(graves), aliases, people)


def _named(names: KnownNames, asked: str) -> list[NameNode]:
    """The people of exactly this name. Raises NotFound with the nearest names."""
    name, _, organisation = asked.partition("@")
    people = [node for node in names.nodes.values() if node.label == PERSON]
    found = [node for node in people if node.folded == fold_name(name)]
    if organisation:
        found = [node for node in found if fold_name(node.organisation) == fold_name(organisation)]
    if not found:
        near = nearest(asked, map(shown_name, people))
        raise NotFound(f"no memory names a person {asked!r}{near}", person=asked)
    return found


def _without(memory: Memory, keys: Sequence[str]) -> Memory:
    dead = [one for one in people_of(memory) if one.key in keys]
    return complete(without_people(memory, dead)) if dead else memory


def _mentions(reader: Reader, people: Sequence[NameNode], before: KnownNames) -> int:
    """The number of memories in whose text one of these people stands, as the names of before tell."""
    if not people:
        return 0
    keys = {node.key for node in people}
    gazetteer = before.gazetteer.changed([(node.folded, node.key) for node in people], ())
    found: set[str] = set()
    for folded in sorted({node.folded for node in people}):
        for id, memory in memories_naming(reader, folded).items():
            if any(keys.intersection(one.keys) for one in gazetteer.find(memory.content)):
                found.add(id)
    return len(found)


def _read_again(writer: Writer, name: str, text: str) -> Difference:
    """The memories whose text may declare a person again."""
    before: dict[str, Memory | None] = {}
    after: dict[str, Memory | None] = {}
    for id, memory in memories_naming(writer, fold_name(name)).items():
        told = with_people(memory, [text])
        told = without_forgotten(told, graves_of(writer, [told])) or memory
        if told != memory:
            before[id], after[id] = memory, told
    return Difference(before, after)
