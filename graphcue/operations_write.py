"""The operations that write: remember, update, relate, aliases, delete."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphcue.errors import GraphcueError, InvalidInput, TooLarge
from graphcue.graph import MemoryGraph
from graphcue.graph_forgetting import Erased
from graphcue.operations import ID, Field, JsonValue, Kind, Operation, flag, text, texts
from graphcue.presentation import counts_json, outcome_json
from graphcue.presentation_keeping import erased_json
from graphcue.records import LINK_WORDS, record_of

BATCH = 1000
"""Memories of one batch: more than this belongs into an import."""

_EXAMPLES: dict[str, Any] = {
    "content": "缓存预热改到凌晨三点",
    "project": "栖页",
    "tags": ["缓存"],
    "people": [{"name": "苏禾", "role": "decider"}],
}
_HELP = {
    "content": "what to remember, required",
    "kind": "note, decision, action, event, …",
    "status": "concluded, open, done, …",
    "project": "the line of work it belongs to",
    "author": "who says so",
    "occurred_at": "when it happened, in ISO form",
    "valid_from": "from when on it holds",
    "valid_until": "until when it holds",
    "cues": "exact keys to find it by",
    "tags": "classes it belongs to",
    "titles": "names that links may use for it",
    "people": "names, or objects of name, org, role",
    "entities": "names, or objects of name, kind",
    "metadata": "an object of texts",
    "id": "an id of your own; writing it again changes the memory",
    "key": "an idempotency key: it is written once under it",
    **{word: f"ids or titles of memories that it {word.replace('_', ' ')}" for word in LINK_WORDS},
}
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("cues", "tags", "titles", *LINK_WORDS), "told many"),
    "people": "names",
    "entities": "names",
    "metadata": "pairs",
}
FIELDS = tuple(Field(name, _KINDS.get(name, "told"), help, _EXAMPLES.get(name)) for name, help in _HELP.items())


def _remember(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    # a text that is missing is told like one that is none, on every surface
    return outcome_json(graph.remember(given.pop("content", None), **given))


def _remember_all(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    rows = given["memories"]
    if not isinstance(rows, list):
        raise InvalidInput("memories must be a list", field="memories")
    if not 1 <= len(rows) <= BATCH:
        raise TooLarge(f"a batch has 1 to {BATCH} memories, not {len(rows)}; import a file instead", field="memories")
    records = [_record(graph, row, number) for number, row in enumerate(rows, 1)]
    outcomes = graph.remember_all(records, must_link=True)
    return {"outcomes": [outcome_json(outcome) for outcome in outcomes]}


def _record(graph: MemoryGraph, row: Any, number: int) -> Any:
    """The record of a row. Raises the error that tells which row it is."""
    try:
        given = REMEMBER.arguments(row)
        return record_of(given.pop("content", None), graph.settings, **given)
    except GraphcueError as error:
        raise type(error)(f"memory {number}: {error.message}", **{**error.fields, "row": number}) from None


def _update(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    return outcome_json(graph.update(given.pop("id"), **given))


def _forget(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    named = [name for name in ("id", "document", "person") if name in given]
    if len(named) != 1:
        raise InvalidInput("name one of: the id of a memory, a document, a person", field="id")
    subject = given.pop(named[0])
    ways: dict[str, Callable[..., Erased]] = {
        "id": graph.forget,
        "document": graph.forget_document,
        "person": graph.forget_person,
    }
    if "with_memories" in given and named[0] != "person":
        raise InvalidInput("with_memories goes with a person", field="with_memories")
    return erased_json(ways[named[0]](subject, **given), dry_run=given.get("dry_run", False))


def _of_outcome(given: Mapping[str, Any], value: JsonValue) -> Sequence[str]:
    return [value["id"]]


def _of_outcomes(given: Mapping[str, Any], value: JsonValue) -> Sequence[str]:
    return [one["id"] for one in value["outcomes"]]


def _of_id(given: Mapping[str, Any], value: JsonValue) -> Sequence[str]:
    return [given["id"]]


REMEMBER = Operation(
    "remember",
    "Remember a text. The same text again is there already; under a `key` it is written once.",
    FIELDS,
    _remember,
    "Outcome",
    "write",
    _of_outcome,
    creates=True,
)
REMEMBER_ALL = Operation(
    "remember_all",
    "Remember many texts, all of them or none.",
    (Field("memories", "rows", "objects with the fields of remember", [_EXAMPLES], required=True),),
    _remember_all,
    "Outcomes",
    "write",
    _of_outcomes,
    creates=True,
)
UPDATE = Operation(
    "update",
    "Change a memory: the fields given take the place of its own, the others stay.",
    (ID, *(field for field in FIELDS if field.name not in ("id", "key"))),
    _update,
    "Outcome",
    "write",
    _of_outcome,
)
DELETE = Operation(
    "delete",
    "Remove a memory and whatever only it needed; it may be told again.",
    (ID,),
    lambda graph, given: counts_json(graph.delete(given["id"])),
    "Counts",
    "write",
    _of_id,
)
FORGET = Operation(
    "forget",
    "Erase for good: a memory, what a document brought, or a person. None of it can be told again before it is revived.",
    (
        text("id", "the id of a memory", "note-1"),
        text("document", "the path of a document instead"),
        text("person", "NAME or NAME@ORGANISATION instead"),
        flag("with_memories", "each memory that was tied to the person too"),
        flag("dry_run", "tell what would go, and do nothing"),
    ),
    _forget,
    "Erased",
    "write",
    lambda given, value: [given["id"]] if "id" in given else [],
)
RELATE = Operation(
    "relate",
    "Tie a memory to another.",
    (
        text("source", "the id of a memory", "note-1", required=True),
        text("relation", "related_to, caused_by, depends_on, resolves, supersedes", "related_to", required=True),
        text("target", "the id of another", "note-2", required=True),
    ),
    lambda graph, given: counts_json(graph.relate(given["source"], given["relation"], given["target"])),
    "Counts",
    "write",
    lambda given, value: [given["source"], given["target"]],
)
ADD_ALIAS = Operation(
    "add_alias",
    "Say that two names are one's. Nothing is merged; removing the alias leaves what was before.",
    (
        text("alias", "the other name", "Lin Ruochuan", required=True),
        text("name", "NAME, or NAME@ORGANISATION for one of several people", "林若川", required=True),
        text("kind", "person, entity or project; else what either name is known as", "person"),
    ),
    lambda graph, given: counts_json(graph.add_alias(given.pop("alias"), given.pop("name"), **given)),
    "Counts",
    "write",
    lambda given, value: [],
)
REMOVE_ALIAS = Operation(
    "remove_alias",
    "Take an alias back, as if it had never been.",
    (text("alias", "the other name", "Lin Ruochuan", required=True), text("name", "which of several it stands for")),
    lambda graph, given: counts_json(graph.remove_alias(given["alias"], given.get("name"))),
    "Counts",
    "write",
    lambda given, value: [],
)
MERGE = Operation(
    "merge",
    "Say that several names are one's.",
    (
        texts("sources", "the names", ["Lin Ruochuan", "R. Lin"]),
        text("into", "the name to go by", "林若川", required=True),
        text("kind", "person, entity or project"),
    ),
    lambda graph, given: counts_json(graph.merge(given.pop("sources", []), given.pop("into"), **given)),
    "Counts",
    "write",
    lambda given, value: [],
)
