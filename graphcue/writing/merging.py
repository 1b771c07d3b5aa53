"""Several writings of one memory → one memory: the union of its contributions."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from graphcue.errors import Conflict
from graphcue.language.fields import read_facts
from graphcue.language.sentences import asking_share
from graphcue.model import DECIDED_BY, Contribution, Memory
from graphcue.stores.serial import contributions_to_text

T = TypeVar("T")


def merged(old: Memory | None, new: Memory, named: bool) -> Memory:
    """The memory after the writing `new`; the old value itself when it brings nothing new.

    With an id of the caller's own (`named`) the last writing wins; otherwise contributions unite, and the same one
    again keeps its earliest `recorded_at`. Raises Conflict for other content under an idempotency key, or for
    contributions that contradict each other.
    """
    if old is None:
        return new
    if new.key and _told(old) != _told(new):
        raise Conflict(f"the idempotency key {new.key!r} was used for other content", key=new.key, id=old.id)
    if named:
        return old if _same(old, new) else new
    contributions = united((*old.contributions, *new.contributions))
    if contributions == old.contributions:
        return old
    return complete(replace(old, contributions=contributions, updated_at=new.updated_at))


def complete(memory: Memory) -> Memory:
    """The memory with everything that follows from its contributions and its text. Raises Conflict."""
    facts = read_facts(memory.content)
    parts = memory.contributions
    first = memory.places[0] if memory.places else None
    thread = f"project:{memory.project}" if memory.occurred_at else (f"document:{first.document}" if first else "")
    return replace(
        memory,
        kind=agreed(memory.id, "kind", (part.kind for part in parts)) or facts.kind or _told_kind(parts) or "note",
        status=agreed(memory.id, "status", (part.status for part in parts)) or facts.status,
        valid_from=agreed(memory.id, "valid_from", (part.valid_from for part in parts)),
        valid_until=agreed(memory.id, "valid_until", (part.valid_until for part in parts)),
        recorded_at=min(part.recorded_at for part in parts),
        thread=thread,
        document=first.document if first else "",
        position=first.position if first else 0,
        caption=caption(memory.content),
        asks=asking_share(memory.content),
    )


def _told_kind(parts: Iterable[Contribution]) -> str:
    """A decision, where a sentence tells who decided by a rule of the user's own."""
    names = (name for part in parts for name in part.names)
    decided = any(name.edge == DECIDED_BY and name.rule.startswith("sentence:") for name in names)
    return "decision" if decided else ""


def caption(content: str) -> str:
    """The first visible line of a text, at most 24 characters: what a node is labelled with."""
    line = next((line.strip(" #*->\t") for line in content.splitlines() if line.strip(" #*->\t")), content.strip())
    return line if len(line) <= 24 else line[:23] + "…"


def without_document(memory: Memory, document: str) -> Memory | None:
    """The memory without what this document brought; None when nothing is left."""
    left = tuple(part for part in memory.contributions if part.place is None or part.place.document != document)
    return complete(replace(memory, contributions=left)) if left else None


def united(contributions: Iterable[Contribution]) -> tuple[Contribution, ...]:
    """Each contribution once, with its earliest `recorded_at`, in a total order."""
    earliest: dict[Contribution, int] = {}
    for part in contributions:
        plain = replace(part, recorded_at=0)
        earliest[plain] = min(part.recorded_at, earliest.get(plain, part.recorded_at))
    found = [replace(plain, recorded_at=at) for plain, at in earliest.items()]
    return tuple(sorted(found, key=lambda part: contributions_to_text((part,))))


def agreed(id: str, field: str, values: Iterable[T]) -> T:
    """The one value that is given, or the empty one. Raises Conflict when two differ."""
    given = list(dict.fromkeys(values))
    said = [value for value in given if value]
    if len(said) > 1:
        raise Conflict(f"memory {id} would have two values of {field}: {said[0]!r} and {said[1]!r}", id=id, field=field)
    return said[0] if said else given[0]


def _told(memory: Memory) -> tuple[object, ...]:
    """What an idempotency key stands for, beside what contributions may add."""
    return (memory.key, memory.content, memory.project, memory.author, memory.occurred_at)


def _same(old: Memory, new: Memory) -> bool:
    return _unstamped(old) == _unstamped(new)


def _unstamped(memory: Memory) -> tuple[Memory, tuple[Contribution, ...]]:
    """What was said, without when it was said and what follows from other memories."""
    bare = replace(memory.unstamped(), contributions=(), recorded_at=0, superseded_at=None)
    return bare, tuple(replace(part, recorded_at=0) for part in memory.contributions)
