"""The memories that a sum of cues finds.

Points are added up in Python, which is faster here than a GROUP BY and leaves the hits at hand. Memories are then
looked at by falling points, in steps of whole groups of equal points, until filters have let `limit` through:
SQL filters, orders and cuts each step.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphcue.stores.contract import Match, Where
from graphcue.stores.sqlite_rows import OUTLINE, Rows, outline
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
SIZE = "SELECT json_extract(counts, '$.Memory') FROM namespace WHERE row = ?"
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
    if chosen.impossible:
        return ()
    hits = _hits(rows, weights, newest)
    sql = BEST.format(filter=chosen.sql())
    found: list[Match] = []
    for step in _steps(_points(hits, weights), limit):
        best = rows.connection.rows(sql, _values(chosen, step, limit - len(found)))
        found.extend(_match(row, hits) for row in best)
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
    size = rows.connection.value(SIZE, (rows.namespace,))
    sql = NEWEST_BY_MEMORIES if newest * size < memories * memories else NEWEST_BY_POSTINGS
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
    groups: dict[int, list[int]] = {}
    for memory, n in points.items():
        groups.setdefault(n, []).append(memory)
    step: dict[int, int] = {}
    wanted = limit
    for n in sorted(groups, reverse=True):
        step.update(dict.fromkeys(groups[n], n))
        if len(step) >= wanted:
            yield step
            step, wanted = {}, wanted * 2
    if step:
        yield step


def _match(row: tuple[Any, ...], hits: Hits) -> Match:
    memory, points, *fields = row
    found = tuple((key, postings[memory]) for key, postings in hits.items() if memory in postings)
    return Match(points, found, outline(fields))
