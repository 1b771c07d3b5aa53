"""One JSON form for every answer: nothing of a value is forgotten, nothing of a store shows."""

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

import graphcue
from graphcue.errors import InvalidCursor
from graphcue.graph import (
    Answer,
    Because,
    Branch,
    Broadening,
    Counts,
    Edge,
    Explanation,
    Item,
    Leaf,
    Listing,
    MemoryGraph,
    Outcome,
    Result,
    Step,
)
from graphcue.ingestion import Report
from graphcue.model import NO_TIME, Memory, Moment
from graphcue.presentation import (
    answer_json,
    because_json,
    branch_json,
    broadening_json,
    counts_json,
    description_json,
    edge_word,
    explanation_json,
    instant_text,
    item_json,
    leaf_json,
    listing_json,
    memory_json,
    moment_text,
    outcome_json,
    relations_json,
    report_json,
    result_json,
    settings_json,
    step_json,
    to_text,
)
from graphcue.settings import Settings, table

NOT_SHOWN = {"updated_at", "revision", "thread", "document", "position", "caption", "asks", "contributions"}
"""Fields of a memory that a store stamps on it, or that follow from the rest."""


@pytest.fixture
def graph() -> Iterator[MemoryGraph]:
    with graphcue.open(":memory:", now="2026-01-01T00:00:00Z", zone="Asia/Shanghai") as memory:
        memory.remember(
            "缓存击穿：给热点商品加了 Redis 缓存",
            id="old",
            kind="decision",
            project="订单系统",
            author="林若川",
            people=[{"name": "张三", "org": "研发部", "role": "decider"}],
            entities=["Redis"],
            occurred_at="2025-03-01",
            cues=["订单超时"],
            tags=["运维"],
            metadata={"来源": "周会"},
        )
        memory.remember(
            "热点商品改用逻辑过期",
            id="new",
            kind="decision",
            project="订单系统",
            occurred_at="2025-03-05T09:30+08:00",
            supersedes=["old"],
        )
        yield memory


def names_of(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}


def test_nothing_of_a_value_is_forgotten(graph: MemoryGraph) -> None:
    answer = graph.recall("热点商品 缓存", include_superseded=True, explain=True)
    listing = graph.decisions(include_superseded=True, limit=1)
    assert answer.explanation and answer.results
    result, item = answer.results[0], listing.items[0]
    assert answer_json(answer).keys() == names_of(Answer)
    assert result_json(result).keys() == names_of(Result) | {"path", "hits", "authors", "last_modified"}
    assert leaf_json(result.leaves[0]).keys() == names_of(Leaf)
    assert step_json(Step("a", "FOLLOWS", "b")).keys() == names_of(Step)
    assert explanation_json(answer.explanation).keys() == names_of(Explanation)
    assert branch_json(answer.explanation.trees[0]).keys() == names_of(Branch)
    assert because_json(Because()).keys() == names_of(Because)
    assert broadening_json(Broadening("prefix", "a", ())).keys() == names_of(Broadening)
    assert listing_json(listing).keys() == names_of(Listing)
    assert item_json(item).keys() == names_of(Item)
    assert outcome_json(Outcome("a", "created")).keys() == names_of(Outcome) - {"error"}
    assert counts_json(Counts()).keys() == names_of(Counts)
    assert report_json(Report()).keys() == names_of(Report)


def test_a_memory_reads_the_same_from_every_store(graph: MemoryGraph) -> None:
    shown = memory_json(graph.get("old"))
    assert shown.keys() == (names_of(Memory) - NOT_SHOWN) | {"cues", "tags", "titles", "places", "metadata"}
    assert shown == {
        "id": "old",
        "content": "缓存击穿：给热点商品加了 Redis 缓存",
        "kind": "decision",
        "status": "",
        "project": "订单系统",
        "author": "林若川",
        "occurred_at": "2025-03-01",
        "valid_from": None,
        "valid_until": None,
        "recorded_at": "2026-01-01T00:00:00Z",
        "superseded_at": "2025-03-05T01:30:00Z",
        "cues": ["订单超时"],
        "tags": ["运维"],
        "titles": [],
        "places": [],
        "metadata": {"来源": "周会"},
        "key": "",
    }


def test_an_answer_is_plain_json_and_its_points_add_up(graph: MemoryGraph) -> None:
    shown = answer_json(graph.recall("缓存击穿怎么处理的", include_superseded=True))
    assert json.loads(to_text(shown)) == shown
    first = shown["results"][0]
    assert first["memory"]["id"] == "old"
    assert sum(leaf["points"] for leaf in first["leaves"]) == first["score"]
    assert (
        first["names"]
        == [
            {"role": "author", "name": "林若川"},
            {"role": "decider", "name": "张三"},
            {"role": "mention", "name": "Redis"},
        ]
        or {"role": "decider", "name": "张三"} in first["names"]
    )
    assert first["superseded_by"] == ["new"]
    assert shown["explanation"] is None


def test_an_empty_answer_says_why(graph: MemoryGraph) -> None:
    shown = answer_json(graph.recall("？"))
    assert (shown["results"], shown["reason"]) == ([], "no_cues")


def test_pages_go_on_with_a_cursor_that_can_be_pasted(graph: MemoryGraph) -> None:
    first = listing_json(graph.decisions(include_superseded=True, limit=1))
    assert first["after"].isascii() and "\x1f" not in first["after"] and " " not in first["after"]
    second = graph.decisions(include_superseded=True, limit=1, after=first["after"])
    assert [item.memory.id for item in second.items] == ["new"]
    assert listing_json(second)["after"] is None


@pytest.mark.parametrize("written", ["", "zzz", "好", "a b", "AAAA", "MTIz"])
def test_what_is_no_cursor_is_refused(graph: MemoryGraph, written: str) -> None:
    with pytest.raises(InvalidCursor):
        graph.decisions(after=written)


def test_relations_name_people_and_other_memories(graph: MemoryGraph) -> None:
    edges = graph.relations("old")
    called = graph.called(edge.target for edge in edges)
    shown = relations_json(edges, called)
    assert {"edge": "decider", "source": "old", "name": "张三@研发部"}.items() <= next(
        one for one in shown if one["edge"] == "decider"
    ).items()
    assert {"edge": "supersedes", "source": "new", "target": "old", "name": ""}.items() <= next(
        one for one in shown if one["edge"] == "supersedes"
    ).items()
    assert relations_json([Edge("FOLLOWS", "new", "old")], {})[0]["edge"] == "follows"


def test_what_a_namespace_holds(graph: MemoryGraph) -> None:
    shown = description_json(graph.describe(), graph.namespace)
    assert (shown["namespace"], shown["memories"], shown["counts"]["SUPERSEDES"]) == ("default", 2, 1)
    assert int(shown["fingerprint"], 16) == graph.describe().fingerprint


def test_every_setting_has_its_value() -> None:
    shown = settings_json(table(), Settings(max_results=9))
    assert [row["name"] for row in shown] == [field.name for field in fields(Settings)]
    assert {"name": "max_results", "variable": "GRAPHCUE_MAX_RESULTS", "value": 9}.items() <= shown[1].items()


def test_edges_are_called_as_people_call_them() -> None:
    words = [edge_word(edge) for edge in ("AUTHORED_BY", "MENTIONS", "RELATED_TO", "FOLLOWED_BY")]
    assert words == ["author", "mention", "related_to", "followed_by"]


@pytest.mark.parametrize(
    ("ms", "text"),
    [(None, None), (NO_TIME, None), (2**60, None), (0, "1970-01-01T00:00:00Z"), (1_500, "1970-01-01T00:00:01.500Z")],
)
def test_instants_are_in_utc(ms: int | None, text: str | None) -> None:
    assert instant_text(ms) == text


def test_times_stay_as_they_were_written() -> None:
    assert moment_text(Moment(1_740_758_400_000, 480, "day")) == "2025-03-01"
    assert moment_text(Moment(1_740_758_400_000, 480, "minute")) == "2025-03-01T00:00+08:00"
    assert moment_text(None) is None


@pytest.mark.parametrize(
    "value",
    [
        "缓存 cache",
        "a\x1b[31mb\x9b\u2028\u202ec\n",
        "\U0001f600",
        "\U0001f468\u200d\U0001f469",
        {"键": [1, None, True]},
    ],
)
def test_json_is_one_printable_line_that_means_the_same(value: Any) -> None:
    text = to_text(value)
    assert text.isprintable()
    assert json.loads(text) == value


def test_han_characters_are_not_escaped() -> None:
    assert to_text({"project": "订单系统"}) == '{"project": "订单系统"}'
