"""What a namespace should hold, worked out from its memories alone, beside what it holds: each difference with what mends
it. Memories are read a page at a time, oldest first, so that each stands behind the one that it follows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from graphcue.errors import GraphcueError, StoreError
from graphcue.language.gazetteer import Gazetteer
from graphcue.model import FOLLOWS, NAME_EDGES, RELATIONS, Memory
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Changes, Edge, NameNode, Reader, Where
from graphcue.writing.aliases import alias_digest, names_of
from graphcue.writing.changes import cues_of, memory_digest, own_edges, relation_digest
from graphcue.writing.known import bare
from graphcue.writing.links import link_edges, superseded_at
from graphcue.writing.merging import complete
from graphcue.writing.names import Declared, adjusted, declared_names
from graphcue.writing.tombstones import tombstone_digest

PAGE = 500
MODULUS = 2**128
EVERY = 1_000_000
NOTHING = Changes()
OWN = (*NAME_EDGES, IN_PROJECT, FROM_DOCUMENT)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it should be: its kind (see `doctor.KINDS`), which one, and the changes that mend it."""

    kind: str
    case: str
    mending: Changes = NOTHING


@dataclass(frozen=True, slots=True)
class Wanted:
    """What all memories together declare: the nodes of their names, and the fingerprint without relations; `unreadable`
    are the ids of those that cannot be read."""

    names: Mapping[str, NameNode]
    gazetteer: Gazetteer
    digest: int
    unreadable: tuple[str, ...]


def faults(reader: Reader, now: int) -> Iterator[tuple[Fault, ...]]:
    """The faults of a namespace, page by page; those of its names first, those of the whole last."""
    wanted = _wanted(reader)
    if wanted.unreadable:  # what the others should be cannot be known then
        yield tuple(Fault("unreadable", id) for id in wanted.unreadable)
        return
    standing = {node.key: node for node in reader.names()}
    yield tuple(_names(wanted.names, standing))
    last: dict[str, str] = {}
    digest = wanted.digest
    for page in _pages(reader):
        memories = _readable(reader, page)
        edges = reader.neighbours(list(memories), (*OWN, *RELATIONS, FOLLOWS), "out", EVERY)
        yield (
            *_memories(memories, now),
            *_postings(reader, memories),
            *_own(memories, edges, wanted.gazetteer),
            *_links(reader, memories, edges),
            *_threads(memories, edges, last),
            *_supersession(reader, memories),
        )
        digest += sum(relation_digest(edge) for found in edges.values() for edge in found)
    yield (
        *(
            Fault("names", node.name, Changes(drop_names=(key,)))
            for key, node in standing.items()
            if key not in wanted.names
        ),
        *_fingerprint(reader, digest),
    )


def _pages(reader: Reader) -> Iterator[tuple[str, ...]]:
    after: str | None = None
    while True:
        page = reader.page(Where(), "oldest", after, PAGE)
        yield page.ids
        if page.after is None:
            return
        after = page.after


def _readable(reader: Reader, ids: Sequence[str]) -> dict[str, Memory]:
    """The memories that can be read; one that cannot hides no other."""
    try:
        return reader.get(ids)
    except StoreError:
        found: dict[str, Memory] = {}
        for id in ids:
            try:
                found.update(reader.get([id]))
            except StoreError:
                continue
        return found


def _wanted(reader: Reader) -> Wanted:
    digest = 0
    unreadable: list[str] = []

    def declared() -> Iterator[Declared]:
        nonlocal digest
        for page in _pages(reader):
            found = _readable(reader, page)
            unreadable.extend(id for id in page if id not in found)
            for memory in found.values():
                digest += memory_digest(memory)
                yield from declared_names(memory)

    aliases = reader.describe().aliases
    nodes = {node.key: node for node in adjusted({}, (), chain(declared(), names_of(aliases)))[0]}
    gazetteer = Gazetteer((node.folded, node.key) for node in nodes.values() if bare(node))
    return Wanted(nodes, gazetteer, digest + sum(map(alias_digest, aliases)) + buried_digest(reader), tuple(unreadable))


def _names(wanted: Mapping[str, NameNode], standing: Mapping[str, NameNode]) -> Iterator[Fault]:
    for key, node in sorted(wanted.items()):
        if standing.get(key) != node:
            yield Fault("names", node.name, Changes(put_names=(node,)))


def _memories(memories: Mapping[str, Memory], now: int) -> Iterator[Fault]:
    before = ""
    for id, memory in memories.items():
        if memory.recorded_at > now:
            yield Fault("future", id)
        made = _completed(memory)
        if made != memory or memory.order_key < before:
            yield Fault("memories", id, Changes(put_memories=(made,)))
        before = max(before, memory.order_key)


def _completed(memory: Memory) -> Memory:
    """The memory with what follows from its contributions, as it was where these contradict each other."""
    try:
        return complete(memory)
    except GraphcueError:
        return memory


def _postings(reader: Reader, memories: Mapping[str, Memory]) -> Iterator[Fault]:
    standing = reader.postings(list(memories))
    for id, memory in memories.items():
        had, wanted = standing.get(id, {}), cues_of(memory)
        if had != wanted:
            drop = tuple((id, key) for key, weight in had.items() if wanted.get(key) != weight)
            add = tuple((id, key, weight) for key, weight in wanted.items() if had.get(key) != weight)
            yield Fault("cues", id, Changes(drop_postings=drop, add_postings=add))


def _own(memories: Mapping[str, Memory], edges: Mapping[str, Sequence[Edge]], gazetteer: Gazetteer) -> Iterator[Fault]:
    for id, memory in memories.items():
        had = {edge for edge in edges.get(id, ()) if edge.type in OWN}
        yield from _edges("edges", had, own_edges(memory, gazetteer))


def _links(reader: Reader, memories: Mapping[str, Memory], edges: Mapping[str, Sequence[Edge]]) -> Iterator[Fault]:
    had = {edge for found in edges.values() for edge in found if edge.type in RELATIONS}
    yield from _edges("edges", had, link_edges(reader, memories.values(), had))


def _threads(
    memories: Mapping[str, Memory], edges: Mapping[str, Sequence[Edge]], last: dict[str, str]
) -> Iterator[Fault]:
    """`last` are the memories met last, by thread."""
    for id, memory in memories.items():
        had = {edge for edge in edges.get(id, ()) if edge.type == FOLLOWS}
        before = last.get(memory.thread) if memory.thread else None
        yield from _edges("chains", had, {Edge(FOLLOWS, id, before)} if before else set())
        if memory.thread:
            last[memory.thread] = id


def _edges(kind: str, had: set[Edge], wanted: set[Edge]) -> Iterator[Fault]:
    drop, add = sorted(had - wanted, key=_identity), sorted(wanted - had, key=_identity)
    for edge in {edge.identity: edge for edge in (*drop, *add)}.values():
        gone = tuple(one for one in drop if one.identity == edge.identity)
        come = tuple(one for one in add if one.identity == edge.identity)
        yield Fault(kind, f"{edge.source} {edge.type} {edge.target}", Changes(drop_edges=gone, add_edges=come))


def _identity(edge: Edge) -> tuple[str, str, str, int]:
    return edge.identity


def _supersession(reader: Reader, memories: Mapping[str, Memory]) -> Iterator[Fault]:
    for id, moment in superseded_at(reader, memories):
        yield Fault("superseded", id, Changes(superseded=((id, moment),)))


def _fingerprint(reader: Reader, digest: int) -> Iterator[Fault]:
    delta = (digest - reader.describe().fingerprint) % MODULUS
    if delta:
        yield Fault("fingerprint", f"{digest % MODULUS:032x} it should be", Changes(fingerprint_delta=delta))


def buried_digest(reader: Reader) -> int:
    """The share of all tombstones in the fingerprint."""
    digest, after = 0, ""
    while found := reader.tombstones(after, PAGE):
        digest += sum(map(tombstone_digest, found))
        after = found[-1]
    return digest


def joined(found: Sequence[Fault]) -> Changes:
    """What mends all of a page at once."""
    steps = [fault.mending for fault in found]
    return Changes(
        put_memories=tuple(one for step in steps for one in step.put_memories),
        put_names=tuple(one for step in steps for one in step.put_names),
        drop_names=tuple(one for step in steps for one in step.drop_names),
        add_postings=tuple(one for step in steps for one in step.add_postings),
        drop_postings=tuple(one for step in steps for one in step.drop_postings),
        add_edges=tuple(one for step in steps for one in step.add_edges),
        drop_edges=tuple(one for step in steps for one in step.drop_edges),
        superseded=tuple(one for step in steps for one in step.superseded),
        fingerprint_delta=sum(step.fingerprint_delta for step in steps),
    )
