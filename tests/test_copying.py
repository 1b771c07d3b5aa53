"""A namespace moves between stores: same memories, relations, answers and fingerprint."""

from pathlib import Path

import pytest

from graphcue.copying import copy
from graphcue.errors import Conflict, NotFound
from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from graphcue.stores.contract import Store
from graphcue.stores.memory import MemoryStore
from tests.conftest import Graph, graph_on
from tests.graph_checks import check_graph

SAMPLE = Path(__file__).parents[1] / "graphcue" / "sample"
QUESTIONS = ("缓存击穿怎么处理的", "how did we fix the order timeout", "开放接口", "2025年11月 缓存", "林若川")


def filled(graph: MemoryGraph) -> MemoryGraph:
    assert ingest(graph, [SAMPLE], root=SAMPLE).made > 30
    ids = [memory.id for memory in graph.stored().memories]
    graph.relate(ids[0], "related_to", ids[5])
    graph.relate(ids[7], "supersedes", ids[2])
    return graph


def test_a_copy_has_the_same_fingerprint_counts_and_answers(kept: Store) -> None:
    source = filled(graph_on(MemoryStore(), "栖页"))
    target = graph_on(kept, "栖页二")
    copied = copy(source, target)
    assert copied.memories == source.describe().memories
    assert copied.relations == 2
    assert source.describe().fingerprint == target.describe().fingerprint == copied.fingerprint
    assert source.describe().counts == target.describe().counts
    check_graph(target)
    for question in QUESTIONS:
        answers = [graph.recall(question, explain=True) for graph in (source, target)]
        assert [(r.memory.id, r.score, r.leaves, r.path) for r in answers[0].results]
        assert [(r.memory.id, r.score, r.leaves) for r in answers[0].results] == [
            (r.memory.id, r.score, r.leaves) for r in answers[1].results
        ]


def test_and_back_again(kept: Store, graph: Graph) -> None:
    source = filled(graph("here"))
    back = graph_on(MemoryStore(), "there")
    copy(source, back)
    assert source.describe().fingerprint == back.describe().fingerprint


def test_a_copy_is_gone_on_with(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    source = filled(graph_on(MemoryStore()))
    target = graph_on(kept, "half")
    monkeypatch.setattr("graphcue.graph_importing.BATCH", 10)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        target.import_(source.export(), stop)
    assert target.describe().memories == 10
    assert copy(source, target).fingerprint == copy(source, target).fingerprint == source.describe().fingerprint


def test_tombstones_are_copied_too(kept: Store) -> None:
    source = filled(graph_on(MemoryStore()))
    gone = source.stored().memories[3].id
    source.forget(gone)
    target = graph_on(kept, "copy")
    assert copy(source, target).fingerprint == source.describe().fingerprint
    with pytest.raises(NotFound):
        target.get(gone)
    assert check_graph(target).tombstones == check_graph(source).tombstones != ()


def test_a_target_that_holds_something_else_is_left_alone(kept: Store) -> None:
    source = filled(graph_on(MemoryStore()))
    target = graph_on(kept, "taken")
    target.remember("这里已经有别的东西")
    before = target.describe()
    with pytest.raises(Conflict, match="holds memory"):
        copy(source, target)
    assert target.describe() == before
