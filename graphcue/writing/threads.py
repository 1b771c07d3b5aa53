"""FOLLOWS: one unbroken chain a thread, in the order of (time, document, position, id)."""

from collections.abc import Iterable

from graphcue.model import FOLLOWS, Memory
from graphcue.stores.contract import Changes, Edge, Reader

Spot = tuple[str, str]
"""(thread, order key)"""


def spot(memory: Memory) -> Spot | None:
    """Where a memory stands; None for one that is in no thread."""
    return (memory.thread, memory.order_key) if memory.thread else None


def unchained(reader: Reader, ids: Iterable[str]) -> tuple[Edge, ...]:
    """The FOLLOWS edges from and to these memories: what has to go before they move or go."""
    asked = sorted(ids)
    walks = (reader.neighbours(asked, [FOLLOWS], "out", 2), reader.neighbours(asked, [FOLLOWS], "in", 2))
    found = {edge for walk in walks for edges in walk.values() for edge in edges}
    return tuple(sorted(found, key=lambda edge: edge.identity))


def chained(reader: Reader, placed: Iterable[str], spots: Iterable[Spot]) -> Changes:
    """The changes that make the chains whole again: `placed` are the memories that came or moved, now standing where
    they should, `spots` where memories stood before and stand now."""
    near = {*placed, *(id for id in reader.after(sorted(set(spots))) if id)}
    memories = {id: memory for id, memory in reader.get(sorted(near)).items() if memory.thread}
    previous = reader.before([(memory.thread, memory.order_key) for memory in memories.values()])
    wanted = {id: Edge(FOLLOWS, id, before) for id, before in zip(memories, previous, strict=True) if before}
    now = reader.neighbours(list(memories), [FOLLOWS], "out", 2)
    drop = [edge for id in memories for edge in now.get(id, ()) if edge != wanted.get(id)]
    add = [edge for id, edge in wanted.items() if edge not in now.get(id, ())]
    return Changes(add_edges=tuple(add), drop_edges=tuple(drop))
