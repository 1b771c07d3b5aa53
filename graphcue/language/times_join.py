"""Pieces → groups → ranges and open ends: what stands between, before and after the pieces of a time."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone

from graphcue.language import calendar
from graphcue.language.numerals import chinese_integer, english_integer
from graphcue.language.times_parts import BITS, CLOCK, ORDER, Context, Fields, Interval, Part, Reading, mask
from graphcue.language.times_resolve import SHAPES, Local, resolve

_GAP = re.compile(r" *\)? *(?:的|的?\(|,? ?(?:(?:of|in|on|at|the|during|from) )*|'s ) *")
_HYPHEN = re.compile(" ?- ?")
_RANGE = re.compile(
    r"\s*(?:(?P<plain>到了?|至|直到|-+|~|to|up to|until|till|through|thru)|(?P<pair>and|与|和|及|跟)) ?(?:the )?\s*"
)
_RANGE_PREFIX = re.compile(r"(?:从|自|由|(?<![a-z])from|(?P<pair>介于|(?<![a-z])between)) ?(?:the )?$")
_LIST = re.compile(r"\s*(?:、|和|与|及|或|,|，|and|or) ?\s*")
_RANGE_SUFFIX = re.compile(r"\s?(?:之间|期间|这段时间)")

_BEFORE = re.compile(
    r"(?:(?P<since>自从|自|从|打从|(?<![a-z])(?:since|from|starting(?: from| in| on)?|beginning(?: in| on)?))"
    r"|(?P<not_before>不早于|最早|(?<![a-z])(?:no|not) earlier than)"
    r"|(?P<until>截至|截止到?|直到|直至|不晚于|不迟于|最晚|最迟"
    r"|(?<![a-z])(?:until|till|by|up to|up until|as of|through|(?:no|not) later than|at the latest by))"
    r"|(?P<before>早于|(?<![a-z])(?:before|prior to|earlier than|ahead of))"
    r"|(?P<after>晚于|(?<![a-z])(?:after|later than|following)))"
    r" ?(?:the (?:month of )?)?$"
)
_AFTER = re.compile(
    r"\s?(?:(?P<since>以来|至今|到(?:现在|目前|如今)(?:为止)?|起(?![诉草来床火点码因源名色飞跑])|开始"
    r"|,? ?(?:onwards?|on|and later|or later|to date|(?:-|to|until|till|through) ?(?:now|(?:the "
    r")?present|today))(?![a-z]))"
    r"|(?P<after>以后|之后|过后|后(?![天台端续面果期勤者来半]))"
    r"|(?P<until>为止|or earlier|and earlier)"
    r"|(?P<around>前后|左右)"
    r"|(?P<before>以前|之前|前(?![端台往面景沿任后十几半0-9一二三四五六七八九]|提(?![交供出前]))))"
)
_REPEATED = re.compile(
    r"每个?(?:年|月|周|天|日|晚|星期|季度?|到|逢)?的?$"
    r"|(?<![a-z])(?:every|each)(?: other)?(?: (?:day|week|weekday|month|year|morning|afternoon"
    r"|evening|night))?(?: at| on| in)? (?:the )?$"
)
_SHIFT = re.compile(
    r"(?P<way>前|后)(?P<count>[一两二三四五六七八九十]|[0-9]{1,2})(?P<unit>个?星期|个月|天|周|日)(?!内)"
)
_OFFSET = re.compile(
    r" ?(?:(?:utc|gmt) ?"
    r"|(?=[+-][0-9]{2}:?[0-9]{2}))(?:(?P<sign>[+-])(?P<hours>[0-9]{1,2}):?(?P<minutes>[0-9]{2})?)?(?!["
    r"0-9a-z:])"
)
_HALF_OF_DAY = BITS["daypart"]
_SHIFT_EN = re.compile(
    r"(?<![a-z0-9])(?P<count>the|an?|one|two|three|four|five|six|seven|ten|[0-9]{1,2}) (?P<unit>day"
    r"|week|month)s? (?P<way>before|after) (?:the )?$"
)
_SHIFT_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "月": "month"} | {
    unit: unit for unit in ("day", "week", "month")
}
# A clock time is a point: "until 5pm" and "2pm to 5pm" end at 5pm, where "until Friday" includes the day.
_CLOCK_GRAINS = ("hour", "minute", "second")
_DAY_LIKE = mask(("festival", "day", "weekday"))


@dataclass(frozen=True, slots=True)
class Found:
    """A finished expression in instants, None for an open end."""

    start: int | None
    end: int | None
    part: Part
    grain: str
    year_given: bool
    relative: bool
    ambiguous: bool


def merge(parts: list[Part], context: Context) -> list[Part]:
    """Neighbours whose fields fit together become one: 去年 + 12月, 3pm + yesterday."""
    merged: list[Part] = []
    for part in parts:
        joined = merged and _joined(merged[-1], part, context)
        if joined:
            merged[-1] = joined
        else:
            merged.append(part)
    for place in range(1, len(merged)):
        merged[place] = _listed(merged[place - 1], merged[place], context)
    return merged


def _joined(left: Part, right: Part, context: Context) -> Part | None:
    a, b = left.reading, right.reading
    if a.span or b.span or left.mask & right.mask or (left.mask | right.mask) not in SHAPES:
        return None
    gap = context.folded[left.end : right.start]
    if not _GAP.fullmatch(gap) and not _special_gap(gap, left, right):
        return None
    reading = Reading(a.fields | b.fields, a.relative or b.relative, a.ambiguous or b.ambiguous)
    if (left.mask | right.mask) & _HALF_OF_DAY and (left.mask ^ right.mask) & BITS["hour"]:
        reading = replace(reading, ambiguous=(a if left.mask & _HALF_OF_DAY else b).ambiguous)
    coarser = left if left.mask & -left.mask < right.mask & -right.mask else right
    if b.fields.keys() == {"weekday"} or a.fields.keys() == {"weekday"}:
        reading = replace(reading, ambiguous=False)
    return Part(left.start, right.end, coarser.rule, reading, left.mask | right.mask)


def _listed(left: Part, right: Part, context: Context) -> Part:
    """The second of 2024年3月和5月 takes the year of the first."""
    known = left.reading.fields
    wanted = right.reading.fields
    lacks = ("year" in known and "year" not in wanted) or (
        "month" in known and "day" in wanted and "month" not in wanted
    )
    if not lacks or right.reading.span or right.mask & ~left.mask:
        return right
    if not _LIST.fullmatch(context.folded, left.end, right.start):
        return right
    fields = _inherited(right.reading.fields, known)
    return replace(right, reading=replace(right.reading, fields=fields), mask=mask(fields))


def _special_gap(gap: str, left: Part, right: Part) -> bool:
    if right.mask == BITS["weekday"]:
        return gap in ("，", "(", "（", " (")
    year_follows = right.mask == BITS["year"] and "month" in left.reading.fields
    return bool(_HYPHEN.fullmatch(gap)) and (year_follows or bool(left.mask & mask(("third", "edge"))))


def finish(parts: list[Part], context: Context) -> list[Found]:
    """Ranges, then open ends, then single expressions; weak pieces that found no company are left out."""
    found: list[Found] = []
    place, floor = 0, 0
    while place < len(parts):
        if parts[place].start < floor or _is_repeated(parts[place], context):
            place += 1
            continue
        pair = _range(parts[place], parts[place + 1], context, floor) if place + 1 < len(parts) else None
        one = pair or _bounded(parts[place], context, floor, parts[place + 1].start if place + 1 < len(parts) else None)
        place += 2 if pair else 1
        if one:
            found.append(one)
            floor = one.part.end
    return found


def _is_repeated(part: Part, context: Context) -> bool:
    """Whether it comes again and again, as in "every Monday at nine": no time of its own."""
    return bool(_REPEATED.search(context.folded, max(0, part.start - 24), part.start))


def _range(left: Part, right: Part, context: Context, floor: int) -> Found | None:
    connector = _RANGE.fullmatch(context.folded, left.end, right.start)
    if not connector or (left.reading.weak and right.reading.weak and left.mask != right.mask):
        return None
    prefix = _RANGE_PREFIX.search(context.folded, max(floor, left.start - 14), left.start)
    suffix = _RANGE_SUFFIX.match(context.folded, right.end)
    if connector["pair"] and not ((prefix and prefix["pair"]) or suffix):
        return None
    if left.reading.weak and right.reading.weak and not prefix and "month" not in left.reading.fields:
        return None
    ends = _range_ends(left.reading, right.reading, context)
    if ends is None:
        return None
    start, end, first = ends
    whole = Part(
        prefix.start() if prefix else left.start,
        suffix.end() if suffix else right.end,
        "range",
        left.reading,
        left.mask,
    )
    ambiguous = left.reading.ambiguous or right.reading.ambiguous or (first is not None and first.ambiguous)
    relative = left.reading.relative or right.reading.relative or (first is not None and first.relative)
    grain = first.grain if first else left.reading.grain
    return Found(start, end, whole, grain, first is None or first.year_given, relative, ambiguous)


def _range_ends(left: Reading, right: Reading, context: Context) -> tuple[int, int, Local | None] | None:
    if left.span:
        first_local, start = None, left.span[0]
    else:
        first_local = resolve(_borrowed(left.fields, right.fields), context.now)
        if first_local is None:
            return None
        start = context.interval(first_local.low, first_local.high)[0]
    if right.span:
        stop = right.span[0] if right.grain in _CLOCK_GRAINS else right.span[1]
        return (start, stop, first_local) if start < stop else None
    last = _last_local(right.fields, first_local, context)
    if last is None:
        return None
    end = context.interval(last.low, last.high)[0 if last.grain in _CLOCK_GRAINS else 1]
    if start < end:
        return start, end, first_local
    if left.span or "year" not in right.fields or "year" in left.fields or first_local is None:
        return None
    return _range_ends(Reading({"year": right.fields["year"] - 1, **left.fields}), right, context)


def _borrowed(fields: Fields, later: Fields) -> Fields:
    """The first end takes the year, or the half of the day, that only the second one names."""
    taken = dict(fields)
    if "year" in later and "year" not in fields and mask({"year", *fields}) in SHAPES:
        taken["year"] = later["year"]
    dates = {name: later[name] for name in ORDER[: ORDER.index("daypart")] if name in later}
    dateless = not any(name in fields for name in ORDER[: ORDER.index("daypart")])
    if dates and dateless and mask({*dates, *fields}) in SHAPES:
        taken |= dates
    return taken


def _last_local(fields: Fields, first: Local | None, context: Context) -> Local | None:
    if first is None:
        return resolve(fields, context.now)
    last = resolve(_inherited(fields, first.fields), context.now)
    if last is None or (last.low if last.grain in _CLOCK_GRAINS else last.high) > first.low:
        return last
    return _next_round(fields, first, context)


def _next_round(fields: Fields, first: Local, context: Context) -> Local | None:
    """The end of "November to February" is in the next year, of "Friday to Monday" in the next week."""
    full = _inherited(fields, first.fields)
    for name, step in (("week", 7), ("year", 1)):
        if name in full and name not in fields:
            if name == "year" and "month" not in fields:
                continue
            return resolve(full | {name: full[name] + step}, context.now)
    return None


def _inherited(fields: Fields, first: Fields) -> Fields:
    """The second end takes what is coarser from the first: the year, the month, the day, the half of the day."""
    if fields.keys() == {"weekday"}:
        return fields | ({"week": first["week"]} if "week" in first else {})
    coarsest = min(ORDER.index(name) for name in fields)
    full = {name: value for name, value in first.items() if ORDER.index(name) < coarsest} | fields
    if mask(full) in SHAPES:
        return full
    with_year = {"year": first["year"], **fields} if "year" in first else fields
    return with_year if mask(with_year) in SHAPES else fields


def _bounded(part: Part, context: Context, floor: int, ceiling: int | None) -> Found | None:
    """A single expression with what opens it on one side: since May, 2020年以前."""
    if part.reading.weak:
        return None
    text = context.folded
    before = _BEFORE.search(text, max(floor, part.start - 24), part.start)
    after = _AFTER.match(text, part.end, len(text) if ceiling is None else ceiling)
    kind = _kind(before, after)
    part, context = _with_offset(part, context)
    local, span = _located(part, context, -1 if kind == "since" and _is_past(before, after) else 0)
    if span is None:
        return None
    shifted = _shifted(part, span, context, floor)
    if shifted:
        return shifted
    if kind == "" and {"last_year", "last_month", "last_day"} & part.reading.fields.keys():
        before = _RANGE_PREFIX.search(text, max(floor, part.start - 14), part.start)
        part = replace(part, start=before.start() if before else part.start)
    start, end = _opened(span, kind, local)
    low = before.start() if before and kind else part.start
    high = after.end() if after and kind else part.end
    return _found(start, end, replace(part, start=low, end=high), local)


def _kind(before: re.Match[str] | None, after: re.Match[str] | None) -> str:
    """Which end is open. 从 and "from" alone open nothing: "the report from May" is of May."""
    suffix = after.lastgroup or "" if after else ""
    prefix = before.lastgroup or "" if before else ""
    if (
        prefix == "since"
        and before
        and before[0].strip().startswith(("从", "自", "打从", "from"))
        and before["since"] != "自从"
    ):
        if suffix in ("since", "after") or before["since"] == "自":
            return "since"
        return suffix
    if suffix == "since" and after and after[0].strip() in ("开始", "on"):
        return prefix
    return prefix or suffix


def _is_past(before: re.Match[str] | None, after: re.Match[str] | None) -> bool:
    """ "Since" has begun, "starting" may be still to come."""
    return bool(
        (before and before[0].startswith(("since", "自从"))) or (after and after[0].strip() in ("以来", "至今"))
    )


def _located(part: Part, context: Context, direction: int) -> tuple[Local | None, Interval | None]:
    if part.reading.span:
        return None, part.reading.span
    local = resolve(part.reading.fields, context.now, direction)
    return local, local and context.interval(local.low, local.high)


def _with_offset(part: Part, context: Context) -> tuple[Part, Context]:
    """The part with the UTC offset written after its clock, and the zone that offset means."""
    match = _OFFSET.match(context.folded, part.end) if part.mask & BITS["hour"] else None
    if match is None:
        return part, context
    minutes = int(match["hours"] or 0) * 60 + int(match["minutes"] or 0)
    offset = timedelta(minutes=-minutes if match["sign"] == "-" else minutes)
    if abs(offset) >= timedelta(days=1):
        return part, context
    return replace(part, end=match.end()), replace(context, zone=timezone(offset))


def _opened(span: Interval, kind: str, local: Local | None) -> tuple[int | None, int | None]:
    start, end = span
    if local is not None and local.grain in _CLOCK_GRAINS:
        end = start if kind in ("until", "after") else end
    edge = local is not None and bool({"edge", "third"} & local.fields.keys())
    if kind in ("since", "not_before"):
        return start, None
    if kind == "until" or (kind == "before" and edge):
        return None, end
    if kind == "before":
        return None, start
    if kind == "after":
        return end, None
    return start, end


def _found(start: int | None, end: int | None, part: Part, local: Local | None) -> Found:
    reading = part.reading
    return Found(
        start,
        end,
        part,
        local.grain if local else reading.grain,
        local is None or local.year_given,
        reading.relative or (local is not None and local.relative),
        reading.ambiguous or (local is not None and local.ambiguous),
    )


def _shifted(part: Part, span: Interval, context: Context, floor: int) -> Found | None:
    """The days before or after a day: 春节前一周 and "the week before Christmas" are the seven days up to it."""
    if not part.mask & _DAY_LIKE or part.mask & mask(CLOCK):
        return None
    match = _SHIFT.match(context.folded, part.end)
    if not match:
        match = _SHIFT_EN.search(context.folded, max(floor, part.start - 32), part.start)
    if not match:
        return None
    count = 1 if match["count"] == "the" else _count(match["count"])
    unit = _SHIFT_UNITS[match["unit"].lstrip("个")]
    first, last = (context.local(instant) for instant in span)
    if match["way"] in ("前", "before"):
        low, high = _moved(first, unit, -count), first
    else:
        low, high = last, _moved(last, unit, count)
    if match.re is _SHIFT_EN and match["count"] != "the" and low and high:
        exact = low if match["way"] == "before" else high - timedelta(days=1)
        low, high = exact, exact + timedelta(days=1)
    if low is None or high is None or not low < high:
        return None
    start, end = context.interval(low, high)
    whole = replace(part, start=min(part.start, match.start()), end=max(part.end, match.end()))
    return Found(start, end, whole, "day", True, part.reading.relative, True)


def _count(text: str) -> int:
    return chinese_integer(text) or english_integer(text) or 1


def _moved(day: datetime, unit: str, count: int) -> datetime | None:
    if unit == "month":
        moved = calendar.add_months(day.date(), count)
        return moved and datetime.combine(moved, day.time())
    return day + timedelta(days=count * (7 if unit == "week" else 1))
