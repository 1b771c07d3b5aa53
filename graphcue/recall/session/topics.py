"""What a conversation may be about: projects by their names and short forms, people and entities, found in a text."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from graphcue.language.folding import fold, fold_name, has_han
from graphcue.language.gazetteer import Found, Gazetteer
from graphcue.language.words import is_stop_word, telling_words
from graphcue.recall.session.state import PROJECT
from graphcue.stores.contract import NameNode, Reader, Where

_BRACKET = re.compile(r"[（(][^（）()]*[）)]")
_LATIN = re.compile(r"[a-z][a-z0-9]{2,}")
_HAN_RUN = re.compile(r"[^\W\d_a-z]{2,}")
MOST_READ = 100
"""Memories that are read to learn whether a part of a name stands for it."""


@dataclass(frozen=True)
class Names:
    """The names of a namespace: nodes of people and entities with their matcher, and the projects. What is made of them
    is kept with the value, so the same one is best used while the names stay."""

    nodes: Mapping[str, NameNode]
    gazetteer: Gazetteer
    projects: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...] = ()
    """(further name of a project, project)"""

    @cached_property
    def known_projects(self) -> frozenset[str]:
        """The projects."""
        return frozenset(self.projects)

    @cached_property
    def called(self) -> dict[str, tuple[str, ...]]:
        """Folded name of a project → keys: with and without what stands in brackets."""
        found: dict[str, dict[str, None]] = {}
        pairs = [(form, project) for project in self.projects for form in _forms(project)]
        for form, project in (*pairs, *self.aliases):
            folded = fold_name(form)
            if len(folded) > 1:
                found.setdefault(folded, {})[PROJECT + project] = None
        return {folded: tuple(sorted(keys)) for folded, keys in sorted(found.items())}

    @cached_property
    def matcher(self) -> Gazetteer:
        """Finds whole names of projects."""
        return Gazetteer((folded, key) for folded, keys in self.called.items() for key in keys)

    @cached_property
    def parts(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """A part that only one name has → (that name, the keys of its projects)."""
        owners: dict[str, set[str]] = {}
        names = {fold_name(bare(project)): project for project in self.projects}
        for name in names:
            for part in _parts(name):
                owners.setdefault(part, set()).add(name)
        everything = "\n".join(names)
        found = {}
        for part, owner in owners.items():
            if len(owner) == 1 and part not in self.called and everything.count(part) == 1:
                name = next(iter(owner))
                found[part] = (name, self.called.get(name, ()))
        return found

    @cached_property
    def part_matcher(self) -> Gazetteer:
        """Finds parts of names of projects."""
        return Gazetteer((part, key) for part, (_, keys) in self.parts.items() for key in keys)


@dataclass(frozen=True)
class Topics:
    """A matcher of everything that a conversation may be about. Short forms are learnt from the store when a text
    first uses them, and remembered, as the words of names are; so a value of this class is good for one revision only."""

    names: Names
    learnt: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    spelled: dict[str, frozenset[str]] = field(default_factory=dict, compare=False)

    def find(self, reader: Reader, text: str) -> tuple[str, ...]:
        """The keys of what the text names, in the order in which they stand; the longer name wins.

        People and entities count where their names are their own: a project of the same name comes first.
        """
        if len(self.names.projects) < 2:
            return _keys(self.names.gazetteer.find(text))
        whole = self.names.matcher.find(text)
        partial = (one for one in self.names.part_matcher.find(text) if self._stands_for(reader, text, one))
        return _keys(_longest((*whole, *partial, *self.names.gazetteer.find(text))))

    def _stands_for(self, reader: Reader, text: str, found: Found) -> bool:
        part = fold_name(text)[found.start : found.end]
        if part not in self.learnt:
            name, keys = self.names.parts[part]
            self.learnt[part] = keys if is_short_form(reader, part, name, keys) else ()
        return bool(self.learnt[part])

    def words(self, key: str) -> frozenset[str]:
        """The words of a name."""
        if key not in self.spelled:
            self.spelled[key] = frozenset(telling_words(self.folded(key)))
        return self.spelled[key]

    def folded(self, key: str) -> str:
        """The name, folded, without what stands in brackets."""
        if key.startswith(PROJECT):
            return fold(bare(key.removeprefix(PROJECT)))
        return self.names.nodes[key].folded if key in self.names.nodes else ""

    def shown(self, key: str) -> str:
        """The name as people write it."""
        if key.startswith(PROJECT):
            return key.removeprefix(PROJECT)
        return self.names.nodes[key].name if key in self.names.nodes else ""

    def is_known(self, key: str) -> bool:
        """Whether there is such a node now."""
        return key in self.names.nodes or (
            key.startswith(PROJECT) and key.removeprefix(PROJECT) in self.names.known_projects
        )


def bare(project: str) -> str:
    """The name of a project without what stands in brackets; the whole, if that is all."""
    return " ".join(_BRACKET.sub(" ", project).split()) or project


def _forms(project: str) -> tuple[str, str]:
    return project, bare(project)


def _parts(name: str) -> set[str]:
    """Words of a folded name and beginnings of its Chinese runs, at least two characters or three letters long."""
    found = {word for word in _LATIN.findall(name) if not is_stop_word(word)}
    for run in _HAN_RUN.findall(name):
        words = [word for word in telling_words(run) if has_han(word)]
        found.update(word for word in words if len(word) > 1)
        found.update(run[:end] for end in range(2, len(run)) if any(run[:end].endswith(word) for word in words))
    return found - {name}


def is_short_form(reader: Reader, part: str, name: str, keys: Iterable[str]) -> bool:
    """Whether the part stands by itself in memories of the name's own projects, and not more often elsewhere; or in no
    memory at all, so that it can only stand for the name."""
    cues = [f"word:{word}" for word in telling_words(part)]
    if not cues:
        return False
    if len(reader.cues(cues)) < len(set(cues)):
        return True
    own = tuple(key.removeprefix(PROJECT) for key in keys)
    having = Where(cues=tuple(cues))
    inside = reader.page(Where(projects=own, cues=tuple(cues)), "newest", None, MOST_READ)
    total = reader.page(having, "newest", None, MOST_READ)
    if total.total > MOST_READ:
        return 2 * inside.total >= total.total
    memories = reader.get(total.ids).values()
    alone = [one.project for one in memories if part in fold_name(one.content).replace(name, "")]
    within = sum(project in own for project in alone)
    return within >= 1 and len(alone) - within <= within


def _longest(found: Iterable[Found]) -> list[Found]:
    """Those that do not overlap: from the left, the longest; of equal ones the first."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _keys(found: Iterable[Found]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for one in found for key in one.keys))
