"""Slots that are declared with different values for the same time."""

from dataclasses import dataclass, replace
from itertools import combinations

from graphcue.language.folding import fold_name
from graphcue.language.slots import Slot, slots_of
from graphcue.model import Memory, Moment
from graphcue.stores.contract import Reader, Where

SLOTTED = "slot:any"
"""The cue of a memory that declares a slot."""
DAY = 86_400_000
PAGE = 1000


@dataclass(frozen=True, slots=True)
class Conflicting:
    """Two memories that declare different values of one slot for overlapping times: ids and values, the older first."""

    slot: str
    first: str
    first_value: str
    second: str
    second_value: str


def conflicts(reader: Reader, where: Where) -> tuple[Conflicting, ...]:
    """The conflicts among the memories that fit, by slot, then by time."""
    declared: dict[str, list[tuple[Memory, Slot]]] = {}
    for memory in _slotted(reader, replace(where, cues=(*where.cues, SLOTTED))):
        for slot in slots_of(memory.content, memory.metadata):
            declared.setdefault(fold_name(slot.name), []).append((memory, slot))
    found = []
    for name in sorted(declared):
        for (first, one), (second, other) in combinations(declared[name], 2):
            if fold_name(one.value) != fold_name(other.value) and overlap(first, second):
                found.append(Conflicting(one.name, first.id, one.value, second.id, other.value))
    return tuple(found)


def _slotted(reader: Reader, where: Where) -> list[Memory]:
    found: list[Memory] = []
    after: str | None = None
    while True:
        page = reader.page(where, "oldest", after, PAGE)
        found += reader.get(page.ids).values()
        if page.after is None:
            return found
        after = page.after


def overlap(one: Memory, other: Memory) -> bool:
    """Whether there is a moment at which both hold; what is not given bounds nothing."""
    starts = [memory.valid_from.ms for memory in (one, other) if memory.valid_from]
    ends = [_end(memory.valid_until) for memory in (one, other) if memory.valid_until]
    return not starts or not ends or max(starts) < min(ends)


def _end(moment: Moment) -> int:
    """The first moment at which it does not hold any more: a day counts whole."""
    return moment.ms + (DAY if moment.grain == "day" else 1)
