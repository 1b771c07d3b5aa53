"""The front door: `graphcue.open(url)` → `MemoryGraph`. The only file that joins stores, recall and relations."""

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from graphcue import semantic
from graphcue.checks import checked_namespace, checked_text, relation
from graphcue.errors import Forgotten, GraphcueError, InvalidInput, NotFound, UnknownNamespace, Unsupported
from graphcue.graph_aliases import Aliases
from graphcue.graph_drawing import Drawings
from graphcue.graph_exporting import Exporting
from graphcue.graph_files import Files
from graphcue.graph_forgetting import Erased, Forgetting
from graphcue.graph_importing import Imported, Importing
from graphcue.graph_language import Inspected, Languages, Leading
from graphcue.graph_questions import Asked, Questions
from graphcue.graph_recall import Recalling
from graphcue.graph_session import Conversation, Sessions, SessionState
from graphcue.graph_update import Updates
from graphcue.graph_whole import Whole, indexed
from graphcue.language import lac_names
from graphcue.model import DECLARED, NAME_EDGES, RELATIONS, Memory, Record, form_name
from graphcue.recall.suggestion import Suggestion
from graphcue.recall.values import (
    Answer,
    Because,
    Branch,
    Broadening,
    Carry,
    Conversed,
    Explanation,
    Leaf,
    Line,
    Result,
    Step,
)
from graphcue.receipts import Receipt, Replayed
from graphcue.records import moment_of, record_of
from graphcue.relations.chains import Chain, Path, Walked
from graphcue.relations.complete import Group, Item, Listing
from graphcue.relations.conflicts import Conflicting
from graphcue.relations.neighbourhood import Neighbourhood, Node
from graphcue.relations.parsed import Parsed
from graphcue.relations.people import shown_name
from graphcue.relations.profiles import Figure, Profile
from graphcue.relations.replay import State
from graphcue.settings import Settings, from_environment
from graphcue.stores.contract import Alias, Counts, Description, Edge, Reader, Store, Writer
from graphcue.stores.opening import open_store
from graphcue.tables import Tables, further_rules, tables_of
from graphcue.writing.changes import Difference, Written, relation_changes, write
from graphcue.writing.drafts import Draft, draft
from graphcue.writing.known import NO_NAMES, KnownNames, known_names
from graphcue.writing.planning import Outcome, Plan, plan, removal

if TYPE_CHECKING:
    import networkx

__all__ = [
    "DEFAULT_NAMESPACE",
    "DEFAULT_STORE",
    "Alias",
    "Answer",
    "Asked",
    "Because",
    "Branch",
    "Broadening",
    "Carry",
    "Chain",
    "Conflicting",
    "Conversation",
    "Conversed",
    "Counts",
    "Description",
    "Edge",
    "Erased",
    "Explanation",
    "Figure",
    "Group",
    "Imported",
    "Inspected",
    "Item",
    "Leading",
    "Leaf",
    "Line",
    "Listing",
    "MemoryGraph",
    "Neighbourhood",
    "Node",
    "Outcome",
    "Parsed",
    "Path",
    "Plan",
    "Profile",
    "Receipt",
    "Replayed",
    "Result",
    "SessionState",
    "State",
    "Step",
    "Suggestion",
    "Walked",
    "open",
]

T = TypeVar("T")
DEFAULT_NAMESPACE = "default"
DEFAULT_STORE = "graphcue.db"


def open(  # graphcue.open reads like the built-in on purpose
    url: str = DEFAULT_STORE, *, namespace: str = DEFAULT_NAMESPACE, now: str | datetime | None = None, **settings: Any
) -> "MemoryGraph":
    """The memory at `url` (a path, `:memory:` or `neo4j://…`), for one namespace.

    `now` holds the clock still, for answers that must not depend on the day; `settings` are those of the table.
    Raises StoreError when the store cannot be opened, InvalidInput for a setting that does not exist.
    """
    chosen = from_environment(**settings)
    clock = clock_at(now, chosen)
    return MemoryGraph(open_store(url), namespace, chosen, clock)


def clock_at(now: str | datetime | None, settings: Settings) -> Callable[[], int]:
    """A clock in ms UTC: one that stands still at `now`, or the machine's."""
    fixed = moment_of(now, settings, "now") if now is not None else None
    return (lambda: fixed.ms) if fixed else _clock


def _clock() -> int:
    return time.time_ns() // 1_000_000


class MemoryGraph(
    Recalling,
    Questions,
    Aliases,
    Updates,
    Forgetting,
    Exporting,
    Importing,
    Files,
    Drawings,
    Languages,
    Sessions,
    Whole,
):
    """One namespace of a store. Safe to share between threads; close it when done, or use it in a `with`."""

    def __init__(
        self,
        store: Store,
        namespace: str = DEFAULT_NAMESPACE,
        settings: Settings | None = None,
        clock: Callable[[], int] = _clock,
        *,
        chance: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._chance = chance
        self.namespace = checked_namespace(namespace)
        self.settings = settings or Settings()
        further_rules(self.settings.sentence_rules, self.namespace)  # a broken file is told at once
        self._tables()
        if self.settings.semantic:
            semantic.require()
        if self.settings.lac:
            lac_names.require()
        self._store = store
        self._tell_time = clock
        self._names: KnownNames = NO_NAMES
        self._meant = semantic.Holder()

    def _clock(self) -> int:
        return self._tell_time()

    def _tables(self) -> Tables:
        return tables_of(self.settings, self.namespace)

    def __enter__(self) -> "MemoryGraph":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing; the graph can no longer be used."""
        self._store.close()

    # writing

    def remember(self, content: str, **fields: Any) -> Outcome:
        """What became of the memory: its id, and whether it was created, changed or there already.

        `fields` are those of `records.record_of`: project, kind, status, author, occurred_at, cues, tags, people,
        entities, supersedes, related_to, …, id, key. Raises InvalidInput, Conflict, NotFound (a linked id), Forgotten.
        """
        record = record_of(content, self.settings, **fields)
        outcome = self.remember_all([record], must_link=True)[0]
        if outcome.state == "forgotten":
            raise Forgotten(f"memory {outcome.id} was forgotten; revive it to remember it again", id=outcome.id)
        return outcome

    def remember_all(self, records: Iterable[Record], *, must_link: bool = False) -> list[Outcome]:
        """An outcome for each record, in order; all are written in one transaction, or none. What was forgotten is passed
        over, and its outcome says so.

        Raises the first error; with `must_link` a link to an id that does not exist is one.
        """
        now = self._clock()
        drafts = [draft(record, self.namespace, now, self.settings) for record in records]

        def work(writer: Writer) -> tuple[Plan, Written | None]:
            made = plan(writer, drafts)
            for outcome in made.outcomes:
                if outcome.error:
                    raise outcome.error
            if must_link:
                _check_links(writer, drafts)
            return made, self._apply(writer, made.difference)

        return list(self._write(work)[0].outcomes)

    def replace_documents(self, documents: Mapping[str, Sequence[Record]]) -> Plan:
        """The plan that was carried out: what each record became, document by document, and the ids that are gone.

        From now on a document holds just its records; what others brought to the same memories stays. A record that
        cannot be kept is refused with its error and the rest is written.
        """
        now = self._clock()
        tried = [self._tried(record, now) for records in documents.values() for record in records]

        def work(writer: Writer) -> tuple[Plan, Written | None]:
            made = plan(writer, [one for one in tried if isinstance(one, Draft)], list(documents))
            return made, self._apply(writer, made.difference)

        made = self._write(work)[0]
        planned = iter(made.outcomes)
        outcomes = (Outcome("", "refused", one) if isinstance(one, GraphcueError) else next(planned) for one in tried)
        return replace(made, outcomes=tuple(outcomes))

    def _tried(self, record: Record, now: int) -> Draft | GraphcueError:
        """The draft of a record, or the error that refuses it."""
        try:
            return draft(record, self.namespace, now, self.settings)
        except GraphcueError as error:
            return error

    def relate(self, source: str, type: str, target: str) -> Counts:
        """What was made: nothing when the relation is there already. `type` in any case: related_to, supersedes, …

        Raises NotFound naming the id that is not there, InvalidInput for another type or a relation to itself.
        """
        edge = Edge(relation(type), checked_text("source", source), checked_text("target", target), "relate")
        if source == target:
            raise InvalidInput(f"memory {source!r} cannot be related to itself", id=source)

        def work(writer: Writer) -> Counts:
            found = writer.get([source, target])
            for id in (source, target):
                if id not in found:
                    raise NotFound(f"there is no memory {id!r}; nothing was related", id=id)
            return relation_changes(writer, edge)

        return self._write(lambda writer: (work(writer), None))[0]

    def delete(self, id: str) -> Counts:
        """What was removed and, where a chain was closed again, made: counts by kind of node and edge.

        Raises NotFound.
        """
        checked_text("id", id)

        def work(writer: Writer) -> tuple[Counts, Written | None]:
            done = self._apply(writer, removal(writer, [id]))
            return (done.counts if done else Counts()), done

        return self._write(work)[0]

    def _apply(self, writer: Writer, difference: Difference) -> Written | None:
        if not difference.before:
            return None
        return write(writer, difference, known_names(writer, self._names))

    def _write(self, work: Callable[[Writer], tuple[T, Written | None]]) -> tuple[T, Written | None]:
        """What the work returns; the names it left behind are known from now on, once they are durable."""
        with self._tables().in_force():
            result, written = self._store.write(self.namespace, lambda writer: work(indexed(writer, self.namespace)))
        if written:
            self._names = written.names
        return result, written

    # reading

    def get(self, id: str) -> Memory:
        """The memory of that id. Raises NotFound."""
        found = self._read(lambda reader: reader.get([checked_text("id", id)]))
        if id not in found:
            raise NotFound(f"there is no memory {id!r}", id=id)
        return found[id]

    def relations(self, id: str) -> tuple[Edge, ...]:
        """The edges of a memory to names and other memories, and from other memories to it."""
        types = (*NAME_EDGES, *RELATIONS, "FOLLOWS")

        def work(reader: Reader) -> tuple[Edge, ...]:
            out = reader.neighbours([id], types, "out", 1000).get(id, ())
            return out + reader.neighbours([id], (*RELATIONS, "FOLLOWS"), "in", 1000).get(id, ())

        return self._read(work)

    def called(self, keys: Iterable[str]) -> dict[str, str]:
        """Key of a person or an entity → what it is commonly called; other keys absent."""
        asked = list(keys)

        def work(reader: Reader) -> dict[str, str]:
            nodes = self._known(reader).nodes
            return {key: shown_name(nodes[key]) for key in asked if key in nodes}

        return self._read(work)

    def describe(self) -> Description:
        """Counts, revision and fingerprint of the namespace. Raises UnknownNamespace."""
        return self._store.read(self.namespace, lambda reader: self._there(reader).describe())

    def bearing(self) -> str:
        """The namespace as the nodes of a database bear it, for queries of one's own: after a `reindex` another than the
        caller's (`notes~1`). Raises UnknownNamespace."""
        return form_name(self.namespace, self.describe().form)

    def listed(self, label: str) -> tuple[str, ...]:
        """The keys of all nodes of a label: names of projects or paths of documents, sorted."""
        if label not in ("Project", "Document"):
            raise InvalidInput(f"there is no list of {label!r}; use Project or Document", label=label)
        return self._read(lambda reader: reader.listed("Project" if label == "Project" else "Document"))

    def to_networkx(self) -> "networkx.MultiDiGraph[tuple[str, str]]":
        """A copy of the graph for any algorithm of NetworkX. Raises Unsupported for stores other than `:memory:`."""
        copy = getattr(self._store, "graph", None)
        if copy is None:
            raise Unsupported("only a :memory: store holds a NetworkX graph; copy the namespace into one first")
        graph: networkx.MultiDiGraph[tuple[str, str]] = copy(self.namespace)
        return graph

    def _known(self, reader: Reader) -> KnownNames:
        names = known_names(reader, self._names)
        self._names = names
        return names

    def _read(self, work: Callable[[Reader], T]) -> T:
        with self._tables().in_force():
            return self._store.read(self.namespace, lambda reader: work(indexed(self._there(reader), self.namespace)))

    def _there(self, reader: Reader) -> Reader:
        """The reader itself. Raises UnknownNamespace for a namespace that was never written to, but for the default one."""
        if self.namespace != DEFAULT_NAMESPACE and not reader.describe().revision:
            raise UnknownNamespace(
                f"nothing was ever written into namespace {self.namespace!r}; check its name or write into it",
                namespace=self.namespace,
            )
        return reader


def _check_links(reader: Reader, drafts: Iterable[Draft]) -> None:
    """Raises NotFound for a link that a call declared and that leads to no memory."""
    links = [link for one in drafts for part in one.memory.contributions for link in part.links]
    wanted = [link.target for link in links if link.rule == DECLARED]
    if not wanted:
        return
    known = {*reader.get(wanted), *(one.memory.id for one in drafts)}
    for target in wanted:
        if target not in known:
            raise NotFound(f"there is no memory {target!r} to link to; nothing was written", id=target)
