"""Tests of `graphcue.recall.constraints`: amounts and dates of a question, on every store."""

from datetime import date, timedelta

import pytest

from graphcue.graph import MemoryGraph
from graphcue.recall.constraints import MOST_KEYS
from graphcue.recall.values import FILTERED_OUT
from tests.conftest import Graph

ORDERS = 2024, 12


@pytest.fixture
def shop(graph: Graph) -> MemoryGraph:
    memory = graph()
    memory.remember("少糖早餐：燕麦粥加一个水煮蛋", tags=["饮食", "低糖"], id="a")
    memory.remember("少糖午餐：鸡胸肉沙拉配糙米", tags=["饮食", "低糖"], id="b")
    memory.remember("2024-12-01 用户莫岚买了 200 元的课程", tags=["订单", "用户"], id="c")
    return memory


def found(memory: MemoryGraph, question: str, **options: object) -> list[str]:
    return [result.memory.id for result in memory.recall(question, limit=20, **options).results]


def test_a_bound_filters_and_the_result_shows_date_amount_and_tag(shop: MemoryGraph) -> None:
    best = shop.recall("2024年12月买过100元以上的用户有哪些").results[0]
    assert best.memory.id == "c"
    leaves = {leaf.label: leaf.cue for leaf in best.leaves}
    assert leaves["100元以上"] == "amount:CNY:03:200"
    assert leaves["用户"] == "tag:用户" and "date" in leaves
    assert found(shop, "低糖") == ["b", "a"] or found(shop, "低糖") == ["a", "b"]


@pytest.mark.parametrize("question", ["2024年12月买过400元以上的用户有哪些", "400元以上的用户"])
def test_a_bound_that_nothing_meets_is_the_reason(shop: MemoryGraph, question: str) -> None:
    answer = shop.recall(question)
    assert not answer.results and answer.reason == FILTERED_OUT
    assert answer.because is not None and answer.because.filtered == (("amount 400元以上", 1),)


def test_a_bound_alone_finds_what_meets_it(shop: MemoryGraph) -> None:
    assert found(shop, "100元以上") == ["c"]
    answer = shop.recall("400元以上")
    assert not answer.results and answer.reason == FILTERED_OUT


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("预算超过五万", {"预算5.1万"}),
        ("5万以内的预算", {"预算4.9万", "预算5万", "预算五万"}),
        ("budget over 50k", {"预算5.1万"}),
        ("USD budget of 50k or more", {"预算 50,000 USD"}),
        ("预算", {"预算4.9万", "预算5万", "预算5.1万", "预算 50,000 USD", "预算五万"}),
    ],
)
def test_bounds_over_ways_of_writing(graph: Graph, question: str, wanted: set[str]) -> None:
    memory = graph()
    for text in ("预算4.9万", "预算5万", "预算5.1万", "预算 50,000 USD", "预算五万"):
        memory.remember(text, id=text)
    assert {*found(memory, question)} == wanted


def test_a_bound_over_more_amounts_than_have_a_row_still_filters(graph: Graph) -> None:
    memory = graph()
    records = [f"第{n}号订单 {n} 元" for n in range(1, MOST_KEYS + 20)]
    for text in records:
        memory.remember(text, id=text)
    assert {*found(memory, f"订单 {MOST_KEYS + 10}元以上")} == {*records[MOST_KEYS + 9 :]}
    every = found(memory, "订单 5元以上")
    assert len(every) == 20 and not {*every} & {*records[:4]}
    assert {*found(memory, "10元以上")} <= {*records[9:]} and len(found(memory, "10元以上")) == 20


def test_exact_match_does_not_filter_by_amounts(shop: MemoryGraph) -> None:
    assert found(shop, "买了 200 元的课程", exact_match=True) == ["c"]
    assert found(shop, "买了 400 元以上的课程", exact_match=True) == []


def test_what_speaks_of_the_date_asked_for_comes_before_what_does_not(graph: Graph) -> None:
    memory = graph()
    for n in range(6):
        memory.remember(f"评审会的安排{'零一二三四五'[n]}", occurred_at="2025-03-03", id=f"other{n}")
    memory.remember("评审会的安排：下周三在三楼", occurred_at="2025-03-05", id="speaks")
    assert found(memory, "2025年3月12日的评审会")[0] == "speaks"
    best = memory.recall("2025年3月12日的评审会", explain=True)
    assert best.explanation is not None
    assert "time:2025-03-12T00:00/2025-03-13T00:00" in dict(best.explanation.cues)
    assert found(memory, "2025年3月12日的评审会", date_range="2025-03-12") == []


def test_days_of_a_week_are_found_by_every_way_of_saying_them(graph: Graph) -> None:
    memory = graph(now=1_767_607_200_000)  # Monday 2026-01-05 10:00
    first = date(2025, 12, 29)
    for n in range(7):
        day = first + timedelta(days=n)
        memory.remember(f"第{'一二三四五六七'[n]}篇日记", occurred_at=str(day), id=str(day))
    assert found(memory, "上周三")[0] == "2025-12-31"
    assert found(memory, "last Friday")[0] == "2026-01-02"
    assert found(memory, "元旦")[0] == "2026-01-01"
    december = {"2025-12-29", "2025-12-30", "2025-12-31"}
    assert {*found(memory, "上个月底")[:3]} == {*found(memory, "去年")[:3]} == december
