"""Hubs and cliques: thousands of memories that name one person, or stand in one project, cost little more and are cut alike."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphcue.graph import MemoryGraph
from graphcue.model import DECIDED_BY, FOLLOWS, MENTIONS, Moment, Name, Record
from graphcue.stores.contract import Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.neo4j import Neo4jStore
from tests.conftest import NOW, graph_on
from tests.stores import FACTORIES

HUB = 3_000
CLIQUE = 2_000
PLAIN = 1_500
SLOWER = {"memory": 15.0, "neo4j": 6.0, "sqlite": 6.0}
"""How much longer a call may take with ten times as many memories on one name; NetworkX, the reference, looks at each."""
WORDS = ("缓存", "结算", "接口", "预算", "灰度", "deploy", "Redis", "对账", "巡检", "发布")


def told(i: int, person: str, project: str) -> Record:
    return Record(
        f"第{i}条：{person}看过{WORDS[i % 10]}和{WORDS[i // 10 % 10]}",
        id=f"h{i:05d}",
        kind="decision" if i % 3 == 0 else "",
        project=project,
        occurred_at=Moment(NOW - i % 997 * 3_600_000),
        names=(Name(person, DECIDED_BY),) if i % 3 == 0 else (Name(person),),
    )


def hub() -> list[Record]:
    """3,000 memories that all name one person, 2,000 of them in one project."""
    return [told(i, "莫岚", "大项目" if i < CLIQUE else f"p{i % 50}") for i in range(HUB)]


def plain() -> list[Record]:
    """Memories of 5 people in 5 projects: 300 of each, as many as the second stage of a recall looks at."""
    return [told(i, f"人{'甲乙丙丁戊'[i % 5]}", f"p{i % 5}") for i in range(PLAIN)]


def filled(store: Store, namespace: str, records: list[Record]) -> MemoryGraph:
    memory = graph_on(store, namespace)
    for start in range(0, len(records), 1_000):
        memory.remember_all(records[start : start + 1_000])
    return memory


@pytest.fixture(scope="module", params=sorted(FACTORIES))
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[MemoryGraph, MemoryGraph]]:
    """(a memory graph with the hub and the clique, one without), on each kind of store."""
    store = _store(request, tmp_path_factory.mktemp("hubs"))
    yield filled(store, "hub", hub()), filled(store, "plain", plain())
    store.close()


def _store(request: pytest.FixtureRequest, folder: Path) -> Store:
    if request.param == "neo4j":
        from tests.neo4j_fixtures import wipe

        wipe(request.getfixturevalue("neo4j_driver"))
        return Neo4jStore(request.getfixturevalue("neo4j_server").url)
    return FACTORIES[request.param](request, folder)


Call = Callable[[MemoryGraph, str, str], object]
CALLS: dict[str, Call] = {
    "recall by the person": lambda memory, person, project: memory.recall(f"{person}看过的缓存", limit=10),
    "recall by words": lambda memory, person, project: memory.recall("结算和灰度", limit=10),
    "recall in the project": lambda memory, person, project: memory.recall("缓存", project=project, limit=10),
    "related to the person": lambda memory, person, project: memory.recall("缓存", related_to=person, limit=10),
    "decisions, first page": lambda memory, person, project: memory.decisions(by=person, limit=20),
    "timeline, first page": lambda memory, person, project: memory.timeline(project, limit=20),
    "one more memory": lambda memory, person, project: memory.remember_all([told(9_999, person, project)]),
    "and away with it": lambda memory, person, project: memory.remember_all(
        [told(9_999, person, project), told(1, person, project)]
    ),
}


def seconds(call: Call, memory: MemoryGraph, person: str, project: str) -> float:
    """The shortest of five: of this process alone, where the store is in it."""
    clock = time.perf_counter if isinstance(memory._store, Neo4jStore) else time.process_time
    taken = []
    for _ in range(5):
        start = clock()
        call(memory, person, project)
        taken.append(clock() - start)
    return min(taken)


@pytest.mark.parametrize("what", CALLS)
def test_a_hub_costs_a_bounded_share_more(
    both: tuple[MemoryGraph, MemoryGraph], what: str, request: pytest.FixtureRequest
) -> None:
    with_hub, without = both
    kind = request.node.callspec.params["both"]
    call = CALLS[what]
    call(with_hub, "莫岚", "大项目"), call(without, "人甲", "p0")  # warmed
    slow = seconds(call, with_hub, "莫岚", "大项目")
    quick = seconds(call, without, "人甲", "p0")
    assert slow < SLOWER[kind] * quick + 0.02, (
        f"{what}: {1000 * slow:.1f} ms with the hub, {1000 * quick:.1f} ms without"
    )


ASKED = ("莫岚看过的缓存", "莫岚和对账", "大项目的预算", "deploy Redis", "莫岚的决策", "第17条")


def test_the_cut_is_the_same_on_every_store_and_every_time(both: tuple[MemoryGraph, MemoryGraph]) -> None:
    memory, _ = both
    memory.remember_all([told(9_999, "莫岚", "大项目")])
    if not REFERENCE:
        reference = filled(MemoryStore(), "hub", hub())
        reference.remember_all([told(9_999, "莫岚", "大项目")])
        REFERENCE.extend(answers(reference))
    assert answers(memory) == answers(memory) == REFERENCE
    assert all(REFERENCE)


REFERENCE: list[object] = []
"""What the reference, which is made once, answers."""


def answers(memory: MemoryGraph) -> list[object]:
    recalled = [memory.recall(question, limit=20, explain=True) for question in ASKED]
    return [
        *([(r.memory.id, r.score, r.leaves) for r in answer.results] for answer in recalled),
        [item.memory.id for item in memory.decisions(by="莫岚", limit=50).items],
        memory.decisions(by="莫岚", limit=50).total,
        [item.memory.id for item in memory.timeline("大项目", limit=50).items],
        memory.timeline("大项目", limit=1).total,
        memory._store.read(memory.namespace, lambda reader: reader.degrees(["大项目"], ["IN_PROJECT"])),
    ]


def test_the_hub_is_one_node_with_all_its_edges_and_one_chain(both: tuple[MemoryGraph, MemoryGraph]) -> None:
    memory, _ = both
    counts = memory.describe().counts
    assert counts["Person"] == 1
    assert counts[DECIDED_BY] + counts[MENTIONS] == memory.describe().memories >= HUB
    key = memory._store.read("hub", lambda reader: reader.names()[0].key)
    newest = memory._store.read("hub", lambda reader: reader.neighbours([key], [MENTIONS], "in", 7))
    assert len(newest[key]) == 7
    assert counts[FOLLOWS] == memory.describe().memories - counts["Project"]
