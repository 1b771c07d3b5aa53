"""What a caller says in Python or JSON → `Record`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from graphcue.errors import InvalidInput, InvalidTime
from graphcue.language.moments import parse_time
from graphcue.model import ENTITY, MENTIONS, PERSON, ROLES, Link, Moment, Name, Record
from graphcue.settings import Settings

ROLE_WORDS = {
    "author": "AUTHORED_BY",
    "decider": "DECIDED_BY",
    "presenter": "PRESENTED_BY",
    "assignee": "ASSIGNED_TO",
    "approver": "APPROVED_BY",
    "attendee": "ATTENDED_BY",
}
"""How roles are called by people."""

LINK_WORDS = {
    "supersedes": "SUPERSEDES",
    "related_to": "RELATED_TO",
    "caused_by": "CAUSED_BY",
    "depends_on": "DEPENDS_ON",
    "resolves": "RESOLVES",
}
"""How links to other memories are called by people."""

TEXT_FIELDS = ("id", "key", "kind", "status", "project", "author")
LIST_FIELDS = ("cues", "tags", "titles")
TIME_FIELDS = ("occurred_at", "valid_from", "valid_until")

Person = str | Mapping[str, str]


def record_of(content: str, settings: Settings, **fields: Any) -> Record:
    """A record of a text and these fields: id, key, kind, status, project, author (texts); occurred_at, valid_from,
    valid_until (ISO text, datetime or Moment); cues, tags, titles (lists of texts); people (names, or mappings of name,
    org, role), entities (names, or mappings of name, kind); supersedes, related_to, caused_by, depends_on, resolves
    (ids); metadata.

    Raises InvalidInput naming the field.
    """
    known = {*TEXT_FIELDS, *LIST_FIELDS, *TIME_FIELDS, *LINK_WORDS, "people", "entities", "metadata"}
    unknown = sorted(fields.keys() - known)
    if unknown:
        raise InvalidInput(f"there is no field {unknown[0]!r}; use one of {', '.join(sorted(known))}", field=unknown[0])
    if not isinstance(content, str):
        raise InvalidInput("content must be a text", field="content")
    names = [_person(one) for one in _listed("people", fields.get("people"))]
    names += [_entity(one) for one in _listed("entities", fields.get("entities"))]
    links = [Link(type, _text(word, id)) for word, type in LINK_WORDS.items() for id in _listed(word, fields.get(word))]
    metadata = fields.get("metadata")
    metadata = {} if metadata is None else metadata
    if not isinstance(metadata, Mapping):
        raise InvalidInput("metadata must be a mapping of texts", field="metadata")
    given: dict[str, Any] = {name: _text(name, fields[name]) for name in TEXT_FIELDS if fields.get(name) is not None}
    given |= {name: tuple(_text(name, one) for one in _listed(name, fields.get(name))) for name in LIST_FIELDS}
    given |= {name: moment_of(fields[name], settings, name) for name in TIME_FIELDS if fields.get(name) is not None}
    given["metadata"] = {_text("metadata", key): _text("metadata", value) for key, value in metadata.items()}
    return Record(content, names=tuple(names), links=tuple(links), **given)


def moment_of(value: str | datetime | Moment, settings: Settings, field: str) -> Moment:
    """The moment that a text, a datetime or a moment says; without an offset it is in the setting's zone."""
    if isinstance(value, Moment):
        return value
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=settings.tzinfo)
        try:
            ms = (aware.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
        except OverflowError:
            raise InvalidTime(f"{field} lies outside of the years 1 to 9999", field=field) from None
        return Moment(ms, int((aware.utcoffset() or timedelta()).total_seconds()) // 60)
    return parse_time(_text(field, value), settings.tzinfo)


def _listed(field: str, value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    if isinstance(value, (str, Mapping)):
        return (value,)
    if isinstance(value, Iterable):
        return tuple(value)
    raise InvalidInput(f"{field} must be a list", field=field)


def _text(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"{field} must be a text, not {type(value).__name__}", field=field)
    return value


def _person(value: Any) -> Name:
    if isinstance(value, str):
        return Name(value)
    part = _parts("people", value, ("name", "org", "role"))
    role = part["role"].strip()
    edge = ROLE_WORDS.get(role.lower(), role.upper()) if role else MENTIONS
    if edge not in (*ROLES, MENTIONS):
        raise InvalidInput(f"there is no role {role!r}; use one of {', '.join(ROLE_WORDS)}", field="people")
    return Name(part["name"], edge, PERSON, part["org"])


def _entity(value: Any) -> Name:
    if isinstance(value, str):
        return Name(value, MENTIONS, ENTITY)
    part = _parts("entities", value, ("name", "kind"))
    return Name(part["name"], MENTIONS, ENTITY, kind=part["kind"])


def _parts(field: str, value: Any, known: tuple[str, ...]) -> dict[str, str]:
    if not isinstance(value, Mapping) or not {*value} <= {*known}:
        raise InvalidInput(f"an item of {field} is a name or has {', '.join(known)}", field=field)
    return {part: _text(field, value.get(part, "")) for part in known}
