"""Counted spans of both languages: so many units ago, from now, or up to now.

"Three months ago" is the whole month three months back, "three days ago" that day; "the last three months" runs from
the same minute three months back to now.
"""

from datetime import date, datetime, time, timedelta

from graphcue.language import calendar
from graphcue.language.times_parts import ORDER, Context, Reading, day_fields

FEW = (1, 7)
_CLOCK_UNITS = {"second": 1000, "minute": 60_000, "hour": 3_600_000}
_MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
_DAYS = {"day": 1, "week": 7}
_LARGEST = 10_000


def shifted(context: Context, unit: str, halves: int) -> int | None:
    """The instant so many half units from the reference, negative: back; None outside the calendar."""
    if context.now is None or context.reference is None or abs(halves) > 2 * _LARGEST:
        return None
    if unit in _CLOCK_UNITS:
        return context.reference + halves * _CLOCK_UNITS[unit] // 2
    moved = _moved(context.now, unit, halves)
    return context.milliseconds(moved) if moved else None


def _moved(now: datetime, unit: str, halves: int) -> datetime | None:
    if unit in _DAYS:
        return now + timedelta(hours=12 * halves * _DAYS[unit])
    months, half_months = divmod(abs(halves) * _MONTHS[unit], 2)
    sign = 1 if halves > 0 else -1
    day = calendar.add_months(now.date(), sign * months)
    return datetime.combine(day, now.time()) + timedelta(days=sign * 15 * half_months) if day else None


def window(context: Context, unit: str, halves: int, forward: bool, ambiguous: bool = False) -> Reading | None:
    """From so many half units back to the reference, or from the reference on."""
    there = shifted(context, unit, halves if forward else -halves)
    if there is None or context.reference is None or halves <= 0:
        return None
    ends = (context.reference, there) if forward else (there, context.reference)
    return Reading(relative=True, ambiguous=ambiguous, span=ends, grain=unit)


def point(context: Context, unit: str, counts: tuple[int, int], forward: bool) -> Reading | None:
    """The unit that lies so many half units back or on; of "two or three days ago" both days."""
    sign = 1 if forward else -1
    if counts[0] == counts[1] and counts[0] % 2 == 0 and unit in ("day", "week", "month", "year"):
        return _calendar_fields(context, unit, sign * counts[0])
    places = [_unit_around(context, unit, sign * halves) for halves in counts]
    known = [place for place in places if place]
    if len(known) < 2:
        return None
    low, high = min(start for start, _, _ in known), max(end for _, end, _ in known)
    return Reading(relative=True, ambiguous=counts[0] != counts[1], span=(low, high), grain=known[0][2])


def _calendar_fields(context: Context, unit: str, halves: int) -> Reading | None:
    """A whole calendar unit as fields, so that "two weeks ago" can take "on Monday" beside it."""
    there = shifted(context, unit, halves)
    if there is None:
        return None
    day = context.local(there)
    if unit == "week":
        return Reading({"week": calendar.monday(day.date()).toordinal()}, relative=True)
    wanted = ORDER[: ORDER.index(unit) + 1]
    return Reading({name: value for name, value in day_fields(day).items() if name in wanted}, relative=True)


def _unit_around(context: Context, unit: str, halves: int) -> tuple[int, int, str] | None:
    there = shifted(context, unit, halves)
    if there is None:
        return None
    if unit in _CLOCK_UNITS:
        grain = unit if halves % 2 == 0 else "minute"
        floor = 1000 if unit == "second" else 60_000
        return there // floor * floor, there // floor * floor + _CLOCK_UNITS[grain], grain
    if halves % 2:
        unit = {"year": "month", "decade": "year"}.get(unit, "day")
    low, high = calendar_unit(context.local(there).date(), unit)
    return *context.interval(datetime.combine(low, time()), datetime.combine(high, time())), unit


def calendar_unit(day: date, unit: str) -> tuple[date, date]:
    """The calendar day, week, month, quarter, year or decade a day is in, half-open."""
    if unit == "day":
        return day, day + timedelta(days=1)
    if unit == "week":
        return calendar.monday(day), calendar.monday(day) + timedelta(days=7)
    months = _MONTHS[unit]
    year, month = day.year, (day.month - 1) // months * months + 1 if months < 12 else 1
    if unit == "decade":
        return date(year // 10 * 10, 1, 1), date(year // 10 * 10 + 10, 1, 1)
    after = year * 12 + month - 1 + months
    return date(year, month, 1), date(after // 12, after % 12 + 1, 1)
