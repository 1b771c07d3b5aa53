"""What a conversation has left behind: activations of nodes and cues, what was told. Never a word of what was said.

Values are per mille. Everything is bounded and in a total order, so that equal conversations leave equal states.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphcue.errors import InvalidInput

MOST_ENTITIES = 40
MOST_CUES = 160
MOST_TOLD = 400
MOST_SUGGESTED = 400
FAINTEST_ENTITY = 10
FAINTEST_CUE = 20
PROJECT = "project:"
"""Stands before the name of a project where nodes are keyed: people and entities have keys of their own."""


class Active(NamedTuple):
    """How active a node or a cue is (per mille), since which turn, and by which rule."""

    points: int
    turn: int
    rule: str


class Told(NamedTuple):
    """How much of a memory was told (per mille of what it says), last in which turn."""

    share: int
    turn: int


@dataclass(frozen=True, slots=True)
class Call:
    """The last plain question that had a complete answer: its call and arguments."""

    name: str
    arguments: tuple[tuple[str, Any], ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A conversation after `turn` texts. `recalled` are the ids of the last answer's best memories, `unheard` whether no
    reply has been heard since; `suggested` are ids that came to mind without a question."""

    turn: int = 0
    entities: Mapping[str, Active] = field(default_factory=dict)
    cues: Mapping[str, Active] = field(default_factory=dict)
    told: Mapping[str, Told] = field(default_factory=dict)
    recalled: tuple[str, ...] = ()
    unheard: bool = False
    suggested: tuple[str, ...] = ()
    call: Call | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is active."""
        return not self.entities and not self.cues


NEW = State()


def strongest(active: Mapping[str, Active], most: int, faintest: int) -> dict[str, Active]:
    """The strongest, by falling points and then key; what is fainter than `faintest` is gone."""
    kept = [(key, one) for key, one in active.items() if one.points >= faintest]
    kept.sort(key=lambda pair: (-pair[1].points, pair[0]))
    return dict(kept[:most])


def latest(told: Mapping[str, Told]) -> dict[str, Told]:
    """What was told last, by falling turn and then id."""
    return dict(sorted(told.items(), key=lambda pair: (-pair[1].turn, pair[0]))[:MOST_TOLD])


def decayed(active: Mapping[str, Active], share: int) -> dict[str, Active]:
    """Every activation times `share` per mille."""
    return {key: Active(one.points * share // 1000, one.turn, one.rule) for key, one in active.items()}


def raised(active: dict[str, Active], key: str, points: int, turn: int, rule: str) -> None:
    """Nothing; the key is at least that active now."""
    if key not in active or active[key].points < points:
        active[key] = Active(points, turn, rule)


def to_text(state: State) -> str:
    """The state as one line of JSON, the same for equal states."""
    value = {
        "turn": state.turn,
        "entities": [[key, one.points, one.turn, one.rule] for key, one in sorted(state.entities.items())],
        "cues": [[key, one.points, one.turn, one.rule] for key, one in sorted(state.cues.items())],
        "told": [[id, one.share, one.turn] for id, one in sorted(state.told.items())],
        "recalled": list(state.recalled),
        "unheard": state.unheard,
        "suggested": list(state.suggested),
        "call": [state.call.name, _plain(state.call.arguments), state.call.rule] if state.call else None,
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def state_of(text: str) -> State:
    """The state of such a line. Raises InvalidInput for a text that is none."""
    try:
        return _state_of(json.loads(text))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise InvalidInput("the state of the session cannot be read", field="session") from None


def _state_of(value: dict[str, Any]) -> State:
    call = value["call"]
    return State(
        turn=value["turn"],
        entities=strongest(_actives(value["entities"]), MOST_ENTITIES, 0),
        cues=strongest(_actives(value["cues"]), MOST_CUES, 0),
        told=latest({id: Told(share, turn) for id, share, turn in value["told"]}),
        recalled=tuple(value["recalled"]),
        unheard=value["unheard"],
        suggested=tuple(value["suggested"]),
        call=Call(call[0], _frozen(call[1]), call[2]) if call else None,
    )


def _actives(rows: list[list[Any]]) -> dict[str, Active]:
    return {key: Active(points, turn, rule) for key, points, turn, rule in rows}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
