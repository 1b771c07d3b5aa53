"""Reads of one namespace, inside one transaction of the driver."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from graphcue.errors import InvalidInput, NewerSchema
from graphcue.model import Memory, Place, form_name
from graphcue.stores import cypher_files
from graphcue.stores.contract import (
    FIRST_DATED,
    SCHEMA_VERSION,
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
from graphcue.stores.known import Looking, cheaper
from graphcue.stores.neo4j_where import BEYOND, filters, gathered
from graphcue.stores.serial import COLUMNS, aliases_from_text, from_text, memory_from_row

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Result, SummaryCounters

K = TypeVar("K")
T = TypeVar("T")
Rows = list[list[Any]]


class Cypher:
    """The query files, run in one transaction on one namespace. `runs` counts them.

    `name` is the namespace as it is asked for, `namespace` what its nodes bear: see `form_name`.

    All that a query is given goes into one map: Neo4j plans a query anew for each type and size class of its parameters,
    which takes longer than most queries run, but does not look into a map.
    """

    def __init__(self, transaction: "ManagedTransaction", namespace: str) -> None:
        self.transaction = transaction
        self.name = self.namespace = namespace
        self.runs = 0

    def rows(self, name: str, **parameters: object) -> Rows:
        """What the query file `name` returns."""
        return self._run(name, parameters).values()

    def counted(self, name: str, **parameters: object) -> tuple[int, "SummaryCounters"]:
        """The one number that a writing query returns, and what the server counted."""
        result = self._run(name, parameters)
        rows = result.values()
        return (rows[0][0] if rows else 0), result.consume().counters

    def _run(self, name: str, parameters: Mapping[str, object]) -> "Result":
        self.runs += 1
        try:
            return self.transaction.run(cypher_files.query(name), self._given(parameters))
        except (UnicodeEncodeError, OverflowError) as error:
            raise InvalidInput(f"Neo4j cannot keep a value: {error}", query=name) from error

    def _given(self, parameters: Mapping[str, object]) -> dict[str, object]:
        return {"name": self.name, "namespace": self.namespace, "given": parameters}


class Neo4jReader:
    """One namespace at one revision; whoever made it checks that the revision stayed."""

    def __init__(self, cypher: Cypher, description: Description, looking: Looking | None = None) -> None:
        """`looking` keeps what is looked up; without it everything is asked of the server each time."""
        self._cypher = cypher
        self._description = description
        self._looking = looking
        cypher.namespace = form_name(cypher.name, description.form)

    def describe(self) -> Description:
        return self._description

    def session(self, id: str) -> Session:
        for version, expires, state in self._cypher.rows("session", id=id):
            return Session(id, state, version, expires)
        return Session(id)

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        return self._few("memory", ids, self._got)

    def _got(self, ids: list[str]) -> dict[str, Memory]:
        empty = dict.fromkeys(COLUMNS)
        return {row["id"]: memory_from_row(empty | row) for (row,) in self._rows("get", ids, ids=ids)}

    def outlines(self, ids: Sequence[str]) -> dict[str, Outline]:
        return self._each("outline", ids, self._outlined)

    def _outlined(self, ids: list[str]) -> dict[str, Outline]:
        return {row[0]: _outline(row) for row in self._rows("outlines", ids, ids=ids)}

    def nearby(self, ids: Sequence[str]) -> dict[str, Nearby]:
        return self._each("nearby", ids, self._beheld)

    def _beheld(self, ids: list[str]) -> dict[str, Nearby]:
        found = self._rows("nearby", ids, ids=ids)
        return {id: Nearby(*(tuple(map(_outline, side)) for side in sides)) for id, *sides in found}

    def cues(self, keys: Iterable[str]) -> dict[str, int]:
        return self._each("cue", sorted(set(keys)), self._counted)

    def _counted(self, keys: list[str]) -> dict[str, int]:
        return dict(map(tuple, self._rows("cues", keys, keys=keys)))

    def cues_between(self, ranges: Sequence[tuple[str, str]]) -> dict[str, int]:
        found = self._each("between", ranges, self._ranged)
        cues = [cue for within in found.values() for cue in within if cue[0].isascii()]
        return dict(sorted(cues))

    def _ranged(self, ranges: list[tuple[str, str]]) -> dict[tuple[str, str], list[tuple[str, int]]]:
        rows = self._rows("cues_between", ranges, ranges=[list(one) for one in ranges])
        cues = sorted({(key, memories) for key, memories in rows})
        return {(low, high): [cue for cue in cues if low <= cue[0] < high] for low, high in ranges}

    def match(self, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
        if limit <= 0 or newest <= 0 or not weights:
            return ()
        keys = sorted(weights)
        given = [[key, weights[key], i] for i, key in enumerate(keys)]
        wanted = {"weights": given, "limit": limit, "newest": newest}
        if where == UNFILTERED:
            ((found,),) = self._cypher.rows("match_all", **wanted)
        else:
            ((found,),) = self._cypher.rows("match", **wanted, **filters(where))
        return tuple(_match(row, keys) for row in found)

    def hits(self, ids: Sequence[str], keys: Sequence[str]) -> dict[str, dict[str, int]]:
        wanted = sorted(set(keys))
        rows = self._rows("hits", wanted and ids, ids=list(dict.fromkeys(ids)), keys=wanted)
        found: dict[str, dict[str, int]] = {}
        for id, key, weight in sorted(rows):
            found.setdefault(id, {})[key] = weight
        return {id: found[id] for id in ids if id in found}

    def postings(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        rows = self._rows("postings", ids, ids=list(dict.fromkeys(ids)))
        found: dict[str, dict[str, int]] = {id: dict(sorted(map(tuple, pairs))) for id, pairs in rows}
        return {id: found[id] for id in ids if id in found}

    def words(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        return self._few("words", ids, self._worded)

    def _worded(self, ids: list[str]) -> dict[str, dict[str, int]]:
        return {id: dict(sorted(map(tuple, words))) for id, words in self._rows("words", ids, ids=ids)}

    def stamps(self) -> dict[str, int]:
        return dict(sorted(map(tuple, self._cypher.rows("stamps"))))

    def period(self) -> tuple[int, int] | None:
        rows = self._cypher.rows("period", first=FIRST_DATED)
        return (rows[0][0], rows[0][1]) if rows else None

    def carriers(self, keys: Sequence[str]) -> tuple[str, ...]:
        wanted = sorted(set(keys))
        return tuple(id for (id,) in self._rows("carriers", wanted, keys=wanted))

    def neighbours(
        self, nodes: Sequence[str], types: Sequence[str], direction: Direction, per_node: int
    ) -> dict[str, tuple[Edge, ...]]:
        def look(wanted: list[str]) -> dict[str, tuple[Edge, ...]]:
            edges = self._outgoing(wanted, types) if direction == "out" else self._incoming(wanted, types, per_node)
            rank = {kind: i for i, kind in enumerate(types)}
            found: dict[str, list[Edge]] = {}
            for node, edge in sorted(edges, key=lambda pair: rank[pair[1].type]):
                found.setdefault(node, []).append(edge)
            return {node: tuple(found[node][:per_node]) for node in wanted if node in found}

        return self._few((direction, *types, per_node), nodes, look) if per_node > 0 else {}

    def _outgoing(self, nodes: list[str], types: Sequence[str]) -> list[tuple[str, Edge]]:
        rows = self._rows("neighbours_out", nodes and types, nodes=nodes, types=list(types))
        edges = [(node, _edge(kind, node, target, rest)) for node, kind, target, *rest in rows]
        return sorted(edges, key=lambda pair: (pair[1].target, pair[1].identity))

    def _incoming(self, nodes: list[str], types: Sequence[str], per_node: int) -> list[tuple[str, Edge]]:
        given = {"nodes": nodes, "types": list(types), "per_node": max(per_node, 0)}
        rows = self._rows("neighbours_in", nodes and types, **given)
        rows.sort(key=lambda row: (-row[-1], row[2], -1 if row[-2] is None else row[-2]))
        return [(node, _edge(kind, source, node, rest[:-1])) for node, kind, source, *rest in rows]

    def degrees(self, nodes: Sequence[str], types: Sequence[str]) -> dict[str, int]:
        def look(wanted: list[str]) -> dict[str, int]:
            return dict(map(tuple, self._rows("degrees", wanted and types, nodes=wanted, types=list(types))))

        return self._each(("degrees", *types), nodes, look)

    def before(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        return self._beside("before", places)

    def after(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        return self._beside("after", places)

    def _beside(self, name: str, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        # no thread at all is written as "", and nothing is beside such a memory
        given = [[thread or None, key] for thread, key in places]
        return tuple(id for (id,) in self._rows(name, given, places=given))

    def page(self, where: Where, order: Order, after: str | None, limit: int) -> Page:
        beyond = after if after is not None else "" if order == "oldest" else BEYOND
        wanted = max(limit, 0) + 1
        given: dict[str, Any] = {"after": beyond, "limit": wanted}
        if where == UNFILTERED:
            total, hidden, way = self._description.memories, 0, f"page_{order}"
        else:
            total, hidden = self._total(where)
            walks = cheaper(wanted, self._description.memories, total)
            way = f"page_walk_{order}" if walks else f"page_gather_{order}"
            given |= filters(where) if walks else gathered(where)
        rows = self._cypher.rows(way, **given) if total and limit > 0 else []
        kept = rows[: max(limit, 0)]
        more = len(rows) > len(kept) and kept
        return Page(tuple(id for id, _ in kept), total, kept[-1][1] if more else None, hidden)

    def _total(self, where: Where) -> tuple[int, int]:
        """The number of memories that fit, and that of those which are left out as superseded. What fits stays so until the
        next write: many are counted only once."""

        def look(wheres: list[Where]) -> dict[Where, tuple[int, int]]:
            return {one: self._counted_page(one) for one in wheres}

        return self._counted_page(where) if where.ids else self._each("total", [where], look)[where]

    def _counted_page(self, where: Where) -> tuple[int, int]:
        current = where.state == "current"
        looked = replace(where, state="all") if current else where
        fitting, hidden = self._cypher.rows("page_total", current=current, **gathered(looked))[0]
        return fitting, hidden

    def names(self) -> tuple[NameNode, ...]:
        return tuple(sorted((_name(row) for row in self._cypher.rows("names")), key=lambda name: name.key))

    def listed(self, label: Literal["Project", "Document"]) -> tuple[str, ...]:
        return tuple(sorted(key for (key,) in self._cypher.rows(f"list_{label.lower()}s")))

    def buried(self, tombstones: Iterable[str]) -> tuple[str, ...]:
        wanted = sorted(set(tombstones))
        return tuple(sorted(key for (key,) in self._rows("buried", wanted, keys=wanted)))

    def tombstones(self, after: str, limit: int) -> tuple[str, ...]:
        return tuple(key for (key,) in self._cypher.rows("tombstones", after=after, limit=limit))

    def _each(self, kind: object, keys: Iterable[K], look: Callable[[list[K]], dict[K, T]]) -> dict[K, T]:
        """Key → what is found for it, in the order of the keys, those without any absent."""
        if self._looking:
            return self._looking.each(kind, keys, look)
        wanted = list(dict.fromkeys(keys))
        found = look(wanted)
        return {key: found[key] for key in wanted if key in found}

    def _few(self, kind: object, keys: Iterable[str], look: Callable[[list[str]], dict[str, T]]) -> dict[str, T]:
        """The same for what is large."""
        wanted = list(dict.fromkeys(keys))
        return self._looking.few(kind, wanted, look) if self._looking else self._each(kind, wanted, look)

    def _rows(self, name: str, asked: object, **parameters: object) -> Rows:
        """The rows of a query; none, without asking the server, if nothing is asked for."""
        return self._cypher.rows(name, **parameters) if asked else []


def described(rows: Rows) -> Description:
    """The numbers of a namespace from its node's row; those of an empty one if there is none."""
    if not rows or not rows[0][0]:
        return Description(0, 0, 0, "", {})
    revision, names_revision, fingerprint, language, counts, schema, aliases, form, formed, key = rows[0]
    if schema > SCHEMA_VERSION:
        raise NewerSchema(
            f"this namespace has schema {schema}, this graphcue knows {SCHEMA_VERSION}: upgrade graphcue",
            schema=schema,
            known=SCHEMA_VERSION,
        )
    known = aliases_from_text(aliases)
    numbers = (revision, names_revision, int(fingerprint, 16), language, from_text(counts), schema)
    return Description(*numbers, known, form or 0, formed or 0, key or "")


def _match(row: list[Any], keys: list[str]) -> Match:
    points, hits, weights, *outline = row
    found = sorted(zip(hits, weights, strict=True))
    return Match(points, {keys[i]: weight for i, weight in found}, _outline(outline))


def _outline(row: list[Any]) -> Outline:
    id, order_time, grain, *rest = row
    return Outline(id, order_time, grain or "", *rest)


def _edge(kind: str, source: str, target: str, rest: list[Any]) -> Edge:
    rule, path, line_start, line_end, position = rest
    place = None if position is None else Place(path, line_start, line_end, position)
    return Edge(kind, source, target, rule or "", place)


def _name(row: list[Any]) -> NameNode:
    key, label, folded, name, organisation, kind, forms = row
    return NameNode(key, label, folded, name, organisation, kind, tuple(map(tuple, from_text(forms))))
