"""Figures of recall against hand-made worlds, and receipts that repeat."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shared_data import shared

import graphcue as package
from graphcue.errors import Conflict, InvalidInput, SourceError
from graphcue.evaluation import (
    NOW,
    Asked,
    Question,
    check_mode,
    evaluate,
    figures,
    latency,
    read_aliases,
    read_memories,
    read_questions,
)
from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from tests.cli_process import graphcue

FIGURES = ["questions", "R@1", "R@5", "R@10", "R@20", "Hit@5", "Hit@10", "MRR"]

MEMORIES = (
    {
        "id": "a",
        "content": "缓存击穿：给热点商品加了 Redis 缓存",
        "time": "2025-03-01",
        "project": "订单系统",
        "author": "林若川",
    },
    {
        "id": "b",
        "content": "The stock service is asked once per basket",
        "time": "2025-03-02T10:00:00",
        "project": "orders",
    },
    {"id": "c", "content": "Refunds carry an idempotency key", "project": "orders", "source": "chat"},
    {"id": "d", "content": "Refunds are paid within three days", "project": "shop"},
)
QUESTIONS = (
    {"question": "缓存击穿怎么处理的", "gold": ["a"], "kind": "zh"},
    {"question": "refunds", "gold": ["c"], "kind": "en", "project": "订单"},
    {
        "question": "what about the basket?",
        "gold": ["b", "d"],
        "kind": "en",
        "session": "s",
        "before": ["zebra"],
        "rewrite": "refunds",
    },
    {"question": "？", "gold": ["a"]},
)
ALIASES = ({"kind": "project", "alias": "订单", "name": "orders"},)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    for name, objects in (("memories", MEMORIES), ("questions", QUESTIONS), ("aliases", ALIASES)):
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def graph() -> Iterator[MemoryGraph]:
    with package.open(":memory:", now=NOW) as memory:
        yield memory


ARGUMENTS = ("eval", "--memories", "memories.jsonl", "--questions", "questions.jsonl", "--aliases", "aliases.jsonl")


def run(folder: Path, *more: str, seed: str = "0") -> dict[str, Any]:
    ended = graphcue(folder, *ARGUMENTS, "--json", *more, environment={"PYTHONHASHSEED": seed})
    assert (ended.code, ended.err) == (0, "")
    found: dict[str, Any] = ended.json
    return found


def test_the_figures_of_a_small_world(world: Path) -> None:
    found = run(world)
    assert list(found) == ["overall", "by_kind", "latency_ms", "receipt"]
    assert list(found["by_kind"]) == ["en", "none", "zh"]
    assert all(list(part) == FIGURES for part in (found["overall"], *found["by_kind"].values()))
    assert found["by_kind"]["zh"] == dict.fromkeys(FIGURES, 1.0)
    assert found["by_kind"]["none"] == dict.fromkeys(FIGURES, 0.0) | {"questions": 1}
    assert found["by_kind"]["en"]["questions"] == 2
    assert found["by_kind"]["en"]["Hit@5"] == 1.0
    assert found["by_kind"]["en"]["R@1"] == 0.75
    assert list(found["latency_ms"]) == ["p50", "p99"]
    assert 0 < found["latency_ms"]["p50"] <= found["latency_ms"]["p99"]
    assert len(found["receipt"]) == 64


def test_receipts_repeat_in_every_process_and_on_every_store(world: Path) -> None:
    first = run(world, seed="1")
    other = run(world, "--store", "fresh.db", "--namespace", "评测-1", seed="4242")
    for one in (first, other):
        del one["latency_ms"]
    assert first == other


def test_another_answer_is_another_receipt(world: Path) -> None:
    first = run(world)["receipt"]
    line = {"id": "e", "content": "Refunds of baskets", "project": "orders"}
    with (world / "memories.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    assert run(world)["receipt"] != first


def test_without_sessions_what_was_said_before_and_rewritten_forms_change_nothing(world: Path) -> None:
    first = run(world, "--sessions", "none")["receipt"]
    plain = [
        {key: value for key, value in one.items() if key not in ("before", "rewrite", "session")} for one in QUESTIONS
    ]
    (world / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in plain), encoding="utf-8")
    assert run(world, "--sessions", "none")["receipt"] == first


def test_a_store_that_holds_something_is_refused(world: Path) -> None:
    graphcue(world, "remember", "mine", "--store", "mine.db")
    ended = graphcue(world, *ARGUMENTS, "--store", "mine.db")
    assert (ended.code, ended.out) == (4, "")
    assert ended.err.startswith("error: namespace 'default' was written to before")
    assert run(world, "--store", "mine.db", "--namespace", "fresh")["overall"]["questions"] == 4
    assert graphcue(world, *ARGUMENTS, "--store", "mine.db", "--namespace", "fresh").code == 4


def test_the_store_of_the_environment_is_not_touched(world: Path) -> None:
    ended = graphcue(world, *ARGUMENTS, environment={"GRAPHCUE_STORE": "mine.db"})
    assert ended.code == 0
    assert not (world / "mine.db").exists()


def test_people_read_a_table(world: Path) -> None:
    shown = graphcue(world, *ARGUMENTS).out.splitlines()
    assert shown[0].split() == ["kind", *FIGURES]
    assert [line.split()[0] for line in shown[1:5]] == ["en", "none", "zh", "overall"]
    assert len({len(line) for line in shown[:5]}) == 1


def test_another_mode_is_an_error() -> None:
    check_mode("ask")
    with pytest.raises(InvalidInput):
        check_mode("guess")


def test_memories_are_those_of_an_ingest(world: Path, graph: MemoryGraph) -> None:
    evaluate(graph, read_memories(world / "memories.jsonl", graph.settings.tzinfo), [])
    with package.open(":memory:", now=NOW) as other:
        ingest(other, [world / "memories.jsonl"], root=world)
        assert other.describe() == graph.describe()


def test_a_fresh_graph_is_asked_for(graph: MemoryGraph) -> None:
    graph.remember("mine")
    with pytest.raises(Conflict):
        evaluate(graph, [], [])


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("memories", "{", "memories.jsonl:5: not JSON"),
        ("memories", '{"id": "x"}', 'memories.jsonl:5: "content" is missing'),
        ("questions", "{", "questions.jsonl:5: not JSON"),
        ("questions", "[]", "questions.jsonl:5: not a JSON object"),
        ("questions", '{"question": "x"}', 'questions.jsonl:5: "gold"'),
        ("questions", '{"question": "x", "gold": []}', 'questions.jsonl:5: "gold"'),
        ("questions", '{"question": " ", "gold": ["a"]}', 'questions.jsonl:5: "question"'),
        ("questions", '{"question": "x", "gold": ["a"], "kind": 1}', 'questions.jsonl:5: "kind"'),
        ("aliases", '{"kind": "project", "alias": "x"}', 'aliases.jsonl:2: "name"'),
    ],
)
def test_a_bad_line_ends_the_evaluation(world: Path, graph: MemoryGraph, name: str, line: str, words: str) -> None:
    with (world / f"{name}.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(SourceError) as caught:
        read_memories(world / "memories.jsonl", graph.settings.tzinfo)
        read_questions(world / "questions.jsonl", read_aliases(world / "aliases.jsonl"))
    assert words in caught.value.message


def asked(gold: str, found: str, milliseconds: float = 1.0) -> Asked:
    return Asked(Question("?", tuple(gold.split())), tuple(found.split()), milliseconds)


def test_figures_are_averages_over_questions() -> None:
    many = " ".join(f"x{number}" for number in range(9))
    assert figures([asked("a b", "a x b"), asked("c", f"{many} c")]) == {
        "questions": 2,
        "R@1": 0.25,
        "R@5": 0.5,
        "R@10": 1.0,
        "R@20": 1.0,
        "Hit@5": 0.5,
        "Hit@10": 1.0,
        "MRR": 0.55,
    }
    assert figures([]) == dict.fromkeys(FIGURES, 0)


def test_latencies_are_percentiles_by_nearest_rank() -> None:
    assert latency([asked("a", "", float(number)) for number in range(100, 0, -1)]) == {"p50": 50.0, "p99": 99.0}
    assert latency([]) == {"p50": 0.0, "p99": 0.0}


def test_locomo_beats_bm25(graph: MemoryGraph) -> None:
    found = evaluate(
        graph,
        read_memories(shared("data/locomo-2/memories.jsonl"), graph.settings.tzinfo),
        read_questions(shared("data/locomo-2/questions.jsonl")),
    )
    assert found.overall["questions"] == 193
    assert found.overall["R@5"] >= 0.572
    assert found.overall["R@10"] >= 0.640
    assert found.overall["R@20"] >= 0.717


def test_openharmony_entities_beat_bm25(graph: MemoryGraph) -> None:
    questions = read_questions(shared("data/openharmony/questions.jsonl"))
    found = evaluate(
        graph,
        read_memories(shared("data/openharmony/memories.jsonl"), graph.settings.tzinfo),
        [question for question in questions if question.kind == "entity_timeline"],
    )
    assert found.overall["questions"] == 130
    assert found.overall["R@5"] >= 0.717
    assert found.overall["R@10"] >= 0.883
    assert found.overall["R@20"] >= 0.947
