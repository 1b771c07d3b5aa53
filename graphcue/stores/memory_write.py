"""Writes of one namespace, in memory; each step notes how to undo it."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import networkx as nx

from graphcue.errors import StoreError
from graphcue.model import MENTIONS, Memory
from graphcue.stores.contract import (
    ALIAS_OF,
    HAS_CUE,
    NO_FORM,
    TOMBSTONE,
    Alias,
    Changes,
    Counts,
    Edge,
)
from graphcue.stores.memory_read import MemoryReader
from graphcue.stores.memory_tenant import Known, Node, Tenant, target_node

LONELY = ("Cue", "Project", "Document")
MODULUS = 2**128


class MemoryWriter(MemoryReader):
    """Writes of one namespace; each step notes how to undo it."""

    def __init__(self, tenant: Tenant, made: Tenant | None = None) -> None:
        """`made` is the form in the making, if there is one."""
        super().__init__(tenant)
        self._made = made
        self.undo: list[Callable[[], object]] = []
        self.revision = tenant.revision + 1
        self.applied = False

    def _knowing(self) -> Known:
        """Nothing yet, and nothing beyond the next step: a writer sees what it has written."""
        return Known(0)

    def apply(self, changes: Changes) -> Counts:
        self.applied = True
        self._known = self._knowing()
        made: Counter[str] = Counter()
        removed: Counter[str] = Counter()
        touched: set[Node] = set()
        self._forget_aliases(changes.drop_aliases)
        removed[ALIAS_OF] += len(changes.drop_aliases)
        for edge in changes.drop_edges:
            touched.add(self._unlink(edge))
            removed[edge.type] += 1
        for id, key in changes.drop_postings:
            touched.add(self._cut(("Memory", id), ("Cue", key), (HAS_CUE, -1)))
            removed[HAS_CUE] += 1
        self._memories(changes, made, removed)
        for name in changes.put_names:
            made[name.label] += self._put((name.label, name.key), name)
        for id, key, weight in changes.add_postings:
            made["Cue"] += self._put(("Cue", key), key)
            self._join(("Memory", id), ("Cue", key), (HAS_CUE, -1), {"weight": weight})
            made[HAS_CUE] += 1
        for edge in changes.add_edges:
            made.update(self._link(edge))
        self._add_aliases(changes.add_aliases)
        made[ALIAS_OF] += len(changes.add_aliases)
        self._bury(changes)
        made[TOMBSTONE] += len(changes.add_tombstones)
        removed[TOMBSTONE] += len(changes.drop_tombstones)
        for key in changes.drop_names:
            removed[self._drop(target_node(MENTIONS, key))[0]] += 1
        for node in sorted(touched):
            if node[0] in LONELY and not self._tenant.pred.get(node):
                removed[self._drop(node)[0]] += 1
        self._numbers(changes, made, removed)
        return Counts(_nonzero(made), _nonzero(removed))

    def adopt(self) -> None:
        old, new = self._tenant, self._made
        if new is None:
            raise StoreError(NO_FORM)
        before = dict(vars(new))
        self.undo.append(lambda: vars(new).update(before))
        new.tombstones, new.tombstone_key, new.fingerprint = old.tombstones, old.tombstone_key, old.fingerprint
        new.counts = Counter({**new.counts, TOMBSTONE: old.counts[TOMBSTONE]})
        self.revision = max(old.revision, new.revision) + 1
        new.names_revision = new.formed = self.revision
        new.form = old.form + 1
        self._tenant, self.applied = new, True

    @property
    def tenant(self) -> Tenant:
        """The namespace after the write."""
        return self._tenant

    def _add_aliases(self, aliases: Iterable[Alias]) -> None:
        for alias in aliases:
            self._tenant.aliases.add(alias)
            self.undo.append(partial(self._tenant.aliases.discard, alias))
            if alias.source:
                self._join(*_alias_ends(alias), (ALIAS_OF, -1), {"value": alias})

    def _forget_aliases(self, aliases: Iterable[Alias]) -> None:
        for alias in aliases:
            self._tenant.aliases.discard(alias)
            self.undo.append(partial(self._tenant.aliases.add, alias))
            if alias.source:
                self._cut(*_alias_ends(alias), (ALIAS_OF, -1))

    def _bury(self, changes: Changes) -> None:
        tenant, key, before = self._tenant, self._tenant.tombstone_key, self._tenant.tombstones
        tenant.tombstones = before.difference(changes.drop_tombstones).union(changes.add_tombstones)
        tenant.tombstone_key = changes.tombstone_key or key
        self.undo.append(partial(vars(tenant).update, tombstones=before, tombstone_key=key))

    def _memories(self, changes: Changes, made: Counter[str], removed: Counter[str]) -> None:
        for id in changes.drop_memories:
            self._unorder(self._memory(id))
            self._drop(("Memory", id))
            self._tenant.outlines.pop(id, None)
            self._bear(id, None)
            removed["Memory"] += 1
        for memory in changes.put_memories:
            old = self._tenant.memory(memory.id)
            if old:
                self._unorder(old)
            if old is None:
                self._bear(memory.id, self.revision)
            made["Memory"] += self._put(("Memory", memory.id), replace(memory, revision=self.revision))
            self._order(memory)
        for id, moment in changes.superseded:
            self._put(("Memory", id), replace(self._memory(id), superseded_at=moment, revision=self.revision))

    def _numbers(self, changes: Changes, made: Counter[str], removed: Counter[str]) -> None:
        tenant = self._tenant
        before = (tenant.fingerprint, tenant.language, tenant.names_revision, Counter(tenant.counts))
        self.undo.append(lambda: _restore(tenant, before))
        tenant.fingerprint = (tenant.fingerprint + changes.fingerprint_delta) % MODULUS
        tenant.language = changes.language or tenant.language
        if changes.renaming:
            tenant.names_revision = self.revision
        tenant.counts.update(made)
        tenant.counts.subtract(removed)

    def _bear(self, id: str, revision: int | None) -> None:
        """Nothing; the memory was first put at this revision, or is gone."""
        born, old = self._tenant.born, self._tenant.born.get(id)
        self.undo.append(lambda: born.pop(id, None) if old is None else born.update({id: old}))
        if revision is None:
            born.pop(id, None)
        else:
            born[id] = revision

    def _put(self, node: Node, value: object) -> int:
        """1 if the node is new."""
        nodes = self._tenant.graph.nodes
        if node in nodes:
            old = nodes[node]["value"]
            self.undo.append(lambda: nodes[node].update(value=old))
            nodes[node]["value"] = value
            return 0
        self._tenant.graph.add_node(node, value=value)
        self.undo.append(lambda: self._tenant.graph.remove_node(node))
        if node[0] == "Cue":
            self._tenant.new_cues.setdefault(node[1].partition(":")[0], []).append(node[1])
        return 1

    def _drop(self, node: Node) -> Node:
        graph = self._tenant.graph
        value = graph.nodes[node]["value"]
        edges = [*graph.in_edges(node, keys=True, data=True), *graph.out_edges(node, keys=True, data=True)]
        graph.remove_node(node)
        self.undo.append(lambda: _readd(graph, node, value, edges))
        return node

    def _join(self, source: Node, target: Node, key: tuple[str, int], data: dict[str, Any]) -> None:
        self._tenant.graph.add_edge(source, target, key=key, **data)
        self.undo.append(lambda: self._tenant.graph.remove_edge(source, target, key=key))

    def _cut(self, source: Node, target: Node, key: tuple[str, int]) -> Node:
        data = self._tenant.graph.edges[source, target, key]
        self._tenant.graph.remove_edge(source, target, key=key)
        self.undo.append(lambda: self._tenant.graph.add_edge(source, target, key=key, **data))
        return target

    def _link(self, edge: Edge) -> Counter[str]:
        target = target_node(edge.type, edge.target)
        made = Counter({edge.type: 1})
        if target[0] in LONELY:
            made[target[0]] += self._put(target, edge.target)
        self._join(("Memory", edge.source), target, (edge.type, edge.identity[3]), {"value": edge})
        self._index(edge, target)
        self.undo.append(lambda: self._unindex(edge, target))
        return made

    def _unlink(self, edge: Edge) -> Node:
        target = target_node(edge.type, edge.target)
        self._unindex(edge, target)
        self.undo.append(lambda: self._index(edge, target))
        return self._cut(("Memory", edge.source), target, (edge.type, edge.identity[3]))

    def _index(self, edge: Edge, target: Node) -> None:
        self._tenant.outgoing.setdefault((edge.source, edge.type), {})[edge.identity] = edge
        self._tenant.incoming.setdefault((edge.type, target), {})[edge.identity] = edge

    def _unindex(self, edge: Edge, target: Node) -> None:
        for index, key in (
            (self._tenant.outgoing, (edge.source, edge.type)),
            (self._tenant.incoming, (edge.type, target)),
        ):
            found = index[key]  # type: ignore[index]
            del found[edge.identity]
            if not found:
                del index[key]  # type: ignore[arg-type]

    def _order(self, memory: Memory) -> None:
        for keys in self._indexes(memory):
            insort(keys, (memory.order_key, memory.id))
        self.undo.append(lambda: self._unorder_quietly(memory))

    def _unorder(self, memory: Memory) -> None:
        self._unorder_quietly(memory)
        self.undo.append(lambda: [insort(keys, (memory.order_key, memory.id)) for keys in self._indexes(memory)])

    def _unorder_quietly(self, memory: Memory) -> None:
        for keys in self._indexes(memory):
            del keys[bisect_left(keys, (memory.order_key, memory.id))]
        if memory.thread and not self._tenant.threads[memory.thread]:
            del self._tenant.threads[memory.thread]

    def _indexes(self, memory: Memory) -> list[list[tuple[str, str]]]:
        own = [self._tenant.threads.setdefault(memory.thread, [])] if memory.thread else []
        return [self._tenant.everything, *own]


def _alias_ends(alias: Alias) -> tuple[Node, Node]:
    return target_node(MENTIONS, alias.source), target_node(MENTIONS, alias.target)


def _readd(graph: "nx.MultiDiGraph[Node]", node: Node, value: object, edges: Sequence[Any]) -> None:
    graph.add_node(node, value=value)
    graph.add_edges_from(edges)


def _nonzero(counter: Counter[str]) -> dict[str, int]:
    return {name: n for name, n in sorted(counter.items()) if n}


def _restore(tenant: Tenant, before: tuple[int, str, int, Counter[str]]) -> None:
    tenant.fingerprint, tenant.language, tenant.names_revision, tenant.counts = before
