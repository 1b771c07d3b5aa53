"""Dates and times written in digits only, the same in every language: ISO 8601, slashes, dots, clocks."""

import re
from datetime import datetime, timedelta

from graphcue.language import calendar
from graphcue.language.times_parts import Context, Fields, Reading, before, rule

DIGITS = "0123456789"
_MARKED_AS_VERSION = re.compile(r"(?:版本?|(?<![a-z])(?:version|ver|v|release|rev|build)\.?)[ :#]*$")
_MARKED_AS_NUMBER = re.compile(r"(?:编号|单号|号码|电话|port|room|no\.?|id|#|[$¥€£])[ :#]*$")
_YEAR = "(?:19|20)[0-9]{2}"
_END = r"(?![0-9a-z_]|[-/.:][0-9a-z])"
_DATE_END = r"(?![0-9a-z_]|[/.][0-9a-z]|-[0-9](?![0-9]{3}[-/.])|-[a-z])"
_OFFSET = r"(?P<offset>z|[+-][0-9]{2}:?[0-9]{2})"
_CLOCK = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,][0-9]{1,9})?)?"


def _date(match: re.Match[str], context: Context) -> Reading | None:
    year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
    if calendar.real_date(year, month, day) is None:
        return None
    if match["mark"] == "." and _MARKED_AS_VERSION.search(before(match)):
        return None
    return Reading({"year": year, "month": month, "day": day})


def _date_time(match: re.Match[str], context: Context) -> Reading | None:
    date = _date(match, context)
    if date is None:
        return None
    clock: Fields = {name: int(match[name]) for name in ("hour", "minute", "second") if match[name]}
    if match["offset"] is None:
        return Reading(date.fields | clock)
    try:
        minutes = _offset_minutes(match["offset"])
        moment = datetime(**date.fields, **clock) - timedelta(minutes=minutes)  # type: ignore[arg-type]
        start = (moment - datetime(1970, 1, 1)) // timedelta(milliseconds=1)
    except (ValueError, OverflowError):  # 25:00, or an offset beyond the calendar
        return None
    grain = "second" if match["second"] else "minute"
    return Reading(span=(start, start + (1000 if match["second"] else 60_000)), grain=grain)


def _offset_minutes(offset: str) -> int:
    if offset == "z":
        return 0
    digits = offset[1:].replace(":", "")
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return -minutes if offset[0] == "-" else minutes


def _compact(match: re.Match[str], context: Context) -> Reading | None:
    digits = match[0]
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:8])
    if calendar.real_date(year, month, day) is None or _MARKED_AS_NUMBER.search(before(match)):
        return None
    return Reading({"year": year, "month": month, "day": day})


def _year_month(match: re.Match[str], context: Context) -> Reading | None:
    month = int(match["m"])
    return Reading({"year": int(match["y"]), "month": month}) if 1 <= month <= 12 else None


def _day_first_or_month_first(match: re.Match[str], context: Context) -> Reading | None:
    """3/4/2025 is read as in the United States, and says that it is ambiguous; 31.12.2024 is day first."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    readings = [(first, second), (second, first)]
    if match["mark"] == ".":
        readings.reverse()
    for month, day in readings:
        if calendar.real_date(year, month, day):
            doubtful = first <= 12 and second <= 12 and first != second
            return Reading({"year": year, "month": month, "day": day}, ambiguous=doubtful)
    return None


def _week(match: re.Match[str], context: Context) -> Reading | None:
    first = calendar.iso_week(int(match["y"]), int(match["w"]))
    if first is None:
        return None
    return Reading({"week": first.toordinal()} | ({"weekday": int(match["d"]) - 1} if match["d"] else {}))


def _clock(match: re.Match[str], context: Context) -> Reading | None:
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return None
    fields: Fields = {"hour": hour, "minute": minute}
    if match["second"]:
        fields["second"] = int(match["second"])
    written_as_clock = (
        len(match["hour"]) == 2 or re.search("(?:at|在|于) ?$", before(match, 4)) or match["second"] is not None
    )
    return Reading(fields, relative=True, weak=not written_as_clock)


def _year_span(match: re.Match[str], context: Context) -> Reading | None:
    low, high = int(match["a"]), int(match["b"])
    if not low < high <= low + 200 or _MARKED_AS_NUMBER.search(before(match)):
        return None
    return Reading({"year": low, "last_year": high})


_YMD = r"(?P<y>1[0-9]{3}|2[0-9]{3})(?P<mark>[-/.])(?P<m>[0-9]{1,2})(?P=mark)(?P<d>[0-9]{1,2})(?![0-9])"
_SMALL = "[一二三四五六七八九十]{1,2}"
_DMY = r"(?P<a>[0-9]{1,2})(?P<mark>[-/.])(?P<b>[0-9]{1,2})(?P=mark)(?P<y>(?:19|20)[0-9]{2})"
NUMERIC_RULES = (
    rule("date_time", DIGITS, rf"{_YMD}(?:t|\s{{1,2}}){_CLOCK}(?:\s?{_OFFSET})?{_END}", _date_time),
    rule("date", DIGITS, _YMD + _DATE_END, _date),
    rule("date_compact", DIGITS, rf"(?:19|20)[0-9]{{6}}{_END}(?!\s*[条个件元人名台次])", _compact),
    rule("year_month", DIGITS, rf"(?P<y>(?:19|20)[0-9]{{2}})[-/](?P<m>[0-9]{{2}}|(?<=/)[0-9]){_END}", _year_month),
    rule("month_year", DIGITS, rf"(?P<m>0?[1-9]|1[0-2])/(?P<y>{_YEAR}){_END}", _year_month),
    rule("date_year_last", DIGITS, _DMY + _END, _day_first_or_month_first),
    rule("iso_week", DIGITS, rf"(?P<y>(?:19|20)[0-9]{{2}})-?w(?P<w>[0-9]{{2}})(?:-(?P<d>[1-7]))?{_END}", _week),
    rule("clock", DIGITS, _CLOCK + r"(?![0-9a-z_]|[:.][0-9])", _clock),
    rule(
        "year_span",
        DIGITS,
        (
            rf"(?P<a>{_YEAR})年?\s?(?:[-~至到]|to|through)\s?(?P<b>{_YEAR})(?:年度?(?![初底末]|[0-9]"
            rf"|{_SMALL}月)|{_END}(?! ?[a-z个人元条]))"
        ),
        _year_span,
    ),
)
