"""All namespaces of one store, for programs that serve several: a `MemoryGraph` for each, made when it is first asked for."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar, cast

from graphcue.errors import UnknownNamespace
from graphcue.graph import DEFAULT_NAMESPACE, MemoryGraph, clock_at
from graphcue.settings import Settings
from graphcue.stores.contract import Description, Store
from graphcue.stores.opening import open_store
from graphcue.stores.watching import Stopped, Watch, WatchedStore, watching

__all__ = ["Stopped", "Tenants", "Watch", "watched"]

T = TypeVar("T")
KEPT = 256
"""Graphs that are kept; each holds the names of its namespace."""


class Tenants:
    """The namespaces of the store at `url`. Nothing is opened before it is needed, and what could not be opened is tried
    again; threads may share it."""

    def __init__(self, url: str, settings: Settings, now: str | None = None) -> None:
        self._url = url
        self._settings = settings
        self._clock = clock_at(now, settings)
        self._lock = threading.Lock()
        self._opened: Store | None = None
        self._graphs: OrderedDict[str, MemoryGraph] = OrderedDict()

    def of(self, namespace: str) -> MemoryGraph:
        """The graph of a namespace, which may be one that nothing was written into. Raises InvalidInput, StoreError."""
        with self._lock:
            found = self._graphs.get(namespace)
            if found is None:
                found = MemoryGraph(self._store(), namespace, self._settings, self._clock)
                self._graphs[namespace] = found
                if len(self._graphs) > KEPT:
                    self._graphs.popitem(last=False)
            else:
                self._graphs.move_to_end(namespace)
            return found

    def names(self) -> tuple[str, ...]:
        """The namespaces that were ever written to. Raises StoreError."""
        with self._lock:
            store = self._store()
        return store.namespaces()

    def described(self) -> dict[str, Description]:
        """What each namespace holds. Raises StoreError."""
        found = {}
        for name in self.names():
            try:
                found[name] = self.of(name).describe()
            except UnknownNamespace:  # it went since
                continue
        return found

    def warm(self) -> None:
        """Nothing; the queries of a recall have run once, on what is there. Raises StoreError."""
        names = self.names()
        for name in names[:1] or (DEFAULT_NAMESPACE,):
            graph = self.of(name)
            graph.recall("warm 预热 2026-01-01", limit=1)
            if names:
                graph.decisions(limit=1)

    def close(self) -> None:
        """Nothing; the store is closed."""
        with self._lock:
            store, self._opened = self._opened, None
            self._graphs.clear()
        if store:
            store.close()

    def _store(self) -> Store:
        if self._opened is None:
            self._opened = cast(Store, WatchedStore(open_store(self._url)))
        return self._opened


def watched(watch: Watch, work: Callable[[], T]) -> T:
    """What the work returns, seen by the watch. Raises Stopped when nobody waits for it any more."""
    token = watching.set(watch)
    try:
        return work()
    finally:
        watching.reset(token)
