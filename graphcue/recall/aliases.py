"""Stage 2: what is declared to be the same thing is asked for as well: other names of people, entities and projects."""

from collections.abc import Mapping
from dataclasses import replace

from graphcue.language.cues import given_candidates, rarity
from graphcue.language.folding import fold
from graphcue.language.words import read_words
from graphcue.recall.values import Asked, AskedRow, Broadening, KnownAliases
from graphcue.stores.contract import NameNode, Reader

ALIAS = "alias"


def aliases(
    reader: Reader, asked: Asked, question: str, known: KnownAliases, *, nodes: Mapping[str, NameNode]
) -> tuple[Asked, tuple[Broadening, ...]]:
    """The question with the other names of what it names, and a report of each that some memory has.

    Another name is worth what the asked one is; of a name of several words each word has its part of that.
    """
    if not known.names and not known.keys:
        return asked, ()
    names = dict.fromkeys([*asked.names, *_same(asked, known, nodes)])
    asked = replace(asked, names=tuple(names))
    found = {one: known.names[one] for one in given_candidates(question) if one in known.names} if known.names else {}
    words = {name: [read_words(fold(other)).words for other in others] for name, others in found.items()}
    frequencies = reader.cues({f"word:{word}" for others in words.values() for other in others for word in other})
    if not frequencies:
        return asked, ()
    asked = replace(asked, frequencies=dict(sorted((dict(asked.frequencies) | frequencies).items())))
    steps = []
    for name, others in words.items():
        shares = {f"word:{word}": len(other) for other in others for word in other if f"word:{word}" in frequencies}
        if shares:
            asked = _joined(asked, name, shares)
            steps.append(Broadening(ALIAS, name, tuple(sorted(shares))))
    return asked, tuple(steps)


def _same(asked: Asked, known: KnownAliases, nodes: Mapping[str, NameNode]) -> list[NameNode]:
    keys = (key for node in asked.names for key in sorted(known.keys.get(node.key, ())))
    return [nodes[key] for key in keys if key in nodes]


def _joined(asked: Asked, name: str, shares: Mapping[str, int]) -> Asked:
    """The question in which the words of `name` may also be those of another name: key → of how many words."""
    own = {*read_words(name).words}
    worth = {key: rarity(asked.memories, asked.frequencies[key]) for key in shares}
    there = {index for index, row in enumerate(asked.rows) if _is_word_of(row, own)}
    rows = [_wider(row, worth, shares) if index in there else row for index, row in enumerate(asked.rows)]
    if not there:
        rows.append(_wider(AskedRow(name, (), False, 0), worth, shares))
    unmatched = tuple(term for term in asked.unmatched if not {*read_words(fold(term)).words} <= own)
    return replace(asked, rows=tuple(row for row in rows if row.cues), unmatched=unmatched)


def _is_word_of(row: AskedRow, words: set[str]) -> bool:
    """Whether a row stands for one of the words, not for a given cue or an identifier."""
    return row.cues[0][0].startswith(("word:", "char:")) and {*read_words(fold(row.term)).words} <= words


def _wider(row: AskedRow, worth: Mapping[str, int], shares: Mapping[str, int]) -> AskedRow:
    """The row with the words of another name, which are never worth more than its own where some memory has that."""
    limit = row.worth or max(worth.values())
    cues = dict(row.cues)
    for key, count in shares.items():
        points = min(worth[key], limit) // count
        if points > cues.get(key, 0):
            cues[key] = points
    return replace(row, cues=tuple(cues.items()), known=True, worth=limit)
