"""What every test may ask for: a memory graph on each kind of store, and a real Neo4j where there is one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from graphcue.graph import MemoryGraph
from graphcue.settings import Settings
from graphcue.stores.contract import Store
from tests.stores import FACTORIES

pytest_plugins = ["tests.neo4j_fixtures", "tests.browser_fixtures"]

NOW = 1_767_600_000_000
"""2026-01-05 08:00 UTC, a Monday: when all tests are run."""

Graph = Callable[..., MemoryGraph]


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several workers a file's tests stay together, and so do all on the big server of Neo4j Browser."""
    for item in items:
        explored = "explored" in getattr(item, "fixturenames", ())
        item.add_marker(pytest.mark.xdist_group("explored" if explored else item.path.stem))


def graph_on(store: Store, namespace: str = "default", now: int = NOW, **settings: Any) -> MemoryGraph:
    """A memory graph on a store, its clock held still."""
    return MemoryGraph(store, namespace, Settings(**settings), lambda: now)


@pytest.fixture(params=sorted(FACTORIES))
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    with ExitStack() as closing:
        store = FACTORIES[request.param](request, tmp_path)
        closing.callback(store.close)
        yield store


@pytest.fixture
def graph(kept: Store) -> Graph:
    """`graph(namespace, now, **settings)`: a memory graph on the same store, whatever its kind."""

    def made(namespace: str = "default", now: int = NOW, **settings: Any) -> MemoryGraph:
        return graph_on(kept, namespace, now, **settings)

    return made


@pytest.fixture
def memory() -> Iterator[MemoryGraph]:
    """A memory graph on NetworkX, for tests of what stands above the stores."""
    from graphcue.stores.memory import MemoryStore

    with graph_on(MemoryStore()) as made:
        yield made
