"""Fixtures for tests on a real Neo4j; without one they are skipped, with the reason.

GRAPHCUE_REQUIRE_NEO4J=1 makes that skip a failure. A server named by GRAPHCUE_TEST_NEO4J is wiped: give it none that
anybody needs.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeVar

import pytest
from neo4j import Driver

from tests.neo4j_server.starter import LocalServer, NoServer, Server, resolve

S = TypeVar("S", bound=Server)

# Memories first: a cue may hang on all of them, and deleting much at once dies of memory.
WIPES = [
    "MATCH (m:Memory) CALL (m) { DETACH DELETE m } IN TRANSACTIONS OF 1000 ROWS",
    "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS",
]


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Server]:
    """The server that all tests of this process share: do not stop it, see `local_neo4j_server`."""
    with closing(server_or_skip(resolve)) as server:
        yield server


@pytest.fixture(scope="session")
def neo4j_driver(neo4j_server: Server) -> Iterator[Driver]:
    """A driver on the shared server, to look into the database beside what is tested."""
    with neo4j_server.driver() as driver:
        yield driver


@pytest.fixture
def neo4j_url(neo4j_server: Server, neo4j_driver: Driver) -> str:
    """The URL of the shared server, its data wiped before the test and not after, so that a failure can be looked at.

    Constraints and indexes stay. The URL carries `user:password@` if GRAPHCUE_TEST_NEO4J does.
    """
    wipe(neo4j_driver)
    return neo4j_server.url


@pytest.fixture(scope="module")
def local_neo4j_server() -> Iterator[LocalServer]:
    """A server of this module's own, which tests may stop, kill and start; leave it running."""
    with closing(server_or_skip(lambda: LocalServer().start())) as server:
        yield server


def wipe(driver: Driver) -> None:
    """Deletes all nodes and relationships, keeps the schema."""
    with driver.session() as session:
        for query in WIPES:
            session.run(query).consume()


def server_or_skip(start: Callable[[], S]) -> S:
    """What `start` returns; where no server can be had, the test is skipped, or fails if GRAPHCUE_REQUIRE_NEO4J=1."""
    try:
        return start()
    except NoServer as reason:
        if os.environ.get("GRAPHCUE_REQUIRE_NEO4J") == "1":
            pytest.fail(str(reason), pytrace=False)
        pytest.skip(str(reason))
