"""Aliases → who is who: keys that are declared to be one's, the other names of a name, projects by any of theirs. Pure."""

from collections.abc import Iterable, Mapping

from graphcue.language.folding import fold_name
from graphcue.stores.contract import Alias

PROJECT = "project"


def same_keys(aliases: Iterable[Alias]) -> dict[str, frozenset[str]]:
    """Key of a person or an entity → all keys that aliases declare to be the same one's, itself among them."""
    return _components((alias.source, alias.target) for alias in aliases if alias.source)


def synonyms(aliases: Iterable[Alias]) -> dict[str, tuple[str, ...]]:
    """Folded name of an entity or a project → its other names as written, sorted; those of people are no words."""
    pairs = [(alias.alias, alias.name) for alias in aliases if alias.kind != "person"]
    written = {fold_name(name): name for pair in sorted(pairs) for name in pair}
    groups = _components((fold_name(one), fold_name(other)) for one, other in pairs)
    return {name: tuple(sorted(written[other] for other in group if other != name)) for name, group in groups.items()}


def project_names(aliases: Iterable[Alias], projects: Iterable[str]) -> dict[str, str]:
    """Folded name or alias of a project → the project that memories belong to."""
    real = {fold_name(project): project for project in projects}
    pairs = [(fold_name(alias.alias), fold_name(alias.name)) for alias in aliases if alias.kind == PROJECT]
    for name, group in _components(pairs).items():
        known = sorted(other for other in group if other in real)
        if known and name not in real:
            real[name] = real[known[0]]
    return real


def reaches(aliases: Iterable[Alias], start: tuple[str, str], end: tuple[str, str]) -> bool:
    """Whether aliases lead from one name to another; a name is (kind, key), a key its folded text for projects."""
    steps: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for alias in aliases:
        source, target = ends(alias)
        steps.setdefault(source, set()).add(target)
    seen, level = {start}, [start]
    while level:
        level = [other for here in level for other in sorted(steps.get(here, ())) if other not in seen]
        seen |= {*level}
    return end in seen


def ends(alias: Alias) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two names of an alias, as (kind, key)."""
    source = alias.source or fold_name(alias.alias)
    return (alias.kind, source), (alias.kind, alias.target or fold_name(alias.name))


def _components(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Each member → all that pairs join it with, itself among them."""
    groups: dict[str, set[str]] = {}
    for one, other in pairs:
        joined = groups.get(one, {one}) | groups.get(other, {other})
        groups |= dict.fromkeys(joined, joined)
    return {member: frozenset(group) for member, group in groups.items()}


def alias_names(aliases: Iterable[Alias]) -> Mapping[str, tuple[str, ...]]:
    """Key of a person or an entity → the names as written that aliases give it."""
    found: dict[str, set[str]] = {}
    for alias in aliases:
        for key, name in ((alias.source, alias.alias), (alias.target, alias.name)):
            if key:
                found.setdefault(key, set()).add(name)
    return {key: tuple(sorted(names)) for key, names in found.items()}
