"""Scores in a conversation: what is active, the kind of value asked for, what was told already. Pure.

Each step changes scores by whole points and leaves its name beside the change.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from graphcue.language.cues import rarity
from graphcue.model import Memory
from graphcue.recall.ranking import order
from graphcue.recall.session.clauses import wants_overview, wants_person
from graphcue.recall.session.context import Context
from graphcue.recall.session.fields import field_words
from graphcue.recall.session.joining import MEMBERS, Joined
from graphcue.recall.session.kinds import holds, kind_asked
from graphcue.recall.session.state import PROJECT
from graphcue.recall.values import Asked, Candidate, Ranked

OTHER_CLASS = 300
FIT = 3000
BOOST = 2000
SHIFTED = 200
SHIFT_COVERS = 800
SHIFT_MORE = 500
VALUE_OF_KIND = 1200
FIELD = 1000
OVERVIEW = 700
OVERVIEW_ASKED = 2500
OVERVIEW_LENGTH = 3
SPENT = 1700
LOOKED_AT = 60
STEP = 2000

Texts = Callable[[Sequence[str]], Mapping[str, Memory]]


@dataclass(frozen=True, slots=True)
class Notes:
    """For people: key → per mille that it counted with, whether the subject was seen to change, ids held back."""

    active: Mapping[str, int] = field(default_factory=dict)
    shifted: bool = False
    held_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the steps look at: the question, its context, the candidates' own evidence, members of what is active."""

    asked: Asked
    context: Context
    joined: Joined
    own_rows: int
    name_words: frozenset[str]
    called: Callable[[str], str] = str
    """Key of a node → its name."""

    @property
    def rarest(self) -> int:
        """The worth of the rarest cue."""
        return rarity(self.asked.memories, 1)


def weighing(
    weighing: Weighing, ranked: Sequence[Ranked], walked: Sequence[Candidate], texts: Texts
) -> tuple[tuple[Ranked, ...], Notes]:
    """The ranking as the conversation sees it, best first, and notes of what it did."""
    scored = {one.candidate.outline.id: one for one in ranked}
    for one in walked:
        scored.setdefault(one.outline.id, Ranked(one, 0, (), 0))
    base = {id: one.score for id, one in scored.items()}
    active = _fitting(weighing, _of_class(weighing, dict(weighing.context.active)))
    shifted = _shifts(weighing, active, base, scored)
    if shifted:
        active = {key: points * SHIFTED // 1000 for key, points in active.items()}
    _activate(weighing, scored, active)
    if active:
        _overviews(weighing, scored, texts)
        _in_role(weighing, scored)
        first = [one.candidate for one in sorted(scored.values(), key=order)[:LOOKED_AT]]
        _answer_kind(weighing, scored, first, texts)
        _fields(weighing, scored, first, texts)
    _walk(weighing, scored)
    held = _told(weighing, scored, base)
    best = sorted((one for one in scored.values() if one.score > 0), key=order)
    return tuple(best), Notes(active, shifted, held)


def _add(scored: dict[str, Ranked], id: str, label: str, points: int) -> None:
    one = scored[id]
    if points:
        scored[id] = one._replace(score=one.score + points, changes=(*one.changes, (label, points)))


def _of_class(weighing: Weighing, active: dict[str, int]) -> dict[str, int]:
    """Where nobody is named and a pronoun stands for a person or a thing, the other class counts less."""
    wanted = wants_person(weighing.context.parts.asking) if not weighing.context.named else None
    if wanted is None:
        return active
    people = weighing.joined.people
    return {
        key: points if (key in people) == wanted else points * OTHER_CLASS // 1000 for key, points in active.items()
    }


def _own(weighing: Weighing) -> list[tuple[int, int]]:
    """(row, worth) of the question's own rows that are no words of what it names."""
    rows = weighing.asked.rows[: weighing.own_rows]
    return [
        (n, row.worth) for n, row in enumerate(rows) if row.cues[0][0].removeprefix("word:") not in weighing.name_words
    ]


def _fitting(weighing: Weighing, active: dict[str, int]) -> dict[str, int]:
    """What has memories that hold the question's other words counts up to four times as much."""
    rows = _own(weighing)
    total = sum(worth for _, worth in rows) or 1
    by_id = {one.outline.id: one for one in weighing.joined.candidates}
    found = {}
    for key, points in active.items():
        members = [by_id[id] for id in weighing.joined.members.get(key, ()) if id in by_id]
        covered = sum(min(worth, max((one.rows.get(row, 0) for one in members), default=0)) for row, worth in rows)
        found[key] = points + points * FIT // 1000 * (1000 * covered // total) // 1000
    return found


def _shifts(
    weighing: Weighing, active: Mapping[str, int], base: Mapping[str, int], scored: Mapping[str, Ranked]
) -> bool:
    """Whether memories of something else cover the asking part far better than those of what is active."""
    context = weighing.context
    if not active or context.focus or context.points_back:
        return False
    words = {f"word:{word}" for word in context.focus_words} & weighing.asked.frequencies.keys()
    worth = {key: rarity(weighing.asked.memories, weighing.asked.frequencies[key]) for key in words}
    total = sum(worth.values())
    if not total:
        return False
    by_id = {one.outline.id: one for one in weighing.joined.candidates}
    inside = 0
    members: set[str] = set()
    for key in active:
        ids = weighing.joined.members.get(key, frozenset())
        members |= ids
        hit = {cue for id in ids if id in by_id for cue in by_id[id].hits}
        inside = max(inside, sum(worth[cue] for cue in words & hit))
    best = sorted(base, key=lambda one: order(scored[one]._replace(score=base[one])))[:5]
    outside = [words & by_id[id].hits.keys() for id in best if id not in members and id in by_id]
    covered = max((sum(worth[cue] for cue in hit) for hit in outside), default=0)
    share = 1000 * covered // total
    enough = share >= SHIFT_COVERS and share >= 1000 * inside // total + SHIFT_MORE
    return enough and total * share // 1000 >= weighing.rarest


def _activate(weighing: Weighing, scored: dict[str, Ranked], active: Mapping[str, int]) -> None:
    """Nothing; memories of what is active have points for it: of several, the most active counts."""
    best: dict[str, tuple[int, str]] = {}
    for key, points in active.items():
        for id in weighing.joined.members.get(key, ()):
            if id in scored and points > best.get(id, (0, ""))[0]:
                best[id] = (points, key)
    # what is walked to is talked about as much as what it is walked from
    for id, step in weighing.joined.walked.items():
        if id in scored and best.get(step.source, (0, ""))[0] > best.get(id, (0, ""))[0]:
            best[id] = best[step.source]
    for id, (points, key) in best.items():
        _add(scored, id, f"active: {weighing.called(key)}", points * (BOOST * weighing.rarest // 1000) // 1000)


def _overviews(weighing: Weighing, scored: dict[str, Ranked], texts: Texts) -> None:
    """Nothing; the one memory of a named project that is far longer than its others has points for telling it whole."""
    context = weighing.context
    for key in context.named:
        ids = sorted(weighing.joined.members.get(key, ())) if key.startswith(PROJECT) else []
        memories = texts(ids) if len(ids) < MEMBERS else {}  # of a large project not all are known
        lengths = sorted((len(one.content), one.order_time, id) for id, one in memories.items())
        if not lengths or lengths[-1][0] < OVERVIEW_LENGTH * lengths[len(lengths) // 2][0]:
            continue
        asked = key in context.focus and wants_overview(context.parts.asking)
        points = OVERVIEW_ASKED if asked else OVERVIEW
        if lengths[-1][2] in scored:
            _add(scored, lengths[-1][2], "overview", points * weighing.rarest // 1000)


def _in_role(weighing: Weighing, scored: dict[str, Ranked]) -> None:
    """Nothing; a memory that names somebody in the role asked for has points."""
    for id in sorted(weighing.joined.in_role):
        if id in scored:
            _add(scored, id, "somebody in the role asked for", VALUE_OF_KIND * weighing.rarest // 1000)


def _answer_kind(weighing: Weighing, scored: dict[str, Ranked], best: Sequence[Candidate], texts: Texts) -> None:
    """Nothing; a value of the kind asked for has points."""
    kind = kind_asked(weighing.context.parts.asking)
    if kind is None:
        return
    for id, memory in texts([one.outline.id for one in best]).items():
        if holds(kind, memory.content):
            _add(scored, id, "a value of the kind asked for", VALUE_OF_KIND * weighing.rarest // 1000)


def _fields(weighing: Weighing, scored: dict[str, Ranked], best: Sequence[Candidate], texts: Texts) -> None:
    """Nothing; a memory of what is active that states just the field asked for has points, by the share of its words
    that the asking part has, as they are or as synonyms."""
    focus = weighing.context.focus_words
    rows = [row for row in weighing.asked.rows[: weighing.own_rows] if row.term in focus]
    asked = {f"word:{word}" for word in focus} | {key for row in rows for key, _ in row.cues}
    active = weighing.context.active
    having = [one for one in best if PROJECT + one.outline.project in active and not asked.isdisjoint(one.hits)]
    for id, memory in texts([one.outline.id for one in having]).items():
        words = field_words(memory.content, memory.project)
        share = 1000 * sum(f"word:{word}" in asked for word in words) // len(words) if words else 0
        _add(scored, id, "the field asked for", FIELD * weighing.rarest // 1000 * share // 1000)


def _walk(weighing: Weighing, scored: dict[str, Ranked]) -> None:
    """Nothing; what a reading walks to has points and the step as its path, and what it walks from has lost its own."""
    reading = weighing.context.reading
    if reading is None:
        return
    for id, step in weighing.joined.walked.items():
        if id in scored:
            _add(scored, id, reading.name, STEP * weighing.rarest // 1000)
            scored[id] = scored[id]._replace(paths={**scored[id].paths, reading.name: (step,)})
            if step.source in scored:
                _add(scored, step.source, "walked from", -scored[step.source].score)


def _told(weighing: Weighing, scored: dict[str, Ranked], base: Mapping[str, int]) -> tuple[str, ...]:
    """The ids of what was told and so lost points; nothing where the question asks again."""
    context = weighing.context
    if context.again:
        return ()
    held = []
    for one in sorted(scored.values(), key=order)[:LOOKED_AT]:
        id = one.candidate.outline.id
        share = context.told.get(id, 0)
        if not share or _asks_just_that(weighing, one.candidate):
            continue
        spent = share * share // 1000
        _add(scored, id, "told already", -(SPENT * weighing.rarest // 1000 * spent // 1000 + base[id] * spent // 1000))
        held.append(id)
    return tuple(held)


def _asks_just_that(weighing: Weighing, candidate: Candidate) -> bool:
    """Whether the asking part names the memory's project and all its other known words stand in the memory."""
    context = weighing.context
    key = PROJECT + candidate.outline.project
    if key not in context.focus:
        return False
    by_id = {one.outline.id: one for one in weighing.joined.candidates}
    hit = {cue for id in weighing.joined.members.get(key, ()) if id in by_id for cue in by_id[id].hits}
    words = {f"word:{word}" for word in context.focus_words - weighing.name_words} & hit
    worth = {cue: rarity(weighing.asked.memories, weighing.asked.frequencies[cue]) for cue in words}
    total = sum(worth.values())
    if 2 * total < weighing.rarest:
        return False
    return sum(worth[cue] for cue in words & candidate.hits.keys()) >= total
