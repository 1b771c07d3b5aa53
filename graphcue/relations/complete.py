"""Complete answers: every memory that fits, counted, page by page."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphcue.errors import InvalidCursor
from graphcue.model import (
    APPROVED_BY,
    AUTHORED_BY,
    DECIDED_BY,
    NAME_EDGES,
    PRESENTED_BY,
    SUPERSEDES,
    Memory,
)
from graphcue.relations.cursors import Cursor, question_of, read_cursor
from graphcue.relations.people import Meant, shown_name
from graphcue.stores.contract import NameNode, Reader, Where

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
    """One of the people whom the asked name means: how it came to mean them (name, alias, order, pinyin), and how
    many of the memories are theirs."""

    key: str
    name: str
    how: str
    total: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a complete answer. `total` counts all pages; `hidden` the superseded memories that were left out;
    `people` are the keys and names that the asked name means, more than one when it is ambiguous, `groups` the same
    with what each contributes; `also` of the total are only mentioned otherwise. `after` is the cursor of the next
    page; what came after the first page is hidden there, `gone` counts what was removed since or fits no more,
    `changed` are the ids of what was written again."""

    items: tuple[Item, ...]
    total: int
    hidden: int
    people: tuple[tuple[str, str], ...]
    after: str | None
    groups: tuple[Group, ...] = ()
    also: int = 0
    gone: int = 0
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turning:
    """Which page is asked for: `limit` items after the key `after` (None: the first), of what was there at
    `revision`, when `total` was counted (None: now). `question` names the call."""

    question: str
    limit: int
    revision: int
    after: str | None = None
    total: int | None = None

    def cursor(self, key: str | None, total: int) -> str | None:
        """The cursor of the page behind an item's key; None at the end."""
        counted = total if self.total is None else self.total
        return Cursor(self.question, self.revision, counted, key).text() if key is not None else None

    def pinned(self, where: Where) -> Where:
        """The filter, on later pages without what came after the first."""
        return where if self.total is None else replace(where, born_until=self.revision)


def turning(reader: Reader, call: str, arguments: Mapping[str, Any], limit: int, after: str | None) -> Turning:
    """The page that a cursor asks for; without one the first. Raises InvalidCursor."""
    question = question_of(call, arguments)
    if after is None:
        return Turning(question, limit, reader.describe().revision)
    cursor = read_cursor(after, question)
    if cursor.revision < reader.describe().formed:  # the memories bear other revisions now
        raise InvalidCursor(
            "the namespace was reindexed since this cursor was made; ask from the first page", cursor=after
        )
    return Turning(question, limit, cursor.revision, cursor.after, cursor.total)


def listing(
    reader: Reader, names: Mapping[str, NameNode], where: Where, people: Sequence[Meant], page: Turning
) -> Listing:
    """The memories that fit `where`, oldest first, with the superseded ones that were left out, and what each of the
    people contributes."""
    asked = page.pinned(where)
    found = reader.page(asked, "oldest", page.after, page.limit)
    keys = tuple(one.node.key for one in people)
    items = items_of(reader, names, found.ids, keys, where.edges or NAME_EDGES, where.at)
    return Listing(
        items,
        found.total if page.total is None else page.total,
        found.superseded,
        tuple((one.node.key, shown_name(one.node)) for one in people),
        page.cursor(found.after, found.total),
        _groups(reader, asked, people, found.total),
        gone=0 if page.total is None else max(0, page.total - found.total),
        changed=changed_since(items, page),
    )


def changed_since(items: Sequence[Item], page: Turning) -> tuple[str, ...]:
    """The ids of what was written again after the first page."""
    return tuple(item.memory.id for item in items if page.total is not None and item.memory.revision > page.revision)


def _groups(reader: Reader, where: Where, people: Sequence[Meant], total: int) -> tuple[Group, ...]:
    asked = [one for one in people if one.node.key in where.names]
    totals = [total] if len(asked) == 1 else [_of(reader, where, one) for one in asked]
    return tuple(Group(one.node.key, shown_name(one.node), one.how, n) for one, n in zip(asked, totals, strict=True))


def _of(reader: Reader, where: Where, one: Meant) -> int:
    return reader.page(replace(where, names=(one.node.key,)), "oldest", None, 0).total


def items_of(
    reader: Reader,
    names: Mapping[str, NameNode],
    ids: Sequence[str],
    asked: Collection[str] = (),
    roles: Collection[str] = NAME_EDGES,
    at: int | None = None,
) -> tuple[Item, ...]:
    """The memories of these ids as items, in the order given; `roles` are those of the people asked for. What supersedes
    them after the moment `at` is not told."""
    memories = reader.get(ids)
    tied = reader.neighbours(ids, NAME_EDGES, "out", 1000)
    below = reader.neighbours(ids, [SUPERSEDES], "out", 100)
    above = reader.neighbours(ids, [SUPERSEDES], "in", 100)
    later = _after(reader, (edge.source for edges in above.values() for edge in edges), at)
    return tuple(
        Item(
            memory=memory,
            roles=tuple(edge.type for edge in tied.get(id, ()) if edge.target in asked and edge.type in roles),
            names=tuple(
                (edge.type, shown_name(names[edge.target])) for edge in tied.get(id, ()) if edge.target in names
            ),
            supersedes=tuple(edge.target for edge in below.get(id, ())),
            superseded_by=tuple(edge.source for edge in above.get(id, ()) if edge.source not in later),
        )
        for id, memory in memories.items()
    )


def _after(reader: Reader, ids: Iterable[str], at: int | None) -> set[str]:
    """Those of the memories that happened after the moment."""
    if at is None:
        return set()
    outlines = reader.outlines(sorted(set(ids)))
    return {id for id, outline in outlines.items() if outline.order_time > at}
