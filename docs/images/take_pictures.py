"""Takes `neo4j-browser.png`: the packaged sample in a real Neo4j Browser.

    python docs/images/take_pictures.py                        # starts a Neo4j of its own
    python docs/images/take_pictures.py BOLT_URL BROWSER_URL   # uses one without a password; its data stays

Run it at the root of the repository. It needs, beside graphcue with its `dev` extra: `pip install playwright`; Chromium
and a font with Chinese characters (Debian: `apt-get install chromium fonts-wqy-microhei`; the path of another Chromium
in the variable CHROMIUM); Java 17 or newer and Maven, for the server (see tests/neo4j_server/starter.py).
"""

import json
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import graphcue
from graphcue.ingestion import ingest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAMPLE = ROOT / "graphcue" / "sample"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

QUERY = """MATCH (p:Person)<-[role:AUTHORED_BY|PRESENTED_BY|APPROVED_BY]-(d:Memory {kind: 'decision'})
WHERE p.name IN ['林若川', 'Nora Keller']
OPTIONAL MATCH (d)-[link:SUPERSEDES|RELATED_TO]-(m:Memory) WHERE m.kind <> 'action'
OPTIONAL MATCH (d)-[with:AUTHORED_BY|APPROVED_BY]->(other:Person)
RETURN p, role, d, link, m, with, other ORDER BY d.order_key, p.name"""
"""Two people's decisions, what they supersede or refer to, and who else stands behind them."""

TEXT = {"font-size": "14px", "text-color-internal": "#FFFFFF", "border-width": "2px", "diameter": "100px"}
EDGE = {"font-size": "8px", "text-color-internal": "#FFFFFF", "padding": "3px", "caption": "<type>"}
STYLE = {
    "node": {"color": "#A5ABB6", "border-color": "#9AA1AC", **TEXT},
    "node.Memory": {"color": "#4C8EDA", "border-color": "#2870C2", "caption": "{caption}", **TEXT},
    "node.Person": {"color": "#F79767", "border-color": "#F36924", "caption": "{name}", **TEXT},
    "relationship": {"color": "#A5ABB6", "shaft-width": "1px", "text-color-external": "#555555", **EDGE},
    "relationship.SUPERSEDES": {"color": "#D93A3A", "shaft-width": "3px", "text-color-external": "#D93A3A", **EDGE},
}
"""A style sheet as Neo4j Browser keeps it: captions instead of numbers, and superseding stands out."""

SETTINGS = {"autoComplete": False}
"""Only edges that the query returns are drawn."""


def main() -> None:
    """Writes the picture beside this file."""
    if len(sys.argv) == 3:
        take(sys.argv[1], sys.argv[2])
        return
    sys.path.insert(0, str(ROOT))
    from tests.neo4j_server.starter import LocalServer

    with LocalServer() as server:
        take(server.url, f"http://localhost:{server.http_port}/browser/?preselectAuthMethod=NO_AUTH")


def take(bolt: str, browser: str) -> None:
    """Ingests the sample into the server and pictures the answer to the query."""
    with graphcue.open(bolt) as graph:
        ingest(graph, [str(SAMPLE)], root=str(SAMPLE))
    with window() as page:
        page.goto(browser)
        page.get_by_text("You are connected to").or_(page.get_by_text("server auth is disabled")).first.wait_for()
        run(page, ":clear")
        run(page, QUERY)
        page.get_by_test_id("vizInspector").wait_for()
        page.get_by_title("Fullscreen").last.click()
        page.wait_for_timeout(4_000)  # until the nodes stand still
        pull_apart(page, "GraphQL", "REST")
        page.get_by_label("zoom-to-fit").click()
        page.wait_for_timeout(1_500)
        drag(page, (250, 650), (160, 650))  # out from under the overview
        page.wait_for_timeout(1_500)
        page.screenshot(path=HERE / "neo4j-browser.png")


@contextmanager
def window() -> Iterator[Page]:
    """A page of a new browser, in which Neo4j Browser has the style and settings."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1160, "height": 760}, device_scale_factor=1.5)
        page.set_default_timeout(120_000)
        for name, value in (("grass", STYLE), ("settings", SETTINGS)):
            page.add_init_script(f"localStorage.setItem('neo4j.{name}', {json.dumps(json.dumps(value))})")
        yield page
        browser.close()


def run(page: Page, command: str) -> None:
    """Nothing; the command is typed and sent."""
    page.get_by_test_id("activeEditor").locator(".monaco-editor").first.click()
    page.keyboard.insert_text(" ".join(command.split()))
    page.get_by_test_id("editor-Run").click()


def pull_apart(page: Page, one: str, other: str, distance: int = 60) -> None:
    """Nothing; the node whose caption has `other` is dragged away from `one`, so that the edge between can be read."""
    (x, y), (from_x, from_y) = (middle(page, caption) for caption in (other, one))
    length = math.dist((x, y), (from_x, from_y))
    drag(page, (x, y), (x + (x - from_x) * distance / length, y + (y - from_y) * distance / length))
    page.wait_for_timeout(4_000)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Nothing; what lies at `start` is at `end` now."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=10)
    page.mouse.up()


def middle(page: Page, caption: str) -> tuple[float, float]:
    """Where the first decision record with that caption stands."""
    box = page.locator("svg .node").filter(has_text="决策记录").filter(has_text=caption).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


if __name__ == "__main__":
    main()
