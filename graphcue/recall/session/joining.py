"""The memories of what is active, as candidates beside those that the question's cues lead to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphcue.language.cues import rarity
from graphcue.model import NAME_EDGES
from graphcue.recall.candidates import candidate, cue_weights, row_leads
from graphcue.recall.session.clauses import wants_person
from graphcue.recall.session.context import Context
from graphcue.recall.session.kinds import role_asked
from graphcue.recall.session.readings import walk
from graphcue.recall.session.state import PROJECT
from graphcue.recall.values import Asked, Candidate, Found, Step
from graphcue.settings import Settings
from graphcue.stores.contract import IN_PROJECT, Match, Reader, Where, let_in

MEMBERS = 64
"""Memories of one node that are looked at. Of a project of more, those that the question's cues lead to count."""
MOST_LARGE = 2
"""Projects of more memories than that, the most active ones, in which the question's cues are followed."""
MATCHED = 16
"""Memories that they lead to there."""
NEWEST = 8
"""Memories of a large project that are looked at whatever they say, for a question that says little itself."""
PERSON_WORDS = (
    "出生",
    "出生地",
    "出生日期",
    "职业",
    "性别",
    "民族",
    "毕业",
    "血型",
    "身高",
    "毕业院校",
    "国籍",
    "born",
)
"""Words of facts that people have and things have not."""


@dataclass(frozen=True, slots=True)
class Joined:
    """`candidates` best first; `members`: key of what is active → ids of its memories among them; `walked`: memory →
    the step from a memory recalled last; `people`: keys that are persons; `in_role`: memories with the role asked for."""

    candidates: tuple[Candidate, ...]
    members: Mapping[str, frozenset[str]]
    walked: Mapping[str, Step]
    people: frozenset[str]
    in_role: frozenset[str] = frozenset()


def joining(reader: Reader, asked: Asked, found: Found, context: Context, where: Where, settings: Settings) -> Joined:
    """The candidates with the memories of what is active, and those that a reading walks to; just as they are where there
    is neither."""
    if not (context.active or context.running or context.reading):
        return Joined(found.candidates, {}, {}, frozenset())
    large = _large(reader, context)
    inside = replace(where, projects=tuple(sorted(large[:MOST_LARGE])))
    matches = _matches(reader, asked, found, inside, settings) if large else ()
    members = _members(reader, context, large)
    walked = walk(reader, context.reading, context.sources) if context.reading else {}
    have = {one.outline.id: one for one in found.candidates}
    new = {id for ids in members.values() for id in ids} | {match.id for match in matches} | walked.keys()
    missing = let_in(reader, sorted(new - have.keys()), where)
    have |= _with_evidence(reader, asked, found, missing, {match.id: match for match in matches})
    wanted = not context.named and wants_person(context.parts.asking) is not None
    marked = _of_people(reader, members) if wanted else frozenset()
    kept = {key: frozenset(id for id in ids if id in have) for key, ids in members.items()}
    projects = {PROJECT + one.outline.project: set[str]() for one in have.values() if one.outline.project}
    for one in have.values():
        if one.outline.project:
            projects[PROJECT + one.outline.project].add(one.outline.id)
    kept |= {key: frozenset(projects[key]) for key in context.active if key in projects}
    rarest = rarity(asked.memories, 1)
    active = _most_active(context, kept)
    first = {
        id: sum(one.rows.values()) + one.pairs + 2 * active.get(id, 0) * rarest // 1000 for id, one in have.items()
    }
    order = sorted(have.values(), key=lambda one: (-first[one.outline.id], -one.outline.order_time, one.outline.id))
    cut = order[: max(settings.candidates, len(found.candidates))]
    steps = {id: step for id, step in walked.items() if id in have}
    return Joined(tuple(cut), kept, steps, marked, _in_role(reader, kept, context))


def _in_role(reader: Reader, members: Mapping[str, frozenset[str]], context: Context) -> frozenset[str]:
    """The memories of what is active that have an edge of the role that is asked for: `谁决定的`, `who approved it`."""
    role = role_asked(context.parts.asking)
    ids = sorted({id for key in context.active for id in members.get(key, ())}) if role else []
    return frozenset(reader.neighbours(ids, [role], "out", 1)) if role and ids else frozenset()


def _most_active(context: Context, members: Mapping[str, frozenset[str]]) -> dict[str, int]:
    """Memory → the activation (per mille) of the most active node that it belongs to."""
    found: dict[str, int] = {}
    for key, points in context.active.items():  # strongest first
        for id in members.get(key, ()):
            found.setdefault(id, points)
    return found


def _large(reader: Reader, context: Context) -> list[str]:
    """The projects that have too many memories to look at all, the most active first."""
    projects = [key.removeprefix(PROJECT) for key in context.active if key.startswith(PROJECT)]
    numbers = reader.degrees(projects, [IN_PROJECT]) if projects else {}
    return [name for name in projects if numbers.get(name, 0) > MEMBERS]


def _matches(reader: Reader, asked: Asked, found: Found, where: Where, settings: Settings) -> Sequence[Match]:
    """The memories inside large projects that the question's cues lead to."""
    weights = cue_weights(asked)
    chosen = {key: weights[key] for key in found.admitted}
    return reader.match(chosen, where, MATCHED, settings.posting_budget) if chosen else ()


def _members(reader: Reader, context: Context, large: Sequence[str]) -> dict[str, set[str]]:
    """Key → ids of memories of it."""
    projects = [key.removeprefix(PROJECT) for key in context.active if key.startswith(PROJECT)]
    names = [key for key in context.active if not key.startswith(PROJECT)]
    small = [name for name in projects if name not in large]
    of_projects = dict(reader.neighbours(small, [IN_PROJECT], "in", MEMBERS)) if small else {}
    of_projects |= reader.neighbours(large, [IN_PROJECT], "in", NEWEST) if large else {}
    of_names = reader.neighbours(names, NAME_EDGES, "in", MEMBERS) if names else {}
    found = {PROJECT + name: {edge.source for edge in edges} for name, edges in of_projects.items()}
    return found | {key: {edge.source for edge in edges} for key, edges in of_names.items()}


def _with_evidence(
    reader: Reader, asked: Asked, found: Found, ids: Sequence[str], matched: Mapping[str, Match]
) -> dict[str, Candidate]:
    """Candidates with the evidence that they have for the question's rows, and whether they tell of the speaker; the
    admitted cues of those that were matched are known."""
    keys = {key for row in asked.rows for key, _ in row.cues} | {key for key, _ in asked.pairs}
    keys |= {f"word:{asked.speaker}"} if asked.speaker else set()
    known = [id for id in ids if id in matched]
    others = [id for id in ids if id not in matched]
    outlines = {id: matched[id].outline for id in known} | dict(reader.outlines(others) if others else {})
    hits = dict(reader.hits(others, sorted(keys)) if others and keys else {})
    left = sorted(keys - set(found.admitted))
    more = reader.hits(known, left) if known and left else {}
    hits |= {id: {**matched[id].hits, **more.get(id, {})} for id in known}
    leads, pairs = row_leads(asked), dict(asked.pairs)
    return {id: candidate(outline, hits.get(id, {}), leads, pairs) for id, outline in outlines.items()}


def _of_people(reader: Reader, members: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The keys of persons: people, and projects with facts that only people have."""
    people = {key for key in members if key.startswith("person:")}
    projects = {key: ids for key, ids in members.items() if key.startswith(PROJECT)}
    if projects:
        every = sorted({id for ids in projects.values() for id in ids})
        marked = reader.hits(every, [f"word:{word}" for word in PERSON_WORDS]).keys()
        people |= {key for key, ids in projects.items() if any(id in marked for id in ids)}
    return frozenset(people)
