"""The parts of a write that make and remove edges, and the projects and documents that exist through them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from graphcue.errors import StoreError
from graphcue.stores.contract import Changes, Edge
from graphcue.stores.sqlite_rows import node_label
from graphcue.stores.sqlite_step import Step

ADD_TYPE = "INSERT INTO edge_type (name) VALUES (?) RETURNING row"
ADD_TIE = """
    INSERT INTO tie (source, type, target, position, line_start, line_end, document, rule)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
ADD_LINK = """
    INSERT INTO link (source, type, target, position, line_start, line_end, document, rule)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
DROP_TIE = "DELETE FROM tie WHERE source = ? AND type = ? AND target = ? AND position = ?"
DROP_LINK = "DELETE FROM link WHERE source = ? AND type = ? AND target = ? AND position = ?"
COUNT_DEGREE = """
    INSERT INTO degree (target, type, edges) VALUES (?, ?, ?)
    ON CONFLICT (target, type) DO UPDATE SET edges = edges + excluded.edges
"""
DROP_DEGREE = "DELETE FROM degree WHERE target = ? AND type = ? AND edges = 0"
ADD_NODE = "INSERT INTO node (namespace, label, key) VALUES (?, ?, ?) RETURNING row"
DROP_LONELY_NODE = """
    DELETE FROM node WHERE row = ? AND label = ? AND NOT EXISTS (SELECT 1 FROM tie WHERE tie.target = node.row)
"""
COUNTED = {"project": "Project", "document": "Document"}
"""Labels of the nodes that edges make and remove, as they are counted."""

Pair = tuple[int, int]


def drop_edges(step: Step, changes: Changes) -> None:
    """Nothing; the edges are gone, those that were not there are passed over."""
    degrees: Counter[Pair] = Counter()
    for label, edges in _by_label(changes.drop_edges).items():
        targets = step.rows.nodes(label, {edge.target for edge in edges}) if label else step.memories
        for edge in edges:
            kind, source, target = (
                step.rows.types.get(edge.type),
                step.memories.get(edge.source),
                targets.get(edge.target),
            )
            if kind is not None and source is not None and target is not None:
                statement = DROP_TIE if label else DROP_LINK
                dropped = step.connection.run(statement, (source, kind, target, edge.identity[3]))
                step.removed[edge.type] += dropped
                if label:
                    degrees[target, kind] -= dropped
    _count_degrees(step, degrees)
    step.nodes.update(target for target, _ in degrees)


def add_edges(step: Step, changes: Changes) -> None:
    """Nothing; the edges are there, with the projects and documents that they lead to."""
    for name in {edge.type: None for edge in changes.add_edges}:
        if name not in step.rows.types:
            step.rows.types[name] = step.connection.value(ADD_TYPE, (name,))
    degrees: Counter[Pair] = Counter()
    for label, edges in _by_label(changes.add_edges).items():
        targets = _targets(step, label, edges)
        rows = [_edge_row(step, edge, _target(edge, targets)) for edge in edges]
        step.connection.run_many(ADD_TIE if label else ADD_LINK, rows)
        if label:
            degrees.update((row[2], row[1]) for row in rows)
    step.made.update(edge.type for edge in changes.add_edges)
    _count_degrees(step, degrees)


def _targets(step: Step, label: str, edges: Iterable[Edge]) -> dict[str, int]:
    """Key → row of what the edges lead to; projects and documents are made."""
    if not label:
        return step.memories
    keys = dict.fromkeys(edge.target for edge in edges)
    found = step.rows.nodes(label, keys)
    for key in keys:
        if key not in found and label in COUNTED:
            found[key] = step.connection.value(ADD_NODE, (step.rows.namespace, label, key))
            step.made[COUNTED[label]] += 1
    return found


def _target(edge: Edge, targets: dict[str, int]) -> int:
    row = targets.get(edge.target)
    if row is None:
        raise StoreError(
            f"an edge {edge.type} leads to {edge.target}, which is not there: put it first",
            type=edge.type,
            target=edge.target,
        )
    return row


def _edge_row(step: Step, edge: Edge, target: int) -> tuple[Any, ...]:
    key = (step.memory(edge.source), step.rows.types[edge.type], target, edge.identity[3])
    if edge.place is None:
        return (*key, None, None, None, edge.rule)
    document = None if edge.place.document == edge.target else edge.place.document
    return (*key, edge.place.line_start, edge.place.line_end, document, edge.rule)


def _count_degrees(step: Step, degrees: Counter[Pair]) -> None:
    step.connection.run_many(COUNT_DEGREE, [(*pair, n) for pair, n in sorted(degrees.items())])
    step.connection.run_many(DROP_DEGREE, [pair for pair, n in degrees.items() if n < 0])


def _by_label(edges: Iterable[Edge]) -> dict[str, list[Edge]]:
    """Label of what they lead to → edges."""
    found: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        found[node_label(edge.type)].append(edge)
    return found


def drop_lonely_nodes(step: Step, changes: Changes) -> None:
    """Nothing; of the projects and documents that lost edges, those without any are gone."""
    for row in sorted(step.nodes):
        for label, counted in COUNTED.items():
            step.removed[counted] += step.connection.run(DROP_LONELY_NODE, (row, label))
