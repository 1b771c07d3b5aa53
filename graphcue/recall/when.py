"""Part of stage 1: the times of a question, as stretches of time in which memories lie or not."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from graphcue.language.times import TimeSpan, find_times
from graphcue.stores.contract import Reader

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
MOST_YEARS = 50
"""Years that a date without a year may mean: the last of those that the memories lie in."""

UNDATED = frozenset(
    {
        "zh_weekday",
        "en_weekday",
        "zh_daypart",
        "en_daypart",
        "zh_day",
        "en_ordinal_day",
        "zh_third",
        "clock",
        "zh_clock",
        "en_clock",
        "en_clock_range",
        "en_bare_hour",
        "en_spoken_clock",
        "en_oclock",
        "en_named_hour",
    }
)
"""Rules of times that name no stretch of the year: they repeat every day, week or month."""

_NUMBERED = (
    "date date_time date_compact date_year_last year_month month_year year_span iso_week range clock"
    " zh_year zh_short_year zh_quarter zh_month zh_months zh_days zh_day zh_week_number zh_lunar zh_lunar_day zh_clock"
    " en_year en_short_year en_quarter en_quarter_of_year en_year_quarter en_month en_month_day en_day_month en_days"
    " en_days_first en_month_day_in_words en_day_month_in_words en_ordinal_day en_week_number en_clock en_clock_range"
)
CALENDAR = frozenset(_NUMBERED.split())
"""Rules of times that a calendar or a clock tells. A memory of 3 June hardly says `3 June`: their words are no cues. Of
other times (last year, 周五晚上, at Christmas) memories speak in the same words."""

Span = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class When:
    """The stretches asked for, half-open, in ms UTC. `around` are the months of which only a part is asked for: 五月底 may
    be the twentieth. `dated`: the calendar tells them, they do not repeat."""

    spans: tuple[Span, ...] = ()
    around: tuple[tuple[int, int], ...] = ()
    dated: bool = False


def when(reader: Reader, text: str, times: Sequence[TimeSpan], zone: tzinfo, now: int) -> When:
    """The stretches of time that a text asks for. A day or month without a year means any year that the memories lie in;
    a bare weekday or part of a day counts only where no date stands; what vaguely lies ahead (`a few days later`) not at
    all."""
    dated = [time for time in times if is_dated(time)]
    found: dict[Span, None] = {}
    around: dict[tuple[int, int], None] = {}
    for time in dated or times:
        for one in _readings(reader, text, time, zone, now):
            found[(one.start, one.end)] = None
            if one.grain == "part_of_month" and one.start is not None and one.end is not None:
                around[_months_of(one.start, one.end, zone)] = None
    return When(tuple(found), tuple(around), bool(dated))


def is_dated(time: TimeSpan) -> bool:
    """Whether it names a stretch of the year."""
    return time.year_given or time.rule not in UNDATED


def _readings(reader: Reader, text: str, time: TimeSpan, zone: tzinfo, now: int) -> Sequence[TimeSpan]:
    """What one time of the text may mean."""
    if not is_dated(time) or time.year_given:
        ahead = time.ambiguous and time.start is not None and time.start >= now
        return () if ahead else (time,)
    return _every_year(reader, text, time, zone)


def _every_year(reader: Reader, text: str, asked: TimeSpan, zone: tzinfo) -> Sequence[TimeSpan]:
    """What a time without a year means when it is read in each of the years that the memories lie in."""
    years = [_local(time, zone).year for time in reader.period() or ()]
    found: list[TimeSpan] = []
    for year in range(min(years), max(years) + 1)[-MOST_YEARS:] if years else ():
        middle = (datetime(year, 7, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND
        found += [one for one in find_times(text, middle, zone) if one.text_start == asked.text_start]
    return found


def _months_of(start: int, end: int, zone: tzinfo) -> tuple[int, int]:
    """From the first day of the month of `start` to the last of that in which the stretch ends."""
    first = _local(start, zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    last = _local(end - 1, zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    after = (last + timedelta(days=32)).replace(day=1)
    return (first - _EPOCH) // _MILLISECOND, (after - _EPOCH) // _MILLISECOND


def _local(time: int, zone: tzinfo) -> datetime:
    return (_EPOCH + time * _MILLISECOND).astimezone(zone)
