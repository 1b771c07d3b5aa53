"""What a question may name: people, entities, projects, tags, memories. A value that the parser is given."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from graphcue.language.folding import fold_name
from graphcue.language.gazetteer import Gazetteer
from graphcue.model import PERSON
from graphcue.stores.contract import NameNode


def nothing_known(keys: Iterable[str]) -> dict[str, int]:
    """No cue is known: what a parser without a store goes by."""
    return {}


def nothing_called(reference: str) -> str:
    """No memory is called so."""
    return ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a namespace, as a question may use them.

    `names` finds people and entities in a text, `nodes` are theirs by key; `projects` leads from folded names and aliases
    to projects; `known` says how many memories have a cue; `memory_called` gives the id that a reference as written (an id,
    a title, `ADR 5`) means, or ''. `now` is in ms UTC.
    """

    names: Gazetteer
    nodes: Mapping[str, NameNode] = field(default_factory=dict)
    projects: Mapping[str, str] = field(default_factory=dict)
    known: Callable[[Iterable[str]], Mapping[str, int]] = nothing_known
    memory_called: Callable[[str], str] = nothing_called
    now: int = 0
    zone: tzinfo = UTC

    def is_person(self, key: str) -> bool:
        """Whether the key is that of a person."""
        return key in self.nodes and self.nodes[key].label == PERSON

    def project_called(self, text: str) -> str:
        """The project of that name or alias, or ''."""
        return self.projects.get(fold_name(text), "")


def vocabulary_of(
    people: Iterable[str], entities: Iterable[str] = (), projects: Mapping[str, str] | None = None
) -> Vocabulary:
    """A vocabulary of plain lists, for trying the parser without a store."""
    nodes = [NameNode(f"person:{n}", PERSON, fold_name(name), name) for n, name in enumerate(people)]
    nodes += [NameNode(f"entity:{n}", "Entity", fold_name(name), name) for n, name in enumerate(entities)]
    folded = {fold_name(name): project for name, project in (projects or {}).items()}
    return Vocabulary(Gazetteer((node.folded, node.key) for node in nodes), {node.key: node for node in nodes}, folded)
