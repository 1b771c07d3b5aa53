"""Tests of `graphcue.relations.chains`: supersession, causes, effects, paths, cycles, conflicts, on every store."""

import pytest

from graphcue.errors import NotFound
from graphcue.graph import MemoryGraph
from tests.conftest import Graph


@pytest.fixture
def world(graph: Graph) -> MemoryGraph:
    """A supersede chain of four, a causal chain of three, and people."""
    memory = graph()
    for n, day in enumerate(("2025-01-01", "2025-02-01", "2025-03-01", "2025-04-01")):
        links = {"supersedes": [f"v{n - 1}"]} if n else {}
        memory.remember(f"账本第 {n} 版", id=f"v{n}", kind="decision", author="岑溪", occurred_at=day, **links)
    memory.remember("机房断电", id="c0", occurred_at="2025-05-01")
    memory.remember("因为 c0，订单超时。", id="c1", occurred_at="2025-05-02", caused_by=["c0"])
    memory.remember("加了缓存", id="c2", occurred_at="2025-05-03", caused_by=["c1"], author="岑溪")
    memory.remember("周砚 复盘", id="c3", author="周砚", related_to=["c0"])
    return memory


def test_a_chain_is_the_same_from_each_of_its_members(world: MemoryGraph) -> None:
    for id in ("v0", "v1", "v2", "v3"):
        found = world.chain(id)
        assert found.ids == ("v0", "v1", "v2", "v3") and found.cycles == ()
        assert [(step.edge.source, step.edge.target) for step in found.steps] == [
            ("v1", "v0"),
            ("v2", "v1"),
            ("v3", "v2"),
        ]


def test_causes_and_effects_are_transitive_and_told_with_their_sentence(world: MemoryGraph) -> None:
    found = world.why("c2")
    assert found.ids == ("c2", "c1", "c0")
    assert [(step.edge.target, step.depth) for step in found.steps] == [("c1", 1), ("c0", 2)]
    assert found.steps[1].sentence == "因为 c0，订单超时。"
    assert world.consequences("c0").ids == ("c0", "c1", "c2")


def test_cycles_are_cut_and_reported(world: MemoryGraph) -> None:
    world.relate("c0", "caused_by", "c2")
    found = world.why("c2")
    assert found.ids == ("c2", "c1", "c0")
    assert [(edge.source, edge.target) for edge in found.cycles] == [("c0", "c2")]
    world.relate("v0", "supersedes", "v3")
    assert world.chain("v1").cycles and set(world.chain("v1").ids) == {"v0", "v1", "v2", "v3"}


def test_the_shortest_path_is_explained(world: MemoryGraph) -> None:
    found = world.path("岑溪", "周砚")
    assert [step.edge.type for step in found.steps] == [
        "AUTHORED_BY",
        "CAUSED_BY",
        "CAUSED_BY",
        "RELATED_TO",
        "AUTHORED_BY",
    ]
    assert found.nodes[1:-1] == ("c2", "c1", "c0", "c3")
    assert world.path("v0", "v0").nodes == ("v0",)
    world.remember("独自", id="alone")
    assert world.path("alone", "v0").nodes == ()


def test_hubs_are_passed_over(graph: Graph) -> None:
    memory = graph(hub_degree=3)
    for n in range(5):
        memory.remember(f"签到 {n}", id=f"m{n}", people=[{"name": "前台", "role": "attendee"}, f"客人{n}"])
    found = memory.path("客人0", "客人1")
    assert (found.nodes, found.passed_over) == ((), 1)


def test_slots_with_two_values_at_once_are_conflicts(graph: Graph) -> None:
    memory = graph()
    memory.remember("负责人(结算): 薛涧", id="a", valid_from="2026-01-01", valid_until="2026-03-31")
    memory.remember("负责人（结算）：何穗", id="b", valid_from="2026-04-01")
    memory.remember("负责人(退款): 薛涧", id="c")
    assert memory.conflicts() == ()
    memory.remember("负责人(结算)：莫岚", id="d", valid_from="2026-03-01", valid_until="2026-03-15")
    (found,) = memory.conflicts()
    assert (found.slot, found.first, found.first_value, found.second, found.second_value) == (
        "负责人(结算)",
        "a",
        "薛涧",
        "d",
        "莫岚",
    )
    memory.remember("撤回莫岚", id="e", supersedes=["d"])
    assert memory.conflicts() == ()


def test_a_fact_that_holds_stops_and_holds_again(graph: Graph) -> None:
    memory = graph()
    for first, last in (("2026-01-01", "2026-03-31"), ("2026-07-01", None)):
        people = [{"name": "薛涧", "role": "assignee"}]
        memory.remember(
            f"薛涧 负责 结算，自 {first}", people=people, valid_from=first, valid_until=last, occurred_at=first
        )
    days = ("2026-02-15", "2026-03-31", "2026-04-01", "2026-05-15", "2026-08-15")
    found = [memory.decisions(by="薛涧", role="assignee", kinds=(), as_of=day).total for day in days]
    assert found == [1, 1, 0, 0, 1]


def test_a_memory_is_named_by_its_number_or_title(graph: Graph) -> None:
    memory = graph()
    memory.remember("# ADR-0005：旧方案\n\n* 状态：已接受\n* 决策者：方砚\n", id="r5")
    memory.remember(
        "# ADR-0006：新方案\n\n* 状态：已接受\n* 决策者：方砚\n* 原因：见ADR-5的教训\n* 取代：ADR-5\n", id="r6"
    )
    memory.remember("因为超时，参见#123和ADR-6。", id="n")
    memory.remember("接口超时", id="i", titles=["#123"])
    assert memory.chain("ADR-5").ids == memory.chain("旧方案").ids == ("r5", "r6")
    found = memory.why("ADR 6")
    assert [(step.edge.target, step.edge.rule, step.sentence) for step in found.steps] == [
        ("r5", "field:reason", "* 原因：见ADR-5的教训")
    ]
    assert memory.consequences("ADR-0005").ids == ("r5", "r6")
    assert memory.path("#123", "ADR-6").nodes == ("i", "n", "r6")
    with pytest.raises(NotFound, match="ADR-7"):
        memory.chain("ADR-7")


def test_numbers_are_links_however_they_are_padded(graph: Graph) -> None:
    memory = graph()
    memory.remember("# 用 Bazel\n\n* Status: accepted\n* Deciders: 许苓\n* Supersedes: ADR-5\n", id="ADR-0012")
    memory.remember("# 用 Gradle\n\n* Status: accepted\n* Deciders: 许苓\n", id="ADR-0005")
    assert memory.chain("ADR-0005").ids == ("ADR-0005", "ADR-0012")
    assert [item.memory.id for item in memory.ask("which ADR superseded ADR 5?").items] == ["ADR-0012"]
    memory.delete("ADR-0005")
    assert memory.chain("ADR-0012").ids == ("ADR-0012",)


def test_a_timeline_is_replayed_step_by_step(graph: Graph) -> None:
    memory = graph()
    memory.remember("用 MySQL", id="d1", kind="decision", project="账本", occurred_at="2025-01-01")
    memory.remember("迁移数据", id="a1", kind="action", project="账本", occurred_at="2025-01-02")
    memory.remember("不用 Redis", id="d2", kind="decision", status="rejected", project="账本", occurred_at="2025-01-03")
    memory.remember(
        "改用 PostgreSQL", id="d3", kind="decision", project="账本", occurred_at="2025-01-04", supersedes=["d1"]
    )
    memory.remember("迁完了", id="n1", project="账本", occurred_at="2025-01-05", resolves=["a1"])
    states = [(one.in_force, one.open, one.done) for one in memory.replay("账本")]
    assert states == [
        (("d1",), (), ()),
        (("d1",), ("a1",), ()),
        (("d1",), ("a1",), ()),
        (("d3",), ("a1",), ()),
        (("d3",), (), ("a1",)),
    ]
