"""One history on every kind of store, in other batch sizes: whole answers equal, and the graph that the set of records makes.

GRAPHCUE_CONGRUENCE_CASES sets how many random calls are made on all three stores, and their whole answers compared; in
memory and SQLite alone, which are quicker, three times as many are. Calls come in histories of some 25.
"""

import itertools
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from graphcue.errors import GraphcueError
from graphcue.graph import MemoryGraph
from graphcue.graph_questions import Asked
from graphcue.language.folding import fold_name
from graphcue.model import RELATIONS, Memory, Record
from graphcue.presentation_asked import asked_json
from graphcue.settings import Settings
from graphcue.stores.contract import Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.sqlite import SqliteStore
from graphcue.writing.drafts import draft
from tests.conftest import NOW
from tests.congruence_records import ALIASES, DOCUMENTS, IDS, PEOPLE, PROJECTS, QUESTIONS, filters, records, records_of
from tests.graph_checks import check_graph

CALLS = 20
"""Compared calls that every history has at least, all in all."""
CASES = int(os.environ.get("GRAPHCUE_CONGRUENCE_CASES", "100"))
SHRINK = os.environ.get("GRAPHCUE_CONGRUENCE_SHRINK") == "1"
"""Whether a failing history is made as short as it can be, which takes minutes."""
STEPS = 18
SMALL = Settings(posting_budget=12, posting_budget_max=24, candidates=8)
"""Budgets that a small world reaches, so that cuts are compared too."""
numbers = itertools.count()
spaces = st.sampled_from(("甲", "乙"))


def told(value: Any) -> Any:
    """The value without the stamps of transactions."""
    if isinstance(value, Memory):
        return replace(value, revision=0, updated_at=0)
    if isinstance(value, GraphcueError):
        return (type(value), value.code, value.message, value.fields)
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(told(getattr(value, one.name)) for one in fields(value)))
    if isinstance(value, tuple | list):
        return [told(one) for one in value]
    return value


def without_revision(asked: Asked) -> Asked:
    """The answer with a mark in place of its cursor, which tells the store's own revision: batches count in it."""
    listing = asked.answered.listing
    if listing is None or listing.after is None:
        return asked
    return replace(asked, answered=replace(asked.answered, listing=replace(listing, after="more")))


def outcome(call: Callable[[], Any]) -> Any:
    """What a call returns, or everything that its error says."""
    try:
        return ("returned", told(call()))
    except GraphcueError as error:
        return told(error)


@dataclass
class Told:
    """The set of records that a namespace has acknowledged, by the id of their memory."""

    records: dict[str, list[Record]] = field(default_factory=dict)
    relations: set[tuple[str, str, str]] = field(default_factory=set)
    aliases: set[tuple[str, str, str]] = field(default_factory=set)
    forgotten: set[str] = field(default_factory=set)

    def add(self, id: str, record: Record) -> None:
        if id in self.forgotten:
            return
        self.records[id] = [record] if record.id else [*self.records.get(id, ()), record]

    def forget(self) -> None:
        """Relations end where a memory does."""
        self.relations = {one for one in self.relations if one[0] in self.records and one[2] in self.records}

    def clear(self, document: str) -> None:
        left = {
            id: [one for one in found if one.place is None or one.place.document != document]
            for id, found in self.records.items()
        }
        self.records = {id: found for id, found in left.items() if found}


ASKED = (
    "张三的所有决策",
    "all decisions by Zhang San",
    "张三汇报过的所有议题",
    "which decisions were rejected?",
    "关于缓存的决策",
    "what replaced ADR-7?",
    "缓存的来龙去脉",
    "谁决定的缓存",
    "张三和李四有什么关系",
    "what is open for 张三",
    "motions by 张三",
    "which decisions are related to ADR-7?",
    "张三做过多少个决策",
    "why ADR-7",
    "ADR-7 的取代链",
)
"""Plain questions, most of which have a complete answer."""


class Histories(RuleBasedStateMachine):
    """The same calls on all stores. What a batch is for the first store may be several for another."""

    stores: Sequence[Store]
    seen: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        number = next(numbers)
        self.graphs = {
            space: [
                [MemoryGraph(store, f"{space}{number}", SMALL, lambda: NOW, chance=bytes) for store in self.stores]
                for _ in range(2)
            ]
            for space in ("甲", "乙")
        }
        self.told = {"甲": Told(), "乙": Told()}
        self.seen["histories"] += 1

    def same(self, space: str, call: Callable[[MemoryGraph], Any], handle: int = 0) -> Any:
        """What the call returns, alike on every store."""
        self.seen["compared"] += 1
        first, *others = [outcome(lambda graph=graph: call(graph)) for graph in self.graphs[space][handle]]
        for other in others:
            assert other == first
        return first

    def ids(self, space: str, batch: Sequence[Record]) -> list[str]:
        name = self.graphs[space][0][0].namespace
        return [draft(record, name, NOW, SMALL).memory.id for record in batch]

    @initialize(first=st.lists(records(), min_size=4, max_size=8), space=spaces)
    def start(self, first: list[Record], space: str) -> None:
        for record in first:
            self.one(space, record, 0)
        self.relate(space, 1, "RELATED_TO", 2)

    @rule(space=spaces, record=records(), handle=st.integers(0, 1))
    def one(self, space: str, record: Record, handle: int) -> None:
        result = self.same(space, lambda graph: graph.remember_all([record]), handle)
        if result[0] == "returned":
            self.told[space].add(self.ids(space, [record])[0], record)

    @rule(space=spaces, batch=st.lists(records(), min_size=2, max_size=5), cut=st.integers(1, 4), link=st.booleans())
    def batch(self, space: str, batch: list[Record], cut: int, link: bool) -> None:
        graphs = self.graphs[space][0]
        first = outcome(lambda: graphs[0].remember_all(batch, must_link=link))
        if first[0] != "returned":
            assert all(outcome(lambda g=g: g.remember_all(batch, must_link=link)) == first for g in graphs[1:])
            return
        for graph in graphs[1:]:
            for start in range(0, len(batch), cut):
                graph.remember_all(batch[start : start + cut])
        for id, record in zip(self.ids(space, batch), batch, strict=True):
            self.told[space].add(id, record)

    @rule(space=spaces, id=st.sampled_from(IDS), number=st.integers(0, 99))
    def delete(self, space: str, id: str, number: int) -> None:
        id = self.known(space, id, number)
        if self.same(space, lambda graph: graph.delete(id))[0] == "returned":
            del self.told[space].records[id]
            self.told[space].forget()
            self.seen["deleted"] += 1

    @rule(space=spaces, id=st.sampled_from(IDS), number=st.integers(0, 99), back=st.booleans())
    def forget(self, space: str, id: str, number: int, back: bool) -> None:
        """Forgets a memory for good, or lets one come back that was, forgotten just now if none was before."""
        told_so_far = self.told[space]
        if not (back and told_so_far.forgotten):
            id = self.known(space, id, number)
            if self.same(space, lambda graph: replace(graph.forget(id), wiped=True))[0] == "returned":
                del told_so_far.records[id]
                told_so_far.forgotten.add(id)
                told_so_far.forget()
                self.seen["forgotten"] += 1
        if back and told_so_far.forgotten:
            gone = sorted(told_so_far.forgotten)[number % len(told_so_far.forgotten)]
            assert self.same(space, lambda graph: graph.revive(gone))[0] == "returned"
            told_so_far.forgotten.discard(gone)
            self.seen["revived"] += 1

    @rule(space=spaces, start=st.integers(0, 99), end=st.integers(0, 99), type=st.sampled_from((*RELATIONS, "knows")))
    def relate(self, space: str, start: int, type: str, end: int) -> None:
        a, b = self.known(space, "m1", start), self.known(space, "m2", end)
        if self.same(space, lambda graph: graph.relate(a, type, b))[0] == "returned":
            self.told[space].relations.add((a, type, b))
            self.seen["related"] += 1

    @rule(
        space=spaces,
        alias=st.sampled_from(ALIASES),
        name=st.sampled_from(ALIASES),
        kind=st.sampled_from(("person", "person", "entity", "project", "pet")),
        handle=st.integers(0, 1),
    )
    def alias(self, space: str, alias: str, name: str, kind: str, handle: int) -> None:
        result = self.same(space, lambda graph: graph.add_alias(alias, name, kind=kind), handle)
        if result[0] == "returned" and result[1][1].get("ALIAS_OF"):
            self.told[space].aliases.add((kind, " ".join(alias.split()), " ".join(name.split())))
            self.seen["aliases"] += 1

    @rule(space=spaces, alias=st.sampled_from(ALIASES), number=st.integers(0, 99), whole=st.booleans())
    def unalias(self, space: str, alias: str, number: int, whole: bool) -> None:
        """Takes one of those back that are there; now and then one that is not."""
        if not self.told[space].aliases:
            self.alias(space, "老张", PEOPLE[number % 3], "person", 0)
        standing = sorted(self.told[space].aliases)
        alias = standing[number % len(standing)][1] if standing and number % 7 else alias
        call = (lambda graph: graph.split(alias)) if whole else (lambda graph: graph.remove_alias(alias))
        if self.same(space, call)[0] == "returned":
            gone = [one for one in standing if fold_name(alias) in map(fold_name, one[1:] if whole else one[1:2])]
            assert gone
            self.told[space].aliases -= {*gone}
            self.seen["unaliased"] += 1

    @rule(space=spaces, data=st.data(), count=st.integers(1, 2))
    def documents(self, space: str, data: st.DataObject, count: int) -> None:
        written = {path: data.draw(records_of(path)) for path in DOCUMENTS[:count]}
        result = self.same(space, lambda graph: graph.replace_documents(written).outcomes)
        states = [one[2] for one in result[1]]
        batch = [record for found in written.values() for record in found]
        for path in written:
            self.told[space].clear(path)
        for id, record, state in zip(self.ids(space, batch), batch, states, strict=True):
            if state != "refused":
                self.told[space].add(id, record)
        self.told[space].forget()

    @rule(space=spaces, question=st.sampled_from(QUESTIONS), chosen=filters(), limit=st.sampled_from((1, 2, 4, 10, 0)))
    def recall(self, space: str, question: str, chosen: dict[str, Any], limit: int) -> None:
        result = self.same(space, lambda graph: graph.recall(question, limit=limit, explain=True, **chosen), limit % 2)
        self.seen["answers"] += result[0] == "returned" and bool(result[1][2])

    @rule(space=spaces, by=st.none() | st.sampled_from(PEOPLE), chosen=filters(), role=st.none() | st.just("decider"))
    def decisions(self, space: str, by: str | None, chosen: dict[str, Any], role: str | None) -> None:
        result = self.same(
            space, lambda graph: self.pages(lambda **k: graph.decisions(by=by, role=role, **chosen, **k))
        )
        self.seen["decisions"] += result[0] == "returned" and bool(result[1][0])

    @rule(space=spaces, project=st.sampled_from(PROJECTS), chosen=filters())
    def timeline(self, space: str, project: str, chosen: dict[str, Any]) -> None:
        for narrow in ("project", "status"):
            chosen.pop(narrow, None)
        result = self.same(space, lambda graph: self.pages(lambda **k: graph.timeline(project, **chosen, **k)))
        self.seen["timelines"] += result[0] == "returned" and bool(result[1][0])
        self.same(space, lambda graph: graph.project(project))
        self.same(space, lambda graph: graph.replay(project))

    @rule(space=spaces, record=records())
    def next_page(self, space: str, record: Record) -> None:
        """What comes behind a page, once something was written since."""
        there = self.same(space, lambda graph: graph.decisions(limit=1).total)
        afters = (
            [graph.decisions(limit=1).after for graph in self.graphs[space][0]] if there[0] == "returned" else [None]
        )
        if afters[0] is None:
            return
        self.one(space, record, 0)
        pairs = zip(self.graphs[space][0], afters, strict=True)
        first, *others = [told(graph.decisions(limit=100, after=after)) for graph, after in pairs]
        assert all(other == first for other in others)
        self.seen["further pages"] += 1

    @rule(space=spaces, question=st.sampled_from(ASKED))
    def ask(self, space: str, question: str) -> None:
        result = self.same(space, lambda graph: asked_json(without_revision(graph.ask(question, limit=3))))
        self.seen["asked"] += result[0] == "returned" and result[1]["complete"]
        name = question.split("的", maxsplit=1)[0]
        calls: tuple[Callable[[MemoryGraph], Any], ...] = (
            lambda graph: graph.person(name),
            lambda graph: graph.path(name, "张三"),
            lambda graph: graph.timeline(entity=name),
            lambda graph: graph.open_actions(by=name),
            lambda graph: graph.conflicts(),
        )
        for call in calls:
            self.same(space, call)

    @staticmethod
    def pages(call: Callable[..., Any]) -> Any:
        """All pages of a listing, two by two; no item twice, and as many as they count."""
        items: list[Any] = []
        after = None
        while True:
            page = call(limit=2, after=after)
            items += page.items
            after = page.after
            if after is None:
                break
        assert len({item.memory.id for item in items}) == len(items) == page.total
        return (items, page.total, page.hidden, page.people)

    @rule(space=spaces, id=st.sampled_from(IDS), number=st.integers(0, 99))
    def look(self, space: str, id: str, number: int) -> None:
        known = self.known(space, id, number)
        self.same(space, lambda graph: (graph.get(known), graph.relations(known)))
        walks: tuple[Callable[[MemoryGraph], Any], ...] = (
            lambda graph: graph.chain(known),
            lambda graph: graph.why(known),
            lambda graph: graph.consequences(known),
            lambda graph: graph.path(known, PEOPLE[number % len(PEOPLE)]),
        )
        for walk in walks:
            self.same(space, walk)

    def known(self, space: str, id: str, number: int) -> str:
        """One of the memories that are there; the id given if there is none, and now and then."""
        there = sorted(self.told[space].records)
        return there[number % len(there)] if there and number % 7 else id

    def teardown(self) -> None:
        for space, told_so_far in self.told.items():
            for question in QUESTIONS[len(told_so_far.records) % 3 :: 3] if told_so_far.records else ():
                self.recall(space, question, {}, 10)
            if told_so_far.records:
                self.decisions(space, None, {"include_superseded": True}, None)
                projects = {record.project for found in told_so_far.records.values() for record in found}
                self.timeline(space, max(projects), {})
            worlds = [check_graph(graph).told() for graph in self.graphs[space][0]]
            for world in worlds[1:]:
                assert world == worlds[0]
            assert sorted(worlds[0].memories) == sorted(told_so_far.records)
            standing = {(one.kind, one.alias, one.name) for one in worlds[0].described.aliases}
            assert standing == told_so_far.aliases
            exports = [list(graph.export()) if graph.written() else [] for graph in self.graphs[space][0]]
            assert all(lines[1:-1] == exports[0][1:-1] for lines in exports)
            assert rewritten(self.graphs[space][0][0].namespace, told_so_far) == worlds[0]
            self.seen["memories"] += len(told_so_far.records)


def rewritten(namespace: str, told_so_far: Told) -> Any:
    """The graph that the set of records makes, written at once, or by and by, in another order."""
    dice = random.Random(f"{sorted(told_so_far.records)}")
    batch = [record for id in sorted(told_so_far.records) for record in told_so_far.records[id]]
    dice.shuffle(batch)
    graph = MemoryGraph(MemoryStore(), namespace, SMALL, lambda: NOW, chance=bytes)
    for id in sorted(told_so_far.forgotten):  # what was forgotten stays away whatever is told again
        graph.remember_all([Record("forgotten", id=id)])
        graph.forget(id)
    while batch:
        size = dice.randint(1, len(batch))
        graph.remember_all(batch[:size])
        batch = batch[size:]
    for a, type, b in sorted(told_so_far.relations):
        graph.relate(a, type, b)
    for kind, alias, name in sorted(told_so_far.aliases):
        graph.add_alias(alias, name, kind=kind)
    return check_graph(graph).told()


@pytest.fixture
def sqlite() -> Iterator[Store]:
    """A store in a file that lies in memory where it can: what is waited for a disk is no part of this."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        store = SqliteStore(f"{folder}/congruence.db")
        yield store
        store.close()


def run(stores: Sequence[Store], cases: int) -> None:
    """Tries histories with at least so many compared calls; fails if too little was in them to prove anything."""
    histories = max(cases // CALLS, 4)
    seen: Counter[str] = Counter()
    machine = type("Histories", (Histories,), {"stores": stores, "seen": seen})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=histories,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
            phases=[Phase.generate, Phase.shrink] if SHRINK else [Phase.generate],
        ),
    )
    least = {"memories": 2, "answers": 1, "decisions": 0.02, "timelines": 0.02, "deleted": 0.02, "related": 0.02}
    least |= {"aliases": 0.02, "unaliased": 0.02, "forgotten": 0.02, "revived": 0.02, "further pages": 0.02}
    assert seen["histories"] >= histories
    assert seen["compared"] >= cases
    assert {name: n for name, n in seen.items() if n < least.get(name, 0) * histories} == {}
    assert least.keys() <= seen.keys()


def test_one_history_makes_one_graph_in_memory_and_in_sqlite(sqlite: Store) -> None:
    run([MemoryStore(), sqlite], 3 * CASES)


def test_one_history_makes_one_graph_in_all_stores(sqlite: Store, neo4j_url: str) -> None:
    from graphcue.stores.neo4j import Neo4jStore

    with ExitStack() as closing:
        neo4j = Neo4jStore(neo4j_url)
        closing.callback(neo4j.close)
        run([MemoryStore(), sqlite, neo4j], CASES)
