"""Where the words of a question stand in a text as it is written. Pure."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from graphcue.language.folding import HAN, fold_with_offsets, has_han
from graphcue.language.words import base_form, bounded

LONGEST = 100_000
"""Characters of a text that are looked at."""
_WORD = re.compile(f"[^\\W_{HAN}]+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A word of the question, in its base form, at [start, end) of the text as written."""

    start: int
    end: int
    word: str


def marks(text: str, words: Collection[str]) -> tuple[Mark, ...]:
    """The places of the words (base forms, as cues have them) in a text, in order; they may overlap."""
    if not words:
        return ()
    folded = fold_with_offsets(text[:LONGEST])
    latin = {word for word in words if not has_han(word)}
    found = []
    if latin:
        for match in _WORD.finditer(folded.text):
            form = base_form(bounded(match[0]))
            if form in latin:
                found.append(Mark(*folded.written(*match.span()), form))
    han = sorted(word for word in words if has_han(word))
    if han:
        for match in _any_of(tuple(han)).finditer(folded.text):
            word = match[1]
            found.append(Mark(*folded.written(match.start(), match.start() + len(word)), word))
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.word)))


def joined(places: Iterable[Mark]) -> tuple[tuple[int, int], ...]:
    """The stretches [start, end) that the marks cover, in order, overlapping ones as one."""
    spans: list[tuple[int, int]] = []
    for mark in places:
        if spans and mark.start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], mark.end))
        else:
            spans.append((mark.start, mark.end))
    return tuple(spans)


@lru_cache(64)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """At every place the longest of the words, looked ahead for, so that words inside one another are all found."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(f"(?=({'|'.join(map(re.escape, longest_first))}))")
