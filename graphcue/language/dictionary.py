"""A user's own Chinese words: names of products and projects that would be cut apart.

One word a line, with Chinese characters in it; `//` begins a comment.
"""

import hashlib

from graphcue.errors import InvalidInput
from graphcue.language.folding import fold, has_han
from graphcue.language.words import Dictionary

LONGEST_WORD = 20
MOST_WORDS = 100_000
_FREQUENCY = 1_000_000
"""So common that no cut through the word is likelier than the word."""


def read_dictionary(text: str, file: str) -> Dictionary:
    """The packaged dictionary with the words of a text. Raises InvalidInput with the number of the line that is no word."""
    words = sorted({_word(line, f"{file}:{n}") for n, line in enumerate(_lines(text), 1) if line})
    if len(words) > MOST_WORDS:
        raise InvalidInput(f"{file} has {len(words)} words, more than {MOST_WORDS}", setting="dictionary")
    from rjieba import Jieba

    own = Jieba()
    for word in words:
        own.add_word(word, _FREQUENCY, "nz")
    version = hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]
    return Dictionary(version if words else "", own.cut_for_search if words else None)


def _lines(text: str) -> list[str]:
    return [line.partition("//")[0].strip() for line in text.removeprefix("\ufeff").splitlines()]


def _word(line: str, place: str) -> str:
    word = fold(line)
    if not has_han(word) or not word.isalnum() or len(word) > LONGEST_WORD:
        raise InvalidInput(
            f"{place}: {line!r} is no Chinese word of at most {LONGEST_WORD} characters; write one word a line",
            setting="dictionary",
            line=place.rpartition(":")[2],
        )
    return word
