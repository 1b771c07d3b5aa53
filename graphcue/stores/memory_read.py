"""Reads of one namespace, in memory."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from graphcue.model import ENTITY, FOLLOWS, MENTIONS, PERSON, ROLES, SUPERSEDES, Memory
from graphcue.stores.contract import (
    FIRST_DATED,
    FROM_DOCUMENT,
    HAS_CUE,
    UNFILTERED,
    Description,
    Direction,
    Edge,
    Match,
    NameNode,
    Nearby,
    Order,
    Outline,
    Page,
    Session,
    Where,
)
from graphcue.stores.memory_tenant import Known, Node, Tenant, target_node

DAY = 86_400_000
MOST_CARRIERS = 500_000
"""Postings that stay at hand until the next write."""
NO_SESSIONS: Mapping[str, Session] = MappingProxyType({})


class MemoryReader:
    """Reads of one namespace, in memory."""

    def __init__(self, tenant: Tenant, sessions: Mapping[str, Session] = NO_SESSIONS) -> None:
        self._tenant = tenant
        self._sessions = sessions
        self._known = self._knowing()

    def _knowing(self) -> Known:
        """What earlier readers looked up at this revision."""
        return self._tenant.known_now()

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
            form=tenant.form,
            formed=tenant.formed,
            tombstone_key=tenant.tombstone_key,
        )

    def session(self, id: str) -> Session:
        return self._sessions.get(id, Session(id))

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = {id: self._tenant.memory(id) for id in ids}
        return {id: memory for id, memory in found.items() if memory}

    def outlines(self, ids: Sequence[str]) -> dict[str, Outline]:
        return {id: self._outline(memory) for id, memory in self.get(ids).items()}

    def _outline(self, memory: Memory) -> Outline:
        """Its outline, made once as long as the memory stands as it is."""
        kept = self._tenant.outlines.get(memory.id)
        if kept is None or kept[0] is not memory:
            kept = self._tenant.outlines[memory.id] = (memory, _outline(memory))
        return kept[1]

    def stamps(self) -> dict[str, int]:
        memories = ((id, self._tenant.memory(id)) for _, id in self._tenant.everything)
        return {id: memory.revision for id, memory in sorted(memories) if memory}

    def cues(self, keys: Iterable[str]) -> dict[str, int]:
        degrees = {key: self._degree(("Cue", key)) for key in sorted(set(keys))}
        return {key: n for key, n in degrees.items() if n}

    def cues_between(self, ranges: Sequence[tuple[str, str]]) -> dict[str, int]:
        keys: set[str] = set()
        for low, high in ranges:
            order = self._tenant.ordered_cues(low.partition(":")[0])
            keys.update(key for key in order[bisect_left(order, low) : bisect_left(order, high)] if key.isascii())
        return self.cues(keys)

    def _degree(self, node: Node) -> int:
        # one HAS_CUE edge a memory: the number of sources is the number of edges
        return len(self._tenant.pred.get(node, ()))

    def match(self, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
        points: dict[str, int] = {}
        hits: dict[str, dict[str, int]] = {}
        for key in sorted(weights):
            worth = weights[key]
            for id, weight in self._newest(key, newest):
                if id in points:
                    points[id] += worth * weight
                    hits[id][key] = weight
                else:
                    points[id] = worth * weight
                    hits[id] = {key: weight}
        outlines = [self._outline(memory) for memory in self._filtered(points, where)]
        ranked = sorted([(-points[one[0]], -one[1], one[0], one) for one in outlines])
        return tuple([Match(-total, hits[id], outline) for total, _, id, outline in ranked[:limit]])

    def _newest(self, key: str, newest: int) -> list[tuple[str, int]]:
        found = self._carriers(key)
        if len(found) <= newest:
            return found
        return sorted(found, key=lambda pair: (-self._memory(pair[0]).order_time, pair[0]))[:newest]

    def _carriers(self, key: str) -> list[tuple[str, int]]:
        known = self._known
        if key not in known.carriers:
            found = self._tenant.carriers(key)
            if known.carriers_kept + len(found) > MOST_CARRIERS:
                return found
            known.carriers[key] = found
            known.carriers_kept += len(found)
        return known.carriers[key]

    def _memory(self, id: str) -> Memory:
        memory: Memory = self._tenant.nodes[("Memory", id)]["value"]
        return memory

    def _filtered(self, ids: Iterable[str], where: Where) -> list[Memory]:
        allowed = self._allowed(where)
        found = (self._memory(id) for id in ids if allowed is None or id in allowed)
        if where == UNFILTERED:
            return list(found)
        latest = where.born_until
        if latest is not None:
            found = (memory for memory in found if self._tenant.born[memory.id] <= latest)
        return [memory for memory in found if _fits(memory, where) and self._in_state(memory, where)]

    def _in_state(self, memory: Memory, where: Where) -> bool:
        if where.state == "all":
            return True
        moment = memory.superseded_at
        superseded = moment is not None and (where.at is None or moment <= where.at)
        if superseded and where.born_until is not None:
            born = (self._tenant.born[edge.source] for edge in self._incoming(memory.id, SUPERSEDES))
            superseded = any(revision <= where.born_until for revision in born)
        return superseded == (where.state == "superseded")

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
        cues = [(key, ("Cue", key)) for key in sorted(set(keys))]
        found: dict[str, dict[str, int]] = {}
        for id in ids:
            edges = self._tenant.succ.get(("Memory", id), {})
            there = {key: edges[cue][(HAS_CUE, -1)]["weight"] for key, cue in cues if cue in edges}
            if there:
                found[id] = there
        return found

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

    def words(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        return {
            id: {key: self._degree(("Cue", key)) for key in postings if key.startswith("word:")}
            for id, postings in self.postings(ids).items()
        }

    def period(self) -> tuple[int, int] | None:
        dated = self._tenant.everything[bisect_left(self._tenant.everything, (FIRST_DATED, "")) :]
        return (self._memory(dated[0][1]).order_time, self._memory(dated[-1][1]).order_time) if dated else None

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

    def nearby(self, ids: Sequence[str]) -> dict[str, Nearby]:
        known = self._known.nearby
        for id in ids:
            if id not in known and self._tenant.memory(id):
                known[id] = Nearby(self._along(id, self._before), self._along(id, self._after))
        return {id: known[id] for id in ids if id in known}

    def _along(self, id: str, step: Callable[[str], str | None]) -> tuple[Outline, ...]:
        """One and two steps from a memory, as far as there are any."""
        first = step(id)
        second = step(first) if first else None
        return tuple(self._outline(self._memory(one)) for one in (first, second) if one)

    def _before(self, id: str) -> str | None:
        return min((edge.target for edge in self._tenant.outgoing.get((id, FOLLOWS), {}).values()), default=None)

    def _after(self, id: str) -> str | None:
        found = self._tenant.incoming.get((FOLLOWS, ("Memory", id)), {}).values()
        return min((edge.source for edge in found), default=None)

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
        met = self._filtered(ids, replace(where, state="all") if where.state == "current" else where)
        found = [memory for memory in met if self._in_state(memory, where)]
        total = len(found)
        if order == "newest":
            found.reverse()
        if after is not None:
            found = [m for m in found if (m.order_key > after if order == "oldest" else m.order_key < after)]
        rest = found[:limit]
        more = len(found) > limit and rest
        shown = tuple(memory.id for memory in rest)
        return Page(shown, total, rest[-1].order_key if more else None, len(met) - total)

    def names(self) -> tuple[NameNode, ...]:
        nodes = [data["value"] for (label, _), data in self._tenant.graph.nodes.items() if label in (PERSON, ENTITY)]
        return tuple(sorted(nodes, key=lambda node: str(node.key)))

    def listed(self, label: Literal["Project", "Document"]) -> tuple[str, ...]:
        return tuple(sorted(key for found, key in self._tenant.graph.nodes if found == label))

    def buried(self, tombstones: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(self._tenant.tombstones.intersection(tombstones)))

    def tombstones(self, after: str, limit: int) -> tuple[str, ...]:
        return tuple(sorted(one for one in self._tenant.tombstones if one > after)[:limit])


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
    return where.valid_at is None or holds_at(memory, where.valid_at)


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
