"""A text that was said → the state after it. Reading the store and moving the state are two functions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graphcue.language.cues import given_key, rarity
from graphcue.recall.session.state import (
    FAINTEST_CUE,
    FAINTEST_ENTITY,
    MOST_CUES,
    MOST_ENTITIES,
    PROJECT,
    Active,
    State,
    Told,
    decayed,
    latest,
    raised,
    strongest,
)
from graphcue.recall.session.telling import Retold, is_of, retold, words_of
from graphcue.recall.session.topics import Topics
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, Where

STRONG = 500
"""From here on a node is what the conversation is about."""
AS_VALUE = 700
RETOLD = 600
ANSWERED = 600
KEPT_ENTITY = 850
KEPT_CUE = 900
USER_CUE = 600
REPLY_CUE = 300
WEAK_CUE = 200
REPLY_CUES = 40
"""Cues of a reply that are carried, the rarest."""
GROUNDING_SHARE = 600
"""How much of a memory must be said before its project is what we talk about."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a text says, as the store knows it: the keys it names, those of them that stand in memories of what is
    active (`values`: (named, active)), what it retells, its cues rarest first, the worth of the rarest cue."""

    named: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    told: tuple[Retold, ...]
    cues: tuple[str, ...]
    rarest: int


def listen(
    reader: Reader,
    topics: Topics,
    state: State,
    text: str,
    settings: Settings,
    *,
    named: tuple[str, ...] | None = None,
    told: tuple[Retold, ...] | None = None,
) -> Heard:
    """The text as the store knows it; `named` and `told` are what it names and retells, where that is known."""
    named = topics.find(reader, text) if named is None else named
    strong = [key for key, one in state.entities.items() if one.points * KEPT_ENTITY // 1000 >= STRONG]
    memories = reader.describe().memories
    spoken = {word for key in named if not key.startswith(PROJECT) for word in topics.words(key)}
    cues = reader.cues(f"word:{word}" for word in words_of(text) if word not in spoken)
    return Heard(
        named=named,
        values=values_of(reader, topics, named, strong),
        told=retold(reader, topics, text, settings) if told is None else told,
        cues=tuple(sorted(cues, key=lambda key: (cues[key], key))),
        rarest=rarity(memories, 1),
    )


def values_of(
    reader: Reader, topics: Topics, named: Sequence[str], strong: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """(named, active) where the named one stands in a memory of the active project."""
    projects = [key for key in strong if key.startswith(PROJECT) and key not in named]
    found = []
    for key in named if projects else ():
        words = tuple(f"word:{word}" for word in sorted(topics.words(key)))
        for project in projects if words else ():
            where = Where(projects=(project.removeprefix(PROJECT),), cues=words)
            if reader.page(where, "newest", None, 1).total:
                found.append((key, project))
    return tuple(found)


def hear(state: State, heard: Heard, *, user: bool) -> State:
    """The state after a text: of the one who asks (`user`), or a reply."""
    turn = state.turn + 1
    entities = decayed(state.entities, KEPT_ENTITY)
    strong = {key for key, one in entities.items() if one.points >= STRONG}
    for key in heard.named:
        sources = [active for named, active in heard.values if named == key and active in strong]
        if sources and key not in strong:
            raised(entities, key, AS_VALUE, turn, "named as a value")
            for source in sources:
                raised(entities, source, 1000, turn, "a value of it was named")
        else:
            raised(entities, key, 1000, turn, "named")
    _ground(entities, heard, turn)
    cues = decayed(state.cues, KEPT_CUE)
    chosen = heard.cues if user else heard.cues[:REPLY_CUES]
    for key in chosen:
        raised(cues, key, USER_CUE if user else REPLY_CUE, turn, "asked" if user else "replied")
    told = dict(state.told)
    for one in heard.told:
        if not is_of(one, entities):
            continue
        before = told.get(one.id)
        told[one.id] = Told(max(one.share, before.share if before else 0), turn)
    return replace(
        state,
        turn=turn,
        entities=strongest(entities, MOST_ENTITIES, FAINTEST_ENTITY),
        cues=strongest(cues, MOST_CUES, FAINTEST_CUE),
        told=latest(told),
        unheard=state.unheard and user,
    )


def _ground(entities: dict[str, Active], heard: Heard, turn: int) -> None:
    """Nothing; what a text retells without naming it is what we talk about, if nothing of it is active."""
    telling = [one for one in heard.told if one.share >= GROUNDING_SHARE and one.mass >= 2 * heard.rarest][:10]
    projects = {one.project for one in telling}
    if len(projects) != 1:
        return
    project = projects.pop()
    if not project:
        return
    key = PROJECT + project
    active = entities.get(key)
    if active is None or active.points < STRONG:
        raised(entities, key, RETOLD, turn, "retold")


@dataclass(frozen=True, slots=True)
class Shown:
    """The last answer as a weak reply: the project of its best memory, the given cues and tags of all that are known."""

    project: str
    cues: tuple[str, ...]


def shown(reader: Reader, state: State) -> Shown | None:
    """The last answer, where it has to stand in for a reply: none was heard, or none that tells what we talk about."""
    if not state.recalled or not (state.unheard or not state.entities):
        return None
    memories = reader.get(state.recalled)
    best = memories.get(state.recalled[0])
    if best is None:
        return None
    given = [("tag", tag) for one in memories.values() for tag in one.tags]
    given += [("cue", cue) for one in memories.values() for cue in one.cues]
    keys = list(dict.fromkeys(given_key(kind, value) for kind, value in given))
    return Shown(best.project, tuple(reader.cues(keys)) if keys else ())


def answered(state: State, found: Shown | None) -> State:
    """The state with the last answer standing in for a reply."""
    if found is None:
        return state
    entities, cues = dict(state.entities), dict(state.cues)
    key = PROJECT + found.project
    if found.project and (key not in entities or entities[key].points < STRONG):
        raised(entities, key, ANSWERED, state.turn, "answered")
    for cue in found.cues if state.unheard else ():
        raised(cues, cue, WEAK_CUE, state.turn, "answered")
    return replace(
        state,
        entities=strongest(entities, MOST_ENTITIES, FAINTEST_ENTITY),
        cues=strongest(cues, MOST_CUES, FAINTEST_CUE),
    )


def told_in(found: Iterable[Retold]) -> dict[str, int]:
    """Memory → share of it that was told."""
    return {one.id: one.share for one in found}
