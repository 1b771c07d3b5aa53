"""The two pages in a real Chromium: drawn, explored, silent; text that looks like a script stays text."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import graphcue
from graphcue.drawing_pages import graph_page, superseding, timeline_page
from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from tests.browser_pages import HOSTILE_TEXT, hostile
from tests.browser_window import Watched, chromium, chromium_or_skip, watched
from tests.docs_pages import ROOT

SAMPLE = str(ROOT / "graphcue" / "sample")


@pytest.fixture(scope="module")
def sample() -> Iterator[MemoryGraph]:
    with graphcue.open(":memory:", now="2026-01-20") as graph:
        ingest(graph, [SAMPLE], root=SAMPLE)
        yield graph


@pytest.fixture
def window() -> Iterator[Watched]:
    chromium_or_skip()
    with chromium() as browser:
        found = watched(browser)
        yield found
        assert found.errors == []
        assert {url.partition("://")[0] for url in found.requests} == {"file"} and len(found.requests) == 1


def opened(window: Watched, folder: Path, page: str) -> Page:
    file = folder / "page.html"
    file.write_text(page, "utf-8")
    window.page.goto(file.as_uri())
    return window.page


def timeline_of(graph: MemoryGraph, project: str) -> str:
    listing = graph.timeline(project, limit=1000)
    return timeline_page(listing, graph.find(superseding(listing)), f"{project} 的时间线")


def test_a_graph_is_drawn_and_explored(window: Watched, sample: MemoryGraph, tmp_path: Path) -> None:
    found = sample.neighbourhood("林若川")
    page = opened(window, tmp_path, graph_page(found, "林若川"))
    count = "({ nodes: graphcue.nodes().length, edges: graphcue.edges().length })"
    assert page.evaluate(count) == {"nodes": len(found.nodes), "edges": len(found.edges)}
    assert len(found.nodes) > 20
    assert page.locator("#graph canvas").count() == 3
    facts = page.locator("#facts")
    assert "林若川" in facts.inner_text() and "决策记录: 开放接口采用 REST" in facts.inner_text()
    facts.get_by_text("决策记录: 开放接口改用 GraphQL").first.click()
    assert "取代 → 决策记录: 开放接口采用 REST" in facts.inner_text()
    assert "移动端与合作书店的新接入一律走 GraphQL" in facts.inner_text()
    page.get_by_label("查找").fill("压测")
    assert 0 < page.evaluate("graphcue.nodes().not('.away').length") < len(found.nodes)
    places = (
        "JSON.stringify(graphcue.nodes().map((n) => [n.id(), Math.round(n.position().x), Math.round(n.position().y)]))"
    )
    first = page.evaluate(places)
    page.reload()
    assert page.evaluate(places) == first  # drawn the same each time
    window.requests.pop()


def test_a_timeline_shows_how_it_stood_at_any_moment(window: Watched, sample: MemoryGraph, tmp_path: Path) -> None:
    page = opened(window, tmp_path, timeline_of(sample, "栖页"))
    old = page.locator(".step.old h2")
    assert old.all_inner_texts() == ["决策记录: 开放接口采用 REST"]
    assert "被取代 superseded by 决策记录: 开放接口改用 GraphQL" in page.locator("main").inner_text()
    assert page.locator("#arcs path:not(.away)").count() == 1
    assert page.locator(".step:not(.future)").count() == 38
    slider = page.get_by_label("as of")
    moments = [page_at(page, at) for at in range(int(slider.get_attribute("max") or 0) + 1)]
    assert moments == sorted(moments) and moments[0] == "2025-09-03"
    slider.fill(str(moments.index("2025-11-27")))
    assert old.count() == 0 and page.locator("#arcs path:not(.away)").count() == 0
    wanted = sample.timeline("栖页", as_of="2025-11-27").total + 3  # those without a time are always shown
    assert page.locator(".step:not(.future)").count() == wanted
    slider.fill(str(moments.index("2025-12-03")))
    assert old.count() == 1


def page_at(page: Page, at: int) -> str:
    page.get_by_label("as of").fill(str(at))
    return page.locator("#moment").inner_text()


@pytest.mark.parametrize("kind", ["graph", "timeline"])
def test_text_that_looks_like_a_script_stays_text(kind: str, window: Watched, tmp_path: Path) -> None:
    with graphcue.open(":memory:", now="2026-01-20") as graph:
        hostile(graph)
        text = (
            graph_page(graph.neighbourhood("one"), HOSTILE_TEXT)
            if kind == "graph"
            else timeline_of(graph, HOSTILE_TEXT)
        )
    page = opened(window, tmp_path, text)
    page.wait_for_timeout(300)
    assert page.evaluate("typeof window.broken") == "undefined"
    assert HOSTILE_TEXT in page.locator("body").inner_text()
    assert page.locator("img, iframe, b").count() == 0
    assert page.locator("script").count() == (3 if kind == "graph" else 2)
    if kind == "graph":
        assert page.evaluate("graphcue.nodes().length") >= 3
