"""Stage 8: not too many of one document, one type of source or one month before the others. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta

from graphcue.model import NO_TIME
from graphcue.recall.values import Ranked
from graphcue.settings import Settings
from graphcue.stores.contract import Outline

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def diversity(
    ranked: Sequence[Ranked], settings: Settings, source_type: Callable[[Outline], str]
) -> tuple[Ranked, ...]:
    """The same memories; one beyond the number that its document, type of source or month may have stands behind all
    that are not, in the order of the ranking both. Scores stay as they are."""
    limits = (settings.per_document, settings.per_source_type, settings.per_month)
    if not any(limits):
        return tuple(ranked)
    seen: Counter[tuple[int, str]] = Counter()
    first: list[Ranked] = []
    later: list[Ranked] = []
    for one in ranked:
        groups = [group for group in _groups(one.candidate.outline, settings, source_type) if limits[group[0]]]
        fits = all(seen[group] < limits[group[0]] for group in groups)
        (first if fits else later).append(one)
        if fits:
            seen.update(groups)
    return (*first, *later)


def _groups(outline: Outline, settings: Settings, source_type: Callable[[Outline], str]) -> Iterable[tuple[int, str]]:
    """(which limit, which group) of a memory; one without a document or a time is in no group of that limit."""
    if outline.document:
        yield 0, outline.document
    yield 1, source_type(outline)
    if settings.per_month and outline.order_time != NO_TIME:
        yield 2, _month(outline.order_time, settings)


def _month(time: int, settings: Settings) -> str:
    try:
        return (_EPOCH + timedelta(milliseconds=time)).astimezone(settings.tzinfo).strftime("%Y-%m")
    except (OverflowError, ValueError):
        return ""
