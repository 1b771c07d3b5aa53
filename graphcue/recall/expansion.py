"""Stage 3: evidence walks along edges: before and after in the thread, and along declared relations.

Only candidates give evidence; each edge passes on a share of it, hubs pass on none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from graphcue.model import FOLLOWS, RELATIONS
from graphcue.recall.values import Candidate, Evidence, Step
from graphcue.settings import Settings
from graphcue.stores.contract import Outline, Reader, Where

HOUR = 3_600_000
WALKED = 100
"""Candidates whose surroundings are looked at."""

Walk = tuple[str, tuple[Step, ...], int]
"""(the memory that is reached, the steps to it, the share of the evidence that it is handed, per mille)"""


def expansion(reader: Reader, found: tuple[Candidate, ...], where: Where, settings: Settings) -> tuple[Candidate, ...]:
    """The candidates with the evidence of their surroundings, and the surroundings that `where` lets in."""
    have = {one.outline.id: one for one in found}
    start = [one.outline.id for one in found[:WALKED]]
    walks = _thread_walks(reader, start, have, settings)
    for id, found_walks in _relation_walks(reader, start, settings).items():
        walks.setdefault(id, []).extend(found_walks)
    outside = sorted({target for found_walks in walks.values() for target, _, _ in found_walks} - have.keys())
    reached = {id: Candidate(outline, {}) for id, outline in reader.outlines(_let_in(reader, outside, where)).items()}
    have |= reached
    handed = dict(have)
    for source in start:
        for target, path, share in walks.get(source, ()):
            if target in handed:
                handed[target] = _handed(handed[target], have[source], path, share)
    return tuple(one for one in handed.values() if one.rows or one.pairs or one.outline.id not in reached)


def _let_in(reader: Reader, ids: list[str], where: Where) -> list[str]:
    """The ids that the filter allows. Without a filter nothing is asked."""
    if where == Where():
        return ids
    return list(reader.page(replace(where, ids=tuple(ids)), "newest", None, len(ids)).ids) if ids else []


def _handed(target: Candidate, source: Candidate, path: tuple[Step, ...], share: int) -> Candidate:
    """The target with the better of its own evidence and a share of the source's, row by row."""
    rows = dict(target.rows)
    for index, evidence in source.rows.items():
        if evidence.path:
            continue
        points = evidence.points * share // 1000
        if points and points > (rows[index].points if index in rows else 0):
            rows[index] = Evidence(points, evidence.cue, path)
    pairs = target.pairs
    if source.pairs and not source.pairs.path:
        points = source.pairs.points * share // 1000
        if points > (pairs.points if pairs else 0):
            pairs = Evidence(points, source.pairs.cue, path)
    return replace(target, rows=rows, pairs=pairs)


def _thread_walks(
    reader: Reader, start: list[str], have: Mapping[str, Candidate], settings: Settings
) -> dict[str, list[Walk]]:
    """Up to two steps along FOLLOWS, each way."""
    back, ahead = _chain(reader, start)
    outlines = {one.outline.id: one.outline for one in have.values()}
    outlines |= reader.outlines(sorted({*back.values(), *ahead.values()} - outlines.keys()))
    walks: dict[str, list[Walk]] = {}
    for id in start:
        for links, one_step in ((back, "FOLLOWS"), (ahead, "FOLLOWED_BY")):
            first = links.get(id)
            second = links.get(first) if first else None
            for target, steps in ((first, 1), (second, 2)):
                if target and target in outlines:
                    share = thread_share(outlines[id], outlines[target], one_step == "FOLLOWS", steps, settings)
                    path = _path((id, first, second)[: steps + 1], one_step)
                    walks.setdefault(id, []).append((target, path, share))
    return {id: [walk for walk in found if walk[2]] for id, found in walks.items()}


def _path(ids: Iterable[str | None], edge: str) -> tuple[Step, ...]:
    known = [id for id in ids if id]
    return tuple(Step(a, edge, b) for a, b in zip(known, known[1:], strict=False))


def _chain(reader: Reader, start: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Memory → the one before it, and memory → the one after it, two steps around `start`."""
    back: dict[str, str] = {}
    ahead: dict[str, str] = {}
    reach = start
    for _ in range(2):
        edges = [e for found in reader.neighbours(reach, [FOLLOWS], "out", 1).values() for e in found]
        edges += [e for found in reader.neighbours(reach, [FOLLOWS], "in", 1).values() for e in found]
        back |= {edge.source: edge.target for edge in edges}
        ahead |= {edge.target: edge.source for edge in edges}
        known = {*start}
        reach = sorted({*back, *ahead} - known) if reach is start else []
    return back, ahead


def thread_share(giver: Outline, taker: Outline, backwards: bool, steps: int, settings: Settings) -> int:
    """Per mille of the giver's evidence that its neighbour in the thread is handed.

    In a conversation the turn after a question says most about it; in other records what counts is how near in time.
    `backwards`: the taker stands before the giver.
    """
    clocked = all(one.grain not in ("", "day", "month", "year") for one in (giver, taker))
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


def _relation_walks(reader: Reader, start: list[str], settings: Settings) -> dict[str, list[Walk]]:
    """One step along declared relations, either way, never through a hub."""
    out = reader.neighbours(start, RELATIONS, "out", settings.relations_per_memory)
    back = reader.neighbours(start, RELATIONS, "in", settings.relations_per_memory)
    if not out and not back:
        return {}
    degrees = reader.degrees([*out, *back], RELATIONS)
    walks: dict[str, list[Walk]] = {}
    for id in start:
        if degrees.get(id, 0) + len(out.get(id, ())) > settings.hub_degree:
            continue
        ends = [(edge.target, edge.type) for edge in out.get(id, ())]
        ends += [(edge.source, f"{edge.type}_BACK") for edge in back.get(id, ())]
        for target, edge in ends[: settings.relations_per_memory]:
            walks.setdefault(id, []).append((target, (Step(id, edge, target),), settings.related))
    return walks
