"""Text → cues, for writing and for asking.

A memory's posting carries an integer weight that never has to be revised: BM25's term weight with a fixed pivot in
place of the corpus average, in thousandths (k1 = 1.2, b = 0.4; Robertson & Zaragoza, "The Probabilistic Relevance
Framework").
"""

import math
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphcue.language.amount_cues import amount_cues
from graphcue.language.folding import fold, fold_name, has_han
from graphcue.language.identifiers import identifier_keys
from graphcue.language.marks import find_marks
from graphcue.language.spoken import spoken_times
from graphcue.language.synonyms import synonyms_in_force
from graphcue.language.words import base_form, bounded, is_stop_word, read_words, written_forms
from graphcue.model import Moment
from graphcue.settings import Settings

WORD_PIVOT = 12
CHAR_PIVOT = 24
GIVEN_WEIGHT = 1000
PART_SHARE = 600
"""What a word counts, per mille, that a text has only as a part of an identifier."""
SHORTEST_HALF = 3
LONGEST_COMPOUND = 24
"""Letters of a half of a compound, and of a whole that is parted."""
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
    """What a question's text asks for: rows of what it says, pairs of words (key, worth), and the stretches of it that
    may be a given cue or tag: many, of which few are."""

    rows: tuple[Row, ...]
    pairs: tuple[tuple[str, int], ...]
    given: tuple[str, ...]


def memory_cues(
    content: str,
    cues: Sequence[str],
    tags: Sequence[str],
    titles: Sequence[str],
    links: Sequence[str],
    *,
    occurred_at: Moment | None = None,
) -> dict[str, int]:
    """Cue key → edge weight of a memory, sorted by key. Given cues and tags are searched as text too.

    `titles` are names that links may use for it, `links` the targets of its own links: both with weight 0, for looking
    up only. `occurred_at` is the moment that the times in the text are seen from.
    """
    folded = fold(content)
    text = read_words(folded)
    wholes, parts = identifier_keys(content, folded)
    words, chars = text.words, text.chars
    if cues or tags:
        given = [read_words(fold(value)) for value in (*cues, *tags)]
        words = (*words, *(word for one in given for word in one.words))
        chars = (*chars, *(char for one in given for char in one.chars))
        wholes = (*wholes, *(name for one in (*cues, *tags) for name in identifier_keys(one, fold(one))[0]))
    postings = _weighted("word", words, WORD_PIVOT)
    postings |= _weighted("char", chars, CHAR_PIVOT)
    postings |= _weighted("pair", [f"{a} {b}" for a, b in text.pairs], WORD_PIVOT)
    postings |= _parts_of_identifiers(parts, words)
    whole = [f"id:{name}" for name in wholes]
    whole += [spoken.key for spoken in spoken_times(content, occurred_at)]
    whole += [key for key, _ in amount_cues(content)]
    whole += [mark.key for mark in find_marks(content)]
    whole += [given_key("cue", cue) for cue in cues if fold_name(cue)]
    whole += [given_key("tag", tag) for tag in tags if fold_name(tag)]
    postings |= dict.fromkeys(whole, GIVEN_WEIGHT)
    postings |= dict.fromkeys([given_key("title", title) for title in titles], 0)
    postings |= dict.fromkeys([given_key("link", link) for link in links], 0)
    return dict(sorted(postings.items()))


def _parts_of_identifiers(parts: Sequence[str], words: Iterable[str]) -> dict[str, int]:
    """Postings of words that stand in a text only as parts of identifiers: weaker than words that stand alone."""
    if not parts:
        return {}
    inside = Counter(base_form(part) for part in parts)
    standing = Counter(words)
    length = standing.total()
    return {
        f"word:{word}": edge_weight(max(standing[word], 1), length, WORD_PIVOT) * PART_SHARE // 1000
        for word, times in inside.items()
        if standing[word] <= times
    }


def given_key(kind: str, value: str) -> str:
    """The key of a cue that was given as a whole: folded, so that width, case and script do not matter."""
    return f"{kind}:{bounded(fold_name(value))}"


def question_cues(question: str, settings: Settings, whole: str | None = None) -> QuestionCues:
    """What a question asks for, in the order in which it stands. `whole` is the text in which given cues are looked
    for, where that is more than the question, which may have lost its dates."""
    folded = fold(question)
    text = read_words(folded)
    forms = written_forms(folded)
    joined = _joined(text.pairs, forms)
    rows = [
        _word_row(word, forms.get(word, word), joined.get(word, ()), settings) for word in dict.fromkeys(text.words)
    ]
    rows += [Row(name, ((f"id:{name}", 1000),), settings.text_tier) for name in identifier_keys(question, folded)[0]]
    rows += [
        Row(mark.key.removeprefix("behavior:"), ((mark.key, 1000),), settings.tag_tier) for mark in find_marks(question)
    ]
    symbols = [char for char in dict.fromkeys(text.chars) if not has_han(char)]
    rows += [Row(char, ((f"char:{char}", 1000),), settings.text_tier) for char in symbols]
    pairs = dict.fromkeys(f"pair:{a} {b}" for a, b in text.pairs)
    given = given_candidates(question if whole is None else whole)
    return QuestionCues(tuple(rows), tuple((key, settings.pair_weight) for key in pairs), given)


def given_rows(given: Iterable[str], known: Container[str], settings: Settings) -> list[Row]:
    """The rows of those stretches that are a given cue or tag among the `known` keys."""
    tiers = (("cue", settings.given_tier), ("tag", settings.tag_tier))
    keys = ((f"{kind}:{value}", value, tier) for value in given for kind, tier in tiers)
    return [Row(value, ((key, 1000),), tier) for key, value, tier in keys if key in known]


def _joined(pairs: Iterable[tuple[str, str]], forms: Mapping[str, str]) -> dict[str, list[str]]:
    """For each word of an alphabet what it is together with its neighbours, written as one: `road trip` is `roadtrip`."""
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        written = forms.get(first, "") + forms.get(second, "")
        if first in forms and second in forms and written.isalpha():
            for word in (first, second):
                found.setdefault(word, []).append(base_form(written))
    return found


def _halves(written: str) -> list[tuple[str, str]]:
    """The ways to part a word in two that may be written apart: `roadtrip` is `road trip`."""
    if not (written.isascii() and written.isalpha()) or len(written) > LONGEST_COMPOUND:
        return []
    cuts = range(SHORTEST_HALF, len(written) - SHORTEST_HALF + 1)
    return [(base_form(written[:cut]), base_form(written[cut:])) for cut in cuts]


def _word_row(word: str, written: str, joined: Sequence[str], settings: Settings) -> Row:
    cues = [(f"word:{word}", 1000)]
    if is_stop_word(word):  # it stands in the question for want of anything else: only itself will do
        return Row(written, tuple(cues), settings.text_tier, word)
    if settings.synonym_weight:
        cues += [(f"word:{other}", settings.synonym_weight) for other in synonyms_in_force().of(word)]
    if settings.kind_weight:
        cues += [(f"word:{other}", settings.kind_weight) for other in synonyms_in_force().members(word)]
    if settings.compound_weight:
        cues += [(f"word:{other}", settings.compound_weight) for other in joined]
        cues += [(f"pair:{first} {second}", settings.compound_weight) for first, second in _halves(written)]
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
    weights = {n: edge_weight(n, length, pivot) for n in set(counted.values())}
    return {f"{kind}:{term}": weights[n] for term, n in counted.items()}


def edge_weight(frequency: int, length: int, pivot: int) -> int:
    """1000 · tf · 2.2 / (tf + 1.2 · (0.6 + 0.4 · length / pivot)), rounded: at most 2200."""
    above = 2_200_000 * frequency * pivot
    below = 1000 * frequency * pivot + 720 * pivot + 480 * length
    return (above + below // 2) // below


def rarity(memories: int, having: int) -> int:
    """1000 · ln(1 + (N − n + ½) / (n + ½)), rounded, at least 1: what a cue is worth that `having` of `memories` have."""
    return max(1, round(1000 * math.log1p((memories - having + 0.5) / (having + 0.5))))
