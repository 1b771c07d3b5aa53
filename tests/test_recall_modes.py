"""The modes of recall on every store: each keeps what it says, before the cut, and any two combine."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from graphcue.errors import InvalidInput, InvalidTime, NotFound
from graphcue.graph import Answer, MemoryGraph
from graphcue.graph_modes import per_mille, range_of
from graphcue.language.lengths import estimated_tokens
from graphcue.model import Record
from graphcue.records import record_of
from graphcue.settings import Settings
from tests.conftest import NOW, Graph

WORLD: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ferry", "渡口项目的排班表由莫岚维护，排班每周一更新", {"occurred_at": "2025-11-03", "people": ["莫岚"]}),
    ("frozen", "渡口项目预算冻结，等年会以后再议", {"occurred_at": "2025-12-10", "entities": ["预算委员会"]}),
    ("stampede", "缓存击穿：热点商品的缓存过期后请求全部打到数据库", {"occurred_at": "2025-10-01", "tags": ["缓存"]}),
    ("warmup", "缓存预热改到凌晨三点，击穿的风险小了", {"occurred_at": "2026-01-02", "people": ["莫岚"]}),
    ("timeout", "The order service timed out because the pool was empty", {"occurred_at": "2025-10-16"}),
    (
        "pool",
        "A larger pool would only hide the order problem; it never timed out before",
        {"occurred_at": "2025-09-01"},
    ),
    ("banana", "Bananas for the office kitchen, ordered by Ana", {"people": ["Ana"]}),
    ("hamlet", "to be or not to be", {}),
)


def fill(memory: MemoryGraph) -> MemoryGraph:
    memory.remember_all(record_of(text, memory.settings, id=id, project="渡口", **fields) for id, text, fields in WORLD)
    return memory


@pytest.fixture
def world(graph: Graph) -> MemoryGraph:
    return fill(graph())


def ids(answer: Answer) -> list[str]:
    return [one.memory.id for one in answer.results]


# exact_match


PHRASES = (
    ("缓存击穿", {"stampede"}),
    ("緩存擊穿", {"stampede"}),
    ("「缓存击穿」", {"stampede"}),
    ("渡口项目", {"ferry", "frozen"}),
    ("the ORDER  service timed out", {"timeout"}),
    ("timed out", {"timeout", "pool"}),
    ("ana", {"banana"}),
    ("not to be", {"hamlet"}),
    ("存击", {"stampede"}),
    ("排班 由", set()),
)


def test_exact_match_keeps_what_contains_the_phrase(world: MemoryGraph) -> None:
    for phrase, found in PHRASES:
        assert set(ids(world.recall(phrase, exact_match=True))) == found, phrase


def test_exact_match_looks_beyond_the_candidates(graph: Graph) -> None:
    memory = graph(candidates=5)
    memory.remember_all(Record(f"预算 会议 记录 {n}") for n in range(30))
    memory.remember("很早以前说过：记录会议预算的事以后不做", id="old", occurred_at="2010-01-01")
    assert len(memory.recall("会议 预算", limit=5).results) == 5
    assert ids(memory.recall("会议预算", exact_match=True)) == ["old"]


def test_a_phrase_gives_points_that_are_told(world: MemoryGraph) -> None:
    (one,) = world.recall("缓存击穿", exact_match=True).results
    assert sum(leaf.points for leaf in one.leaves) == one.score
    assert "holds the phrase" in {leaf.label for leaf in one.leaves}


# min_score


def test_min_score_cuts_by_the_share_of_the_question_that_a_memory_matches_itself(world: MemoryGraph) -> None:
    plain = world.recall("渡口 排班 预算", limit=100)
    shares = {one.memory.id: one.relevance for one in plain.results}
    assert shares["ferry"] < 1000 and shares["frozen"] < 1000 and max(shares.values()) > 400
    for share in (0.1, 0.3, 0.5, 0.9, 1.0):
        kept = {id for id, relevance in shares.items() if relevance >= per_mille(share)}
        assert set(ids(world.recall("渡口 排班 预算", limit=100, min_score=share))) == kept
    assert ids(world.recall("渡口 预算 冻结", min_score=1)) == ["frozen"]


def test_a_word_that_no_memory_has_weighs_too(world: MemoryGraph) -> None:
    assert ids(world.recall("渡口 火星", min_score=0.9)) == []
    assert set(ids(world.recall("渡口", min_score=0.9))) >= {"ferry", "frozen"}


# date_range


RANGES: tuple[tuple[Any, set[str]], ...] = (
    ("2025-10", {"stampede"}),
    ("2025-09..2025-10", {"stampede"}),
    ("..2025", {"stampede"}),
    ("2025-12..", {"warmup"}),
    (("2025-12", None), {"warmup"}),
    (("2025-10-01", "2026-01-02"), {"stampede", "warmup"}),
    ("上周五", {"warmup"}),
    ("last week", {"warmup"}),
)


def test_date_range_filters(world: MemoryGraph) -> None:
    for range, found in RANGES:
        assert set(ids(world.recall("缓存 击穿", date_range=range, min_score=0.1))) == found, range
        start, end = range_of(range, NOW, Settings().tzinfo)
        times = [one.memory.order_time for one in world.recall("缓存 击穿", date_range=range, limit=100).results]
        assert times and all((start is None or start <= time) and (end is None or time < end) for time in times)


def test_date_range_filters_before_the_cut(graph: Graph) -> None:
    memory = graph(candidates=5, posting_budget=5, posting_budget_max=5)
    memory.remember_all(Record(f"预算会议 {n}") for n in range(30))
    memory.remember("预算会议", id="old", occurred_at="2010-05-05")
    assert ids(memory.recall("预算会议 old", date_range="2010")) in (["old"], [])
    assert ids(graph(candidates=5).recall("预算会议", date_range="2010")) == ["old"]


@pytest.mark.parametrize("range", ["火星", "2026..2025", "..", ("a", "b", "c"), "2026-13"])
def test_a_range_that_is_none_is_an_error(memory: MemoryGraph, range: Any) -> None:
    memory.remember("缓存")
    with pytest.raises(InvalidTime):
        memory.recall("缓存", date_range=range)


# related_to, match, sort_by, limits


def test_related_to_keeps_what_is_tied_to_a_person_or_entity(world: MemoryGraph) -> None:
    assert set(ids(world.recall("渡口 缓存 预算", related_to="莫岚"))) == {"ferry", "warmup"}
    assert ids(world.recall("渡口 缓存 预算", related_to="预算委员会")) == ["frozen"]
    with pytest.raises(NotFound):
        world.recall("渡口", related_to="查无此人")


EVERY_CUE: tuple[tuple[str, set[str]], ...] = (
    ("缓存 击穿", {"stampede", "warmup"}),
    ("缓存 预热", {"warmup"}),
    ("渡口 排班 预算", set()),
    ("order pool", {"timeout", "pool"}),
    ("order 火星", set()),
    ("2025年10月 缓存", {"stampede"}),
)


def test_match_all_keeps_what_has_every_cue(world: MemoryGraph) -> None:
    for question, found in EVERY_CUE:
        assert set(ids(world.recall(question, match="all"))) == found, question


def test_sort_by_date_reorders_the_answer_and_not_the_selection(world: MemoryGraph) -> None:
    for size in (1, 2, 3, 6):
        scored, dated = world.recall("渡口 缓存", limit=size), world.recall("渡口 缓存", limit=size, sort_by="date")
        assert sorted(ids(scored)) == sorted(ids(dated))
        times = [one.memory.order_time for one in dated.results]
        assert times == sorted(times, reverse=True)


def test_six_results_unless_the_call_says_otherwise(world: MemoryGraph) -> None:
    assert len(world.recall("渡口 缓存 order bananas 预算").results) == 6
    assert len(world.recall("渡口 缓存 order bananas 预算", max_results=100).results) > 6
    assert len(world.recall("渡口 缓存", max_results=1).results) == 1
    for size in (0, 101, True, "5"):
        with pytest.raises(InvalidInput):
            world.recall("渡口", max_results=size)  # type: ignore[arg-type]


def test_a_context_budget_is_kept_and_what_does_not_fit_is_told(world: MemoryGraph) -> None:
    plain = world.recall("渡口 缓存", limit=4)
    for budget in (1, 20, 40, 60, 10_000):
        answer = world.recall("渡口 缓存", limit=4, context_budget=budget, explain=True)
        assert sum(estimated_tokens(one.memory.content) for one in answer.results) <= budget
        assert set(ids(answer)) <= set(ids(plain))
        assert answer.explanation is not None
        assert dict(answer.explanation.left_out).get("context_budget", 0) == len(plain.results) - len(answer.results)
    empty = world.recall("渡口 缓存", limit=4, context_budget=1)
    assert (empty.results, empty.reason) == ((), "filtered_out")
    assert empty.because is not None and dict(empty.because.filtered)["context_budget"] == 4


# together


MODES: dict[str, tuple[dict[str, Any], Callable[[MemoryGraph], set[str]]]] = {
    "exact_match": ({"exact_match": True}, lambda _: {"stampede"}),
    "min_score": ({"min_score": 0.99}, lambda _: {"stampede", "warmup"}),
    "date_range": ({"date_range": "2025-10..2026"}, lambda _: {"stampede", "warmup", "ferry", "frozen", "timeout"}),
    "related_to": ({"related_to": "莫岚"}, lambda _: {"warmup", "ferry"}),
    "match": ({"match": "all"}, lambda _: {"stampede", "warmup"}),
    "project": ({"project": "渡口"}, lambda _: {id for id, _, _ in WORLD}),
    "exact": ({"preset": "exact"}, lambda _: {"stampede", "warmup"}),
}


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(MODES), 2)))
def test_any_two_modes_combine(memory: MemoryGraph, one: str, other: str) -> None:
    world = fill(memory)
    both = MODES[one][0] | MODES[other][0]
    expected = MODES[one][1](world) & MODES[other][1](world)
    found = set(ids(world.recall("缓存击穿", limit=100, **both)))
    assert found <= expected
    assert {"stampede"} & expected <= found
    again = world.recall("缓存击穿", limit=100, sort_by="date", **both)
    assert set(ids(again)) == found


QUESTIONS = ("缓存击穿", "渡口 排班 预算", "order pool timed out", "莫岚", "not to be", "2025年10月", "火星 kangaroo")
ALL_MODES: tuple[dict[str, Any], ...] = (
    {},
    {"explain": True},
    {"exact_match": True},
    {"min_score": 0.5, "sort_by": "date"},
    {"date_range": "2025", "match": "all"},
    {"related_to": "莫岚", "context_budget": 30},
    {"preset": "exact", "explain": True},
    {"preset": "notes", "max_results": 2},
)


@pytest.fixture(scope="module")
def reference() -> Iterator[MemoryGraph]:
    from graphcue.stores.memory import MemoryStore
    from tests.conftest import graph_on

    with graph_on(MemoryStore()) as made:
        yield fill(made)


def test_every_store_gives_the_same_answers(world: MemoryGraph, reference: MemoryGraph) -> None:
    shown = 0
    for question in QUESTIONS:
        for modes in ALL_MODES:
            answer = world.recall(question, receipt=True, **modes)
            assert answer == reference.recall(question, receipt=True, **modes)
            shown += len(answer.results)
    assert shown > 60


@pytest.mark.parametrize(
    "wrong",
    [
        {"match": "some"},
        {"sort_by": "name"},
        {"min_score": 1.5},
        {"min_score": -1},
        {"min_score": "half"},
        {"min_score": float("nan")},
        {"context_budget": 0},
        {"preset": "loud"},
        {"exact_match": 1},
        {"limit": 3, "max_results": 4},
    ],
)
def test_a_mode_that_does_not_exist_is_an_error_that_names_it(memory: MemoryGraph, wrong: dict[str, Any]) -> None:
    memory.remember("缓存")
    with pytest.raises(InvalidInput) as caught:
        memory.recall("缓存", **wrong)
    assert list(wrong)[-1] in str(caught.value.fields.values()) + str(caught.value)


def test_a_share_is_taken_in_thousandths() -> None:
    assert [per_mille(share) for share in (0, 0.3333, 0.58, 1)] == [0, 333, 580, 1000]


def test_a_range_has_half_open_ends() -> None:
    zone = Settings().tzinfo
    assert range_of(None, NOW, zone) == (None, None)
    start, end = range_of("2026-01-01..2026-01-01", NOW, zone)
    assert start is not None and end is not None and end - start == 86_400_000
    assert range_of("2026..", NOW, zone)[1] is None
