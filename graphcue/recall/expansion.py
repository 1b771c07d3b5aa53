"""Stage 3: evidence walks along edges: before and after in the thread, and along declared relations.

Only candidates give evidence; each walk hands on a share of it, hubs hand on none.
"""

from collections.abc import Iterable, Mapping, Sequence

from graphcue.model import FOLLOWS, RELATIONS
from graphcue.recall.values import PAIRS, Candidate, Walk
from graphcue.settings import Settings
from graphcue.stores.contract import Nearby, Outline, Reader, Where, let_in

HOUR = 3_600_000
ONE_EVENT = HOUR // 6
"""Records of ten minutes, such as messages that answer one another, tell of one thing: one between them does not part
them."""
FOLLOWED_BY = "FOLLOWED_BY"
"""FOLLOWS, walked from a memory to the one after it."""


def expansion(reader: Reader, found: Sequence[Candidate], where: Where, settings: Settings) -> tuple[Candidate, ...]:
    """The candidates with the evidence of their surroundings, and the surroundings that `where` lets in."""
    have = {one.outline.id: one for one in found}
    start = [one.outline.id for one in found[: settings.walked]]
    nearby = reader.nearby(start) if start else {}
    relations = _relation_walks(reader, start, settings)
    known = {one.id: one for near in nearby.values() for one in (*near.before, *near.after)}
    known |= reader.outlines(sorted({walk.target for walk in relations} - known.keys() - have.keys()))
    allowed = let_in(reader, sorted(known.keys() - have.keys()), where)
    outlines = {id: one.outline for id, one in have.items()} | {id: known[id] for id in allowed}
    walks = [*_thread_walks(nearby, outlines, settings), *(walk for walk in relations if walk.target in outlines)]
    return _handed(have, outlines, walks)


def _handed(
    have: Mapping[str, Candidate], outlines: Mapping[str, Outline], walks: Iterable[Walk]
) -> tuple[Candidate, ...]:
    """Every memory with the better of its own evidence and what the walks bring, row by row. What was brought to a
    memory is not handed on."""
    given: dict[str, list[tuple[int, int]]] = {}
    taking: dict[str, tuple[dict[int, int], dict[int, Walk]]] = {}
    for walk in walks:
        ids, _, part = walk
        source, target = ids[0], ids[-1]
        if source not in given:
            given[source] = _own_evidence(have[source])
        if target not in taking:
            taking[target] = _before_taking(have.get(target))
        rows, brought = taking[target]
        for row, points in given[source]:
            share = points * part // 1000
            if share > rows.get(row, 0):
                rows[row], brought[row] = share, walk
    taken = {id: _taker(have.get(id), outlines[id], *found) for id, found in taking.items() if found[1]}
    return tuple({**have, **taken}.values())


def _own_evidence(giver: Candidate) -> list[tuple[int, int]]:
    """(row, points) of what a memory has by itself; words side by side are the row PAIRS."""
    found = [*giver.rows.items(), (PAIRS, giver.pairs)] if giver.pairs else [*giver.rows.items()]
    return [pair for pair in found if pair[0] not in giver.walks] if giver.walks else found


def _before_taking(taker: Candidate | None) -> tuple[dict[int, int], dict[int, Walk]]:
    """The evidence that a memory has already, and the walks that brought some of it."""
    return ({**taker.rows, PAIRS: taker.pairs}, {**taker.walks}) if taker else ({PAIRS: 0}, {})


def _taker(taker: Candidate | None, outline: Outline, rows: dict[int, int], walks: Mapping[int, Walk]) -> Candidate:
    pairs = rows.pop(PAIRS)
    return Candidate(outline, taker.hits if taker else {}, rows, pairs, walks)


def _thread_walks(nearby: Mapping[str, Nearby], known: Mapping[str, Outline], settings: Settings) -> Iterable[Walk]:
    """Up to two steps along FOLLOWS, each way, to what is known."""
    for id, (before, after) in nearby.items():
        giver = known[id]
        for line, edge in ((before, FOLLOWS), (after, FOLLOWED_BY)):
            way: tuple[str, ...] = (id,)
            for end in line:
                way = (*way, end.id)
                if end.id in known:
                    share = thread_share(giver, end, edge is FOLLOWS, len(way) - 1, settings)
                    if share:
                        yield Walk(way, edge, share)


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
    gap = abs(giver.order_time - taker.order_time)
    if steps == 2:
        return settings.near_hours if clocked and gap <= ONE_EVENT else 0
    if not clocked:
        return settings.near_thread
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
            ways = [Walk((id, edge.target), edge.type, settings.related) for edge in out.get(id, ())]
            ways += [Walk((id, edge.source), f"{edge.type}_BACK", settings.related) for edge in back.get(id, ())]
            walks += ways[: settings.relations_per_memory]
    return walks
