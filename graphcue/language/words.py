"""Folded text → words: Chinese in search-mode segments, English and other alphabets in base forms."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise

from graphcue.language.folding import HAN

_CJK = HAN + "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af"
_RUN = re.compile(f"[{_CJK}]+|(?:(?![{_CJK}_])\\w)+")
_CJK_CHAR = re.compile(f"[{_CJK}]")
_SYMBOL = re.compile("[\u2190-\u2bff\u3012-\u303f\U0001f000-\U0001faff]")
Segment = Callable[[str], list[str]]
"""Cuts a run of Chinese into words, longer ones and those inside them."""
LONGEST = 64
"""Characters of a word that are kept as they are; what is longer keeps its head and a hash."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text in order, without those that carry nothing, and what else leads to it.

    `pairs` are neighbouring words; `chars` every Chinese, Japanese or Korean character and symbol, in order.
    """

    words: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    chars: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dictionary:
    """How Chinese is cut into words; `version` is '' for the packaged dictionary alone."""

    version: str = ""
    segment: Segment | None = field(default=None, compare=False, repr=False)


_IN_FORCE: ContextVar[Dictionary] = ContextVar("dictionary", default=Dictionary())  # noqa: B039  # frozen


def read_words(folded: str) -> Words:
    """The words of a folded text. A text of nothing but stop words keeps them, so that it can be found."""
    runs = _RUN.findall(folded)
    words = _telling(runs) or [word for run in runs for word in _split(run)]
    if folded.isascii():
        return Words(tuple(words), tuple(pairwise(words)), ())
    chars = [char for run in runs if _is_cjk(run) for char in run]
    return Words(tuple(words), tuple(pairwise(words)), (*chars, *_SYMBOL.findall(folded)))


def telling_words(folded: str) -> list[str]:
    """The words that are no stop words, in order: the ones that every text in which they stand has as cues."""
    return _telling(_RUN.findall(folded))


def _telling(runs: list[str]) -> list[str]:
    english, chinese = english_stop_words(), chinese_stop_words()
    found: list[str] = []
    for run in runs:
        if _is_cjk(run):
            found += [bounded(word) for word in _segment(run) if word not in chinese]
        elif run not in english:
            found.append(base_form(run if len(run) <= LONGEST else bounded(run)))
    return found


def pieces(folded: str) -> Iterator[tuple[str, int, int]]:
    """The words that `read_words` gives, in its order, each with its place in the folded text."""
    told = telling_words(folded)
    for match in _RUN.finditer(folded):
        at = 0
        for word in _split(match[0]) if _is_cjk(match[0]) else [match[0]]:
            found = match[0].find(word, at)
            start = match.start() + max(found, 0)
            at = max(found, 0)
            if not told:
                yield bounded(word), start, start + len(word)
            elif not is_stop_word(word):
                yield bounded(word) if _is_cjk(word) else base_form(bounded(word)), start, start + len(word)


def written_forms(folded: str) -> dict[str, str]:
    """Base form → the word as the text first writes it, for words of an alphabet."""
    runs = [run for run in _RUN.findall(folded) if not _is_cjk(run)]
    return {base_form(bounded(run)): run for run in reversed(runs)}


def _split(run: str) -> list[str]:
    return [bounded(word) for word in (_segment(run) if _is_cjk(run) else [run])]


def _is_cjk(run: str) -> bool:
    return run[0] >= "\u3005" and _CJK_CHAR.match(run) is not None


def bounded(word: str) -> str:
    """The word itself, or its head and a hash when it is longer than a key should be."""
    if len(word) <= LONGEST:
        return word
    return f"{word[: LONGEST - 17]}~{hashlib.sha256(word.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


@lru_cache(65536)
def base_form(word: str) -> str:
    """An English word's base form, stemmed: `went` → `go`, `children` → `child`, `running` → `run`."""
    lemma = _irregular().get(word, word)
    stemmed: str = _stemmer()(lemma)
    return stemmed


def is_stop_word(word: str) -> bool:
    """Whether a word carries nothing by itself, in either language."""
    return word in english_stop_words() or word in chinese_stop_words()


@cache
def english_stop_words() -> frozenset[str]:
    """English words that carry nothing by themselves."""
    return _listed("stop_words_en.txt")


@cache
def chinese_stop_words() -> frozenset[str]:
    """Chinese words that carry nothing by themselves."""
    return _listed("stop_words_zh.txt")


def data_lines(name: str) -> list[str]:
    """The lines of a packaged data file, without comments and blank ones."""
    text = resources.files("graphcue.language").joinpath("data", name).read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("//")]


def _listed(name: str) -> frozenset[str]:
    return frozenset(word for line in data_lines(name) for word in line.split())


@cache
def _irregular() -> dict[str, str]:
    rows = (line.split() for line in data_lines("irregular_en.txt"))
    return {form: base for base, *forms in rows for form in forms}


@cache
def _stemmer() -> Callable[[str], str]:
    from Stemmer import Stemmer

    stem: Callable[[str], str] = Stemmer("english").stemWord
    return stem


def _segment(run: str) -> list[str]:
    return (_IN_FORCE.get().segment or _segmenter())(run)


@contextmanager
def cutting_by(dictionary: Dictionary) -> Iterator[None]:
    """Within it, Chinese is cut by this dictionary.

    Ambient, as the context of `decimal` is: every reading of a text on the way of one call must see the same words.
    """
    token = _IN_FORCE.set(dictionary)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def versioned(rules: str) -> str:
    """The version of what makes words of texts: that of the rules, with that of the user's dictionary in force."""
    own = _IN_FORCE.get().version
    return f"{rules}+{own}" if own else rules


@cache
def _segmenter() -> Segment:
    import rjieba

    cut: Segment = rjieba.cut_for_search
    return cut
