"""Tests of `graphcue.recall.candidates`: the budget, the best evidence of a row, names and dates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.graph import MemoryGraph
from graphcue.model import Record
from graphcue.recall.candidates import admit, candidate, row_leads
from graphcue.recall.values import Asked, AskedRow
from graphcue.stores.contract import Outline
from tests.conftest import Graph

OUTLINE = Outline("m", 0, "", "", "", "note", "", "", 0)


def test_whole_cues_are_admitted_rarest_first_while_they_fit() -> None:
    frequencies = {"a": 5, "b": 2, "c": 3, "d": 2}
    found = admit(frequencies, frequencies, 7)
    assert (found.admitted, found.dropped, found.postings) == (("b", "d", "c"), ("a",), 7)


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(1, 50)), st.integers(1, 100))
def test_a_budget_cuts_at_the_same_place_and_never_everything(frequencies: dict[str, int], budget: int) -> None:
    found = admit(frequencies, frequencies, budget)
    assert admit(list(reversed(frequencies)), frequencies, budget) == found
    assert sorted((*found.admitted, *found.dropped)) == sorted(frequencies)
    assert bool(found.admitted) == bool(frequencies)
    assert found.postings <= budget or len(found.admitted) == 1
    if found.dropped:
        assert found.postings + frequencies[found.dropped[0]] > budget


def test_the_best_cue_of_a_row_is_its_evidence() -> None:
    rows = (AskedRow("x", (("word:x", 1000), ("char:x", 700)), True, 1), AskedRow("y", (("word:y", 500),), True, 1))
    asked = Asked(rows, (("pair:x y", 100),), (), (), (), {}, 9)
    found = candidate(
        OUTLINE, {"word:x": 900, "char:x": 2000, "pair:x y": 1000, "word:z": 5}, row_leads(asked), dict(asked.pairs)
    )
    assert found.rows == {0: 1400}
    assert found.pairs == 100


def test_a_cut_is_told_and_lifted_while_the_answer_is_short(graph: Graph) -> None:
    memory = graph(posting_budget=10, posting_budget_max=10)
    memory.remember_all([Record(f"缓存 {i}") for i in range(30)])
    memory.remember("缓存 击穿")
    cut = memory.recall("缓存击穿", explain=True, limit=3)
    assert cut.truncated
    assert cut.results[0].memory.content == "缓存 击穿"
    assert cut.explanation is not None
    assert "word:缓存" in cut.explanation.dropped
    wide = graph(posting_budget=10, posting_budget_max=1000).recall("缓存击穿", limit=3)
    assert len(wide.results) == 3
    assert not graph(posting_budget=1000).recall("缓存击穿").truncated


def test_one_cue_beyond_the_budget_is_followed_to_its_newest(graph: Graph) -> None:
    memory = graph(posting_budget=5, posting_budget_max=5)
    memory.remember_all([Record(f"cache {i}", id=f"m{i}") for i in range(4)])
    for i in range(10, 20):
        memory.remember(f"cache {i}", id=f"m{i}", occurred_at=f"2025-01-{i}")
    found = memory.recall("cache", limit=20)
    assert found.truncated
    assert {"m19", "m18", "m17", "m16", "m15"} <= {one.memory.id for one in found.results}


@pytest.mark.parametrize("chosen", [{"project": "a"}, {"kinds": ["decision"]}, {"status": "s"}, {"since": "2025"}])
def test_filters_come_before_every_cut(graph: Graph, chosen: dict[str, object]) -> None:
    memory = graph(candidates=3)
    memory.remember_all([Record(f"缓存 缓存 {i}", project="b") for i in range(20)])
    memory.remember("缓存 与许多别的事情一起说到", project="a", kind="decision", status="s", occurred_at="2025-05-05")
    found = memory.recall("缓存", **chosen)  # type: ignore[arg-type]
    assert [one.memory.project for one in found.results] == ["a"]


def test_a_question_of_a_time_finds_what_happened_then_and_what_says_it(graph: Graph) -> None:
    memory = graph()
    memory.remember("码头", occurred_at="2025-03-05")
    memory.remember("机场", occurred_at="2024-03-05")
    memory.remember("2025年3月")
    memory.remember("2024年3月")
    assert [one.memory.content for one in memory.recall("2025年3月").results] == ["2025年3月", "码头"]


def test_a_name_leads_to_what_it_is_tied_to(memory: MemoryGraph) -> None:
    memory.remember("定了", people=[{"name": "莫岚", "role": "decider"}])
    memory.remember("别的")
    found = memory.recall("莫岚")
    assert [one.memory.content for one in found.results] == ["定了"]
    assert [step.edge for step in found.results[0].path] == ["DECIDED_BY"]


def test_what_tells_of_the_one_who_asks_moves_up(graph: Graph) -> None:
    world = graph()
    world.remember("Noor keeps the ledger of the mill", id="hers", occurred_at="2025-01-01")
    world.remember("Somebody keeps the ledger of the mill", id="other", occurred_at="2025-01-02")
    found = [result.memory.id for result in world.recall("<Noor>: who keeps the ledger?").results]
    assert found == ["hers", "other"]
    assert [result.memory.id for result in world.recall("who keeps the ledger?").results] == ["other", "hers"]
