"""The operations on conversations: begin one, hear in it, look at it, clear it."""

from typing import Any

from graphcue.graph import MemoryGraph
from graphcue.operations import Field, JsonValue, Operation, text
from graphcue.presentation_session import state_json, suggestion_json

SESSION = text("session", "the id of a conversation", "talk-1", required=True)


def _begin(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    return {"id": graph.session().id}


def _hear(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    conversation = graph.session(given["session"])
    conversation.hear(given["text"], given.get("speaker", ""))
    return state_json(conversation.state())


def _clear(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    conversation = graph.session(given["session"])
    conversation.clear()
    return state_json(conversation.state())


def _suggest(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    session, spoken = given.pop("session", None), given.pop("text", "")
    asked: Any = graph if session is None else graph.session(session)
    return suggestion_json(asked.suggest(spoken, **given))


BEGIN = Operation("begin_session", "An id for a new conversation.", (), _begin, "SessionId")
HEAR = Operation(
    "hear",
    "Let a conversation hear a text: a reply, or what somebody said. Cues and names are kept, never the text.",
    (SESSION, text("text", "what was said", "好的，午餐也要低糖", required=True), text("speaker", "who said it")),
    _hear,
    "Session",
)
STATE = Operation(
    "session_state",
    "What a conversation is about, and why.",
    (SESSION,),
    lambda graph, given: state_json(graph.session(given["session"]).state()),
    "Session",
)
CLEAR = Operation("clear_session", "Forget a conversation, at once.", (SESSION,), _clear, "Session")
SUGGEST = Operation(
    "suggest",
    "What should come to mind now, without a question: nothing rather than noise, never the same twice in a conversation.",
    (
        text("text", "what was said just now", "我们明天聊缓存的事"),
        text("session", "the conversation that it was said in"),
        Field("limit", "limit", "memories at most, 1 to 100; 3 by default", 3),
    ),
    _suggest,
    "Suggestion",
)
