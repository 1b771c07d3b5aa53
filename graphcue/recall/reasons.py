"""Stage 11: why an answer is empty, as one code with its numbers. Runs only where nothing was found."""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from graphcue.language.folding import fold, has_han
from graphcue.language.words import read_words
from graphcue.recall.values import CUES_UNKNOWN, FILTERED_OUT, NO_CUES, STORE_EMPTY, Asked, Because, Found, Options
from graphcue.stores.contract import NameNode, Reader, Where, cues_with

FILTERS: Mapping[str, tuple[str, ...]] = {
    "project": ("projects",),
    "kind": ("kinds",),
    "status": ("any_of",),
    "date": ("since", "until"),
    "known_at": ("known_at",),
    "valid_at": ("valid_at",),
    "superseded": ("state", "at"),
    "related_to": ("tied",),
}
"""What a filter is called → the parts of a `Where` that it is."""
NEAREST = 3
LIKE = 0.6
"""How alike two words must be to be told as near, by the ratio of `difflib`."""
_SAMPLE = 50


def reason_for_nothing(asked: Asked) -> str:
    """Why an answer is empty: nothing is kept, the question has no cue, no memory has one of its cues, or a filter
    let none through."""
    if not asked.memories:
        return STORE_EMPTY
    if not asked.rows and not asked.names and not asked.spans and not asked.required:
        return CUES_UNKNOWN if asked.unmatched else NO_CUES
    return FILTERED_OUT


def reasons(reader: Reader, unfiltered: Found, options: Options, *, left_out: Counter[str]) -> Because:
    """The numbers: of what fits without filters (`unfiltered`) how many each filter leaves out."""
    ids = tuple(one.outline.id for one in unfiltered.candidates)
    filtered = [(name, len(ids) - _passing(reader, part, ids)) for name, part in _parts(options.where)] if ids else []
    told = [(name, number) for name, number in (*filtered, *sorted(left_out.items())) if number]
    return Because(fitting=len(ids), filtered=tuple(told))


def amount_reasons(reader: Reader, unfiltered: Found, asked: Asked) -> tuple[tuple[str, int], ...]:
    """(an amount of the question, how many of what fits without filters it leaves out)"""
    ids = tuple(one.outline.id for one in unfiltered.candidates)
    held = zip(asked.bounds, asked.required, strict=True)
    told = ((f"amount {text}", len(ids) - _passing(reader, Where(any_of=(keys,)), ids)) for text, keys in held)
    return tuple((name, number) for name, number in told if number) if ids else ()


def _parts(where: Where) -> Iterable[tuple[str, Where]]:
    """Each filter of a call by itself."""
    plain = Where()
    given = {one.name for one in fields(Where) if getattr(where, one.name) != getattr(plain, one.name)}
    for name, parts in FILTERS.items():
        said: dict[str, Any] = {part: getattr(where, part) for part in parts if part in given}
        if said:
            yield name, replace(plain, **said)


def _passing(reader: Reader, where: Where, ids: Sequence[str]) -> int:
    return reader.page(replace(where, ids=tuple(ids)), "newest", None, 1).total


def nearest(
    reader: Reader, unmatched: Iterable[str], names: Mapping[str, NameNode]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unknown word, the known words and names that are most like it) for each that has some."""
    found = []
    for term in unmatched:
        known = sorted({*_words_like(reader, term), *_names_like(names, term)})
        near = difflib.get_close_matches(fold(term), known, NEAREST, LIKE)
        if near:
            found.append((term, tuple(near)))
    return tuple(found)


def _words_like(reader: Reader, term: str) -> set[str]:
    """Words of the memories that share most characters with a Chinese word, or that begin like one of an alphabet."""
    folded = fold(term)
    if not has_han(folded):
        return {key.removeprefix("word:") for key in reader.cues_between([cues_with(f"word:{folded[:2]}")])}
    weights = dict.fromkeys((f"char:{char}" for char in read_words(folded).chars), 1000)
    matches = reader.match(weights, Where(), _SAMPLE, _SAMPLE) if weights else ()
    postings = reader.postings([match.id for match in matches])
    words = {key.removeprefix("word:") for keys in postings.values() for key in keys if key.startswith("word:")}
    return {word for word in words if set(word) & set(folded)}


def _names_like(names: Mapping[str, NameNode], term: str) -> set[str]:
    first = fold(term)[:1]
    return {node.folded for node in names.values() if node.folded[:1] == first}
