"""Times named in a text, Chinese and English, absolute and relative, as half-open intervals of milliseconds UTC.

A small grammar reads pieces (`times_zh`, `times_zh_days`, `times_zh_spans`, `times_en`, `times_en_days`,
`times_en_spans`, `times_numeric`), `times_join` puts neighbours together, `times_resolve` gives them their place in
the calendar. What a word means is fixed here once: a week begins on Monday; "next Friday" is the Friday of the next
week; a month without a year is the one nearest to the reference.
"""

import re
from dataclasses import dataclass
from datetime import tzinfo

from graphcue.language.times_en import EN_RULES
from graphcue.language.times_en_days import EN_DAY_RULES
from graphcue.language.times_en_spans import EN_SPAN_RULES
from graphcue.language.times_join import Found, finish, merge
from graphcue.language.times_numeric import NUMERIC_RULES
from graphcue.language.times_parts import Context, Part, Rule
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
    folded = fold(text)
    if not _may_hold_a_time(folded):
        return ()
    context = Context(text, folded, None, reference, zone)
    if reference is not None:
        context = Context(text, folded, context.local(reference), reference, zone)
    parts = merge(_scan(context), context)
    return tuple(_time_span(found) for found in finish(parts, context))


def _time_span(found: Found) -> TimeSpan:
    part = found.part
    return TimeSpan(
        found.start,
        found.end,
        part.start,
        part.end,
        found.grain,
        part.rule,
        found.ambiguous,
        found.year_given,
        found.relative,
    )


_TRADITIONAL = str.maketrans("週號點後個兩鐘時這禮來內過從間節國慶聖誕歲淩寫開結農曆陰舊臘勞動婦兒軍師黨萬單雙陽復黃", "周号点后个两钟时这礼来内过从间节国庆圣诞岁凌写开结农历阴旧腊劳动妇儿军师党万单双阳复黄")
_FOLDING = (
    {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
    | {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
    | {ord(dash): "-" for dash in "‐‑‒–—―−"}
    | {ord(wave): "~" for wave in "〜～∼"}
    | {ord(quote): "'" for quote in "’‘"}
    | {0x3000: " ", 0xA0: " ", 0x202F: " ", 0x2009: " "}
    | {ord("，"): "，"}
    | _TRADITIONAL
)


def fold(text: str) -> str:
    """The text in lower case, half width and simplified where times need it, each code point in its place."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


_ANCHOR = re.compile(
    "[0-9年月周旬季节]|星期|礼拜|[昨今明前后大][天日晚早夜儿晨]|[凌清早]晨|[上中正下午半深]午|[晚早]上|夜|傍晚|黄昏|清早|[上世]纪"
    "|[零一二三四五六七八九十两几数半]个?(?:[点时天日号秒]|小时|分钟|钟头)"
    "|十一[假长黄期]|元旦|国庆|圣诞|五一|六一|双十|平安夜|跨年|除夕|大年|元宵|龙抬头|端午|七夕|中秋|重阳|腊八|[立][春夏秋冬]|春分|清明|谷雨|夏至|秋分|冬至"
)
_WORD = re.compile("[a-z]+")
_ANCHOR_WORDS = frozenset(
    word
    for rule in (*EN_RULES, *EN_DAY_RULES)
    for word in rule.starts
    if len(word) > 2 and word not in ("the", "last", "this", "next", "past", "current", "previous", "coming", "first", "second", "third", "fourth", "start", "end", "good", "close", "middle", "beginning", "final")
) | frozenset(
    "second seconds minute minutes min mins hour hours hr hrs day days week weeks fortnight fortnights month months quarter "
    "quarters year years decade decades weekend".split()
)  # fmt: skip


def _may_hold_a_time(folded: str) -> bool:
    return bool(_ANCHOR.search(folded)) or not _ANCHOR_WORDS.isdisjoint(_WORD.findall(folded))


def _index(rules: tuple[Rule, ...]) -> dict[str, tuple[Rule, ...]]:
    starts: dict[str, list[Rule]] = {}
    for rule in rules:
        for start in rule.starts:
            starts.setdefault(start, []).append(rule)
    return {start: tuple(listed) for start, listed in starts.items()}


_INDEX = _index(
    (*NUMERIC_RULES, *ZH_SPAN_RULES, *EN_SPAN_RULES, *ZH_RULES, *ZH_DAY_RULES, *EN_RULES, *EN_DAY_RULES)
)
_CANDIDATE = re.compile("[a-z]+|[" + "".join(sorted(start for start in _INDEX if len(start) == 1 and not start.isalpha() or start > "\u2e80")) + "]")
_INSIDE_WORD = re.compile(r"[0-9a-z_]$|[0-9a-z_][-./@]$|[0-9][,:]$|[#$¥€£@+]$")
_NUMERAL_BEFORE = frozenset(ZH_DIGITS + "百千万亿两几数0123456789点.")


def _scan(context: Context) -> list[Part]:
    """The pieces in the text, each the longest its first characters allow."""
    parts: list[Part] = []
    position = last_end = wrong_end = 0
    for candidate in _CANDIDATE.finditer(context.folded):
        start = candidate.start()
        rules = _INDEX.get(candidate[0])
        if start < position or rules is None or _is_inside(context.folded, start, last_end, candidate[0]):
            continue
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
            parts.append(Part(start, position, rule.name, reading))
            last_end = position
    return parts


def _longest(rules: tuple[Rule, ...], folded: str, start: int) -> tuple[Rule, re.Match[str]] | None:
    best: tuple[Rule, re.Match[str]] | None = None
    for rule in rules:
        match = rule.pattern.match(folded, start)
        if match and (best is None or match.end() > best[1].end()):
            best = rule, match
    return best


def _is_inside(folded: str, start: int, last_end: int, first: str) -> bool:
    """Whether a piece would begin in the middle of a number, a word or an identifier."""
    if start == 0 or last_end and last_end >= start - 1 and not folded[last_end:start].isalnum():
        return False
    if first.isascii():
        return bool(_INSIDE_WORD.search(folded, max(0, start - 2), start))
    return first in ZH_DIGITS and folded[start - 1] in _NUMERAL_BEFORE
