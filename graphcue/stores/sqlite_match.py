"""The memories that a sum of cues finds.

Points are added up in Python, which is faster here than a GROUP BY and leaves the hits at hand. Memories are then
looked at by falling points, in steps of whole groups of equal points, until filters have let `limit` through:
SQL filters, orders and cuts each step.
"""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import neg
from typing import Any

from graphcue.stores.contract import Match, Where
from graphcue.stores.sqlite_rows import OUTLINE, Rows, cheaper, outline
from graphcue.stores.sqlite_where import Filter, filter_of

POSTINGS = "SELECT memory, weight FROM posting WHERE cue = ?"
NEWEST_BY_POSTINGS = """
    SELECT p.memory, p.weight FROM posting p CROSS JOIN memory m ON m.row = p.memory
    WHERE p.cue = :cue ORDER BY m.occurred_at DESC, m.id LIMIT :newest
"""
NEWEST_BY_MEMORIES = """
    SELECT p.memory, p.weight FROM memory m INDEXED BY memory_newest
    CROSS JOIN posting p ON p.cue = :cue AND p.memory = m.row
    WHERE m.namespace = :namespace ORDER BY m.occurred_at DESC, m.id LIMIT :newest
"""
BEST = f"""
    SELECT m.row, asked.value, {OUTLINE}
    FROM json_each(:points) asked CROSS JOIN memory m ON m.row = CAST(asked.key AS INTEGER)
    WHERE TRUE{{filter}}
    ORDER BY asked.value DESC, m.occurred_at DESC, m.id LIMIT :limit
"""

Hits = dict[str, dict[int, int]]


def match(rows: Rows, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
    """See `Reader.match`."""
    chosen = filter_of(where, rows)
    if chosen.impossible or limit < 1:
        return ()
    hits = _hits(rows, weights, newest)
    sql = BEST.format(filter=chosen.sql())
    found: list[Match] = []
    for step in _steps(_points(hits, weights), limit):
        best = rows.connection.rows(sql, _values(chosen, step, limit - len(found)))
        found.extend(_matches(best, hits))
        if len(found) >= limit:
            break
    return tuple(found)


def _values(chosen: Filter, step: dict[int, int], limit: int) -> dict[str, Any]:
    return {**chosen.values, "points": json.dumps(step), "limit": limit}


def _hits(rows: Rows, weights: Mapping[str, int], newest: int) -> Hits:
    """Cue key → memory row → edge weight, keys sorted."""
    found: Hits = {}
    for key, (cue, memories) in sorted(rows.cues(weights).items()):
        whole = memories <= newest
        found[key] = rows.connection.pairs(POSTINGS, (cue,)) if whole else _newest(rows, cue, memories, newest)
    return found


def _newest(rows: Rows, cue: int, memories: int, newest: int) -> dict[int, int]:
    """The newest postings of a common cue, by whichever way has fewer rows to look at."""
    sql = NEWEST_BY_MEMORIES if cheaper(newest, rows.size, memories) else NEWEST_BY_POSTINGS
    return rows.connection.pairs(sql, {"cue": cue, "namespace": rows.namespace, "newest": newest})


def _points(hits: Hits, weights: Mapping[str, int]) -> dict[int, int]:
    """Memory row → points."""
    points: dict[int, int] = {}
    known = points.get
    for key, postings in hits.items():
        weight = weights[key]
        for memory, edge_weight in postings.items():
            points[memory] = known(memory, 0) + weight * edge_weight
    return points


def _steps(points: Mapping[int, int], limit: int) -> Iterator[dict[int, int]]:
    """Memories with their points by falling points: whole groups, as many as make `limit`, then ever more."""
    falling = sorted(points.values(), reverse=True)
    start, wanted = 0, limit
    while start < len(falling):
        low, high = falling[min(start + wanted, len(falling)) - 1], falling[start]
        yield {memory: n for memory, n in points.items() if low <= n <= high}
        start = bisect_right(falling, -low, key=neg)
        wanted *= 4


def _matches(best: Sequence[tuple[Any, ...]], hits: Hits) -> list[Match]:
    """The rows of `BEST` with the cues that each of them has."""
    found: dict[int, list[tuple[str, int]]] = {row[0]: [] for row in best}
    for key, postings in hits.items():
        for memory in found.keys() & postings.keys():
            found[memory].append((key, postings[memory]))
    return [Match(row[1], tuple(found[row[0]]), outline(row[2:])) for row in best]
