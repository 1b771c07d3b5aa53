"""An answer within a budget of tokens: what is least missed goes first, and the answer says how much went."""

from typing import Any

from graphcue.operations import JsonValue
from graphcue.presentation import to_text

LISTS = ("results", "items", "steps", "outcomes", "relations", "people", "years")
REASONS = ("leaves", "path", "hits", "lines", "highlights", "people", "places")
"""Parts of a result that explain it, which go before a result does."""

SHORT = 400
"""Characters to which a long text is cut when one result alone is too much."""


def tokens_of(text: str) -> int:
    """About how many tokens a text is: one for each character beyond ASCII, one for every four within."""
    beyond = sum(ord(char) > 127 for char in text)
    return beyond + (len(text) - beyond + 3) // 4


def within(value: JsonValue, tokens: int) -> JsonValue:
    """The value, or as much of it as the budget holds; then `left_out` counts what is missing from each list."""
    if _fits(value, tokens) or not isinstance(value, dict):
        return value
    smaller = _without_reasons(value)
    left_out: dict[str, int] = {}
    while not _fits({**smaller, "left_out": left_out}, tokens):
        name = _longest(smaller)
        if name is None:
            return {**_cut(smaller, tokens), "left_out": left_out}
        kept = len(smaller[name]) // 2 if len(smaller[name]) > 8 else len(smaller[name]) - 1
        left_out[name] = left_out.get(name, 0) + len(smaller[name]) - kept
        smaller = {**smaller, name: smaller[name][:kept]}
    return {**smaller, "left_out": left_out}


def _fits(value: JsonValue, tokens: int) -> bool:
    return tokens_of(to_text(value)) <= tokens


def _longest(value: dict[str, Any]) -> str | None:
    """The list with most in it, unless each is down to its first."""
    sizes = [(len(value[name]), name) for name in LISTS if isinstance(value.get(name), list)]
    return max(sizes)[1] if sizes and max(sizes)[0] > 1 else None


def _without_reasons(value: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [_bare(one) for one in part] if name in LISTS and isinstance(part, list) else part
        for name, part in value.items()
    }


def _bare(one: JsonValue) -> JsonValue:
    if not isinstance(one, dict):
        return one
    return {name: [] if name in REASONS and isinstance(part, list) else part for name, part in one.items()}


def _cut(value: JsonValue, tokens: int) -> JsonValue:
    """The value with every long text cut, at its end, to what the budget allows it."""
    if isinstance(value, str):
        most = max(40, min(SHORT, tokens // 4))
        return value if len(value) <= most else value[: most - 1] + "…"
    if isinstance(value, list):
        return [_cut(one, tokens) for one in value]
    if isinstance(value, dict):
        return {name: _cut(part, tokens) for name, part in value.items()}
    return value
