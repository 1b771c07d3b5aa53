"""Chinese rules for counted spans: 三天前, 两周后, 近三个月, 三天内, 前三季度."""

import re
from datetime import datetime

from graphcue.language.numerals import DIGITS
from graphcue.language.times_parts import Context, Reading, rule
from graphcue.language.times_spans import FEW, point, window
from graphcue.language.times_zh import NUMERALS, SMALL, YEAR, YEAR_OFFSETS, number

_UNITS = {
    "秒": "second", "秒钟": "second", "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day",
    "周": "week",
    "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter", "年": "year",
}  # fmt: skip
_ONES = "一二三四五六七八九"
_EXACT = rf"[0-9]{{1,4}}(?:[-~到至][0-9]{{1,4}})?|[零〇{_ONES}十百两]{{1,5}}"
_LOOSE = rf"[{_ONES}]?十[几多]|[一两二三四五六七八][{_ONES}两](?!十)|[几数半]"
_COUNT = rf"(?<![月第])(?P<count>{_LOOSE}|{_EXACT})"
_MONTH = "(?<=[个两几数半多])月"
_UNIT = (
    rf"(?P<half_first>个半)?个?(?P<unit>秒钟?|分钟|小时|钟头|天|日|周(?!年)|星期|礼拜|{_MONTH}|季度"
    rf"|年)(?P<half_last>半)?"
)
_SPAN = _COUNT + _UNIT
_AGO = (
    r"(?:(?P<ago>之前|以前|前)|(?P<on>之后|以后|后)|(?P<inside>之内|以内|内)|(?P<until_now>以来|来))(?!端"
    r"|台|勤|提(?![交供出前])|期|者)"
)


def _counts(match: re.Match[str]) -> tuple[int, int] | None:
    """How many half units, at least and at most; None when nothing is counted."""
    low, high = _count(match["count"])
    if low <= 0:
        return None
    extra = 1 if match["half_first"] or match["half_last"] else 0
    return low + extra, high + extra


def _count(text: str) -> tuple[int, int]:
    if text == "半":
        return 1, 1
    if text in ("几", "数"):
        return 2 * FEW[0], 2 * FEW[1]
    if text[-1:] in ("几", "多") and len(text) > 1:
        tens = number(text[:-1])
        return 2 * tens, 2 * (tens + 9)
    ends = re.split("[-~到至]", text)
    if len(ends) == 2:
        return 2 * int(ends[0]), 2 * int(ends[1])
    if len(text) == 2 and all(c in DIGITS for c in text):
        return 2 * DIGITS[text[0]], 2 * DIGITS[text[1]]
    return 2 * number(text), 2 * number(text)


def _span(match: re.Match[str], context: Context) -> Reading | None:
    counts = _counts(match)
    if counts is None or counts[0] > counts[1]:
        return None
    unit = _UNITS[match["unit"]]
    if match["inside"]:
        return window(context, unit, counts[1], forward=True, ambiguous=True)
    if match["until_now"]:
        return window(context, unit, counts[1], forward=False)
    return point(context, unit, counts, forward=bool(match["on"]))


def _window(match: re.Match[str], context: Context) -> Reading | None:
    counts = _counts(match)
    if counts is None:
        return None
    return window(context, _UNITS[match["unit"]], counts[1], bool(match["future"]), ambiguous=counts[0] != counts[1])


def _first_units(match: re.Match[str], context: Context) -> Reading | None:
    """2025年前三季度 is January to September of 2025, and 前三季度 alone of this year."""
    year = _year(match["year"], context)
    months = number(match["count"]) * (3 if match["unit"] == "季度" else 1)
    if year is None or not 1 <= months <= 12:
        return None
    span = context.interval(datetime(year, 1, 1), datetime(year + months // 12, months % 12 + 1, 1))
    return Reading(span=span, grain="month", relative=not match["year"] or match["year"] in YEAR_OFFSETS)


def _year(written: str | None, context: Context) -> int | None:
    if written and written not in YEAR_OFFSETS:
        return number(written.rstrip("年"))
    return context.now.year + YEAR_OFFSETS.get(written or "今年", 0) if context.now else None


_PAST = "最近|过去|之前|此前|(?<!公元)前(?![一二三四1-4]个?季度)|近|这"
_FUTURE = "未来|今后|接下来|往后|(?<!最)后"
_WINDOW = (
    rf"(?:(?P<past>{_PAST})|(?P<future>{_FUTURE}))(?:的|这)?{_SPAN}(?:之内|以内|以来|内|里|来|间)?(?!前|后"
    rf"|之前|之后|以前|以后)"
)
_WRITTEN_YEAR = rf"(?P<year>{YEAR}年|[去今明前]年)的?"

ZH_SPAN_RULES = (
    rule("zh_span", NUMERALS + "两几数半", rf"(?!{YEAR}\s?年)" + _SPAN + _AGO, _span),
    rule("zh_window", "最过之此前近这未今接往后", _WINDOW, _window),
    rule(
        "zh_first_units",
        NUMERALS + "去今明前头",
        rf"(?:{_WRITTEN_YEAR}|(?=[前头]{SMALL}个?季度))[前头](?P<count>{SMALL})个?(?P<unit>季度|月)",
        _first_units,
    ),
)
