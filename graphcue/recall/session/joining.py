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
from graphcue.recall.values import Asked, Candidate, Step
from graphcue.settings import Settings
from graphcue.stores.contract import IN_PROJECT, Reader, Where, let_in

MEMBERS = 64
"""Memories of one node that are looked at; of more, the newest and those that the question's cues lead to."""
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


def joining(
    reader: Reader, asked: Asked, found: Sequence[Candidate], context: Context, where: Where, settings: Settings
) -> Joined:
    """The candidates with the memories of what is active, and those that a reading walks to."""
    members = _members(reader, asked, context, where, settings)
    walked = walk(reader, context.reading, context.sources) if context.reading else {}
    have = {one.outline.id: one for one in found}
    missing = let_in(
        reader, sorted({id for ids in members.values() for id in ids} | walked.keys() - have.keys()), where
    )
    have |= _with_evidence(reader, asked, [id for id in missing if id not in have])
    wanted = not context.named and wants_person(context.parts.asking) is not None
    marked = _of_people(reader, members) if wanted else frozenset()
    kept = {key: frozenset(id for id in ids if id in have) for key, ids in members.items()}
    projects = {PROJECT + one.outline.project: set[str]() for one in have.values() if one.outline.project}
    for one in have.values():
        if one.outline.project:
            projects[PROJECT + one.outline.project].add(one.outline.id)
    kept |= {key: frozenset(projects[key]) for key in context.active if key in projects}
    rarest = rarity(asked.memories, 1)
    first = {id: _first(one, id, context, kept, rarest) for id, one in have.items()}
    order = sorted(have.values(), key=lambda one: (-first[one.outline.id], -one.outline.order_time, one.outline.id))
    cut = order[: max(settings.candidates, len(found))]
    steps = {id: step for id, step in walked.items() if id in have}
    return Joined(tuple(cut), kept, steps, marked, _in_role(reader, kept, context))


def _in_role(reader: Reader, members: Mapping[str, frozenset[str]], context: Context) -> frozenset[str]:
    """The memories of what is active that have an edge of the role that is asked for: `谁决定的`, `who approved it`."""
    role = role_asked(context.parts.asking)
    ids = sorted({id for key in context.active for id in members.get(key, ())}) if role else []
    return frozenset(reader.neighbours(ids, [role], "out", 1)) if role and ids else frozenset()


def _first(one: Candidate, id: str, context: Context, members: Mapping[str, frozenset[str]], rarest: int) -> int:
    active = max((context.active[key] for key, ids in members.items() if id in ids), default=0)
    return sum(one.rows.values()) + one.pairs + 2 * active * rarest // 1000


def _members(reader: Reader, asked: Asked, context: Context, where: Where, settings: Settings) -> dict[str, set[str]]:
    """Key → ids of memories of it."""
    projects = [key.removeprefix(PROJECT) for key in context.active if key.startswith(PROJECT)]
    names = [key for key in context.active if not key.startswith(PROJECT)]
    of_projects = reader.neighbours(projects, [IN_PROJECT], "in", MEMBERS) if projects else {}
    of_names = reader.neighbours(names, NAME_EDGES, "in", MEMBERS) if names else {}
    found = {PROJECT + name: {edge.source for edge in edges} for name, edges in of_projects.items()}
    found |= {key: {edge.source for edge in edges} for key, edges in of_names.items()}
    large = [name for name, edges in of_projects.items() if len(edges) == MEMBERS]
    weights = cue_weights(asked) if large else {}
    for name in large if weights else ():
        inside = replace(where, projects=(name,))
        matches = reader.match(weights, inside, MEMBERS, settings.posting_budget)
        found[PROJECT + name] |= {match.id for match in matches}
    return found


def _with_evidence(reader: Reader, asked: Asked, ids: Sequence[str]) -> dict[str, Candidate]:
    """Candidates with the evidence that they have for the question's rows, and whether they tell of the speaker."""
    keys = {key for row in asked.rows for key, _ in row.cues} | {key for key, _ in asked.pairs}
    keys |= {f"word:{asked.speaker}"} if asked.speaker else set()
    outlines = reader.outlines(ids)
    hits = reader.hits(ids, sorted(keys)) if ids and keys else {}
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
