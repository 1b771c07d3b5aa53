"""Declared names → nodes: a name lives while a memory declares it, and counts how it was spelled."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from graphcue.language.fields import read_facts
from graphcue.language.folding import fold_name
from graphcue.language.gazetteer import Gazetteer, name_key
from graphcue.model import AUTHORED_BY, MENTIONS, Memory, Name
from graphcue.stores.contract import Edge, NameNode


@dataclass(frozen=True, slots=True)
class Declared:
    """A name as one memory declares it: its node's key, the names as written, the edges that tie them."""

    key: str
    names: tuple[Name, ...]

    @property
    def edges(self) -> tuple[str, ...]:
        """The edge types, sorted."""
        return tuple(sorted({name.edge for name in self.names}))

    def rule(self, edge: str) -> str:
        """What declares the edge of this type; all of it, sorted, where several do."""
        return ", ".join(sorted({name.rule for name in self.names if name.edge == edge}))


def declared_names(memory: Memory) -> tuple[Declared, ...]:
    """The names that a memory declares: given, as its author, or by a field of its text; by key. Forgotten people are
    not read from the text.

    A bare name belongs to the organisation that the same memory declares for it, if it is one.
    """
    names = [name for part in memory.contributions for name in part.names]
    names += read_facts(memory.content).names
    if memory.author:
        names.append(Name(memory.author, AUTHORED_BY, rule="author"))
    names = [_told(name) for name in dict.fromkeys(names) if fold_name(name.name)]
    organisations = _organisations(names)
    found: dict[str, list[Name]] = {}
    for name in names:
        homes = organisations.get((name.label, fold_name(name.name)), set())
        organisation = name.organisation or (next(iter(homes)) if len(homes) == 1 else "")
        key = name_key(name.label, name.name, organisation)
        found.setdefault(key, []).append(replace(name, organisation=organisation))
    without = {key for part in memory.contributions for key in part.without}
    return tuple(Declared(key, tuple(found[key])) for key in sorted(found.keys() - without))


def _told(name: Name) -> Name:
    """The name without an organisation that has no visible character: such a one would make no key of its own."""
    return name if fold_name(name.organisation) else replace(name, organisation="")


def _organisations(names: Iterable[Name]) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for name in names:
        if name.organisation:
            found.setdefault((name.label, fold_name(name.name)), set()).add(name.organisation)
    return found


def name_edges(memory: Memory, declared: tuple[Declared, ...], gazetteer: Gazetteer) -> tuple[Edge, ...]:
    """A memory's edges to names: those it declares, and MENTIONS for those that stand in its text."""
    edges = {Edge(edge, memory.id, one.key, one.rule(edge)) for one in declared for edge in one.edges}
    own = {fold_name(name.name) for one in declared for name in one.names}
    mentioned = {
        key for found in gazetteer.find(memory.content) for key in found.keys if gazetteer.name_of(key) not in own
    }
    known = {edge.target for edge in edges if edge.type == MENTIONS}
    edges |= {Edge(MENTIONS, memory.id, key, "gazetteer") for key in mentioned - known}
    return tuple(sorted(edges, key=lambda edge: edge.identity))


def adjusted(
    nodes: dict[str, NameNode], gone: Iterable[Declared], come: Iterable[Declared]
) -> tuple[tuple[NameNode, ...], tuple[str, ...]]:
    """(nodes to put, keys to drop) once some declarations are gone and others have come."""
    changes: dict[str, Counter[str]] = {}
    examples: dict[str, Name] = {}
    for sign, declarations in ((-1, gone), (1, come)):
        for one in declarations:
            forms = sorted({form for name in one.names for form in _forms(name)})
            changes.setdefault(one.key, Counter()).update(dict.fromkeys(forms, sign))
            examples[one.key] = one.names[0]
    put, drop = [], []
    for key, change in sorted(changes.items()):
        old = nodes.get(key)
        node = _node(key, old, change, examples[key])
        if node is None:
            drop.append(key)
        elif node != old:
            put.append(node)
    return tuple(put), tuple(key for key in drop if key in nodes)


def _forms(name: Name) -> list[str]:
    parts = (("name", name.name), ("organisation", name.organisation), ("kind", name.kind))
    return [f"{part}:{text}" for part, text in parts if text]


def _node(key: str, old: NameNode | None, change: Counter[str], example: Name) -> NameNode | None:
    forms = Counter(dict(old.forms) if old else {})
    forms.update(change)
    live = sorted((form, n) for form, n in forms.items() if n > 0)
    if not live:
        return None
    name, organisation, kind = (_commonest(live, part) for part in ("name:", "organisation:", "kind:"))
    return NameNode(key, example.label, fold_name(example.name), name, organisation, kind, tuple(live))


def _commonest(forms: list[tuple[str, int]], part: str) -> str:
    """The spelling that most declarations use; the greatest among equals."""
    found = [(n, form.removeprefix(part)) for form, n in forms if form.startswith(part)]
    return max(found)[1] if found else ""
