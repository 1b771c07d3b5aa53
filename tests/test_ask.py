"""Tests of `MemoryGraph.ask` and of the calls behind it, on every store."""

import pytest

from graphcue.errors import GraphcueError, InvalidCursor, InvalidInput, NotFound
from graphcue.graph import Asked, MemoryGraph
from graphcue.model import Name, Record
from graphcue.presentation_asked import asked_json
from tests.conftest import Graph

ADR_5 = "# ADR-0005: 用 Gradle\n\n* Status: superseded by ADR-0012\n* Deciders: Mara Lind, 许苓\n* Date: 2021-03-02\n"
ADR_12 = (
    "# ADR-0012: 用 Bazel\n\n* Status: accepted\n* Deciders: Mara Lind\n* Date: 2022-04-05\n* Supersedes: ADR-0005\n"
)
ADR_13 = (
    "# ADR-0013: 缓存构建产物\n\n* Status: rejected\n* Deciders: 许苓\n* Date: 2022-06-01\n* Depends on: ADR-0012\n"
)
ITEM = "议题：{topic}\n汇报人：{who}\n会议结论：{conclusion}"


@pytest.fixture
def world(graph: Graph) -> MemoryGraph:
    """Decision records, agenda items of a group, actions, and a note."""
    memory = graph()
    records = [Record(text, id=text[2:10]) for text in (ADR_5, ADR_12, ADR_13)]
    memory.remember_all(records)
    items = (
        ("vendor_heron 仓申请", "林若川、周砚", "同意", "2023-03-07"),
        ("vendor_heron-extra 仓申请", "林若川", "同意", "2023-03-14"),
        ("新建 device_lark 仓", "周砚", "同意，随 vendor_heron 一起毕业", "2023-04-04"),
    )
    for n, (topic, who, conclusion, day) in enumerate(items):
        memory.remember(
            ITEM.format(topic=topic, who=who, conclusion=conclusion), id=f"i{n}", project="渡口", occurred_at=day
        )
    memory.remember("议题：未讨论的一项", id="i3", project="渡口", occurred_at="2023-03-21")
    memory.remember("只是一条笔记", id="note", project="渡口", occurred_at="2023-03-22")
    memory.remember("补测试", id="a1", kind="action", project="渡口", people=[{"name": "周砚", "role": "assignee"}])
    memory.remember(
        "写文档", id="a2", kind="action", status="已完成", project="渡口", people=[{"name": "周砚", "role": "assignee"}]
    )
    memory.remember("迁移", id="a3", kind="action", project="渡口", people=[{"name": "林若川", "role": "assignee"}])
    memory.remember("迁移做完了", id="done", project="渡口", resolves=["a3"])
    return memory


def ids(asked: Asked) -> list[str]:
    return [item.memory.id for item in asked.items]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("林若川汇报过的所有议题", ["i0", "i1"]),
        ("周砚 2023 年 4 月汇报的议题", ["i2"]),
        ("all ADRs decided by Mara Lind", ["ADR-0005", "ADR-0012"]),
        ("许苓拍板的所有 ADR", ["ADR-0005", "ADR-0013"]),
        ("ADRs by 许苓 that were rejected or withdrawn", ["ADR-0013"]),
        ("decisions by Mara Lind", ["ADR-0012"]),
        ("Mara Lind 包括已取代的所有决策", ["ADR-0005", "ADR-0012"]),
        ("which ADRs are superseded?", ["ADR-0005"]),
        ("渡口在2023年3月的全部决策时间线", ["i0", "i1", "i3"]),
        ("渡口在2023年3月的时间线", ["i0", "i1", "i3", "note"]),
        ("which ADR superseded ADR-5?", ["ADR-0012"]),
        ("ADR-0012 取代了哪些 ADR", ["ADR-0005"]),
        ("which ADRs depend on ADR 12", ["ADR-0013"]),
        ("ADR-0013 依赖哪些 ADR", ["ADR-0012"]),
        ("ADR 5 的取代链", ["ADR-0005", "ADR-0012"]),
        ("林若川和周砚一起做的决定", ["i0"]),
        ("what is open for 周砚", ["a1"]),
        ("渡口还有哪些没完成的任务", ["a1"]),
        ("timeline of ADRs in 2022", ["ADR-0012", "ADR-0013"]),
        ("关于缓存的 ADR", ["ADR-0013"]),
    ],
)
def test_a_question_is_answered_completely(world: MemoryGraph, question: str, wanted: list[str]) -> None:
    asked = world.ask(question)
    assert (ids(asked), asked.total, asked.complete) == (wanted, len(wanted), True), asked.parsed
    assert asked_json(asked)["count"] == len(wanted)


def test_what_only_mentions_a_thing_is_kept_apart(world: MemoryGraph) -> None:
    asked = world.ask("vendor_heron 仓库的决策演进过程")
    assert [(item.memory.id, item.mark) for item in asked.items] == [("i0", "named"), ("i1", "also"), ("i2", "also")]
    assert asked.answered.listing and asked.answered.listing.also == 2


def test_a_count_is_the_total_of_its_list(world: MemoryGraph) -> None:
    asked = world.ask("林若川汇报过多少个议题")
    assert asked.parsed.counting and asked.total == 2


def test_who_names_people_and_their_roles(world: MemoryGraph) -> None:
    assert [(one.role, one.name) for one in world.ask("谁拍板的 ADR-0013").answered.roles] == [("DECIDED_BY", "许苓")]
    assert [one.name for one in world.ask("谁汇报过 device_lark").answered.roles] == ["周砚"]


def test_an_unknown_name_says_so_and_offers_the_nearest(world: MemoryGraph) -> None:
    asked = world.ask("林若穿汇报过的所有议题")
    assert not asked.complete and isinstance(asked.problem, NotFound)
    assert "林若川" in asked.problem.fields["nearest"]
    with pytest.raises(NotFound, match="林若川"):
        world.decisions(by="林若穿")


@pytest.mark.parametrize("question", ["构建为什么慢", "那午餐呢", "who wrote the most ADRs", "周砚喜欢什么"])
def test_what_fits_no_call_is_recalled_and_never_complete(world: MemoryGraph, question: str) -> None:
    asked = world.ask(question)
    assert not asked.complete and asked.recalled is not None
    assert asked.parsed.call in ("recall", "why")


def test_roles_that_nobody_has_are_widened_and_said_so(world: MemoryGraph) -> None:
    asked = world.ask("what did 林若川 decide")
    assert ids(asked) == ["i0", "i1"] and "author, presenter" in asked.answered.notes[0]


def test_pages_add_up_to_what_there_was_on_the_first(world: MemoryGraph) -> None:
    world.remember_all([Record(f"决定 {n}", id=f"n{n:02}", kind="decision", author="岑溪") for n in range(12)])
    page = world.ask("岑溪的所有决策", limit=5)
    found = ids(page)
    world.remember("决定 12", id="n055", kind="decision", author="岑溪")
    world.delete("n07")
    world.remember("决定 8，改过", id="n08", kind="decision", author="岑溪")
    reports = []
    while page.after:
        page = world.ask("岑溪的所有决策", limit=5, after=page.after)
        found += ids(page)
        listing = page.answered.listing
        assert listing
        reports.append((listing.total, listing.gone, listing.changed))
    assert found == [f"n{n:02}" for n in range(12) if n != 7]
    assert reports[0] == (12, 1, ("n08",))


def test_a_cursor_of_another_question_is_an_error(world: MemoryGraph) -> None:
    after = world.ask("渡口的时间线", limit=1).after
    assert after
    for call in (
        lambda: world.ask("林若川汇报过的所有议题", after=after),
        lambda: world.decisions(after=after),
        lambda: world.open_actions(after=after),
        lambda: world.timeline("渡口", after="zzz"),
    ):
        with pytest.raises(InvalidCursor):
            call()


def test_bad_input_is_one_clear_error(world: MemoryGraph) -> None:
    calls: list[tuple[object, type[GraphcueError]]] = [
        (lambda: world.decisions(since="2023-02-30"), InvalidInput),
        (lambda: world.decisions(since="2024", until="2023"), InvalidInput),
        (world.timeline, InvalidInput),
        (lambda: world.timeline(entity="没有的东西"), NotFound),
        (lambda: world.timeline("没有"), NotFound),
        (lambda: world.chain("none"), NotFound),
        (lambda: world.why("none"), NotFound),
        (lambda: world.path("林若川", "nobody"), NotFound),
        (lambda: world.person("没有谁"), NotFound),
        (lambda: world.project("没有"), NotFound),
        (lambda: world.project(""), InvalidInput),
        (lambda: world.person(" "), InvalidInput),
        (lambda: world.chain(""), InvalidInput),
        (lambda: world.path("", "林若川"), InvalidInput),
        (lambda: world.recall("x", related_to="没有谁"), NotFound),
        (lambda: world.ask(" "), InvalidInput),
        (lambda: world.ask("x", limit=0), InvalidInput),
    ]
    for call, error in calls:
        with pytest.raises(error):
            call()  # type: ignore[operator]


def test_recall_can_be_kept_to_somebody(world: MemoryGraph) -> None:
    found = world.recall("申请 仓", related_to="周砚", limit=10)
    assert {result.memory.id for result in found.results} == {"i0", "i2"}


def test_homonyms_are_grouped_by_organisation(graph: Graph) -> None:
    memory = graph()
    for n, organisation in enumerate(["", "甲公司", "甲公司"]):
        name = Name("许苓", "DECIDED_BY", organisation=organisation)
        memory.remember_all([Record(f"采购 {n}", id=f"m{n}", kind="decision", names=(name,))])
    asked = memory.ask("许苓的所有决策")
    assert asked.answered.listing
    assert sorted((one.name, one.total) for one in asked.answered.listing.groups) == [("许苓", 1), ("许苓@甲公司", 2)]
    assert asked.answered.notes[0].startswith("ambiguous")
    assert memory.decisions(by="许苓@甲公司").total == 2


def test_what_is_open_for_two_of_one_name_is_grouped(graph: Graph) -> None:
    memory = graph()
    for n, organisation in enumerate(["甲公司", "甲公司", "乙公司"]):
        memory.remember(
            f"第 {n} 件", id=f"a{n}", kind="action", people=[{"name": "许苓", "org": organisation, "role": "assignee"}]
        )
    memory.remember("做完了", resolves=["a1"])
    asked = memory.ask("许苓还有什么没完成")
    assert asked.answered.listing and asked.answered.notes[0].startswith("ambiguous")
    assert sorted((one.name, one.total) for one in asked.answered.listing.groups) == [
        ("许苓@乙公司", 1),
        ("许苓@甲公司", 1),
    ]
    assert memory.open_actions(by="许苓@甲公司").total == 1


def test_of_two_people_only_the_name_that_two_bear_is_ambiguous(graph: Graph) -> None:
    memory = graph()
    for n, organisation in enumerate(["甲公司", "乙公司"]):
        both = (Name("许苓", "DECIDED_BY", organisation=organisation), Name("方砚", "DECIDED_BY"))
        memory.remember_all([Record(f"采购 {n}", id=f"m{n}", kind="decision", names=both)])
    notes = memory.ask("许苓和方砚一起做的决定").answered.notes
    assert notes == ("ambiguous: 许苓@乙公司, 许苓@甲公司 bear that name",) or "方砚" not in "".join(notes)


def test_everything_by_one_person_in_any_spelling(graph: Graph) -> None:
    memory = graph()
    edges = ["PRESENTED_BY"] * 7 + ["DECIDED_BY"] * 10 + ["AUTHORED_BY"] * 6
    records = [
        Record(
            f"决策 {n}", id=f"d{n:02}", kind="decision", names=(Name("张三", edge, organisation="乙" if n < 3 else ""),)
        )
        for n, edge in enumerate(edges)
    ]
    records += [Record(f"别的 {n}", id=f"o{n:02}", kind="decision", author="李四") for n in range(37)]
    memory.remember_all(records)
    memory.relate("o01", "supersedes", "d05")
    memory.relate("o02", "supersedes", "d10")
    found = [memory.ask(q) for q in ("张三的所有决策", "all decisions by Zhang San", "decisions by ZHANG, San")]
    for asked in found:
        listing = asked.answered.listing
        assert listing and (listing.total, listing.hidden, ids(asked)) == (21, 2, ids(found[0]))
        assert sorted(one.total for one in listing.groups) == [3, 18]
    pages: list[str] = []
    after: str | None = None
    while True:
        page = memory.ask("张三的所有决策", limit=5, after=after)
        pages += ids(page)
        after = page.after
        if after is None:
            break
    assert pages == ids(found[0])
    assert memory.ask("张三包括已取代的所有决策").total == 23
