"""Conversations: `graph.session(id)` → questions that keep their thread; part of `MemoryGraph`."""

import copy
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from graphcue.checks import checked_limit, checked_question, checked_text
from graphcue.errors import Conflict, InvalidInput, NotFound
from graphcue.graph_part import Part
from graphcue.graph_questions import LIMIT, Asked
from graphcue.language.folding import fold_name
from graphcue.recall.session.state import MOST_SUGGESTED, NEW, Call, State, state_of, to_text
from graphcue.recall.session.topics import Names, Topics
from graphcue.recall.session.turn import SHOWN, Load, Turn, heard_after
from graphcue.recall.suggestion import LOOKED_AT, Suggestion, suggestion
from graphcue.recall.values import Answer, Carry
from graphcue.relations.asking import NOTHING
from graphcue.relations.parsed import RECALL, Parsed
from graphcue.stores.contract import Reader, Session

T = TypeVar("T")
LONGEST_ID = 200
SUBJECT_NODES = 3
SUBJECT_CUES = 16
NOTHING_SUGGESTED = Suggestion((), 0, 0, "the conversation is about nothing yet")
UNPARSED = Parsed(RECALL, rule="nothing complete")
MOST_TRIES = 200
"""How often a turn is taken anew because another one of the same session was faster."""
PAUSE = 0.005
"""Seconds before that, times the number of tries, at most ten times that."""


@dataclass(frozen=True, slots=True)
class SessionState:
    """What a conversation is about, for people: its nodes and cues, strongest first, and ids of what was told, last
    first. `turns` counts the texts; `expires` is ms UTC."""

    id: str
    turns: int
    nodes: tuple[Carry, ...]
    cues: tuple[Carry, ...]
    told: tuple[str, ...]
    expires: int


class Sessions(Part):
    """Conversations; part of `MemoryGraph`."""

    _turn: Turn | None = None
    _topics: tuple[int, Topics] | None = None

    def session(self, id: str | None = None) -> "Conversation":
        """The conversation of that id, going on where it was left; without one a new one with an id of its own.

        It is kept in the store: several processes may share it, and its turns follow one another. Raises InvalidInput.
        """
        if id is None:
            return Conversation(self, secrets.token_urlsafe(12))
        return Conversation(self, checked_session(id))

    def suggest(self, text: str, *, limit: int = 3) -> Suggestion:
        """What should come to mind at a text, without a question: nothing rather than noise. Raises EmptyQuestion,
        InvalidInput."""
        return _suggested(self, lambda reader: NEW, checked_question(text), checked_limit(limit))[0]

    def _turn_from(self, load: Load) -> Turn:
        return Turn(load, self._topics_seen, self.settings)

    def _topics_seen(self, reader: Reader) -> Topics:
        """What a conversation may be about, at the reader's revision."""
        revision = reader.describe().revision
        known = self._topics
        if known is None or known[0] != revision:
            known = (revision, Topics(self._names_seen(reader, known[1].names if known else None)))
            self._topics = known
        return known[1]

    def _names_seen(self, reader: Reader, before: Names | None) -> Names:
        """The names at the reader's revision: those from before, with all that was made of them, while they stay."""
        names, projects = self._known(reader), reader.listed("Project")
        aliases = tuple((one.alias, one.name) for one in names.aliases if one.kind == "project")
        if before and before.nodes is names.nodes and (before.projects, before.aliases) == (projects, aliases):
            return before
        return Names(names.nodes, names.gazetteer, projects, aliases)

    # what MemoryGraph has

    def recall(self, question: str, **options: Any) -> Answer:
        """The best memories for a question."""
        raise NotImplementedError

    def ask(self, question: str, **options: Any) -> Asked:
        """The complete answer to a plain question."""
        raise NotImplementedError

    _answered_after: Callable[..., Asked | None]


class Conversation:
    """One conversation. What it keeps are nodes, cues and numbers, never what was said."""

    def __init__(self, graph: Sessions, id: str) -> None:
        self.id = id
        self._graph = graph

    def recall(self, question: str, **options: Any) -> Answer:
        """The best memories for a question in this conversation, which moves on by it; `context` says what it brought.

        Takes what `MemoryGraph.recall` takes, and raises what it raises.
        """
        checked_question(question)

        return self._take(lambda seen: self._recalled(seen, question, **options))

    def ask(self, question: str, *, limit: int = LIMIT, after: str | None = None) -> Asked:
        """The complete answer to a plain question; a fragment (`那李四的呢`, `and in 2023?`, `only the rejected ones`)
        changes one part of the last one, and `parsed` shows the result. What does not parse is recalled in this
        conversation. Raises what `MemoryGraph.ask` raises.
        """
        checked_question(question)

        def turn(seen: Seen) -> tuple[Asked, State]:
            state = self._graph._read(seen)
            last = Parsed(state.call.name, state.call.arguments, state.call.rule) if state.call else None
            found = self._graph._answered_after(question, last, limit=limit, after=after)
            if found is None:
                answer, state = self._recalled(seen, question, limit=None if limit == LIMIT else min(limit, LIMIT))
                return Asked(question, UNPARSED, NOTHING, answer), state
            return found, self._after_call(state, question, found)

        return self._take(turn)

    def _after_call(self, state: State, question: str, found: Asked) -> State:
        """The state after a complete answer: what it names is active, and the next fragment changes its call."""
        graph = self._graph

        def work(reader: Reader) -> State:
            topics = graph._topics_seen(reader)
            return heard_after(reader, topics, state, question, graph.settings, speaker="user")

        ids = tuple(item.memory.id for item in found.items[:SHOWN])
        call = Call(found.parsed.call, found.parsed.arguments, found.parsed.rule)
        return replace(graph._read(work), call=call, recalled=ids or state.recalled, unheard=bool(ids))

    def _recalled(self, seen: "Seen", question: str, **options: Any) -> tuple[Answer, State]:
        graph = copy.copy(self._graph)
        graph._turn = taken = graph._turn_from(seen)
        answer = graph.recall(question, **options)
        self._graph._topics = graph._topics
        return answer, taken.after

    def hear(self, text: str, speaker: str = "") -> None:
        """Nothing; the conversation has heard a text: a reply, or a user's words where `speaker` is somebody's name.

        `assistant`, `agent`, `bot`, `助手` and none at all reply; a mark before the text (`<Ada>:`) wins.
        """
        checked_text("text", text), checked_text("speaker", speaker)
        graph = self._graph

        def turn(seen: Seen) -> tuple[None, State]:
            def work(reader: Reader) -> State:
                topics = graph._topics_seen(reader)
                return heard_after(reader, topics, seen(reader), text, graph.settings, speaker=speaker)

            return None, graph._read(work)

        self._take(turn)

    def suggest(self, text: str = "", *, limit: int = 3) -> Suggestion:
        """What should come to mind now: at a text, which the conversation hears, or at what it is about. Never the same
        twice in a conversation."""
        checked_text("text", text), checked_limit(limit)
        graph = self._graph

        def turn(seen: Seen) -> tuple[Suggestion, State]:
            asked = text.strip() or graph._read(lambda reader: _subject(graph._topics_seen(reader), seen(reader)))
            if not asked:
                return NOTHING_SUGGESTED, graph._read(seen)
            found, after = _suggested(graph, seen, asked, limit)
            state = after if text.strip() else graph._read(seen)
            ids = [one.memory.id for one in found.results]
            return found, replace(state, suggested=(*state.suggested, *ids)[-MOST_SUGGESTED:])

        return self._take(turn)

    def state(self) -> SessionState:
        """What is active and why."""
        graph = self._graph

        def work(reader: Reader) -> SessionState:
            kept = reader.session(self._key)
            state, topics = self._state(kept), graph._topics_seen(reader)
            return SessionState(
                self.id,
                state.turn,
                tuple(self._carry(topics, key, one) for key, one in state.entities.items()),
                tuple(self._carry(topics, key, one) for key, one in state.cues.items()),
                tuple(state.told),
                kept.expires if state != NEW else 0,
            )

        return graph._read(work)

    def drop(self, node: str) -> None:
        """Nothing; a node, a cue or a told memory counts no longer: by its name, key or id. Raises NotFound."""
        checked_text("node", node)
        graph = self._graph

        def turn(seen: Seen) -> tuple[None, State]:
            state, topics = graph._read(lambda reader: (seen(reader), graph._topics_seen(reader)))
            gone = {key for key in (*state.entities, *state.cues, *state.told) if _is_called(topics, key, node)}
            if not gone:
                raise NotFound(f"nothing called {node!r} is active in session {self.id!r}", id=node)
            return None, replace(
                state,
                entities=_without(state.entities, gone),
                cues=_without(state.cues, gone),
                told=_without(state.told, gone),
            )

        self._take(turn)

    def clear(self) -> None:
        """Nothing; the conversation begins anew."""

        def turn(seen: Seen) -> tuple[None, State]:
            self._graph._store.read(self._graph.namespace, seen)
            return None, NEW

        self._take(turn)

    def _carry(self, topics: Topics, key: str, one: Any) -> Carry:
        name = topics.shown(key) or key.partition(":")[2]
        if self._graph.settings.mask_users and key.startswith("person:"):
            name = masked(name)
        return Carry(key, name, one.points, one.turn, one.rule)

    @property
    def _key(self) -> str:
        """The id under which it is kept: a hash where users are masked."""
        if not self._graph.settings.mask_users:
            return self.id
        return "masked:" + hashlib.sha256(f"{self._graph.namespace}\x1f{self.id}".encode()).hexdigest()[:32]

    def _state(self, kept: Session) -> State:
        if not kept.state or kept.expires <= self._graph._clock():
            return NEW
        return state_of(kept.state)

    def _take(self, turn: Callable[["Seen"], tuple[T, State]]) -> T:
        """What the turn returns, once the state that it leaves is kept; taken again where another turn came between."""
        graph = self._graph
        for tried in range(MOST_TRIES):
            seen = Seen(self)
            result, state = turn(seen)
            now = graph._clock()
            expires = now + graph.settings.session_minutes * 60_000
            after = Session(self._key, to_text(state), seen.version + 1, expires)
            if graph._store.keep(graph.namespace, after, seen.version, now):
                return result
            time.sleep(PAUSE * min(10, tried + 1))
        raise Conflict(
            f"session {self.id!r} is too busy: others took {MOST_TRIES} turns meanwhile; ask again", id=self.id
        )


def _suggested(graph: Sessions, load: Load, text: str, limit: int) -> tuple[Suggestion, State]:
    """What comes to mind at a text, and the state of the conversation once it was said."""
    twin = copy.copy(graph)
    twin.settings = replace(twin.settings, semantic=0)  # only what shares words comes to mind
    twin._turn = taken = twin._turn_from(load)
    answer = twin.recall(text, limit=LOOKED_AT)
    graph._topics = twin._topics
    memories = graph._read(lambda reader: reader.describe().memories)
    seen = {*taken.before.suggested, *taken.before.recalled}
    found = suggestion(answer.results, memories, seen, limit)
    return found, replace(taken.after, recalled=taken.before.recalled, unheard=taken.before.unheard)


def _subject(topics: Topics, state: State) -> str:
    """What a conversation is about, as words to recall by; '' where nothing is active."""
    nodes = [topics.shown(key) for key in list(state.entities)[:SUBJECT_NODES]]
    cues = [key.partition(":")[2] for key in list(state.cues)[:SUBJECT_CUES]]
    return " ".join(name for name in (*nodes, *cues) if name)


class Seen:
    """The state of a conversation as a reader sees it; `version` is that of the last look."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self.version = 0

    def __call__(self, reader: Reader) -> State:
        kept = reader.session(self._conversation._key)
        self.version = kept.version
        return self._conversation._state(kept)


def checked_session(id: str) -> str:
    """The id itself. Raises InvalidInput."""
    checked_text("session", id)
    if not id.strip() or len(id) > LONGEST_ID or not id.isprintable() or max(id) > "\uffff":
        raise InvalidInput(f"a session's id has 1 to {LONGEST_ID} printable characters", field="session")
    return id


def masked(name: str) -> str:
    """A name of which only the first character is left."""
    return name[:1] + "*" * max(1, len(name) - 1)


def _without(values: Any, gone: Iterable[str]) -> Any:
    return {key: value for key, value in values.items() if key not in gone}


def _is_called(topics: Topics, key: str, node: str) -> bool:
    names = (key, key.partition(":")[2], topics.shown(key), topics.folded(key))
    return fold_name(node) in {fold_name(name) for name in names if name}
