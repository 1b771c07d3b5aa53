"""Agenda entries ↔ the items of the notes: which of them are the same."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from graphcue.sources.minutes_agenda import Entry

ALIKE = 0.6
"""Share of the shorter topic's pairs of letters that both have, from which two topics are the same."""

_FEWEST = 4
_LETTERS = re.compile(r"[\W_]+")


def match_entries(agenda: Sequence[Entry], noted: Sequence[Entry]) -> dict[int, int]:
    """Index of an agenda entry → index of its item in the notes; each at most once.

    Equal topics go first, then alike ones, then equal numbers, then those alone between the same neighbours.
    What many topics share (`申请新建仓库：`) makes none of them alike.
    """
    found: dict[int, int] = {}
    first, second = [_pairs(one.topic) for one in agenda], [_pairs(one.topic) for one in noted]
    _by_topic(agenda, noted, found, [[likeness(one, other) >= 1.0 for other in second] for one in first])
    first, second = _distinctive(first), _distinctive(second)
    _by_topic(agenda, noted, found, [[likeness(one, other) >= ALIKE for other in second] for one in first])
    _by_number(agenda, noted, found)
    _by_neighbours(len(agenda), len(noted), found)
    return found


def likeness(one: set[str], other: set[str]) -> float:
    """The share of the shorter topic's pairs of letters that both have, 0 to 1; 0 where one has hardly any."""
    least = min(len(one), len(other))
    if least < _FEWEST:
        return float(one == other and least > 0)
    return len(one & other) / least


def _pairs(text: str) -> set[str]:
    letters = _LETTERS.sub("", text).casefold()
    return {letters[at : at + 2] for at in range(len(letters) - 1)}


def _distinctive(topics: list[set[str]]) -> list[set[str]]:
    """The topics without the pairs that more than a third of them (and more than one) have."""
    counts = Counter(pair for topic in topics for pair in topic)
    most = max(1, len(topics) // 3)
    return [{pair for pair in topic if counts[pair] <= most} for topic in topics]


def _by_topic(agenda: Sequence[Entry], noted: Sequence[Entry], found: dict[int, int], alike: list[list[bool]]) -> None:
    """Among those that are alike the same number goes first, then the first in order."""
    pairs = sorted(
        (entry.number != item.number, at, to)
        for at, entry in enumerate(agenda)
        for to, item in enumerate(noted)
        if alike[at][to]
    )
    taken = set(found.values())
    for _, at, to in pairs:
        if at not in found and to not in taken:
            found[at] = to
            taken.add(to)


def _by_number(agenda: Sequence[Entry], noted: Sequence[Entry], found: dict[int, int]) -> None:
    for at, entry in enumerate(agenda):
        taken = set(found.values())
        same = [to for to, item in enumerate(noted) if entry.number and item.number == entry.number and to not in taken]
        if at not in found and same:
            found[at] = same[0]


def _by_neighbours(listed: int, noted: int, found: dict[int, int]) -> None:
    """Between two matched pairs, as many left over on both sides are the same, in order."""
    pairs = [(-1, -1), *sorted(found.items()), (listed, noted)]
    for (at, to), (next_at, next_to) in pairwise(pairs):
        if next_at - at == next_to - to:
            found.update(zip(range(at + 1, next_at), range(to + 1, next_to), strict=True))
