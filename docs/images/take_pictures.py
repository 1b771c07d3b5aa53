"""Takes `neo4j-browser.png`: the packaged sample in a real Neo4j Browser.

    python docs/images/take_pictures.py                        # starts a Neo4j of its own
    python docs/images/take_pictures.py BOLT_URL BROWSER_URL   # one without a password that runs; its data stays

Run it at the root of the repository. It needs, beside graphcue with its `dev` extra: `pip install playwright`; Chromium
and a font with Chinese characters (Debian: `apt-get install chromium fonts-wqy-microhei`; another Chromium's path in
the variable CHROMIUM); Java 17 or newer and Maven, for the server (see tests/neo4j_server/starter.py).
"""

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

QUERY = """MATCH (d:Memory {kind: 'decision'})-[e:AUTHORED_BY|PRESENTED_BY|APPROVED_BY]->(p:Person)
OPTIONAL MATCH (d)-[r:SUPERSEDES|RELATED_TO]->(m:Memory)
RETURN d, e, p, r, m"""

STYLE = """
node { diameter: 76px; color: #C990C0; border-width: 2px; text-color-internal: #FFFFFF; font-size: 10px; }
node.Memory { color: #4C8EDA; border-color: #2870C2; caption: '{caption}'; text-color-internal: #FFFFFF; }
node.Person { color: #F79767; border-color: #F36924; caption: '{name}'; text-color-internal: #FFFFFF; diameter: 84px; }
relationship { color: #A5ABB6; shaft-width: 1px; font-size: 8px; padding: 3px; text-color-external: #000000; }
relationship.SUPERSEDES { color: #D93A3A; shaft-width: 5px; text-color-external: #D93A3A; caption: '<type>'; }
"""

DROP = """([name, text]) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name));
    const target = document.querySelector('#mount') || document.body;
    for (const type of ['dragenter', 'dragover', 'drop'])
        target.firstElementChild.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: files}));
}"""
"""What dropping a file on the window does: Neo4j Browser reads a style sheet so."""


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
        drop_style(page)
        run(page, QUERY)
        page.screenshot(path=HERE / "neo4j-browser.png")


@contextmanager
def window() -> Iterator[Page]:
    """A page of a new browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser.new_page(viewport={"width": 1360, "height": 900})
        browser.close()


def drop_style(page: Page) -> None:
    """Nothing; nodes show their captions from now on."""
    page.get_by_test_id("activeEditor").or_(page.locator(".monaco-editor").first).first.wait_for()
    page.evaluate(DROP, ["graphcue.grass", STYLE])


def run(page: Page, query: str) -> None:
    """Nothing; the answer is drawn, as large as it goes, and stands still."""
    page.keyboard.insert_text(query)
    page.keyboard.press("Control+Enter")
    page.locator("svg .node").first.wait_for()
    page.wait_for_timeout(6000)


if __name__ == "__main__":
    main()
