"""Edges of nodes, and how many lead to them.

Edges to memories lie in `link`, those to names, projects and documents in `tie`; their statements are alike.
"""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphcue.model import Place
from graphcue.stores.contract import Edge
from graphcue.stores.sqlite_rows import NO_ROW, Rows, json_list, node_label, span_start

EDGE = "e.position, e.line_start, e.line_end, e.document, e.rule"
OUT_TIES = f"""
    SELECT e.source, e.type, n.key, {EDGE} FROM json_each(?) asked
    CROSS JOIN tie e ON e.source = asked.value CROSS JOIN node n ON n.row = e.target
    WHERE e.type IN (SELECT value FROM json_each(?))
"""
OUT_LINKS = f"""
    SELECT e.source, e.type, m.id, {EDGE} FROM json_each(?) asked
    CROSS JOIN link e ON e.source = asked.value CROSS JOIN memory m ON m.row = e.target
    WHERE e.type IN (SELECT value FROM json_each(?))
"""
# the few edges of many (target, type): all are read
IN_TIES = f"""
    SELECT e.target, e.type, m.id, {EDGE} FROM json_each(?) asked
    CROSS JOIN tie e ON e.target = json_extract(asked.value, '$[0]') AND e.type = json_extract(asked.value, '$[1]')
    CROSS JOIN memory m ON m.row = e.source
    ORDER BY m.occurred_at DESC, m.id, e.position
"""
IN_LINKS = f"""
    SELECT e.target, e.type, m.id, {EDGE} FROM json_each(?) asked
    CROSS JOIN link e ON e.target = json_extract(asked.value, '$[0]') AND e.type = json_extract(asked.value, '$[1]')
    CROSS JOIN memory m ON m.row = e.source
    ORDER BY m.occurred_at DESC, m.id, e.position
"""
# the newest of the many edges of one (target, type); the span that the cut goes through is read whole
TIE_CUT = "SELECT source FROM tie WHERE target = ? AND type = ? ORDER BY source DESC LIMIT 1 OFFSET ?"
LINK_CUT = "SELECT source FROM link WHERE target = ? AND type = ? ORDER BY source DESC LIMIT 1 OFFSET ?"
NEWEST_TIES = f"""
    SELECT e.target, e.type, m.id, {EDGE} FROM tie e CROSS JOIN memory m ON m.row = e.source
    WHERE e.target = ? AND e.type = ? AND e.source >= ? ORDER BY m.occurred_at DESC, m.id, e.position LIMIT ?
"""
NEWEST_LINKS = f"""
    SELECT e.target, e.type, m.id, {EDGE} FROM link e CROSS JOIN memory m ON m.row = e.source
    WHERE e.target = ? AND e.type = ? AND e.source >= ? ORDER BY m.occurred_at DESC, m.id, e.position LIMIT ?
"""
TIE_DEGREES = """
    SELECT d.target, d.type, d.edges FROM json_each(?) asked CROSS JOIN degree d ON d.target = asked.value
    WHERE d.type IN (SELECT value FROM json_each(?))
"""
LINK_DEGREES = """
    SELECT e.target, e.type, COUNT(*) FROM json_each(?) asked CROSS JOIN link e ON e.target = asked.value
    WHERE e.type IN (SELECT value FROM json_each(?)) GROUP BY e.target, e.type
"""
FEW = 200
"""Up to so many edges a (target, type) are read together with those of others, and cut in Python."""

Pair = tuple[int, int]
"""(target, type), as rows"""


def outgoing(rows: Rows, nodes: Sequence[str], types: Sequence[str], per_node: int) -> dict[str, tuple[Edge, ...]]:
    """Memory id → its edges, by type as given, target and position."""
    memories = rows.memories(nodes)
    names = {row: name for name, row in rows.types.items()}
    ids = {row: id for id, row in memories.items()}
    found: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for sql, kinds in ((OUT_TIES, _kinds(rows, types, ties=True)), (OUT_LINKS, _kinds(rows, types, ties=False))):
        if kinds:
            for source, kind, target, *rest in rows.connection.rows(sql, (json_list(ids), json_list(kinds))):
                found[ids[source], names[kind]].append(_edge(names[kind], ids[source], target, rest))
    for edges in found.values():
        edges.sort(key=lambda edge: (edge.target, edge.identity[3]))
    return _cut(nodes, types, per_node, found)


def incoming(rows: Rows, nodes: Sequence[str], types: Sequence[str], per_node: int) -> dict[str, tuple[Edge, ...]]:
    """Node → the edges that lead to it, by type as given and newest source."""
    names = {row: name for name, row in rows.types.items()}
    found: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for label, kinds in _by_label(types).items():
        keys = {row: key for key, row in rows.nodes(label, nodes).items()}
        numbers = _degrees(rows, label, keys, kinds)
        for target, kind, source, *rest in _incoming(rows, label, numbers, per_node):
            found[keys[target], names[kind]].append(_edge(names[kind], source, keys[target], rest))
    return _cut(nodes, types, per_node, found)


def _incoming(rows: Rows, label: str, numbers: Mapping[Pair, int], per_node: int) -> list[tuple[Any, ...]]:
    """The edges of each pair, newest source first; of a pair with many only the first `per_node`."""
    few = [pair for pair, n in numbers.items() if n <= FEW]
    found = rows.connection.rows(IN_TIES if label else IN_LINKS, (json.dumps(few),)) if few else []
    for pair, n in numbers.items():
        if n > FEW:
            found += _newest(rows, label, pair, per_node)
    return found


def _newest(rows: Rows, label: str, pair: Pair, per_node: int) -> list[tuple[Any, ...]]:
    """The first `per_node` edges of one (target, type)."""
    last = rows.connection.value(TIE_CUT if label else LINK_CUT, (*pair, max(per_node - 1, 0)))
    start = NO_ROW if last is None else span_start(last)
    return rows.connection.rows(NEWEST_TIES if label else NEWEST_LINKS, (*pair, start, per_node))


def degrees(rows: Rows, nodes: Sequence[str], types: Sequence[str]) -> dict[str, int]:
    """Node → number of edges of these types that lead to it."""
    found: dict[str, int] = {}
    for label, kinds in _by_label(types).items():
        keys = {row: key for key, row in rows.nodes(label, nodes).items()}
        for (target, _), n in _degrees(rows, label, keys, kinds).items():
            found[keys[target]] = found.get(keys[target], 0) + n
    return {node: found[node] for node in nodes if node in found}


def _degrees(rows: Rows, label: str, targets: Iterable[int], types: Sequence[str]) -> dict[Pair, int]:
    kinds = [rows.types[name] for name in types if name in rows.types]
    sql = TIE_DEGREES if label else LINK_DEGREES
    found = rows.connection.rows(sql, (json_list(targets), json_list(kinds)))
    return {(target, kind): n for target, kind, n in found}


def _by_label(types: Sequence[str]) -> dict[str, list[str]]:
    """Label of the nodes that edges lead to → those of the types."""
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(types):
        found.setdefault(node_label(name), []).append(name)
    return found


def _kinds(rows: Rows, types: Sequence[str], *, ties: bool) -> list[int]:
    return [rows.types[name] for name in types if name in rows.types and bool(node_label(name)) == ties]


def _edge(name: str, source: str, target: str, rest: Sequence[Any]) -> Edge:
    position, line_start, line_end, document, rule = rest
    if line_start is None:
        return Edge(name, source, target, rule)
    return Edge(
        name, source, target, rule, Place(target if document is None else document, line_start, line_end, position)
    )


def _cut(
    nodes: Sequence[str], types: Sequence[str], per_node: int, found: Mapping[tuple[str, str], list[Edge]]
) -> dict[str, tuple[Edge, ...]]:
    """The first `per_node` edges of each node, by type as given; nodes without any are left out."""
    lists = {node: [edge for name in types for edge in found.get((node, name), ())][:per_node] for node in nodes}
    return {node: tuple(edges) for node, edges in lists.items() if edges}
