"""A store that is down is told as such, with its cause, and the service is there again soon after it."""

import re
import time
from pathlib import Path

import pytest

from tests.neo4j_fixtures import server_or_skip
from tests.neo4j_server.starter import LocalServer
from tests.service_process import Client, Running, serving, start

pytestmark = pytest.mark.timed

BACK_SECONDS = 5.0
"""On a machine that has nothing else to do; what a fresh connection takes is allowed for twenty times on top."""


def every_address(client: Client) -> list[tuple[int, str]]:
    """(status, code) of what reads and writes while the store is down."""
    replies = [
        client.post("/recall", {"question": "缓存"}),
        client.post("/ask", {"question": "all decisions by 小舟"}),
        client.get("/decisions"),
        client.get("/timeline", project="家"),
        client.get("/memories/m1"),
        client.get("/describe"),
        client.get("/export"),
        client.post("/memories", {"content": "x"}),
    ]
    return [(reply.status, reply.error["code"]) for reply in replies]


def allowed(server: LocalServer) -> float:
    """Seconds within which a service must be back once its server is."""
    begun = time.monotonic()
    with server.driver() as driver, driver.session() as session:
        session.run("RETURN 1").consume()
    return BACK_SECONDS + 20 * (time.monotonic() - begun)


def back(running: Running) -> float:
    """Seconds until the service is ready again."""
    begun = time.monotonic()
    running.answers("/ready", 200, 120)
    return time.monotonic() - begun


def test_a_folder_that_is_missing_is_told_and_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    running = start(tmp_path, "--store", str(folder / "graphcue.db"))
    try:
        told = running.answers("/ready", 503)
        while told.error["message"].startswith("the store was not looked at"):
            told = running.answers("/ready", 503)
        assert told.error["code"] == "store_unavailable" and str(folder) in told.error["message"]
        assert running.client.get("/health").status == 200
        assert set(every_address(running.client)) == {(503, "store_unavailable")}
        folder.mkdir()
        assert back(running) < BACK_SECONDS
        assert running.client.post("/memories", {"content": "缓存预热"}).status == 201
        assert running.client.post("/recall", {"question": "缓存"}).json["results"]
    finally:
        running.stop()


def test_a_dead_neo4j_is_503_with_its_cause_and_never_an_empty_list_b44(
    tmp_path: Path, local_neo4j_server: LocalServer
) -> None:
    with serving(tmp_path, "--store", local_neo4j_server.url) as running:
        client = running.client.as_(namespace="ready")
        assert client.post("/memories", {"content": "缓存预热改到三点", "id": "m1"}).status == 201
        assert client.post("/recall", {"question": "缓存"}).json["results"]
        local_neo4j_server.kill()
        try:
            told = running.answers("/ready", 503, 20)
            assert told.error["code"] == "store_unavailable"
            begun = time.monotonic()
            assert set(every_address(client)) == {(503, "store_unavailable")}
            assert time.monotonic() - begun < 5  # nobody waits for a server that is known to be down
            assert running.client.get("/health").status == 200
            assert "graphcue_ready 0.0" in client.get("/metrics").body.decode()
        finally:
            local_neo4j_server.start()
        assert back(running) < allowed(local_neo4j_server)
        assert [one["memory"]["id"] for one in client.post("/recall", {"question": "缓存"}).json["results"]] == ["m1"]


def test_a_service_started_before_its_neo4j_becomes_ready_by_itself_b45(
    tmp_path: Path, local_neo4j_server: LocalServer
) -> None:
    local_neo4j_server.stop()
    running = start(tmp_path, "--store", local_neo4j_server.url)
    try:
        running.answers("/ready", 503)
        local_neo4j_server.start()
        assert back(running) < 60  # by itself; its queries are warmed first
    finally:
        running.stop()
        local_neo4j_server.start()


def test_a_wrong_password_is_one_clear_line_and_no_storm_b45(tmp_path: Path) -> None:
    server = server_or_skip(lambda: LocalServer(password="right-password").start())
    try:
        wrong = {"GRAPHCUE_NEO4J_USER": "neo4j", "GRAPHCUE_NEO4J_PASSWORD": "wrong-password"}
        running = start(tmp_path, "--store", server.url, environment=wrong)
        try:
            until = time.monotonic() + 30
            told = running.answers("/ready", 503)
            while told.error["code"] != "store_access" and time.monotonic() < until:
                told = running.answers("/ready", 503)
            assert told.error["code"] == "store_access"
            assert "wrong-password" not in told.body.decode()
            for _ in range(20):
                assert set(every_address(running.client)) == {(503, "store_access")}
            tried = re.search(r'graphcue_store_errors_total\{code="store_access"\} (\d+)', metrics(running.client))
            assert tried and int(tried[1]) <= 3
        finally:
            running.stop()
        right = {**wrong, "GRAPHCUE_NEO4J_PASSWORD": "right-password"}
        time.sleep(0.1)
        with serving(tmp_path, "--store", server.url, environment=right) as good:
            assert good.client.post("/memories", {"content": "缓存"}).status == 201
    finally:
        server.close()


def metrics(client: Client) -> str:
    return client.get("/metrics").body.decode()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--store", "http://localhost"), "there is no store of kind http://"),
        (("--store", ":memory:", "--workers", "2"), "use one worker, or a file"),
        (("--namespace", "\n"), "a namespace has 1 to 200 printable characters"),
        (("--zone", "Mars/Base"), "there is no time zone 'Mars/Base'"),
    ],
)
def test_what_cannot_be_served_is_told_before_it_starts(tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    running = start(tmp_path, *options)
    assert running.process.wait(60) == 2
    assert says in running.said and len(running.said.splitlines()) == 1
