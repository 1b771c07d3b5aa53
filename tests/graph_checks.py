"""Walks the whole graph of a namespace through the contract and compares it with what its memories say.

`check_graph` raises AssertionError for a broken chain, an edge that is missing, dangling or too many, a wrong count, an
orphan node, or a fingerprint that is not the sum of its lines.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from graphcue.graph import MemoryGraph
from graphcue.language.cues import given_key
from graphcue.language.gazetteer import Gazetteer, name_key
from graphcue.model import ENTITY, FOLLOWS, NAME_EDGES, PERSON, RELATIONS, SUPERSEDES, Memory
from graphcue.stores.contract import (
    ALIAS_OF,
    FROM_DOCUMENT,
    HAS_CUE,
    IN_PROJECT,
    TOMBSTONE,
    Alias,
    Description,
    Edge,
    NameNode,
    Reader,
    Where,
)
from graphcue.writing.aliases import alias_digest
from graphcue.writing.changes import cues_of, memory_digest, relation_digest
from graphcue.writing.links import links_of, titles_of
from graphcue.writing.lookups import called_by, numbers_of
from graphcue.writing.names import declared_names, name_edges
from graphcue.writing.tombstones import tombstone_digest

MODULUS = 2**128
ALL = 1_000_000
EDGES = (*NAME_EDGES, IN_PROJECT, FROM_DOCUMENT, *RELATIONS, FOLLOWS)


@dataclass(frozen=True)
class World:
    """Everything that a namespace holds, as plain values; equal worlds are equal graphs."""

    memories: dict[str, Memory]
    postings: dict[str, dict[str, int]]
    edges: tuple[Edge, ...]
    names: tuple[NameNode, ...]
    projects: tuple[str, ...]
    documents: tuple[str, ...]
    described: Description
    tombstones: tuple[str, ...] = ()

    def told(self) -> "World":
        """The same without what tells of transactions and not of what is known."""
        plain = {id: replace(m, revision=0, updated_at=0) for id, m in self.memories.items()}
        described = replace(self.described, revision=0, names_revision=0, language="", tombstone_key="")
        return replace(self, memories=plain, described=described)


def read_world(graph: MemoryGraph) -> World:
    """What the namespace of a memory graph holds."""
    return graph._store.read(graph.namespace, _read)


def check_graph(graph: MemoryGraph) -> World:
    """What it holds, found to be whole."""
    world = read_world(graph)
    check_edges(world)
    check_threads(world)
    check_names(world)
    check_supersession(world)
    check_counts(world)
    return world


def _read(reader: Reader) -> World:
    ids = _pages(reader)
    found = reader.neighbours(ids, EDGES, "out", ALL)
    return World(
        reader.get(sorted(ids)),
        reader.postings(sorted(ids)),
        tuple(sorted((e for edges in found.values() for e in edges), key=lambda e: (*e.identity, e.rule))),
        reader.names(),
        reader.listed("Project"),
        reader.listed("Document"),
        reader.describe(),
        _tombstones(reader),
    )


def _tombstones(reader: Reader) -> tuple[str, ...]:
    """All tombstones, by small pages; each stands when it is looked up."""
    found: list[str] = []
    while page := reader.tombstones(found[-1] if found else "", 3):
        found += page
    assert found == sorted(set(found)) == list(reader.buried([*found, "memory:none"]))
    return tuple(found)


def _pages(reader: Reader) -> list[str]:
    """All ids, by small pages; each id once, as many as every page says there are."""
    ids: list[str] = []
    totals: set[int] = set()
    after: str | None = None
    while True:
        page = reader.page(Where(), "oldest", after, 7)
        ids += page.ids
        totals.add(page.total)
        after = page.after
        if after is None:
            break
    assert len(ids) == len(set(ids)), "a page repeats an id"
    assert totals == {len(ids)}, f"pages count {totals}, and hold {len(ids)}"
    return ids


def check_edges(world: World) -> None:
    """Every own edge that the memories say, none else, and none that ends nowhere."""
    assert len({edge.identity for edge in world.edges}) == len(world.edges), "an edge twice"
    gazetteer = Gazetteer((node.folded, node.key) for node in world.names if not node.organisation)
    wanted = {edge for memory in world.memories.values() for edge in _own(memory, gazetteer)}
    own = {edge for edge in world.edges if edge.type not in (*RELATIONS, FOLLOWS)}
    assert own == wanted, f"missing {sorted(map(str, wanted - own))}, too many {sorted(map(str, own - wanted))}"
    links = {edge for edge in world.edges if edge.type in RELATIONS}
    declared = linked(world.memories)
    assert {e.identity[:3]: _rules(e) - {"relate"} for e in links if _rules(e) != {"relate"}} == declared
    assert all(edge.target in world.memories for edge in links), "a relation to nothing"
    for id, memory in world.memories.items():
        assert world.postings.get(id, {}) == cues_of(memory), f"other cues than {id} gives"


def _own(memory: Memory, gazetteer: Gazetteer) -> Iterable[Edge]:
    yield from name_edges(memory, declared_names(memory), gazetteer)
    if memory.project:
        yield Edge(IN_PROJECT, memory.id, memory.project)
    for document, position in {(place.document, place.position) for place in memory.places}:
        told = [place for place in memory.places if (place.document, place.position) == (document, position)]
        yield Edge(FROM_DOCUMENT, memory.id, document, place=min(told, key=lambda one: (one.line_start, one.line_end)))


def _rules(edge: Edge) -> frozenset[str]:
    return frozenset(edge.rule.split(", "))


def linked(memories: dict[str, Memory]) -> dict[tuple[str, str, str], frozenset[str]]:
    """The relations that links say, worked out over all memories at once: an id, else a title, in one's project first."""
    titles: dict[str, set[str]] = {}
    for memory in memories.values():
        for title in titles_of(memory):
            titles.setdefault(given_key("title", title), set()).add(memory.id)
    numbers: dict[tuple[str, int], set[str]] = {}
    for memory in memories.values():
        for number in {number for name in called_by(memory, titles_of(memory)) for number in numbers_of(name)}:
            numbers.setdefault(number, set()).add(memory.id)
    found: dict[tuple[str, str, str], set[str]] = {}
    for memory in memories.values():
        for link in links_of(memory):
            if link.target in memories and link.target != memory.id:
                targets = {link.target}
            else:
                called = titles.get(given_key("title", link.target), set()) - {memory.id}
                for number in numbers_of(link.target)[:1]:
                    called = called or numbers.get(number, set()) - {memory.id}
                targets = {id for id in called if memories[id].project == memory.project} or called
            for target in targets:
                passive = link.type == "SUPERSEDED_BY"
                key = (SUPERSEDES, target, memory.id) if passive else (link.type, memory.id, target)
                found.setdefault(key, set()).add(link.rule)
    return {key: frozenset(rules) for key, rules in found.items()}


def check_threads(world: World) -> None:
    """One chain a thread, unbroken, in order."""
    threads: dict[str, list[Memory]] = {}
    for memory in world.memories.values():
        if memory.thread:
            threads.setdefault(memory.thread, []).append(memory)
    wanted = set()
    for members in threads.values():
        chain = sorted(members, key=lambda memory: memory.order_key)
        wanted |= {(later.id, earlier.id) for earlier, later in pairwise(chain)}
    assert {(edge.source, edge.target) for edge in world.edges if edge.type == FOLLOWS} == wanted


def check_names(world: World) -> None:
    """A node for each name that a memory or an alias declares and none else, its spellings counted."""
    forms: dict[str, Counter[str]] = {}
    for memory in world.memories.values():
        for one in declared_names(memory):
            said = {f"name:{name.name}" for name in one.names}
            said |= {f"organisation:{name.organisation}" for name in one.names if name.organisation}
            said |= {f"kind:{name.kind}" for name in one.names if name.kind}
            forms.setdefault(one.key, Counter()).update(said)
    for key, name, organisation in (end for alias in world.described.aliases for end in ends_of(alias)):
        said = {f"name:{name}", *([f"organisation:{organisation}"] if organisation else [])}
        forms.setdefault(key, Counter()).update(said)
    assert {node.key: dict(node.forms) for node in world.names} == {key: dict(found) for key, found in forms.items()}


def ends_of(alias: Alias) -> list[tuple[str, str, str]]:
    """(key, name, organisation) of both names of an alias; projects have no node of a name."""
    label = {"person": PERSON, "entity": ENTITY}.get(alias.kind)
    if label is None:
        assert (alias.source, alias.target) == ("", ""), "an alias of a project leads to a name"
        return []
    parts = [text.partition("@") for text in (alias.alias, alias.name)]
    found = [(name_key(label, name, organisation), name, organisation) for name, _, organisation in parts]
    assert [key for key, _, _ in found] == [alias.source, alias.target], "an alias leads to another name than it says"
    return found


def check_supersession(world: World) -> None:
    """`superseded_at` is the time of the first memory that supersedes it."""
    for id, memory in world.memories.items():
        above = [e.source for e in world.edges if e.type == SUPERSEDES and e.target == id]
        first = min((world.memories[source].order_time for source in above), default=None)
        assert memory.superseded_at == first, f"{id} is superseded at {memory.superseded_at}, not {first}"


def check_counts(world: World) -> None:
    """The namespace's own numbers equal what it holds; `Cue`, `Project` and `Document` nodes are not lonely."""
    counts = Counter(edge.type for edge in world.edges)
    counts["Memory"] = len(world.memories)
    counts[ALIAS_OF] = len(world.described.aliases)
    counts[TOMBSTONE] = len(world.tombstones)
    counts[PERSON] = sum(node.label == PERSON for node in world.names)
    counts[ENTITY] = sum(node.label == ENTITY for node in world.names)
    counts[HAS_CUE] = sum(map(len, world.postings.values()))
    counts["Cue"] = len({key for cues in world.postings.values() for key in cues})
    assert set(world.projects) == {memory.project for memory in world.memories.values() if memory.project}
    assert set(world.documents) == {p.document for memory in world.memories.values() for p in memory.places}
    counts["Project"], counts["Document"] = len(world.projects), len(world.documents)
    assert dict(world.described.counts) == {name: n for name, n in sorted(counts.items()) if n}
    total = sum(map(memory_digest, world.memories.values())) + sum(map(relation_digest, world.edges))
    total += sum(map(alias_digest, world.described.aliases)) + sum(map(tombstone_digest, world.tombstones))
    assert world.described.fingerprint == total % MODULUS
