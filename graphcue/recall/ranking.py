"""Stage 4: evidence → scores, and a total order: score, newest, id. Pure; integers, every division floors."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphcue.language.folding import fold_name
from graphcue.recall.values import Asked, Candidate, Ranked
from graphcue.settings import Settings

DAY = 86_400_000
SHORTLY_AFTER = 7 * DAY
SHORTLY_BEFORE = 2 * DAY
AFTER_FIT = 400
BEFORE_FIT = 300
AROUND_FIT = 500
"""In the month of which a part is asked for: where 上旬 ends and 月底 begins is not sharp."""


@dataclass(frozen=True, slots=True)
class _Scale:
    """What every candidate is held against: the worth of each row of the question and of all, what each thread has,
    the authors asked about, the cues of times asked for and of who asks."""

    asked: Asked
    settings: Settings
    worths: tuple[int, ...]
    total: int
    threads: Mapping[str, int]
    authors: frozenset[str]
    dates: frozenset[str]
    speaker: str


def ranking(asked: Asked, candidates: Sequence[Candidate], settings: Settings) -> tuple[Ranked, ...]:
    """The candidates with points, best first."""
    threads = [thread_of(one) for one in candidates]
    evidence = thread_evidence(zip(threads, candidates, strict=True), settings)
    worths = tuple(row.worth for row in asked.rows)
    dates = frozenset(key for key, _ in asked.dates)
    speaker = f"word:{asked.speaker}" if asked.speaker else ""
    scale = _Scale(asked, settings, worths, sum(worths), evidence, _authors(asked, candidates), dates, speaker)
    ranked = [_rank(scale, one, thread) for thread, one in zip(threads, candidates, strict=True)]
    return tuple(sorted((one for one in ranked if one.score > 0), key=order))


def _authors(asked: Asked, candidates: Sequence[Candidate]) -> frozenset[str]:
    """The authors whom the question names."""
    names = {fold_name(form) for node in asked.names for form in (node.name, node.folded)}
    authors = {one.outline.author for one in candidates} if names else set()
    return frozenset(author for author in authors if author and fold_name(author) in names)


def order(ranked: Ranked) -> tuple[int, int, str]:
    """What the answer is sorted by."""
    outline = ranked.candidate.outline
    return (-ranked.score, -outline.order_time, outline.id)


def _rank(scale: _Scale, candidate: Candidate, thread: str) -> Ranked:
    """One candidate: rows and pairs add up, then each factor's change is the score after it minus before it."""
    score = sum(candidate.rows.values()) + candidate.pairs
    covered = coverage(scale.worths, scale.total, candidate)
    changes: list[tuple[str, int]] = []
    if score:
        added = scale.threads.get(thread)
        if added:
            changes.append(("its thread", added))
            score += added
    elif scale.asked.spans:
        score = _date_fit(scale, candidate)
        changes.append(("in the time asked for", score))
    for label, factor in _factors(scale, candidate, covered):
        after = score * factor // 1000
        if after != score:
            changes.append((label, after - score))
            score = after
    return Ranked(candidate, score, tuple(changes), covered)


def _factors(scale: _Scale, candidate: Candidate, covered: int) -> list[tuple[str, int]]:
    """The factors in their order, per mille; those that change nothing are left out."""
    asked, settings = scale.asked, scale.settings
    _, _, _, author, _, _, _, _, asks = candidate.outline
    found = []
    if covered:
        found.append(("covers the question", 1000 + settings.coverage * covered // 1000))
    if asked.spans:
        found.append(("date", 1000 + settings.date_fit * _date_fit(scale, candidate) // 1000))
    if asks and author:
        found.append(("only asks", 1000 - settings.asking_penalty * asks // 1000))
    if author in scale.authors:
        found.append(("written by a person asked about", 1000 + settings.author_fit))
    if scale.speaker and scale.speaker in candidate.hits:
        found.append(("about the one who asks", 1000 + settings.speaker_fit))
    return found


def thread_of(candidate: Candidate) -> str:
    """What a candidate is a part of: a conversation; else the day of its project; else its document."""
    outline = candidate.outline
    if outline.author or not outline.grain:
        return outline.thread
    return f"{outline.thread} {outline.order_time // DAY}"


def thread_evidence(candidates: Iterable[tuple[str, Candidate]], settings: Settings) -> dict[str, int]:
    """Thread → a share of what its candidates together have by themselves, row by row the best of them."""
    best: dict[str, dict[int, int]] = {}
    for thread, one in candidates:
        rows = best.setdefault(thread, {})
        for row, points in one.rows.items():
            if points > rows.get(row, 0) and row not in one.walks:
                rows[row] = points
    return {thread: settings.thread * sum(rows.values()) // 1000 for thread, rows in best.items() if thread}


def coverage(worths: Sequence[int], total: int, candidate: Candidate) -> int:
    """Per mille of the question's worth that the candidate has evidence for."""
    rows = len(worths)
    have = 0
    for row in candidate.rows:
        if row < rows:
            have += worths[row]
    return 1000 * have // total if total else 0


def _date_fit(scale: _Scale, candidate: Candidate) -> int:
    """Per mille: when it happened, or that it speaks of the time asked for."""
    time = candidate.outline.order_time
    fit = date_fit(scale.asked.spans, time)
    if fit < AROUND_FIT and any(start <= time < end for start, end in scale.asked.around):
        fit = AROUND_FIT
    if fit < scale.settings.spoken_fit and not candidate.hits.keys().isdisjoint(scale.dates):
        return scale.settings.spoken_fit
    return fit


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
