"""Whole phrases in a text, after folding: what `exact_match` asks for. Pure."""

from graphcue.language.folding import fold_name, has_han
from graphcue.language.words import read_words, telling_words

_QUOTES = {"“": "”", "‘": "’", "「": "」", "『": "』", "《": "》", '"': '"', "'": "'"}


def phrase_of(question: str) -> str:
    """The phrase that a question is: folded, without the quotation marks around the whole of it."""
    text = question.strip()
    if len(text) > 2 and _QUOTES.get(text[0]) == text[-1] and not {text[0], text[-1]} & {*text[1:-1]}:
        text = text[1:-1]
    return fold_name(text)


def contains(text: str, phrase: str) -> bool:
    """Whether a folded phrase stands in a text as written: in an alphabet as whole words, in Chinese anywhere."""
    if not phrase:
        return False
    folded = fold_name(text)
    at = folded.find(phrase)
    while at >= 0:
        if _border(folded, at) and _border(folded, at + len(phrase)):
            return True
        at = folded.find(phrase, at + 1)
    return False


def phrase_keys(phrase: str) -> tuple[str, ...]:
    """The cues that every text has in which the folded phrase stands, sorted; none for a phrase of nothing but stop
    words: they are cues only where a text has nothing else."""
    chars = {char for char in read_words(phrase).chars if has_han(char)}
    words = {word for word in telling_words(phrase) if not has_han(word)}
    return tuple(sorted({f"char:{char}" for char in chars} | {f"word:{word}" for word in words}))


def _border(text: str, index: int) -> bool:
    """True unless both sides of the index belong to one word of an alphabet."""
    return index in (0, len(text)) or not (_joins(text[index - 1]) and _joins(text[index]))


def _joins(char: str) -> bool:
    return char.isalnum() and not has_han(char)
