"""What the stages of a recall ask of a conversation, for one question."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphcue.recall.session.carrying import carrying
from graphcue.recall.session.context import Context
from graphcue.recall.session.joining import Joined, joining
from graphcue.recall.session.state import NEW, State
from graphcue.recall.session.topics import Topics
from graphcue.recall.session.weighing import Notes, Weighing, weighing
from graphcue.recall.values import Asked, Candidate, Carry, Conversed, Found, Ranked
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, Where

NAMED_CUES = 8
"""Carried cues that the question as understood names."""


@dataclass(slots=True)
class Talk:
    """What the pipeline asks of a conversation, stage by stage; it remembers what it did for one question."""

    context: Context
    topics: Topics
    state: State = NEW
    own_rows: int = 0
    used: tuple[str, ...] = ()
    joined: Joined | None = None
    notes: Notes = field(default_factory=Notes)

    def carried(self, reader: Reader, asked: Asked, settings: Settings) -> Asked:
        """The question with what the conversation carries. A first question with a time in it is about that time as much as
        about what it names: it is answered as without a conversation."""
        if asked.spans and not self.context.running:
            self.context = replace(self.context, active={}, weights={})
        found, self.own_rows = carrying(reader, asked, self.context, settings)
        self.used = tuple(row.cues[0][0] for row in found.rows[self.own_rows :])
        return found

    def found(self, reader: Reader, asked: Asked, found: Found, where: Where, settings: Settings) -> Found:
        """The candidates with those of the conversation."""
        self.joined = joining(reader, asked, found, self.context, where, settings)
        return replace(found, candidates=self.joined.candidates)

    def settings(self, settings: Settings) -> Settings:
        """The settings without coverage and feedback, which mislead where a node is active."""
        return replace(settings, coverage=0, feedback=0) if self.context.active else settings

    def weighed(
        self, reader: Reader, asked: Asked, walked: Sequence[Candidate], ranked: Sequence[Ranked]
    ) -> tuple[Ranked, ...]:
        """The ranking as the conversation sees it."""
        assert self.joined is not None
        names = frozenset(word for key in self.context.named for word in self.topics.words(key))
        known = Weighing(asked, self.context, self.joined, self.own_rows, names, self.topics.shown)
        best, self.notes = weighing(known, ranked, walked, lambda ids: reader.get(list(ids)))
        return best

    def left_behind(self) -> State:
        """The state before the question, without what it leaves."""
        if self.context.left:
            return replace(NEW, turn=self.state.turn, told=self.state.told, suggested=self.state.suggested)
        return self.state

    def conversed(self, question: str) -> Conversed:
        """What the conversation did, for people."""
        context = self.context
        active = self.notes.active or context.active
        nodes = [self._carry(key, points) for key, points in active.items() if key not in context.named]
        cues = [self._carry(key, context.cues.get(key, 0)) for key in self.used]
        names = [one.name for one in nodes[:1]] + [one.name for one in cues if not context.active][:NAMED_CUES]
        return Conversed(
            question=f"{question} ({', '.join(names)})" if names else question,
            carried=(*nodes, *cues),
            reading=context.reading.name if context.reading else "",
            shifted=self.notes.shifted or bool(context.left),
            dropped=tuple(self.topics.shown(key) for key in context.left),
            held_back=self.notes.held_back,
        )

    def _carry(self, key: str, points: int) -> Carry:
        since = self.state.entities.get(key) or self.state.cues.get(key)
        name = self.topics.shown(key) or key.partition(":")[2]
        return Carry(key, name, points, since.turn if since else self.state.turn + 1, since.rule if since else "named")
