"""What stands near a node: a bounded part of the graph, to be drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphcue.model import FOLLOWS, NAME_EDGES, RELATIONS, Memory
from graphcue.relations.people import shown_name
from graphcue.stores.contract import IN_PROJECT, Edge, NameNode, Reader

TYPES = (*RELATIONS, *NAME_EDGES, FOLLOWS, IN_PROJECT)
"""The edges that are walked and drawn, the most telling first."""
PER_NODE = 40
"""Edges of one node that are walked at most, so that a crowded one does not fill the picture alone."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its id or key, its label (Memory, Person, Entity, Project), what it is called, its distance from where
    the walk began; the memory itself, for one that is."""

    key: str
    label: str
    name: str
    depth: int
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The nodes near where the walk began, the nearest first, and every edge that joins two of them. `cut` says that the
    walk met more nodes than it may keep."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    cut: bool


def neighbourhood(
    reader: Reader, names: Mapping[str, NameNode], start: Sequence[str], limits: tuple[int, int]
) -> Neighbourhood:
    """The nodes within so many steps of the start, at most so many: `limits` is (steps, nodes)."""
    steps, most = limits
    depths = dict.fromkeys(start, 0)
    level, cut = list(depths), False
    for depth in range(1, steps + 1):
        found = [key for key in _beside(reader, level, projects=depth == 1) if key not in depths]
        room = most - len(depths)
        cut |= len(found) > room
        level = found[:room]
        depths |= dict.fromkeys(level, depth)
    memories = reader.get(list(depths))
    nodes = tuple(_node(key, depth, memories.get(key), names) for key, depth in depths.items())
    return Neighbourhood(nodes, _between(reader, memories, depths), cut)


def _beside(reader: Reader, level: Sequence[str], projects: bool) -> list[str]:
    """The other ends of the edges of these nodes, each once; projects are only walked from and to at the first step, since
    all memories of one are near one another through it."""
    types = TYPES if projects else TYPES[:-1]
    out = reader.neighbours(level, types, "out", PER_NODE)
    back = reader.neighbours(level, types, "in", PER_NODE)
    found: dict[str, None] = {}
    for node in level:
        found |= dict.fromkeys(edge.target for edge in out.get(node, ()))
        found |= dict.fromkeys(edge.source for edge in back.get(node, ()))
    return list(found)


def _between(reader: Reader, memories: Iterable[str], kept: Mapping[str, int]) -> tuple[Edge, ...]:
    edges = reader.neighbours(list(memories), TYPES, "out", 1000)
    found = [edge for walked in edges.values() for edge in walked if edge.target in kept]
    return tuple(sorted(found, key=lambda edge: (edge.source, edge.identity)))


def _node(key: str, depth: int, memory: Memory | None, names: Mapping[str, NameNode]) -> Node:
    if memory:
        return Node(key, "Memory", memory.caption, depth, memory)
    if key in names:
        return Node(key, names[key].label, shown_name(names[key]), depth)
    return Node(key, "Project", key, depth)
