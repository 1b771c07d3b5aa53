"""The in-memory store: one NetworkX `MultiDiGraph` a namespace, and the reference for the others. One lock guards it all."""

import threading
from collections.abc import Callable

import networkx as nx

from graphcue.stores.contract import (
    Reader,
    T,
    Writer,
)
from graphcue.stores.memory_read import MemoryReader
from graphcue.stores.memory_tenant import Node, Tenant
from graphcue.stores.memory_write import MemoryWriter


class MemoryStore:
    """All namespaces in this process. Gone when it is closed."""

    def __init__(self) -> None:
        self._tenants: dict[str, Tenant] = {}
        self._lock = threading.RLock()

    def read(self, namespace: str, work: Callable[[Reader], T]) -> T:
        with self._lock:
            return work(MemoryReader(self._tenants.get(namespace) or Tenant()))

    def write(self, namespace: str, work: Callable[[Writer], T]) -> T:
        with self._lock:
            tenant = self._tenants.get(namespace) or Tenant()
            writer = MemoryWriter(tenant)
            try:
                result = work(writer)
            except BaseException:
                for undo in reversed(writer.undo):
                    undo()
                raise
            if writer.applied:
                tenant.revision = writer.revision
                self._tenants[namespace] = tenant
            return result

    def namespaces(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._tenants))

    def graph(self, namespace: str) -> "nx.MultiDiGraph[Node]":
        """A copy of the namespace's graph, for any algorithm of NetworkX."""
        with self._lock:
            tenant = self._tenants.get(namespace)
            return tenant.graph.copy() if tenant else nx.MultiDiGraph()

    def close(self) -> None:
        self._tenants.clear()
