"""One write, from memories before and after to the changes of the graph, within one transaction."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from graphcue.language import LANGUAGE_VERSION
from graphcue.language.cues import memory_cues
from graphcue.language.gazetteer import Gazetteer
from graphcue.language.words import versioned
from graphcue.model import NAME_EDGES, RELATIONS, SUPERSEDES, Memory
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Changes, Counts, Edge, Writer
from graphcue.stores.serial import contributions_to_text
from graphcue.writing.identity import line_digest, memory_line, relation_line
from graphcue.writing.known import KnownNames, bare, memories_naming
from graphcue.writing.links import (
    DECLARED_BY_CALL,
    link_edges,
    links_of,
    passive_targets,
    superseded_at,
    times_matter,
    titles_of,
    waiting_for,
)
from graphcue.writing.lookups import lookup_cues
from graphcue.writing.names import adjusted, declared_names, name_edges
from graphcue.writing.threads import chained, spot, unchained

OWN_EDGES = (*NAME_EDGES, IN_PROJECT, FROM_DOCUMENT, *RELATIONS)


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: counts of nodes and edges, and the names as they are afterwards."""

    counts: Counts
    names: KnownNames


@dataclass(frozen=True, slots=True)
class Difference:
    """The memories that a write touches, by id: as they were and as they shall be; None: absent."""

    before: Mapping[str, Memory | None]
    after: Mapping[str, Memory | None]

    def triples(self) -> Iterator[tuple[str, Memory | None, Memory | None]]:
        """(id, before, after) of each."""
        return ((id, old, self.after[id]) for id, old in self.before.items())

    @property
    def gone(self) -> tuple[Memory, ...]:
        """What is to be removed."""
        return tuple(old for id, old in self.before.items() if old and self.after[id] is None)

    @property
    def placed(self) -> tuple[Memory, ...]:
        """What is new or changed."""
        return tuple(new for new in self.after.values() if new)


def moved(difference: Difference) -> frozenset[str]:
    """The ids whose place in a thread is new, another, or gone."""
    spots = ((id, old and spot(old), new and spot(new)) for id, old, new in difference.triples())
    return frozenset(id for id, was, now in spots if was != now)


def write(writer: Writer, difference: Difference, names: KnownNames) -> Written:
    """Makes the graph what the memories of the difference say, and everything that hangs on them."""
    names, shifting, name_changes = _names(writer, difference, names)
    spots = [place for part in (difference.before, difference.after) for m in part.values() if m and (place := spot(m))]
    moving = moved(difference)
    leaving = unchained(writer, [id for id in moving if difference.before[id]])
    first = _memories(writer, difference, names)
    steps = [
        writer.apply(
            replace(
                first,
                put_names=name_changes.put_names,
                drop_edges=(*leaving, *first.drop_edges),
                fingerprint_delta=_fingerprint(difference, first.drop_edges),
                language=versioned(LANGUAGE_VERSION),
            )
        )
    ]
    relinked = _relinked(writer, difference)
    renamed = renamed_mentions(writer, difference, shifting, names)
    steps.append(applied(writer, replace(_joined(relinked, renamed), drop_names=name_changes.drop_names)))
    arrived = [memory.id for memory in difference.placed if memory.id in moving]
    steps.append(applied(writer, chained(writer, arrived, spots)))
    steps.append(applied(writer, _superseded(writer, difference, (first, relinked))))
    return Written(total(steps), names)


def applied(writer: Writer, changes: Changes) -> Counts:
    """What the changes made and removed; nothing is asked of the store when there are none."""
    return writer.apply(changes) if changes != Changes() else Counts()


def _names(writer: Writer, difference: Difference, names: KnownNames) -> tuple[KnownNames, tuple[str, ...], Changes]:
    """(names afterwards, folded names that texts may now mean or no longer mean, changes of their nodes)"""
    gone = [one for old in difference.before.values() if old for one in declared_names(old)]
    come = [one for new in difference.placed for one in declared_names(new)]
    put, drop = adjusted(dict(names.nodes), gone, come)
    if not put and not drop:
        return names, (), Changes()
    shifting = [node for node in put if node.key not in names.nodes] + [names.nodes[key] for key in drop]
    after = names.changed(put, drop, writer.describe().revision + 1)
    folded = tuple(sorted({node.folded for node in shifting if bare(node)}))
    return after, folded, Changes(put_names=put, drop_names=drop)


def _memories(writer: Writer, difference: Difference, names: KnownNames) -> Changes:
    """Nodes, postings and own edges of the touched memories, without those to other memories."""
    ids = list(difference.before)
    postings = writer.postings(ids)
    edges = writer.neighbours(ids, OWN_EDGES, "out", 1_000_000)
    lost = [memory.id for memory in difference.gone]
    inward = writer.neighbours(lost, RELATIONS, "in", 1_000_000)
    drop_edges = {edge for found in inward.values() for edge in found}
    drop_postings: list[tuple[str, str]] = []
    add_postings: list[tuple[str, str, int]] = []
    add_edges: list[Edge] = []
    for id, new in difference.after.items():
        had, wanted = postings.get(id, {}), cues_of(new) if new else {}
        drop_postings += [(id, key) for key, weight in had.items() if wanted.get(key) != weight]
        add_postings += [(id, key, weight) for key, weight in wanted.items() if had.get(key) != weight]
        standing = set(edges.get(id, ()))
        keep = {edge for edge in standing if new and edge.type in RELATIONS}
        own = own_edges(new, names.gazetteer) if new else set()
        drop_edges |= standing - own - keep
        add_edges += own - standing
    return Changes(
        put_memories=difference.placed,
        drop_memories=tuple(lost),
        add_postings=tuple(add_postings),
        drop_postings=tuple(drop_postings),
        add_edges=_sorted(add_edges),
        drop_edges=_sorted(drop_edges),
    )


def cues_of(memory: Memory) -> dict[str, int]:
    """Cue key → weight of all that leads to a memory, sorted: what its text says, and what it is looked up by."""
    targets = sorted({link.target for link in links_of(memory)})
    titles = titles_of(memory)
    cues = memory_cues(memory.content, memory.cues, memory.tags, titles, targets, occurred_at=memory.occurred_at)
    return dict(sorted((cues | lookup_cues(memory, titles, targets)).items()))


def own_edges(memory: Memory, gazetteer: Gazetteer) -> set[Edge]:
    """The edges of a memory to names, to its project and to its documents."""
    edges = set(name_edges(memory, declared_names(memory), gazetteer))
    if memory.project:
        edges.add(Edge(IN_PROJECT, memory.id, memory.project))
    # two writings may tell one position by other lines: the first of them is shown on the edge
    places = {(place.document, place.position): place for place in reversed(memory.places)}
    return edges | {Edge(FROM_DOCUMENT, memory.id, place.document, place=place) for place in places.values()}


def _relinked(writer: Writer, difference: Difference) -> Changes:
    """The edges between memories: of those touched, and of those whose links are about one of them."""
    touched = [memory for part in (difference.before, difference.after) for memory in part.values() if memory]
    linking = {memory.id: memory for memory in difference.placed}
    linking |= writer.get([id for id in waiting_for(writer, touched) if id not in linking])
    # a link may say "superseded by": then its edge leads from the other end
    walked = writer.neighbours(list(linking), [SUPERSEDES], "in", 1_000_000)
    other = {edge.source for edges in walked.values() for edge in edges} | passive_targets(writer, linking.values())
    sources = linking | writer.get(sorted(other - linking.keys()))
    standing = writer.neighbours(list(sources), RELATIONS, "out", 1_000_000)
    had = {edge for edges in standing.values() for edge in edges}
    wanted = link_edges(writer, sources.values(), had)
    return Changes(add_edges=_sorted(wanted - had), drop_edges=_sorted(had - wanted))


def renamed_mentions(writer: Writer, difference: Difference, shifting: Iterable[str], names: KnownNames) -> Changes:
    """The MENTIONS edges of older memories in whose text a new or lost name stands: they may be to it, or to another
    name that stood or now stands in the same place."""
    found = {id: memory for name in shifting for id, memory in memories_naming(writer, name).items()}
    older = {id: memory for id, memory in sorted(found.items()) if id not in difference.after}
    standing = writer.neighbours(list(older), NAME_EDGES, "out", 1_000_000)
    add: list[Edge] = []
    drop: list[Edge] = []
    for id, memory in older.items():
        had = set(standing.get(id, ()))
        wanted = set(name_edges(memory, declared_names(memory), names.gazetteer))
        drop += had - wanted
        add += wanted - had
    return Changes(add_edges=_sorted(add), drop_edges=_sorted(drop))


def _superseded(writer: Writer, difference: Difference, steps: Iterable[Changes]) -> Changes:
    edges = [edge for step in steps for edge in (*step.add_edges, *step.drop_edges)]
    targets = {edge.target for edge in edges if edge.type == SUPERSEDES}
    later = [id for id, old in difference.before.items() if times_matter(old, difference.after[id])]
    walked = writer.neighbours(later, [SUPERSEDES], "out", 1_000_000)
    targets |= {edge.target for found in walked.values() for edge in found}
    return Changes(superseded=superseded_at(writer, targets))


def _fingerprint(difference: Difference, dropped: Iterable[Edge]) -> int:
    come = sum(memory_digest(memory) for memory in difference.placed)
    gone = sum(memory_digest(memory) for memory in difference.before.values() if memory)
    relations = sum(relation_digest(edge) for edge in dropped)
    return come - gone - relations


def memory_digest(memory: Memory) -> int:
    """The memory's share of the fingerprint."""
    return line_digest(memory_line(memory, contributions_to_text(memory.contributions)))


def relation_digest(edge: Edge) -> int:
    """The share of the fingerprint of a relation that a call declared; 0 for every other edge."""
    if DECLARED_BY_CALL not in edge.rule.split(", "):
        return 0
    return line_digest(relation_line(edge.type, edge.source, edge.target))


def _joined(one: Changes, other: Changes) -> Changes:
    return Changes(
        add_edges=_sorted({*one.add_edges, *other.add_edges}), drop_edges=_sorted({*one.drop_edges, *other.drop_edges})
    )


def _sorted(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    return tuple(sorted(edges, key=lambda edge: edge.identity))


def total(steps: Iterable[Counts]) -> Counts:
    """What all steps of a write made and removed."""
    made: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    for step in steps:
        made.update(step.made)
        removed.update(step.removed)
    return Counts(dict(sorted(made.items())), dict(sorted(removed.items())))


def relation_changes(writer: Writer, edge: Edge) -> Counts:
    """What declaring a relation made: the edge, or one more rule on the edge that is there."""
    standing = writer.neighbours([edge.source], [edge.type], "out", 1_000_000).get(edge.source, ())
    old = next((one for one in standing if one.target == edge.target), None)
    if old and relation_digest(old):
        return Counts()
    rule = ", ".join(sorted({*(old.rule.split(", ") if old else ()), DECLARED_BY_CALL}))
    made = replace(edge, rule=rule)
    step = Changes(
        add_edges=(made,),
        drop_edges=(old,) if old else (),
        fingerprint_delta=relation_digest(made),
        language=versioned(LANGUAGE_VERSION),
    )
    counts = [writer.apply(step)]
    if edge.type == SUPERSEDES:
        counts.append(applied(writer, Changes(superseded=superseded_at(writer, [edge.target]))))
    return total(counts)
