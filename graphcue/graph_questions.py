"""The questions that have a complete answer, as methods of `MemoryGraph`; and plain questions, which become one of them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from graphcue.errors import EmptyQuestion, GraphcueError, TooLarge
from graphcue.language.cues import given_key
from graphcue.language.folding import fold_name
from graphcue.language.gazetteer import Gazetteer
from graphcue.model import Memory
from graphcue.recall.values import Answer
from graphcue.relations import parsed as calls
from graphcue.relations.asking import NOTHING, Answered, Known, answered
from graphcue.relations.chains import Chain, Path
from graphcue.relations.complete import Item, Listing
from graphcue.relations.parsed import Parsed, call
from graphcue.relations.profiles import Profile
from graphcue.relations.questions import parse
from graphcue.relations.vocabulary import Vocabulary
from graphcue.settings import Settings
from graphcue.stores.contract import Reader
from graphcue.writing.known import KnownNames, bare

T = TypeVar("T")
LIMIT = 100
LONGEST_QUESTION = 20_000
_NUMBERED = re.compile(r"([A-Za-z]{2,12})[-_ #]*0*([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a plain question: how it was parsed, what the call returned, and whether that is everything that
    fits. `recalled` stands instead where no call answers the question; that is never complete."""

    question: str
    parsed: Parsed
    answered: Answered
    recalled: Answer | None = None

    @property
    def complete(self) -> bool:
        """Whether all that fits is in the answer and its further pages."""
        return self.recalled is None and self.answered.complete

    @property
    def items(self) -> tuple[Item, ...]:
        """The memories on this page of a complete answer."""
        return self.answered.listing.items if self.answered.listing else ()

    @property
    def total(self) -> int | None:
        """How many memories all pages have; None where the answer is no list."""
        return self.answered.listing.total if self.answered.listing else None

    @property
    def after(self) -> str | None:
        """The cursor of the next page; None at the end."""
        return self.answered.listing.after if self.answered.listing else None

    @property
    def problem(self) -> GraphcueError | None:
        """Why there is no answer: a name that nobody bears."""
        return self.answered.problem


class Questions:
    """Complete answers beyond lists of decisions; part of `MemoryGraph`."""

    settings: Settings

    def ask(
        self, question: str, *, limit: int = LIMIT, after: str | None = None, aliases: Mapping[str, str] | None = None
    ) -> Asked:
        """The complete answer to a plain question in Chinese or English, with its parse; what does not parse is recalled.

        `aliases` are further names of projects: alias → project. A name that nobody bears is the answer's `problem`.
        Raises EmptyQuestion, InvalidInput, UnknownNamespace.
        """
        checked_question(question)

        def work(reader: Reader) -> tuple[Parsed, Answered]:
            names = self._known(reader)
            words = vocabulary(reader, names, aliases or {}, self._clock(), self.settings)
            parsed = parse(question, words)
            return parsed, answered(reader, parsed, self._asking(names, limit, after))

        parsed, found = self._read(work)
        if found != NOTHING:
            return Asked(question, parsed, found)
        return Asked(question, parsed, NOTHING, self.recall(question, limit=min(limit, LIMIT)))

    def parse(self, question: str, aliases: Mapping[str, str] | None = None) -> Parsed:
        """The call that a plain question means, without making it."""
        checked_question(question)
        return self._read(
            lambda reader: parse(
                question, vocabulary(reader, self._known(reader), aliases or {}, self._clock(), self.settings)
            )
        )

    def chain(self, id: str) -> Chain:
        """The line of supersession through a memory, both ways, oldest first, with cycles told. Raises NotFound."""
        return _chain(self._called(id, calls.CHAIN))

    def why(self, id: str) -> Chain:
        """The causes of a memory, transitively, with the sentence that each rests on. Raises NotFound."""
        return _chain(self._called(id, calls.WHY))

    def consequences(self, id: str) -> Chain:
        """What a memory caused, transitively. Raises NotFound."""
        return _chain(self._called(id, calls.CONSEQUENCES))

    def path(self, first: str, second: str) -> Path:
        """The shortest path between two memories, people, entities or projects, hubs passed over. Raises NotFound."""
        found = self._answer(call(calls.PATH, "call", ends=(first, second))).path
        assert found is not None
        return found

    def person(self, name: str) -> Profile:
        """The profile of everybody of that name. Raises NotFound with the nearest names."""
        return _profile(self._answer(call(calls.PERSON, "call", name=name)))

    def project(self, name: str) -> Profile:
        """The profile of a project. Raises NotFound with the nearest names."""
        return _profile(self._answer(call(calls.PROJECT, "call", name=name)))

    def open_actions(self, *, by: str = "", project: str = "", limit: int = LIMIT, after: str | None = None) -> Listing:
        """What is assigned (to somebody, in a project) and neither done nor resolved, oldest first. Raises NotFound."""
        found = self._answer(call(calls.OPEN_ACTIONS, "call", by=by, project=project), limit, after).listing
        assert found is not None
        return found

    def _called(self, id: str, name: str) -> Answered:
        self.get(id)
        return self._answer(call(name, "call", id=id))

    def _answer(self, parsed: Parsed, limit: int = LIMIT, after: str | None = None) -> Answered:
        found = self._read(lambda reader: answered(reader, parsed, self._asking(self._known(reader), limit, after)))
        if found.problem:
            raise found.problem
        return found

    def _asking(self, names: KnownNames, limit: int, after: str | None) -> Known:
        return Known(names.nodes, {}, {}, limit, after, self.settings.hub_degree)

    # what MemoryGraph has

    def get(self, id: str) -> Memory:
        """The memory of that id. Raises NotFound."""
        raise NotImplementedError

    def recall(self, question: str, *, limit: int | None = None, explain: bool = False, **filters: Any) -> Answer:
        """The best memories for a question."""
        raise NotImplementedError

    def _clock(self) -> int:
        raise NotImplementedError

    def _known(self, reader: Reader) -> KnownNames:
        raise NotImplementedError

    def _read(self, work: Callable[[Reader], T]) -> T:
        raise NotImplementedError


def _chain(found: Answered) -> Chain:
    assert found.chain is not None
    return found.chain


def _profile(found: Answered) -> Profile:
    assert found.profile is not None
    return found.profile


def checked_question(question: str) -> str:
    """The question itself. Raises EmptyQuestion, TooLarge."""
    if not question.strip():
        raise EmptyQuestion("the question is empty; ask with a word, a name or a date", field="question")
    if len(question) > LONGEST_QUESTION:
        size = len(question)
        raise TooLarge(f"a question may have {LONGEST_QUESTION} characters, this one has {size}", field="question")
    return question


def vocabulary(
    reader: Reader, names: KnownNames, aliases: Mapping[str, str], now: int, settings: Settings
) -> Vocabulary:
    """What a question may name, as this reader sees it."""
    projects = {fold_name(project): project for project in reader.listed("Project")}
    projects |= {fold_name(alias): project for alias, project in aliases.items()}
    return Vocabulary(
        names=all_names(names),
        nodes=names.nodes,
        projects=projects,
        known=reader.cues,
        memory_called=lambda reference: memory_called(reader, reference),
        now=now,
        zone=settings.tzinfo,
    )


def all_names(names: KnownNames) -> Gazetteer:
    """The matcher of all names; of those that a text may mean, and those that belong to an organisation."""
    others = [(node.folded, node.key) for node in names.nodes.values() if not bare(node)]
    return names.gazetteer.changed(others, ()) if others else names.gazetteer


def memory_called(reader: Reader, reference: str) -> str:
    """The id of the one memory of that id, title or number (`ADR 5` for `ADR-0005`); '' for none or several."""
    if reader.get([reference]):
        return reference
    keys = [given_key("title", reference)]
    numbered = _NUMBERED.fullmatch(reference)
    if numbered:
        keys.append(f"number:{numbered.group(1).casefold()} {int(numbered.group(2))}")
    for key in keys:
        found = reader.carriers([key])
        if len(found) == 1:
            return found[0]
    return ""
