"""Tests of `graphcue.relations.people`, `pinyin` and `profiles`."""

import pytest

from graphcue.language.gazetteer import name_key
from graphcue.model import PERSON
from graphcue.relations.people import people_meant
from graphcue.relations.pinyin import readings, word_orders
from graphcue.stores.contract import NameNode
from tests.conftest import Graph


def nodes(*names: str) -> dict[str, NameNode]:
    found = [NameNode(name_key(PERSON, name), PERSON, " ".join(name.lower().split()), name) for name in names]
    return {node.key: node for node in found}


@pytest.mark.parametrize(
    ("han", "latin"),
    [
        ("张三", "Zhang San"),
        ("张三", "ZHANG, San"),
        ("张三", "San Zhang"),
        ("张三", "Zhāng Sān"),
        ("吕青", "Lü Qing"),
        ("吕青", "Lyu Qing"),
        ("吕青", "Lu Qing"),
        ("吕青", "LV Qing"),
        ("单雄", "Shan Xiong"),
        ("曾国", "Zeng Guo"),
        ("解缙", "Xie Jin"),
        ("仇英", "Qiu Ying"),
        ("欧阳娜娜", "Ouyang Nana"),
        ("林若川", "Lin Ruo-chuan"),
        ("林若川", "Ruochuan Lin"),
    ],
)
def test_scripts_meet(han: str, latin: str) -> None:
    assert readings(han) & readings(latin)
    for known, asked in ((han, latin), (latin, han)):
        (found,) = people_meant(nodes(known, "王五", "Ann Lee"), asked)
        assert (found.node.name, found.how) == (known, "pinyin")


@pytest.mark.parametrize("latin", ["Zhang Si", "Zhan San", "San", "Zhang", "GraphQL", ""])
def test_other_names_do_not(latin: str) -> None:
    assert people_meant(nodes("张三"), latin) == ()


def test_latin_names_in_any_order_are_told() -> None:
    (found,) = people_meant(nodes("Nora Whitfield"), "WHITFIELD, Nora")
    assert found.how == "order"
    assert word_orders("张三") == frozenset()
    (found,) = people_meant(nodes("Łukasz Żak", "Renée Dubois"), "Renee Dubois")
    assert found.how == "order"


def test_alphabets_keep_names_apart(graph: Graph) -> None:
    memory = graph()
    names = ["林森", "林淼", "李森", "Łukasz", "Ольга"]
    for name in names:
        memory.remember(f"{name} 的决定", kind="decision", people=[{"name": name, "role": "decider"}])
    assert [memory.decisions(by=name).total for name in names] == [1] * 5


def test_appellations_are_people_of_their_own(graph: Graph) -> None:
    memory = graph()
    memory.remember("定价", kind="decision", people=[{"name": "张总", "role": "decider"}])
    memory.remember("排期", kind="decision", people=[{"name": "张三", "role": "decider"}])
    assert memory.ask("张总的所有决策").total == 1
    memory.add_alias("张总", "张三")
    assert memory.ask("张总的所有决策").total == memory.ask("张三的所有决策").total == 2


def test_a_profile_counts_and_says_what_lists_it(graph: Graph) -> None:
    memory = graph()
    for n in range(3):
        memory.remember(
            f"决定 {n}",
            kind="decision",
            project="渡口",
            occurred_at=f"202{n}-01-01",
            people=[{"name": "周砚", "role": "decider"}, {"name": "许苓", "role": "presenter"}],
        )
    memory.remember("补测试", kind="action", project="渡口", people=[{"name": "周砚", "role": "assignee"}])
    found = memory.person("周砚")
    assert [(one.what, one.total) for one in found.roles] == [("DECIDED_BY", 3), ("ASSIGNED_TO", 1)]
    assert [one.total for one in found.years] == [1, 1, 1]
    assert found.open_actions.total == 1
    assert [(one.what, one.total) for one in found.people] == [("许苓", 3)]
    assert [(one.what, one.total) for one in found.projects] == [("渡口", 4)]
    whole = memory.project("渡口")
    assert [(one.what, one.total) for one in whole.roles] == [("action", 1), ("decision", 3)]


def test_a_late_name_counts_all_that_mention_it(graph: Graph) -> None:
    memory = graph()
    for n in range(20):
        memory.remember(f"莫岚 提到第 {n} 点")
    memory.remember("议题：缓存\n汇报人：莫岚\n会议结论：同意")
    found = {one.what: one.total for one in memory.person("莫岚").roles}
    assert found == {"PRESENTED_BY": 1, "MENTIONS": 20}
