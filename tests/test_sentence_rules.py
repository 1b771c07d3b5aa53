"""Tests of `graphcue.language.sentence_rules`: who did what, from sentences."""

import pytest

from graphcue.graph import MemoryGraph
from graphcue.language.fields import read_facts
from graphcue.language.sentence_rules import told_by_sentences


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("会上由张三决定采用方案A。", [("decider", "张三")]),
        ("最后李四拍板：走灰度。", [("decider", "李四")]),
        ("Decided by Ana Ruiz on Friday.", [("decider", "Ana Ruiz")]),
        ("Ana Ruiz will write the tests by Friday.", [("assignee", "Ana Ruiz")]),
        ("方案由王五提出，经赵六批准", [("approver", "赵六"), ("author", "王五")]),
        ("结算模块由欧阳娜娜负责", [("assignee", "欧阳娜娜")]),
        ("This was approved by Nora van Whitfield.", [("approver", "Nora van Whitfield")]),
        ("由运维组决定", []),
        ("由大家决定吧", []),
        ("他由此决定放弃", []),
        ("Python will drop support by 2027.", []),
        ("It was decided by a committee.", []),
    ],
)
def test_sentences_tell_roles(text: str, wanted: list[tuple[str, str]]) -> None:
    assert [(one.role, one.name) for one in told_by_sentences(text)] == wanted


def test_a_sentence_makes_a_decision_somebodys(memory: MemoryGraph) -> None:
    memory.remember("周会：由张三决定采用灰度放量。", id="a")
    assert [item.memory.id for item in memory.ask("张三拍板的决策").items] == ["a"]


def test_a_field_wins_over_a_sentence() -> None:
    facts = read_facts("议题：缓存\n决策人：李四\n会议结论：由张三决定细节")
    assert [name.name for name in facts.names] == ["李四"]
