"""Stage 3: evidence walks along edges: before and after in the thread, and along declared relations.

Only candidates give evidence; each walk hands on a share of it, hubs hand on none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from graphcue.model import RELATIONS
from graphcue.recall.values import PAIRS, Candidate, Step, Walk
from graphcue.settings import Settings
from graphcue.stores.contract import Outline, Reader, Where

HOUR = 3_600_000
FOLLOWED_BY = "FOLLOWED_BY"
"""FOLLOWS, walked from a memory to the one after it."""


def expansion(reader: Reader, found: Sequence[Candidate], where: Where, settings: Settings) -> tuple[Candidate, ...]:
    """The candidates with the evidence of their surroundings, and the surroundings that `where` lets in."""
    have = {one.outline.id: one for one in found}
    start = [one.outline.id for one in found[: settings.walked]]
    chain = _Chain(reader, start)
    relations = _relation_walks(reader, start, settings)
    outside = ({*chain.ids(), *(walk.target for walk in relations)}) - have.keys()
    outlines = reader.outlines(_let_in(reader, sorted(outside), where))
    known = {id: one.outline for id, one in have.items()} | outlines
    walks = [*_thread_walks(chain, start, known, settings), *(walk for walk in relations if walk.target in known)]
    return _handed(have, outlines, walks)


def _let_in(reader: Reader, ids: list[str], where: Where) -> list[str]:
    """The ids that the filter allows. Without a filter nothing is asked."""
    if where == Where() or not ids:
        return ids
    return list(reader.page(replace(where, ids=tuple(ids)), "newest", None, len(ids)).ids)


def _handed(
    have: Mapping[str, Candidate], outside: Mapping[str, Outline], walks: Iterable[Walk]
) -> tuple[Candidate, ...]:
    """Every memory with the better of its own evidence and what the walks bring, row by row."""
    brought: dict[str, dict[int, tuple[int, Walk]]] = {}
    for walk in walks:
        giver, taker = have[walk.source], have.get(walk.target)
        best = brought.setdefault(walk.target, {})
        for row, points in (*giver.rows.items(), (PAIRS, giver.pairs)):
            share = points * walk.share // 1000
            own = 0 if taker is None else taker.pairs if row == PAIRS else taker.rows.get(row, 0)
            if share > own and share > best.get(row, (0, walk))[0] and row not in giver.walks:
                best[row] = (share, walk)
    taken = {id: _taking(have.get(id) or Candidate(outside[id], {}, {}), rows) for id, rows in brought.items() if rows}
    return tuple({**have, **taken}.values())


def _taking(taker: Candidate, brought: Mapping[int, tuple[int, Walk]]) -> Candidate:
    rows = dict(taker.rows)
    rows.update((row, points) for row, (points, _) in brought.items() if row != PAIRS)
    pairs = brought[PAIRS][0] if PAIRS in brought else taker.pairs
    return replace(taker, rows=rows, pairs=pairs, walks={**taker.walks, **{row: w for row, (_, w) in brought.items()}})


class _Chain:
    """Two steps of FOLLOWS around some memories: `back` leads to the memory before, `ahead` to the one after."""

    def __init__(self, reader: Reader, start: Sequence[str]) -> None:
        self.back: dict[str, str] = {}
        self.ahead: dict[str, str] = {}
        self._read(reader, start)
        self._read(reader, sorted({*self.back, *self.ahead} - {*start}))

    def _read(self, reader: Reader, ids: Sequence[str]) -> None:
        if not ids:
            return
        for id, (back, ahead) in reader.beside(ids).items():
            if back:
                self.back[id], self.ahead[back] = back, id
            if ahead:
                self.ahead[id], self.back[ahead] = ahead, id

    def ids(self) -> set[str]:
        """Every memory that was seen."""
        return {*self.back, *self.ahead}


def _thread_walks(
    chain: _Chain, start: Iterable[str], known: Mapping[str, Outline], settings: Settings
) -> Iterable[Walk]:
    """Up to two steps along FOLLOWS, each way."""
    for id in start:
        for links, edge in ((chain.back, "FOLLOWS"), (chain.ahead, FOLLOWED_BY)):
            first = links.get(id)
            second = links.get(first) if first else None
            for ids in ((id, first), (id, first, second)):
                end = ids[-1]
                if end and end in known:
                    share = thread_share(known[id], known[end], edge == "FOLLOWS", len(ids) - 1, settings)
                    if share:
                        yield Walk(id, tuple(Step(str(a), edge, str(b)) for a, b in pairwise(ids)), share)


def thread_share(giver: Outline, taker: Outline, backwards: bool, steps: int, settings: Settings) -> int:
    """Per mille of the giver's evidence that its neighbour in the thread is handed.

    In a conversation the turn after a question says most about it; in other records what counts is how near in time.
    `backwards`: the taker stands before the giver.
    """
    clocked = giver.grain not in DATELESS and taker.grain not in DATELESS
    if clocked and giver.author and taker.author:
        if steps == 2:
            return settings.said_after if backwards else settings.said_earlier
        if backwards:
            return settings.said_after
        return settings.asked_before if giver.asks else settings.said_before
    if steps == 2:
        return 0
    if not clocked:
        return settings.near_thread
    gap = abs(giver.order_time - taker.order_time)
    return settings.near_hours if gap <= 2 * HOUR else settings.near_day if gap <= 24 * HOUR else 0


DATELESS = ("", "day", "week", "month", "quarter", "year")
"""Grains of times that tell no hour."""


def _relation_walks(reader: Reader, start: Sequence[str], settings: Settings) -> list[Walk]:
    """One step along declared relations, either way, never through a hub."""
    if not set(RELATIONS) & reader.describe().counts.keys():
        return []
    out = reader.neighbours(start, RELATIONS, "out", settings.relations_per_memory)
    back = reader.neighbours(start, RELATIONS, "in", settings.relations_per_memory)
    if not out and not back:
        return []
    degrees = reader.degrees([*out, *back], RELATIONS)
    walks: list[Walk] = []
    for id in start:
        if degrees.get(id, 0) + len(out.get(id, ())) <= settings.hub_degree:
            steps = [Step(id, edge.type, edge.target) for edge in out.get(id, ())]
            steps += [Step(id, f"{edge.type}_BACK", edge.source) for edge in back.get(id, ())]
            walks += [Walk(id, (step,), settings.related) for step in steps[: settings.relations_per_memory]]
    return walks
