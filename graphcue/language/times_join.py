"""Pieces → groups → finished expressions: neighbours that fit together become one time."""

import re
from dataclasses import replace

from graphcue.language.times_bounds import bounded
from graphcue.language.times_parts import BITS, Context, Found, Part, Reading, mask
from graphcue.language.times_ranges import inherited, time_range
from graphcue.language.times_resolve import SHAPES

_GAP = re.compile(r" *\)? *(?:的|的?\(|,? ?(?:(?:of|in|on|at|the|during|from) )*|'s ) *")
_HYPHEN = re.compile(" ?- ?")
_LIST = re.compile(r"\s*(?:、|和|与|及|或|,|，|and|or) ?\s*")
_REPEATED = re.compile(
    r"每个?(?:年|月|周|天|日|晚|星期|季度?|到|逢)?的?$"
    r"|(?<![a-z])(?:every|each)(?: other)?(?: (?:day|week|weekday|month|year|morning|afternoon"
    r"|evening|night))?(?: at| on| in)? (?:the )?$"
)
_HALF_OF_DAY = BITS["daypart"]
_BARE_THIRD = "zh_third"
"""The rule of 月底 without a month, which it takes from the month before it in a list, else from the reference."""


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
    """The second of 2024年3月和5月 takes the year of the first, that of 6月9日和12日 the month, and is a date as the first is."""
    known = left.reading.fields
    wanted = right.reading.fields
    if "third" in wanted and "month" in known and right.rule == _BARE_THIRD:
        wanted = {"third": wanted["third"]}
    lacks = ("year" in known and "year" not in wanted) or (
        "month" in known and "month" not in wanted and not wanted.keys().isdisjoint(("day", "third"))
    )
    if not lacks or right.reading.span or mask(wanted) & ~left.mask:
        return right
    if not _LIST.fullmatch(context.folded, left.end, right.start):
        return right
    fields = inherited(wanted, known)
    return replace(right, rule=left.rule, reading=replace(right.reading, fields=fields), mask=mask(fields))


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
        pair = time_range(parts[place], parts[place + 1], context, floor) if place + 1 < len(parts) else None
        one = pair or bounded(parts[place], context, floor, parts[place + 1].start if place + 1 < len(parts) else None)
        place += 2 if pair else 1
        if one:
            found.append(one)
            floor = one.part.end
    return found


def _is_repeated(part: Part, context: Context) -> bool:
    """Whether it comes again and again, as in "every Monday at nine": no time of its own."""
    return bool(_REPEATED.search(context.folded, max(0, part.start - 24), part.start))
