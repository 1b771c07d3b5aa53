"""English rules for counted spans: three days ago, in two weeks, the last three months, within a year."""

import re
from datetime import timedelta

from graphcue.language.numerals import TENS_EN, UNITS_EN, english_integer
from graphcue.language.times_en import DIGITS
from graphcue.language.times_parts import Context, Reading, day_fields, rule
from graphcue.language.times_spans import FEW, point, shifted, window

_NUMBER_WORDS = [word for word in (*UNITS_EN, *TENS_EN) if word != "zero"]
_WORD = "|".join(sorted(_NUMBER_WORDS, key=lambda word: (-len(word), word)))
_LOOSE = "a few|few|several|a couple of|a couple|couple of|couple"
_EXACT = rf"[0-9]{{1,4}}(?! ?[.,:/]? ?[0-9])|(?:{_WORD})(?:[- ](?:{_WORD}))?|an?"
_COUNT = rf"(?P<count>{_LOOSE}|{_EXACT})(?: ?(?:-|to|or) ?(?P<most>[0-9]{{1,4}}|{_WORD}))?"
_UNIT = r"(?P<unit>second|minute|min|hour|hr|day|week|fortnight|month|quarter|year|decade)s?(?![a-z])"
_AND_A_HALF = "(?P<half_last> and a half)?"
_SPAN = rf"(?:(?P<half>half an?|half)|{_COUNT}(?P<half_first> and a half)?)[ -]{_UNIT}{_AND_A_HALF}"
_BARE_UNIT = r"(?P<one>minute|hour|day|week|fortnight|month|quarter|year|decade)(?![a-z])"


def _counts(match: re.Match[str]) -> tuple[int, int] | None:
    """How many half units, at least and at most."""
    if match["half"]:
        return 1, 1
    count = match["count"]
    if "few" in count or count == "several":
        return 2 * FEW[0], 2 * FEW[1]
    low = 2 if "couple" in count else english_integer(count)
    high = english_integer(match["most"]) if match["most"] else low
    if not low or not high or high < low:
        return None
    extra = 1 if match["half_first"] or match["half_last"] else 0
    return 2 * low + extra, 2 * high + extra


def _unit(written: str, counts: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    if written == "fortnight":
        return "week", (2 * counts[0], 2 * counts[1])
    return {"min": "minute", "hr": "hour"}.get(written, written), counts


def _ago(match: re.Match[str], context: Context) -> Reading | None:
    counts = _counts(match)
    return counts and point(context, *_unit(match["unit"], counts), forward=match["way"] in ("from now", "hence"))


def _from_day(match: re.Match[str], context: Context) -> Reading | None:
    """ "A week ago today", "two weeks from tomorrow": that very day."""
    counts = _counts(match)
    if counts is None or counts[0] != counts[1] or counts[0] % 2:
        return None
    unit, counts = _unit(match["unit"], counts)
    there = shifted(context, unit, -counts[0] if match["way"] == "ago" else counts[0])
    if there is None:
        return None
    day = context.local(there).date() + timedelta(days=_ANCHORS[match["anchor"]])
    return Reading(day_fields(day), relative=True)


def _weekdays_ago(match: re.Match[str], context: Context) -> Reading | None:
    """ "Three Fridays ago": the third Friday before today."""
    number = english_integer(match["number"])
    if context.now is None or not number or number > 1000:
        return None
    today = context.now.date()
    wanted = _WEEKDAYS.index(match["weekday"])
    if match["way"] == "ago":
        nearest = today - timedelta(days=(today.weekday() - wanted - 1) % 7 + 1)
        return Reading(day_fields(nearest - timedelta(weeks=number - 1)), relative=True)
    nearest = today + timedelta(days=(wanted - today.weekday() - 1) % 7 + 1)
    return Reading(day_fields(nearest + timedelta(weeks=number - 1)), relative=True)


def _in(match: re.Match[str], context: Context) -> Reading | None:
    """ "In two weeks" is that week; "within two weeks" and "in the next two weeks" start now."""
    counts = _counts(match)
    if counts is None:
        return None
    unit, counts = _unit(match["unit"], counts)
    if match["way"] == "in":
        return point(context, unit, counts, forward=True)
    return window(context, unit, counts[1], forward=True, ambiguous=True)


def _window(match: re.Match[str], context: Context) -> Reading | None:
    counts = _counts(match)
    if counts is None:
        return None
    unit, counts = _unit(match["unit"], counts)
    return window(context, unit, counts[1], _is_forward(match), ambiguous=counts[0] != counts[1])


def _bare_window(match: re.Match[str], context: Context) -> Reading | None:
    """ "The past month" is a month up to now, where "last month" is the calendar's."""
    unit, counts = _unit(match["one"], (2, 2))
    return window(context, unit, counts[1], _is_forward(match))


def _is_forward(match: re.Match[str]) -> bool:
    return match["way"] in ("next", "coming", "following", "upcoming")


_WAYS = ["last", "past", "previous", "preceding", "recent", "next", "coming", "following", "upcoming"]
_WAY = rf"(?P<way>{'|'.join(_WAYS)})"
_COUNT_STARTS = [*_NUMBER_WORDS, *DIGITS, "a", "an", "few", "several", "couple", "half"]

_ANCHORS = {"yesterday": -1, "today": 0, "now": 0, "tomorrow": 1}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

EN_SPAN_RULES = (
    rule(
        "en_from_day",
        _COUNT_STARTS,
        rf"{_SPAN} (?P<way>ago|from) (?P<anchor>today|tomorrow|yesterday)(?![a-z])",
        _from_day,
    ),
    rule(
        "en_weekdays_ago",
        _COUNT_STARTS,
        rf"(?P<number>{_EXACT}) (?P<weekday>{'|'.join(_WEEKDAYS)})s? (?P<way>ago|from now)(?![a-z])",
        _weekdays_ago,
    ),
    rule(
        "en_ago",
        _COUNT_STARTS,
        rf"{_SPAN} (?P<way>ago|earlier|back(?! [a-z])|before now|from now|hence)(?![a-z])",
        _ago,
    ),
    rule("en_in", ["in", "within"], rf"(?P<way>in|within(?: the)?) {_SPAN}(?!['’]|[- ](?:old|long))", _in),
    rule("en_window", _WAYS, rf"{_WAY} {_SPAN}", _window),
    rule("en_bare_window", ["past", "last"], rf"(?P<way>past|(?<=the )last) {_BARE_UNIT}(?! of)", _bare_window),
)
