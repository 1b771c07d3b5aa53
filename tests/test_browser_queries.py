"""The saved queries of Neo4j Browser: on the sample as they are, and on a namespace of 40,000 memories (B52).

Each is bounded, walks by index, and gives the nodes that the API gives.
"""

import re
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from neo4j import Driver, Query

from graphcue import browser
from graphcue.model import FOLLOWS, NAME_EDGES, RELATIONS, ROLES
from graphcue.stores.contract import IN_PROJECT, Where
from tests.browser_fixtures import Explored
from tests.browser_world import BIG, PEOPLE, SIZE, THINGS, WRITTEN
from tests.docs_pages import ROOT
from tests.test_cypher import SCANS, walk

SECONDS = 20.0
DECIDING = ("AUTHORED_BY", "PRESENTED_BY", "DECIDED_BY", "APPROVED_BY")

GIVEN: dict[str, dict[str, Any]] = {
    "overview": {"project": "项目0"},
    "memory": {"id": "b20000"},
    "answer": {
        "ids": [f"b{i:05d}" for i in range(0, 40_000, 200)],
        "cues": ["word:常3", "tag:标5", "status:concluded"],
        "steps": [["b39000", "SUPERSEDES", "b38000"]],
        "between": ["FOLLOWS"],
        "roles": ["DECIDED_BY"],
    },
    "decisions_by_person": {"person": PEOPLE[0]},
    "timeline": {"project": "项目7", "before": "2023-01-01"},
    "chain": {"id": "b20000"},
    "causes": {"id": "b21003"},
    "path": {"first": "b00016", "last": THINGS[12]},
    "together": {"person": PEOPLE[3]},
    "shared_cues": {"first": "项目7", "second": "项目8"},
    "across_projects": {"name": THINGS[4]},
    "open_actions": {"project": "项目1"},
    "hubs": {},
    "orphans": {},
}
HITS = {
    "hubs": 300_000,
    "open_actions": 60_000,
    "orphans": 600_000,
    "path": 1_000_000,
    "shared_cues": 250_000,
    "timeline": 60_000,
}
"""Database hits that a query may need where it is more than 30,000: what is looked at is stated in its comment."""


class Drawn(NamedTuple):
    """What a query draws: nodes by id or key with their labels, edges as (source, type, target), and its rows."""

    nodes: dict[str, frozenset[str]]
    edges: set[tuple[str, str, str]]
    rows: list[dict[str, Any]]

    @property
    def memories(self) -> set[str]:
        return {key for key, labels in self.nodes.items() if "Memory" in labels}

    def column(self, name: str) -> set[str]:
        """The nodes of one column, by id or key."""
        return {called(row[name]) for row in self.rows if row[name] is not None}


def called(node: Any) -> str:
    return str(node.get("id") or node.get("key"))


def drawn(driver: Driver, text: str) -> Drawn:
    with driver.session() as session:
        result = session.run(Query(text, timeout=SECONDS))  # type: ignore[arg-type]  # made of files and literals
        rows = list(result)
        graph = result.graph()
    nodes = {called(node): frozenset(node.labels) for node in graph.nodes}
    ends = [(edge.start_node, edge.type, edge.end_node) for edge in graph.relationships]
    edges = {(called(start), type, called(end)) for start, type, end in ends if start and end}
    return Drawn(nodes, edges, [dict(row) for row in rows])


def on_big(explored: Explored, name: str, **given: Any) -> Drawn:
    return drawn(explored.driver, browser.filled(name, namespace=BIG, **{**GIVEN[name], **given}))


# the files


def test_every_file_is_a_saved_query_and_every_saved_query_is_a_file() -> None:
    files = {path.stem for path in (ROOT / "cypher" / "browser").glob("*.cypher")} - {"all"}
    assert files == set(browser.ORDER) == set(GIVEN)
    assert len(files) >= 13


@pytest.mark.parametrize("name", browser.ORDER)
def test_a_file_has_a_title_in_both_languages_parameters_with_defaults_a_start_and_a_limit(name: str) -> None:
    query = browser.saved(name)
    lines = [line for line in query.text.splitlines() if line.startswith("//")]
    english, _, chinese = query.title.partition(" · ")
    assert english.isascii() and re.search("[\u4e00-\u9fff]{3}", chinese)
    assert "Parameters: " in " ".join(line.removeprefix("//") for line in lines)
    for parameter, value in query.parameters:
        assert value and (parameter == "namespace" or re.search(rf"\b{parameter}\b", " ".join(lines)))
    assert query.parameters[0] == ("namespace", "'default'")
    assert ("$" not in query.text and re.search(r"^LIMIT \d+$", query.text.rstrip().splitlines()[-1])) or name in (
        "decisions_by_person",
        "path",
    )
    assert re.search(r"\bLIMIT \d+", query.text)


def test_all_queries_stand_in_one_file_too() -> None:
    assert (ROOT / "cypher" / "browser" / "all.cypher").read_text("utf-8") == browser.all_queries()


# on the sample, as they are


@pytest.mark.parametrize("name", browser.ORDER)
def test_a_query_finds_something_in_the_sample(explored: Explored, name: str) -> None:
    found = drawn(explored.driver, browser.saved(name).text)
    assert 2 <= len(found.nodes) <= browser.DRAWN
    assert found.edges or name == "orphans"


def test_labels_for_the_style_follow_kind_and_supersession(explored: Explored) -> None:
    text = "MATCH (m:Memory) WHERE m.namespace = 'default' AND m.id IS NOT NULL RETURN m"
    rows = explored.driver.execute_query(text)[0]
    wanted = {
        "Decision": lambda m: m["kind"] == "decision",
        "Action": lambda m: m["kind"] == "action",
        "Superseded": lambda m: m.get("superseded_at") is not None,
    }
    for label, holds in wanted.items():
        having = {row["m"]["id"] for row in rows if label in row["m"].labels}
        assert having == {row["m"]["id"] for row in rows if holds(row["m"])}
        assert having


# on 40,000 memories


def test_the_big_namespace_has_the_shape_that_the_store_gives(explored: Explored) -> None:
    """What was imported, and what the store wrote: the same labels, the same properties of the same types, on the same edges."""
    nodes = """
        MATCH (n {namespace: $big}) WHERE NOT n:Memory OR (n.id >= $first) = $written
        UNWIND keys(n) AS key RETURN DISTINCT labels(n) AS labels, key, valueType(n[key]) AS type
    """
    edges = """
        MATCH (m:Memory {namespace: $big})-[e]->(n) WHERE (m.id >= $first) = $written
        UNWIND CASE WHEN keys(e) = [] THEN [''] ELSE keys(e) END AS key
        RETURN DISTINCT type(e) AS edge, labels(n)[0] AS end, key, valueType(e[key]) AS type
    """
    first = f"b{SIZE - WRITTEN:05d}"
    for text in (nodes, edges):
        shapes = [
            {
                tuple(_listed(value) for value in row.values())
                for row in explored.driver.execute_query(text, big=BIG, first=first, written=written)[0]
            }
            for written in (False, True)
        ]
        imported, stored = ({row for row in shape if "Superseded" not in str(row)} for shape in shapes)
        assert stored and stored <= imported | {row for row in stored if "SUPERSEDES" in str(row)}
        assert {row for row in imported if "Memory" in str(row[0])} == {
            row for row in stored if "Memory" in str(row[0])
        }
    assert explored.big.describe().memories == SIZE
    assert explored.big.describe().counts["HAS_CUE"] > 4 * SIZE


def _listed(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, list) else value


@pytest.mark.parametrize("name", browser.ORDER)
def test_b52_a_query_draws_no_more_than_three_hundred_nodes_of_forty_thousand(explored: Explored, name: str) -> None:
    found = on_big(explored, name)
    assert 2 <= len(found.nodes) <= browser.DRAWN
    if name == "answer":
        assert len(found.nodes) > 200


@pytest.mark.parametrize("name", browser.ORDER)
def test_b52_a_query_walks_by_index(explored: Explored, name: str) -> None:
    text = browser.filled(name, namespace=BIG, **GIVEN[name])
    with explored.driver.session() as session:
        result = session.run(Query(f"PROFILE {text}", timeout=SECONDS))  # type: ignore[arg-type]
        result.consume()
        operators = list(walk(result.consume().profile))
    assert any("Index" in operator["operatorType"] for operator in operators)
    for operator in operators:
        assert not any(scan in operator["operatorType"] for scan in SCANS), operator["operatorType"]
    assert sum(operator["dbHits"] for operator in operators) <= HITS.get(name, 30_000)


# the same nodes as the API


def test_an_overview_is_the_end_of_the_timeline(explored: Explored) -> None:
    found = on_big(explored, "overview")
    newest = [item.memory.id for item in explored.big.timeline("项目0", limit=1000).items][::-1]
    shown = found.column("m")
    assert shown == set(newest[: len(shown)]) and len(shown) >= 20
    for id in shown:
        for edge in explored.big.relations(id):
            if edge.source == id and edge.type in RELATIONS and edge.target in newest:
                assert (id, edge.type, edge.target) in found.edges


def test_a_memory_stands_among_its_relations(explored: Explored) -> None:
    found = on_big(explored, "memory")
    edges = explored.big.relations("b20000")
    there = {(edge.source, edge.type, edge.target) for edge in edges}
    assert {edge for edge in found.edges if edge[1] not in (IN_PROJECT, "FROM_DOCUMENT")} == there
    assert {"SUPERSEDES", FOLLOWS, "DECIDED_BY"} <= {type for _, type, _ in there}


def test_an_answer_is_its_ids(explored: Explored) -> None:
    ids = GIVEN["answer"]["ids"]
    found = on_big(explored, "answer")
    assert found.memories == set(ids)
    assert ("b39000", "SUPERSEDES", "b38000") in found.edges


def test_decisions_by_a_person_are_the_newest_of_the_listing(explored: Explored) -> None:
    found = on_big(explored, "decisions_by_person")
    listing = explored.big.decisions(by=PEOPLE[0], limit=1000, include_superseded=True)
    while listing.after:
        listing = explored.big.decisions(by=PEOPLE[0], limit=1000, include_superseded=True, after=listing.after)
    newest = [item.memory.id for item in listing.items][::-1]
    shown = found.column("m")
    assert shown == set(newest[: len(shown)]) and len(shown) > 30
    few = on_big(explored, "decisions_by_person", person=PEOPLE[1])
    all_of_them = explored.sample.decisions(by="林若川", include_superseded=True)
    sample = drawn(explored.driver, browser.saved("decisions_by_person").text)
    assert few.column("m")
    assert sample.memories == {item.memory.id for item in all_of_them.items}


def test_a_timeline_is_the_timeline(explored: Explored) -> None:
    found = on_big(explored, "timeline")
    listing = explored.big.timeline("项目7", until="2022-12-31", limit=1000)
    ids = [item.memory.id for item in listing.items][-100:]
    assert found.memories == set(ids) and len(ids) == 100
    assert {(new, FOLLOWS, old) for old, new in pairwise(ids)} <= found.edges


def test_a_chain_is_the_chain(explored: Explored) -> None:
    found = on_big(explored, "chain")
    chain = explored.big.chain("b20000")
    assert found.memories == set(chain.ids) and len(chain.ids) == 40
    assert {edge for edge in found.edges if edge[1] == "SUPERSEDES"} == {
        (step.edge.source, step.edge.type, step.edge.target) for step in chain.steps
    }


def test_causes_are_why_and_consequences(explored: Explored) -> None:
    found = on_big(explored, "causes")
    wanted = {*explored.big.why("b21003").ids, *explored.big.consequences("b21003").ids}
    assert found.memories == wanted and len(wanted) == 58


@pytest.mark.parametrize(
    ("first", "last", "length"),
    [
        ("b00016", THINGS[12], 4),
        ("b20000", "b19000", 1),
        ("b20000", "b18000", 2),
        (THINGS[12], "项目1", 3),
        (PEOPLE[5], "b00021", 1),
    ],
)
def test_a_path_is_the_path(explored: Explored, first: str, last: str, length: int) -> None:
    found = on_big(explored, "path", first=first, last=last)
    path = explored.big.path(first, last)
    assert len(path.steps) == length
    assert set(found.nodes) == set(path.nodes)
    assert found.edges == {(step.edge.source, step.edge.type, step.edge.target) for step in path.steps}


def test_who_works_together_are_the_people_of_the_profile(explored: Explored) -> None:
    found = drawn(explored.driver, browser.saved("together").text)
    profile = explored.sample.person("Nora Keller")
    company = {figure.what.partition(" ")[2] or figure.what for figure in profile.people}
    names = {row["who"]["name"] for row in found.rows} - {"Nora Keller"}
    assert names and names <= {*company, *(figure.what for figure in profile.people)}
    for row in on_big(explored, "together").rows:
        assert row["who"]["name"] in PEOPLE
    ids = on_big(explored, "together").memories
    key = next(key for key in explored.big.called(on_big(explored, "together").nodes) if key in found_key(explored))
    assert ids <= of_person(explored, key)


def found_key(explored: Explored) -> set[str]:
    rows = explored.driver.execute_query(
        "MATCH (p:Person {namespace: $namespace, name: $name}) RETURN p.key AS key", namespace=BIG, name=PEOPLE[3]
    )[0]
    return {row["key"] for row in rows}


def of_person(explored: Explored, key: str) -> set[str]:
    """All memories in which the person stands in a role, by the store's own filter."""
    where = Where(names=(key,), edges=ROLES)
    return set(explored.big._read(lambda reader: reader.page(where, "oldest", None, SIZE)).ids)


def test_shared_cues_are_those_that_both_have(explored: Explored) -> None:
    found = on_big(explored, "shared_cues")
    first, second = (cues_of_newest(explored, project) for project in ("项目7", "项目8"))
    shared = {key for key in first & second if key.partition(":")[0] in ("word", "tag", "id")}
    shown = found.column("cue")
    assert shown <= shared and len(shown) == min(15, len(shared))
    numbers = explored.big._read(lambda reader: reader.cues(shared))
    assert sorted(numbers[key] for key in shown) == sorted(numbers.values())[: len(shown)]


def cues_of_newest(explored: Explored, project: str) -> set[str]:
    ids = [item.memory.id for item in explored.big.timeline(project, limit=1000).items][-200:]
    return {key for found in explored.big._read(lambda reader: reader.postings(ids)).values() for key in found}


def test_a_thing_across_projects_is_what_names_it(explored: Explored) -> None:
    found = on_big(explored, "across_projects")
    key = next(key for key in found.nodes if key.startswith("entity:"))
    where = Where(names=(key,), edges=NAME_EDGES)
    naming = explored.big._read(lambda reader: reader.page(where, "newest", None, SIZE)).ids
    assert found.memories <= set(naming) and len(found.memories) > 20
    memories = explored.big.find(naming)
    for project in found.column("p"):
        mine = [id for id in naming if memories[id].project == project]
        shown = {id for id in found.memories if memories[id].project == project}
        assert shown == set(mine[: len(shown)])


def test_open_actions_are_the_open_actions(explored: Explored) -> None:
    found = on_big(explored, "open_actions")
    ids = [item.memory.id for item in explored.big.open_actions(project="项目1", limit=1000).items]
    shown = found.column("m")
    assert shown == set(ids[: len(shown)]) and len(shown) >= 50
    sample = drawn(explored.driver, browser.saved("open_actions").text)
    assert sample.column("m") == {item.memory.id for item in explored.sample.open_actions(project="栖页").items}


def test_hubs_have_the_most_edges(explored: Explored) -> None:
    found = on_big(explored, "hubs").column("n")
    keys = [name.key for name in explored.big._read(lambda reader: reader.names())]
    degrees = explored.big._read(lambda reader: reader.degrees(keys, NAME_EDGES))
    assert found == set(sorted(degrees, key=lambda key: (-degrees[key], key))[:10])


def test_broken_chains_and_forks_are_found(explored: Explored) -> None:
    """Damage is done by hand, found, and mended."""
    cut = "MATCH (a:Memory {namespace: $n, id: $a})-[f:FOLLOWS]->(b:Memory {namespace: $n, id: $b}) DELETE f"
    tie = "MATCH (a:Memory {namespace: $n, id: $a}), (b:Memory {namespace: $n, id: $b}) CREATE (a)-[:FOLLOWS]->(b)"

    def problems() -> set[tuple[str, str, str]]:
        rows = on_big(explored, "orphans").rows
        return {(called(row["m"]), row["problem"], called(row["other"])) for row in rows if row["other"]}

    assert problems() == set()
    explored.driver.execute_query(cut, n=BIG, a="b39950", b="b39900")
    explored.driver.execute_query(tie, n=BIG, a="b39951", b="b39801")
    try:
        found = problems()
    finally:
        explored.driver.execute_query(tie, n=BIG, a="b39950", b="b39900")
        explored.driver.execute_query(cut, n=BIG, a="b39951", b="b39801")
    assert ("b39950", "broken", "b39900") in found
    assert ("b39951", "fork", "b39801") in found
    orphans = {called(row["m"]) for row in on_big(explored, "orphans").rows if row["problem"] == "orphan"}
    assert orphans and all(tied_by(explored, id) <= {FOLLOWS, "AUTHORED_BY"} for id in orphans)


def tied_by(explored: Explored, id: str) -> set[str]:
    return {edge.type for edge in explored.big.relations(id)}
