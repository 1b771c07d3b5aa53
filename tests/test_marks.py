"""Tests of `graphcue.language.marks`."""

import pytest

from graphcue.language.cues import memory_cues
from graphcue.language.marks import find_marks
from tests.conftest import Graph


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("@decision 采用 GraphQL", ["decision"]),
        ("负责人莫岚@决定 停用旧接口", ["decision"]),
        ("＠待办 补测试", ["todo"]),
        ("@Risk: the quota runs out", ["risk"]),
        ("优先级=高", ["优先级=高"]),
        ("Owner = Nadia, 优先级＝高", ["owner=nadia", "优先级=高"]),
        ("ask @alice and bai@decision.org", []),
        ("https://a.example/?x=1&level=2", []),
        ("a == b, f(x=1), <a href=x>", []),
    ],
)
def test_what_a_text_says_of_itself(text: str, keys: list[str]) -> None:
    found = find_marks(text)
    assert [mark.key.removeprefix("behavior:") for mark in found] == keys
    assert all(text[mark.start] in "@＠优Oo" for mark in found)
    assert {f"behavior:{key}" for key in keys} == {
        key for key in memory_cues(text, (), (), (), ()) if key[:9] == "behavior:"
    }


def test_a_question_finds_marks_and_tags(graph: Graph) -> None:
    memory = graph()
    memory.remember("@decision 采用 GraphQL 替代旧接口 #接口 优先级=高", id="marked")
    memory.remember("我们谈了旧接口", id="plain")
    assert memory.get("marked").tags == ("接口",)
    for question in ("@决策", "优先级=高", "#接口"):
        best = memory.recall(question).results[0]
        assert best.memory.id == "marked"
        assert any(leaf.cue.startswith(("behavior:", "tag:")) for leaf in best.leaves)
