"""An answer as a query for Neo4j Browser: just its nodes, on the real server; and the neighbourhood and pages of any store."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from neo4j import Driver

import graphcue
from graphcue import browser, drawing
from graphcue.drawing_pages import LIBRARY, graph_page, superseding, timeline_page
from graphcue.errors import InvalidInput, NotFound
from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from graphcue.model import FOLLOWS, Moment, Record
from graphcue.settings import Settings
from tests.browser_fixtures import NOW, SAMPLE, Explored, store_of
from tests.browser_pages import HOSTILE_TEXT, hostile
from tests.cli_process import graphcue as command
from tests.conftest import Graph
from tests.docs_pages import ROOT

REST, GRAPHQL = "mjpidlfiulobj77au5xkfh4xkhu", "m5zewes74claaj32jdyvqad2rba"
REFUND = "muli37dfo3hxmb4xmgt3ofp3vy4"


@pytest.fixture(scope="module")
def sample(explored: Explored) -> Iterator[MemoryGraph]:
    """The sample on the server, in a namespace with a quote in its name."""
    with MemoryGraph(store_of(explored.server), "team's", Settings(), lambda: NOW) as graph:
        ingest(graph, [SAMPLE], root=SAMPLE)
        yield graph


def shown(driver: Driver, graph: MemoryGraph, answer: drawing.Drawable) -> tuple[set[str], set[tuple[str, str, str]]]:
    """(ids and keys of the nodes, edges) that the query of an answer draws."""
    query = drawing.cypher_of(answer, note="x' \\u000a y", namespace=graph.namespace).query
    with driver.session() as session:
        found = session.run(query).graph()  # type: ignore[arg-type]
    ends = {node: str(node.get("id") or node.get("key")) for node in found.nodes}
    edges = {(ends[e.start_node], e.type, ends[e.end_node]) for e in found.relationships if e.start_node and e.end_node}
    return set(ends.values()), edges


def memories_in(nodes: set[str]) -> set[str]:
    return {node for node in nodes if ":" not in node and node != "栖页"}


def test_a_recall_is_its_memories_its_cues_and_the_way_that_was_walked(sample: MemoryGraph, explored: Explored) -> None:
    answer = sample.recall("缓存击穿怎么处理的", limit=5)
    nodes, edges = shown(explored.driver, sample, answer)
    ids = {result.memory.id for result in answer.results}
    assert len(ids) == 5 and ids <= memories_in(nodes)
    cues = {leaf.cue for result in answer.results for leaf in result.leaves if leaf.cue}
    assert len(cues) >= 3 and cues == {node for node in nodes if node.startswith(("word:", "tag:"))}
    walked = [step for result in answer.results for leaf in result.leaves for step in leaf.path]
    assert walked
    for step in walked:
        ways = {edge[1] for edge in edges if {edge[0], edge[2]} == {step.source, step.target}}
        assert step.edge.removesuffix("_BACK").replace("FOLLOWED_BY", FOLLOWS) in ways


@pytest.mark.parametrize(
    "ask",
    [
        lambda graph: graph.decisions(by="林若川", include_superseded=True),
        lambda graph: graph.timeline("栖页", since="2025-11"),
        lambda graph: graph.timeline("栖页", as_of="2025-10-01"),
        lambda graph: graph.open_actions(),
        lambda graph: graph.ask("林若川的所有决策"),
        lambda graph: graph.ask("缓存 击穿 抖动 为啥"),
    ],
)
def test_a_list_is_its_memories(ask: Callable[[MemoryGraph], Any], sample: MemoryGraph, explored: Explored) -> None:
    answer = ask(sample)
    nodes, _ = shown(explored.driver, sample, answer)
    listing = answer.answered.listing if isinstance(answer, graphcue.graph.Asked) else answer
    if listing is not None:
        ids = {item.memory.id for item in listing.items}
        assert ids == memories_in(nodes)
    assert memories_in(nodes)


@pytest.mark.parametrize("name", ["chain", "why", "consequences"])
def test_a_walk_is_its_memories_and_edges(name: str, sample: MemoryGraph, explored: Explored) -> None:
    start = {"chain": REST, "why": REFUND, "consequences": "m5gh4lcbr4kvibem77zxt6aw5iu"}[name]
    walk = getattr(sample, name)(start)
    nodes, edges = shown(explored.driver, sample, walk)
    assert nodes == set(walk.ids) and len(nodes) == 2
    assert edges == {(step.edge.source, step.edge.type, step.edge.target) for step in walk.steps}


def test_a_path_is_its_nodes_and_edges(sample: MemoryGraph, explored: Explored) -> None:
    path = sample.path("沈知遥", REFUND)
    nodes, edges = shown(explored.driver, sample, path)
    assert nodes == set(path.nodes) and len(nodes) == 4
    assert edges == {(step.edge.source, step.edge.type, step.edge.target) for step in path.steps}


def test_an_empty_answer_draws_nothing(sample: MemoryGraph, explored: Explored) -> None:
    assert shown(explored.driver, sample, sample.recall("zzzz")) == (set(), set())


def test_another_namespace_is_never_drawn(sample: MemoryGraph, explored: Explored) -> None:
    query = drawing.cypher_of(sample.chain(REST), namespace="team").query
    with explored.driver.session() as session:
        assert not session.run(query).graph().nodes  # type: ignore[arg-type]


def test_a_long_list_is_drawn_in_part_and_says_so(memory: MemoryGraph) -> None:
    moments = [Moment(1_735_689_600_000 + number * 60_000) for number in range(200)]
    memory.remember_all(Record(f"note {at.ms}", project="p", occurred_at=at) for at in moments)
    found = drawing.cypher_of(memory.timeline("p", limit=1000), note="timeline p")
    assert (found.drawn, found.total) == (drawing.MEMORIES, 200)
    assert found.query.startswith("// timeline p · the first 150 of 200 nodes\n")
    assert found.link is None or len(found.link) <= browser.LONGEST_LINK


# the command line


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("drawn")
    ended = command(made, "ingest", SAMPLE, "--root", SAMPLE)
    assert ended.code == 0, ended.err
    return made


COMMANDS = [
    ["recall", "缓存击穿"],
    ["ask", "林若川的所有决策"],
    ["decisions", "--by", "林若川"],
    ["timeline", "栖页", "--since", "2025-12"],
    ["chain", GRAPHQL],
    ["why", REFUND],
    ["consequences", REST],
    ["path", "沈知遥", "苏禾"],
]


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: str(line[0]))
def test_every_answer_prints_its_query_and_has_it_in_json(line: list[str], folder: Path) -> None:
    ended = command(folder, *line, "--cypher")
    assert ended.code == 0, ended.err
    note, link, *rest = ended.out.splitlines()
    assert note.startswith(f"// {line[0]} ")
    assert link.startswith("// http://localhost:7474/browser/?cmd=edit&arg=")
    assert rest[0] == "WITH 'default' AS namespace," and rest[-1] == "LIMIT 1"
    value = command(folder, *line, "--cypher", "--json").json
    assert value["cypher"]["query"] == "\n".join([note, *rest]) + "\n"
    assert value["cypher"]["link"] == link.removeprefix("// ")
    plain = command(folder, *line, "--json").json
    assert plain == {key: part for key, part in value.items() if key != "cypher"} and plain


def test_the_address_of_neo4j_browser_can_be_said(folder: Path) -> None:
    place = {"GRAPHCUE_BROWSER_URL": "https://graph.example/browser/"}
    ended = command(folder, "chain", GRAPHQL, "--cypher", environment=place)
    assert "// https://graph.example/browser/?cmd=edit&arg=" in ended.out
    ended = command(folder, "chain", GRAPHQL, "--cypher", environment={"GRAPHCUE_BROWSER_URL": "javascript:1"})
    assert ended.code == 2 and "no address of Neo4j Browser" in ended.err


# neighbourhoods


def test_a_neighbourhood_is_what_stands_near_nearest_first(graph: Graph) -> None:
    with graph() as kept:
        kept.remember("first", id="a", project="p", author="Ana Lima", occurred_at="2025-01-01")
        kept.remember("second", id="b", project="p", author="Bo Chen", occurred_at="2025-01-02", supersedes=["a"])
        kept.remember("third", id="c", project="q", author="Bo Chen", occurred_at="2025-01-03")
        kept.remember("far", id="d", project="r", author="Nobody Near", occurred_at="2025-01-04")
        found = kept.neighbourhood("a", steps=1)
        assert [node.name for node in found.nodes] == ["first", "Ana Lima", "p", "second"]
        assert [node.depth for node in found.nodes] == [0, 1, 1, 1]
        assert {("b", "SUPERSEDES", "a"), ("b", FOLLOWS, "a")} < {(e.source, e.type, e.target) for e in found.edges}
        wider = kept.neighbourhood("Ana Lima", steps=3)
        assert {"Bo Chen", "second"} < {node.name for node in wider.nodes} and not wider.cut
        assert "far" not in {node.name for node in wider.nodes}
        small = kept.neighbourhood("p", steps=2, limit=3)
        assert len(small.nodes) == 3 and small.cut
        assert {node.label for node in wider.nodes} == {"Memory", "Person"}


def test_three_stores_give_the_same_neighbourhood(graph: Graph) -> None:
    with graph() as kept:
        ingest(kept, [SAMPLE], root=SAMPLE)
        found = kept.neighbourhood("林若川")
        text = json.dumps([[node.key, node.depth] for node in found.nodes] + [e.identity for e in found.edges])
        with graphcue.open(":memory:", now="2026-01-05") as plain:
            ingest(plain, [SAMPLE], root=SAMPLE)
            other = plain.neighbourhood("林若川")
        assert json.dumps([[n.key, n.depth] for n in other.nodes] + [e.identity for e in other.edges]) == text


def test_a_start_that_nothing_bears_and_numbers_out_of_range_are_errors(memory: MemoryGraph) -> None:
    memory.remember("x", id="a", author="Ana Lima")
    with pytest.raises(NotFound, match="nearest are Ana Lima"):
        memory.neighbourhood("Ana Lim")
    for wrong in ({"steps": 0}, {"steps": 6}, {"limit": 0}, {"limit": 1001}):
        with pytest.raises(InvalidInput, match="give one from 1 to"):
            memory.neighbourhood("a", **wrong)


# pages


def data_of(page: str) -> Any:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


def test_a_page_holds_text_that_ends_no_element(memory: MemoryGraph) -> None:
    hostile(memory)
    listing = memory.timeline(HOSTILE_TEXT)
    for page in (
        graph_page(memory.neighbourhood(HOSTILE_TEXT), HOSTILE_TEXT),
        timeline_page(listing, memory.find(superseding(listing)), HOSTILE_TEXT),
    ):
        assert page.count("</script>") == page.count("<script")
        assert "<img" not in page and HOSTILE_TEXT not in page
        assert data_of(page)["title"] == HOSTILE_TEXT
        assert not re.search(r"\{\{(title|policy|style|library|program)\}\}", page)


def test_a_page_needs_nothing_from_outside(memory: MemoryGraph) -> None:
    memory.remember("x", id="a", project="p", occurred_at="2025-01-01")
    pages = [graph_page(memory.neighbourhood("a"), "a"), timeline_page(memory.timeline("p"), {}, "p")]
    for page in pages:
        assert "default-src 'none'; script-src 'sha256-" in page
        assert not re.search(r"<(?:link|img|iframe)\b|<script[^>]*\bsrc=|@import|url\(", page.partition("<body>")[0])
    assert re.search(r"-\d+\.\d+\.\d+\.", LIBRARY) and len(pages[0]) > 400_000 > 20_000 > len(pages[1])
    assert "Permission is hereby granted, free of charge" in pages[0]
    licence = ROOT / "graphcue" / "web" / LIBRARY.replace(".min.js", ".LICENSE.txt")
    assert licence.read_text("utf-8").startswith("Copyright (c) 2016-2026, The Cytoscape Consortium")


def test_a_timeline_page_tells_what_superseded_what_and_when(memory: MemoryGraph) -> None:
    memory.remember("老办法", id="a", project="p", kind="decision", occurred_at="2025-01-01")
    memory.remember(
        "新办法", id="b", project="q", kind="decision", occurred_at="2025-02-01T09:30+08:00", supersedes=["a"]
    )
    listing = memory.timeline("p")
    (step,) = data_of(timeline_page(listing, memory.find(superseding(listing)), "p"))["steps"]
    assert (step["headline"], step["time"], step["look"]) == ("老办法", "2025-01-01", "Decision")
    (newer,) = step["superseded_by"]
    assert (newer["headline"], newer["time"]) == ("新办法", "2025-02-01 09:30") and newer["ms"] > step["ms"]


def test_the_commands_write_pages(folder: Path) -> None:
    ended = command(folder, "graph", "栖页", "--html", "g.html", "--limit", "20")
    assert ended.code == 0 and "a page of 20 nodes" in ended.out and "there is more" in ended.out
    assert len(data_of((folder / "g.html").read_text("utf-8"))["nodes"]) == 20
    ended = command(folder, "timeline", "栖页", "--html", "t.html", "--json")
    assert ended.code == 0 and ended.json["file"] == "t.html"
    assert len(data_of((folder / "t.html").read_text("utf-8"))["steps"]) == 38
    assert command(folder, "graph", "栖页", "--html", "no/such/g.html").code == 1
    assert command(folder, "graph", "nobody at all", "--html", "n.html").code == 3
    assert not (folder / "n.html").exists()
