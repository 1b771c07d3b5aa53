"""Complete answers: every memory that fits, counted, page by page."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from graphcue.language.folding import fold_name
from graphcue.model import (
    APPROVED_BY,
    AUTHORED_BY,
    DECIDED_BY,
    NAME_EDGES,
    PERSON,
    PRESENTED_BY,
    SUPERSEDES,
    Memory,
)
from graphcue.stores.contract import NameNode, Order, Reader, Where

DECIDING = (AUTHORED_BY, PRESENTED_BY, DECIDED_BY, APPROVED_BY)
"""The roles that make a decision somebody's; a mention or an attendance does not."""


NAMED, ALSO = "named", "also"
"""Marks: the topic names what was asked for, as written; it is mentioned otherwise."""


@dataclass(frozen=True, slots=True)
class Item:
    """One memory of a complete answer: in which roles the person asked for stands, who else, what it superseded
    and what superseded it (ids). `mark` tells apart how it fits, where that differs: see NAMED and ALSO."""

    memory: Memory
    roles: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    supersedes: tuple[str, ...]
    superseded_by: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """One of the people whom the asked name means: how it came to mean them (name, alias, order, pinyin), and how many of
    the memories are theirs."""

    key: str
    name: str
    how: str
    total: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a complete answer. `total` counts all pages; `hidden` the superseded memories that were left out;
    `people` are the keys and names that the asked name means, more than one when it is ambiguous, `groups` the same with
    what each contributes; `also` of the total are only mentioned otherwise; `after` goes on."""

    items: tuple[Item, ...]
    total: int
    hidden: int
    people: tuple[tuple[str, str], ...]
    after: str | None
    groups: tuple[Group, ...] = ()
    also: int = 0


def people_called(names: Mapping[str, NameNode], asked: str) -> tuple[NameNode, ...]:
    """The people of that name, `name@organisation` for one of several; by key."""
    name, _, organisation = asked.partition("@")
    found = [node for node in names.values() if node.label == PERSON and node.folded == fold_name(name)]
    if organisation:
        found = [node for node in found if fold_name(node.organisation) == fold_name(organisation)]
    return tuple(sorted(found, key=lambda node: node.key))


def listing(
    reader: Reader,
    names: Mapping[str, NameNode],
    where: Where,
    people: Sequence[NameNode],
    order: Order,
    after: str | None,
    limit: int,
) -> Listing:
    """The memories that fit `where`, in order, beyond the order key `after`."""
    page = reader.page(where, order, after, limit)
    hidden = 0
    if where.state == "current":
        hidden = reader.page(replace(where, state="superseded"), order, None, 0).total
    asked = {node.key for node in people}
    called = tuple((node.key, shown_name(node)) for node in people)
    return Listing(items_of(reader, names, page.ids, asked, where.edges), page.total, hidden, called, page.after)


def shown_name(node: NameNode) -> str:
    """The name as commonly spelled, with its organisation if it has one."""
    return f"{node.name}@{node.organisation}" if node.organisation else node.name


def items_of(
    reader: Reader,
    names: Mapping[str, NameNode],
    ids: Sequence[str],
    asked: Collection[str] = (),
    roles: Collection[str] = NAME_EDGES,
) -> tuple[Item, ...]:
    """The memories of these ids as items, in the order given; `roles` are those of the people asked for."""
    memories = reader.get(ids)
    tied = reader.neighbours(ids, NAME_EDGES, "out", 1000)
    below = reader.neighbours(ids, [SUPERSEDES], "out", 100)
    above = reader.neighbours(ids, [SUPERSEDES], "in", 100)
    return tuple(
        Item(
            memory=memory,
            roles=tuple(edge.type for edge in tied.get(id, ()) if edge.target in asked and edge.type in roles),
            names=tuple(
                (edge.type, shown_name(names[edge.target])) for edge in tied.get(id, ()) if edge.target in names
            ),
            supersedes=tuple(edge.target for edge in below.get(id, ())),
            superseded_by=tuple(edge.source for edge in above.get(id, ())),
        )
        for id, memory in memories.items()
    )
