"""The server that the tests of Neo4j Browser share: 40,000 memories, the sample, a password, style and guide at login."""

import threading
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest
from neo4j import Driver

from graphcue.browser_server import HOST, server
from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from graphcue.settings import Settings
from graphcue.stores.neo4j import Neo4jStore
from tests.browser_world import BIG, finish, prepare
from tests.docs_pages import ROOT
from tests.neo4j_fixtures import server_or_skip
from tests.neo4j_server.starter import LocalServer

PASSWORD = "long-enough-1"
SAMPLE = str(ROOT / "graphcue" / "sample")
NOW = 1_768_867_200_000
"""2026-01-20 UTC."""


class Explored(NamedTuple):
    """The sample in the namespace `default` and the big namespace, on one server."""

    server: LocalServer
    driver: Driver
    sample: MemoryGraph
    big: MemoryGraph

    @property
    def address(self) -> str:
        """Where its Neo4j Browser is."""
        return f"http://localhost:{self.server.http_port}/browser/"


@pytest.fixture(scope="session")
def explored() -> Iterator[Explored]:
    """One for the whole run; who changes it mends it."""
    with server(0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        settings = browser_settings(int(serving.server_address[1]))
        local = server_or_skip(lambda: LocalServer(password=PASSWORD, settings=settings))
        with closing(local):
            prepare(local)
            with closing(local.start().driver()) as driver:
                graphs = [MemoryGraph(store_of(local), name, Settings(), lambda: NOW) for name in ("default", BIG)]
                finish(graphs[1]._store, driver)
                ingest(graphs[0], [SAMPLE], root=SAMPLE)
                with graphs[0], graphs[1]:
                    yield Explored(local, driver, *graphs)
        serving.shutdown()


def store_of(local: LocalServer) -> Neo4jStore:
    return Neo4jStore(local.url, "neo4j", PASSWORD)


def browser_settings(port: int) -> dict[str, str]:
    """The lines of neo4j.conf that `graphcue browser` prints."""
    place = f"http://{HOST}:{port}"
    return {
        "browser.remote_content_hostname_whitelist": "127.0.0.1,localhost",
        "browser.post_connect_cmd": f"style {place}/style.grass; play {place}/guide.html",
    }
