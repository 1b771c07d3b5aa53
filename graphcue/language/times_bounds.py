"""One time and what stands beside it: open ends (since May, 2020年以前) and UTC offsets."""

import re
from dataclasses import replace
from datetime import timedelta, timezone

from graphcue.language.times_parts import BITS, Context, Found, Interval, Part
from graphcue.language.times_ranges import RANGE_PREFIX
from graphcue.language.times_resolve import CLOCK_GRAINS, Local, resolve
from graphcue.language.times_shifts import picked, shifted

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
_OFFSET = re.compile(
    r" ?(?:(?:utc|gmt) ?"
    r"|(?=[+-][0-9]{2}:?[0-9]{2}))(?:(?P<sign>[+-])(?P<hours>[0-9]{1,2}):?(?P<minutes>[0-9]{2})?)?(?!["
    r"0-9a-z:])"
)


def bounded(part: Part, context: Context, floor: int, ceiling: int | None) -> Found | None:
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
    beside = picked(part, span, context, floor) or shifted(part, span, context, floor)
    if beside:
        return beside
    if kind == "" and {"last_year", "last_month", "last_day"} & part.reading.fields.keys():
        before = RANGE_PREFIX.search(text, max(floor, part.start - 14), part.start)
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
    return local, context.interval(local.low, local.high) if local else None


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
    if local is not None and local.grain in CLOCK_GRAINS:
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
