"""Takes `neo4j-browser.png`: the packaged sample in a real Neo4j Browser.

    python docs/images/take_pictures.py                        # starts a Neo4j of its own
    python docs/images/take_pictures.py BOLT_URL BROWSER_URL   # uses one without a password; its data stays

Run it at the root of the repository. It needs, beside graphcue with its `dev` extra: `pip install playwright`; Chromium
and a font with Chinese characters (Debian: `apt-get install chromium fonts-wqy-microhei`; the path of another Chromium
in the variable CHROMIUM); Java 17 or newer and Maven, for the server (see tests/neo4j_server/starter.py).
"""

import json
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

QUERY = """MATCH (d:Memory {kind: 'decision'})-[role:AUTHORED_BY|PRESENTED_BY|APPROVED_BY]->(p:Person)
OPTIONAL MATCH (d)-[link:SUPERSEDES|RELATED_TO]->(m:Memory)
RETURN d, role, p, link, m"""
"""Decisions, who is behind them, and what they supersede or refer to. docs/neo4j.md shows the same query."""

WHITE = {"text-color-internal": "#FFFFFF", "font-size": "10px", "border-width": "2px"}
SUPERSEDES = {"color": "#D93A3A", "shaft-width": "6px", "text-color-external": "#D93A3A", "font-size": "10px"}
STYLE = {
    "node": {"diameter": "80px", "color": "#A5ABB6", "border-color": "#9AA1AC", **WHITE},
    "relationship": {"color": "#A5ABB6", "shaft-width": "1px", "font-size": "8px", "padding": "3px"}
    | {"text-color-external": "#555555", "text-color-internal": "#FFFFFF", "caption": "<type>"},
    "node.Memory": {"diameter": "80px", "color": "#4C8EDA", "border-color": "#2870C2", "caption": "{caption}"} | WHITE,
    "node.Person": {"diameter": "80px", "color": "#F79767", "border-color": "#F36924", "caption": "{name}"} | WHITE,
    "relationship.SUPERSEDES": {"padding": "3px", "text-color-internal": "#FFFFFF", "caption": "<type>"} | SUPERSEDES,
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
        page.get_by_label("zoom-to-fit").or_(page.locator(".zoom-to-fit")).first.click()
        page.wait_for_timeout(1_500)
        page.screenshot(path=HERE / "neo4j-browser.png")


@contextmanager
def window() -> Iterator[Page]:
    """A page of a new browser, in which Neo4j Browser has the style and settings."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1280, "height": 860})
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


if __name__ == "__main__":
    main()
