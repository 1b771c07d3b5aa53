"""Stage 5: the best of the ranking → results that say why, and the reason when there are none."""

from collections.abc import Iterable, Mapping, Sequence

from graphcue.language.folding import fold
from graphcue.language.words import read_words
from graphcue.model import NAME_EDGES, SUPERSEDES, Memory
from graphcue.recall.values import (
    CUES_UNKNOWN,
    FILTERED_OUT,
    NO_CUES,
    PAIRS,
    STORE_EMPTY,
    Asked,
    Candidate,
    Explanation,
    Found,
    Leaf,
    Ranked,
    Result,
    Step,
)
from graphcue.stores.contract import Edge, NameNode, Reader

SNIPPET = 120
"""Characters of a snippet."""


def results(
    reader: Reader, asked: Asked, ranked: Sequence[Ranked], names: Mapping[str, NameNode]
) -> tuple[Result, ...]:
    """The ranked memories, fetched, with what people want to see beside them."""
    ids = [one.candidate.outline.id for one in ranked]
    memories = reader.get(ids)
    tied = reader.neighbours(ids, NAME_EDGES, "out", 1000)
    superseding = SUPERSEDES in reader.describe().counts
    above = reader.neighbours(ids, [SUPERSEDES], "in", 100) if superseding else {}
    terms = {key.removeprefix("word:") for row in asked.rows for key, _ in row.cues if key.startswith("word:")}
    return tuple(
        Result(
            memory=memories[id],
            score=one.score,
            covered=one.covered,
            leaves=leaves(asked, one),
            names=_names(tied.get(id, ()), names),
            superseded_by=tuple(edge.source for edge in above.get(id, ())),
            snippet=snippet(memories[id], terms),
        )
        for id, one in zip(ids, ranked, strict=True)
    )


def leaves(asked: Asked, ranked: Ranked) -> tuple[Leaf, ...]:
    """What gave how many points, in order: the rows, words side by side, then the factors; they add up to the score."""
    candidate = ranked.candidate
    found = [_row_leaf(asked, candidate, row, points) for row, points in sorted(candidate.rows.items())]
    if candidate.pairs:
        found.append(Leaf("words side by side", candidate.pairs, "", _path(candidate, PAIRS)))
    return (*found, *(Leaf(label, points) for label, points in ranked.changes))


def _row_leaf(asked: Asked, candidate: Candidate, row: int, points: int) -> Leaf:
    if row >= len(asked.rows):
        node = asked.names[row - len(asked.rows)]
        return Leaf(node.name, points, node.key, _path(candidate, row))
    one = asked.rows[row]
    cues = [key for key, worth in one.cues if worth * candidate.hits.get(key, 0) // 1000 == points]
    return Leaf(one.term, points, cues[0] if cues and row not in candidate.walks else "", _path(candidate, row))


def _path(candidate: Candidate, row: int) -> tuple[Step, ...]:
    walk = candidate.walks.get(row)
    return walk.path if walk else ()


def _names(edges: Iterable[Edge], names: Mapping[str, NameNode]) -> tuple[tuple[str, str], ...]:
    return tuple((edge.type, names[edge.target].name) for edge in edges if edge.target in names)


def snippet(memory: Memory, terms: set[str]) -> str:
    """The line of the text that covers most of the terms, the first among equals, cut to SNIPPET characters."""
    lines = [line.strip() for line in memory.content.splitlines() if line.strip()] or [memory.content.strip()]
    best = max(enumerate(lines), key=lambda pair: (_covered(pair[1], terms), -pair[0]))[1]
    return best if len(best) <= SNIPPET else best[: SNIPPET - 1] + "…"


def _covered(line: str, terms: set[str]) -> int:
    return len(terms & set(read_words(fold(line)).words))


def reason_for_nothing(asked: Asked, found: Found) -> str:
    """Why an answer is empty: nothing is kept, the question has no cue, no memory has one of its cues, or a filter
    let none through."""
    if not asked.memories:
        return STORE_EMPTY
    if not asked.rows and not asked.names and not asked.spans:
        return CUES_UNKNOWN if asked.unmatched else NO_CUES
    return FILTERED_OUT


def explained(asked: Asked, found: Found, after_expansion: int, ranked: int, shown: int) -> Explanation:
    """What each stage had, for `--explain`."""
    stages = (
        ("cues known", len(asked.frequencies)),
        ("postings added up", found.postings),
        ("candidates", len(found.candidates)),
        ("after walking edges", after_expansion),
        ("with a score", ranked),
        ("shown", shown),
    )
    return Explanation(tuple(asked.frequencies.items()), found.admitted, found.dropped, stages)
