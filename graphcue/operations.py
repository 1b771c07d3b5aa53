"""What can be asked of a memory from outside, as values: REST and MCP are made from this one table.

An operation has named fields, which are checked here once, and work that calls `MemoryGraph` and gives the one JSON form.
"""

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from graphcue.checks import checked_limit
from graphcue.errors import InvalidCursor, InvalidInput
from graphcue.graph import MemoryGraph

Kind = Literal["text", "number", "limit", "share", "flag", "texts", "told", "told many", "names", "pairs", "rows"]
Access = Literal["read", "write", "admin"]
JsonValue = Any

LIMIT = 100
MOST = 1000
CURSOR_AT_MOST = 4000

TYPES: dict[str, type] = {"text": str, "number": int, "flag": bool}
CHECKED_LATER = ("limit", "share", "told", "told many", "names", "pairs", "rows")
"""Kinds that `MemoryGraph` checks itself, in its own words: numbers, and what `remember` is told."""


@dataclass(frozen=True, slots=True)
class Field:
    """One argument: `kind` says what it takes, `example` what the documentation shows."""

    name: str
    kind: Kind
    help: str
    example: Any = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """`work(graph, arguments)` is the answer's JSON form, `answer` the name of its schema. `touched` are the ids that a
    write says it touched, for the audit; `creates` that it may make something new."""

    name: str
    help: str
    fields: tuple[Field, ...]
    work: Callable[[MemoryGraph, dict[str, Any]], JsonValue]
    answer: str
    access: Access = "read"
    touched: Callable[[Mapping[str, Any], JsonValue], Sequence[str]] | None = None
    creates: bool = False

    def arguments(self, given: Any) -> dict[str, Any]:
        """The arguments that were given, checked; null is as good as nothing. Raises InvalidInput naming the field."""
        if not isinstance(given, Mapping):
            raise InvalidInput(f"{self.name} takes an object with named fields", field="body")
        known = {field.name: field for field in self.fields}
        for name in given:
            if name not in known:
                told = ", ".join(sorted(known)) or "none"
                raise InvalidInput(f"there is no field {name!r}; use one of {told}", field=name)
        for field in self.fields:
            if field.required and given.get(field.name) is None:
                raise InvalidInput(f"{field.name} is missing: {field.help}", field=field.name)
        return {name: value_of(known[name], value) for name, value in given.items() if value is not None}


def value_of(field: Field, value: Any) -> Any:
    """The value itself, for one of the field's kind. Raises InvalidInput."""
    if field.kind in CHECKED_LATER:
        return value
    if field.kind == "texts":
        listed = [value] if isinstance(value, str) else value
        if isinstance(listed, (list, tuple)) and all(isinstance(one, str) for one in listed):
            return list(listed)
    elif type(value) is TYPES[field.kind]:
        return value
    if field.kind == "text":
        raise InvalidInput(f"{field.name} must be a text, not {type(value).__name__}", field=field.name)
    says = {"flag": "is true or false", "number": "is a whole number", "texts": "is a text or a list of texts"}
    raise InvalidInput(f"{field.name} {says[field.kind]}, not {value!r}", field=field.name)


def read_query(operation: Operation, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The arguments that a query string gives: numbers and flags are read, a list is a name given several times."""
    kinds = {field.name: field.kind for field in operation.fields}
    found: dict[str, Any] = {}
    for name, text in pairs:
        kind = kinds.get(name)
        if kind == "texts":
            found.setdefault(name, []).append(text)
        elif name in found:
            raise InvalidInput(f"{name} is given twice", field=name)
        else:
            found[name] = _read(kind, text)
    return found


def _read(kind: str | None, text: str) -> Any:
    if kind in ("number", "limit") and text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 19:
        return int(text)
    if kind == "flag" and text.lower() in ("true", "false", "1", "0"):
        return text.lower() in ("true", "1")
    return text


def page_of(items: Sequence[JsonValue], arguments: Mapping[str, Any]) -> dict[str, JsonValue]:
    """A page of a list that is known whole, in its own order: items, `total`, and the cursor of the next page or null."""
    limit = checked_limit(arguments.get("limit", LIMIT), MOST)
    start = _start(items, arguments["after"]) if "after" in arguments else 0
    shown = list(items[start : start + limit])
    more = start + limit < len(items)
    return {"items": shown, "total": len(items), "after": _cursor(shown[-1]) if more else None}


def _cursor(item: JsonValue) -> str:
    told = json.dumps(item, ensure_ascii=True, sort_keys=True)
    return base64.urlsafe_b64encode(told.encode("ascii")).decode("ascii").rstrip("=")


def _start(items: Sequence[JsonValue], cursor: str) -> int:
    """The place behind the item that the cursor names."""
    try:
        padded = cursor[:CURSOR_AT_MOST] + "=" * (-len(cursor) % 4)
        last = json.loads(base64.b64decode(padded, b"-_", validate=True))
        return items.index(last) + 1
    except (binascii.Error, ValueError):
        raise InvalidCursor(
            f"{cursor[:60]!r} is no cursor; take the one that the page before ends with", cursor=cursor[:60]
        ) from None


def text(name: str, help: str, example: str | None = None, *, required: bool = False) -> Field:
    """A field that takes a text."""
    return Field(name, "text", help, example, required)


def texts(name: str, help: str, example: list[str] | None = None) -> Field:
    """A field that takes a text or several."""
    return Field(name, "texts", help, example)


def flag(name: str, help: str) -> Field:
    """A field that is true or false."""
    return Field(name, "flag", help, False)


PAGING = (
    Field("limit", "limit", "items on a page, 1 to 1000; 100 by default", 20),
    text("after", "the cursor that the page before ends with"),
)
"""The fields of everything that comes in pages."""

FILTERS = (
    text("project", "only memories of this project", "栖页"),
    texts("kinds", "note, decision, action, …"),
    text("status", "only memories of this status"),
    text("since", "happened at or after: a year, month, day or ISO time", "2025-03"),
    text("until", "happened at or before, the whole day, month or year"),
    text("as_of", "as things stood at the end of that day"),
    text("known_at", "only what had been recorded by then"),
    flag("include_superseded", "superseded memories too"),
)
"""The fields of `MemoryGraph.where`."""

ID = text("id", "the id of a memory", "note-1", required=True)
