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


EXPLORED = ("tests/test_browser_queries.py", "tests/test_browser_window.py", "tests/test_drawing.py")
"""They share the big server of Neo4j Browser, which takes a minute to fill."""


LONGEST = (
    "tests/test_congruence.py::test_one_history_makes_one_graph_in_all_stores",
    EXPLORED[0],
    "tests/test_congruence.py",
)
"""What takes minutes begins first, so that no worker is left alone with it at the end."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With several workers a file's tests stay together, and so do all on the big server."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.split("::", 1)[0]
            return EXPLORED[0] if file in EXPLORED else nodeid if nodeid in LONGEST else file

    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nothing; the longest stand first."""

    def place(item: pytest.Item) -> int:
        starts = (number for number, start in enumerate(LONGEST) if item.nodeid.startswith(start))
        return next(starts, len(LONGEST))

    items.sort(key=place)


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
