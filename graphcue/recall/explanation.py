"""Stage 10: the best of the ranking → results that say why."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from graphcue.language.highlights import Mark, joined, marks
from graphcue.model import NAME_EDGES, PERSON, SUPERSEDES, Memory
from graphcue.recall.values import (
    MEANING,
    PAIRS,
    PHRASE,
    Asked,
    Branch,
    Candidate,
    Explanation,
    Found,
    Leaf,
    Line,
    Ranked,
    Result,
    Step,
    Walk,
)
from graphcue.stores.contract import HAS_CUE, Edge, NameNode, Reader

SNIPPET = 120
"""Characters of a snippet."""
AROUND = 5
"""Lines before and after the one that says why."""


def results(
    reader: Reader,
    asked: Asked,
    ranked: Sequence[Ranked],
    names: Mapping[str, NameNode],
    relevance: Callable[[Candidate], int],
) -> tuple[Result, ...]:
    """The ranked memories, fetched, with what people want to see beside them."""
    ids = [one.candidate.outline.id for one in ranked]
    memories = reader.get(ids)
    tied = reader.neighbours(ids, NAME_EDGES, "out", 1000)
    superseding = SUPERSEDES in reader.describe().counts
    above = reader.neighbours(ids, [SUPERSEDES], "in", 100) if superseding else {}
    terms = {key.removeprefix("word:") for row in asked.rows for key, _ in row.cues if key.startswith("word:")}
    return tuple(
        _result(memories[id], one, asked, terms, relevance(one.candidate))(
            names=_names(tied.get(id, ()), names),
            people=_people(tied.get(id, ()), names),
            superseded_by=tuple(edge.source for edge in above.get(id, ())),
        )
        for id, one in zip(ids, ranked, strict=True)
    )


def _result(memory: Memory, one: Ranked, asked: Asked, terms: set[str], relevance: int) -> Callable[..., Result]:
    """A result that only lacks what its edges tell."""
    found = marks(memory.content, terms)
    lines = split_lines(memory.content)
    best = best_line(lines, found)
    return partial(
        Result,
        memory=memory,
        score=one.score,
        covered=one.covered,
        relevance=relevance,
        leaves=leaves(asked, one),
        snippet=snippet(lines[best][2]),
        highlights=joined(found),
        lines=lines_around(memory, lines, best),
    )


def leaves(asked: Asked, ranked: Ranked) -> tuple[Leaf, ...]:
    """What gave how many points, in order: the rows, words side by side, then the factors; they add up to the score."""
    candidate = ranked.candidate
    found = [_row_leaf(asked, candidate, row, points) for row, points in sorted(candidate.rows.items())]
    if candidate.pairs:
        found.append(Leaf("words side by side", candidate.pairs, "", _path(candidate, PAIRS)))
    return (*found, *(Leaf(label, points, "", ranked.paths.get(label, ())) for label, points in ranked.changes))


def _row_leaf(asked: Asked, candidate: Candidate, row: int, points: int) -> Leaf:
    if row == PHRASE:
        return Leaf("holds the phrase", points)
    if row == MEANING:
        return Leaf("semantic", points)
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


def _people(edges: Iterable[Edge], names: Mapping[str, NameNode]) -> tuple[str, ...]:
    nodes = (names[edge.target] for edge in edges if edge.target in names)
    return tuple(dict.fromkeys(node.name for node in nodes if node.label == PERSON))


def split_lines(content: str) -> list[tuple[int, int, str]]:
    """(start, end, text) of each line of a text, its ends of line left out; one line of an empty text."""
    found, start = [], 0
    for line in content.splitlines(keepends=True) or [""]:
        text = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        found.append((start, start + len(text), text))
        start += len(line)
    return found


def best_line(lines: Sequence[tuple[int, int, str]], found: Iterable[Mark]) -> int:
    """The index of the line in which most of the words stand, the first among equals; never a blank one if another is
    there."""
    words: dict[int, set[str]] = {}
    at = 0
    for mark in found:
        while mark.start >= lines[at][1] and at + 1 < len(lines):
            at += 1
        words.setdefault(at, set()).add(mark.word)
    visible = [index for index, (_, _, text) in enumerate(lines) if text.strip()] or [0]
    return max(visible, key=lambda index: (len(words.get(index, ())), -index))


def snippet(line: str) -> str:
    """The line, cut to SNIPPET characters."""
    text = line.strip()
    return text if len(text) <= SNIPPET else text[: SNIPPET - 1] + "…"


def lines_around(memory: Memory, lines: Sequence[tuple[int, int, str]], best: int) -> tuple[Line, ...]:
    """The line with AROUND lines of the memory's text before and after it; numbered as in its file where it has a place
    in one."""
    places = [place for place in memory.places if place.line_start]
    first = places[0].line_start if places else 1
    start = max(0, best - AROUND)
    return tuple(
        Line(first + start + index, text) for index, (_, _, text) in enumerate(lines[start : best + AROUND + 1])
    )


def explained(
    asked: Asked, found: Found, stages: Iterable[tuple[str, int]], left_out: Counter[str], shown: Iterable[Branch]
) -> Explanation:
    """What each stage had and left out, and why each result stands where it does."""
    told = (("cues known", len(asked.frequencies)), ("postings added up", found.postings), *stages)
    out = tuple((name, number) for name, number in sorted(left_out.items()) if number)
    return Explanation(
        cues=tuple(asked.frequencies.items()),
        admitted=found.admitted,
        dropped=found.dropped,
        stages=told,
        left_out=out,
        arms=arms(asked, found.candidates),
        trees=tuple(shown),
    )


def arms(asked: Asked, candidates: Sequence[Candidate]) -> tuple[tuple[str, int], ...]:
    """(kind of cue, how many candidates it led to) for each kind that the question has, and for names, by kind."""
    kinds = {key.partition(":")[0] for key in asked.frequencies} | ({"name"} if asked.names else set())
    counts = dict.fromkeys(sorted(kinds), 0)
    for one in candidates:
        there = {key.partition(":")[0] for key in one.hits}
        if any(len(walk.ids) == 2 and walk.source in asked_names(asked) for walk in one.walks.values()):
            there.add("name")
        for kind in there & counts.keys():
            counts[kind] += 1
    return tuple(counts.items())


def asked_names(asked: Asked) -> set[str]:
    """The keys of the people and entities that the question names."""
    return {node.key for node in asked.names}


def tree(asked: Asked, ranked: Ranked, givers: Mapping[str, Candidate]) -> Branch:
    """The score of a result as a tree whose leaves add up to it: what the memory has, what comes along edges, what the
    ranking changed. `givers` are the candidates by id, for the cues that evidence from elsewhere rests on."""
    candidate = ranked.candidate
    own: list[Branch] = []
    brought: list[Branch] = []
    for row, points in sorted(candidate.rows.items()):
        leaf = _row_leaf(asked, candidate, row, points)
        steps = _whole_path(asked, candidate, row, givers) or leaf.path
        walked = row in candidate.walks and candidate.walks[row].source in givers
        (brought if walked else own).append(Branch(leaf.label, points, steps))
    if candidate.pairs:
        pairs = Branch("words side by side", candidate.pairs, _path(candidate, PAIRS))
        (brought if PAIRS in candidate.walks else own).append(pairs)
    changes = [Branch(label, points) for label, points in ranked.changes]
    groups = (("what it says itself", own), ("what edges bring", brought), ("how it is ranked", changes))
    parts = tuple(Branch(label, sum(one.points for one in found), (), tuple(found)) for label, found in groups if found)
    return Branch(candidate.outline.id, ranked.score, (), parts)


def _whole_path(asked: Asked, candidate: Candidate, row: int, givers: Mapping[str, Candidate]) -> tuple[Step, ...]:
    """From the cue along its posting, and along the walk that brought it, to the memory."""
    walk: Walk | None = candidate.walks.get(row)
    giver = givers.get(walk.source) if walk else candidate
    if giver is None or row >= len(asked.rows):
        return walk.path if walk else ()
    best = max(
        ((worth * giver.hits[key] // 1000, key) for key, worth in asked.rows[row].cues if key in giver.hits),
        default=None,
        key=lambda pair: (pair[0], pair[1]),
    )
    cue = (Step(best[1], HAS_CUE, giver.outline.id),) if best else ()
    return (*cue, *(walk.path if walk else ()))
