"""A question as a call: what the parser makes of it, and what answers it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

DECISIONS = "decisions"
TIMELINE = "timeline"
LINKED = "linked"
CHAIN = "chain"
WHY = "why"
CONSEQUENCES = "consequences"
PATH = "path"
PERSON = "person"
PROJECT = "project"
OPEN_ACTIONS = "open_actions"
WHO = "who"
RECALL = "recall"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch [start, end) of the folded question, what it was taken for, and what that stands for."""

    text: str
    start: int
    end: int
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question as a call with its arguments, sorted by name; `rule` is the one that fired, `pieces` what it read.

    Arguments are texts, numbers (ms UTC), tuples of texts, and True. `counting`: the question asks for the number.
    The call `recall` has none: nothing complete answers the question.
    """

    call: str
    arguments: tuple[tuple[str, Any], ...] = ()
    rule: str = ""
    pieces: tuple[Piece, ...] = ()
    counting: bool = False

    @property
    def given(self) -> Mapping[str, Any]:
        """The arguments by name."""
        return MappingProxyType(dict(self.arguments))


def call(name: str, rule: str, /, **arguments: Any) -> Parsed:
    """A parse with the arguments that say something."""
    return Parsed(
        name,
        tuple(sorted((key, value) for key, value in arguments.items() if value not in ("", (), None, False))),
        rule,
    )
