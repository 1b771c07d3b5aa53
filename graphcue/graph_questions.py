"""The questions that have a complete answer, as methods of `MemoryGraph`; and plain questions, which become one of them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from graphcue.checks import checked_limit, checked_question, checked_text
from graphcue.checks import role as role_of
from graphcue.errors import GraphcueError, InvalidInput
from graphcue.graph_part import Part
from graphcue.language.cues import given_key
from graphcue.language.folding import fold_name
from graphcue.language.gazetteer import Gazetteer
from graphcue.model import NAME_EDGES, Memory
from graphcue.recall.values import Answer
from graphcue.receipts import Receipt
from graphcue.relations import parsed as calls
from graphcue.relations.asking import NOTHING, Answered, Known, answered
from graphcue.relations.carrying import carried
from graphcue.relations.chains import Chain, Path
from graphcue.relations.complete import DECIDING, Item, Listing
from graphcue.relations.conflicts import Conflicting, conflicts
from graphcue.relations.filters import where_of
from graphcue.relations.identity import project_names, same_keys, synonyms
from graphcue.relations.parsed import Parsed, call
from graphcue.relations.profiles import Profile
from graphcue.relations.questions import parse
from graphcue.relations.replay import State, replay
from graphcue.relations.vocabulary import Vocabulary
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, Where
from graphcue.writing.known import KnownNames, bare

T = TypeVar("T")
LIMIT = 100
MOST = 1000
_NUMBERED = re.compile(r"([A-Za-z]{2,12})[-_ #]*0*([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a plain question: how it was parsed, what the call returned, and whether that is everything that
    fits. `recalled` stands instead where no call answers the question; that is never complete."""

    question: str
    parsed: Parsed
    answered: Answered
    recalled: Answer | None = None
    receipt: Receipt | None = None

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


class Questions(Part):
    """Complete answers, and plain questions that become one of them; part of `MemoryGraph`."""

    where: Callable[..., Where]

    def ask(
        self,
        question: str,
        *,
        limit: int = LIMIT,
        after: str | None = None,
        aliases: Mapping[str, str] | None = None,
        receipt: bool = False,
    ) -> Asked:
        """The complete answer to a plain question in Chinese or English, with its parse; what does not parse is recalled.

        `aliases` are further names of projects: alias → project. A name that nobody bears is the answer's `problem`. With
        `receipt` the first page carries what `replay_answer` needs. Raises EmptyQuestion, InvalidInput, InvalidCursor,
        UnknownNamespace.
        """
        if receipt:
            return self._asked_with_receipt(question, limit, after, aliases)
        asked, size = checked_question(question), checked_limit(limit, MOST)

        def work(reader: Reader) -> tuple[Parsed, Answered]:
            names = self._known(reader)
            known = known_of(reader, names, aliases or {}, self.settings)
            parsed = parse(asked, vocabulary(reader, names, known, self._clock(), self.settings))
            return parsed, answered(reader, parsed, self._paged(known, size, after, across=True))

        parsed, found = self._read(work)
        if found != NOTHING:
            return Asked(question, parsed, found)
        return Asked(
            question,
            parsed,
            NOTHING,
            self.recall(question, limit=self.settings.max_results if limit == LIMIT else min(limit, LIMIT)),
        )

    def _answered_after(
        self, question: str, last: Parsed | None, *, limit: int = LIMIT, after: str | None = None
    ) -> Asked | None:
        """The complete answer to a plain question, or to a fragment that changes a part of the last one; None for what is
        to be recalled."""
        asked, size = checked_question(question), checked_limit(limit, MOST)

        def work(reader: Reader) -> Asked | None:
            names = self._known(reader)
            known = known_of(reader, names, {}, self.settings)
            words = vocabulary(reader, names, known, self._clock(), self.settings)
            parsed = (carried(asked, last, words) if last else None) or parse(asked, words)
            found = answered(reader, parsed, self._paged(known, size, after, across=True))
            return Asked(question, parsed, found) if found != NOTHING else None

        return self._read(work)

    def parse(self, question: str, aliases: Mapping[str, str] | None = None) -> Parsed:
        """The call that a plain question means, without making it. Raises EmptyQuestion, InvalidInput."""
        asked = checked_question(question)

        def work(reader: Reader) -> Parsed:
            names = self._known(reader)
            known = known_of(reader, names, aliases or {}, self.settings)
            return parse(asked, vocabulary(reader, names, known, self._clock(), self.settings))

        return self._read(work)

    def decisions(
        self,
        *,
        by: str | None = None,
        role: str | None = None,
        other: str | None = None,
        about: str | None = None,
        limit: int = LIMIT,
        after: str | None = None,
        **filters: Any,
    ) -> Listing:
        """All decisions that fit, oldest first, counted and paged; `by` counts author, presenter, decider and approver.

        `other` stands in any role beside `by`; `about` are words that the text has. A name that nobody bears is tried in
        other orders and scripts (see `groups`). Superseded decisions are left out, and counted, unless
        `include_superseded`. Raises NotFound for a person or project that nothing names, with the nearest names.
        """
        given = self._conditions(**{"kinds": ("decision",), **filters})
        roles = (role_of(role),) if role is not None else DECIDING
        people = {"by": by, "other": other, "roles": roles if by is not None else (), "about": about}
        for field, text in people.items():
            if isinstance(text, str) and not text.strip():
                raise InvalidInput(f"{field} is empty: name one, or leave it out", field=field)
        if role is not None and by is None:
            raise InvalidInput("a role is somebody's: name the person with `by` too", field="role")
        if other is not None and by is None:
            raise InvalidInput("other is who stands beside `by`: name that person too", field="other")
        found = self._answer(calls.DECISIONS, {**given, **_said(people)}, checked_limit(limit, MOST), after)
        return found.listing or Listing((), 0, 0, (), None)

    def timeline(
        self,
        project: str | None = None,
        *,
        person: str | None = None,
        entity: str | None = None,
        cue: str | None = None,
        tag: str | None = None,
        limit: int = LIMIT,
        after: str | None = None,
        **filters: Any,
    ) -> Listing:
        """All memories of a project, a person, an entity, a cue or a tag in order of happening, counted and paged,
        superseded ones too. Those whose topic names the entity come first; the others are marked `also`.

        Raises NotFound for one that no memory has, InvalidInput when none is given.
        """
        subjects = {"project": project, "person": person, "entity": entity, "cue": cue, "tag": tag}
        chosen = {name: checked_text(name, text) for name, text in subjects.items() if text is not None}
        if not chosen:
            raise InvalidInput("a timeline is one of a project, person, entity, cue or tag; name one", field="project")
        for field, text in chosen.items():
            if not text.strip():
                raise InvalidInput(f"{field} is empty: name one, or leave it out", field=field)
        given = self._conditions(**{"include_superseded": True, **filters})
        named = {
            "project": chosen.get("project"),
            "by": chosen.get("person"),
            "subject": chosen.get("entity"),
            "tags": tuple(given_key(kind, chosen[kind]) for kind in ("cue", "tag") if kind in chosen),
            "roles": NAME_EDGES if person is not None else (),
        }
        found = self._answer(calls.TIMELINE, {**given, **_said(named)}, checked_limit(limit, MOST), after)
        return found.listing or Listing((), 0, 0, (), None)

    def replay(self, project: str | None = None, **asked: Any) -> tuple[State, ...]:
        """The state after each step of a timeline, all of it: decisions in force, actions open and done.

        Takes what `timeline` takes. Raises NotFound, InvalidInput.
        """
        items: list[Item] = []
        after: str | None = None
        while True:
            page = self.timeline(project, **{**asked, "limit": MOST, "after": after})
            items += page.items
            after = page.after
            if after is None:
                break
        ids = [item.memory.id for item in items]
        edges = self._read(lambda reader: reader.neighbours(ids, ["RESOLVES"], "out", MOST))
        return replay(items, {id: tuple(edge.target for edge in found) for id, found in edges.items()})

    def conflicts(self, *, as_of: str | None = None) -> tuple[Conflicting, ...]:
        """What is declared twice of the same thing: slots with different values that hold at the same time, by slot.

        With `as_of` only those that hold on that day. Never resolved by guess: supersede one of them.
        """
        given = self._conditions(as_of=as_of) if as_of is not None else {"state": "current"}
        return self._read(lambda reader: conflicts(reader, where_of(given, {})))

    def chain(self, id: str) -> Chain:
        """The line of supersession through a memory, both ways, oldest first, with cycles told. A memory is named by its
        id, a title or a number (`ADR-5`), here and below. Raises NotFound."""
        return _chain(self._walked(id, calls.CHAIN))

    def why(self, id: str) -> Chain:
        """The causes of a memory, transitively, with the sentence that each rests on. Raises NotFound."""
        return _chain(self._walked(id, calls.WHY))

    def consequences(self, id: str) -> Chain:
        """What a memory caused, transitively. Raises NotFound."""
        return _chain(self._walked(id, calls.CONSEQUENCES))

    def path(self, first: str, second: str) -> Path:
        """The shortest path between two memories, people, entities or projects, hubs passed over. Raises NotFound."""
        for end in (first, second):
            _named("path", end)
        ends = self._read(lambda reader: tuple(memory_called(reader, end) or end for end in (first, second)))
        return self._answer(calls.PATH, {"ends": ends}).path or Path((), ())

    def person(self, name: str) -> Profile:
        """The profile of everybody of that name. Raises NotFound with the nearest names."""
        return _profile(self._answer(calls.PERSON, {"name": _named("name", name)}))

    def project(self, name: str) -> Profile:
        """The profile of a project. Raises NotFound with the nearest names."""
        return _profile(self._answer(calls.PROJECT, {"name": _named("name", name)}))

    def open_actions(
        self, *, by: str | None = None, project: str | None = None, limit: int = LIMIT, after: str | None = None
    ) -> Listing:
        """What is assigned (to somebody, in a project) and neither done nor resolved, oldest first. Raises NotFound."""
        given = _said({"by": by, "project": project})
        return self._answer(calls.OPEN_ACTIONS, given, checked_limit(limit, MOST), after).listing or Listing(
            (), 0, 0, (), None
        )

    def _conditions(self, **filters: Any) -> dict[str, Any]:
        """The filters of `where` as the arguments of a call."""
        where = self.where(**filters)
        found = {
            name: getattr(where, name) for name in ("kinds", "since", "until", "known_at", "state", "at", "valid_at")
        }
        status = filters.get("status")
        project = where.projects[0] if where.projects else None
        return _said({**found, "status": status.strip() if status else None, "project": project})

    def _walked(self, id: str, name: str) -> Answered:
        return self._answer(name, {"id": self._called(id)})

    def _called(self, name: str) -> str:
        """The id of the memory that goes by an id, a title or a number. Raises NotFound."""
        _named("id", name)
        found = self._read(lambda reader: memory_called(reader, name))
        return found or self.get(name).id

    def _answer(self, name: str, given: Mapping[str, Any], limit: int = LIMIT, after: str | None = None) -> Answered:
        texts = [(field, text) for field, text in given.items() if isinstance(text, str)]
        for field, text in (*texts, *(("path", end) for end in given.get("ends", ()))):
            checked_text(field, text)
        parsed = call(name, "call", **given)

        def work(reader: Reader) -> Answered:
            known = known_of(reader, self._known(reader), {}, self.settings)
            return answered(reader, parsed, self._paged(known, limit, after, across=False))

        found = self._read(work)
        if found.problem:
            raise found.problem
        return found

    def _paged(self, known: Known, limit: int, after: str | None, *, across: bool) -> Known:
        return replace(known, limit=limit, after=after, across=across, namespace=self.namespace)

    # what MemoryGraph has

    def get(self, id: str) -> Memory:
        """The memory of that id. Raises NotFound."""
        raise NotImplementedError

    def recall(self, question: str, *, limit: int | None = None, explain: bool = False, **filters: Any) -> Answer:
        """The best memories for a question."""
        raise NotImplementedError

    def _asked_with_receipt(
        self, question: str, limit: int, after: str | None, aliases: Mapping[str, str] | None
    ) -> Asked:
        raise NotImplementedError


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that say something."""
    return {name: value for name, value in given.items() if value is not None and value != ()}


def _named(field: str, text: str) -> str:
    """The text. Raises InvalidInput for none, and for one that names nothing."""
    checked_text(field, text)
    if not text.strip():
        raise InvalidInput(f"{field} is empty: name one", field=field)
    return text


def _chain(found: Answered) -> Chain:
    assert found.chain is not None
    return found.chain


def _profile(found: Answered) -> Profile:
    assert found.profile is not None
    return found.profile


def known_of(reader: Reader, names: KnownNames, aliases: Mapping[str, str], settings: Settings) -> Known:
    """What answering looks at, as this reader sees it; `aliases` are further names of projects."""
    declared = names.aliases
    projects = project_names(declared, reader.listed("Project"))
    projects |= {fold_name(alias): projects.get(fold_name(name), name) for alias, name in aliases.items()}
    return Known(names.nodes, synonyms(declared), same_keys(declared), projects, hub=settings.hub_degree)


def vocabulary(reader: Reader, names: KnownNames, known: Known, now: int, settings: Settings) -> Vocabulary:
    """What a question may name, as this reader sees it."""
    return Vocabulary(
        names=all_names(names),
        nodes=names.nodes,
        projects=known.projects,
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
