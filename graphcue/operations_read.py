"""The operations that read: recall, complete answers, what is there."""

from collections.abc import Callable
from typing import Any

from graphcue.errors import InvalidInput
from graphcue.graph import MemoryGraph
from graphcue.operations import FILTERS, ID, PAGING, Field, JsonValue, Operation, flag, page_of, text, texts
from graphcue.presentation import (
    aliases_json,
    answer_json,
    description_json,
    listing_json,
    memory_json,
    relations_json,
)
from graphcue.presentation_asked import asked_json, chain_json, conflicts_json, path_json, profile_json
from graphcue.presentation_service import neighbourhood_json

CYPHER = flag("cypher", "add the query that shows the answer in Neo4j Browser")
SESSION = text("session", "the conversation that it belongs to: what was asked before is carried on")
QUESTION = text("question", "words, names, dates, in Chinese or English", "缓存击穿怎么处理的", required=True)


def _asked_in(graph: MemoryGraph, given: dict[str, Any]) -> Any:
    """The conversation that a question belongs to, where one was named; else the graph."""
    session = given.pop("session", None)
    return graph if session is None else graph.session(session)


def _answering(
    work: Callable[[MemoryGraph, dict[str, Any]], tuple[Any, str]], form: Callable[[Any], Any]
) -> Callable[[MemoryGraph, dict[str, Any]], JsonValue]:
    """The work of an operation whose answer can be drawn: `work` gives the answer and what it is called, `form` its JSON;
    with `cypher` the query that shows it in Neo4j Browser is added."""

    def told(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
        drawn = given.pop("cypher", False)
        answer, note = work(graph, given)
        value: dict[str, Any] = form(answer)
        if not drawn:
            return value
        from graphcue.drawing import cypher_of

        return value | {"cypher": cypher_of(answer, note=note, namespace=graph.bearing()).as_dict()}

    return told


def _recall(graph: MemoryGraph, given: dict[str, Any]) -> tuple[Any, str]:
    question = given.pop("question")
    return _asked_in(graph, given).recall(question, **given), f"recall {question}"


def _ask(graph: MemoryGraph, given: dict[str, Any]) -> tuple[Any, str]:
    question = given.pop("question")
    if "session" in given and given.pop("receipt", False):
        raise InvalidInput("a question in a conversation has no receipt: ask it without a session", field="receipt")
    return _asked_in(graph, given).ask(question, **given), f"ask {question}"


def _decisions(graph: MemoryGraph, given: dict[str, Any]) -> tuple[Any, str]:
    return graph.decisions(**given), f"decisions by {given['by']}" if "by" in given else "decisions"


def _walked(name: str) -> Callable[[MemoryGraph, dict[str, Any]], JsonValue]:
    """The work of a walk from a memory: chain, why or consequences."""
    return _answering(lambda graph, given: (getattr(graph, name)(given["id"]), f"{name} {given['id']}"), chain_json)


def _memory(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    id = given["id"]
    memory = graph.get(id)
    return memory_json(memory) | {"relations": _relations_of(graph, id)}


def _relations(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    graph.get(given["id"])
    return page_of(_relations_of(graph, given["id"]), given)


def _relations_of(graph: MemoryGraph, id: str) -> list[dict[str, str]]:
    edges = graph.relations(id)
    return relations_json(edges, graph.called(end for edge in edges for end in (edge.source, edge.target) if end != id))


def _conflicts(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    as_of = {"as_of": given["as_of"]} if "as_of" in given else {}
    return page_of(conflicts_json(graph.conflicts(**as_of)), given)


def _inspected(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    from graphcue.presentation_language import inspected_json

    return inspected_json(graph.inspect_cues(given.pop("text"), **given))


def _path(graph: MemoryGraph, given: dict[str, Any]) -> tuple[Any, str]:
    for end in ("from", "to"):
        if not given[end].strip():
            raise InvalidInput(f"{end} is empty: name a memory, person, entity or project", field=end)
    return graph.path(given["from"], given["to"]), f"path {given['from']} {given['to']}"


RECALL = Operation(
    "recall",
    "The memories that answer a question best, and why. An empty answer says why it is empty.",
    (
        QUESTION,
        Field("limit", "limit", "results at most, 1 to 100", 6),
        Field("max_results", "limit", "the same by another name"),
        flag("explain", "show what was extracted, what each stage had and what was cut"),
        flag("exact_match", "only memories in which the question stands as a phrase"),
        text("match", "`all`: only memories that have every cue; else `any`"),
        Field("min_score", "share", "only what matches this share of the question, 0 to 1"),
        text("date_range", "only what happened in 2026-01..2026-03, ..2025, 2026 or 上周"),
        text("sort_by", "`date`: the same results, newest first; else `score`"),
        Field("context_budget", "limit", "contents of at most so many tokens"),
        text("preset", "chat, notes, minutes or exact; else by what is found"),
        text("related_to", "only what is tied to this person or entity"),
        flag("receipt", "add what a replay needs"),
        SESSION,
        *FILTERS,
        CYPHER,
    ),
    _answering(_recall, answer_json),
    "Answer",
)
ASK = Operation(
    "ask",
    "Everything that answers a plain question, counted, with the way it was understood; what does not parse is recalled.",
    (
        text("question", "a plain question", "林若川汇报过的所有议题", required=True),
        flag("receipt", "add what a replay needs"),
        *PAGING,
        CYPHER,
    ),
    _answering(_ask, asked_json),
    "Asked",
)
DECISIONS = Operation(
    "decisions",
    "All decisions that fit, oldest first, counted and in pages.",
    (
        text("by", "author, presenter, decider or approver", "林若川"),
        text("role", "only in this role: author, presenter, decider, approver, …"),
        text("other", "who stands in any role beside `by`"),
        text("about", "words that the text has"),
        *(field for field in FILTERS if field.name != "kinds"),
        *PAGING,
        CYPHER,
    ),
    _answering(_decisions, listing_json),
    "Listing",
)
TIMELINE = Operation(
    "timeline",
    "All memories of a project, person, entity, cue or tag as they happened, superseded ones too.",
    (
        text("project", "the name of a project", "栖页"),
        text("person", "a person instead"),
        text("entity", "a thing that texts name"),
        text("cue", "a given cue"),
        text("tag", "a tag"),
        *(field for field in FILTERS if field.name not in ("project", "include_superseded")),
        *PAGING,
        CYPHER,
    ),
    _answering(lambda graph, given: (graph.timeline(**given), "timeline"), listing_json),
    "Listing",
)
OPEN_ACTIONS = Operation(
    "open_actions",
    "What is assigned and neither done nor resolved, oldest first.",
    (text("by", "whose"), text("project", "of which project"), *PAGING),
    lambda graph, given: listing_json(graph.open_actions(**given)),
    "Listing",
)
CONFLICTS = Operation(
    "conflicts",
    "Slots that are declared with different values for the same time.",
    (text("as_of", "only what holds on that day"), *PAGING),
    _conflicts,
    "Page",
)
PERSON = Operation(
    "person",
    "A person in numbers: roles, years, open actions, company, projects.",
    (text("name", "NAME or NAME@ORGANISATION", "林若川", required=True),),
    lambda graph, given: profile_json(graph.person(given["name"])),
    "Profile",
)
PROJECT = Operation(
    "project",
    "A project in numbers: kinds, years, open actions, people.",
    (text("name", "its name or an alias", "栖页", required=True),),
    lambda graph, given: profile_json(graph.project(given["name"])),
    "Profile",
)
CHAIN = Operation(
    "chain",
    "What superseded what, through one memory, both ways, oldest first.",
    (ID, CYPHER),
    _walked("chain"),
    "Chain",
)
WHY = Operation(
    "why",
    "The causes of a memory, and theirs, with the sentence that each rests on.",
    (ID, CYPHER),
    _walked("why"),
    "Chain",
)
CONSEQUENCES = Operation(
    "consequences",
    "What a memory caused, and what that caused.",
    (ID, CYPHER),
    _walked("consequences"),
    "Chain",
)
PATH = Operation(
    "path",
    "The shortest explained path between two things, crowded ones passed over.",
    (
        text("from", "a memory, person, entity or project", "林若川", required=True),
        text("to", "another one", "栖页", required=True),
        CYPHER,
    ),
    _answering(_path, path_json),
    "Path",
)
MEMORY = Operation("memory", "One memory whole, with what it is tied to.", (ID,), _memory, "MemoryWhole")
RELATIONS = Operation("relations", "The edges of a memory, in pages.", (ID, *PAGING), _relations, "Page")
ALIASES = Operation(
    "aliases",
    "Every alias, by kind and name, in pages.",
    PAGING,
    lambda graph, given: page_of(aliases_json(graph.aliases()), given),
    "Page",
)
DESCRIBE = Operation(
    "describe",
    "What the namespace holds: counts, revision, fingerprint.",
    (),
    lambda graph, given: description_json(graph.describe(), graph.namespace),
    "Description",
)

GRAPH = Operation(
    "graph",
    "What stands near a memory, person, entity or project, for drawing: bounded.",
    (
        text("start", "a memory's id, a person, an entity or a project", "栖页", required=True),
        Field("steps", "number", "edges away at most, 1 to 5; 2 by default", 2),
        Field("limit", "number", "nodes at most, 1 to 1000; 150 by default", 150),
    ),
    lambda graph, given: neighbourhood_json(graph.neighbourhood(given.pop("start"), **given)),
    "Neighbourhood",
)
INSPECT = Operation(
    "inspect_cues",
    "The cues that a text would have: which, where, by which rule. Nothing is written.",
    (
        text("text", "the text", "张三昨天买了200元的课程 #订单", required=True),
        texts("cues", "given cues"),
        texts("tags", "given tags"),
        text("at", "the moment that times in the text are seen from"),
    ),
    _inspected,
    "Object",
)
