"""Tests of `graphcue.language.sentence_rules`: who did what, from sentences."""

from pathlib import Path

import pytest

from graphcue.errors import InvalidInput
from graphcue.graph import MemoryGraph
from graphcue.language.fields import read_facts
from graphcue.language.sentence_rules import told_by_sentences
from graphcue.settings import Settings
from graphcue.stores.memory import MemoryStore
from tests.conftest import Graph
from tests.graph_checks import check_graph


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


def test_rules_of_ones_own_are_read_with_those_that_come_along(graph: Graph, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("// house style\n\ndecider: {person}点头\nassignee: owned by {person}\n", "utf-8")
    with graph(sentence_rules=str(file)) as memory:
        memory.remember("会上，张三点头，由李四负责。", id="a")
        memory.remember("The gateway is owned by Ana Ruiz", id="b")
        memory.remember("负责人：王五\nowned by Ana Ruiz", id="c")
        rules = {(edge.source, edge.type): edge.rule for edge in check_graph(memory).edges}
        assert rules["a", "DECIDED_BY"] == "sentence:decided_by"
        assert rules["a", "ASSIGNED_TO"] == rules["b", "ASSIGNED_TO"] == "sentence:assigned_to"
        assert rules["c", "ASSIGNED_TO"] == "field:assignee"
        assert [item.memory.id for item in memory.decisions(by="张三").items] == ["a"]
        assert memory.remember("会上，张三点头，由李四负责。", id="a").state == "unchanged"
        file.write_text("decider: {person}颔首\n", "utf-8")
        memory.remember("会上，张三点头，由李四负责。", id="a")
        assert not any(edge.type == "DECIDED_BY" for edge in memory.relations("a"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("由{person}点头", "a rule is"),
        ("boss: 由{person}点头", "no role 'boss'"),
        ("decider: 点头", "{person} just once"),
        ("decider: {person}与{person}点头", "{person} just once"),
        ("decider: {person} ok {place}", "{place} stands for nothing"),
        ("decider: {person} ok {time", "a brace"),
        ("decider: {person}", "needs words"),
    ],
)
def test_a_line_that_is_no_rule_is_told_with_its_number(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(f"// mine\n{line}\n", "utf-8")
    with pytest.raises(InvalidInput) as caught:
        MemoryGraph(MemoryStore(), settings=Settings(sentence_rules=str(file)))
    assert caught.value.message.startswith(f"{file}:2: ")
    assert words in caught.value.message
    assert caught.value.fields == {"setting": "sentence_rules", "line": "2"}


def test_a_file_of_rules_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"\xff\xfe\xff")
    for name in ("nothing", "latin", "."):
        with pytest.raises(InvalidInput, match="cannot be read"):
            MemoryGraph(MemoryStore(), settings=Settings(sentence_rules=str(tmp_path / name)))
