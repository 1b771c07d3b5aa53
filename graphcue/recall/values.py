"""What goes through the stages of a recall, and what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphcue.model import Memory
from graphcue.stores.contract import NameNode, Outline, Where

NO_CUES = "no_cues"
CUES_UNKNOWN = "cues_unknown"
FILTERED_OUT = "filtered_out"
STORE_EMPTY = "store_empty"

PAIRS = -1
"""Stands for the words side by side where rows are numbered."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a call asks for beside the question. `where` filters before every cut; `limit` is 1 to 100 results."""

    limit: int
    where: Where = field(default_factory=Where)
    now: int = 0
    explain: bool = False


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A row of the question as the store knows it: `cues` are (key, points for an edge weight of 1000).

    `known`: some memory has its own cue, not only a weaker one. `worth` is what covering the row counts.
    """

    term: str
    cues: tuple[tuple[str, int], ...]
    known: bool
    worth: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the store knows it: rows, pairs (key, worth), the names in it, spans of time [start, end) in ms
    UTC, and the speaker whose mark stands before it. `only_times`: there is nothing in it but times."""

    rows: tuple[AskedRow, ...]
    pairs: tuple[tuple[str, int], ...]
    names: tuple[NameNode, ...]
    spans: tuple[tuple[int | None, int | None], ...]
    unmatched: tuple[str, ...]
    frequencies: Mapping[str, int]
    memories: int
    speaker: str = ""
    spoken: frozenset[str] = frozenset()
    only_times: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One edge that was walked: from `source` along `edge` to `target`. FOLLOWS leads to the memory before, FOLLOWED_BY
    to the one after; `…_BACK` is a relation walked against its direction."""

    source: str
    edge: str
    target: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A way from a candidate to another memory, which is handed `share` per mille of its evidence."""

    source: str
    path: tuple[Step, ...]
    share: int

    @property
    def target(self) -> str:
        """Where it ends."""
        return self.path[-1].target


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory under consideration: the edge weights of the cues it has, its evidence in points by row, and for words
    side by side; `walks` tells for a row (PAIRS for these) which walk brought the evidence, if one did."""

    outline: Outline
    hits: Mapping[str, int]
    rows: Mapping[int, int]
    pairs: int = 0
    walks: Mapping[int, Walk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """What the first stage found, and how: the candidates best first, what the budget left out, numbers for people."""

    candidates: tuple[Candidate, ...]
    admitted: tuple[str, ...]
    dropped: tuple[str, ...]
    postings: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """One line of an explanation: what gave how many points. The leaves of a result add up to its score."""

    label: str
    points: int
    cue: str = ""
    path: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score in points, what each factor after the evidence changed (label, points), and the share
    of the question that it covers (per mille)."""

    candidate: Candidate
    score: int
    changes: tuple[tuple[str, int], ...]
    covered: int


@dataclass(frozen=True, slots=True)
class Result:
    """One answer: the memory, its score in points, the leaves that add up to it, the people and entities tied to it
    (edge type, name as commonly spelled), ids of what supersedes it, the lines that say why (`snippet`)."""

    memory: Memory
    score: int
    covered: int
    leaves: tuple[Leaf, ...]
    names: tuple[tuple[str, str], ...]
    superseded_by: tuple[str, ...]
    snippet: str

    @property
    def path(self) -> tuple[Step, ...]:
        """The edges walked from a memory that has a cue to this one, from the strongest evidence that took a walk."""
        walked = [leaf for leaf in self.leaves if leaf.path]
        return max(walked, key=lambda leaf: (leaf.points, leaf.label)).path if walked else ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened on the way: each stage with its numbers, in order."""

    cues: tuple[tuple[str, int], ...]
    """(cue key, number of memories that have it)"""
    admitted: tuple[str, ...]
    dropped: tuple[str, ...]
    stages: tuple[tuple[str, int], ...]
    """(stage, what was there after it)"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a recall returns. `reason` says why there are no results: no_cues, cues_unknown, filtered_out, store_empty.

    `unmatched` are words of the question that no memory has; `hidden` counts superseded memories that were
    left out though they fit; `truncated`: a budget cut the search, at the same place every time.
    """

    question: str
    results: tuple[Result, ...]
    reason: str
    unmatched: tuple[str, ...]
    names: tuple[str, ...]
    hidden: int
    truncated: bool
    explanation: Explanation | None = None
