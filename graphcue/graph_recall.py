"""Recall, its receipt and its replay; part of `MemoryGraph`."""

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from graphcue.checks import checked_question, checked_text
from graphcue.errors import InvalidInput, UnknownNamespace
from graphcue.graph_counters import Counters
from graphcue.graph_meaning import Meanings
from graphcue.graph_modes import Range, checked_options, options_of, told
from graphcue.language.bounds import interval
from graphcue.language.folding import fold_name
from graphcue.model import ENTITY
from graphcue.recall.pipeline import recall
from graphcue.recall.semantic import Alike
from graphcue.recall.session.state import state_of, to_text
from graphcue.recall.session.turn import Load, Turn
from graphcue.recall.values import CUES_UNKNOWN, ELSEWHERE, STORE_EMPTY, Answer, Because, KnownAliases, Options
from graphcue.receipts import (
    Receipt,
    Replayed,
    changed_settings,
    digest,
    receipt_of,
    settings_of,
)
from graphcue.relations.filters import status_cues
from graphcue.relations.identity import same_keys, synonyms
from graphcue.relations.people import people_or_error
from graphcue.settings import Settings
from graphcue.stores.contract import Alias, Description, Reader, Where
from graphcue.writing.known import NO_NAMES, KnownNames

T = TypeVar("T")
MOST_ELSEWHERE = 100
MOST_TRIES = 10
"""How often an answer is asked for while others write, before its receipt tells of the last."""
NO_ALIASES = KnownAliases()


class Recalling(Meanings, Counters):
    """The best memories for a question; part of `MemoryGraph`."""

    ask: Callable[..., Any]
    describe: Callable[[], Description]
    _aliased: tuple[tuple[Alias, ...], KnownAliases] = ((), NO_ALIASES)

    def recall(
        self,
        question: str,
        *,
        limit: int | None = None,
        max_results: int | None = None,
        explain: bool = False,
        exact_match: bool = False,
        min_score: float = 0,
        date_range: Range | None = None,
        match: str = "any",
        sort_by: str = "score",
        context_budget: int | None = None,
        preset: str | None = None,
        related_to: str | None = None,
        receipt: bool = False,
        elsewhere: Iterable[str] = (),
        **filters: Any,
    ) -> Answer:
        """The best memories for a question, with their reasons. An empty answer has a reason code and its numbers.

        `filters` are those of `where`; the modes are told in docs/recall.md. With `receipt` the answer carries what
        `replay_answer` needs. `elsewhere` are namespaces in which an answer that finds nothing looks too, to tell how many
        memories match there. Superseded memories are left out, and counted, unless `include_superseded`.

        Raises EmptyQuestion, InvalidInput, InvalidTime, NotFound (a name that nobody bears), UnknownNamespace.
        """
        asked = checked_question(question)
        given: dict[str, Any] = {"limit": limit, "max_results": max_results, "explain": explain}
        given |= {
            "exact_match": exact_match,
            "min_score": min_score,
            "date_range": date_range,
            "match": match,
            "sort_by": sort_by,
        }
        given |= {"context_budget": context_budget, "preset": preset, "related_to": related_to}
        now = self._clock()
        options = options_of(given, self.where(**filters), now, self.settings.max_results, self.settings.tzinfo)
        used: dict[str, int] = {}
        answer, described = self._reading_meaning(
            lambda reader, alike: self._recalled(reader, asked, options, related_to, used=used, alike=alike)
        )
        if receipt:
            made = receipt_for(
                "recall",
                question,
                told(given, filters),
                now,
                self.settings,
                session=self._before(),
                synonyms=self._synonyms(),
            )
            answer = replace(answer, receipt=replace(made(answer, described), counters=tuple(sorted(used.items()))))
        self._count([one.memory.id for one in answer.results])
        return self._with_elsewhere(answer, elsewhere, filters)

    def _recalled(
        self,
        reader: Reader,
        question: str,
        options: Options,
        tied_to: str | None,
        *,
        used: dict[str, int],
        alike: Alike | None,
    ) -> tuple[Answer, Description]:
        """The answer and the description of what it saw; `used` holds the counts of recalls that it looked at."""
        names = self._known(reader)
        tied = related(names, tied_to) if tied_to is not None else ()
        chosen = replace(options, where=replace(options.where, tied=tied))
        used.clear()
        answer = recall(
            reader,
            question,
            names.nodes,
            names.gazetteer,
            chosen,
            self.settings,
            known=self._known_aliases(names),
            talk=self._turn.begin(reader, question) if self._turn else None,
            counts=self._counting(reader, used),
            alike=alike,
        )
        if self._turn:
            self._turn.end(reader, question, answer)
        return answer, reader.describe()

    def _known_aliases(self, names: KnownNames) -> KnownAliases:
        """The declared aliases as a recall uses them, worked out once for each state of the names."""
        if self._aliased[0] is not names.aliases:
            self._aliased = (names.aliases, known_aliases(names))
        return self._aliased[1]

    def _synonyms(self) -> str:
        """The version of the synonyms in force."""
        return self._tables().synonyms.version

    def _before(self) -> str:
        """The state of the conversation before the question, as text; empty outside of one."""
        return to_text(self._turn.before) if self._turn else ""

    def where(
        self,
        *,
        project: str | None = None,
        kinds: Sequence[str] = (),
        status: str | None = None,
        since: str | None = None,
        until: str | None = None,
        as_of: str | None = None,
        known_at: str | None = None,
        include_superseded: bool = False,
    ) -> Where:
        """The filter that these words mean. Days are days of the setting's zone; `until` includes its own day, month or
        year; `as_of` looks at what had superseded what by the end of that day. Raises InvalidTime, InvalidInput."""
        zone = self.settings.tzinfo
        kinds = (kinds,) if isinstance(kinds, str) else kinds
        for field, text in (("project", project), ("status", status), *(("kinds", kind) for kind in kinds)):
            if text is not None and not checked_text(field, text).strip():
                raise InvalidInput(f"{field} is empty: name one, or leave it out", field=field)
        start = interval(checked_text("since", since), zone)[0] if since is not None else None
        end = interval(checked_text("until", until), zone)[1] if until is not None else None
        if start is not None and end is not None and start >= end:
            raise InvalidInput(f"since {since} lies after until {until}", since=since, until=until)
        moment = interval(checked_text("as_of", as_of), zone)[1] - 1 if as_of is not None else None
        if moment is not None:
            end = min(end, moment + 1) if end is not None else moment + 1
        return Where(
            projects=(" ".join(project.split()),) if project is not None else (),
            kinds=tuple(kind.strip() for kind in kinds),
            any_of=(status_cues(status.strip()),) if status is not None else (),
            since=start,
            until=end,
            known_at=interval(checked_text("known_at", known_at), zone)[1] - 1 if known_at is not None else None,
            state="all" if include_superseded else "current",
            at=moment,
            valid_at=moment,
        )

    def readable(self) -> Iterator[str]:
        """The namespaces of the store that were ever written to, sorted, for whoever may read the whole of it: what
        `elsewhere` may name. The store is asked for them when they are looked at."""
        yield from self._store.namespaces()

    def replay_answer(self, receipt: Receipt | Mapping[str, Any] | str) -> Replayed:
        """The answer of a receipt, asked for again with its options, settings and time, and what differs: the
        fingerprint of the memories, the versions of the language rules and of the synonyms, the digest of the answer.

        Raises InvalidInput for what is no receipt, and whatever the call itself raises.
        """
        then = receipt if isinstance(receipt, Receipt) else receipt_of(receipt)
        twin = copy.copy(self)
        twin.settings = settings_of(then)
        twin._tell_time = lambda: then.now
        twin._counters = dict(then.counters)
        if then.session:
            twin._turn = twin._turn_from(lambda reader: state_of(then.session))
        if then.call == "recall":
            answer = twin.recall(then.question, receipt=True, **checked_options(dict(then.options)))
        else:
            answer = twin.ask(then.question, receipt=True, **_ask_options(dict(then.options)))
        made = answer.receipt
        assert made is not None
        return Replayed(answer, made, then)

    def _asked_with_receipt(
        self, question: str, limit: int, after: str | None, aliases: Mapping[str, str] | None
    ) -> Any:
        """The first page of a complete answer with its receipt; asked again where something was written meanwhile."""
        if after is not None:
            raise InvalidInput("a receipt is of a first page: the cursor of another names one store", field="after")
        now = self._clock()
        still = copy.copy(self)
        still._tell_time = lambda: now
        for _ in range(MOST_TRIES):
            before = still.describe()
            answer = still.ask(question, limit=limit, aliases=aliases)
            described = still.describe()
            if described.revision == before.revision:
                break
        given: dict[str, Any] = {"limit": limit}
        given |= {"aliases": json.dumps(dict(aliases), ensure_ascii=False, sort_keys=True)} if aliases else {}
        made = receipt_for("ask", question, tuple(sorted(given.items())), now, self.settings, synonyms=self._synonyms())
        counters = self.recall_counts() if self.settings.frequency_penalty and answer.recalled else {}
        return replace(answer, receipt=replace(made(answer, described), counters=tuple(sorted(counters.items()))))

    def _with_elsewhere(self, answer: Answer, namespaces: Iterable[str], filters: Mapping[str, Any]) -> Answer:
        """The answer; one that found nothing with the number of memories that match in other namespaces."""
        if answer.results or answer.reason not in (CUES_UNKNOWN, STORE_EMPTY):
            return answer
        found = [(name, self._matching(name, answer.question, filters)) for name in sorted(set(namespaces))]
        there = tuple((name, number) for name, number in found if number)
        if not there:
            return answer
        return replace(answer, reason=ELSEWHERE, because=replace(answer.because or Because(), elsewhere=there))

    def _matching(self, namespace: str, question: str, filters: Mapping[str, Any]) -> int:
        if namespace == self.namespace:
            return 0
        twin = copy.copy(self)
        twin.namespace, twin._names, twin._turn = namespace, NO_NAMES, None
        twin.settings = replace(self.settings, semantic=0)  # what matches is what has the question's words
        try:
            return len(twin.recall(question, limit=MOST_ELSEWHERE, **filters).results)
        except UnknownNamespace:
            return 0

    # what MemoryGraph has

    _tell_time: Callable[[], int]
    _turn: Turn | None
    _turn_from: Callable[[Load], Turn]


def _ask_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `ask` in a receipt. Raises InvalidInput for others."""
    if unknown := sorted(options.keys() - {"limit", "aliases"}):
        raise InvalidInput(f"a receipt of ask has no option {unknown[0]!r}", field=unknown[0])
    given = dict(options)
    if "aliases" in given:
        try:
            given["aliases"] = dict(json.loads(given["aliases"]))
        except (ValueError, TypeError, RecursionError):
            raise InvalidInput("the receipt's aliases cannot be used", field="aliases") from None
    return given


def receipt_for(
    call: str,
    question: str,
    options: tuple[tuple[str, Any], ...],
    now: int,
    settings: Settings,
    *,
    synonyms: str,
    session: str = "",
) -> Callable[[Any, Description], Receipt]:
    """What makes the receipt of an answer, given the answer and the description of the namespace that it saw."""

    def made(answer: Any, described: Description) -> Receipt:
        return Receipt(
            call=call,
            question=question,
            options=options,
            settings=changed_settings(settings),
            now=now,
            fingerprint=f"{described.fingerprint:032x}",
            language=described.language,
            digest=digest(answer),
            synonyms=synonyms,
            memories=memories_of(answer),
            session=session,
        )

    return made


def memories_of(answer: Any) -> tuple[str, ...]:
    """The ids of the memories in an answer of `recall` or `ask`, in its order."""
    if isinstance(answer, Answer):
        return tuple(one.memory.id for one in answer.results)
    return memories_of(answer.recalled) if answer.recalled else tuple(item.memory.id for item in answer.items)


def known_aliases(names: KnownNames) -> KnownAliases:
    """The declared aliases as a recall uses them."""
    return KnownAliases(same_keys(names.aliases), synonyms(names.aliases)) if names.aliases else NO_ALIASES


def related(names: KnownNames, asked: str) -> tuple[tuple[str, ...], ...]:
    """The keys of the person or entity of that name and its aliases, as a filter. Raises NotFound with the nearest
    names."""
    same = same_keys(names.aliases)
    entities = {node.key for node in names.nodes.values() if node.label == ENTITY and node.folded == fold_name(asked)}
    if entities:
        return (tuple(sorted({key for entity in entities for key in same.get(entity, {entity})})),)
    return (tuple(one.node.key for one in people_or_error(names.nodes, asked, same)),)
