"""A timeline step by step: after each memory, what is in force, what is open, what is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphcue.language.statuses import in_force, statuses_of, unfinished
from graphcue.model import Memory
from graphcue.relations.complete import Item

DECISION, ACTION = "decision", "action"


@dataclass(frozen=True, slots=True)
class State:
    """After the memory `id` happened: the decisions in force, the actions that are open, those that are done (ids, in the
    order in which they came to be so)."""

    id: str
    in_force: tuple[str, ...]
    open: tuple[str, ...]
    done: tuple[str, ...]


def replay(items: Sequence[Item], resolved: dict[str, tuple[str, ...]]) -> tuple[State, ...]:
    """The state after each of the items, in order; `resolved` are the memories that each of them resolves."""
    force: dict[str, None] = {}
    waiting: dict[str, None] = {}
    done: dict[str, None] = {}
    states = []
    for item in items:
        memory = item.memory
        for old in item.supersedes:
            force.pop(old, None)
            waiting.pop(old, None)
        for old in resolved.get(memory.id, ()):
            if waiting.pop(old, "") is None:
                done[old] = None
        _enter(memory, force, waiting, done)
        states.append(State(memory.id, tuple(force), tuple(waiting), tuple(done)))
    return tuple(states)


def _enter(memory: Memory, force: dict[str, None], waiting: dict[str, None], done: dict[str, None]) -> None:
    status = statuses_of(memory.status)[0]
    if memory.kind == DECISION and status in (*in_force(), "superseded"):
        force[memory.id] = None
    elif memory.kind == ACTION and status in unfinished():
        waiting[memory.id] = None
    elif memory.kind == ACTION and status == "done":
        done[memory.id] = None
