"""Stage 3 and 6: the modes of a call. What a store can hold a memory to is added to its filter, before every cut; what
only the text or the ranking tells is held to after."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphcue.language.cues import rarity
from graphcue.language.folding import has_han
from graphcue.language.lengths import estimated_tokens
from graphcue.language.phrases import contains, phrase_keys
from graphcue.recall.values import PHRASE, Asked, AskedRow, Candidate, Found, Options, Ranked, Result
from graphcue.stores.contract import Outline, Reader, Where

EXACT, ALL_CUES, RELEVANCE, BUDGET = "exact_match", "match", "min_score", "context_budget"
PHRASE_POINTS = 1000
"""Points of holding the question as a phrase."""
PAGE = 500
MOST_READ = 20_000
"""Memories that are read for a phrase, the newest; with more the answer says `truncated`."""
_CLASSES = ("cue:", "tag:", "id:")
"""Cues whose words are cues too, wherever they are."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the modes let through: of what the first stage found, with the ids beyond which nothing may come in."""

    found: Found
    where: Where
    left_out: int


def narrowed(asked: Asked, options: Options, phrase: str) -> Where:
    """The call's filter with what exact_match, match=all and the amounts of the question ask of a memory's cues and names."""
    where = options.where
    if options.exact:
        where = replace(where, cues=(*where.cues, *phrase_keys(phrase)))
    elif asked.required:
        where = replace(where, any_of=(*where.any_of, *asked.required))
    if options.all_cues:
        where = replace(
            where,
            any_of=(*where.any_of, *_groups(asked)),
            tied=(*where.tied, *_spoken_names(asked)),
        )
    return where


def asks_rows(asked: Asked) -> tuple[AskedRow, ...]:
    """The rows that make up what is asked: the words, without those of times; given cues, tags and identifiers only where
    no word is, since their words are cues too."""
    rows = tuple(row for row in asked.rows if not row.aside)
    return tuple(row for row in rows if not row.cues[0][0].startswith(_CLASSES)) or rows


def _groups(asked: Asked) -> Iterator[tuple[str, ...]]:
    """For each thing asked the cues one of which will do; a Chinese word, which may be cut otherwise, by each of its
    characters; a word that no memory has by itself, which lets nothing through."""
    for row in asks_rows(asked):
        others = tuple(key for key, _ in row.cues if not key.startswith("char:"))
        chars = _chars(row)
        yield from ((char, *others) for char in chars) if chars else [others or tuple(key for key, _ in row.cues)]
    known = {row.term for row in asked.rows}
    yield from ((f"word:{term}",) for term in asked.unmatched if term not in known)


def _chars(row: AskedRow) -> tuple[str, ...]:
    """The characters of a Chinese word as cues; none for a row that is no word."""
    if not row.cues[0][0].startswith(("word:", "char:")):
        return ()
    return tuple(f"char:{char}" for char in dict.fromkeys(row.term) if has_han(char))


def _spoken_names(asked: Asked) -> tuple[tuple[str, ...], ...]:
    """For each name that is no word of the question, since it leads along edges, the keys it may mean."""
    groups: dict[str, list[str]] = {}
    for node in asked.names:
        if asked.spoken:
            groups.setdefault(node.folded, []).append(node.key)
    return tuple(tuple(sorted(keys)) for keys in groups.values())


def held(reader: Reader, found: Found, where: Where, options: Options, *, phrase: str) -> Held:
    """What is found as it is, or for exact_match only what holds the phrase, with points for that.

    Fewer than asked for though more may be there: then all that the filter lets through are read, the newest first.
    """
    if not options.exact:
        return Held(found, where, 0)
    texts = reader.get([one.outline.id for one in found.candidates])
    kept = [one for one in found.candidates if contains(texts[one.outline.id].content, phrase)]
    left_out = len(found.candidates) - len(kept)
    truncated = found.truncated
    if len(kept) < options.limit:
        read, truncated = _all_holding(reader, phrase, where, known=set(texts))
        kept += [Candidate(outline, {}, {}) for outline in reader.outlines(read).values()]
    kept = [_with_phrase(one) for one in kept]
    ids = tuple(one.outline.id for one in kept)
    return Held(replace(found, candidates=tuple(kept), truncated=truncated), replace(where, ids=ids), left_out)


def _all_holding(reader: Reader, phrase: str, where: Where, known: set[str]) -> tuple[list[str], bool]:
    """(ids of the memories that hold the phrase and are not known, whether there were too many to read)"""
    holding: list[str] = []
    after: str | None = None
    for _ in range(MOST_READ // PAGE):
        page = reader.page(where, "newest", after, PAGE)
        texts = reader.get([id for id in page.ids if id not in known])
        holding += [id for id, memory in texts.items() if contains(memory.content, phrase)]
        after = page.after
        if after is None:
            return holding, False
    return holding, True


def _with_phrase(one: Candidate) -> Candidate:
    return one._replace(rows={**one.rows, PHRASE: PHRASE_POINTS})


def kept(asked: Asked, ranked: Sequence[Ranked], options: Options) -> tuple[tuple[Ranked, ...], Counter[str]]:
    """(what match=all and min_score let through, how many each left out)"""
    left_out: Counter[str] = Counter()
    held_to_times = options.all_cues and asked.dated and bool(asked.spans)
    if not options.least and not held_to_times:
        return tuple(ranked), left_out
    relevance = Relevance(asked, ranked)
    through = []
    for one in ranked:
        if held_to_times and not _in_time(asked, one.candidate):
            left_out[ALL_CUES] += 1
        elif options.least and relevance.of(one.candidate) < options.least:
            left_out[RELEVANCE] += 1
        else:
            through.append(one)
    return tuple(through), left_out


class Relevance:
    """Per mille of the question's weight that a memory matches by its own cues and names.

    A row weighs what its own cue does, a word that no memory has what the rarest word that stands for it does, or as much as
    the rarest of all; a weaker cue (a synonym, a
    single character) counts what it is worth. A question of nothing but times is matched by what lies in them.
    """

    def __init__(self, asked: Asked, ranked: Iterable[Ranked]) -> None:
        self._asked = asked
        rarest = rarity(asked.memories, 0)
        self._rows = [] if asked.only_times else [(row, row.worth or rarest) for row in asks_rows(asked)]
        self._names = _worth_of_names(asked, ranked, rarest) if asked.spoken or not self._rows else []
        known = {row.term for row in asked.rows}
        lost = rarest * sum(term not in known for term in asked.unmatched)
        self._total = lost + sum(worth for _, worth in (*self._rows, *self._names))

    def of(self, candidate: Candidate) -> int:
        """The share, 0 to 1000."""
        if not self._total:
            return 1000 if inside(self._asked, candidate.outline) else 0
        matched = sum(_matched(row, worth, candidate.hits) for row, worth in self._rows)
        matched += sum(worth for rows, worth in self._names if any(_tied(self._asked, candidate, row) for row in rows))
        return min(1000, 1000 * matched // self._total)


def _worth_of_names(asked: Asked, ranked: Iterable[Ranked], rarest: int) -> list[tuple[list[int], int]]:
    """(rows of one name, its worth) for each name of the question: what it is worth to the memory it is worth most to."""
    groups: dict[str, list[int]] = {}
    for row, node in enumerate(asked.names, len(asked.rows)):
        groups.setdefault(node.folded, []).append(row)
    having = [one.candidate.rows for one in ranked] if groups else []
    best = (max([points.get(row, 0) for points in having for row in rows], default=0) for rows in groups.values())
    return [(rows, most or rarest) for rows, most in zip(groups.values(), best, strict=True)]


def _tied(asked: Asked, candidate: Candidate, row: int) -> bool:
    """Whether an edge ties the memory itself to the name of that row."""
    walk = candidate.walks.get(row)
    return walk is not None and walk.source == asked.names[row - len(asked.rows)].key


def _matched(row: AskedRow, worth: int, hits: Mapping[str, int]) -> int:
    """What of the row's worth a memory with these hits has."""
    chars = _chars(row)
    if chars and all(char in hits for char in chars):
        return worth
    return min(worth, max((points for key, points in row.cues if key in hits), default=0))


def _in_time(asked: Asked, candidate: Candidate) -> bool:
    """Whether a memory happened in one of the times that the question names, or speaks of one in them."""
    return inside(asked, candidate.outline) or any(key in candidate.hits for key, _ in asked.dates)


def inside(asked: Asked, outline: Outline) -> bool:
    """Whether a memory happened in one of the times that the question names."""
    time = outline.order_time
    return any((start is None or time >= start) and (end is None or time < end) for start, end in asked.spans)


def within_budget(results: Sequence[Result], tokens: int | None) -> tuple[tuple[Result, ...], int]:
    """(the results, best first, whose contents fit together, how many did not): one that is too long is left out, and
    the next one tried."""
    if tokens is None:
        return tuple(results), 0
    fitting = []
    for one in results:
        size = estimated_tokens(one.memory.content)
        if size <= tokens:
            tokens -= size
            fitting.append(one)
    return tuple(fitting), len(results) - len(fitting)
