"""Neo4j Browser in a real Chromium: style and guide at login, every saved query drawn, links, favourites."""

import base64
import re
from collections.abc import Iterator
from typing import Any

import pytest

from graphcue import browser, drawing
from graphcue.stores.neo4j_captions import caption_lines
from tests.browser_fixtures import PASSWORD, Explored
from tests.browser_window import Watched, chromium, chromium_or_skip, drawn, edited, log_in, run, watched

HAN = re.compile("[\u4e00-\u9fff]")
COLOURS = {
    "Decision": "#2457A6",
    "Superseded": "#E3E8F1",
    "Person": "#F08A24",
    "Memory": "#6FA8DC",
    "Action": "#2E9E6B",
}


@pytest.fixture(scope="module")
def window(explored: Explored) -> Iterator[Watched]:
    """Neo4j Browser, logged in."""
    chromium_or_skip()
    with chromium() as browser_:
        found = watched(browser_)
        log_in(found.page, explored.address, PASSWORD)
        found.page.get_by_text("1/5").first.wait_for()
        yield found


def expected(explored: Explored, text: str) -> list[Any]:
    with explored.driver.session() as session:
        return list(session.run(text).graph().nodes)  # type: ignore[arg-type]


def caption(node: Any) -> str:
    """What the style writes on a node, without spaces."""
    for label, key in (("Person", "name"), ("Entity", "name"), ("Cue", "value"), ("Memory", "caption_lines")):
        if label in node.labels:
            return str(node[key]).replace(" ", "")
    return str(node["key"]).replace(" ", "")


def test_style_and_guide_come_with_the_login(window: Watched) -> None:
    frames = window.page.get_by_test_id("frameCommand").all_inner_texts()
    assert any(":style http://127.0.0.1" in text for text in frames)
    assert any(":play http://127.0.0.1" in text for text in frames)
    assert window.page.get_by_text("红色是项目").first.is_visible()
    assert "node.Decision" in window.page.get_by_test_id("stream").inner_text()


@pytest.mark.parametrize("name", browser.ORDER)
def test_a_saved_query_is_drawn_with_its_captions(name: str, window: Watched, explored: Explored) -> None:
    nodes = expected(explored, browser.saved(name).text)
    run(window.page, browser.saved(name).text)
    captions, edges = drawn(window.page, browser.saved(name).title)
    assert len(captions) == len(nodes)
    assert edges or name == "orphans"
    wanted = sorted(caption(node) for node in nodes)
    found = [text.replace(" ", "") for text in captions]
    for text in found:  # what does not fit ends in …
        assert any(full == text or full.startswith(text.rstrip("…")) for full in wanted), text
    assert sum(bool(HAN.search(text)) and not text.endswith("…") for text in found) >= min(2, len(nodes) // 3)


def test_people_decisions_and_superseded_ones_are_told_apart(window: Watched, explored: Explored) -> None:
    text = browser.saved("decisions_by_person").text
    run(window.page, text)
    drawn(window.page, browser.saved("decisions_by_person").title)
    seen: dict[str, str] = {}
    for group in window.page.get_by_test_id("frame").first.locator("svg g.node").all():
        words = (group.text_content() or "").replace(" ", "").rstrip("…")
        seen[words] = str(group.locator("circle.b-outline").first.get_attribute("fill")).upper()
    assert {seen["林若川"], seen["沈知遥"]} == {COLOURS["Person"]}
    assert seen[caption_lines("决策记录: 开放接口采用 REST").replace(" ", "")] == COLOURS["Superseded"]
    assert seen[caption_lines("决策记录: 开放接口改用 GraphQL").replace(" ", "")] == COLOURS["Decision"]


def test_each_step_of_the_guide_runs(window: Watched, explored: Explored) -> None:
    page = window.page
    run(page, ":clear")
    run(page, f":play http://127.0.0.1:{port_of(explored)}/guide.html")
    page.get_by_text("1/5").first.wait_for()
    queries = [text.strip() for text in page.locator("pre.runnable").all_inner_texts()]
    assert queries
    for step in range(1, 6):
        guide = page.get_by_test_id("frame").filter(has_text=f"{step}/5").first
        guide.locator("pre.runnable").first.click()
        text = edited(page)
        assert text.startswith("MATCH ") and "LIMIT" in text
        assert 3 <= len(expected(explored, text)) <= browser.DRAWN
        page.get_by_test_id("editor-Run").click()
        captions, edges = drawn(page, text[:20])
        assert len(captions) >= 3 and edges
        page.get_by_test_id("frame").first.get_by_title("Close").click()
        if step < 5:
            guide.get_by_test_id("nextSlide").first.click()


def port_of(explored: Explored) -> int:
    conf = (explored.server.home / "conf" / "neo4j.conf").read_text("utf-8")
    return int(re.findall(r"style http://127\.0\.0\.1:(\d+)/", conf)[0])


def test_a_link_opens_the_answer_in_the_editor_and_runs_nothing(window: Watched, explored: Explored) -> None:
    note = "x' \\u000aMATCH (n) DETACH DELETE n // \"><b>"
    answer = explored.sample.decisions(by="林若川", include_superseded=True)
    shown = drawing.cypher_of(answer, note=note, address=explored.address)
    assert shown.link
    window.page.goto(shown.link)
    window.page.get_by_text("1/5").first.wait_for()
    text = edited(window.page)
    assert "DETACH DELETE n" in text and "'m5zewes74claaj32jdyvqad2rba'" in text
    assert explored.sample.describe().memories == 38
    window.page.get_by_test_id("editor-Run").click()
    captions, edges = drawn(window.page, "x'")
    assert len(captions) == len(expected(explored, shown.query)) >= 7 and edges >= 8
    assert explored.sample.describe().memories == 38


def test_the_longest_link_is_still_taken(window: Watched, explored: Explored) -> None:
    room = browser.LONGEST_LINK - len(browser.link("// \nRETURN 1", explored.address) or "")
    link = browser.link(f"// {'x' * room}\nRETURN 1", explored.address)
    assert link and len(link) == browser.LONGEST_LINK
    answer = window.page.goto(link)
    assert answer and answer.status == 200
    window.page.get_by_text("1/5").first.wait_for()
    assert edited(window.page).startswith("// xxxx")


DROP = """(encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], 'graphcue.zip', { type: 'application/zip' }));
  const target = document.querySelector('[data-testid="main"]');
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }
}"""


def test_the_favourites_drop_in_as_a_folder(window: Watched) -> None:
    page = window.page
    page.evaluate(DROP, base64.b64encode(browser.favourites()).decode("ascii"))
    page.get_by_test_id("navigationFavorites").click()
    folder = page.get_by_text("graphcue", exact=True).first
    folder.wait_for()
    folder.click()
    for name in browser.ORDER:
        page.get_by_text(browser.saved(name).title[:20]).first.wait_for()
    page.get_by_test_id("navigationFavorites").click()


def test_neo4j_browser_complained_of_nothing_of_ours(window: Watched) -> None:
    """Its own fonts and trackers cannot be reached here, which is not ours."""
    ours = [text for text in window.errors if "127.0.0.1" in text or "grass" in text.lower()]
    assert ours == []
    assert any(url.endswith("/style.grass") for url in window.requests)
