"""Tests of aliases: who is who, on every store, and back again."""

import pytest

from graphcue.errors import InvalidInput, NotFound
from graphcue.graph import Alias, MemoryGraph
from graphcue.relations.identity import project_names, reaches, same_keys, synonyms
from tests.conftest import Graph
from tests.graph_checks import read_world


@pytest.fixture
def world(graph: Graph) -> MemoryGraph:
    """Five decisions of two people whose names sound alike, and one about GraphQL."""
    memory = graph()
    for n, name in enumerate(("Ruan Qing", "ruan  qing", "RUAN QING", "阮青", "阮 青")):
        memory.remember(f"事项 {n}", id=f"r{n}", kind="decision", people=[{"name": name, "role": "decider"}])
    memory.remember(
        "采用 GraphQL 替代 REST 接口", id="g", kind="decision", project="网关", author="李四", entities=["GraphQL"]
    )
    return memory


def totals(memory: MemoryGraph) -> list[int]:
    return [memory.decisions(by=name).total for name in ("Ruan Qing", "阮青")]


def test_case_and_space_unify_and_scripts_do_not(world: MemoryGraph) -> None:
    assert totals(world) == [3, 2]


def test_a_question_looks_across_scripts_and_says_so(world: MemoryGraph) -> None:
    asked = world.ask("阮青的所有决策")
    listing = asked.answered.listing
    assert listing and listing.total == 5
    assert [(one.how, one.total) for one in listing.groups] == [("name", 2), ("pinyin", 3)]
    assert asked.answered.notes[0].startswith("also matched by pinyin")


def test_an_alias_makes_two_names_one_and_taking_it_back_leaves_what_was(world: MemoryGraph) -> None:
    before = read_world(world)
    assert dict(world.add_alias("阮青", "Ruan Qing").made) == {"ALIAS_OF": 1}
    assert totals(world) == [5, 5]
    assert world.describe().fingerprint != before.described.fingerprint
    assert world.aliases()[0].kind == "person"
    assert dict(world.remove_alias("阮青").removed) == {"ALIAS_OF": 1}
    assert read_world(world).told() == before.told()
    assert totals(world) == [3, 2]


def test_an_alias_that_is_there_makes_nothing(world: MemoryGraph) -> None:
    world.add_alias("阮青", "Ruan Qing")
    assert world.add_alias("阮 青", "ruan qing").made == {}


def test_a_name_lives_by_its_alias_and_is_found_in_older_texts(world: MemoryGraph) -> None:
    world.remember("小阮说要改期", id="old")
    before = read_world(world)
    world.add_alias("小阮", "阮青")
    assert world.decisions(by="小阮").total == 2
    assert [edge.type for edge in world.relations("old")] == ["MENTIONS"]
    world.remove_alias("小阮", "阮青")
    assert read_world(world).told() == before.told()


def test_things_and_projects_have_other_names_too(world: MemoryGraph) -> None:
    world.add_alias("GQL", "GraphQL")
    world.add_alias("API", "接口")
    world.add_alias("gateway", "网关")
    assert [one.kind for one in world.aliases()] == ["entity", "entity", "project"]
    for question in (
        "GQL 的决定",
        "我们关于 API 做了什么决定",
        "what did 李四 decide about GQL",
        "gateway 项目的所有决策",
    ):
        assert [item.memory.id for item in world.ask(question).items] == ["g"], question
    assert world.timeline("gateway").total == world.timeline("网关").total == 1
    assert world.timeline(entity="GQL").total == 1


def test_merging_and_splitting(world: MemoryGraph) -> None:
    before = read_world(world)
    world.merge(["阮青", "Ruan Qing"], "Ruan Qing")
    assert totals(world) == [5, 5]
    world.split("阮青")
    assert read_world(world).told() == before.told()


def test_aliases_that_cannot_be_are_errors_and_nothing_is_written(world: MemoryGraph) -> None:
    world.add_alias("小阮", "阮青")
    world.add_alias("阮青", "Ruan Qing")
    before = read_world(world)
    for wrong in (("阮青", "阮 青"), ("阮青", "小阮"), ("Ruan Qing", "小阮"), ("", "阮青"), ("阮青", " ")):
        with pytest.raises(InvalidInput):
            world.add_alias(*wrong)
    with pytest.raises(InvalidInput):
        world.add_alias("a", "b", kind="friend")
    with pytest.raises(InvalidInput):
        world.add_aliases([("甲", "乙", None), ("乙", "甲", None)])
    for missing in (lambda: world.remove_alias("没有"), lambda: world.split("没有")):
        with pytest.raises(NotFound):
            missing()
    assert read_world(world) == before


def test_other_processes_see_an_alias(graph: Graph) -> None:
    one, other = graph(), graph()
    one.remember("x", kind="decision", author="阮青")
    assert other.decisions(by="阮青").total == 1
    one.add_alias("小阮", "阮青")
    assert other.decisions(by="小阮").total == 1


def test_identity_is_pure() -> None:
    people = [Alias("person", "a", "b", "person:a", "person:b"), Alias("person", "c", "b", "person:c", "person:b")]
    assert same_keys(people)["person:a"] == {"person:a", "person:b", "person:c"}
    things = [Alias("entity", "GQL", "GraphQL"), Alias("project", "架构", "architecture")]
    assert synonyms(things)["gql"] == ("GraphQL",)
    assert project_names(things, ["architecture"]) == {"architecture": "architecture", "架构": "architecture"}
    assert reaches(people, ("person", "person:a"), ("person", "person:b"))
    assert not reaches(people, ("person", "person:b"), ("person", "person:a"))
