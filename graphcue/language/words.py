"""Folded text → words: Chinese in search-mode segments, English and other alphabets in base forms."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise

from graphcue.language.folding import HAN

_CJK = HAN + "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af"
_RUN = re.compile(f"[{_CJK}]+|(?:(?![{_CJK}_])\\w)+")
_CJK_CHAR = re.compile(f"[{_CJK}]")
_CONNECTED = re.compile(r"(?<![^\W_])[a-z0-9]+(?:[._\-/:@+#]+[a-z0-9]+)+(?![^\W_])")
_MIXED = re.compile(r"(?<![^\W_])(?=[a-z]*[0-9])(?=[0-9]*[a-z])[a-z0-9]{3,}(?![^\W_])")
_SYMBOL = re.compile("[\u2190-\u2bff\u3012-\u303f\U0001f000-\U0001faff]")
LONGEST = 64
"""Characters of a word that are kept as they are; what is longer keeps its head and a hash."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text in order, without those that carry nothing, and what else leads to it.

    `pairs` are neighbouring words; `chars` every Chinese, Japanese or Korean character and symbol, in order;
    `identifiers` what is written as one (`po-2025-00123`, `nginx.conf`, `9router`), whole.
    """

    words: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    chars: tuple[str, ...]
    identifiers: tuple[str, ...]


def read_words(folded: str) -> Words:
    """The words of a folded text. A text of nothing but stop words keeps them, so that it can be found."""
    runs = _RUN.findall(folded)
    words = telling_words(folded) or [word for run in runs for word in _split(run)]
    chars = [char for run in runs if _is_cjk(run) for char in run]
    symbols = [] if folded.isascii() else _SYMBOL.findall(folded)
    return Words(tuple(words), tuple(pairwise(words)), (*chars, *symbols), _identifiers(folded))


def telling_words(folded: str) -> list[str]:
    """The words that are no stop words, in order: the ones that every text in which they stand has as cues."""
    return [word for run in _RUN.findall(folded) for word in _kept(run)]


def written_forms(folded: str) -> dict[str, str]:
    """Base form → the word as the text first writes it, for words of an alphabet."""
    runs = [run for run in _RUN.findall(folded) if not _is_cjk(run)]
    return {base_form(bounded(run)): run for run in reversed(runs)}


def _kept(run: str) -> list[str]:
    if _is_cjk(run):
        return [bounded(word) for word in _segment(run) if word not in chinese_stop_words()]
    return [] if run in english_stop_words() else [base_form(bounded(run))]


def _split(run: str) -> list[str]:
    return [bounded(word) for word in (_segment(run) if _is_cjk(run) else [run])]


def _is_cjk(run: str) -> bool:
    return run[0] >= "\u3005" and _CJK_CHAR.match(run) is not None


def _identifiers(folded: str) -> tuple[str, ...]:
    found = [*_CONNECTED.findall(folded), *_MIXED.findall(folded)]
    return tuple(bounded(text) for text in dict.fromkeys(found))


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
    return _segmenter()(run)


@cache
def _segmenter() -> Callable[[str], list[str]]:
    import rjieba

    cut: Callable[[str], list[str]] = rjieba.cut_for_search
    return cut
