"""English rules for years, quarters, seasons, months and their days.

Days, weeks, festivals and times of day are in `times_en_days`, counted spans in `times_en_spans`.
"""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from graphcue.language import calendar
from graphcue.language.times_parts import Context, Reading, before, day_fields, rule

MONTH_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
MONTHS = {name: place for place, name in enumerate(MONTH_NAMES, 1)} | {
    name[:3]: place for place, name in enumerate(MONTH_NAMES, 1)
} | {"sept": 9}  # fmt: skip
MONTH = "(?:" + "|".join(sorted(MONTHS, key=lambda name: (-len(name), name))) + r")(?![a-z])"
ORDINALS = {
    word: place
    for place, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        1,
    )
}
STEPS = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "upcoming": 1, "past": -1}
STEP = "(?P<step>last|previous|this|current|next|coming|upcoming|past)"

# Month names that are also words or first names: they need a preposition, a day or a year beside them.
_DOUBTFUL_MONTHS = {"march", "april", "may", "june", "august"} | {name[:3] for name in MONTH_NAMES}
IN = re.compile(
    r"(?<![a-z])(?:in|since|by|until|till|before|after|from|through|during|of|between|last|next|this"
    r"|early|mid|late|around)"
    r"(?: the)?(?: month of)? ?-?$"
)
_COUNTED = re.compile(
    r" ?(?:[%$€£]|(?:people|users?|items?|units?|dollars?|euros?|cases?|rows?|records?|files?|lines?"
    r"|requests?|times|points?|"
    r"customers?|employees|days|hours|minutes|miles|km|kg|meters|tokens|bytes|kb|mb|gb|different|or "
    r"more|percent)(?![a-z]))"
)


def _year(match: re.Match[str], context: Context) -> Reading | None:
    """A bare number of four digits is a year only after a preposition, or beside a month or a quarter."""
    led = bool(IN.search(before(match))) and not _COUNTED.match(match.string, match.end())
    return Reading({"year": int(match[0])}, weak=not led)


def _apostrophe_year(match: re.Match[str], context: Context) -> Reading | None:
    year = int(match["year"])
    return Reading({"year": year + (2000 if year < 50 else 1900)}, weak=True, ambiguous=True)


def _decade(match: re.Match[str], context: Context) -> Reading | None:
    if match["century"]:
        return Reading({"decade": int(match["century"] + match["tens"])})
    tens = int(match["tens"])
    return Reading(
        {"decade": tens + (1900 if tens >= 30 else 2000)}, ambiguous=True, weak=" the " not in before(match) + " "
    )


_TENS = ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"]


def _decade_in_words(match: re.Match[str], context: Context) -> Reading | None:
    tens = 10 * (2 + _TENS.index(match["tens"]))
    return Reading({"decade": tens + (1900 if tens >= 30 else 2000)}, ambiguous=True)


def _century(match: re.Match[str], context: Context) -> Reading | None:
    first = 100 * int(match["number"]) - 100
    if not 1000 <= first <= 2900:
        return None
    return Reading(span=context.interval(datetime(first, 1, 1), datetime(first + 100, 1, 1)), grain="century")


def _quarter_of_year(match: re.Match[str], context: Context) -> Reading | None:
    """3Q24 and FY2024; a business year is taken for the calendar's."""
    year = int(match["year"])
    fields = {"year": year + 2000 if year < 100 else year}
    return Reading(fields | ({"quarter": int(match["q"]) - 1} if match["q"] else {}), ambiguous=not match["q"])


def _year_quarter(match: re.Match[str], context: Context) -> Reading | None:
    year = int(match["year"]) + (2000 if len(match["year"]) == 2 else 0)
    part = {"quarter": int(match["q"]) - 1} if match["q"] else {"half": int(match["half"]) - 1}
    return Reading({"year": year} | part)


def _nth_week(match: re.Match[str], context: Context) -> Reading | None:
    """ "The first week of" is weak until its month follows."""
    return Reading({"week_number": 53 if match["nth"] == "last" else ordinal(match["nth"])}, weak=True)


def _quarter(match: re.Match[str], context: Context) -> Reading | None:
    return Reading({"quarter": int(match["q"]) - 1})


def _quarter_in_words(match: re.Match[str], context: Context) -> Reading | None:
    order = match["order"]
    return Reading({"quarter": 3 if order in {"final", "last"} else ordinal(order) - 1})


def _half(match: re.Match[str], context: Context) -> Reading | None:
    half = match["half"]
    return Reading({"half": 0 if half in ("1", "first", "1st") else 1}, weak=len(half) == 1)


def ordinal(text: str) -> int:
    """1 to 31, from "3rd", "third" or "twenty-third"; 0 for another word."""
    if text[0].isdigit():
        return int(re.match("[0-9]+", text)[0])  # type: ignore[index]
    tens, _, one = text.replace(" ", "-").rpartition("-")
    return ORDINALS.get(one, 30 if one == "thirtieth" else 0) + {"twenty": 20, "thirty": 30}.get(tens, 0)


_EDGES = {"beginning": 0, "start": 0, "middle": 1, "end": 2, "close": 2}


def _edge(match: re.Match[str], context: Context) -> Reading | None:
    """ "The end of" is weak until its month, quarter or year follows."""
    if match["word"]:
        return Reading({"edge": _EDGES[match["word"]]}, weak=True)
    return Reading({"third": {"early": 0, "mid": 1, "late": 2}[match["loose"]]}, weak=True)


def _edge_of_this_unit(match: re.Match[str], context: Context) -> Reading | None:
    """End of month, year-end."""
    unit = unit_reading(match["unit"] or match["compound"], 0, context)
    return unit and replace(unit, fields=unit.fields | {"edge": _EDGES[match["word"] or "end"]})


def _of_this_unit(match: re.Match[str], context: Context) -> Reading | None:
    """ "The month" in "the end of the month"."""
    return unit_reading(match["unit"], 0, context, weak=True)


def unit_reading(unit: str, step: int, context: Context, weak: bool = False) -> Reading | None:
    """The calendar unit so many steps from the reference: last week is -1."""
    if context.now is None:
        return None
    today = context.now.date()
    if unit == "day":
        return Reading(day_fields(context.now + timedelta(days=step)), relative=True, weak=weak)
    if unit == "week":
        return Reading({"week": calendar.monday(today).toordinal() + 7 * step}, relative=True, weak=weak)
    if unit == "weekend":
        return Reading({"week": calendar.monday(today).toordinal() + 7 * step, "weekday": 7}, relative=True, weak=weak)
    if unit == "year":
        return Reading({"year": today.year + step}, relative=True, weak=weak)
    if unit == "decade":
        return Reading({"decade": today.year // 10 * 10 + 10 * step}, relative=True, weak=weak)
    months = step * (3 if unit == "quarter" else 1)
    day = calendar.add_months(today, months)
    if day is None:
        return None
    fields = {"quarter": (day.month - 1) // 3} if unit == "quarter" else {"month": day.month}
    return Reading({"year": day.year} | fields, relative=True, weak=weak)


def _relative_unit(match: re.Match[str], context: Context) -> Reading | None:
    return unit_reading(match["unit"], STEPS[match["step"]], context)


def _unit_before_last(match: re.Match[str], context: Context) -> Reading | None:
    return unit_reading(match["unit"], -2 if match["which"] == "before last" else 2, context)


def _season(match: re.Match[str], context: Context) -> Reading | None:
    season = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}[match["season"]]
    if not match["step"]:
        return Reading({"season": season}, ambiguous=True, weak=True)
    if context.now is None:
        return None
    year = context.now.year + STEPS[match["step"]]
    return Reading({"year": year, "season": season}, relative=True, ambiguous=True)


def _relative_month(match: re.Match[str], context: Context) -> Reading | None:
    if context.now is None:
        return None
    month, step, now = MONTHS[match["month"]], STEPS[match["step"]], context.now
    year = now.year
    if step < 0 and month >= now.month:
        year -= 1
    if step > 0 and month <= now.month:
        year += 1
    return Reading({"year": year, "month": month}, relative=True, ambiguous=step > 0)


# After "may" and "march" in lower case only these make a month of the word.
_BESIDE_A_WORD = re.compile(rf",? ?(?:[0-9]{{4}}|(?:to|and|through|until|-) ?{MONTH})")


def _month(match: re.Match[str], context: Context) -> Reading | None:
    written = context.text[match.start() : match.end("month")]
    rest = match.string[match.end() : match.end() + 24]
    led = bool(IN.search(before(match)))
    is_word = match["month"] in ("may", "march") and not led and written[0].islower()
    if is_word and not _BESIDE_A_WORD.match(rest):
        return None
    if not led and re.match(r" (?:i|we|you|he|she|it|they|the|be|not|have|also)(?![a-z])", rest):
        return None
    return Reading({"month": MONTHS[match["month"]]}, weak=not led and match["month"] in _DOUBTFUL_MONTHS)


def _month_day(match: re.Match[str], context: Context) -> Reading | None:
    month = MONTHS[match["month"]]
    day = ordinal(match["day"])
    if calendar.real_date(2000, month, day) is None or _is_verb(match, context):
        return None
    return Reading({"month": month, "day": day})


def _days(match: re.Match[str], context: Context) -> Reading | None:
    month, day, last = MONTHS[match["month"]], ordinal(match["day"]), ordinal(match["last"])
    real = calendar.real_date(2000, month, day) and calendar.real_date(2000, month, last)
    return Reading({"month": month, "day": day, "last_day": last}) if real and day < last else None


def _is_verb(match: re.Match[str], context: Context) -> bool:
    """Whether "may 3 people come" or "march 5 miles" stands there and not a date."""
    word = context.text[match.start("month") : match.end("month")]
    if word not in ("may", "march"):
        return False
    rest = match.string[match.end() :]
    return bool(re.match(r" (?!at |in |on |for |and |to |from |until |till |[0-9])[a-z]", rest))


DIGITS = "0123456789"
_ORDER_WORDS = "|".join(ORDINALS)
DAY_NUMBER = r"(?P<day>[0-9]{1,2}(?:st|nd|rd|th)?)(?![0-9a-z:%]|[.,][0-9])"
_DAY_FIRST = r"(?P<day>[0-9]{1,2}(?:st|nd|rd|th)?)(?: of|,)?[ -]"
_NTH = "[0-9]{1,2}(?:st|nd|rd|th)?"
_DAY_PAIR = rf"(?P<day>{_NTH}) ?(?:-|to|until|till|through|and) ?(?P<last>{_NTH})(?![0-9a-z:%]|[.,][0-9])"
_ORDINAL_WORDS = rf"(?P<day>(?:twenty|thirty)[- ](?:{_ORDER_WORDS})|{_ORDER_WORDS}|thirtieth)"
_DECADES = [tens + "ties" for tens in _TENS]
_UNITS = "(?P<unit>weekend|week|month|quarter|year|decade)(?![a-z])"
_SEASON = "(?P<season>spring|summer|autumn|fall|winter)(?![a-z]| festival)"
_QUARTER = "(?P<order>first|second|third|fourth|1st|2nd|3rd|4th|final|last(?= quarter of)) quarter(?![a-z])"
_EDGE = r"(?:(?P<word>beginning|start|middle|end|close) of|(?P<loose>early|mid|late))(?= |-)(?: in)?"

EN_RULES = (
    rule("en_year", DIGITS, r"(?:1[0-9]{3}|20[0-9]{2})(?![0-9a-z_年]|[-/.:,][0-9]|-[a-z])", _year),
    rule("en_short_year", "'", r"'(?P<year>[0-9]{2})(?![0-9a-z])", _apostrophe_year),
    rule("en_decade", DIGITS + "'", r"'?(?P<century>1[0-9]|20)?(?P<tens>[0-9]0)'?s(?![a-z])", _decade),
    rule(
        "en_decade_in_words",
        _DECADES,
        "(?<=the )(?P<tens>twen|thir|for|fif|six|seven|eigh|nine)ties(?![a-z])",
        _decade_in_words,
    ),
    rule("en_century", DIGITS, "(?P<number>[0-9]{2})(?:st|nd|rd|th)[- ]century(?![a-z])", _century),
    rule(
        "en_quarter_of_year",
        [*"1234", "fy"],
        "(?:(?P<q>[1-4])q|fy) ?'?(?P<year>20[0-9]{2}|[0-9]{2})(?![0-9a-z])",
        _quarter_of_year,
    ),
    rule(
        "en_nth_week",
        [*list(ORDINALS)[:5], "last"],
        rf"(?P<nth>first|second|third|fourth|fifth|last) week (?:of(?= )|in(?= {MONTH}))",
        _nth_week,
    ),
    rule(
        "en_year_quarter",
        DIGITS,
        "(?P<year>20[0-9]{2}|[0-9]{2})[-/]?(?:q(?P<q>[1-4])|h(?P<half>[12]))(?![0-9a-z])",
        _year_quarter,
    ),
    rule("en_quarter", ["q"], r"q(?P<q>[1-4])(?![0-9a-z_:.])", _quarter),
    rule(
        "en_quarter_in_words",
        ["first", "second", "third", "fourth", "last", "final", *"1234"],
        _QUARTER,
        _quarter_in_words,
    ),
    rule("en_half", ["first", "second", *"12"], r"(?P<half>first|second|1st|2nd) half(?= of)", _half),
    rule("en_half_short", ["h"], r"h(?P<half>[12])(?![0-9a-z_:.])", _half),
    rule("en_edge", ["beginning", "start", "middle", "end", "close", "early", "mid", "late"], _EDGE, _edge),
    rule(
        "en_edge_of_unit",
        ["beginning", "start", "middle", "end", "close", "week", "month", "quarter", "year"],
        "(?:(?P<word>beginning|start|middle|end|close) of (?P<unit>week|month|quarter|year)"
        "|(?P<compound>month|quarter|year)[- ]end)(?![a-z])",
        _edge_of_this_unit,
    ),
    rule(
        "en_the_unit", ["the"], "the (?P<unit>week|month|quarter|year)(?![a-z])(?! (?:before|after|of))", _of_this_unit
    ),
    rule("en_relative_unit", STEPS, rf"{STEP} {_UNITS}", _relative_unit),
    rule(
        "en_unit_before_last",
        ["week", "month", "quarter", "year", "weekend"],
        rf"{_UNITS} (?P<which>before last|after next)(?![a-z])",
        _unit_before_last,
    ),
    rule(
        "en_season",
        ["last", "this", "next", "spring", "summer", "autumn", "fall", "winter"],
        rf"(?:{STEP} )?{_SEASON}",
        _season,
    ),
    rule("en_relative_month", STEPS, rf"{STEP} (?P<month>{MONTH})(?! ?[0-9])", _relative_month),
    rule("en_month", MONTHS, rf"(?P<month>{MONTH})\.?", _month),
    rule("en_month_day", MONTHS, rf"(?P<month>{MONTH})\.?[ -](?:the )?{DAY_NUMBER}", _month_day),
    rule("en_month_day_in_words", MONTHS, rf"(?P<month>{MONTH}) (?:the )?{_ORDINAL_WORDS}(?![a-z])", _month_day),
    rule("en_days", MONTHS, rf"(?P<month>{MONTH})\.? {_DAY_PAIR}", _days),
    rule("en_days_first", DIGITS, rf"{_DAY_PAIR}(?: of)? (?P<month>{MONTH})\.?", _days),
    rule("en_day_month", DIGITS, rf"{_DAY_FIRST}(?P<month>{MONTH})\.?", _month_day),
    rule(
        "en_day_month_in_words",
        [*ORDINALS, "twenty", "thirty", "thirtieth"],
        rf"{_ORDINAL_WORDS} (?:day )?of (?P<month>{MONTH})",
        _month_day,
    ),
)
