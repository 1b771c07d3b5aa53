"""Tests of `graphcue.recall.expansion`: how far evidence walks, and what it may not pass."""

from typing import Any

import pytest

from graphcue.graph import MemoryGraph
from graphcue.model import Record
from graphcue.recall.expansion import thread_share
from graphcue.recall.values import Result
from graphcue.settings import Settings
from graphcue.stores.contract import Outline
from tests.conftest import Graph

HOUR = 3_600_000
SETTINGS = Settings()


def outline(time: int, grain: str = "second", author: str = "", asks: int = 0) -> Outline:
    return Outline("m", time, grain, author, "p", "note", "", "project:p", asks)


@pytest.mark.parametrize(
    ("giver", "taker", "backwards", "steps", "share"),
    [
        (outline(0), outline(HOUR), False, 1, SETTINGS.near_hours),
        (outline(0), outline(5 * HOUR), True, 1, SETTINGS.near_day),
        (outline(0), outline(50 * HOUR), True, 1, 0),
        (outline(0), outline(HOUR), False, 2, 0),
        (outline(0), outline(HOUR // 6), True, 2, SETTINGS.near_hours),
        (outline(0, "day"), outline(HOUR // 6, "day"), True, 2, 0),
        (outline(0, "day"), outline(HOUR, "day"), False, 1, SETTINGS.near_thread),
        (outline(0, author="a"), outline(1, author="b"), False, 1, SETTINGS.said_before),
        (outline(0, author="a", asks=9), outline(1, author="b"), False, 1, SETTINGS.asked_before),
        (outline(0, author="a"), outline(1, author="b"), True, 1, SETTINGS.said_after),
        (outline(0, author="a"), outline(1, author="b"), False, 2, SETTINGS.said_earlier),
        (outline(0, author="a"), outline(1), False, 1, SETTINGS.near_hours),
    ],
)
def test_what_a_neighbour_in_the_thread_is_handed(
    giver: Outline, taker: Outline, backwards: bool, steps: int, share: int
) -> None:
    assert thread_share(giver, taker, backwards, steps, SETTINGS) == share


def found(memory: MemoryGraph, question: str, **asked: Any) -> dict[str, Result]:
    return {one.memory.id: one for one in memory.recall(question, **asked).results}


def test_what_follows_soon_after_is_found_by_an_edge(graph: Graph) -> None:
    memory = graph()
    memory.remember("下单接口超时", id="m1", project="订单系统", occurred_at="2025-01-06T10:00")
    memory.remember("清缓存用 curl", id="m2", project="订单系统", occurred_at="2025-01-06T11:00")
    memory.remember("食堂周三吃什么", id="m3", project="食堂", occurred_at="2025-01-06T10:30")
    answer = found(memory, "下单接口超时")
    assert list(answer) == ["m1", "m2"]
    assert [(step.source, step.edge, step.target) for step in answer["m2"].path] == [("m1", "FOLLOWED_BY", "m2")]
    assert answer["m1"].path == ()


def test_a_relation_is_walked_both_ways_and_shown(graph: Graph) -> None:
    memory = graph()
    memory.remember("下单接口超时", id="a")
    memory.remember("换了连接池", id="b", resolves="a")
    memory.remember("旧库满了", id="c")
    memory.relate("a", "caused_by", "c")
    answer = found(memory, "下单接口超时")
    assert {id: [step.edge for step in one.path] for id, one in answer.items()} == {
        "a": [],
        "b": ["RESOLVES_BACK"],
        "c": ["CAUSED_BY"],
    }


def test_a_filter_holds_for_what_is_reached_by_an_edge(graph: Graph) -> None:
    memory = graph()
    memory.remember("下单接口超时", id="a", project="p")
    memory.remember("换了连接池", id="b", project="q", resolves="a")
    assert set(found(memory, "下单接口超时")) == {"a", "b"}
    assert set(found(memory, "下单接口超时", project="p")) == {"a"}


def test_a_hub_is_not_walked_through(graph: Graph) -> None:
    memory = graph(hub_degree=5)
    memory.remember("总计划", id="hub")
    memory.remember_all([Record(f"分项 {chr(65 + i)}", id=f"m{i}") for i in range(6)])
    for i in range(5):
        memory.relate(f"m{i}", "depends_on", "hub")
    assert len(found(memory, "总计划")) == 6
    memory.relate("m5", "depends_on", "hub")
    assert list(found(memory, "总计划")) == ["hub"]


def test_evidence_walks_once_and_no_further(graph: Graph) -> None:
    memory = graph()
    for id, text in (("a", "下单接口超时"), ("b", "换了机房"), ("c", "旧库满了")):
        memory.remember(text, id=id)
    memory.relate("a", "related_to", "b")
    memory.relate("b", "related_to", "c")
    assert set(found(memory, "下单接口超时")) == {"a", "b"}
