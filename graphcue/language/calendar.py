"""Dates of the calendars people write in: months, weeks, the Chinese lunar year and festivals.

Everything here is arithmetic on `datetime.date`; nothing knows of clocks or time zones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from graphcue.language.lunar_tables import FIRST_YEAR, LUNAR_YEARS, SOLAR_TERMS, TERM_EARLIEST, TERM_MONTHS

LAST_LUNAR_YEAR = FIRST_YEAR + len(LUNAR_YEARS) - 1


def real_date(year: int, month: int, day: int) -> date | None:
    """The date, or None where the calendar has no such day (30 February)."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def add_months(day: date, months: int) -> date | None:
    """The same day of another month, its last day where that month is shorter; None outside the years 100 to 9900."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 100 <= year <= 9900:
        return None
    return date(year, month + 1, min(day.day, month_length(year, month + 1)))


def month_length(year: int, month: int) -> int:
    """The number of days of a month, 28 to 31."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def monday(day: date) -> date:
    """The Monday of the week the day is in."""
    return day - timedelta(days=day.weekday())


def iso_week(year: int, week: int) -> date | None:
    """The Monday of an ISO 8601 week; None for week 53 of a year that has 52."""
    try:
        return date.fromisocalendar(year, week, 1)
    except ValueError:
        return None


def lunar_date(year: int, month: int, day: int) -> date | None:
    """The day a date of the Chinese lunar year falls on, 1900 to 2100; None where there is no such day."""
    if not FIRST_YEAR <= year <= LAST_LUNAR_YEAR or not 1 <= month <= 12:
        return None
    word = LUNAR_YEARS[year - FIRST_YEAR]
    leap = word >> 13 & 15
    place = month - 1 + (1 if leap and month > leap else 0)
    lengths = [29 + (word >> i & 1) for i in range(place + 1)]
    if not 1 <= day <= lengths[-1]:
        return None
    first = date(year, 1, 20) + timedelta(days=word >> 17)
    return first + timedelta(days=sum(lengths[:-1]) + day - 1)


def solar_term(year: int, term: int) -> date | None:
    """The day of one of the ten solar terms of `TERM_MONTHS`, 1900 to 2100."""
    if not FIRST_YEAR <= year <= LAST_LUNAR_YEAR:
        return None
    later = SOLAR_TERMS[year - FIRST_YEAR] >> 2 * (len(TERM_MONTHS) - 1 - term) & 3
    return date(year, TERM_MONTHS[term], TERM_EARLIEST[term] + later)


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm, Nature, 20 April 1876)."""
    century, rest = divmod(year, 100)
    golden = year % 19
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    to_sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * to_sunday) // 451
    month, day = divmod(epact + to_sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)


@dataclass(frozen=True, slots=True)
class Festival:
    """A festival: its day in a given year, and how many days its holiday has, from how many days after it."""

    day: Callable[[int], date | None]
    holiday_days: int = 1


def _solar(month: int, day: int, holiday_days: int = 1) -> Festival:
    return Festival(lambda year: real_date(year, month, day), holiday_days)


def _lunar(month: int, day: int, holiday_days: int = 1) -> Festival:
    return Festival(lambda year: lunar_date(year, month, day), holiday_days)


def _term(term: int) -> Festival:
    return Festival(lambda year: solar_term(year, term))


def _nth(month: int, weekday: int, nth: int, days_after: int = 0) -> Festival:
    """The nth given weekday of a month (negative: from its end), and some days after it."""

    def day(year: int) -> date | None:
        if nth < 0:
            last = date(year, month, month_length(year, month))
            return last - timedelta(days=(last.weekday() - weekday) % 7)
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1) + days_after)

    return Festival(day)


def _new_years_eve(year: int) -> date | None:
    """The last evening of the lunar year before: in 2024 it is 9 February 2024."""
    first = lunar_date(year, 1, 1)
    return first and first - timedelta(days=1)


def _after_easter(days: int) -> Festival:
    return Festival(lambda year: easter(year) + timedelta(days=days))


FESTIVALS: dict[str, Festival] = {
    "元旦": _solar(1, 1),
    "情人节": _solar(2, 14),
    "妇女节": _solar(3, 8),
    "植树节": _solar(3, 12),
    "愚人节": _solar(4, 1),
    "劳动节": _solar(5, 1, 5),
    "青年节": _solar(5, 4),
    "儿童节": _solar(6, 1),
    "建党节": _solar(7, 1),
    "建军节": _solar(8, 1),
    "教师节": _solar(9, 10),
    "国庆": _solar(10, 1, 7),
    "万圣": _solar(10, 31),
    "双十一": _solar(11, 11),
    "双十二": _solar(12, 12),
    "平安夜": _solar(12, 24),
    "圣诞": _solar(12, 25),
    "跨年夜": _solar(12, 31),
    "节礼日": _solar(12, 26),
    "独立日": _solar(7, 4),
    "春节": _lunar(1, 1, 7),
    "元宵": _lunar(1, 15),
    "龙抬头": _lunar(2, 2),
    "端午": _lunar(5, 5, 3),
    "七夕": _lunar(7, 7),
    "中元节": _lunar(7, 15),
    "中秋": _lunar(8, 15, 3),
    "重阳": _lunar(9, 9),
    "腊八": Festival(lambda year: lunar_date(year - 1, 12, 8)),
    "除夕": Festival(_new_years_eve),
    "立春": _term(0),
    "春分": _term(1),
    "清明": _term(2),
    "谷雨": _term(3),
    "立夏": _term(4),
    "夏至": _term(5),
    "立秋": _term(6),
    "秋分": _term(7),
    "立冬": _term(8),
    "冬至": _term(9),
    "母亲节": _nth(5, 6, 2),
    "父亲节": _nth(6, 6, 3),
    "感恩节": _nth(11, 3, 4),
    "黑色星期五": _nth(11, 3, 4, 1),
    "美国劳动节": _nth(9, 0, 1),
    "阵亡将士纪念日": _nth(5, 0, -1),
    "复活节": _after_easter(0),
    "耶稣受难日": _after_easter(-2),
}
