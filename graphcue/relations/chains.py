"""Walks between memories: lines of supersession, causes and effects, the shortest path between two nodes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphcue.language.fields import read_facts
from graphcue.language.references import references_of
from graphcue.language.sentences import sentences_of
from graphcue.model import NAME_EDGES, RELATIONS, SUPERSEDES, Memory
from graphcue.stores.contract import IN_PROJECT, Edge, Reader

CAUSED_BY = "CAUSED_BY"
FARTHEST = 200
"""Steps that a walk takes at most."""
WIDEST = 10_000


@dataclass(frozen=True, slots=True)
class Walked:
    """One edge of an answer, and the sentence of the source's text that it rests on; '' where a call or a field of
    another memory declared it. `depth` counts the edges from where the walk began."""

    edge: Edge
    sentence: str
    depth: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The memories that a walk reached, in order, the edges it took, and the edges that would have closed a cycle."""

    ids: tuple[str, ...]
    steps: tuple[Walked, ...]
    cycles: tuple[Edge, ...] = ()


def chain(reader: Reader, id: str) -> Chain:
    """The line of supersession through a memory, both ways, by time: what it superseded, and what superseded it."""
    below = _walk(reader, id, (SUPERSEDES,), "out")
    above = _walk(reader, id, (SUPERSEDES,), "in")
    edges = {step.edge.identity: step for part in (below, above) for step in part.steps}
    cycles = {edge.identity: edge for part in (below, above) for edge in part.cycles}
    memories = reader.get([*dict.fromkeys((id, *below.ids, *above.ids))])
    ordered = sorted(memories.values(), key=lambda memory: memory.order_key)
    steps = sorted(edges.values(), key=lambda step: (memories[step.edge.source].order_key, step.edge.identity))
    return Chain(tuple(memory.id for memory in ordered), tuple(steps), tuple(cycles[key] for key in sorted(cycles)))


def why(reader: Reader, id: str) -> Chain:
    """The causes of a memory, transitively, the nearest first."""
    return _walk(reader, id, (CAUSED_BY,), "out")


def consequences(reader: Reader, id: str) -> Chain:
    """What a memory caused, transitively, the nearest first."""
    return _walk(reader, id, (CAUSED_BY,), "in")


def _walk(reader: Reader, start: str, types: Sequence[str], direction: str) -> Chain:
    """Level by level; within a level by the order of the store. An edge back to where its path came from closes a cycle."""
    came: dict[str, str | None] = {start: None}
    steps: list[tuple[Edge, int]] = []
    cycles: list[Edge] = []
    level, depth = [start], 0
    while level and depth < FARTHEST:
        depth += 1
        found = reader.neighbours(level, types, "out" if direction == "out" else "in", WIDEST)
        following: dict[str, None] = {}
        for here in level:
            for edge in found.get(here, ()):
                other = edge.target if direction == "out" else edge.source
                if other in _path(came, here):
                    cycles.append(edge)
                    continue
                steps.append((edge, depth))
                if other not in came:
                    came[other] = here
                    following[other] = None
        level = list(following)
    return Chain(tuple(came), _with_sentences(reader, steps), tuple(cycles))


def _path(came: Mapping[str, str | None], id: str) -> set[str]:
    found: set[str] = set()
    at: str | None = id
    while at is not None and at not in found:
        found.add(at)
        at = came[at]
    return found


def _with_sentences(reader: Reader, steps: Iterable[tuple[Edge, int]]) -> tuple[Walked, ...]:
    taken = list(steps)
    memories = reader.get(sorted({id for edge, _ in taken for id in (edge.source, edge.target)}))
    return tuple(Walked(edge, _sentence(memories, edge), depth) for edge, depth in taken)


def _sentence(memories: Mapping[str, Memory], edge: Edge) -> str:
    """The sentence in which the source names the target, or the target the source."""
    source, target = memories.get(edge.source), memories.get(edge.target)
    if source is None or target is None:
        return ""
    return _naming(source, target) or _naming(target, source)


def _naming(memory: Memory, other: Memory) -> str:
    """The first sentence with a title of the other memory, or with its number however it is padded."""
    titles = {title for part in other.contributions for title in part.titles} | {other.id}
    titles |= set(read_facts(other.content).titles)
    numbers = {target for title in titles for target, _ in references_of(title)}
    for sentence in sentences_of(memory.content):
        if any(title in sentence for title in titles) or numbers & {target for target, _ in references_of(sentence)}:
            return sentence
    return ""


@dataclass(frozen=True, slots=True)
class Path:
    """The shortest path between two nodes: its nodes (ids of memories, keys of names, projects), and its edges in order.
    Empty where there is none; `passed_over` counts the hubs that were not walked through."""

    nodes: tuple[str, ...]
    steps: tuple[Walked, ...]
    passed_over: int = 0


def path(reader: Reader, ends: tuple[Sequence[str], Sequence[str]], hub: int) -> Path:
    """The shortest path from one of the first ends to one of the second, through names, memories and declared
    relations; nodes that more than `hub` edges lead to are not walked through. Among equals the first in order of ids."""
    first, goal = ends
    came: dict[str, tuple[str, Edge] | None] = dict.fromkeys(sorted(first))
    level = list(came)
    hubs: set[str] = set()
    while level and not set(came) & set(goal) and len(came) < WIDEST:
        level = _next_level(reader, level, came, (hub, hubs, frozenset((*first, *goal))))
    reached = [node for node in goal if node in came]
    if not reached:
        return Path((), (), len(hubs))
    return _traced(reader, came, min(reached), len(hubs))


def _next_level(
    reader: Reader,
    level: Sequence[str],
    came: dict[str, tuple[str, Edge] | None],
    limits: tuple[int, set[str], frozenset[str]],
) -> list[str]:
    hub, hubs, ends = limits
    degrees = reader.degrees(level, (*NAME_EDGES, *RELATIONS))
    hubs |= {node for node in level if degrees.get(node, 0) > hub and node not in ends}
    open_nodes = [node for node in level if node not in hubs]
    out = reader.neighbours(open_nodes, (*NAME_EDGES, *RELATIONS, IN_PROJECT), "out", WIDEST)
    back = reader.neighbours(open_nodes, (*NAME_EDGES, *RELATIONS, IN_PROJECT), "in", WIDEST)
    following: dict[str, None] = {}
    for node in open_nodes:
        near = [(edge.target, edge) for edge in out.get(node, ()) if edge.type != IN_PROJECT or edge.target in ends]
        near += [(edge.source, edge) for edge in back.get(node, ())]
        for other, edge in sorted(near, key=lambda pair: (pair[0], pair[1].identity)):
            if other not in came:
                came[other] = (node, edge)
                following[other] = None
    return sorted(following)


def _traced(reader: Reader, came: Mapping[str, tuple[str, Edge] | None], end: str, hubs: int) -> Path:
    nodes, edges = [end], []
    at = came[end]
    while at is not None:
        nodes.append(at[0])
        edges.append(at[1])
        at = came[at[0]]
    steps = _with_sentences(reader, [(edge, depth) for depth, edge in enumerate(reversed(edges), 1)])
    return Path(tuple(reversed(nodes)), steps, hubs)
