"""Takes the pictures of the pages: the packaged sample in a real Neo4j Browser, and the two pages for people without it.

    python docs/take_pictures.py

Run it at the root of the repository, in its virtual environment with the `dev` extra. It needs Chromium and a font with
Chinese characters (Debian: `apt-get install chromium fonts-wqy-microhei`; the path of another Chromium in the variable
CHROMIUM), and Java 17 or newer and Maven for the server, which it starts and ends (see tests/neo4j_server/starter.py).
"""

import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import graphcue
from graphcue import browser
from graphcue.browser_server import server
from graphcue.drawing_pages import graph_page, superseding, timeline_page
from graphcue.ingestion import ingest

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SAMPLE = ROOT / "graphcue" / "sample"
PASSWORD = "long-enough-1"  # noqa: S105 - of a server that lives for a minute

QUERY = """MATCH (p:Person)<-[role:AUTHORED_BY|PRESENTED_BY|APPROVED_BY]-(d:Memory {kind: 'decision'})
WHERE p.name IN ['林若川', 'Nora Keller']
OPTIONAL MATCH (d)-[link:SUPERSEDES|RELATED_TO]-(m:Memory) WHERE m.kind <> 'action'
OPTIONAL MATCH (d)-[with:AUTHORED_BY|APPROVED_BY]->(other:Person)
RETURN p, role, d, link, m, with, other ORDER BY d.order_key, p.name"""
"""Two people's decisions, what they supersede or refer to, and who else stands behind them: the picture of docs/neo4j.md."""

SAVED = ("decisions_by_person", "answer", "memory")
"""The saved queries that docs/explore.md shows."""


def main() -> None:
    """Writes every picture."""
    sys.path.insert(0, str(ROOT))
    take_pages()
    take_browser()


def take_browser() -> None:
    """Style and guide as they come at login, then the answers to some queries."""
    from tests.browser_fixtures import browser_settings, store_of
    from tests.browser_window import chromium, drawn, log_in, run, watched
    from tests.neo4j_server.starter import LocalServer

    with server(0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        settings = browser_settings(int(serving.server_address[1]))
        with LocalServer(password=PASSWORD, settings=settings) as neo4j, chromium() as window:
            with graphcue.MemoryGraph(store_of(neo4j)) as graph:
                ingest(graph, [str(SAMPLE)], root=str(SAMPLE))
            page = watched(window, 1160, 760, 1.5).page
            log_in(page, f"http://localhost:{neo4j.http_port}/browser/", PASSWORD)
            page.get_by_text("1/5").first.wait_for()
            page.wait_for_timeout(1_000)
            page.screenshot(path=IMAGES / "browser-guide.png")
            texts = {f"browser-{name.replace('_', '-')}": browser.saved(name).text for name in SAVED}
            for name, text in {**texts, "neo4j-browser": QUERY}.items():
                run(page, text)
                drawn(page, text[:20])
                settled(page)
                page.screenshot(path=IMAGES / f"{name}.png")
                page.get_by_title("Close fullscreen").first.click()
        serving.shutdown()


def settled(page: "Page") -> None:
    """Nothing; the newest frame fills the window and its nodes stand still."""
    page.get_by_test_id("frame").first.get_by_title("Fullscreen").click()
    page.wait_for_timeout(6_000)
    page.get_by_label("zoom-to-fit").first.click()
    page.wait_for_timeout(1_500)


def take_pages() -> None:
    """The two pages, as any browser shows them."""
    from tests.browser_window import chromium, watched

    with graphcue.open(":memory:", now="2026-01-20") as graph, TemporaryDirectory() as folder, chromium() as window:
        ingest(graph, [str(SAMPLE)], root=str(SAMPLE))
        listing = graph.timeline("栖页", kinds=["decision"])
        pages = {
            "graph-page": graph_page(
                graph.neighbourhood("m5zewes74claaj32jdyvqad2rba"), "决策记录: 开放接口改用 GraphQL"
            ),
            "timeline-page": timeline_page(listing, graph.find(superseding(listing)), "栖页 · 时间线 timeline"),
        }
        for name, text in pages.items():
            file = Path(folder, f"{name}.html")
            file.write_text(text, "utf-8")
            page = watched(window, 1160, 760).page
            page.goto(file.as_uri())
            page.wait_for_timeout(1_000)
            page.screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
