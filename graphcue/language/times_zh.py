"""Chinese rules for years, seasons, halves, quarters, months and their parts."""

import re
from datetime import datetime

from graphcue.language import calendar
from graphcue.language.numerals import chinese_integer
from graphcue.language.times_parts import Context, Fields, Reading, before, rule

ZH_DIGITS = "零〇○一二三四五六七八九十"
NUMERALS = "0123456789" + ZH_DIGITS
SMALL = f"(?:[0-9]{{1,2}}|[{ZH_DIGITS}]{{1,3}})"
YEAR = "(?:[12][0-9]{3}|[一二][零〇○一二三四五六七八九]{3})"
YEAR_OFFSETS = {
    "大前年": -3, "前年": -2, "去年": -1, "上年": -1, "上一年": -1, "今年": 0, "本年": 0, "这一年": 0, "明年": 1,
    "来年": 1, "下年": 1, "下一年": 1, "后年": 2, "大后年": 3,
}  # fmt: skip

_HAN = "\u4e00-\u9fff"
_EDGES = {"初": 0, "中": 1, "底": 2, "末": 2}
_THIRDS = _EDGES | {"上旬": 0, "中旬": 1, "下旬": 2, "中下旬": 3, "上中旬": 4}
_TENS_OF_DAYS = "(?:上中旬|中下旬|[上中下]旬)"
_YEAR_EDGE = r"(?:年?(?P<edge>初|底|末)|年(?P<middle>中)(?![国央心学医]))?"
_THIRD = rf"(?P<third>的?{_TENS_OF_DAYS}|月?初(?![一二三四五六七八九十步级始])|月?[底末]|月?中(?![{_HAN}]))?"


def number(text: str) -> int:
    """A numeral that a pattern has already vouched for."""
    return chinese_integer(text) or 0


def steps(words: str) -> int:
    """上 is one back, 上上 two, 下 one on, 本 and 这 none."""
    return words.count("下") - words.count("上")


def _with_edge(fields: Fields, edge: str | None) -> Fields:
    return fields | {"edge": _EDGES[edge]} if edge else fields


def _with_third(fields: Fields, third: str | None) -> Fields:
    return fields | {"third": _THIRDS[third.lstrip("的月")]} if third else fields


def _year(match: re.Match[str], context: Context) -> Reading | None:
    return Reading(_with_edge({"year": number(match["year"])}, match["edge"] or match["middle"]))


def _short_year(match: re.Match[str], context: Context) -> Reading | None:
    year = int(match["year"])
    return Reading({"year": year + (2000 if year < 70 else 1900)})


def _relative_year(match: re.Match[str], context: Context) -> Reading | None:
    if context.now is None:
        return None
    fields = {"year": context.now.year + YEAR_OFFSETS[match["word"]]}
    return Reading(_with_edge(fields, match["edge"] or match["middle"]), relative=True)


def _bare_year_edge(match: re.Match[str], context: Context) -> Reading | None:
    if context.now is None:
        return None
    return Reading({"year": context.now.year, "edge": _EDGES[match["edge"]]}, relative=True, ambiguous=True)


def _decade(match: re.Match[str], context: Context) -> Reading | None:
    if match["full"]:
        return Reading({"decade": int(match["full"])})
    tens = number(match["tens"])
    if match["century"]:
        century = number(match["century"]) - 1
        return Reading({"decade": century * 100 + tens}) if 9 < century < 29 else None
    guessed = 1900 + tens if tens >= 30 or match["last"] else 2000 + tens
    return Reading({"decade": guessed}, ambiguous=not match["last"])


def _century(match: re.Match[str], context: Context) -> Reading | None:
    if match["number"]:
        first = 100 * (number(match["number"]) - 1)
    elif context.now is None:
        return None
    else:
        first = context.now.year // 100 * 100 + 100 * steps(match["step"])
    if not 1000 <= first <= 2900:
        return None
    return Reading(span=context.interval(datetime(first, 1, 1), datetime(first + 100, 1, 1)), grain="century")


def _season(match: re.Match[str], context: Context) -> Reading | None:
    return Reading({"season": "春夏秋冬".index(match["season"])}, ambiguous=True, weak=True)


def _half(match: re.Match[str], context: Context) -> Reading | None:
    return Reading({"half": 0 if match["half"] in "上前" else 1})


def _quarter(match: re.Match[str], context: Context) -> Reading | None:
    written = match["number"] or match["q"]
    quarter = {"首": 0, "最后": 3}.get(written, number(written) - 1)
    return Reading(_with_edge({"quarter": quarter}, match["edge"]))


def _relative_quarter(match: re.Match[str], context: Context) -> Reading | None:
    if context.now is None:
        return None
    place = context.now.year * 4 + (context.now.month - 1) // 3 + steps(match["step"] or "")
    return Reading(_with_edge({"year": place // 4, "quarter": place % 4}, match["edge"]), relative=True)


def _month(match: re.Match[str], context: Context) -> Reading | None:
    month = number(match["month"])
    if before(match, 2).endswith(("闰", "农历", "阴历")):
        return None
    return Reading(_with_third({"month": month}, match["third"])) if 1 <= month <= 12 else None


def _months(match: re.Match[str], context: Context) -> Reading | None:
    first, last = number(match["month"]), number(match["last"])
    return Reading({"month": first, "last_month": last}) if 1 <= first <= 12 and 1 <= last <= 12 else None


def _relative_month(match: re.Match[str], context: Context) -> Reading | None:
    day = context.now and calendar.add_months(context.now.date(), steps(match["step"]))
    if not day:
        return None
    return Reading(_with_third({"year": day.year, "month": day.month}, match["third"]), relative=True)


def _bare_third(match: re.Match[str], context: Context) -> Reading | None:
    """月底 or 上旬 with no month before it is this month's."""
    if context.now is None:
        return None
    return Reading(_with_third({"year": context.now.year, "month": context.now.month}, match["third"]), relative=True)


_BEFORE_PART_OF_YEAR = rf"(?=的?(?:{SMALL}月|第?[一二三四1-4]季|q[1-4]|[上下]半年|年?[初底末]))"
_RELATIVE_YEAR = "大?[前后]年(?![会])|[去今明来]年|[上本下]年(?=度|[初底末])|[上下这]一年(?!级)"
_CENTURY = rf"(?:(?P<last>上个?世纪)|(?P<century>[0-9]{{2}}|[{ZH_DIGITS}]{{2,3}})世纪)?"
_NOT_OF_A_MONTH = "(?!天(?!气)|[河球亮饼光票薪租]|怀胎)"
_RELATIVE_MONTH = "(?P<step>上+|下+|[本这])(?:个|一个)?月(?:份)?(?![报经相台球亮饼光薪])"

ZH_RULES = (
    rule("zh_year", NUMERALS, rf"(?P<year>{YEAR})\s?财?年(?!代)(?:度(?!假))?{_YEAR_EDGE}", _year),
    rule("zh_short_year", NUMERALS, rf"(?P<year>[0-9]{{2}})年{_BEFORE_PART_OF_YEAR}", _short_year),
    rule("zh_relative_year", "大前后去今明来上本下这", rf"(?P<word>{_RELATIVE_YEAR})度?{_YEAR_EDGE}", _relative_year),
    rule("zh_year_edge", "年", "(?<!大)年(?P<edge>[初底末]|中(?=[前后的]|$))", _bare_year_edge),
    rule(
        "zh_decade",
        NUMERALS + "上",
        rf"(?:(?P<full>(?:1[0-9]|20)[0-9]0)|{_CENTURY}(?P<tens>[0-9]0|[一二三四五六七八九]十))年代",
        _decade,
    ),
    rule(
        "zh_century",
        NUMERALS + "上本",
        rf"(?:(?P<step>[上本])个?|(?P<number>[0-9]{{2}}|[{ZH_DIGITS}]{{2,3}}))世纪",
        _century,
    ),
    rule("zh_season", "春夏秋冬", rf"(?P<season>[春夏秋冬])(?:[天季](?!度)|(?![{_HAN}]))", _season),
    rule("zh_half", "上下前后", "(?P<half>[上下前后])半年", _half),
    rule(
        "zh_quarter",
        NUMERALS + "第首最q",
        (
            "(?:第?(?P<number>[一二三四首1-4]|最后(?=一个?季))(?:(?<=后)一个?)?季度?"
            "|q(?P<q>[1-4])(?![0-9a-z]))(?P<edge>[初中底末])?"
        ),
        _quarter,
    ),
    rule(
        "zh_relative_quarter", "上本下这", "(?P<step>上+|下+|[本这])一?个?季度?(?P<edge>[初中底末])?", _relative_quarter
    ),
    rule("zh_quarter_edge", "季", "(?P<step>)季度?(?P<edge>[初底末])", _relative_quarter),
    rule("zh_month", NUMERALS, rf"(?P<month>{SMALL})\s?月(?:份)?{_NOT_OF_A_MONTH}{_THIRD}", _month),
    rule(
        "zh_months",
        NUMERALS,
        rf"(?P<month>{SMALL})(?:月?[-~至到])(?P<last>{SMALL})月(?:份)?(?!\s?{SMALL}[日号])",
        _months,
    ),
    rule("zh_relative_month", "上本下这", _RELATIVE_MONTH + _THIRD, _relative_month),
    rule(
        "zh_third",
        "月上中下",
        rf"(?P<third>{_TENS_OF_DAYS}|月[初底末]|(?<![岁日蜜个])月中(?!(?!的|前|后|之)[{_HAN}]))",
        _bare_third,
    ),
)
