"""One namespace of the in-memory store: a NetworkX `MultiDiGraph` and the indexes beside it.

Nodes are (label, key) with the stored value as attribute `value`; edges are keyed by (type, position).
"""

from collections import Counter
from typing import Any

import networkx as nx

from graphcue.model import ENTITY, MENTIONS, PERSON, ROLES, Memory
from graphcue.stores.contract import (
    FROM_DOCUMENT,
    HAS_CUE,
    IN_PROJECT,
    Alias,
    Edge,
    Nearby,
    Outline,
)

Node = tuple[str, str]


def target_node(edge_type: str, target: str) -> Node:
    """The node that an edge of this type ends at."""
    if edge_type == IN_PROJECT:
        return ("Project", target)
    if edge_type == FROM_DOCUMENT:
        return ("Document", target)
    if edge_type in ROLES or edge_type == MENTIONS:
        return (ENTITY if target.startswith("entity:") else PERSON, target)
    return ("Memory", target)


class Known:
    """What was looked up at one revision, which stays so until the next write."""

    def __init__(self, revision: int) -> None:
        self.revision = revision
        self.nearby: dict[str, Nearby] = {}
        self.carriers: dict[str, list[tuple[str, int]]] = {}
        self.carriers_kept = 0


class Tenant:
    """One namespace: its graph, its order index and its own numbers."""

    def __init__(self) -> None:
        self.graph: nx.MultiDiGraph[Node] = nx.MultiDiGraph()
        # NetworkX's own adjacency: its views cost several times the walk itself
        self.pred: dict[Node, dict[Node, dict[tuple[str, int], dict[str, Any]]]] = vars(self.graph)["_pred"]
        self.succ: dict[Node, dict[Node, dict[tuple[str, int], dict[str, Any]]]] = vars(self.graph)["_adj"]
        self.nodes: dict[Node, dict[str, Any]] = vars(self.graph)["_node"]
        self.outlines: dict[str, tuple[Memory, Outline]] = {}
        self.known = Known(0)
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
        self.tombstones: set[str] = set()
        self.tombstone_key = ""
        self.form = 0
        self.formed = 0
        self.cues: dict[str, list[str]] = {}
        self.new_cues: dict[str, list[str]] = {}

    def memory(self, id: str) -> Memory | None:
        """The memory of this id."""
        found = self.nodes.get(("Memory", id))
        return found["value"] if found else None

    def known_now(self) -> Known:
        """What is known at this revision."""
        if self.known.revision != self.revision:
            self.known = Known(self.revision)
        return self.known

    def carriers(self, key: str) -> list[tuple[str, int]]:
        """(memory id, weight) of the postings of a cue."""
        edges = self.pred.get(("Cue", key), {}).items()
        return [(source[1], keyed[(HAS_CUE, -1)]["weight"]) for source, keyed in edges]

    def ordered_cues(self, kind: str) -> list[str]:
        """The keys of a type of cue in order, with some that are there no more; those that came are put in when asked."""
        come = self.new_cues.pop(kind, None)
        if come:
            # two sorted runs, which sorting only merges
            self.cues[kind] = list(dict.fromkeys(sorted([*self.cues.get(kind, ()), *sorted(come)])))
        return self.cues.get(kind, [])

    def sources(self, node: Node, edge_type: str) -> list[str]:
        """The ids of the memories that edges of one type lead to the node from."""
        return [edge.source for edge in self.incoming.get((edge_type, node), {}).values()]
