"""What a caller of `recall` asks for beside the question → checked values. Each error names the option and the fix."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from typing import Any

from graphcue.checks import checked_limit, checked_text
from graphcue.errors import InvalidInput, InvalidTime
from graphcue.language.bounds import interval
from graphcue.language.times import find_times
from graphcue.recall.presets import checked_preset
from graphcue.recall.values import Options
from graphcue.stores.contract import Where

MODES: Mapping[str, Any] = {
    "limit": None,
    "max_results": None,
    "explain": False,
    "exact_match": False,
    "min_score": 0,
    "date_range": None,
    "match": "any",
    "sort_by": "score",
    "context_budget": None,
    "preset": None,
    "related_to": None,
}
"""Option of `recall` → what it is when it is not given; the filters of `where` come beside them."""
FILTERS = ("project", "kinds", "status", "since", "until", "as_of", "known_at", "include_superseded")
MOST_TOKENS = 10_000_000
Range = str | Sequence[str | None]


def options_of(given: Mapping[str, Any], where: Where, now: int, most: int, zone: tzinfo) -> Options:
    """The options of a call; `most` is the number of results when the call does not say. Raises InvalidInput,
    InvalidTime."""
    since, until = range_of(given["date_range"], now, zone)
    return Options(
        limit=_limit(given, most),
        where=_within(where, since, until),
        now=now,
        explain=_flag(given, "explain"),
        exact=_flag(given, "exact_match"),
        all_cues=_one_of(given, "match", ("any", "all")) == "all",
        least=per_mille(given["min_score"]),
        by_date=_one_of(given, "sort_by", ("score", "date")) == "date",
        tokens=_tokens(given["context_budget"]),
        preset=checked_preset(_text(given, "preset")),
    )


def told(given: Mapping[str, Any], filters: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """(name, value) of what a call was given and that says something, by name: what a receipt keeps."""
    said = {name: value for name, value in given.items() if value != MODES[name]}
    if "date_range" in said and not isinstance(said["date_range"], str):
        said["date_range"] = "..".join(end or "" for end in said["date_range"])
    said |= {name: value for name, value in filters.items() if value not in (None, (), [], False)}
    return tuple(sorted((name, _plain(value)) for name, value in said.items()))


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, (list, tuple)) else value


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options themselves. Raises InvalidInput for a name that `recall` does not take."""
    known = (*MODES, *FILTERS)
    for name in options:
        if name not in known:
            raise InvalidInput(f"recall has no option {name!r}; use one of {', '.join(known)}", field=name)
    return dict(options)


def range_of(given: Range | None, now: int, zone: tzinfo) -> tuple[int | None, int | None]:
    """[start, end) in ms UTC of a range: `2026-01..2026-03`, `..2026`, one bound, a time in words (`上周`), or two ends.

    The second end includes the whole of its day, month or year. Raises InvalidTime.
    """
    if given is None:
        return None, None
    if isinstance(given, str):
        checked_text("date_range", given)
        first, separator, last = given.partition("..")
        ends: Sequence[str | None] = (first, last) if separator else (first, first)
    else:
        ends = tuple(given)
    if len(ends) != 2 or not any(end and end.strip() for end in ends if end is None or isinstance(end, str)):
        raise InvalidTime(
            f"date_range {given!r} names no time; write 2026-01..2026-03, ..2026 or 上周", time=str(given)
        )
    start = _bound(ends[0], now, zone)[0]
    end = _bound(ends[1], now, zone)[1]
    if start is not None and end is not None and start >= end:
        raise InvalidTime(f"date_range {given!r} ends before it begins", time=str(given))
    return start, end


def _bound(text: str | None, now: int, zone: tzinfo) -> tuple[int | None, int | None]:
    if text is None or not checked_text("date_range", text).strip():
        return None, None
    try:
        return interval(text, zone)
    except InvalidTime:
        times = find_times(text, now, zone)
        if len(times) != 1:
            raise
        return times[0].start, times[0].end


def _within(where: Where, since: int | None, until: int | None) -> Where:
    if since is None and until is None:
        return where
    starts = [time for time in (where.since, since) if time is not None]
    ends = [time for time in (where.until, until) if time is not None]
    return replace(where, since=max(starts, default=None), until=min(ends, default=None))


def per_mille(share: float) -> int:
    """A share of 0…1 in thousandths, rounded down. Raises InvalidInput outside of that."""
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise InvalidInput(f"min_score is a share of 0…1, not {share!r}", field="min_score")
    return math.floor(share * 1000 + 1e-9)


def _limit(given: Mapping[str, Any], most: int) -> int:
    asked = [given[name] for name in ("limit", "max_results") if given[name] is not None]
    if len(asked) == 2 and asked[0] != asked[1]:
        raise InvalidInput(f"limit {asked[0]} and max_results {asked[1]} mean the same; give one", field="max_results")
    return checked_limit(asked[0]) if asked else most


def _flag(given: Mapping[str, Any], name: str) -> bool:
    if not isinstance(given[name], bool):
        raise InvalidInput(f"{name} is true or false, not {given[name]!r}", field=name)
    return bool(given[name])


def _one_of(given: Mapping[str, Any], name: str, known: tuple[str, ...]) -> str:
    if given[name] not in known:
        raise InvalidInput(f"{name} is {' or '.join(known)}, not {given[name]!r}", field=name)
    return str(given[name])


def _tokens(given: int | None) -> int | None:
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or not 1 <= given <= MOST_TOKENS:
        raise InvalidInput(
            f"context_budget is a number of tokens, 1…{MOST_TOKENS}, not {given!r}", field="context_budget"
        )
    return given


def _text(given: Mapping[str, Any], name: str) -> str:
    return "" if given[name] is None else checked_text(name, given[name])
