"""Questions of a dialogue, asked in one conversation in which the replies between them are heard."""

from collections.abc import Mapping
from typing import Any

from graphcue.errors import InvalidInput
from graphcue.graph import Answer, MemoryGraph
from graphcue.graph_session import Conversation

KEPT, OWN, NONE = "kept", "own", "none"
SESSIONS = (KEPT, OWN, NONE)


class Talks:
    """Asks each question where it belongs: `kept`: those of one `session` in one conversation, the others by themselves;
    `own`: each in a new conversation, nothing heard; `none`: no conversation at all."""

    def __init__(self, graph: MemoryGraph, sessions: str = KEPT) -> None:
        if sessions not in SESSIONS:
            raise InvalidInput(
                f"there is no {sessions!r} for sessions; use one of {', '.join(SESSIONS)}", field="sessions"
            )
        self._graph = graph
        self._sessions = sessions
        self._asked = 0

    def hear(self, session: str, before: tuple[str, ...]) -> None:
        """Nothing; the conversation has heard what was said since its last question."""
        if session and self._sessions == KEPT:
            conversation = self._conversation(session)
            for text in before:
                conversation.hear(text)

    def recall(self, session: str, question: str, options: Mapping[str, Any]) -> Answer:
        """The answer to a question of that session; '' for a question of none."""
        self._asked += 1
        if self._sessions == NONE or (self._sessions == KEPT and not session):
            return self._graph.recall(question, **options)
        return self._conversation(session).recall(question, **options)

    def _conversation(self, session: str) -> Conversation:
        return self._graph.session(f"eval {session if self._sessions == KEPT else self._asked}")
