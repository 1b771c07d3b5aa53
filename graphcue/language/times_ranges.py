"""Two times and what joins them: from March to May, 10点到12点, between 2019 and 2021."""

import re
from dataclasses import replace
from datetime import timedelta

from graphcue.language.times_parts import CLOCK, ORDER, Context, Fields, Found, Part, Reading, mask
from graphcue.language.times_resolve import CLOCK_GRAINS, SHAPES, Local, resolve

_RANGE = re.compile(
    r"\s*(?:(?P<plain>到了?|至|直到|-+|~|to|up to|until|till|through|thru)|(?P<pair>and|与|和|及|跟)) "
    r"?(?:the )?(?:次年|翌年|第二年)?\s*"
)
RANGE_PREFIX = re.compile(r"(?:从|自|由|(?<![a-z])from|(?P<pair>介于|(?<![a-z])between)) ?(?:the )?$")
_RANGE_SUFFIX = re.compile(r"\s?(?:之间|期间|这段时间)")


def time_range(left: Part, right: Part, context: Context, floor: int) -> Found | None:
    """The stretch from one time to another, with the words around it; None where nothing joins the two."""
    connector = _RANGE.fullmatch(context.folded, left.end, right.start)
    if not connector or (left.reading.weak and right.reading.weak and left.mask != right.mask):
        return None
    prefix = RANGE_PREFIX.search(context.folded, max(floor, left.start - 14), left.start)
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
        stop = right.span[0] if right.grain in CLOCK_GRAINS else right.span[1]
        return (start, stop, first_local) if start < stop else None
    last = _last_local(right.fields, first_local, context)
    if last is None:
        return None
    end = context.interval(last.low, last.high)[0 if last.grain in CLOCK_GRAINS else 1]
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
    last = resolve(inherited(fields, first.fields), context.now)
    if last is None or (last.low if last.grain in CLOCK_GRAINS else last.high) > first.low:
        return last
    return _next_round(fields, first, context)


def _next_round(fields: Fields, first: Local, context: Context) -> Local | None:
    """The end of "November to February" is in the next year, of "Friday to Monday" in the next week.

    "Nine to five" ends in the afternoon, "22:00 to 2:00" on the next day.
    """
    full = inherited(fields, first.fields)
    if fields.keys() <= set(CLOCK):
        return _next_half_day(full, first, context)
    for name, step in (("week", 7), ("year", 1)):
        if name in full and name not in fields:
            if name == "year" and "month" not in fields:
                continue
            return resolve(full | {name: full[name] + step}, context.now)
    return None


def _next_half_day(full: Fields, first: Local, context: Context) -> Local | None:
    if "daypart" not in full and full["hour"] < 12:
        later = resolve(full | {"hour": full["hour"] + 12}, context.now)
        if later and later.low > first.low:
            return later
    last = resolve(full, context.now)
    day = timedelta(days=1)
    return last and replace(last, low=last.low + day, high=last.high + day)


def inherited(fields: Fields, first: Fields) -> Fields:
    """The second end takes what is coarser from the first: the year, the month, the day, the half of the day."""
    if fields.keys() == {"weekday"}:
        return fields | ({"week": first["week"]} if "week" in first else {})
    coarsest = min(ORDER.index(name) for name in fields)
    full = {name: value for name, value in first.items() if ORDER.index(name) < coarsest} | fields
    if mask(full) in SHAPES:
        return full
    with_year = {"year": first["year"], **fields} if "year" in first else fields
    return with_year if mask(with_year) in SHAPES else fields
