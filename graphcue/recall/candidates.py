"""Stage 2: the memories that the question's cues lead to, rarest cue first, within a budget of postings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from graphcue.language.cues import rarity
from graphcue.model import NAME_EDGES
from graphcue.recall.values import Asked, Candidate, Found, Walk
from graphcue.settings import Settings
from graphcue.stores.contract import Match, Outline, Reader, Where, let_in

HUB_SHARE = 5
SMALLEST_HUB = 20
"""A name is a hub when more than one memory in HUB_SHARE, and more than SMALLEST_HUB, is tied to it."""


@dataclass(frozen=True, slots=True)
class Admission:
    """The cues whose postings are added up, and those that the budget left out; `postings` is what they cost."""

    admitted: tuple[str, ...]
    dropped: tuple[str, ...]
    postings: int


def candidates(reader: Reader, asked: Asked, where: Where, limit: int, settings: Settings) -> Found:
    """The best few hundred memories with their evidence; the budget doubles while fewer than `limit` are found."""
    weights = cue_weights(asked)
    budget = settings.posting_budget
    while True:
        admission = admit(weights, asked.frequencies, budget)
        matches = _matches(reader, asked, weights, admission, where, budget, settings)
        short = len(matches) < limit and (admission.dropped or admission.postings > budget)
        if not short or budget >= settings.posting_budget_max:
            break
        budget = min(2 * budget, settings.posting_budget_max)
    found = _with_evidence(reader, asked, matches, admission)
    found = _named(reader, asked, found, where, settings)
    if asked.only_times or not found:
        found = _with_dated(_saying_all(asked, found), _dated(reader, asked, where, settings))
    truncated = bool(admission.dropped) or admission.postings > budget
    return Found(tuple(found), admission.admitted, admission.dropped, min(admission.postings, budget), truncated)


def cue_weights(asked: Asked) -> dict[str, int]:
    """Cue key → what one unit of edge weight counts, over all rows and pairs."""
    weights: dict[str, int] = {}
    for key, worth in (*(cue for row in asked.rows for cue in row.cues), *asked.pairs, *asked.dates):
        weights[key] = weights.get(key, 0) + worth
    return {key: weight for key, weight in weights.items() if weight}


def admit(weights: Iterable[str], frequencies: Mapping[str, int], budget: int) -> Admission:
    """Whole cues by (number of memories, key) while their sum stays within the budget; the first is always admitted."""
    order = sorted(weights, key=lambda key: (frequencies[key], key))
    admitted: list[str] = []
    spent = 0
    for key in order:
        if admitted and spent + frequencies[key] > budget:
            break
        admitted.append(key)
        spent += frequencies[key]
    return Admission(tuple(admitted), tuple(order[len(admitted) :]), spent)


def _matches(
    reader: Reader,
    asked: Asked,
    weights: Mapping[str, int],
    admission: Admission,
    where: Where,
    budget: int,
    settings: Settings,
) -> list[Match]:
    """Matches inside the question's times, each span for itself, then anywhere: a store adds, it does not multiply."""
    chosen = {key: weights[key] for key in admission.admitted}
    found: dict[str, Match] = {}
    for one in (*(_inside(where, span) for span in asked.spans), where):
        for match in reader.match(chosen, one, settings.candidates, budget) if chosen else ():
            found.setdefault(match.id, match)
    return list(found.values())


def _inside(where: Where, span: tuple[int | None, int | None]) -> Where:
    since = max((t for t in (where.since, span[0]) if t is not None), default=None)
    until = min((t for t in (where.until, span[1]) if t is not None), default=None)
    return replace(where, since=since, until=until)


def _with_evidence(reader: Reader, asked: Asked, matches: list[Match], admission: Admission) -> list[Candidate]:
    """The matches as candidates, with the hits of the cues that the budget left out as well, and of the speaker's name."""
    further = (*admission.dropped, f"word:{asked.speaker}") if asked.speaker else admission.dropped
    more = reader.hits([match.id for match in matches], further) if further and matches else {}
    leads = row_leads(asked)
    pairs = dict(asked.pairs)
    return [candidate(match.outline, _all_hits(match, more), leads, pairs) for match in matches]


def _all_hits(match: Match, more: Mapping[str, Mapping[str, int]]) -> Mapping[str, int]:
    further = more.get(match.id)
    return {**match.hits, **further} if further else match.hits


def row_leads(asked: Asked) -> dict[str, list[tuple[int, int]]]:
    """Cue key → the rows it leads to, with its worth for each."""
    leads: dict[str, list[tuple[int, int]]] = {}
    for index, row in enumerate(asked.rows):
        for key, worth in row.cues:
            leads.setdefault(key, []).append((index, worth))
    return leads


def candidate(
    outline: Outline, hits: Mapping[str, int], leads: Mapping[str, list[tuple[int, int]]], pairs: Mapping[str, int]
) -> Candidate:
    """A candidate with, for each row, the best of its cues that the memory has."""
    rows: dict[int, int] = {}
    side_by_side = 0
    for key, weight in hits.items():
        for index, worth in leads.get(key, ()):
            points = worth * weight // 1000
            if points > rows.get(index, 0):
                rows[index] = points
        if key in pairs:
            side_by_side += pairs[key] * weight // 1000
    return Candidate(outline, hits, rows, side_by_side)


def _named(reader: Reader, asked: Asked, found: list[Candidate], where: Where, settings: Settings) -> list[Candidate]:
    """The candidates with evidence for the names of the question, and those that only a name leads to.

    A hub, a name tied to a large part of the memories, says little: it leads only where nothing else does.
    """
    degrees = reader.degrees([node.key for node in asked.names], NAME_EDGES)
    hub = max(SMALLEST_HUB, asked.memories // HUB_SHARE)
    have = {one.outline.id: one for one in found}
    for number, node in enumerate(asked.names):
        if not have or degrees.get(node.key, 0) <= hub:
            row = len(asked.rows) + number
            worth = settings.name_weight * rarity(asked.memories, min(degrees.get(node.key, 0), asked.memories)) // 1000
            tied = _tied(reader, node.key, where, settings)
            missing = reader.outlines([id for id in tied if id not in have])
            have |= {id: Candidate(outline, {}, {}) for id, outline in missing.items()}
            for id, edge in tied.items():
                walk = Walk((node.key, id), edge, 1000)
                base = have[id]
                have[id] = base._replace(rows={**base.rows, row: worth}, walks={**base.walks, row: walk})
    return list(have.values())


def _tied(reader: Reader, key: str, where: Where, settings: Settings) -> dict[str, str]:
    """Memory → the first edge that ties it to the name, the newest that `where` lets in."""
    edges = reader.neighbours([key], NAME_EDGES, "in", settings.candidates).get(key, ())
    tied = {edge.source: edge.type for edge in reversed(edges)}
    return {id: tied[id] for id in let_in(reader, list(tied), where)}


def _saying_all(asked: Asked, found: Iterable[Candidate]) -> list[Candidate]:
    """Those that say every word of the question, or have a given cue or a name of it: 2023年 is no answer to 2024年."""
    words = {i for i, row in enumerate(asked.rows) if not row.cues[0][0].startswith(("cue:", "tag:"))}
    return [one for one in found if words <= one.rows.keys() or one.rows.keys() - words]


def _with_dated(found: Iterable[Candidate], dated: Iterable[Candidate]) -> list[Candidate]:
    have = {one.outline.id: one for one in found}
    return [*have.values(), *(one for one in dated if one.outline.id not in have)]


def _dated(reader: Reader, asked: Asked, where: Where, settings: Settings) -> list[Candidate]:
    """For a question of nothing but times: the newest memories inside them."""
    pages = (reader.page(_inside(where, span), "newest", None, settings.candidates) for span in asked.spans)
    ids = dict.fromkeys(id for page in pages for id in page.ids)
    return [Candidate(outline, {}, {}) for outline in reader.outlines(list(ids)).values()]
