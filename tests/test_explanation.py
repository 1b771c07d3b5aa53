"""Tests of `graphcue.recall.explanation`: every answer says why, the empty one too."""

import random
from itertools import pairwise

import pytest

from graphcue.graph import MemoryGraph
from graphcue.language.highlights import marks
from graphcue.recall import pipeline
from graphcue.recall.explanation import SNIPPET, best_line, snippet, split_lines
from graphcue.recall.values import Branch, Step
from tests.conftest import Graph
from tests.test_known_failures import equal_memories, questions_of_b42


def test_the_leaves_of_whole_answers_add_up(memory: MemoryGraph) -> None:
    memory.remember_all(equal_memories())
    dice = random.Random(7)
    for i in range(120):
        memory.relate(
            f"m{dice.randrange(400):03d}", dice.choice(("related_to", "resolves")), f"m{400 - i - 1:03d}"
        ) if i % 3 else None
    for i in range(0, 60, 2):
        memory.remember(
            f"{'谁 缓存 超时？' if i % 4 else '预算 通过'} {i}",
            project="chat",
            author=("张三", "李四")[i % 2 or i % 4 // 2],
            occurred_at=f"2025-03-{i % 28 + 1:02d}T10:{i:02d}:00",
        )
    results = 0
    for question in (*questions_of_b42()[::5], "张三 说 缓存", "2025年3月 预算", "三月五日 张三", "2025-03"):
        for one in memory.recall(question, limit=50).results:
            assert sum(leaf.points for leaf in one.leaves) == one.score > 0
            assert all(leaf.label and leaf.points for leaf in one.leaves)
            results += 1
    assert results > 500


@pytest.mark.parametrize(
    ("question", "reason", "unmatched"),
    [
        ("。。。", "no_cues", ()),
        ("火箭发射", "cues_unknown", ("火箭", "发射")),
        ("缓存", "", ()),
        ("zebra", "cues_unknown", ("zebra",)),
    ],
)
def test_an_empty_answer_says_why(graph: Graph, question: str, reason: str, unmatched: tuple[str, ...]) -> None:
    memory = graph()
    assert memory.recall(question).reason == "store_empty"
    memory.remember("缓存击穿", project="a")
    answer = memory.recall(question)
    assert answer.reason == reason
    assert bool(answer.results) == (reason == "")
    assert answer.unmatched == unmatched
    if not reason:
        assert memory.recall(question, project="b").reason == "filtered_out"
        assert memory.recall(question, known_at="2020").reason == "filtered_out"


def test_explained_is_the_same_answer_with_its_stages(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存击穿", id="a")
    plain, told = memory.recall("缓存"), memory.recall("缓存", explain=True)
    assert plain.results == told.results
    assert plain.explanation is None
    assert told.explanation is not None
    assert dict(told.explanation.stages)["shown"] == 1
    assert dict(told.explanation.cues)["word:缓存"] == 1
    assert "word:缓存" in told.explanation.admitted


def test_superseded_memories_are_hidden_counted_and_named(graph: Graph) -> None:
    memory = graph()
    memory.remember("账本用 MySQL", id="a")
    memory.remember("账本用 PostgreSQL", id="b", supersedes="a")
    answer = memory.recall("账本")
    assert ([one.memory.id for one in answer.results], answer.hidden) == (["b"], 1)
    shown = memory.recall("账本", include_superseded=True)
    assert {one.memory.id: one.superseded_by for one in shown.results} == {"a": ("b",), "b": ()}
    assert shown.hidden == 0


@pytest.mark.parametrize(
    ("text", "terms", "shown"),
    [
        ("标题\n缓存击穿了\n缓存", {"缓存", "击穿"}, "缓存击穿了"),
        ("第一\n第二", {"缓存"}, "第一"),
        ("  一行  ", set(), "一行"),
        ("x" * 200, set(), "x" * (SNIPPET - 1) + "…"),
    ],
)
def test_a_snippet_is_the_line_that_says_most(text: str, terms: set[str], shown: str) -> None:
    lines = split_lines(text)
    assert snippet(lines[best_line(lines, marks(text, terms))][2]) == shown


def added_up(branch: Branch) -> int:
    """The points of the leaves of a tree; each part on the way adds up as well."""
    if not branch.parts:
        return branch.points
    total = sum(added_up(part) for part in branch.parts)
    assert total == branch.points, branch.label
    return total


def test_each_result_has_a_tree_that_adds_up_with_paths_from_its_cues(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存击穿怎么办？", id="a", project="p", author="张三", occurred_at="2025-03-05T10:00")
    memory.remember("加随机过期时间", id="b", project="p", author="李四", occurred_at="2025-03-05T10:01")
    memory.remember("缓存预热", id="c", tags=["缓存"], people=["王五"])
    answer = memory.recall("缓存 击穿 王五", explain=True)
    assert answer.explanation is not None
    trees = {tree.label: tree for tree in answer.explanation.trees}
    assert [one.memory.id for one in answer.results] == list(trees) and len(trees) == 3
    for one in answer.results:
        assert added_up(trees[one.memory.id]) == one.score
    leaves = {id: [leaf for part in tree.parts for leaf in part.parts] for id, tree in trees.items()}
    for id, found in leaves.items():
        for leaf in (leaf for leaf in found if leaf.path):
            assert leaf.path[-1].target == id
            assert all(one.target == other.source for one, other in pairwise(leaf.path))
    assert Step("word:缓存", "HAS_CUE", "c") in {step for leaf in leaves["c"] for step in leaf.path}
    (walked,) = [leaf.path for leaf in leaves["b"] if leaf.path and leaf.path[0].source == "word:缓存"]
    assert [step.edge for step in walked] == ["HAS_CUE", "FOLLOWED_BY"]
    assert {part.label for part in trees["b"].parts} >= {"what edges bring", "how it is ranked"}


def test_explaining_costs_nothing_when_it_is_not_asked_for(
    memory: MemoryGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: object) -> None:
        raise AssertionError("explained")

    memory.remember("缓存击穿", id="a")
    monkeypatch.setattr(pipeline, "_explanation", never)
    assert memory.recall("缓存").results
    with pytest.raises(AssertionError, match="explained"):
        memory.recall("缓存", explain=True)
