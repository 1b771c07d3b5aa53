"""Times as cues: what a memory speaks of, beside when it happened.

The key is the interval on the clock of the place, half-open, as ISO 8601 writes intervals: `time:2025-12-31T00:00/2026-01-01T00:00`.
Keys compare as their starts do, so that a stretch of time is a range of keys; and since a text names the hours of its own
place, neither the key nor what is asked depends on a zone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from graphcue.language.times import TimeSpan, find_times
from graphcue.model import Moment

MOST = 12
"""Times of one text that become cues: the first ones."""
TIME = "time:"
LAST = "time:~"
"""After every key of a time."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400_000

Interval = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time that a text speaks of: its key, and how it was read."""

    key: str
    span: TimeSpan


def spoken_times(text: str, occurred_at: Moment | None) -> tuple[Spoken, ...]:
    """The times that a text speaks of, in order, read from the moment at which it was said.

    Not those of the day itself, nor stretches that end or begin then (`the last three days`) or have an open end: they say
    no more than the moment does.
    """
    zone = timezone(timedelta(minutes=occurred_at.offset)) if occurred_at else UTC
    said = occurred_at.ms if occurred_at else None
    found = []
    for span in find_times(text, said, zone):
        if span.start is None or span.end is None or (said is not None and _is_now(span.start, span.end, said, zone)):
            continue
        key = time_key(span.start, span.end, zone)
        if key:
            found.append(Spoken(key, span))
    return tuple(found[:MOST])


def _is_now(start: int, end: int, said: int, zone: tzinfo) -> bool:
    """Whether a stretch lies in the day itself, or ends or begins in the middle of it, just then."""
    midnight = _local(said, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    day = (midnight.astimezone(UTC) - _EPOCH) // timedelta(milliseconds=1)
    return (day <= start and end <= day + _DAY) or (said != day and said in (start, end))


def time_key(start: int, end: int, zone: tzinfo) -> str:
    """The key of an interval in ms UTC, '' outside of the calendar."""
    try:
        return f"{TIME}{_clock(start, zone)}/{_clock(end, zone)}"
    except (OverflowError, ValueError):
        return ""


def time_ranges(spans: Iterable[Interval], zone: tzinfo) -> tuple[tuple[str, str], ...]:
    """The ranges of keys [low, high) in which the intervals lie that begin in one of the spans, which are ms UTC."""
    return tuple((_bound(start, zone, TIME), _bound(end, zone, LAST)) for start, end in spans)


def lies_in(key: str, ranges: Iterable[tuple[str, str]]) -> bool:
    """Whether the interval of a key lies in one of the ranges."""
    start, _, end = key.partition("/")
    return any(low <= start and TIME + end <= high for low, high in ranges)


def _bound(moment: int | None, zone: tzinfo, otherwise: str) -> str:
    try:
        return otherwise if moment is None else TIME + _clock(moment, zone)
    except (OverflowError, ValueError):
        return otherwise


def _clock(moment: int, zone: tzinfo) -> str:
    return _local(moment, zone).replace(tzinfo=None).isoformat(timespec="minutes")


def _local(moment: int, zone: tzinfo) -> datetime:
    return (_EPOCH + timedelta(milliseconds=moment)).astimezone(zone)
