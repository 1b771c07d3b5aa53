"""What goes through the stages of a recall, and what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from graphcue.model import AUTHORED_BY, Memory
from graphcue.receipts import Receipt
from graphcue.stores.contract import NameNode, Outline, Where

NO_CUES = "no_cues"
CUES_UNKNOWN = "cues_unknown"
FILTERED_OUT = "filtered_out"
STORE_EMPTY = "store_empty"
ELSEWHERE = "elsewhere"

PAIRS = -1
"""Stands for the words side by side where rows are numbered."""
MEANING = 1_000_001
"""Stands for meaning the like where rows are numbered."""
PHRASE = 1_000_000
"""Stands for the question as a phrase where rows are numbered: beyond every row and name."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a call asks for beside the question. `where` filters before every cut; `limit` is 1 to 100 results.

    `exact`: only memories that contain the question as a phrase. `all_cues`: only those that have every cue of it.
    `least`: only those that match at least this share of its weight, per mille. `by_date`: the answer is in order of
    time, the newest first. `tokens`: the contents of the results have at most so many. `preset`: its name, empty for
    the one that fits what is found.
    """

    limit: int
    where: Where = field(default_factory=Where)
    now: int = 0
    explain: bool = False
    exact: bool = False
    all_cues: bool = False
    least: int = 0
    by_date: bool = False
    tokens: int | None = None
    preset: str = ""


@dataclass(frozen=True, slots=True)
class KnownAliases:
    """Who and what is declared to be the same: key of a name → all keys of the same one; folded name → other names."""

    keys: Mapping[str, frozenset[str]] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A row of the question as the store knows it: `cues` are (key, points for an edge weight of 1000).

    `known`: some memory has its own cue, not only a weaker one. `worth` is what covering the row counts. `aside`: a word
    of a time; it scores, but no memory has to have it.
    """

    term: str
    cues: tuple[tuple[str, int], ...]
    known: bool
    worth: int
    aside: bool = False


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
    text: str = ""
    """The question as it was asked, without the speaker's mark."""
    dates: tuple[tuple[str, int], ...] = ()
    """Cues of times inside the spans that memories speak of, with their worth."""
    required: tuple[tuple[str, ...], ...] = ()
    """Groups of cues of each of which a memory must have one: the amounts that are bounds; `bounds` are their texts."""
    bounds: tuple[str, ...] = ()
    dated: bool = False
    """The spans are of the calendar, not of every day or week."""
    around: tuple[tuple[int, int], ...] = ()
    """The months around spans that are parts of a month."""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge that was walked: from `source` along `edge` to `target`. FOLLOWS leads to the memory before, FOLLOWED_BY
    to the one after; `…_BACK` is a relation walked against its direction."""

    source: str
    edge: str
    target: str


class Walk(NamedTuple):
    """A way along edges of one kind, from a candidate or a name (the first of `ids`) to another memory (the last), which is
    handed `share` per mille of its evidence."""

    ids: tuple[str, ...]
    edge: str
    share: int

    @property
    def source(self) -> str:
        """Where it begins."""
        return self.ids[0]

    @property
    def target(self) -> str:
        """Where it ends."""
        return self.ids[-1]

    @property
    def path(self) -> tuple[Step, ...]:
        """Its edges."""
        return tuple(Step(a, self.edge, b) for a, b in pairwise(self.ids))


NO_WALKS: Mapping[int, Walk] = {}


class Candidate(NamedTuple):
    """A memory under consideration: the edge weights of the cues it has, its evidence in points by row, and for words
    side by side; `walks` tells for a row (PAIRS for these) which walk brought the evidence, if one did."""

    outline: Outline
    hits: Mapping[str, int]
    rows: Mapping[int, int]
    pairs: int = 0
    walks: Mapping[int, Walk] = NO_WALKS


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


NO_PATHS: Mapping[str, tuple[Step, ...]] = {}


class Ranked(NamedTuple):
    """A candidate with its score in points, what each factor after the evidence changed (label, points), and the share
    of the question that it covers (per mille)."""

    candidate: Candidate
    score: int
    changes: tuple[tuple[str, int], ...]
    covered: int
    paths: Mapping[str, tuple[Step, ...]] = NO_PATHS
    """Label of a change → the steps that brought it, where it was walked to."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a memory's text; `number` counts from 1, in the file where the memory has lines of one."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """One answer: the memory, its score in points, the leaves that add up to it, the people and entities tied to it
    (edge type, name as commonly spelled), ids of what supersedes it, the line that says why (`snippet`) among the
    `lines` around it.

    `relevance`: per mille of the question's weight that the memory itself matches; `covered` counts what is told around
    it too. `highlights` are [start, end) in the content as written; `people` are those of `names` that are persons.
    """

    memory: Memory
    score: int
    covered: int
    relevance: int
    leaves: tuple[Leaf, ...]
    names: tuple[tuple[str, str], ...]
    people: tuple[str, ...]
    superseded_by: tuple[str, ...]
    snippet: str
    highlights: tuple[tuple[int, int], ...]
    lines: tuple[Line, ...]

    @property
    def authors(self) -> tuple[str, ...]:
        """Who wrote it: the author as written, then those tied as authors."""
        tied = [name for edge, name in self.names if edge == AUTHORED_BY]
        return tuple(dict.fromkeys(name for name in (self.memory.author, *tied) if name))

    @property
    def hits(self) -> tuple[tuple[str, int], ...]:
        """(cue, points) of the cues that the memory itself has, most first."""
        own = [(leaf.cue, leaf.points) for leaf in self.leaves if leaf.cue and not leaf.path]
        return tuple(sorted(own, key=lambda hit: (-hit[1], hit[0])))

    @property
    def last_modified(self) -> int:
        """When what it says was last told (ms UTC): the latest of its contributions."""
        return max((part.recorded_at for part in self.memory.contributions), default=self.memory.recorded_at)

    @property
    def path(self) -> tuple[Step, ...]:
        """The edges walked from a memory that has a cue to this one, from the strongest evidence that took a walk."""
        walked = [leaf for leaf in self.leaves if leaf.path]
        return max(walked, key=lambda leaf: (leaf.points, leaf.label)).path if walked else ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of a score with the parts that add up to it; without any it is a leaf. `path` leads from the cue or name
    along edges to the memory."""

    label: str
    points: int
    path: tuple[Step, ...] = ()
    parts: tuple["Branch", ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened on the way: each stage with its numbers, in order."""

    cues: tuple[tuple[str, int], ...]
    """(cue key, number of memories that have it)"""
    admitted: tuple[str, ...]
    dropped: tuple[str, ...]
    stages: tuple[tuple[str, int], ...]
    """(stage, what was there after it)"""
    left_out: tuple[tuple[str, int], ...] = ()
    """(filter or budget, how many memories it left out after the store's own filters)"""
    arms: tuple[tuple[str, int], ...] = ()
    """(kind of cue, or `name`, how many candidates it led to), 0 for one that led to none."""
    trees: tuple[Branch, ...] = ()
    """For each result the tree whose leaves add up to its score."""


@dataclass(frozen=True, slots=True)
class Broadening:
    """A step beyond the question's own words: alias, synonym or prefix, for a term, to these cues."""

    step: str
    term: str
    cues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Because:
    """The numbers behind a reason: of `fitting` memories that have cues of the question, how many each filter left out
    (one memory may count for several); for unknown words the nearest that are known; for other namespaces how many
    memories there match."""

    fitting: int = 0
    filtered: tuple[tuple[str, int], ...] = ()
    nearest: tuple[tuple[str, tuple[str, ...]], ...] = ()
    elsewhere: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Carry:
    """One thing that a conversation brought to a question: a key (of a project, a person, an entity, a cue), what it is
    called, how strongly it counted (per mille), from which turn on (counted from 1) and by which rule it is active."""

    key: str
    name: str
    points: int
    turn: int
    rule: str


@dataclass(frozen=True, slots=True)
class Conversed:
    """What a question meant in its conversation. `question` is as understood; `carried` what came along, strongest first;
    `reading` the rule by which it walks on from the last answer; `shifted`: what was active counted little, since the
    subject changes; `dropped` names what such a shift leaves; `held_back` are ids of what had been told already."""

    question: str
    carried: tuple[Carry, ...] = ()
    reading: str = ""
    shifted: bool = False
    dropped: tuple[str, ...] = ()
    held_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a recall returns. `reason` says why there are no results: no_cues, cues_unknown, filtered_out, elsewhere,
    store_empty; `because` has its numbers.

    `unmatched` are words of the question that no memory has; `hidden` counts superseded memories that were
    left out though they fit, `superseded` are these with what supersedes each; `truncated`: a budget cut the search, at
    the same place every time. `preset` is the one that was used, `broadened` the steps beyond the question's own words.
    """

    question: str
    results: tuple[Result, ...]
    reason: str
    because: Because | None
    unmatched: tuple[str, ...]
    names: tuple[str, ...]
    hidden: int
    superseded: tuple[tuple[str, tuple[str, ...]], ...]
    truncated: bool
    preset: str = ""
    broadened: tuple[Broadening, ...] = ()
    explanation: Explanation | None = None
    receipt: Receipt | None = None
    context: Conversed | None = None
    """In a session: what the conversation brought to the question."""

    @property
    def context_question(self) -> str:
        """The question as it was understood in its conversation."""
        return self.context.question if self.context else self.question
