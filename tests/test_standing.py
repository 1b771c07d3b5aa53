"""Tests of `graphcue.recall.standing`, `diversity` and `presets`: nothing unless asked for, integers, leaves that add up."""

import json
from datetime import datetime

import pytest

from graphcue.errors import InvalidInput
from graphcue.graph import Answer
from graphcue.graph_counters import counted
from graphcue.model import Place, Record
from graphcue.recall.diversity import diversity
from graphcue.recall.presets import PRESETS, checked_preset, chosen_by, source_type, with_preset
from graphcue.recall.standing import DAY, authorities, remaining
from graphcue.recall.values import Candidate, Ranked
from graphcue.settings import Settings
from graphcue.stores.contract import Outline
from tests.conftest import Graph


def ids(answer: Answer) -> list[str]:
    return [one.memory.id for one in answer.results]


def leaves(answer: Answer, label: str) -> dict[str, int]:
    for one in answer.results:
        assert sum(leaf.points for leaf in one.leaves) == one.score
    return {one.memory.id: leaf.points for one in answer.results for leaf in one.leaves if leaf.label == label}


@pytest.mark.parametrize(
    ("days", "left"), [(-5, 1000), (0, 1000), (45, 750), (90, 500), (135, 375), (180, 250), (900, 0), (10**6, 0)]
)
def test_half_is_left_after_each_half_life(days: int, left: int) -> None:
    assert remaining(days * DAY, 90) == left


def test_age_counts_only_when_set(graph: Graph) -> None:
    plain = graph()
    plain.remember("预算 会议 讨论", id="old", occurred_at="2020-01-01")
    plain.remember("预算 会议", id="new", occurred_at="2026-01-01")
    plain.remember("预算 会议 讨论 结果", id="undated")
    question = "预算 会议 讨论"
    assert leaves(plain.recall(question), "fades with age") == {}
    fading = graph(decay=500).recall(question)
    lost = leaves(fading, "fades with age")
    assert lost.keys() == {"old", "new"} and lost["old"] < 0
    assert {one.memory.id: one.score for one in fading.results}["undated"] == {
        one.memory.id: one.score for one in plain.recall(question).results
    }["undated"]
    assert graph(decay=500, now=0).recall(question).results == plain.recall(question).results


def test_authority_is_that_of_the_longest_path_else_of_the_kind(graph: Graph) -> None:
    memory = graph()
    memory.remember("预算 会议", id="decided", kind="decision")
    memory.remember("预算 会议", id="noted", project="a")
    question = "预算 会议"
    told = leaves(graph(authority="decision=1500 note=500").recall(question), "authority of its source")
    assert told["decided"] > 0 > told["noted"]
    assert authorities("decision=1300 chat/=700") == {"decision": 1300, "chat/": 700}
    for wrong in ("decision", "=5", "decision=-1", "decision=１", "a=10001"):
        with pytest.raises(InvalidInput):
            graph(authority=wrong).recall(question)


def test_too_many_of_one_document_or_month_stand_behind(graph: Graph) -> None:
    memory = graph()
    pages = {
        "a.md": [Record(f"预算 会议 {n}", id=f"a{n}") for n in range(4)],
        "b.md": [Record("预算 会议 之后的一些别的事情", id="b0")],
    }
    for document, records in pages.items():
        memory.replace_documents(
            {
                document: [
                    Record(one.content, id=one.id, place=Place(document, 1, 1, n)) for n, one in enumerate(records)
                ]
            }
        )
    plain = ids(graph().recall("预算 会议", preset="chat"))
    assert plain.index("b0") == 4
    assert ids(graph(per_document=1).recall("预算 会议", preset="chat"))[:2] == ["a0", "b0"]
    assert sorted(ids(graph(per_document=1).recall("预算 会议"))) == sorted(plain)
    assert ids(graph().recall("预算 会议", preset="notes"))[3] == "b0"


def ranked(id: str, time: str, score: int) -> Ranked:
    ms = int(datetime.fromisoformat(time).timestamp()) * 1000
    return Ranked(Candidate(Outline(id, ms, "", "", "", "note", "", "", 0), {}, {}), score, (), 1000)


def test_months_are_those_of_the_zone() -> None:
    three = [
        ranked("dec", "2025-12-31T23:30:00+08:00", 3),
        ranked("nov", "2025-12-30T23:30:00+08:00", 2),
        ranked("jan", "2026-01-01T00:30:00+08:00", 1),
    ]
    for zone, expected in (("Asia/Shanghai", ["dec", "jan", "nov"]), ("UTC", ["dec", "nov", "jan"])):
        found = diversity(three, Settings(zone=zone, per_month=1), source_type)
        assert [one.candidate.outline.id for one in found] == expected
    assert diversity(three, Settings(), source_type) == tuple(three)


def test_a_preset_is_chosen_by_what_is_found_and_shown(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存 击穿", project="notes")
    memory.remember("预算 通过", kind="decision", project="minutes")
    memory.remember("周末 爬山", author="林若川", occurred_at="2026-01-01T10:00", project="chat")
    chosen = {question: memory.recall(question).preset for question in ("缓存", "预算", "爬山", "火星")}
    assert chosen == {"缓存": "notes", "预算": "minutes", "爬山": "chat", "火星": ""}
    assert memory.recall("缓存", preset="exact").preset == "exact"


def test_exact_asks_for_nothing_but_the_words(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存击穿", id="a", project="p", occurred_at="2026-01-01T10:00")
    memory.remember("然后呢", id="b", project="p", occurred_at="2026-01-01T10:05")
    memory.remember("cache stampede", id="c")
    assert {"a", "b", "c"} <= set(ids(memory.recall("缓存")))
    assert ids(memory.recall("缓存", preset="exact")) == ["a"]


def test_presets_have_names_and_help_and_only_known_settings() -> None:
    assert set(PRESETS) == {"chat", "notes", "minutes", "exact"}
    assert all(one.help for one in PRESETS.values())
    for name in PRESETS:
        assert with_preset(Settings(), checked_preset(name)) is not None
    assert with_preset(Settings(), "") == with_preset(Settings(), "chat") == Settings()
    with pytest.raises(InvalidInput):
        checked_preset("loud")


def test_what_the_user_sets_stays() -> None:
    note = Candidate(Outline("a", 0, "", "", "", "note", "", "", 0), {}, {})
    assert chosen_by(Settings(), [note])[1].per_document == 3
    assert chosen_by(Settings(per_document=1), [note])[1].per_document == 1


def test_recalls_are_counted_only_when_asked_for(graph: Graph) -> None:
    memory = graph()
    for id in ("a", "b", "c"):
        memory.remember("预算 会议" if id != "c" else "食堂", id=id)
    before = memory.describe()
    plain = memory.recall("预算")
    assert memory.recall_counts() == {}
    counting = graph(count_recalls=1)
    for _ in range(3):
        assert counting.recall("预算") == plain  # a count changes no later answer
    counting.recall("食堂", limit=1)
    assert counting.recall_counts() == {"a": 3, "b": 3, "c": 1}
    assert counting.recall_counts(["c", "x"]) == {"c": 1}
    after = memory.describe()
    assert (after.fingerprint, after.revision) == (before.fingerprint, before.revision)


def test_the_frequency_penalty_is_told_and_its_counts_are_in_the_receipt(graph: Graph) -> None:
    counting = graph(count_recalls=1)
    counting.remember("预算 会议", id="often")
    counting.remember("预算 会议 结果 已经 发布", id="seldom")
    for _ in range(7):
        counting.recall("预算", limit=1)
    assert counting.recall_counts() == {"often": 7}
    penal = graph(frequency_penalty=200)
    answer = penal.recall("预算", receipt=True)
    assert ids(answer) == ["seldom", "often"]
    assert leaves(answer, "recalled often").keys() == {"often"}
    assert answer.receipt is not None and dict(answer.receipt.counters) == {"often": 7}
    for _ in range(40):
        counting.recall("预算", limit=1)
    again = graph().replay_answer(answer.receipt)
    assert again.same and again.answer == answer
    assert penal.recall("预算") != answer
    assert counting.recall_counts()["often"] == 47


def test_of_too_many_counts_those_recalled_last_are_kept() -> None:
    state = ""
    for now in range(3):
        state = counted(state, [f"m{number}" for number in range(now * 4_000, (now + 1) * 4_000)], now)
    kept = json.loads(state)
    assert len(kept) == 10_000
    assert {"m8000", "m11999", "m4000"} <= kept.keys() and "m3999" not in kept
