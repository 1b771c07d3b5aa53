"""The in-memory store: one NetworkX `MultiDiGraph` a namespace, and the reference for the others. One lock guards it all."""

import threading
from collections.abc import Callable, Mapping

import networkx as nx

from graphcue.model import base_name, form_name, is_form
from graphcue.stores import memory_flaws
from graphcue.stores.contract import Counts, Flaw, Reader, Session, T, Vector, Writer
from graphcue.stores.memory_read import MemoryReader
from graphcue.stores.memory_tenant import Known, Node, Tenant
from graphcue.stores.memory_write import MemoryWriter


class MemoryStore:
    """All namespaces in this process. Gone when it is closed."""

    def __init__(self) -> None:
        self._tenants: dict[str, Tenant] = {}
        self._sessions: dict[str, dict[str, Session]] = {}
        self._vectors: dict[str, dict[str, Vector]] = {}
        self._erased = 0
        self._lock = threading.RLock()

    def read(self, namespace: str, work: Callable[[Reader], T]) -> T:
        with self._lock:
            return work(MemoryReader(self._tenants.get(namespace) or Tenant(), self._sessions.get(namespace, {})))

    def write(self, namespace: str, work: Callable[[Writer], T]) -> T:
        with self._lock:
            tenant = self._tenants.get(namespace) or Tenant()
            tenant.revision = tenant.revision or self._erased
            made = form_name(namespace, tenant.form + 1)
            writer = MemoryWriter(tenant, self._tenants.get(made))
            try:
                result = work(writer)
            except BaseException:
                for undo in reversed(writer.undo):
                    undo()
                raise
            if writer.applied:
                writer.tenant.revision = writer.revision
                self._tenants[namespace] = writer.tenant
                if writer.tenant is not tenant:
                    self._tenants[made] = tenant
                self._drop_old_vectors(namespace)
            return result

    def snapshot(self, namespace: str, work: Callable[[Reader], T]) -> T:
        return self.read(namespace, work)

    def erase(self, namespace: str) -> Counts:
        with self._lock:
            gone = [name for name in self._tenants if namespace in (name, base_name(name))]
            described = MemoryReader(self._tenants.get(namespace) or Tenant()).describe()
            self._erased = max(self._erased, described.revision)
            self._sessions.pop(namespace, None)
            self._vectors.pop(namespace, None)
            for name in gone:
                del self._tenants[name]
            return Counts({}, {**described.counts, "Namespace": 1} if gone else {})

    def wipe(self) -> bool:
        return True

    def sweep(self, namespace: str) -> None:
        with self._lock:
            tenant = self._tenants.get(namespace) or Tenant()
            kept = (namespace, form_name(namespace, tenant.form + 1))
            for name in [name for name in self._tenants if base_name(name) == namespace and name not in kept]:
                del self._tenants[name]

    def flaws(self, namespace: str) -> tuple[Flaw, ...]:
        with self._lock:
            tenant = self._tenants.get(namespace) or Tenant()
            tenant.known = Known(0)
            return tuple(memory_flaws.flaws(tenant))

    def repair(self, namespace: str) -> None:
        with self._lock:
            memory_flaws.repair(self._tenants.get(namespace) or Tenant())

    def keep(self, namespace: str, session: Session, expected: int, now: int) -> bool:
        with self._lock:
            kept = self._sessions.get(namespace, {})
            before = kept.get(session.id)
            if (before.version if before else 0) != expected:
                return False
            alive = {id: one for id, one in kept.items() if one.expires > now}
            self._sessions[namespace] = {**alive, session.id: session}
            return True

    def drop_sessions(self, namespace: str) -> int:
        with self._lock:
            return len(self._sessions.pop(namespace, {}))

    def vectors(self, namespace: str) -> dict[str, Vector]:
        with self._lock:
            return dict(self._vectors.get(namespace, {}))

    def keep_vectors(self, namespace: str, vectors: Mapping[str, Vector]) -> int:
        with self._lock:
            before = self._vectors.get(namespace, {})
            kept = self._standing(namespace, vectors)
            self._vectors[namespace] = {**before, **kept}
            return len(kept)

    def _drop_old_vectors(self, namespace: str) -> None:
        if namespace in self._vectors:
            self._vectors[namespace] = self._standing(namespace, self._vectors[namespace])

    def _standing(self, namespace: str, vectors: Mapping[str, Vector]) -> dict[str, Vector]:
        """Those of memories that are as they were."""
        tenant = self._tenants.get(namespace) or Tenant()
        memories = {id: tenant.memory(id) for id in vectors}
        return {id: one for id, one in vectors.items() if (memory := memories[id]) and memory.revision == one.revision}

    def namespaces(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(name for name in self._tenants if not is_form(name)))

    def graph(self, namespace: str) -> "nx.MultiDiGraph[Node]":
        """A copy of the namespace's graph, for any algorithm of NetworkX."""
        with self._lock:
            tenant = self._tenants.get(namespace)
            return tenant.graph.copy() if tenant else nx.MultiDiGraph()

    def close(self) -> None:
        self._tenants.clear()
        self._sessions.clear()
        self._vectors.clear()
