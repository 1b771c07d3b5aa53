"""What can be wrong within the in-memory store: its indexes against its graph. All of them are made anew from the graph."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator

from graphcue.model import Memory
from graphcue.stores.contract import ALIAS_OF, EXAMPLES, HAS_CUE, TOMBSTONE, Edge, Flaw
from graphcue.stores.memory_tenant import Known, Node, Tenant

LONELY = ("Cue", "Project", "Document")


def flaws(tenant: Tenant) -> Iterator[Flaw]:
    """What is wrong with the indexes and numbers of a namespace, and what hangs on nothing."""
    dangling = [f"{label} {key}" for label, key in _empty(tenant)]
    orphans = [f"{label} {key}" for label, key in _orphans(tenant)]
    indexes = sorted(name for name, (kept, made) in _indexes(tenant).items() if kept != made)
    kept, counted = {name: n for name, n in tenant.counts.items() if n}, _counted(tenant)
    counts = [
        f"{name}: {kept.get(name, 0)} kept, {counted.get(name, 0)} there"
        for name in sorted(kept | counted)
        if kept.get(name) != counted.get(name)
    ]
    found = (("dangling", dangling), ("orphans", orphans), ("indexes", indexes), ("counts", counts))
    yield from (Flaw(kind, len(cases), tuple(cases[:EXAMPLES])) for kind, cases in found if cases)


def repair(tenant: Tenant) -> None:
    """Nothing; the graph has nothing that hangs on nothing, and the indexes are those of the graph."""
    tenant.graph.remove_nodes_from(_empty(tenant))
    tenant.graph.remove_nodes_from(_orphans(tenant))
    made = {name: made for name, (_, made) in _indexes(tenant).items()}
    for name, value in made.items():
        setattr(tenant, name, value)
    tenant.counts = Counter(_counted(tenant))
    tenant.known = Known(0)


def _empty(tenant: Tenant) -> list[Node]:
    """Nodes without a value: an edge leads to what was never put."""
    return sorted(node for node, data in tenant.graph.nodes.items() if "value" not in data)


def _orphans(tenant: Tenant) -> list[Node]:
    empty = set(_empty(tenant))
    return sorted(
        node for node in tenant.graph.nodes if node[0] in LONELY and node not in empty and not tenant.pred.get(node)
    )


def _indexes(tenant: Tenant) -> dict[str, tuple[object, object]]:
    """Name of an index → (as it is kept, as the graph says)."""
    outgoing: dict[tuple[str, str], dict[tuple[str, str, str, int], Edge]] = {}
    incoming: dict[tuple[str, Node], dict[tuple[str, str, str, int], Edge]] = {}
    for edge, target in _edges(tenant):
        outgoing.setdefault((edge.source, edge.type), {})[edge.identity] = edge
        incoming.setdefault((edge.type, target), {})[edge.identity] = edge
    everything: list[tuple[str, str]] = []
    threads: dict[str, list[tuple[str, str]]] = {}
    for memory in _memories(tenant):
        insort(everything, (memory.order_key, memory.id))
        if memory.thread:
            insort(threads.setdefault(memory.thread, []), (memory.order_key, memory.id))
    born = {memory.id: tenant.born.get(memory.id, memory.revision) for memory in _memories(tenant)}
    made: dict[str, object] = {
        "outgoing": outgoing,
        "incoming": incoming,
        "everything": everything,
        "threads": threads,
        "born": born,
    }
    return {name: (getattr(tenant, name), value) for name, value in made.items()}


def _memories(tenant: Tenant) -> Iterator[Memory]:
    return (data["value"] for (label, _), data in tenant.graph.nodes.items() if label == "Memory" and "value" in data)


def _edges(tenant: Tenant) -> Iterator[tuple[Edge, Node]]:
    """Every edge from a memory to anything but a cue, with the node it ends at."""
    for _, target, (kind, _), data in tenant.graph.edges(keys=True, data=True):
        if kind not in (HAS_CUE, ALIAS_OF) and "value" in tenant.graph.nodes[target]:
            yield data["value"], target


def _counted(tenant: Tenant) -> dict[str, int]:
    counted = Counter(label for label, _ in tenant.graph.nodes)
    counted.update(kind for _, _, (kind, _) in tenant.graph.edges(keys=True) if kind != ALIAS_OF)
    counted[ALIAS_OF] = len(tenant.aliases)
    counted[TOMBSTONE] = len(tenant.tombstones)
    return {name: n for name, n in sorted(counted.items()) if n}
