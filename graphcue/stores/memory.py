"""The in-memory store: one NetworkX `MultiDiGraph` a namespace, and the reference for the others.

Nodes are (label, key) with the stored value as attribute `value`; edges are keyed by (type, position). Beside the graph
stand the indexes that a walk by edge type, "before", "after" and pages need. One lock guards it all.
"""

import threading
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import networkx as nx

from graphcue.model import ENTITY, FOLLOWS, MENTIONS, PERSON, ROLES, Memory
from graphcue.stores.contract import (
    ALIAS_OF,
    FROM_DOCUMENT,
    HAS_CUE,
    IN_PROJECT,
    Alias,
    Changes,
    Counts,
    Description,
    Direction,
    Edge,
    Match,
    NameNode,
    Order,
    Outline,
    Page,
    Reader,
    T,
    Where,
    Writer,
)

Node = tuple[str, str]
LONELY = ("Cue", "Project", "Document")
MODULUS = 2**128
DAY = 86_400_000


def target_node(edge_type: str, target: str) -> Node:
    """The node that an edge of this type ends at."""
    if edge_type == IN_PROJECT:
        return ("Project", target)
    if edge_type == FROM_DOCUMENT:
        return ("Document", target)
    if edge_type in ROLES or edge_type == MENTIONS:
        return (ENTITY if target.startswith("entity:") else PERSON, target)
    return ("Memory", target)


class Tenant:
    """One namespace: its graph, its order index and its own numbers."""

    def __init__(self) -> None:
        self.graph: nx.MultiDiGraph[Node] = nx.MultiDiGraph()
        # NetworkX's own adjacency: its views cost several times the walk itself
        self.pred: dict[Node, dict[Node, dict[tuple[str, int], dict[str, Any]]]] = vars(self.graph)["_pred"]
        self.succ: dict[Node, dict[Node, dict[tuple[str, int], dict[str, Any]]]] = vars(self.graph)["_adj"]
        self.outgoing: dict[tuple[str, str], dict[tuple[str, str, str, int], Edge]] = {}
        self.incoming: dict[tuple[str, Node], dict[tuple[str, str, str, int], Edge]] = {}
        self.everything: list[tuple[str, str]] = []
        self.threads: dict[str, list[tuple[str, str]]] = {}
        self.revision = 0
        self.names_revision = 0
        self.fingerprint = 0
        self.language = ""
        self.counts: Counter[str] = Counter()
        self.aliases: set[Alias] = set()
        self.born: dict[str, int] = {}

    def memory(self, id: str) -> Memory | None:
        """The memory of this id."""
        found = self.graph.nodes.get(("Memory", id))
        return found["value"] if found else None

    def carriers(self, key: str) -> list[tuple[str, int]]:
        """(memory id, weight) of the postings of a cue."""
        edges = self.pred.get(("Cue", key), {}).items()
        return [(source[1], keyed[(HAS_CUE, -1)]["weight"]) for source, keyed in edges]

    def sources(self, node: Node, edge_type: str) -> list[str]:
        """The ids of the memories that edges of one type lead to the node from."""
        return [edge.source for edge in self.incoming.get((edge_type, node), {}).values()]


class MemoryReader:
    """Reads of one namespace, in memory."""

    def __init__(self, tenant: Tenant) -> None:
        self._tenant = tenant

    def describe(self) -> Description:
        tenant = self._tenant
        counts = {name: n for name, n in sorted(tenant.counts.items()) if n}
        return Description(
            tenant.revision,
            tenant.names_revision,
            tenant.fingerprint,
            tenant.language,
            counts,
            aliases=tuple(sorted(tenant.aliases)),
        )

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = {id: self._tenant.memory(id) for id in ids}
        return {id: memory for id, memory in found.items() if memory}

    def outlines(self, ids: Sequence[str]) -> dict[str, Outline]:
        return {id: _outline(memory) for id, memory in self.get(ids).items()}

    def cues(self, keys: Iterable[str]) -> dict[str, int]:
        degrees = {key: self._degree(("Cue", key)) for key in sorted(set(keys))}
        return {key: n for key, n in degrees.items() if n}

    def _degree(self, node: Node) -> int:
        # one HAS_CUE edge a memory: the number of sources is the number of edges
        return len(self._tenant.pred.get(node, ()))

    def match(self, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
        points: dict[str, int] = {}
        hits: dict[str, list[tuple[str, int]]] = {}
        for key in sorted(weights):
            for id, weight in self._newest(key, newest):
                points[id] = points.get(id, 0) + weights[key] * weight
                hits.setdefault(id, []).append((key, weight))
        found = self._filtered(points, where)
        found.sort(key=lambda memory: (-points[memory.id], -memory.order_time, memory.id))
        return tuple(Match(points[m.id], tuple(hits[m.id]), _outline(m)) for m in found[:limit])

    def _newest(self, key: str, newest: int) -> list[tuple[str, int]]:
        found = self._tenant.carriers(key)
        if len(found) > newest:
            found.sort(key=lambda pair: (-self._memory(pair[0]).order_time, pair[0]))
        return found[:newest]

    def _memory(self, id: str) -> Memory:
        memory: Memory = self._tenant.graph.nodes[("Memory", id)]["value"]
        return memory

    def _filtered(self, ids: Iterable[str], where: Where) -> list[Memory]:
        allowed = self._allowed(where)
        found = (self._memory(id) for id in ids if allowed is None or id in allowed)
        latest = where.born_until
        if latest is not None:
            found = (memory for memory in found if self._tenant.born[memory.id] <= latest)
        return [memory for memory in found if _fits(memory, where)]

    def _allowed(self, where: Where) -> set[str] | None:
        """The ids that edges and cues allow; None: all."""
        sets: list[set[str]] = [set(self.carriers([key])) for key in where.cues]
        if where.names:
            types = where.edges or (*ROLES, MENTIONS)
            nodes = [(kind, target_node(kind, name)) for name in where.names for kind in types]
            sets.append({id for kind, node in nodes for id in self._tenant.sources(node, kind)})
        for group in where.tied:
            nodes = [(kind, target_node(kind, name)) for name in group for kind in (*ROLES, MENTIONS)]
            sets.append({id for kind, node in nodes for id in self._tenant.sources(node, kind)})
        sets += [{id for key in group for id, _ in self._tenant.carriers(key)} for group in where.any_of]
        if where.documents:
            paths = [("Document", path) for path in where.documents]
            sets.append({id for path in paths for id in self._tenant.sources(path, FROM_DOCUMENT)})
        return set.intersection(*sets) if sets else None

    def hits(self, ids: Sequence[str], keys: Sequence[str]) -> dict[str, dict[str, int]]:
        wanted = set(keys)
        found = {id: {key: n for key, n in cues.items() if key in wanted} for id, cues in self.postings(ids).items()}
        return {id: cues for id, cues in found.items() if cues}

    def postings(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for id in ids:
            if self._tenant.memory(id):
                found[id] = {
                    key: edges[(HAS_CUE, -1)]["weight"]
                    for (label, key), edges in sorted(self._tenant.succ[("Memory", id)].items())
                    if label == "Cue"
                }
        return found

    def carriers(self, keys: Sequence[str]) -> tuple[str, ...]:
        sets = [{id for id, _ in self._tenant.carriers(key)} for key in keys]
        return tuple(sorted(set.intersection(*sets))) if sets else ()

    def neighbours(
        self, nodes: Sequence[str], types: Sequence[str], direction: Direction, per_node: int
    ) -> dict[str, tuple[Edge, ...]]:
        walk = self._outgoing if direction == "out" else self._incoming
        found = {node: tuple(edge for kind in types for edge in walk(node, kind))[:per_node] for node in nodes}
        return {node: edges for node, edges in found.items() if edges}

    def _outgoing(self, id: str, kind: str) -> list[Edge]:
        found = self._tenant.outgoing.get((id, kind), {}).values()
        return sorted(found, key=lambda edge: (edge.target, edge.identity)) if len(found) > 1 else list(found)

    def _incoming(self, target: str, kind: str) -> list[Edge]:
        found = self._tenant.incoming.get((kind, target_node(kind, target)), {}).values()
        if len(found) < 2:
            return list(found)
        return sorted(found, key=lambda edge: (-self._memory(edge.source).order_time, edge.source, edge.identity))

    def degrees(self, nodes: Sequence[str], types: Sequence[str]) -> dict[str, int]:
        found = {
            node: sum(len(self._tenant.incoming.get((kind, target_node(kind, node)), ())) for kind in types)
            for node in dict.fromkeys(nodes)
        }
        return {node: n for node, n in found.items() if n}

    def beside(self, ids: Sequence[str]) -> dict[str, tuple[str | None, str | None]]:
        found: dict[str, tuple[str | None, str | None]] = {}
        for id in self.get(ids):
            out = self._tenant.outgoing.get((id, FOLLOWS), {}).values()
            back = self._tenant.incoming.get((FOLLOWS, ("Memory", id)), {}).values()
            before = min((edge.target for edge in out), default=None)
            found[id] = (before, min((edge.source for edge in back), default=None))
        return found

    def before(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        return tuple(self._beside(thread, bisect_left(self._thread(thread), (key, "")) - 1) for thread, key in places)

    def after(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        # "\uffff" sorts after every id of the same key, so equal keys are passed over
        return tuple(
            self._beside(thread, bisect_right(self._thread(thread), (key, "\uffff"))) for thread, key in places
        )

    def _thread(self, thread: str) -> list[tuple[str, str]]:
        return self._tenant.threads.get(thread, [])

    def _beside(self, thread: str, index: int) -> str | None:
        keys = self._thread(thread)
        return keys[index][1] if 0 <= index < len(keys) else None

    def page(self, where: Where, order: Order, after: str | None, limit: int) -> Page:
        ids = (id for _, id in (self._thread(where.thread) if where.thread else self._tenant.everything))
        found = self._filtered(ids, where)
        total = len(found)
        if order == "newest":
            found.reverse()
        if after is not None:
            found = [m for m in found if (m.order_key > after if order == "oldest" else m.order_key < after)]
        rest = found[:limit]
        more = len(found) > limit and rest
        return Page(tuple(memory.id for memory in rest), total, rest[-1].order_key if more else None)

    def names(self) -> tuple[NameNode, ...]:
        nodes = [data["value"] for (label, _), data in self._tenant.graph.nodes.items() if label in (PERSON, ENTITY)]
        return tuple(sorted(nodes, key=lambda node: str(node.key)))

    def listed(self, label: Literal["Project", "Document"]) -> tuple[str, ...]:
        return tuple(sorted(key for found, key in self._tenant.graph.nodes if found == label))


class MemoryWriter(MemoryReader):
    """Writes of one namespace; each step notes how to undo it."""

    def __init__(self, tenant: Tenant) -> None:
        super().__init__(tenant)
        self.undo: list[Callable[[], object]] = []
        self.revision = tenant.revision + 1
        self.applied = False

    def apply(self, changes: Changes) -> Counts:
        self.applied = True
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
        for key in changes.drop_names:
            removed[self._drop(target_node(MENTIONS, key))[0]] += 1
        for node in sorted(touched):
            if node[0] in LONELY and not self._tenant.pred.get(node):
                removed[self._drop(node)[0]] += 1
        self._numbers(changes, made, removed)
        return Counts(_nonzero(made), _nonzero(removed))

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

    def _memories(self, changes: Changes, made: Counter[str], removed: Counter[str]) -> None:
        for id in changes.drop_memories:
            self._unorder(self._memory(id))
            self._drop(("Memory", id))
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
        if changes.put_names or changes.drop_names or changes.add_aliases or changes.drop_aliases:
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


def _fits(memory: Memory, where: Where) -> bool:
    if where.thread is not None and memory.thread != where.thread:
        return False
    for allowed, value in (
        (where.ids, memory.id),
        (where.projects, memory.project),
        (where.kinds, memory.kind),
        (where.statuses, memory.status),
    ):
        if allowed and value not in allowed:
            return False
    return _fits_time(memory, where)


def _fits_time(memory: Memory, where: Where) -> bool:
    time = memory.occurred_at.ms if memory.occurred_at else None
    if where.since is not None and (time is None or time < where.since):
        return False
    if where.until is not None and (time is None or time >= where.until):
        return False
    if where.known_at is not None and memory.recorded_at > where.known_at:
        return False
    if where.valid_at is not None and not holds_at(memory, where.valid_at):
        return False
    if where.state == "all":
        return True
    moment = memory.superseded_at
    superseded = moment is not None and (where.at is None or moment <= where.at)
    return superseded == (where.state == "superseded")


def _alias_ends(alias: Alias) -> tuple[Node, Node]:
    return target_node(MENTIONS, alias.source), target_node(MENTIONS, alias.target)


def holds_at(memory: Memory, moment: int) -> bool:
    """True from `valid_from` on and until `valid_until`, whose last day counts; what is not given bounds nothing."""
    begun = memory.valid_from is None or memory.valid_from.ms <= moment
    last = memory.valid_until
    return begun and (last is None or moment < last.ms + (DAY if last.grain == "day" else 0))


def _outline(memory: Memory) -> Outline:
    return Outline(
        memory.id,
        memory.order_time,
        memory.occurred_at.grain if memory.occurred_at else "",
        memory.author,
        memory.project,
        memory.kind,
        memory.document,
        memory.thread,
        memory.asks,
    )


def _readd(graph: "nx.MultiDiGraph[Node]", node: Node, value: object, edges: Sequence[Any]) -> None:
    graph.add_node(node, value=value)
    graph.add_edges_from(edges)


def _nonzero(counter: Counter[str]) -> dict[str, int]:
    return {name: n for name, n in sorted(counter.items()) if n}


def _restore(tenant: Tenant, before: tuple[int, str, int, Counter[str]]) -> None:
    tenant.fingerprint, tenant.language, tenant.names_revision, tenant.counts = before
