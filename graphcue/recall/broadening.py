"""Stage 4: further ways from the question's words to memories, where few are found, each step reported."""

from collections.abc import Mapping
from dataclasses import replace

from graphcue.language.cues import rarity
from graphcue.language.folding import fold
from graphcue.language.words import read_words
from graphcue.recall.values import Asked, AskedRow, Broadening
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, cues_with

SYNONYM, PREFIX = "synonym", "prefix"
SHORTEST = 3
"""Letters that a word must have to be taken for the beginning of others."""
SAME_HEAD = 5
"""Letters that two words must begin with to be taken for spellings of one."""
MOST = 12
"""Words that one beginning leads to: those that most memories have."""


def synonyms_used(asked: Asked) -> tuple[Broadening, ...]:
    """The words that no memory has, and the known words that stand for them: those of the tables, and those that begin
    with the same letters."""
    steps = []
    for row in asked.rows:
        others = sorted(key for key, _ in row.cues if key.startswith("word:")) if not row.known else []
        head = f"word:{fold(row.term)[:SAME_HEAD]}"
        alike = tuple(key for key in others if row.term.isascii() and key.startswith(head))
        tabled = tuple(key for key in others if key not in alike)
        steps += [Broadening(step, row.term, cues) for step, cues in ((SYNONYM, tabled), (PREFIX, alike)) if cues]
    return tuple(steps)


def broadening(reader: Reader, asked: Asked, settings: Settings) -> tuple[Asked, tuple[Broadening, ...]]:
    """The question in which a word of an alphabet that no memory has may also be the beginning of one that some have,
    or one that begins with the same letters; and a report of each."""
    steps = []
    for term in asked.unmatched:
        found = _beginning_like(reader, term)
        if found:
            asked = _joined(asked, term, found, settings)
            steps.append(Broadening(PREFIX, term, tuple(sorted(found))))
    return asked, tuple(steps)


def _beginning_like(reader: Reader, term: str) -> Mapping[str, int]:
    """Cue key → number of memories, of the words that begin like the term; Chinese is left to its characters."""
    folded = fold(term)
    if not folded.isascii() or not folded.isalnum() or len(folded) < SHORTEST:
        return {}
    for head in dict.fromkeys((folded, *read_words(folded).words, folded[:SAME_HEAD])):
        found = reader.cues_between([cues_with(f"word:{head}")]) if len(head) >= SHORTEST else {}
        if found:
            most = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST]
            return dict(most)
    return {}


def _joined(asked: Asked, term: str, found: Mapping[str, int], settings: Settings) -> Asked:
    """The question with a row for the term, or with these cues in the row that it has."""
    cues = {
        key: rarity(asked.memories, number) * settings.prefix_weight // 1000 for key, number in found.items()
    }  # fmt: skip
    cues = {key: points for key, points in cues.items() if points}
    rows = tuple(
        replace(row, cues=(*row.cues, *((key, cues[key]) for key in cues if key not in dict(row.cues))))
        if row.term == term
        else row
        for row in asked.rows
    )
    if cues and all(row.term != term for row in asked.rows):
        rows = (*rows, AskedRow(term, tuple(cues.items()), False, 0))
    frequencies = dict(sorted((dict(asked.frequencies) | dict(found)).items()))
    return replace(asked, rows=rows, frequencies=frequencies)
