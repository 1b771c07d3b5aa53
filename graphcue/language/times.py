"""Times named in a text, Chinese and English, absolute and relative, as half-open intervals of milliseconds UTC.

A small grammar reads pieces (`times_zh`, `times_zh_days`, `times_zh_spans`, `times_en`, `times_en_days`,
`times_en_spans`, `times_numeric`), `times_join` puts neighbours together, `times_resolve` gives them their place in
the calendar. What a word means is fixed here once: a week begins on Monday; "next Friday" is the Friday of the next
week; a month without a year is the one nearest to the reference.
"""

import re
from dataclasses import dataclass
from datetime import tzinfo

from graphcue.language.even_width import fold
from graphcue.language.times_en import EN_RULES
from graphcue.language.times_en_days import EN_DAY_RULES
from graphcue.language.times_en_spans import EN_SPAN_RULES
from graphcue.language.times_join import finish, merge
from graphcue.language.times_numeric import NUMERIC_RULES
from graphcue.language.times_parts import Context, Found, Part, Rule, part
from graphcue.language.times_zh import ZH_DIGITS, ZH_RULES
from graphcue.language.times_zh_days import ZH_DAY_RULES
from graphcue.language.times_zh_spans import ZH_SPAN_RULES


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time named in a text: when it is, where it stands, and how sure that is.

    `start` is inclusive and `end` exclusive, in ms UTC; None is an open end. `text_start` and `text_end` count code
    points. `ambiguous`: other readings exist ("next Friday", 03/04/2025, a year not written). `year_given` is False
    where the year was inferred, so that "in June" may be asked of any year. `relative`: it depends on the reference.
    """

    start: int | None
    end: int | None
    text_start: int
    text_end: int
    grain: str
    rule: str
    ambiguous: bool
    year_given: bool
    relative: bool


def find_times(text: str, reference: int | None, zone: tzinfo) -> tuple[TimeSpan, ...]:
    """The times in the text, by position, never overlapping; the longest reading of each place.

    `reference` (ms UTC) is the day "today" means; without it only expressions that need none are found.
    """
    if not _may_hold_a_time(text):
        return ()
    folded = fold(text)
    context = Context(text, folded, None, reference, zone)
    if reference is not None:
        context = Context(text, folded, context.local(reference), reference, zone)
    parts = merge(_scan(context), context)
    return tuple(_time_span(found) for found in finish(parts, context))


def _time_span(found: Found) -> TimeSpan:
    whole = found.part
    return TimeSpan(
        found.start,
        found.end,
        whole.start,
        whole.end,
        found.grain,
        whole.rule,
        found.ambiguous,
        found.year_given,
        found.relative,
    )


_ANCHOR = re.compile("[0-9０-９年月周週旬]")
_PAIR_STARTS = (
    "昨今明前后後大星礼禮凌清早上中正下午半深晚夜傍黄黃世十元国國圣聖平跨除龙龍端七重腊立春夏秋冬谷双雙小分钟鐘季五六"
)
_PAIR = re.compile(f"[零〇一二三四五六七八九十两兩几幾数數百{_PAIR_STARTS}]")
_PAIRS = frozenset(
    ["凌晨", "清晨", "早晨", "清早", "一早", "上午", "中午", "正午", "下午", "半午", "午间", "午后", "午後", "早上",
    "晚上", "晚间", "夜里", "夜间", "深夜", "半夜", "午夜", "傍晚", "黄昏", "黃昏", "世纪", "世紀", "星期", "礼拜",
    "禮拜", "季度", "小时", "小時", "分钟", "分鐘", "钟头", "鐘頭", "十一", "元旦", "国庆", "國慶", "圣诞", "聖誕",
    "平安", "跨年", "除夕", "大年", "元宵", "龙抬", "龍抬", "端午", "七夕", "中秋", "重阳", "重陽", "腊八", "立春",
    "立夏", "立秋", "立冬", "春分", "春天", "春季", "春节", "春節", "夏天", "夏季", "夏至", "秋天", "秋季", "秋分",
    "冬天", "冬季", "冬至", "清明", "谷雨", "五一", "五四", "六一", "双十", "雙十", "上旬", "中旬", "下旬", "正月",
    "腊月", "感恩"]
) | {day + part for day in "昨今明前后後大" for part in "天日晚早夜儿兒晨前后後"} | {
    number + unit for number in "零〇一二三四五六七八九十百两兩几幾数數半" for unit in "点點时時天日号號秒季"
}  # fmt: skip
_WORD = re.compile("[a-z]+")
_WORDS_APART = {code: " " for code in range(128) if not chr(code).isalpha()} | {
    code: code + 32 for code in range(ord("A"), ord("Z") + 1)
}
_COMMON_WORDS = frozenset(
    [
        "the",
        "last",
        "this",
        "next",
        "past",
        "current",
        "previous",
        "coming",
        "upcoming",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "start",
        "end",
        "good",
        "close",
        "middle",
        "beginning",
        "final",
        "at",
    ]
)
_ANCHOR_WORDS = frozenset(
    ["minute", "minutes", "min", "mins", "second", "seconds", "hour", "hours", "hr", "hrs", "day", "days", "week",
    "weeks", "fortnight", "fortnights", "month", "months", "quarter", "quarters", "year", "years", "decade",
    "decades", "weekend"]
) | {word for rule in (*EN_RULES, *EN_DAY_RULES) for word in rule.starts if len(word) > 2} - _COMMON_WORDS  # fmt: skip


def _may_hold_a_time(text: str) -> bool:
    """A quick look: without a digit or one of these characters, pairs or words there is no time."""
    if _ANCHOR.search(text):
        return True
    if text.isascii():
        return not _ANCHOR_WORDS.isdisjoint(text.translate(_WORDS_APART).split())
    pairs = (text[match.start() : match.start() + 2] for match in _PAIR.finditer(text))
    return not _PAIRS.isdisjoint(pairs) or not _ANCHOR_WORDS.isdisjoint(_WORD.findall(text.lower()))


def _index(rules: tuple[Rule, ...]) -> dict[str, tuple[Rule, ...]]:
    starts: dict[str, list[Rule]] = {}
    for rule in rules:
        for start in rule.starts:
            starts.setdefault(start, []).append(rule)
    return {start: tuple(listed) for start, listed in starts.items()}


_INDEX = _index((*NUMERIC_RULES, *ZH_SPAN_RULES, *EN_SPAN_RULES, *ZH_RULES, *ZH_DAY_RULES, *EN_RULES, *EN_DAY_RULES))


def _named(*names: str) -> dict[str, tuple[Rule, ...]]:
    return {digit: tuple(rule for rule in _INDEX[digit] if rule.name.startswith(names)) for digit in "0123456789"}


_BEFORE_HAN = _named("zh_", "date_compact")
_BEFORE_LATIN = _named("en_", "date_compact", "iso_week", "year_span")
_BEFORE_A_POINT = _named("date", "clock", "en_clock")
_SINGLE = "".join(sorted(start for start in _INDEX if len(start) == 1 and not ("a" <= start <= "z")))
_CANDIDATE = re.compile(f"[a-z]+|[0-9]+|[{_SINGLE}]")
_NUMBER_FOLLOWERS = "个年月日号点时周天季世秒分小钟星礼财来多夕一四期假长黄早"
# What follows the number in every rule that begins with one.
_NUMBER_OF_A_TIME = re.compile(
    f"[0-9{ZH_DIGITS}百两几数半]+(?=\\s?(?P<follower>[.:](?=[0-9])|[^.:]"
    f"|))(?:\\s?(?:[{_NUMBER_FOLLOWERS}]|[-/.:~至到][0-9{ZH_DIGITS}])"
    "|[-/ ,]?[a-z]|'|(?<=[0-9]{4})(?![0-9])|(?<=[0-9]{8})(?![0-9])|(?<=[七五]))"
)
_INSIDE_WORD = re.compile(r"[0-9a-z_]$|[0-9a-z_][-./@]$|[0-9][,:]$|[#$¥€£@+]$")
_NUMERALS = frozenset("0123456789" + ZH_DIGITS + "两几数半")
_NUMERAL_BEFORE = frozenset(ZH_DIGITS + "百千万亿两几数0123456789点.")


def _scan(context: Context) -> list[Part]:
    """The pieces in the text, each the longest its first characters allow."""
    parts: list[Part] = []
    position = last_end = wrong_end = 0
    for candidate in _CANDIDATE.finditer(context.folded):
        start = candidate.start()
        first = candidate[0] if candidate[0][0] >= "a" else candidate[0][0]
        rules = _INDEX.get(first)
        if start < position or rules is None or _is_inside(context.folded, start, last_end, first):
            continue
        if first in _NUMERALS:
            number = _NUMBER_OF_A_TIME.match(context.folded, start)
            if number is None:
                continue
            # after a blank anything may go on: 2025 的 ends an English date as 2025年 does not
            spaced = context.folded[number.end() : number.end() + 1] == " "
            rules = _of_number(first, number["follower"]) if first.isascii() and not spaced else rules
        best = _longest(rules, context.folded, start)
        if best is None:
            continue
        rule, match = best
        position = match.end()
        reading = rule.build(match, context)
        part_of_date = rule.name in ("zh_month", "zh_day")
        if part_of_date and wrong_end and start == wrong_end:
            reading = None
        if reading is None and part_of_date:
            wrong_end = position
            if parts and last_end == start:
                parts.pop()
        if reading is not None:
            parts.append(part(start, position, rule.name, reading))
            last_end = position
    return parts


def _of_number(digit: str, follower: str) -> tuple[Rule, ...]:
    """The rules that can go on with what follows the digits: a Chinese unit, a Latin word or a mark."""
    if follower in ("-", "/", "~", "至", "到"):
        return _INDEX[digit]
    if follower in (".", ":"):
        return _BEFORE_A_POINT[digit]
    return _BEFORE_HAN[digit] if follower > "\u2e80" else _BEFORE_LATIN[digit]


def _longest(rules: tuple[Rule, ...], folded: str, start: int) -> tuple[Rule, re.Match[str]] | None:
    best: tuple[Rule, re.Match[str]] | None = None
    for rule in rules:
        match = rule.pattern.match(folded, start)
        if match and (best is None or match.end() > best[1].end()):
            best = rule, match
    return best


def _is_inside(folded: str, start: int, last_end: int, first: str) -> bool:
    """Whether a piece would begin in the middle of a number, a word or an identifier."""
    if start == 0 or (last_end and last_end >= start - 1 and not folded[last_end:start].isalnum()):
        return False
    if first.isascii():
        return bool(_INSIDE_WORD.search(folded, max(0, start - 2), start))
    return first in ZH_DIGITS and folded[start - 1] in _NUMERAL_BEFORE
