"""Times named by another: 春节前一周, two days before Christmas, 本月最后一天."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from graphcue.language import calendar
from graphcue.language.numerals import chinese_integer, english_integer
from graphcue.language.times_parts import CLOCK, Context, Found, Interval, Part, mask

_PICK = re.compile("的?(?P<which>最后|第|首|头)一?个?(?P<unit>天|日|周(?!年))")
_PICK_EN = re.compile(r"(?<![a-z])(?P<which>first|last|final) (?P<unit>day) of (?:the )?$")
_SHIFT = re.compile(
    r"(?P<way>前|后)(?P<count>[一两二三四五六七八九十]|[0-9]{1,2})(?P<unit>个?星期|个月|天|周|日)(?!内)"
)
_SHIFT_EN = re.compile(
    r"(?<![a-z0-9])(?P<count>the|an?|one|two|three|four|five|six|seven|ten|[0-9]{1,2}) (?P<unit>day"
    r"|week|month)s? (?P<way>before|after) (?:the )?$"
)
_SHIFT_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "月": "month"} | {
    unit: unit for unit in ("day", "week", "month")
}
_DAY_LIKE = mask(("festival", "day", "weekday"))


def picked(part: Part, span: Interval, context: Context, floor: int) -> Found | None:
    """The first or last day or week of something longer: 本月最后一天, the first day of March."""
    if part.mask & (_DAY_LIKE | mask(CLOCK)) or part.reading.span:
        return None
    match = _PICK.match(context.folded, part.end)
    if not match:
        match = _PICK_EN.search(context.folded, max(floor, part.start - 24), part.start)
    if not match:
        return None
    length = timedelta(days=1 if match["unit"] in ("天", "日", "day") else 7)
    low, high = (context.local(instant) for instant in span)
    if match["which"] in ("最后", "last", "final"):
        low = high - length
    start, end = context.interval(low, low + length)
    whole = replace(part, start=min(part.start, match.start()), end=max(part.end, match.end()))
    grain = "day" if length.days == 1 else "week"
    return Found(start, end, whole, grain, "year" in part.reading.fields, part.reading.relative, length.days > 1)


def shifted(part: Part, span: Interval, context: Context, floor: int) -> Found | None:
    """The days before or after a day: 春节前一周 and "the week before Christmas" are the seven days up to it."""
    if not part.mask & _DAY_LIKE or part.mask & mask(CLOCK):
        return None
    match = _SHIFT.match(context.folded, part.end)
    if not match:
        match = _SHIFT_EN.search(context.folded, max(floor, part.start - 32), part.start)
    if not match:
        return None
    count = 1 if match["count"] == "the" else _count(match["count"])
    unit = _SHIFT_UNITS[match["unit"].lstrip("个")]
    first, last = (context.local(instant) for instant in span)
    low: datetime | None
    high: datetime | None
    if match["way"] in ("前", "before"):
        low, high = _moved(first, unit, -count), first
    else:
        low, high = last, _moved(last, unit, count)
    if match.re is _SHIFT_EN and match["count"] != "the" and low and high:
        exact = low if match["way"] == "before" else high - timedelta(days=1)
        low, high = exact, exact + timedelta(days=1)
    if low is None or high is None or not low < high:
        return None
    start, end = context.interval(low, high)
    whole = replace(part, start=min(part.start, match.start()), end=max(part.end, match.end()))
    return Found(start, end, whole, "day", True, part.reading.relative, True)


def _count(text: str) -> int:
    return chinese_integer(text) or english_integer(text) or 1


def _moved(day: datetime, unit: str, count: int) -> datetime | None:
    if unit == "month":
        moved = calendar.add_months(day.date(), count)
        return datetime.combine(moved, day.time()) if moved else None
    return day + timedelta(days=count * (7 if unit == "week" else 1))
