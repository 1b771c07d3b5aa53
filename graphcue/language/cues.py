"""Text → cues, for writing and for asking.

A memory's posting carries an integer weight that never has to be revised: BM25's term weight with a fixed pivot in
place of the corpus average, in thousandths (k1 = 1.2, b = 0.4; Robertson & Zaragoza, "The Probabilistic Relevance
Framework").
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphcue.language.folding import fold, fold_name, has_han
from graphcue.language.synonyms import default_synonyms
from graphcue.language.words import bounded, is_stop_word, read_words, written_forms
from graphcue.settings import Settings

WORD_PIVOT = 12
CHAR_PIVOT = 24
GIVEN_WEIGHT = 1000
LONGEST_GIVEN = 8
"""How many words, signs or Chinese characters of a question are tried as one given cue."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing the question asks for, `term` as it is written. `cues` lead to it, each with its worth in thousandths
    of its own rarity; a memory's evidence for the row is the best of them. `tier` multiplies: given cues, tags, text.
    `word` is the base form where the row is a word."""

    term: str
    cues: tuple[tuple[str, int], ...]
    tier: int = 1
    word: str = ""


@dataclass(frozen=True, slots=True)
class QuestionCues:
    """What a question's text asks for: rows, and pairs of words (key, worth)."""

    rows: tuple[Row, ...]
    pairs: tuple[tuple[str, int], ...]


def memory_cues(
    content: str, cues: Sequence[str], tags: Sequence[str], titles: Sequence[str], links: Sequence[str]
) -> dict[str, int]:
    """Cue key → edge weight of a memory, sorted by key. Given cues and tags are searched as text too.

    `titles` are names that links may use for it, `links` the targets of its own links: both with weight 0, for looking
    up only.
    """
    text = read_words(fold(content))
    given = [read_words(fold(value)) for value in (*cues, *tags)]
    words = (*text.words, *(word for one in given for word in one.words))
    chars = (*text.chars, *(char for one in given for char in one.chars))
    postings = _weighted("word", words, WORD_PIVOT) | _weighted("char", chars, CHAR_PIVOT)
    postings |= _weighted("pair", [f"{a} {b}" for a, b in text.pairs], WORD_PIVOT)
    postings |= {f"id:{name}": GIVEN_WEIGHT for one in (text, *given) for name in one.identifiers}
    postings |= {given_key("cue", cue): GIVEN_WEIGHT for cue in cues if fold_name(cue)}
    postings |= {given_key("tag", tag): GIVEN_WEIGHT for tag in tags if fold_name(tag)}
    postings |= {given_key("title", title): 0 for title in titles} | {given_key("link", link): 0 for link in links}
    return dict(sorted(postings.items()))


def given_key(kind: str, value: str) -> str:
    """The key of a cue that was given as a whole: folded, so that width, case and script do not matter."""
    return f"{kind}:{bounded(fold_name(value))}"


def question_cues(question: str, settings: Settings, whole: str | None = None) -> QuestionCues:
    """What a question asks for, in the order in which it stands. `whole` is the text in which given cues are looked
    for, where that is more than the question, which may have lost its dates."""
    folded = fold(question)
    text = read_words(folded)
    forms = written_forms(folded)
    rows = [_word_row(word, forms.get(word, word), settings) for word in dict.fromkeys(text.words)]
    rows += [Row(name, ((f"id:{name}", 1000),), settings.text_tier) for name in text.identifiers]
    symbols = [char for char in dict.fromkeys(text.chars) if not has_han(char)]
    rows += [Row(char, ((f"char:{char}", 1000),), settings.text_tier) for char in symbols]
    for value in given_candidates(question if whole is None else whole):
        rows.append(Row(value, ((f"cue:{value}", 1000),), settings.given_tier))
        rows.append(Row(value, ((f"tag:{value}", 1000),), settings.tag_tier))
    pairs = dict.fromkeys(f"pair:{a} {b}" for a, b in text.pairs)
    return QuestionCues(tuple(rows), tuple((key, settings.pair_weight) for key in pairs))


def _word_row(word: str, written: str, settings: Settings) -> Row:
    cues = [(f"word:{word}", 1000)]
    if is_stop_word(word):  # it stands in the question for want of anything else: only itself will do
        return Row(written, tuple(cues), settings.text_tier, word)
    if settings.synonym_weight:
        cues += [(f"word:{other}", settings.synonym_weight) for other in default_synonyms().of(word)]
    if has_han(word):
        cues += [(f"char:{char}", settings.char_weight) for char in dict.fromkeys(word) if has_han(char)]
    return Row(written, tuple(cues), settings.text_tier, word)


def given_candidates(question: str) -> tuple[str, ...]:
    """Stretches of a question that may be a given cue or tag, folded, in order: word by word, within Chinese character
    by character, up to LONGEST_GIVEN of them, with the signs around them or without (`C++`); and the whole."""
    text = fold_name(question)
    if not text:
        return ()
    spans = [(start, end) for start, end in pairwise(_borders(text)) if not text[start].isspace()]
    found: dict[str, None] = {}
    for i, (start, _) in enumerate(spans):
        for _, end in spans[i : i + LONGEST_GIVEN]:
            found[bounded(text[start:end])] = None
    return tuple(found | {bounded(text): None})


def _borders(text: str) -> list[int]:
    """Where a stretch may start or end: around each Chinese character, each sign and each run of letters or blanks."""
    return [0, *(i for i in range(1, len(text)) if not _in_one_run(text[i - 1], text[i])), len(text)]


def _in_one_run(a: str, b: str) -> bool:
    return (a.isspace() and b.isspace()) or (a.isalnum() and b.isalnum() and not has_han(a + b))


def _weighted(kind: str, terms: Iterable[str], pivot: int) -> dict[str, int]:
    counted = Counter(terms)
    length = counted.total()
    return {f"{kind}:{term}": edge_weight(n, length, pivot) for term, n in counted.items()}


def edge_weight(frequency: int, length: int, pivot: int) -> int:
    """1000 · tf · 2.2 / (tf + 1.2 · (0.6 + 0.4 · length / pivot)), rounded: at most 2200."""
    above = 2_200_000 * frequency * pivot
    below = 1000 * frequency * pivot + 720 * pivot + 480 * length
    return (above + below // 2) // below


def rarity(memories: int, having: int) -> int:
    """1000 · ln(1 + (N − n + ½) / (n + ½)), rounded: what a cue is worth that `having` of `memories` have."""
    return round(1000 * math.log1p((memories - having + 0.5) / (having + 0.5)))
