"""JSON Lines → records: one memory a line, `{"id", "content", "time"?, "author"?, "project"?, "source"?, …}`.

Also read: `kind`, `status`, `tags`, `cues`, `titles`, `people`, `entities`, `valid_from`, `valid_until`, `metadata`,
and the relations `supersedes`, `related_to`, `caused_by`, `depends_on`, `resolves`. Any other field is kept as
metadata. A bad line is reported with its number, and the rest goes on.
"""

import json
import math
import re
from collections.abc import Iterator
from datetime import tzinfo
from typing import Any, NoReturn

from graphcue.errors import GraphcueError, InvalidTime, SourceError, TooLarge
from graphcue.language.moments import parse_time
from graphcue.model import ENTITY, MENTIONS, PERSON, RELATIONS, Link, Moment, Name, Place, Record
from graphcue.sources.reading import Reading

LINE_LIMIT = 2**20
"""Bytes of the longest line that is parsed."""

ID_LIMIT = 512
"""Characters of the longest id."""

_DEPTH_LIMIT = 32
_SURROGATE = re.compile("[\ud800-\udfff]")
_TEXTS = ("id", "content", "time", "author", "project", "source", "kind", "status", "valid_from", "valid_until")
_LISTS = ("tags", "cues", "titles", "people", "entities")
_LINKS = {relation.lower(): relation for relation in RELATIONS}
_KNOWN = frozenset((*_TEXTS, *_LISTS, *_LINKS, "metadata"))


def read_jsonl(path: str, text: str, zone: tzinfo, line_limit: int = LINE_LIMIT) -> Reading:
    """The records of all good lines; `skipped` names each bad line, one `path:line: reason` a line."""
    records, problems = [], []
    for item in read_lines(path, text, zone, line_limit):
        if isinstance(item, Record):
            records.append(item)
        else:
            problems.append(item.message)
    if not records and not problems:
        problems.append(f"{path}: no memory in it (empty)")
    return Reading(tuple(records), "\n".join(problems))


def read_lines(path: str, text: str, zone: tzinfo, line_limit: int = LINE_LIMIT) -> Iterator[Record | GraphcueError]:
    """For each line that is not blank its record, or its error: TooLarge, InvalidTime, else SourceError, each with
    `path` and `line`. A time without an offset is in `zone`."""
    position = 0
    for number, line in _numbered(text):
        if not line.strip():
            continue
        try:
            if len(line) * 4 > line_limit and len(line.encode("utf-8", "surrogatepass")) > line_limit:
                raise TooLarge(f"longer than the limit of {line_limit} bytes")
            record = _record(_parsed(line), zone, Place(path, number, number, position))
        except (SourceError, InvalidTime, TooLarge) as error:
            yield type(error)(f"{path}:{number}: {error.message}", **error.fields, path=path, line=number)
        else:
            position += 1
            yield record


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    # Not splitlines: U+2028 and its like are legal inside a JSON string.
    number, start = 0, 1 if text.startswith("\ufeff") else 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        yield number, text[start:end]
        start = end + 1


def _parsed(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise SourceError(f"nested deeper than {_DEPTH_LIMIT}") from error
    except json.JSONDecodeError as error:
        raise SourceError(f"not JSON: {error.msg} (column {error.colno})") from error
    except ValueError as error:
        raise SourceError("a number with too many digits") from error
    if not isinstance(value, dict):
        raise SourceError("not a JSON object; a memory is written as {…} on one line")
    _check_values(value)
    if "question" in value and "content" not in value:
        raise SourceError("a question, not a memory; questions are for `graphcue eval --questions`")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name, item in pairs:
        if name in value:
            raise SourceError(f"the field {name[:60]!r} stands twice")
        value[name] = item
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise SourceError(f"{name} is not JSON")


def _check_values(value: dict[str, Any]) -> None:
    pending: list[tuple[Any, int]] = [(value, 1)]
    while pending:
        item, depth = pending.pop()
        if depth > _DEPTH_LIMIT:
            raise SourceError(f"nested deeper than {_DEPTH_LIMIT}")
        if isinstance(item, dict):
            pending.extend((part, depth + 1) for part in (*item.keys(), *item.values()))
        elif isinstance(item, list):
            pending.extend((part, depth + 1) for part in item)
        elif isinstance(item, str) and _SURROGATE.search(item):
            raise SourceError("half of a surrogate pair (\\ud800 to \\udfff) in a text")
        elif isinstance(item, float) and math.isinf(item):
            raise SourceError("a number too large to keep")


def _record(line: dict[str, Any], zone: tzinfo, place: Place) -> Record:
    texts = {name: _text(line, name) for name in _TEXTS}
    lists = {name: _list(line, name) for name in _LISTS}
    if not texts["content"].strip():
        raise SourceError('"content" is missing or empty')
    people = (Name(name, MENTIONS, PERSON) for name in lists["people"])
    entities = (Name(name, MENTIONS, ENTITY) for name in lists["entities"])
    return Record(
        content=texts["content"],
        id=_checked_id(texts["id"]),
        kind=texts["kind"],
        status=texts["status"],
        project=texts["project"],
        author=texts["author"],
        occurred_at=_time(texts["time"], zone),
        valid_from=_time(texts["valid_from"], zone),
        valid_until=_time(texts["valid_until"], zone),
        cues=lists["cues"],
        tags=lists["tags"],
        names=(*people, *entities),
        links=tuple(Link(edge, target) for field, edge in _LINKS.items() for target in _list(line, field)),
        titles=lists["titles"],
        place=place,
        metadata=_metadata(line),
    )


def _checked_id(written: str) -> str:
    if not written.strip():
        raise SourceError('"id" is missing or empty')
    if len(written) > ID_LIMIT:
        raise SourceError(f'"id" is longer than {ID_LIMIT} characters')
    # Beyond the Basic Multilingual Plane the stores would not agree on the order of ids.
    if not written.isprintable() or max(written) > "\uffff":
        raise SourceError('"id" has a control, invisible or rare (beyond U+FFFF) character')
    return written


def _text(line: dict[str, Any], field: str) -> str:
    value = line.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise SourceError(f'"{field}" is not a text')
    return value


def _list(line: dict[str, Any], field: str) -> tuple[str, ...]:
    value = line.get(field)
    items = [value] if isinstance(value, str) else value or []
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise SourceError(f'"{field}" is not a list of texts')
    return tuple(dict.fromkeys(item for item in items if item.strip()))


def _time(written: str, zone: tzinfo) -> Moment | None:
    return parse_time(written, zone) if written else None


def _metadata(line: dict[str, Any]) -> dict[str, str]:
    given = line.get("metadata") or {}
    if not isinstance(given, dict):
        raise SourceError('"metadata" is not an object')
    extra = {name: value for name, value in line.items() if name == "source" or name not in _KNOWN}
    found = {**extra, **given}
    return {name: _as_text(value) for name, value in sorted(found.items()) if value is not None}


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
