"""Tests of `graphcue.graph`: the front door."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import graphcue
from graphcue.errors import InvalidInput, InvalidTime, NotFound, TooLarge, UnknownNamespace, Unsupported
from graphcue.graph import MemoryGraph
from graphcue.model import Record
from tests.conftest import Graph
from tests.graph_checks import check_graph

MS = 86_400_000


def test_what_was_remembered_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    url = str(tmp_path / "g.db")
    with graphcue.open(url, now="2026-01-05") as memory:
        id = memory.remember("缓存击穿", author="林若川").id
    with graphcue.open(url, now=datetime(2026, 1, 6, tzinfo=UTC), max_results=1) as memory:
        assert memory.get(id).author == "林若川"
        assert memory.recall("缓存").results[0].memory.recorded_at == 1_767_571_200_000
        assert memory.settings.max_results == 1


def test_a_setting_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(InvalidInput):
        graphcue.open(":memory:", colour="red")
    with pytest.raises(InvalidTime):
        graphcue.open(":memory:", now="soon")
    for url in ("", " ", "redis://x"):
        with pytest.raises(InvalidInput):
            graphcue.open(url)


def test_the_default_namespace_may_be_empty_and_others_must_exist(graph: Graph) -> None:
    assert graph().recall("x").reason == "store_empty"
    for call in (lambda g: g.recall("x"), lambda g: g.describe(), lambda g: g.get("m"), lambda g: g.decisions()):
        with pytest.raises(UnknownNamespace) as caught:
            call(graph("nowhere"))
        assert caught.value.fields == {"namespace": "nowhere"}
    with pytest.raises(NotFound):
        graph("nowhere").delete("m")
    with pytest.raises(UnknownNamespace):
        graph("nowhere").describe()


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x00", "x" * 201, "🎉", "\ud800"])
def test_a_namespace_has_a_name(graph: Graph, name: str) -> None:
    with pytest.raises(InvalidInput):
        graph(name)


@pytest.mark.parametrize("limit", [0, 101, -1, "3", 1.5, True])
def test_a_recall_gives_one_to_a_hundred(graph: Graph, limit: Any) -> None:
    with pytest.raises(InvalidInput):
        graph().recall("x", limit=limit)


def test_a_question_has_bounds(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存")
    with pytest.raises(TooLarge):
        memory.recall("x" * 20_001)
    assert memory.recall("缓存 " * 6_000).results[0].memory.content == "缓存"


def test_filters_mean_days_of_the_zone(graph: Graph) -> None:
    where = graph(zone="Asia/Shanghai").where
    start = 1_772_294_400_000  # 2026-03-01 00:00 in Shanghai
    assert (where(since="2026-03-01").since, where(until="2026-03-01").until) == (start, start + MS)
    assert where(until="2026-03").until == start + 31 * MS
    assert (where(as_of="2026-03-01").at, where(as_of="2026-03-01").until) == (start + MS - 1, start + MS)
    assert where(as_of="2026-03-01", until="2026-02").until == start
    assert where(known_at="2026-03-01").known_at == start + MS - 1
    assert (where().state, where(include_superseded=True).state) == ("current", "all")
    assert where(project=" a  b ").projects == ("a b",)
    assert where(kinds="decision").kinds == where(kinds=["decision"]).kinds == ("decision",)


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": "2026-02-30"},
        {"since": "2026-02", "until": "2026-01"},
        {"until": 2026},
        {"as_of": datetime(2026, 1, 1, tzinfo=UTC)},
        {"project": 7},
        {"kinds": [""]},
    ],
)
def test_a_wrong_filter_is_an_error(graph: Graph, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        graph().recall("x", **wrong)


def test_relations_show_both_ends(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", id="a", author="张三", project="p", occurred_at="2025-01-01")
    memory.remember("二", id="b", project="p", occurred_at="2025-01-02", resolves="a")
    assert [(edge.type, edge.source) for edge in memory.relations("a")] == [
        ("AUTHORED_BY", "a"),
        ("RESOLVES", "b"),
        ("FOLLOWS", "b"),
    ]
    assert memory.relations("nothing") == ()


def test_lists_and_names_of_nodes(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", project="b", people=[{"name": "张三", "org": "甲"}])
    memory.remember("二", project="a")
    assert memory.listed("Project") == ("a", "b")
    assert memory.listed("Document") == ()
    with pytest.raises(InvalidInput):
        memory.listed("Cue")
    key = check_graph(memory).names[0].key
    assert memory.called([key, "person:x"]) == {key: "张三@甲"}


def test_only_networkx_hands_out_its_graph_and_only_a_copy(memory: MemoryGraph, tmp_path: Path) -> None:
    memory.remember("缓存", id="m")
    copy = memory.to_networkx()
    assert copy.degree[("Memory", "m")] > 0
    copy.clear()
    assert memory.recall("缓存").results
    with graphcue.open(str(tmp_path / "g.db")) as other, pytest.raises(Unsupported):
        other.to_networkx()


def test_what_comes_out_does_not_change_with_what_is_written_later(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存", id="m", tags=["a"], metadata={"k": "v"})
    before = memory.get("m")
    memory.remember_all([Record("新的", id="m")])
    assert (before.content, before.tags, before.metadata) == ("缓存", ("a",), {"k": "v"})
    before.metadata["k"] = "other"
    assert memory.get("m").metadata == {}
