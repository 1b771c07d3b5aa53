"""Tests of `graphcue.writing.names` and `known`: names that are declared, counted, forgotten, and found late."""

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from graphcue.errors import InvalidInput
from graphcue.graph import MemoryGraph
from graphcue.language.words import read_words
from graphcue.model import AUTHORED_BY, DECIDED_BY, ENTITY, MENTIONS, Name, Record
from graphcue.settings import Settings
from graphcue.stores.memory import MemoryStore
from graphcue.writing.drafts import draft
from graphcue.writing.known import memories_naming
from graphcue.writing.names import declared_names
from tests.conftest import Graph, graph_on
from tests.graph_checks import World, check_graph


def declared(content: str = "x", **fields: Any) -> list[tuple[list[str], list[str]]]:
    memory = draft(Record(content, **fields), "a", 0, Settings()).memory
    return [([name.name for name in one.names], list(one.edges)) for one in declared_names(memory)]


def test_names_come_from_what_is_given_the_author_and_the_fields_of_the_text() -> None:
    found = declared("决策人：李四\n内容", author="张三", names=(Name("Redis", label=ENTITY),))
    assert sorted(found) == [(["Redis"], [MENTIONS]), (["张三"], [AUTHORED_BY]), (["李四"], [DECIDED_BY])]


def test_an_edge_names_every_rule_it_comes_from(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", entities=["Redis"])
    text = "作者：莫岚\n评审人：苏禾\n主持人：苏禾\n内容由阮青决定，用 Redis。"
    made = memory.remember(text, author="莫岚", people=[{"name": "莫岚", "role": "author"}])
    called = {node.key: node.name for node in check_graph(memory).names}
    told = [(edge.type, called[edge.target], edge.rule) for edge in memory.relations(made.id)]
    assert sorted(told) == [
        (AUTHORED_BY, "莫岚", "author, declared, field:author"),
        (DECIDED_BY, "阮青", "sentence:decided_by"),
        (MENTIONS, "Redis", "gazetteer"),
        (MENTIONS, "苏禾", "field:chair, field:reviewer"),
    ]


@pytest.mark.parametrize("rule", ["", "a, b"])
def test_a_rule_that_could_not_be_told_apart_is_refused(rule: str) -> None:
    with pytest.raises(InvalidInput):
        draft(Record("x", names=(Name("莫岚", rule=rule),)), "a", 0, Settings())


def test_a_bare_name_goes_to_the_one_organisation_that_the_memory_says() -> None:
    assert declared(author="张三", names=(Name("张三", DECIDED_BY, organisation="甲"),)) == [
        (["张三", "张三"], [AUTHORED_BY, DECIDED_BY])
    ]
    two = (Name("张三", organisation="甲"), Name("张三", organisation="乙"), Name("张三"))
    assert len(declared(names=two)) == 3


def mentions(graph: MemoryGraph) -> dict[str, list[str]]:
    """The names that each text is found to mention."""
    world = check_graph(graph)
    called = {node.key: node.name for node in world.names}
    found: dict[str, list[str]] = {}
    for edge in world.edges:
        if edge.type == MENTIONS and edge.rule == "gazetteer":
            found.setdefault(world.memories[edge.source].content, []).append(called[edge.target])
    return {text: sorted(names) for text, names in found.items()}


def test_a_name_lives_as_long_as_something_declares_it(graph: Graph) -> None:
    memory = graph()
    memory.remember("莫岚来过")
    first = memory.remember("一", author="莫岚")
    second = memory.remember("二", people=["莫岚"])
    memory.delete(first.id)
    assert mentions(memory) == {"莫岚来过": ["莫岚"]}
    memory.delete(second.id)
    assert mentions(memory) == {}
    assert check_graph(memory).names == ()


def test_a_longer_name_learnt_late_takes_the_place_of_a_shorter_one(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", people=["王小"])
    memory.remember("王小明来过")
    assert mentions(memory) == {"王小明来过": ["王小"]}
    longer = memory.remember("二", people=["王小明"])
    assert mentions(memory) == {"王小明来过": ["王小明"]}
    memory.delete(longer.id)
    assert mentions(memory) == {"王小明来过": ["王小"]}


def test_a_name_that_hid_another_in_its_own_text_gives_it_back_when_it_goes(graph: Graph) -> None:
    """The text declares the longer name with an organisation, so no edge leads from it to the bare name that goes."""
    memory = graph()
    memory.remember("一", people=["王小"])
    bare = memory.remember("二", people=["王小明"])
    memory.remember("王小明来过", people=[{"name": "王小明", "org": "甲公司"}])
    assert mentions(memory) == {}
    memory.delete(bare.id)
    assert mentions(memory) == {"王小明来过": ["王小"]}


def test_the_commonest_spelling_is_shown(graph: Graph) -> None:
    memory = graph()
    for text, name in (("a", "zhang san"), ("b", "Zhang San"), ("c", "Zhang San"), ("d", "ZHANG SAN")):
        memory.remember(text, people=[name])
    assert [node.name for node in check_graph(memory).names] == ["Zhang San"]


NAMES = (
    "张三",
    "张三丰",
    "三丰",
    "The-Who",
    "it",
    "C++",
    "Redis",
    "Redis Cluster",
    "to be",
    "一二",
    "É",
    "🎉",
    "A.B.",
    "—",
)
TEXTS = (
    "张三丰去了", "張 三 丰", "I like the-who, it seems", "the who", "use C++ now", "redis clusters", "Redis  Cluster!",
    "not to be missed", "to be", "一二三丰", "école É.", "🎉🎉", "by a.b. and co", "a — b", "redis_cluster", "Redis集群It"
)  # fmt: skip


def world_of(records: Sequence[Record]) -> World:
    graph = graph_on(MemoryStore())
    graph.remember_all(records)
    return check_graph(graph).told()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_found_in_older_texts_just_as_in_newer_ones(name: str) -> None:
    texts = [Record(text) for text in TEXTS]
    declaring = Record("声明", names=(Name(name),))
    at_once = world_of([declaring, *texts])
    late = graph_on(MemoryStore())
    late.remember_all(texts)
    late.remember_all([declaring])
    assert check_graph(late).told() == at_once
    assert any(edge.rule == "gazetteer" for edge in at_once.edges)


@pytest.mark.parametrize("name", NAMES)
def test_the_search_for_a_late_name_misses_no_text_that_has_it(name: str) -> None:
    graph = graph_on(MemoryStore())
    graph.remember_all([Record(text) for text in TEXTS])
    from graphcue.language.folding import fold_name
    from graphcue.language.gazetteer import Gazetteer

    folded = fold_name(name)
    having = {text for text in TEXTS if Gazetteer([(folded, "person:x")]).find(text)}
    found = graph._store.read("default", lambda reader: memories_naming(reader, folded))
    assert having <= {memory.content for memory in found.values()}
    if read_words(folded).chars:
        assert len(found) < len(TEXTS), "a name with a character is looked up, not scanned for"


@pytest.mark.parametrize("seed", range(40))
def test_names_declared_first_last_twice_deleted_and_declared_again_make_one_graph(seed: int) -> None:
    dice = random.Random(seed)
    texts = [Record(text, id=f"t{i}") for i, text in enumerate(TEXTS)]
    declaring = [
        Record("声明", id=f"d{i}", names=(Name(name, organisation=dice.choice(("", "", "甲", "\u200b"))),))
        for i, name in enumerate(dice.choices(NAMES, k=5))
    ]
    history = [*texts, *declaring, *dice.sample(declaring, 2)]
    dice.shuffle(history)
    graph = graph_on(MemoryStore())
    while history:
        size = dice.randint(1, 4)
        graph.remember_all(history[:size])
        history = history[size:]
    for record in dice.sample(declaring, 3):
        graph.delete(record.id)
    again = dice.choice(declaring)
    graph.remember_all([again])
    alive = check_graph(graph)
    left = [record for record in (*texts, *declaring) if record.id in alive.memories]
    assert world_of(left) == alive.told()


def test_a_name_learnt_in_another_process_is_known_at_the_next_call(graph: Graph) -> None:
    one, other = graph(), graph()
    other.remember("莫岚来过")
    assert other.recall("莫岚").names == ()
    made = one.remember("一", people=["莫岚"])
    assert other.recall("莫岚").names == ("莫岚",)
    other.remember("又见莫岚")
    assert mentions(one) == {"莫岚来过": ["莫岚"], "又见莫岚": ["莫岚"]}
    one.delete(made.id)
    assert other.recall("莫岚").names == ()


def test_five_hundred_texts_link_to_a_name_that_came_last(graph: Graph) -> None:
    memory = graph()
    memory.remember_all([Record(f"第{i}次，莫岚说好") for i in range(500)])
    memory.remember("会议纪要", author="莫岚")
    world = check_graph(memory)
    assert len([edge for edge in world.edges if edge.target == world.names[0].key]) == 501


def test_every_order_of_a_few_writings_makes_one_graph() -> None:
    records = [
        Record("王小明来过", names=(Name("王小明", organisation="甲"),)),
        Record("一", names=(Name("王小明"),)),
        Record("二", names=(Name("王小"),)),
        Record("王小明与王小"),
    ]
    worlds = []
    for order in itertools.permutations(records):
        graph = graph_on(MemoryStore())
        for record in order:
            graph.remember_all([record])
        worlds.append(check_graph(graph).told())
    assert all(world == worlds[0] for world in worlds)
