"""Drafts and what the store has → the difference to make, and what became of each draft."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphcue.errors import GraphcueError, NotFound
from graphcue.language.cues import memory_cues
from graphcue.model import Contribution, Memory
from graphcue.stores.contract import Reader, Where
from graphcue.writing.changes import Difference
from graphcue.writing.drafts import Draft
from graphcue.writing.merging import complete, merged, united, without_document
from graphcue.writing.tombstones import graves_of, people_of, unburied

PAGE = 1000
NO_CUES = "no_cues"
FORGOTTEN_PEOPLE = "forgotten_people"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one draft: its memory's id, and whether that was created, changed, left or refused, or is not kept
    because it, or its document, was forgotten.

    `warnings`: NO_CUES for a memory that no question can find, since neither its text nor a cue has a letter or symbol;
    FORGOTTEN_PEOPLE for one that is kept without people who were forgotten; and those of the draft.
    """

    id: str
    state: Literal["created", "changed", "unchanged", "refused", "forgotten"]
    error: GraphcueError | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The difference to make, an outcome for each draft in order, and the ids that nothing holds any more."""

    difference: Difference
    outcomes: tuple[Outcome, ...]
    removed: tuple[str, ...]


def plan(reader: Reader, drafts: Sequence[Draft], documents: Sequence[str] = ()) -> Plan:
    """The plan of writing the drafts, which are all that the `documents` hold from now on."""
    graves = graves_of(reader, (one.memory for one in drafts))
    left = unburied(drafts, graves)
    before = _standing(reader, [one for one in left if one], documents)
    after: dict[str, Memory | None] = dict(before)
    for document in documents:
        after.update({id: without_document(memory, document) for id, memory in after.items() if memory})
    problems: dict[int, GraphcueError] = {}
    for number, one in enumerate(left):
        if one is None:
            continue
        try:
            after[one.memory.id] = merged(after[one.memory.id], one.memory, one.named)
        except GraphcueError as error:
            problems[number] = error
    after = {id: _aged(before[id], memory) if memory else None for id, memory in after.items()}
    changed = [id for id in after if not _equal(before[id], after[id])]
    difference = Difference({id: before[id] for id in changed}, {id: after[id] for id in changed})
    outcomes = tuple(
        _outcome(kept, before, changed, problems.get(n)) if kept else Outcome(one.memory.id, "forgotten")
        for n, (one, kept) in enumerate(zip(drafts, left, strict=True))
    )
    outcomes = tuple(map(_with_warning, outcomes, drafts, left)) if graves else outcomes
    return Plan(difference, outcomes, tuple(id for id in changed if before[id] and after[id] is None))


def removal(reader: Reader, ids: Iterable[str]) -> Difference:
    """The difference that takes these memories away. Raises NotFound naming the first that is not there."""
    asked = list(dict.fromkeys(ids))
    found = reader.get(asked)
    for id in asked:
        if id not in found:
            raise NotFound(f"there is no memory {id!r}", id=id)
    return Difference(dict(found), dict.fromkeys(found))


def _standing(reader: Reader, drafts: Sequence[Draft], documents: Sequence[str]) -> dict[str, Memory | None]:
    ids = dict.fromkeys(one.memory.id for one in drafts)
    if documents:
        ids |= dict.fromkeys(_all_of(reader, Where(documents=tuple(documents))))
    found = reader.get(list(ids))
    return {id: found.get(id) for id in ids}


def _all_of(reader: Reader, where: Where) -> list[str]:
    ids: list[str] = []
    after: str | None = None
    while True:
        page = reader.page(where, "oldest", after, PAGE)
        ids += page.ids
        if page.after is None:
            return ids
        after = page.after


def _aged(old: Memory | None, new: Memory) -> Memory:
    """The new value with what the old one keeps: by whom it is superseded, and of a contribution that was there before
    the time at which it was first told."""
    if old is None or old is new:
        return new
    new = replace(new, superseded_at=old.superseded_at)
    first = {replace(part, recorded_at=0): part.recorded_at for part in old.contributions}
    parts = united(_first_told(part, first) for part in new.contributions)
    return new if parts == new.contributions else complete(replace(new, contributions=parts))


def _first_told(part: Contribution, first: Mapping[Contribution, int]) -> Contribution:
    at = first.get(replace(part, recorded_at=0))
    return part if at is None else replace(part, recorded_at=min(at, part.recorded_at))


def _equal(old: Memory | None, new: Memory | None) -> bool:
    if old is None or new is None:
        return old is new
    return old.unstamped() == new.unstamped()


def _outcome(
    draft: Draft, before: Mapping[str, Memory | None], changed: Sequence[str], problem: GraphcueError | None
) -> Outcome:
    id = draft.memory.id
    if problem:
        return Outcome(id, "refused", problem)
    warnings = (*draft.warnings, *(() if _can_be_found(draft.memory) else (NO_CUES,)))
    if id not in changed:
        return Outcome(id, "unchanged", warnings=warnings)
    return Outcome(id, "changed" if before[id] else "created", warnings=warnings)


def _with_warning(outcome: Outcome, asked: Draft, kept: Draft | None) -> Outcome:
    cut = kept and outcome.error is None and len(people_of(kept.memory)) < len(people_of(asked.memory))
    return replace(outcome, warnings=(*outcome.warnings, FORGOTTEN_PEOPLE)) if cut else outcome


def _can_be_found(memory: Memory) -> bool:
    # a letter or digit always gives a cue; only texts without any are worth the reading
    if any(char.isalnum() for char in memory.content):
        return True
    return bool(memory_cues(memory.content, memory.cues, memory.tags, (), ()))
