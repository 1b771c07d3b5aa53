"""Fields → a local interval: which shapes of fields make sense, and what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from graphcue.language import calendar
from graphcue.language.calendar import FESTIVALS
from graphcue.language.times_parts import CLOCK, Fields, mask

FESTIVAL_LIST = tuple(FESTIVALS.values())
FESTIVAL_INDEX = {name: place for place, name in enumerate(FESTIVALS)}

DAYPARTS = {
    "small_hours": (0, 6),
    "early": (6, 9),
    "forenoon": (8, 12),
    "morning": (6, 12),
    "noon": (11, 13),
    "afternoon": (12, 18),
    "dusk": (17, 19),
    "evening": (18, 24),
    "night": (22, 24),
    "am": (0, 12),
    "pm": (12, 24),
}
DAYPART_INDEX = {name: place for place, name in enumerate(DAYPARTS)}
_DAYPART_NAMES = tuple(DAYPARTS)

_LARGE = (
    "decade", "year", "year last_year", "month week_number", "year month week_number", "half", "year half", "quarter",
    "year quarter", "quarter edge", "year quarter edge",
    "year season", "year third", "year edge", "month", "year month", "month third", "year month third", "month edge",
    "year month edge", "month last_month", "year month last_month", "week_number", "year week_number", "week",
    "week edge", "week third",
)  # fmt: skip
_DAYS = (
    "year month day", "month day", "day", "year month day last_day", "month day last_day", "festival",
    "year festival", "festival holiday", "year festival holiday",
    "weekday", "week weekday", "year month day weekday", "month day weekday", "day weekday",
)  # fmt: skip
_CLOCKS = ("daypart", "hour", "daypart hour", "hour minute", "daypart hour minute", "hour minute second",
           "daypart hour minute second")  # fmt: skip
SHAPES = frozenset(
    mask(names.split())
    for names in (*_LARGE, *_DAYS, *_CLOCKS, *(f"{day} {clock}" for day in _DAYS for clock in _CLOCKS))
)

_TENS_OF_DAYS = ((0, 1), (1, 2), (2, 3), (1, 3), (0, 2))
"""上旬, 中旬, 下旬, 中下旬, 上中旬: from which tens of days of a month to which."""

# Shapes whose year, when it is not written, is the year of the reference and not the nearest one.
_OF_THIS_YEAR = {"half", "quarter", "week_number", "season"}
_NEED_YEAR = {"half", "quarter", "season", "festival", "week_number", "month"}

# A clock time is a point: "until 5pm" and "2pm to 5pm" end at 5pm, where "until Friday" includes the day.
CLOCK_GRAINS = ("hour", "minute", "second")


@dataclass(frozen=True, slots=True)
class Local:
    """A local interval, half-open, with the fields it came from, complete with what was inferred."""

    low: datetime
    high: datetime
    grain: str
    fields: Fields
    year_given: bool = True
    relative: bool = False
    ambiguous: bool = False


def resolve(fields: Fields, now: datetime | None, direction: int = 0) -> Local | None:
    """The interval of the fields; a year, week or day that is missing comes from `now`.

    `direction` -1 asks for the last one that has begun, 0 for the nearest. None: no such date, or it needs a `now`.
    """
    if mask(fields) not in SHAPES:
        return None
    if "year" in fields or "decade" in fields or "week" in fields:
        return _settled(fields)
    if now is None:
        return None
    if _NEED_YEAR.isdisjoint(fields):
        return _near(fields, now, direction)
    years = [now.year] if not _OF_THIS_YEAR.isdisjoint(fields) and direction == 0 else range(now.year - 1, now.year + 2)
    found = _nearest((_settled({"year": year, **fields}) for year in years), now, direction)
    if found and "weekday" in fields and found.ambiguous:
        fitting = (_settled({"year": year, **fields}) for year in range(now.year - 6, now.year + 6))
        found = _nearest((one for one in fitting if one and not one.ambiguous), now, direction) or found
    if found is None:
        wide = (_settled({"year": year, **fields}) for year in range(now.year - 8, now.year + 9))
        found = _nearest(wide, now, direction)
    return found and _inferred(found)


def _inferred(found: Local) -> Local:
    return Local(found.low, found.high, found.grain, found.fields, False, True, True)


def _near(fields: Fields, now: datetime, direction: int) -> Local | None:
    """A day of this month, a weekday of this week or a time of today."""
    if "day" in fields:
        found = _settled({"year": now.year, "month": now.month, **fields})
    elif "weekday" in fields:
        start = calendar.monday(now.date()).toordinal()
        found = _settled({"week": start, **fields})
        if found and direction < 0 and found.low > now:
            found = _settled({"week": start - 7, **fields})
    else:
        found = _settled({"year": now.year, "month": now.month, "day": now.day, **fields})
    return found and _inferred(found)


def _nearest(found: Iterator[Local | None], now: datetime, direction: int) -> Local | None:
    candidates = [one for one in found if one and (direction == 0 or one.low <= now)]
    return min(candidates, key=lambda one: (max(one.low - now, now - one.high, timedelta()), one.low), default=None)


def _settled(fields: Fields) -> Local | None:
    """The interval of fields that need nothing more."""
    dates = {name: value for name, value in fields.items() if name not in CLOCK}
    days = _days(dates)
    if days is None:
        return None
    low, high, grain, doubtful = days
    start = datetime.combine(low, time())
    if len(dates) == len(fields):
        return Local(start, datetime.combine(high, time()), grain, fields, ambiguous=doubtful)
    clock = _clock(fields)
    if clock is None:
        return None
    offset, length, clock_grain = clock
    return Local(start + offset, start + offset + length, clock_grain, fields, ambiguous=doubtful)


_Days = tuple[date, date, str, bool]


def _days(f: Fields) -> _Days | None:
    """First day, day after the last, grain, and whether the fields contradict each other or are loose."""
    if "week" in f:
        return _in_week(f)
    if "decade" in f:
        return date(f["decade"], 1, 1), date(f["decade"] + 10, 1, 1), "decade", False
    if "festival" in f:
        return _festival(f)
    if "day" in f:
        return _day(f)
    if "week_number" in f and "month" in f:
        return _week_of_month(f)
    if "week_number" in f:
        first = calendar.iso_week(f["year"], f["week_number"])
        return (first, first + timedelta(days=7), "week", False) if first else None
    if "month" in f:
        return _month(f)
    return _year(f)


def _week_of_month(f: Fields) -> _Days | None:
    """The nth seven days of a month, the fifth what is left of it; 53 stands for its last seven days."""
    bounds = _month({"year": f["year"], "month": f["month"]})
    if bounds is None:
        return None
    first, after = bounds[:2]
    low = after - timedelta(days=7) if f["week_number"] == 53 else first + timedelta(days=7 * f["week_number"] - 7)
    return (low, min(low + timedelta(days=7), after), "week", True) if low < after else None


def _in_week(f: Fields) -> _Days:
    first = date.fromordinal(f["week"])
    if "weekday" in f:
        length = 2 if f["weekday"] == 7 else 1
        day = first + timedelta(days=5 if length == 2 else f["weekday"])
        return day, day + timedelta(days=length), "weekend" if length == 2 else "day", False
    if "edge" in f or "third" in f:
        low, high = ((0, 2), (2, 4), (4, 7))[f.get("edge", f.get("third", 0))]
        return first + timedelta(days=low), first + timedelta(days=high), "part_of_week", True
    return first, first + timedelta(days=7), "week", False


def _festival(f: Fields) -> _Days | None:
    festival = FESTIVAL_LIST[f["festival"]]
    day = festival.day(f["year"])
    length = festival.holiday_days if "holiday" in f else 1
    return (day, day + timedelta(days=length), "day" if length == 1 else "holiday", False) if day else None


def _day(f: Fields) -> _Days | None:
    day = calendar.real_date(f["year"], f["month"], f["day"])
    last = calendar.real_date(f["year"], f["month"], f.get("last_day", f["day"]))
    if day is None or last is None or last < day:
        return None
    wrong_weekday = "weekday" in f and day.weekday() != f["weekday"]
    return day, last + timedelta(days=1), "day", wrong_weekday


def _month(f: Fields) -> _Days | None:
    first = calendar.real_date(f["year"], f["month"], 1)
    if first is None:
        return None
    after = _months_after(first, 1)
    if "last_month" in f:
        return first, _months_after(first, 1 + (f["last_month"] - f["month"]) % 12), "month", False
    place = f.get("third", f.get("edge"))
    if place is None:
        return first, after, "month", False
    bounds = (first, first + timedelta(days=10), first + timedelta(days=20), after)
    low, high = _TENS_OF_DAYS[place]
    return bounds[low], bounds[high], "part_of_month", False


def _year(f: Fields) -> _Days:
    low, months, grain = 0, 12 * (f.get("last_year", f["year"]) - f["year"] + 1), "year"
    if "half" in f:
        low, months, grain = 6 * f["half"], 6, "half"
    elif "quarter" in f:
        low, months, grain = 3 * f["quarter"], 3, "quarter"
        if "edge" in f:
            low, months, grain = low + f["edge"], 1, "month"
    elif "season" in f:
        low, months, grain = 2 + 3 * f["season"], 3, "season"
    elif "third" in f:
        low, months, grain = 4 * f["third"], 4, "part_of_year"
    elif "edge" in f:
        low, months, grain = (0, 5, 11)[f["edge"]], 2 if f["edge"] == 1 else 1, "part_of_year"
    first = _months_after(date(f["year"], 1, 1), low)
    return first, _months_after(first, months), grain, grain == "season"


def _months_after(first: date, months: int) -> date:
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    return date(year, month + 1, 1)


def _clock(f: Fields) -> tuple[timedelta, timedelta, str] | None:
    """How long after midnight, how long, and the grain; None for 25:61."""
    daypart = _DAYPART_NAMES[f["daypart"]] if "daypart" in f else ""
    if "hour" not in f:
        low, high = DAYPARTS[daypart]
        return timedelta(hours=low), timedelta(hours=high - low), "part_of_day"
    hour = hour_of_day(f["hour"], daypart)
    minute, second = f.get("minute", 0), f.get("second", 0)
    if hour is None or minute > 59 or second > 59 or (hour == 24 and minute):
        return None
    grain = "second" if "second" in f else "minute" if "minute" in f else "hour"
    length = {"second": timedelta(seconds=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1)}[grain]
    return timedelta(hours=hour, minutes=minute, seconds=second), length, grain


def hour_of_day(hour: int, daypart: str) -> int | None:
    """The hour from midnight, past 24 for the small hours after an evening; None where the two do not fit."""
    if hour > 24:
        return None
    if daypart in ("evening", "night") and (hour < 6 or hour == 12):
        return 24 + hour % 12
    if daypart in ("pm", "afternoon", "dusk", "evening", "night") and hour < 12:
        return hour + 12
    if daypart == "noon" and hour < 4:
        return hour + 12
    return 0 if daypart in ("am", "small_hours") and hour == 12 else hour
