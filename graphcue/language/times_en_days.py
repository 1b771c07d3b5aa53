"""English rules for days, weeks, festivals and times of day."""

import re
from datetime import timedelta

from graphcue.language import calendar
from graphcue.language.times_en import DAY_NUMBER, DIGITS, IN, MONTH, MONTHS, STEPS, ordinal, unit_reading
from graphcue.language.times_parts import Context, Reading, before, day_fields, rule
from graphcue.language.times_resolve import DAYPART_INDEX, FESTIVAL_INDEX, FESTIVAL_LIST
from graphcue.language.times_spans import calendar_unit

WEEKDAY_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS = {name: place for place, name in enumerate(WEEKDAY_NAMES)} | {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
WEEKDAY_STEM = "(?:" + "|".join(sorted(WEEKDAYS, key=lambda name: (-len(name), name))) + ")"


def _ordinal_day(match: re.Match[str], context: Context) -> Reading | None:
    day = ordinal(match["day"])
    return Reading({"day": day}, relative=True) if 1 <= day <= 31 else None


def _relative_day(match: re.Match[str], context: Context) -> Reading | None:
    offset = {"yesterday": -1, "today": 0, "tomorrow": 1}[match["word"]]
    if match["far"]:
        offset = -2 if offset < 0 else 2
    return unit_reading("day", offset, context)


def _weekday(match: re.Match[str], context: Context) -> Reading | None:
    if match["many"]:
        return None
    weekday, step = WEEKDAYS[match["day"]], match["step"]
    if not step:
        led = IN.search(before(match)) or re.search(r"(?<![a-z])(?:on|by)(?: the)? ?$", before(match))
        return Reading({"weekday": weekday}, relative=True, ambiguous=True, weak=len(match["day"]) < 6 and not led)
    if context.now is None:
        return None
    week = calendar.monday(context.now.date()).toordinal() + 7 * _weeks_away(step, weekday, context.now.weekday())
    return Reading({"week": week, "weekday": weekday}, relative=True, ambiguous=step in ("last", "next"))


def _weeks_away(step: str, weekday: int, today: int) -> int:
    """ "Last" and "next" name the week before and after this one, "past" and "coming" the nearest such day."""
    if step.endswith("past"):
        return -1 if weekday >= today else 0
    if step.endswith("coming"):
        return 1 if weekday <= today else 0
    return STEPS[step]


def _weekend(match: re.Match[str], context: Context) -> Reading | None:
    led = IN.search(before(match)) or re.search(r"(?<![a-z])(?:on|at|over|the)(?: the)? $", before(match))
    return Reading({"weekday": 7}, relative=True, ambiguous=True, weak=not led)


def _week_number(match: re.Match[str], context: Context) -> Reading | None:
    week = int(match["week"])
    return Reading({"week_number": week}) if 1 <= week <= 53 else None


_FESTIVALS = {
    "christmas eve": "平安夜", "christmas day": "圣诞", "christmas": "圣诞", "xmas": "圣诞", "boxing day": "节礼日",
    "new year's day": "元旦", "new years day": "元旦", "new year's eve": "跨年夜", "new years eve": "跨年夜",
    "new year's": "元旦", "thanksgiving day": "感恩节", "thanksgiving": "感恩节", "black friday": "黑色星期五",
    "halloween": "万圣", "easter sunday": "复活节", "easter": "复活节", "good friday": "耶稣受难日",
    "valentine's day": "情人节", "valentines day": "情人节", "april fools' day": "愚人节", "april fools": "愚人节",
    "independence day": "独立日", "labor day": "美国劳动节", "labour day": "劳动节", "memorial day": "阵亡将士纪念日",
    "may day": "劳动节", "mother's day": "母亲节", "father's day": "父亲节", "chinese new year": "春节",
    "lunar new year": "春节",
    "spring festival": "春节", "lantern festival": "元宵", "dragon boat festival": "端午", "qixi festival": "七夕",
    "mid-autumn festival": "中秋", "mid autumn festival": "中秋", "double ninth festival": "重阳",
    "qingming festival": "清明", "tomb-sweeping day": "清明", "qingming": "清明", "winter solstice": "冬至",
    "international women's day": "妇女节", "women's day": "妇女节", "singles' day": "双十一", "singles day": "双十一",
    "fourth of july": "独立日",
}  # fmt: skip
_FESTIVAL = "|".join(re.escape(name) for name in sorted(_FESTIVALS, key=lambda name: (-len(name), name)))


def _festival(match: re.Match[str], context: Context) -> Reading | None:
    index = FESTIVAL_INDEX[_FESTIVALS[match["name"]]]
    fields = {"festival": index} | ({"holiday": 1} if match["holiday"] else {})
    if not match["step"]:
        return Reading(fields)
    if context.now is None:
        return None
    today, step = context.now.date(), match["step"]
    years = range(today.year - 1, today.year + 2)
    days = [day for day in map(FESTIVAL_LIST[index].day, years) if day and (day < today) == (step == "last")]
    if not days:
        return None
    chosen = today.year if step == "this" else days[-1].year if step == "last" else days[0].year
    return Reading(fields | {"year": chosen}, relative=True)


def _week_of(match: re.Match[str], context: Context) -> Reading | None:
    """ "Week of May 4, 2026": the week that day is in."""
    month, day, year = MONTHS[match["month"]], ordinal(match["day"]), match["year"]
    if year is None and context.now is None:
        return None
    found = calendar.real_date(int(year) if year else context.now.year, month, day)  # type: ignore[union-attr]
    if found is None:
        return None
    return Reading({"week": calendar_unit(found, "week")[0].toordinal()}, relative=not year, ambiguous=not year)


_DAYPARTS = {
    "morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "evening", "tonight": "evening",
    "lunchtime": "noon", "am": "am", "pm": "pm",
}  # fmt: skip
_HOUR_WORDS = {
    word: hour
    for hour, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
}


def _daypart(match: re.Match[str], context: Context) -> Reading | None:
    """Morning alone is weak: "good morning" and "in the morning" name no day."""
    return Reading({"daypart": DAYPART_INDEX[_DAYPARTS[match["part"]]]}, relative=True, weak=True)


def _daypart_of_today(match: re.Match[str], context: Context) -> Reading | None:
    if context.now is None:
        return None
    back = 1 if match["step"] == "last" else 0
    daypart = DAYPART_INDEX[_DAYPARTS[match["part"] or "tonight"]]
    return Reading(day_fields(context.now - timedelta(days=back)) | {"daypart": daypart}, relative=True)


def _hour(text: str) -> int:
    return int(text) if text.isdigit() else _HOUR_WORDS[text]


def _clock(match: re.Match[str], context: Context) -> Reading | None:
    hour = _hour(match["hour"])
    minute = int(match["minute"]) if match["minute"] else 0
    if not 1 <= hour <= 12 or minute > 59:
        return None
    fields = {"daypart": DAYPART_INDEX["am" if match["half"][0] == "a" else "pm"], "hour": hour}
    return Reading(fields | ({"minute": minute} if match["minute"] else {}), relative=True)


def _clock_range(match: re.Match[str], context: Context) -> Reading | None:
    """The first time of "3-5pm"; the second is read by its own rule."""
    hour = int(match["hour"])
    if not 1 <= hour <= 12:
        return None
    half = "am" if match["half"][0] == "a" or (hour > int(match["last"]) and hour != 12) else "pm"
    fields = {"daypart": DAYPART_INDEX[half], "hour": hour}
    return Reading(fields | ({"minute": int(match["minute"])} if match["minute"] else {}), relative=True)


def _oclock(match: re.Match[str], context: Context) -> Reading | None:
    hour = _hour(match["hour"])
    return Reading({"hour": hour}, relative=True, ambiguous=True) if 1 <= hour <= 12 else None


def _spoken(match: re.Match[str], context: Context) -> Reading | None:
    """Half past two, quarter to five, ten past six."""
    minutes = {"half": 30, "quarter": 15}.get(match["minutes"]) or _minutes(match["minutes"])
    hour = _hour(match["hour"])
    if match["way"] == "to":
        hour, minutes = (hour - 2) % 12 + 1, 60 - minutes
    if not 1 <= hour <= 12 or not 0 <= minutes <= 59:
        return None
    return Reading({"hour": hour, "minute": minutes}, relative=True, ambiguous=True)


def _minutes(text: str) -> int:
    return int(text) if text.isdigit() else {"five": 5, "ten": 10, "twenty": 20}[text]


def _bare_hour(match: re.Match[str], context: Context) -> Reading | None:
    """ "At 5" is weak until a day stands beside it."""
    hour = _hour(match["hour"])
    return Reading({"hour": hour}, relative=True, ambiguous=True, weak=True) if 1 <= hour <= 12 else None


def _named_hour(match: re.Match[str], context: Context) -> Reading | None:
    return Reading({"hour": 12 if match[0] != "midnight" else 0}, relative=True, ambiguous=match[0] == "midnight")


_HOUR_WORD = "|".join(_HOUR_WORDS)
_SMALL_HOUR = rf"(?P<hour>[0-9]{{1,2}}|{_HOUR_WORD})(?![0-9a-z])"
_HALF_DAY = r"(?P<half>[ap]\.m\.|[ap]m(?![a-z]))"
_MINUTE = r"(?:[:.](?P<minute>[0-9]{2}))?"
_ORDINAL_NUMBER = (
    r"(?P<day>[0-9]{1,2}(?:st|nd|rd|th))(?= *(?:$|[,.;!?)]| (?:of|and|to|at|we|i|he|she|they|the)(?![a-z])))"
)
_WEEK_OF_DAY_FIRST = (
    rf"week of (?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)?)(?: of)? (?P<month>{MONTH})\.?"
    r"(?:,? (?P<year>[12][0-9]{3})(?![0-9]))?"
)
_WEEK_OF = rf"week of (?P<month>{MONTH})\.? {DAY_NUMBER}(?:,? (?P<year>[12][0-9]{{3}})(?![0-9]))?"

EN_DAY_RULES = (
    rule("en_ordinal_day", DIGITS, rf"(?<=the ){_ORDINAL_NUMBER}", _ordinal_day),
    rule(
        "en_relative_day",
        ["yesterday", "today", "tomorrow", "day"],
        "(?P<far>day (?:before|after) )?(?P<word>yesterday|today|tomorrow)(?![a-z])",
        _relative_day,
    ),
    rule(
        "en_weekday",
        [*WEEKDAYS, *STEPS],
        rf"(?:(?P<step>this past|this coming|{'|'.join(STEPS)}) )?(?P<day>{WEEKDAY_STEM})(?P<many>s)?(?![a-z])\.?",
        _weekday,
    ),
    rule("en_weekend", ["weekend"], "weekend(?![a-z])", _weekend),
    rule("en_week_number", ["week"], r"week (?:number |no\. ?|#)?(?P<week>[0-9]{1,2})(?![0-9a-z.])", _week_number),
    rule("en_week_of", ["week"], _WEEK_OF, _week_of),
    rule("en_week_of_day_first", ["week"], _WEEK_OF_DAY_FIRST, _week_of),
    rule(
        "en_festival",
        sorted({re.split("[ '-]", name)[0] for name in _FESTIVALS} | {"last", "this", "next"}),
        (
            rf"(?:(?P<step>last|this|next) )?(?P<name>{_FESTIVAL})(?![a-z])(?P<holiday> holidays?| "
            rf"break)?(?! (?:tree|card|egg|present)s?(?![a-z]))"
        ),
        _festival,
    ),
    rule(
        "en_daypart",
        ["morning", "afternoon", "evening", "night", "lunchtime"],
        "(?P<part>morning|afternoon|evening|night|lunchtime)(?![a-z])",
        _daypart,
    ),
    rule(
        "en_daypart_of_today",
        ["this", "last", "tonight"],
        "(?:(?P<step>this|last) (?P<part>morning|afternoon|evening|night)|tonight)(?![a-z])",
        _daypart_of_today,
    ),
    rule("en_clock", DIGITS, rf"(?P<hour>[0-9]{{1,2}}){_MINUTE} ?{_HALF_DAY}", _clock),
    rule(
        "en_clock_range",
        DIGITS,
        (
            rf"(?P<hour>[0-9]{{1,2}}){_MINUTE}(?= ?(?:-|to|and|until|till) "
            rf"?(?P<last>[0-9]{{1,2}})(?:[:.][0-9]{{2}})? ?{_HALF_DAY})"
        ),
        _clock_range,
    ),
    rule("en_oclock", [*DIGITS, *_HOUR_WORDS], rf"{_SMALL_HOUR} o'clock", _oclock),
    rule(
        "en_spoken_clock",
        ["half", "quarter", "ten", "twenty", "five", *DIGITS],
        rf"(?P<minutes>half(?= past)|quarter|ten|twenty|five|[0-9]{{1,2}}) (?P<way>past|to) {_SMALL_HOUR}",
        _spoken,
    ),
    rule(
        "en_bare_hour",
        ["at"],
        (
            rf"at {_SMALL_HOUR}(?![.:%/-][0-9])(?= *(?:$|[,.;!?)])| (?:on|in|today|tomorrow|yesterday|and"
            rf"|to|with|for)(?![a-z]))"
        ),
        _bare_hour,
    ),
    rule("en_named_hour", ["noon", "midday", "midnight"], "(?:noon|midday|midnight)(?![a-z])", _named_hour),
)
