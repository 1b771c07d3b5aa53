"""Stage 4: evidence → scores, and a total order: score, newest, id. Pure; integers, every division floors."""

from collections.abc import Iterable, Mapping, Sequence

from graphcue.language.folding import fold_name
from graphcue.recall.values import Asked, Candidate, Ranked
from graphcue.settings import Settings

DAY = 86_400_000
SHORTLY_AFTER = 7 * DAY
SHORTLY_BEFORE = 2 * DAY
AFTER_FIT = 400
BEFORE_FIT = 300


def ranking(asked: Asked, candidates: Sequence[Candidate], settings: Settings) -> tuple[Ranked, ...]:
    """The candidates with points, best first."""
    threads = thread_evidence(candidates, settings)
    names = {fold_name(form) for node in asked.names for form in (node.name, node.folded)}
    authors = {one.outline.author for one in candidates} if names else set()
    authors = {author for author in authors if author and fold_name(author) in names}
    ranked = (rank(asked, one, threads, authors, settings) for one in candidates)
    return tuple(sorted((one for one in ranked if one.score > 0), key=order))


def order(ranked: Ranked) -> tuple[int, int, str]:
    """What the answer is sorted by."""
    outline = ranked.candidate.outline
    return (-ranked.score, -outline.order_time, outline.id)


def rank(
    asked: Asked, candidate: Candidate, threads: Mapping[str, int], authors: set[str], settings: Settings
) -> Ranked:
    """One candidate: rows and pairs add up, then each factor's change is the score after it minus before it."""
    score = sum(candidate.rows.values()) + candidate.pairs
    covered = coverage(asked, candidate)
    changes: list[tuple[str, int]] = []
    if score:
        added = threads.get(thread_of(candidate), 0)
        changes.append(("its thread", added))
        score += added
    elif asked.spans:
        score = date_fit(asked.spans, candidate.outline.order_time)
        changes.append(("in the time asked for", score))
    for label, factor in _factors(asked, candidate, covered, authors, settings):
        after = score * factor // 1000
        changes.append((label, after - score))
        score = after
    return Ranked(candidate, score, tuple(change for change in changes if change[1]), covered)


def _factors(
    asked: Asked, candidate: Candidate, covered: int, authors: set[str], settings: Settings
) -> Iterable[tuple[str, int]]:
    """The factors in their order, per mille; those that change nothing are left out."""
    outline = candidate.outline
    if covered:
        yield "covers the question", 1000 + settings.coverage * covered // 1000
    if asked.spans:
        yield "date", 1000 + settings.date_fit * date_fit(asked.spans, outline.order_time) // 1000
    if outline.author and outline.asks:
        yield "only asks", 1000 - settings.asking_penalty * outline.asks // 1000
    if outline.author in authors:
        yield "written by a person asked about", 1000 + settings.author_fit
    if asked.speaker and f"word:{asked.speaker}" in candidate.hits:
        yield "about the one who asks", 1000 + settings.speaker_fit


def thread_of(candidate: Candidate) -> str:
    """What a candidate is a part of: a conversation; else the day of its project; else its document."""
    outline = candidate.outline
    if outline.author or not outline.grain:
        return outline.thread
    return f"{outline.thread} {outline.order_time // DAY}"


def thread_evidence(candidates: Iterable[Candidate], settings: Settings) -> dict[str, int]:
    """Thread → a share of what its candidates together have by themselves, row by row the best of them."""
    best: dict[str, dict[int, int]] = {}
    for one in candidates:
        rows = best.setdefault(thread_of(one), {})
        for row, points in one.rows.items():
            if row not in one.walks and points > rows.get(row, 0):
                rows[row] = points
    return {thread: settings.thread * sum(rows.values()) // 1000 for thread, rows in best.items() if thread}


def coverage(asked: Asked, candidate: Candidate) -> int:
    """Per mille of the question's worth that the candidate has evidence for."""
    total = sum(row.worth for row in asked.rows)
    have = sum(asked.rows[index].worth for index in candidate.rows if index < len(asked.rows))
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
