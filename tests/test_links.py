"""Tests of `graphcue.writing.links`: relations whose ends come in any order, by id or by title."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from graphcue.errors import NotFound
from graphcue.graph import MemoryGraph
from graphcue.model import RELATIONS, Link, Moment, Place, Record
from graphcue.stores.memory import MemoryStore
from tests.conftest import Graph, graph_on
from tests.graph_checks import World, check_graph


def record(id: str, links: Sequence[tuple[str, str]] = (), day: int | None = None, **fields: Any) -> Record:
    made = tuple(Link(type, target, "front matter") for type, target in links)
    return Record(f"text of {id}", id=id, links=made, occurred_at=None if day is None else Moment(day), **fields)


def relations(world: World) -> set[tuple[str, str, str]]:
    return {(edge.source, edge.type, edge.target) for edge in world.edges if edge.type in RELATIONS}


def told(graph: MemoryGraph) -> set[tuple[str, str, str]]:
    return relations(check_graph(graph))


CASES = {
    "by id": ([record("a", [("RESOLVES", "b")]), record("b")], {("a", "RESOLVES", "b")}),
    "by title": (
        [record("a", [("RELATED_TO", "ＡＤＲ-7")]), record("b", titles=("adr-7",))],
        {("a", "RELATED_TO", "b")},
    ),
    "an id before a title": (
        [record("a", [("RELATED_TO", "x")]), record("x"), record("b", titles=("x",))],
        {("a", "RELATED_TO", "x")},
    ),
    "a title of the same project before another's": (
        [
            record("a", [("RELATED_TO", "t")], project="p"),
            record("b", titles=("t",), project="p"),
            record("c", titles=("t",), project="q"),
        ],
        {("a", "RELATED_TO", "b")},
    ),
    "a title of several": (
        [record("a", [("RELATED_TO", "t")]), record("b", titles=("t",)), record("c", titles=("t",))],
        {("a", "RELATED_TO", "b"), ("a", "RELATED_TO", "c")},
    ),
    "never to itself": ([record("a", [("RELATED_TO", "a"), ("RESOLVES", "t")], titles=("t",)), record("b")], set()),
    "superseded by, said from the other end": (
        [record("a", [("SUPERSEDED_BY", "b")], day=1), record("b", day=2)],
        {("b", "SUPERSEDES", "a")},
    ),
    "both ends say it": (
        [record("a", [("SUPERSEDED_BY", "b")], day=1), record("b", [("SUPERSEDES", "a")], day=2)],
        {("b", "SUPERSEDES", "a")},
    ),
    "superseded by a title, of the same project first": (
        [
            record("a", [("SUPERSEDED_BY", "t")], project="p"),
            record("b", titles=("t",), project="p"),
            record("c", titles=("t",), project="q"),
        ],
        {("b", "SUPERSEDES", "a")},
    ),
    "a chain": (
        [record("a", day=1), record("b", [("SUPERSEDES", "a")], day=2), record("c", [("SUPERSEDES", "b")], day=3)],
        {("b", "SUPERSEDES", "a"), ("c", "SUPERSEDES", "b")},
    ),
    "a ring": (
        [record("a", [("SUPERSEDES", "b")], day=1), record("b", [("SUPERSEDES", "a")], day=2)],
        {("a", "SUPERSEDES", "b"), ("b", "SUPERSEDES", "a")},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_links_lead_to_the_same_ends_in_every_order(name: str) -> None:
    records, expected = CASES[name]
    worlds = []
    for order in itertools.permutations(records):
        graph = graph_on(MemoryStore())
        for one in order:
            graph.remember_all([one])
        worlds.append(check_graph(graph).told())
    assert relations(worlds[0]) == expected
    assert all(world == worlds[0] for world in worlds)


@pytest.mark.parametrize("name", CASES)
def test_what_comes_and_goes_leaves_the_links_that_the_rest_makes(name: str) -> None:
    records, expected = CASES[name]
    for gone in records:
        graph = graph_on(MemoryStore())
        graph.remember_all(records)
        graph.delete(gone.id)
        without = graph_on(MemoryStore())
        without.remember_all([one for one in records if one is not gone])
        assert check_graph(graph).told() == check_graph(without).told()
        graph.remember_all([gone])
        assert told(graph) == expected


def test_a_better_title_takes_a_passive_link_away_from_a_worse_one(graph: Graph) -> None:
    memory = graph()
    memory.remember_all([record("a", [("SUPERSEDED_BY", "t")], project="p"), record("c", titles=("t",), project="q")])
    assert told(memory) == {("c", "SUPERSEDES", "a")}
    memory.remember_all([record("b", titles=("t",), project="p")])
    assert told(memory) == {("b", "SUPERSEDES", "a")}
    memory.delete("b")
    assert told(memory) == {("c", "SUPERSEDES", "a")}


def test_a_relation_by_call_and_by_link_is_one_edge_with_both_rules(graph: Graph) -> None:
    memory = graph()
    memory.remember_all([record("a", [("RELATED_TO", "b")]), record("b")])
    assert dict(memory.relate("a", "related_to", "b").made) == {"RELATED_TO": 1}
    assert dict(memory.relate("a", "related_to", "b").made) == {}
    assert [edge.rule for edge in check_graph(memory).edges if edge.type == "RELATED_TO"] == ["front matter, relate"]
    memory.remember_all([record("a")])
    assert [edge.rule for edge in check_graph(memory).edges if edge.type == "RELATED_TO"] == ["relate"]
    memory.delete("b")
    assert told(memory) == set()


def test_the_first_thing_that_supersedes_decides_since_when(graph: Graph) -> None:
    memory = graph()
    memory.remember_all(
        [record("a", day=1), record("c", [("SUPERSEDES", "a")], day=30), record("b", [("SUPERSEDES", "a")], day=20)]
    )
    assert memory.get("a").superseded_at == 20
    memory.remember_all([record("b", [("SUPERSEDES", "a")], day=40)])
    assert memory.get("a").superseded_at == 30
    memory.delete("c")
    assert memory.get("a").superseded_at == 40
    memory.delete("b")
    assert memory.get("a").superseded_at is None


def test_a_document_read_again_stays_superseded(graph: Graph) -> None:
    memory = graph()
    held = [record("a", day=1, place=Place("a.md", 1, 2)), Record("ohne id", place=Place("a.md", 3, 4, 1))]
    memory.replace_documents({"a.md": held})
    hashed = next(item.memory.id for item in memory.recall("ohne").results)
    memory.remember_all([record("b", [("SUPERSEDES", "a"), ("SUPERSEDES", hashed)], day=2)])
    before = check_graph(memory)
    assert {id for id, one in before.memories.items() if one.superseded_at is not None} == {"a", hashed}
    assert [one.state for one in memory.replace_documents({"a.md": held}).outcomes] == ["unchanged", "unchanged"]
    assert check_graph(memory) == before


def test_a_call_links_only_to_what_is_there_and_a_file_to_what_may_come(graph: Graph) -> None:
    memory = graph()
    with pytest.raises(NotFound) as caught:
        memory.remember("x", related_to=["later"])
    assert caught.value.fields == {"id": "later"}
    assert memory.remember_all([record("x", [("RELATED_TO", "later")])])[0].state == "created"
