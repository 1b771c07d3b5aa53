"""The memories that a sum of cues finds.

Points are added up in Python, which is faster here than a GROUP BY and leaves the hits at hand. Memories are then
looked at by falling points and time, step by step, until filters have let `limit` through.
"""

# only constants of this package are put together; user text is always a parameter

import json
from collections.abc import Iterator, Mapping, Sequence

from graphcue.stores.contract import Match, Outline, Where
from graphcue.stores.sqlite_rows import SPAN_ROWS, Rows, span_start
from graphcue.stores.sqlite_where import Filter, filter_of

NEWEST_POSTINGS = "SELECT memory, weight FROM posting WHERE cue = ? ORDER BY memory DESC LIMIT ?"
SPAN_POSTINGS = "SELECT memory, weight FROM posting WHERE cue = ? AND memory BETWEEN ? AND ?"
BEST = "SELECT m.row FROM json_each(:rows) asked CROSS JOIN memory m ON m.row = asked.value WHERE TRUE{filter}"

Hits = dict[str, dict[int, int]]
"""cue key → memory row → edge weight"""
Points = Mapping[int, int]
"""memory row → points"""


def match(rows: Rows, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
    """See `Reader.match`."""
    chosen = filter_of(where, rows)
    if chosen.impossible or limit < 1:
        return ()
    hits, points = rows.once((*sorted(weights.items()), newest), lambda: _added_up(rows, weights, newest))
    found: list[Match] = []
    for step in _steps(points, limit):
        best = _best(rows, chosen, step)
        best.sort(key=lambda pair: (-points[pair[0]], -pair[1].order_time, pair[1].id))
        found += _matches(best[: limit - len(found)], points, hits)
        if len(found) == limit:
            break
    return tuple(found)


def _best(rows: Rows, chosen: Filter, step: Sequence[int]) -> list[tuple[int, Outline]]:
    """(row, outline) of those of a step that the filter lets through."""
    if chosen.parts:
        sql = BEST.format(filter=chosen.sql())
        step = [row for (row,) in rows.connection.rows(sql, {**chosen.values, "rows": json.dumps(step)})]
    return [*rows.outlines(step).items()]


def _added_up(rows: Rows, weights: Mapping[str, int], newest: int) -> tuple[Hits, Points]:
    hits = _hits(rows, weights, newest)
    return hits, _points(hits, weights)


def _hits(rows: Rows, weights: Mapping[str, int], newest: int) -> Hits:
    """The postings of each cue that are followed, keys sorted."""
    cues = sorted(rows.cues(weights).items())
    whole = rows.postings({cue: memories for _, (cue, memories) in cues if memories <= newest})
    return {key: whole[cue] if cue in whole else _newest(rows, cue, newest) for key, (cue, _) in cues}


def _newest(rows: Rows, cue: int, newest: int) -> dict[int, int]:
    """The newest postings of a common cue: the cut goes through the middle of a span, which is sorted out by id."""
    if newest < 1:
        return {}
    found = rows.connection.pairs(NEWEST_POSTINGS, (cue, newest))
    last = min(found)
    span = rows.connection.pairs(SPAN_POSTINGS, (cue, span_start(last), span_start(last) + SPAN_ROWS - 1))
    kept = {row: weight for row, weight in found.items() if row not in span}
    kept.update((row, span[row]) for row in rows.newest(span, newest - len(kept)))
    return kept


def _points(hits: Hits, weights: Mapping[str, int]) -> Points:
    """The sum of query weight × edge weight of each memory."""
    points: dict[int, int] = {}
    known = points.get
    for key, postings in hits.items():
        weight = weights[key]
        for memory, edge_weight in postings.items():
            points[memory] = known(memory, 0) + weight * edge_weight
    return points


def _steps(points: Points, limit: int) -> Iterator[list[int]]:
    """Memory rows by falling points and time, at first as many as make `limit` and then ever more. A step does not
    end among memories of equal points and one span, whose order is not that of their rows."""
    order = sorted(points, reverse=True)
    order.sort(key=points.__getitem__, reverse=True)
    start, wanted = 0, limit
    while start < len(order):
        end = min(start + wanted, len(order))
        last = order[end - 1]
        while end < len(order) and points[order[end]] == points[last] and order[end] >= span_start(last):
            end += 1
        yield order[start:end]
        start, wanted = end, wanted * 4


def _matches(best: Sequence[tuple[int, Outline]], points: Points, hits: Hits) -> list[Match]:
    """These memories as matches, with the cues that each of them has."""
    found: dict[int, dict[str, int]] = {row: {} for row, _ in best}
    for key, postings in hits.items():
        for row in found.keys() & postings.keys():
            found[row][key] = postings[row]
    return [Match(points[row], found[row], outline) for row, outline in best]
