"""One turn of a conversation: what is asked moves the state on, as what is heard does."""

import re
from collections.abc import Callable
from dataclasses import replace

from graphcue.recall.session.context import context
from graphcue.recall.session.hearing import answered, hear, listen, shown
from graphcue.recall.session.state import NEW, State
from graphcue.recall.session.talk import Talk
from graphcue.recall.session.topics import Topics
from graphcue.recall.values import Answer
from graphcue.settings import Settings
from graphcue.stores.contract import Reader

_MARK = re.compile(r"\s*<(\w{1,40})>\s*[:：]\s*")
ASSISTANTS = frozenset({"assistant", "agent", "bot", "ai", "system", "助手", "助理"})
"""Speakers who reply; everybody else asks."""
SHOWN = 3
"""Memories of an answer that a follow-up may walk from."""

Load = Callable[[Reader], State]


class Turn:
    """A question in its conversation: `begin` before the stages of a recall, `end` after them, then `after` is the state.

    A store may run its work several times: each `begin` starts anew.
    """

    def __init__(self, load: Load, topics: Callable[[Reader], Topics], settings: Settings) -> None:
        self._load = load
        self._topics = topics
        self._settings = settings
        self.before = NEW
        self.after = NEW
        self._talk: Talk | None = None

    def begin(self, reader: Reader, question: str) -> Talk:
        """What the conversation brings to the question."""
        topics = self._topics(reader)
        self.before = self._load(reader)
        ready = answered(self.before, shown(reader, self.before))
        spoken = plain(question)
        self._talk = Talk(context(reader, topics, ready, spoken, self._settings), topics, ready)
        return self._talk

    def end(self, reader: Reader, question: str, answer: Answer) -> None:
        """Nothing; `after` is the state once the question was asked and answered."""
        assert self._talk is not None
        talk = self._talk
        ready = talk.left_behind()
        known = talk.context
        heard = listen(reader, talk.topics, ready, plain(question), self._settings, named=known.named, told=known.own)
        state = hear(ready, heard, user=True)
        ids = tuple(result.memory.id for result in answer.results[:SHOWN])
        self.after = replace(state, recalled=ids, unheard=bool(ids))


def heard_after(
    reader: Reader, topics: Topics, state: State, text: str, settings: Settings, *, speaker: str = ""
) -> State:
    """The state after a text of a speaker: an assistant's reply, or a user's own words. Text without a sign: no change."""
    mark = _MARK.match(text)
    user = _is_user(mark[1] if mark else speaker)
    spoken = plain(text)
    if not any(char.isalnum() for char in spoken):
        return state
    return hear(state, listen(reader, topics, state, spoken, settings), user=user)


def plain(text: str) -> str:
    """The text without the speaker's mark before it, and without a mark alone (`<BOD>`)."""
    mark = _MARK.match(text)
    spoken = text[mark.end() :] if mark else text
    return "" if re.fullmatch(r"\s*<\w{1,40}>\s*", spoken) else spoken.strip()


def _is_user(speaker: str) -> bool:
    return bool(speaker) and speaker.casefold() not in ASSISTANTS
