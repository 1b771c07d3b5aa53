"""Tests of `graphcue.relations.complete`: all that fits, counted, in order, page by page."""

import pytest

from graphcue.errors import InvalidInput, NotFound
from graphcue.graph import MemoryGraph
from graphcue.model import Name, Record
from graphcue.relations.complete import Listing
from graphcue.relations.people import people_meant
from tests.conftest import Graph
from tests.graph_checks import read_world

ROLES = {"AUTHORED_BY": 6, "PRESENTED_BY": 7, "DECIDED_BY": 8, "APPROVED_BY": 2, "ATTENDED_BY": 5, "MENTIONS": 4}


@pytest.fixture
def world(graph: Graph) -> MemoryGraph:
    """60 decisions, 23 of them 张三's in a role that counts, two of these superseded; 3 of a namesake."""
    memory = graph()
    roles = [edge for edge, n in ROLES.items() for _ in range(n)]
    records = [
        Record(f"决策 {i}", id=f"d{i:02d}", kind="decision", project="甲", names=(Name("张三", edge),))
        for i, edge in enumerate(roles)
    ]
    records += [
        Record(f"别的 {i}", id=f"o{i:02d}", kind="decision", names=(Name("李四", "DECIDED_BY"),)) for i in range(25)
    ]
    records += [
        Record(f"乙 {i}", id=f"x{i}", kind="decision", names=(Name("張 三", "DECIDED_BY", organisation="乙"),))
        for i in range(3)
    ]
    records += [Record("不是决策", id="note", names=(Name("张三", "AUTHORED_BY"),))]
    memory.remember_all(records)
    memory.relate("o01", "supersedes", "d00")
    memory.relate("o02", "supersedes", "d07")
    return memory


def all_pages(memory: MemoryGraph, size: int, **asked: object) -> list[Listing]:
    pages = [memory.decisions(limit=size, **asked)]  # type: ignore[arg-type]
    while pages[-1].after:
        pages.append(memory.decisions(limit=size, after=pages[-1].after, **asked))  # type: ignore[arg-type]
    return pages


def test_all_decisions_of_a_person_count_the_roles_that_decide(world: MemoryGraph) -> None:
    found = world.decisions(by="张三")
    assert (found.total, found.hidden, len(found.items), found.after) == (24, 2, 24, None)
    assert {name for _, name in found.people} == {"张三", "張 三@乙"}
    assert world.decisions(by="张三", include_superseded=True).total == 26
    assert world.decisions(by="张三@乙").total == 3
    assert world.decisions().total == 58


@pytest.mark.parametrize("size", [1, 5, 23, 100])
def test_pages_of_any_size_hold_the_same_in_the_same_order(world: MemoryGraph, size: int) -> None:
    pages = all_pages(world, size, by="张三")
    ids = [item.memory.id for page in pages for item in page.items]
    assert ids == [item.memory.id for item in world.decisions(by="张三").items]
    assert {page.total for page in pages} == {24}
    assert all(len(page.items) == size for page in pages[:-1])


@pytest.mark.parametrize(("role", "count"), [("decider", 11), ("presenter", 6), ("attendee", 5), ("approver", 2)])
def test_a_role_narrows_it_down(world: MemoryGraph, role: str, count: int) -> None:
    found = world.decisions(by="张三", role=role)
    assert found.total == count
    assert {len(item.roles) for item in found.items} == {1}


def test_an_item_tells_its_roles_names_and_what_superseded_what(world: MemoryGraph) -> None:
    items = {item.memory.id: item for item in world.decisions(by="张三", include_superseded=True).items}
    assert items["d00"].roles == ("AUTHORED_BY",)
    assert items["d00"].superseded_by == ("o01",)
    assert [item.supersedes for item in world.decisions(by="李四").items if item.memory.id == "o01"] == [("d00",)]
    assert items["d00"].names == (("AUTHORED_BY", "张三"),)


def test_who_is_nowhere_named_is_an_error_with_the_nearest(world: MemoryGraph) -> None:
    with pytest.raises(NotFound) as caught:
        world.decisions(by="张三丰")
    assert caught.value.fields["person"] == "张三丰"
    assert "张三" in caught.value.message
    with pytest.raises(NotFound):
        world.timeline("甲乙")
    with pytest.raises(InvalidInput):
        world.decisions(by="张三", role="friend")


@pytest.mark.parametrize("limit", [0, -1, 1001, "5", None, 2.0, True])
def test_a_limit_is_a_number_within_bounds(world: MemoryGraph, limit: object) -> None:
    with pytest.raises(InvalidInput):
        world.decisions(limit=limit)  # type: ignore[arg-type]


def test_a_timeline_goes_by_time_and_shows_what_was_superseded(graph: Graph) -> None:
    memory = graph()
    for id, day in (("c", "2025-03-01"), ("a", "2025-01-01"), ("b", "2025-02-01")):
        memory.remember(f"事 {id}", id=id, project=" 订单  系统", occurred_at=day)
    memory.remember("何时", id="z", project="订单 系统")
    memory.remember("事 d", id="d", project="订单 系统", occurred_at="2025-02-01", supersedes="b")
    memory.remember("旁的", project="别处")
    found = memory.timeline("订单 系统")
    assert [item.memory.id for item in found.items] == ["z", "a", "b", "d", "c"]
    assert [item.memory.id for item in memory.timeline("订单  系统 ", since="2025-02").items] == ["b", "d", "c"]
    assert [item.memory.id for item in memory.timeline("订单 系统", until="2025-02-01").items] == ["a", "b", "d"]
    assert [item.memory.id for item in memory.timeline("订单 系统", until="2025-01").items] == ["a"]


def test_a_person_is_meant_by_name_and_organisation_in_any_spelling(world: MemoryGraph) -> None:
    nodes = {node.key: node for node in read_world(world).names}
    assert [one.node.organisation for one in people_meant(nodes, "張三@乙")] == ["乙"]
    assert len(people_meant(nodes, " 张 三 ")) == 2
    assert people_meant(nodes, "王五") == people_meant(nodes, "") == ()
