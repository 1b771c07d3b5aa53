"""A real Chromium and the Neo4j Browser in it, as the tests and `docs/take_pictures.py` use them.

Debian's `chromium` with a font for Chinese (`fonts-wqy-microhei`) and Playwright; another Chromium in the variable CHROMIUM.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
REQUIRED = "GRAPHCUE_REQUIRE_BROWSER"
PATIENCE = 60_000
"""Milliseconds that anything may take on a crowded machine."""


@dataclass
class Watched:
    """A page, with what it complained of and whom it asked for something."""

    page: "Page"
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


def missing() -> str | None:
    """Why no Chromium can be started here; None if one can."""
    try:
        import playwright.sync_api  # noqa: F401 - only whether it is there
    except ImportError:
        return "Playwright is not installed (pip install playwright)"
    return None if Path(CHROMIUM).exists() else f"there is no Chromium at {CHROMIUM} (apt-get install chromium)"


def chromium_or_skip() -> None:
    """Nothing; without Chromium the test is skipped, or fails if GRAPHCUE_REQUIRE_BROWSER=1."""
    reason = missing()
    if reason and os.environ.get(REQUIRED) == "1":
        pytest.fail(reason, pytrace=False)
    if reason:
        pytest.skip(reason)


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A running Chromium without a window; it ends with the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--lang=zh-CN", "--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def watched(browser: "Browser", width: int = 1100, height: int = 760, scale: float = 1.0) -> Watched:
    """A new page whose errors and requests are noted; `scale` is 1.5 for pictures, which costs time to draw."""
    page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
    page.set_default_timeout(PATIENCE)
    found = Watched(page)
    page.on("console", lambda message: found.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.errors.append(str(error)))
    page.on("request", lambda request: found.requests.append(request.url))
    return found


# Neo4j Browser


def log_in(page: "Page", address: str, password: str) -> None:
    """Nothing; Neo4j Browser at `address` is connected as neo4j."""
    page.goto(address)
    page.get_by_test_id("username").fill("neo4j")
    page.get_by_test_id("password").fill(password)
    page.get_by_test_id("connect").click()
    page.get_by_text("You are connected").first.wait_for()


def run(page: "Page", text: str) -> None:
    """Nothing; the text is in the editor and sent."""
    page.get_by_test_id("activeEditor").locator(".monaco-editor").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.get_by_test_id("editor-Run").click()


def edited(page: "Page") -> str:
    """What stands in the editor, on one line."""
    lines = page.get_by_test_id("activeEditor").locator(".view-line").all_inner_texts()
    return re.sub(r"\s+", " ", " ".join(lines).replace("\xa0", " ")).strip()


def drawn(page: "Page", told: str) -> tuple[list[str], int]:
    """The captions of the nodes in the newest frame, whose command holds `told`, and the number of its edges."""
    frame = page.get_by_test_id("frame").first
    frame.get_by_test_id("frameCommand").filter(has_text=told).wait_for()
    frame.get_by_test_id("vizInspector").wait_for()
    frame.locator("svg g.node").first.wait_for(state="attached")
    captions = [one.strip() for one in frame.locator("svg g.node").all_text_contents()]
    return captions, frame.locator("svg g.relationship").count()
