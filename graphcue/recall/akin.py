"""Part of stage 1: words of the store that begin like a word of the question, where a stemmer leaves forms apart
(`photographer` and `photography`, `react` and `reaction`)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphcue.language.cues import Row
from graphcue.language.words import is_stop_word
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, cues_with

WORD = "word:"
HEAD = 5
"""Letters that both words begin with; a shorter word must be the beginning whole."""
SHORTEST = 4
MOST = 16
"""Words that one word leads to: those that most memories have."""


def akin(reader: Reader, rows: Sequence[Row], settings: Settings) -> tuple[Row, ...]:
    """The rows, each word of an alphabet with weaker cues of the words that begin like it."""
    heads = {row.word: f"{WORD}{row.word[:HEAD]}" for row in rows if _may_have_forms(row.word)}
    if not heads or not settings.akin_weight:
        return tuple(rows)
    found = reader.cues_between([cues_with(head) for head in sorted({*heads.values()})])
    commonest = sorted(found, key=lambda key: (-found[key], key))
    like = {word: [key for key in commonest if key.startswith(head)] for word, head in heads.items()}
    return tuple(_with(row, like[row.word], settings) if row.word in like else row for row in rows)


def _with(row: Row, others: Iterable[str], settings: Settings) -> Row:
    """The row with those of the cues that are not in it yet."""
    have = {key for key, _ in row.cues}
    more = [key for key in others if key not in have]
    return replace(row, cues=(*row.cues, *((key, settings.akin_weight) for key in more[:MOST])))


def _may_have_forms(word: str) -> bool:
    return len(word) >= SHORTEST and word.isascii() and word.isalpha() and not is_stop_word(word)
