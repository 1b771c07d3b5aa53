"""Runs that are kept, and what moved from one to another, question by question."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphcue.errors import SourceError
from graphcue.evaluation_runs import compare, read_run, save_run
from tests.cli_process import graphcue

MEMORIES = (
    {"id": "a", "content": "缓存击穿怎么处理", "project": "订单"},
    {"id": "b", "content": "cache stampede of the order service", "project": "库存"},
    {"id": "c", "content": "食堂周三吃什么", "project": "厨房"},
)
QUESTIONS = (
    {"question": "缓存击穿", "gold": ["a"], "kind": "zh"},
    {"question": "缓存击穿", "gold": ["a", "b"], "kind": "both"},
    {"question": "食堂", "gold": ["c"], "project": "厨房"},
)
ARGUMENTS = ("eval", "--memories", "memories.jsonl", "--questions", "questions.jsonl")


@pytest.fixture
def world(tmp_path: Path) -> Path:
    for name, objects in (("memories", MEMORIES), ("questions", QUESTIONS)):
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def run(**ranks: dict[str, int]) -> dict[str, Any]:
    questions = [
        {"question": name, "project": "", "kind": "none", "ranks": found} for name, found in ranks.items()
    ]  # fmt: skip
    return {"form": 1, "settings": {}, "overall": {}, "receipt": "", "questions": questions}


def test_a_run_is_kept_and_compared(world: Path) -> None:
    assert graphcue(world, *ARGUMENTS, "--save", "run.json").code == 0
    same = graphcue(world, *ARGUMENTS, "--against", "run.json", "--json").json["against"]
    assert (same["same"], same["better"], same["worse"], same["settings"]) == (3, [], [], [])
    environment = {f"GRAPHCUE_{name}": "0" for name in ("SYNONYM_WEIGHT", "THREAD", "WALKED")}
    moved = graphcue(world, *ARGUMENTS, "--against", "run.json", "--json", environment=environment).json["against"]
    assert [one["setting"] for one in moved["settings"]] == ["synonym_weight", "thread", "walked"]
    assert [one["kind"] for one in moved["worse"]] == ["both"]
    assert moved["worse"][0]["then"]["b"] == 2 and moved["worse"][0]["now"]["b"] == 0
    people = graphcue(world, *ARGUMENTS, "--against", "run.json", environment=environment).out
    assert "b 2 → –" in people and "as before  2" in people


def test_moves_are_told_the_largest_first() -> None:
    then = run(a={"x": 1}, b={"x": 2, "y": 1}, c={"x": 0}, d={"x": 3}, gone={"x": 1})
    now = run(a={"x": 4}, b={"x": 1, "y": 2}, c={"x": 1}, d={"x": 2}, new={"x": 1})
    moved = compare(then, now)
    assert [one.question for one in moved.better] == ["c", "d"]
    assert [one.question for one in moved.worse] == ["a"]
    assert (moved.same, moved.only_then, moved.only_now) == (1, 1, 1)
    assert {name: (a, b) for name, a, b in moved.figures}["R@1"] == (0.375, 0.375)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"form": 2}', '{"form": 1, "questions": [{}], "settings": {}}'])
def test_what_is_no_run_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(SourceError):
        read_run(tmp_path / "run.json")
    with pytest.raises(SourceError):
        read_run(tmp_path / "absent.json")
    with pytest.raises(SourceError):
        save_run(tmp_path / "no" / "run.json", run(a={"x": 1}))


def test_a_run_is_read_as_it_was_kept(tmp_path: Path) -> None:
    kept = run(缓存={"x": 1, "y": 0})
    save_run(tmp_path / "run.json", kept)
    assert read_run(tmp_path / "run.json") == kept
