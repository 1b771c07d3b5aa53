"""The operations on conversations: begin one, hear in it, look at it, clear it."""

from typing import Any

from graphcue.graph import MemoryGraph
from graphcue.operations import JsonValue, Operation, text
from graphcue.presentation_service import session_json

SESSION = text("session", "the id of a conversation", "talk-1", required=True)


def _begin(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    return {"id": graph.session().id}


def _hear(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    conversation = graph.session(given["session"])
    conversation.hear(given["text"], given.get("speaker", ""))
    return session_json(conversation.state())


def _clear(graph: MemoryGraph, given: dict[str, Any]) -> JsonValue:
    conversation = graph.session(given["session"])
    conversation.clear()
    return session_json(conversation.state())


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
    lambda graph, given: session_json(graph.session(given["session"]).state()),
    "Session",
)
CLEAR = Operation("clear_session", "Forget a conversation, at once.", (SESSION,), _clear, "Session")
