"""How a fresh store of each kind is made, for tests that run on all of them.

A new kind is one line in `FACTORIES`; one that needs a server asks `request` for the fixture that brings its URL.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphcue.stores.contract import Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.neo4j import Neo4jStore
from graphcue.stores.sqlite import SqliteStore
from tests.contract_world import WORLD, put

Factory = Callable[[pytest.FixtureRequest, Path], Store]


def _memory(request: pytest.FixtureRequest, folder: Path) -> Store:
    return MemoryStore()


def _sqlite(request: pytest.FixtureRequest, folder: Path) -> Store:
    return SqliteStore(str(folder / "store.db"))


def _neo4j(request: pytest.FixtureRequest, folder: Path) -> Store:
    return Neo4jStore(request.getfixturevalue("neo4j_url"))


FACTORIES: dict[str, Factory] = {"memory": _memory, "neo4j": _neo4j, "sqlite": _sqlite}


@pytest.fixture(params=sorted(FACTORIES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    made = FACTORIES[request.param](request, tmp_path)
    yield made
    made.close()


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with the small world, and another namespace with the same id, project, name and cue."""
    put(store, WORLD)
    other = WORLD.without(*(id for id in WORLD.memories if id != "m1"))
    put(store, replace(other, postings={("m1", "word:a"): 9}), namespace="z")
    return store
