"""JSON schemas of what operations take and give, made from their fields and from one table of answers."""

from typing import Any

from graphcue.operations import Field, Operation

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}
FLAG: dict[str, Any] = {"type": "boolean"}
OBJECT: dict[str, Any] = {"type": "object"}
TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
NUMBER_OR_NULL: dict[str, Any] = {"type": ["integer", "null"]}


def many(items: dict[str, Any]) -> dict[str, Any]:
    """The schema of a list of these."""
    return {"type": "array", "items": items}


def record(**parts: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object that has all of these parts."""
    return {"type": "object", "properties": parts, "required": list(parts)}


def part(name: str) -> dict[str, Any]:
    """The schema of that name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(name: str) -> dict[str, Any]:
    """The schema of that name, or null."""
    return {"anyOf": [part(name), {"type": "null"}]}


_MEMORY: dict[str, dict[str, Any]] = {
    "id": TEXT,
    "content": TEXT,
    "kind": TEXT,
    "status": TEXT,
    "project": TEXT,
    "author": TEXT,
    "occurred_at": TEXT_OR_NULL,
    "valid_from": TEXT_OR_NULL,
    "valid_until": TEXT_OR_NULL,
    "recorded_at": TEXT_OR_NULL,
    "superseded_at": TEXT_OR_NULL,
    "cues": many(TEXT),
    "tags": many(TEXT),
    "titles": many(TEXT),
    "places": many(OBJECT),
    "metadata": OBJECT,
    "key": TEXT,
}
_NUMBERS = {"type": "object", "additionalProperties": NUMBER}

ANSWERS: dict[str, dict[str, Any]] = {
    "Error": record(error=record(code=TEXT, message=TEXT, fields=OBJECT)),
    "Memory": record(**_MEMORY),
    "MemoryWhole": record(**_MEMORY, relations=many(OBJECT)),
    "Result": record(
        memory=part("Memory"),
        score=NUMBER,
        covered=NUMBER,
        leaves=many(OBJECT),
        path=many(OBJECT),
        names=many(OBJECT),
        superseded_by=many(TEXT),
        snippet=TEXT,
    ),
    "Answer": record(
        question=TEXT,
        results=many(part("Result")),
        reason=TEXT,
        unmatched=many(TEXT),
        names=many(TEXT),
        hidden=NUMBER,
        truncated=FLAG,
        explanation={"type": ["object", "null"]},
    ),
    "Item": record(memory=part("Memory"), roles=many(TEXT), names=many(OBJECT), supersedes=many(TEXT), mark=TEXT),
    "Listing": record(items=many(part("Item")), total=NUMBER, hidden=NUMBER, after=TEXT_OR_NULL),
    "Page": record(items=many(OBJECT), total=NUMBER, after=TEXT_OR_NULL),
    "Asked": record(
        question=TEXT,
        parsed=OBJECT,
        complete=FLAG,
        count=NUMBER_OR_NULL,
        listing=or_null("Listing"),
        chain=or_null("Chain"),
        path=or_null("Path"),
        profile=or_null("Profile"),
        notes=many(TEXT),
        problem={"type": ["object", "null"]},
        recalled=or_null("Answer"),
    ),
    "Chain": record(ids=many(TEXT), steps=many(OBJECT), cycles=many(OBJECT)),
    "Path": record(nodes=many(TEXT), steps=many(OBJECT)),
    "Profile": record(
        name=TEXT,
        names=many(OBJECT),
        roles=many(OBJECT),
        years=many(OBJECT),
        open_actions=OBJECT,
        people=many(OBJECT),
        projects=many(OBJECT),
    ),
    "Outcome": record(id=TEXT, state=TEXT, warnings=many(TEXT)),
    "Outcomes": record(outcomes=many(part("Outcome"))),
    "Counts": record(made=_NUMBERS, removed=_NUMBERS),
    "Description": record(namespace=TEXT, memories=NUMBER, counts=_NUMBERS, revision=NUMBER, fingerprint=TEXT),
    "Erased": record(made=_NUMBERS, removed=_NUMBERS, memories=NUMBER, changed=NUMBER, mentions=NUMBER, wiped=FLAG),
    "Imported": record(made=NUMBER, changed=NUMBER, unchanged=NUMBER, forgotten=NUMBER, fingerprint=TEXT, equal=FLAG),
    "Object": OBJECT,
    "Session": record(
        id=TEXT, turns=NUMBER, nodes=many(OBJECT), cues=many(OBJECT), told=many(TEXT), expires=TEXT_OR_NULL
    ),
    "Suggestion": record(results=many(part("Result")), bar=NUMBER, best=NUMBER, reason=TEXT),
    "SessionId": record(id=TEXT),
    "Neighbourhood": record(nodes=many(OBJECT), edges=many(OBJECT), cut=FLAG),
}

_KINDS: dict[str, dict[str, Any]] = {
    "text": TEXT,
    "number": NUMBER,
    "limit": NUMBER,
    "share": {"type": "number", "minimum": 0, "maximum": 1},
    "flag": FLAG,
    "texts": {"anyOf": [TEXT, many(TEXT)]},
    "told": TEXT,
    "told many": {"anyOf": [TEXT, many(TEXT)]},
    "names": many({"anyOf": [TEXT, {"type": "object", "additionalProperties": TEXT}]}),
    "pairs": {"type": "object", "additionalProperties": TEXT},
    "rows": many(OBJECT),
}


def field_schema(field: Field) -> dict[str, Any]:
    """The schema of one argument, with its help and its example."""
    example = {} if field.example is None else {"examples": [field.example]}
    return {**_KINDS[field.kind], "description": field.help, **example}


def arguments_schema(operation: Operation, without: str = "") -> dict[str, Any]:
    """The schema of an operation's arguments, but for one that stands elsewhere."""
    fields = [field for field in operation.fields if field.name != without]
    return {
        "type": "object",
        "properties": {field.name: field_schema(field) for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def whole_schema(name: str) -> dict[str, Any]:
    """The schema of an answer with everything it refers to, under `$defs`."""
    wanted, found = [name], {}
    while wanted:
        one = wanted.pop()
        if one not in found:
            found[one] = _local(ANSWERS[one])
            wanted += _named(ANSWERS[one])
    first = found.pop(name)
    return {**first, "$defs": dict(sorted(found.items()))} if found else first


def _named(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        own = [schema["$ref"].rpartition("/")[2]] if "$ref" in schema else []
        return own + [name for value in schema.values() for name in _named(value)]
    return [name for value in schema for name in _named(value)] if isinstance(schema, list) else []


def _local(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            key: value.replace("#/components/schemas/", "#/$defs/") if key == "$ref" else _local(value)
            for key, value in schema.items()
        }
    return [_local(one) for one in schema] if isinstance(schema, list) else schema
