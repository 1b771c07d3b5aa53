"""The course of something named in texts: its memories in order, those whose topic names it apart from the rest."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphcue.language.fields import read_fields
from graphcue.language.folding import fold_name
from graphcue.model import Memory
from graphcue.relations.complete import ALSO, NAMED, Listing, Turning, changed_since, items_of
from graphcue.relations.filters import topic_groups
from graphcue.stores.contract import NameNode, Reader, Where

PAGE = 1000
TOPICS = ("topic", "title")


def course(
    reader: Reader, names: Mapping[str, NameNode], spelled: Sequence[str], where: Where, page: Turning
) -> Listing:
    """The memories that name one of the spellings: first, oldest first, those whose topic does, then the others."""
    found = _found(reader, spelled, page.pinned(where))
    return paged(reader, names, found, page)


def paged(
    reader: Reader, names: Mapping[str, NameNode], found: Sequence[tuple[str, str, str]], page: Turning
) -> Listing:
    """A page of (key, id, mark), sorted by key."""
    rest = [one for one in found if page.after is None or one[0] > page.after]
    shown = rest[: page.limit]
    marks = {id: mark for _, id, mark in shown}
    items = tuple(
        replace(item, mark=marks[item.memory.id]) for item in items_of(reader, names, [id for _, id, _ in shown])
    )
    last = shown[-1][0] if len(rest) > len(shown) and shown else None
    return Listing(
        items,
        len(found) if page.total is None else page.total,
        0,
        (),
        page.cursor(last, len(found)),
        also=sum(mark == ALSO for _, _, mark in found),
        gone=0 if page.total is None else max(0, page.total - len(found)),
        changed=changed_since(items, page),
    )


def _found(reader: Reader, spelled: Sequence[str], where: Where) -> list[tuple[str, str, str]]:
    groups = topic_groups(spelled[0], {fold_name(spelled[0]): tuple(spelled[1:])})
    asked = replace(where, any_of=(*where.any_of, *groups))
    found: list[tuple[str, str, str]] = []
    after: str | None = None
    while True:
        page = reader.page(asked, "oldest", after, PAGE)
        for id, memory in reader.get(page.ids).items():
            mark = how_named(memory, spelled)
            if mark:
                found.append((f"{int(mark == ALSO)}{memory.order_key}", id, mark))
        if page.after is None:
            return sorted(found)
        after = page.after


def how_named(memory: Memory, spelled: Sequence[str]) -> str:
    """NAMED: the topic has one of the names whole, case and hyphens as written. ALSO: another reading of it, or another place
    in the text, has it. '': it stands there only as parts of other words."""
    topic = topic_of(memory)
    if any(_whole(name).search(topic) for name in spelled):
        return NAMED
    folded = fold_name(memory.content)
    if any(_loose(fold_name(name)).search(folded) for name in spelled):
        return ALSO
    given = {fold_name(value) for value in (*memory.tags, *memory.cues)}
    return ALSO if given & {fold_name(name) for name in spelled} else ""


def topic_of(memory: Memory) -> str:
    """What a memory says it is about: its topic or title, else its first line."""
    found = [field.value for field in read_fields(memory.content) if field.role in TOPICS]
    if found:
        return "\n".join(found)
    lines = (line.strip() for line in memory.content.splitlines())
    return next((line for line in lines if line and line != "---"), "")


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])" if name.isascii() else re.escape(name), re.ASCII)


def _loose(folded: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){re.escape(folded)}(?![a-z0-9])" if folded.isascii() else re.escape(folded))
