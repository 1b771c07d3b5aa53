"""Memories as plain scalars and canonical JSON text, and back: what stores keep and exports carry.

JSON here has sorted keys, no blanks and no escapes beyond what JSON needs; an empty field is left out. Reading is
strict: `from_text(to_text(x)) == x`, and a text with a missing, unknown or mistyped field is a `StoreError`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, cast

from graphcue.errors import StoreError
from graphcue.model import DECLARED, Contribution, Link, Memory, Moment, Name, Place
from graphcue.stores.contract import Alias

Scalar = str | int | None
Row = dict[str, Scalar]

MOMENTS = ("occurred_at", "valid_from", "valid_until")
TEXTS = ("content", "kind", "status", "project", "author", "thread", "document", "caption", "key")
NUMBERS = ("recorded_at", "updated_at", "position", "asks", "revision")


def moment_columns(name: str) -> tuple[str, str, str]:
    """The columns of ms, offset and grain, as `occurred_at`, `occurred_offset`, `occurred_grain`."""
    stem = name.removesuffix("_at")
    return (name, f"{stem}_offset", f"{stem}_grain")


COLUMNS = (
    "id",
    *TEXTS,
    *(column for name in MOMENTS for column in moment_columns(name)),
    *NUMBERS,
    "superseded_at",
    "order_time",
    "order_key",
    "contributions",
)
"""Every column of a memory's row; times are ms UTC, offsets minutes."""

_PLAIN = ("id", *TEXTS, *NUMBERS, "superseded_at", "order_time", "order_key")
_plain_values = attrgetter(*_PLAIN)
_MOMENT_COLUMNS = {name: moment_columns(name) for name in MOMENTS}


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def to_text(value: object) -> str:
    """Canonical JSON: equal values, equal text."""
    return _ENCODER.encode(value)


def from_text(text: str) -> Any:
    """The JSON value of a text."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreError(
            f"a kept value is not JSON ({error}): restore the store from a backup", text=text[:80]
        ) from error


def aliases_to_text(aliases: Iterable[Alias]) -> str:
    """A JSON list, sorted."""
    return to_text([[one.kind, one.alias, one.name, one.source, one.target] for one in sorted(aliases)])


def aliases_from_text(text: str | None) -> tuple[Alias, ...]:
    """The aliases of a JSON list; none for no text."""
    return tuple(Alias(*parts) for parts in from_text(text)) if text else ()


def moment_to_fields(moment: Moment | None) -> tuple[int, int, str] | tuple[None, None, None]:
    """(ms, offset, grain), or three times None."""
    return (moment.ms, moment.offset, moment.grain) if moment else (None, None, None)


def moment_from_fields(ms: Scalar, offset: Scalar, grain: Scalar) -> Moment | None:
    """The moment of three fields; None if they are None."""
    if ms is None and offset is None and grain is None:
        return None
    return Moment(_number("ms", ms), _number("offset", offset), _text("grain", grain))


def contributions_to_text(contributions: tuple[Contribution, ...]) -> str:
    """A JSON list, in the order given."""
    return to_text([contribution_to_json(contribution) for contribution in contributions])


def contributions_from_text(text: str) -> tuple[Contribution, ...]:
    """The contributions of a JSON list."""
    return tuple(contribution_from_json(item) for item in _list("contributions", from_text(text)))


def memory_to_row(memory: Memory) -> Row:
    """All of `COLUMNS`, as plain scalars."""
    row: Row = dict(zip(_PLAIN, _plain_values(memory), strict=True))
    for name, columns in _MOMENT_COLUMNS.items():
        row.update(zip(columns, moment_to_fields(getattr(memory, name)), strict=True))
    row["contributions"] = contributions_to_text(memory.contributions)
    return row


def memory_from_row(row: Mapping[str, Scalar]) -> Memory:
    """The memory of a row. `order_time` and `order_key` follow from the rest and need not be there."""
    try:
        return _memory(row)
    except KeyError as error:
        raise StoreError(f"a kept memory lacks its column {error}: restore the store from a backup") from error


def _memory(row: Mapping[str, Scalar]) -> Memory:
    fields: dict[str, Any] = {name: _text(name, row[name]) for name in ("id", *TEXTS)}
    fields.update((name, _number(name, row[name])) for name in NUMBERS)
    fields.update((name, moment_from_fields(*(row[column] for column in moment_columns(name)))) for name in MOMENTS)
    superseded = row["superseded_at"]
    fields["superseded_at"] = None if superseded is None else _number("superseded_at", superseded)
    fields["contributions"] = contributions_from_text(_text("contributions", row["contributions"]))
    return Memory(**fields)


def contribution_to_json(contribution: Contribution) -> dict[str, Any]:
    """A JSON object without the empty fields."""
    found: dict[str, Any] = {
        "place": _place_to_json(contribution.place),
        "kind": contribution.kind,
        "status": contribution.status,
        "valid_from": _moment_to_json(contribution.valid_from),
        "valid_until": _moment_to_json(contribution.valid_until),
        "cues": list(contribution.cues),
        "tags": list(contribution.tags),
        "names": [_name_to_json(name) for name in contribution.names],
        "links": [[link.type, link.target, link.rule] for link in contribution.links],
        "titles": list(contribution.titles),
        "metadata": [list(pair) for pair in contribution.metadata],
        "recorded_at": contribution.recorded_at,
        "without": list(contribution.without),
    }
    return {key: value for key, value in found.items() if value}


def contribution_from_json(value: object) -> Contribution:
    """The contribution of a JSON object; fields that are not there are empty."""
    if not isinstance(value, dict) or not value.keys() <= _READERS.keys():
        raise _broken("contribution", value)
    return Contribution(**{name: _READERS[name](name, field) for name, field in value.items()})


def _name_to_json(name: Name) -> list[Scalar]:
    """The rule stands only where it is another than that of names given by a call."""
    rule = [] if name.rule == DECLARED else [name.rule]
    return [name.name, name.edge, name.label, name.organisation, name.kind, *rule]


def _moment_to_json(moment: Moment | None) -> list[Scalar]:
    return list(moment_to_fields(moment)) if moment else []


def _place_to_json(place: Place | None) -> list[Scalar]:
    return [place.document, place.line_start, place.line_end, place.position] if place else []


def _broken(name: str, value: object) -> StoreError:
    return StoreError(
        f"a kept {name} cannot be read: restore the store from a backup", name=name, value=repr(value)[:80]
    )


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _broken(name, value)
    return value


def _number(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _broken(name, value)
    return value


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise _broken(name, value)
    return value


def _tuple_of(name: str, value: object, shape: Sequence[type]) -> tuple[Any, ...]:
    """The parts of a list of exactly this shape."""
    parts = _list(name, value)
    if [type(part) for part in parts] != list(shape):
        raise _broken(name, value)
    return tuple(parts)


def _texts(name: str, value: object) -> tuple[str, ...]:
    return tuple(_text(name, item) for item in _list(name, value))


def _moment(name: str, value: object) -> Moment:
    return Moment(*_tuple_of(name, value, (int, int, str)))


def _place(name: str, value: object) -> Place:
    return Place(*_tuple_of(name, value, (str, int, int, int)))


def _names(name: str, value: object) -> tuple[Name, ...]:
    items = _list(name, value)
    lengths = (6 if isinstance(item, list) and len(item) == 6 else 5 for item in items)
    return tuple(Name(*_tuple_of(name, item, (str,) * n)) for item, n in zip(items, lengths, strict=True))


def _links(name: str, value: object) -> tuple[Link, ...]:
    return tuple(Link(*_tuple_of(name, item, (str,) * 3)) for item in _list(name, value))


def _pairs(name: str, value: object) -> tuple[tuple[str, str], ...]:
    return tuple(cast(tuple[str, str], _tuple_of(name, item, (str, str))) for item in _list(name, value))


_READERS: dict[str, Callable[[str, object], Any]] = {
    "place": _place,
    "kind": _text,
    "status": _text,
    "valid_from": _moment,
    "valid_until": _moment,
    "cues": _texts,
    "tags": _texts,
    "names": _names,
    "links": _links,
    "titles": _texts,
    "metadata": _pairs,
    "recorded_at": _number,
    "without": _texts,
}
