"""Stage 4: evidence → scores, and a total order: score, newest, id. Pure; integers, every division floors."""

from collections.abc import Iterable, Sequence

from graphcue.recall.values import Asked, Candidate, Leaf, Ranked
from graphcue.settings import Settings

DAY = 86_400_000
SHORTLY_AFTER = 7 * DAY
SHORTLY_BEFORE = 2 * DAY
AFTER_FIT = 400
BEFORE_FIT = 300


def ranking(asked: Asked, candidates: Iterable[Candidate], settings: Settings) -> tuple[Ranked, ...]:
    """The candidates with points, best first."""
    ranked = [rank(asked, one, settings) for one in candidates]
    return tuple(sorted((one for one in ranked if one.score > 0), key=_order))


def _order(ranked: Ranked) -> tuple[int, int, str]:
    outline = ranked.candidate.outline
    return (-ranked.score, -outline.order_time, outline.id)


def rank(asked: Asked, candidate: Candidate, settings: Settings) -> Ranked:
    """One candidate: its rows and pairs add up, then each factor's leaf is the score after it minus before it."""
    leaves = [
        Leaf(_label(asked, index), evidence.points, evidence.cue, evidence.path)
        for index, evidence in sorted(candidate.rows.items())
    ]
    if candidate.pairs:
        leaves.append(Leaf("words side by side", candidate.pairs.points, "", candidate.pairs.path))
    covered = coverage(asked, candidate)
    score = sum(leaf.points for leaf in leaves)
    if not leaves and asked.spans:
        score = date_fit(asked.spans, candidate.outline.order_time)
        leaves.append(Leaf("date", score))
    for label, factor in _factors(asked, candidate, covered, settings):
        after = score * factor // 1000
        if after != score:
            leaves.append(Leaf(label, after - score))
        score = after
    return Ranked(candidate, score, tuple(leaves), covered)


def _factors(asked: Asked, candidate: Candidate, covered: int, settings: Settings) -> Sequence[tuple[str, int]]:
    """The factors in their order, per mille."""
    outline = candidate.outline
    fit = date_fit(asked.spans, outline.order_time) if asked.spans else 0
    spoken = {form for node in asked.names for form in (node.name, node.folded)}
    written = outline.author in spoken or outline.author.lower() in spoken
    asking = outline.asks if outline.author else 0
    return (
        ("covers the question", 1000 + settings.coverage * covered // 1000),
        ("date", 1000 + settings.date_fit * fit // 1000),
        ("only asks", 1000 - settings.asking_penalty * asking // 1000),
        ("written by a person asked about", 1000 + (settings.author_fit if outline.author and written else 0)),
    )


def coverage(asked: Asked, candidate: Candidate) -> int:
    """Per mille of the question's worth that the candidate has evidence for."""
    total = sum(row.worth for row in asked.rows)
    have = sum(row.worth for index, row in enumerate(asked.rows) if index in candidate.rows)
    return 1000 * have // total if total else 0


def date_fit(spans: Sequence[tuple[int | None, int | None]], time: int) -> int:
    """Per mille: inside a span 1000; a week after it 400, since people tell later; two days before it 300."""
    return max((_fit(start, end, time) for start, end in spans), default=0)


def _fit(start: int | None, end: int | None, time: int) -> int:
    if (start is None or time >= start) and (end is None or time < end):
        return 1000
    if end is not None and end <= time < end + SHORTLY_AFTER:
        return AFTER_FIT
    if start is not None and start - SHORTLY_BEFORE <= time < start:
        return BEFORE_FIT
    return 0


def _label(asked: Asked, index: int) -> str:
    if index < len(asked.rows):
        return asked.rows[index].term
    return asked.names[index - len(asked.rows)].name
