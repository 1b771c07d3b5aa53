"""What was looked up in a namespace at one revision stays so until the next write, and need not be looked up again."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from graphcue.model import Memory

K = TypeVar("K")
T = TypeVar("T")

MOST_KEPT = 200_000
"""Things looked up that are carried on to the next transaction; with more it begins anew."""
MOST_LOOKED_UP = 50_000
"""The same where each thing has outlines of its own, up to 2 kB of them."""
MOST_NAMESPACES = 16
FEW = 100
"""Up to so many keys at once, whole memories and their edges are kept too: those of answers."""
MOST_FEW = 2_000
SHORT = 10_000
"""Characters of a memory that is kept."""


class Known(Protocol):
    """What is known of a namespace in one state."""

    def still(self, *state: int) -> bool:
        """Whether it holds for a namespace in that state, and is not too much to carry on."""


N = TypeVar("N", bound=Known)


class Knowledge(Generic[N]):
    """What a store knows of each of the namespaces that were asked last; `make` begins anew, from a state."""

    def __init__(self, make: Callable[..., N]) -> None:
        self._make = make
        self._known: dict[str, N] = {}

    def at(self, name: str, *state: int) -> N:
        """What is known of a namespace in a state."""
        known = self._known.get(name)
        if known is None or not known.still(*state):
            if len(self._known) >= MOST_NAMESPACES:
                self._known = {}
            known = self._known[name] = self._make(*state)
        return known

    def forget(self, name: str) -> None:
        """Nothing; the next transaction looks everything up in the store, whatever has happened to it."""
        self._known = {other: known for other, known in self._known.items() if other != name}


class Lookups:
    """What is known of one namespace at one revision: for each kind of thing, key → what was found; None stands for what
    is not there. Threads share it: each adds what it looked up, which is the same whoever did."""

    def __init__(self, revision: int) -> None:
        self.revision = revision
        self.kinds: dict[object, dict[Any, Any]] = {}
        self.kept = 0

    def still(self, *state: int) -> bool:
        """See `Known.still`; the state is the revision."""
        return state == (self.revision,) and self.kept <= MOST_LOOKED_UP

    def take(self, found: "Looking") -> None:
        """Nothing; what a transaction looked up is known, now that it is sure to have seen this revision."""
        for kind, new in found.new.items():
            self.kinds.setdefault(kind, {}).update(new)
            self.kept += len(new)


class Looking:
    """What one transaction looks up beside what is known. Nobody else knows it before `Lookups.take`: a transaction may
    have seen two revisions."""

    def __init__(self, known: Lookups) -> None:
        self._known = known
        self.new: dict[object, dict[Any, Any]] = {}

    def each(self, kind: object, keys: Iterable[K], look: Callable[[list[K]], dict[K, T]]) -> dict[K, T]:
        """Key → what is found for it, in the order of the keys, those without any absent."""
        known = self._known.kinds.get(kind, {})
        new = self.new.setdefault(kind, {})
        wanted = list(dict.fromkeys(keys))
        unknown = [key for key in wanted if key not in known and key not in new]
        if unknown:
            new.update(dict.fromkeys(unknown) | look(unknown))
        there = ((key, known[key] if key in known else new[key]) for key in wanted)
        return {key: found for key, found in there if found is not None}

    def few(self, kind: object, keys: Sequence[K], look: Callable[[list[K]], dict[K, T]]) -> dict[K, T]:
        """The same for what is large: known from then on only where few are asked for and none is long."""
        if len(keys) > FEW:
            return look(list(dict.fromkeys(keys)))
        found = self.each(kind, keys, look)
        if len(self._known.kinds.get(kind, ())) > MOST_FEW or any(map(is_long, found.values())):
            self.new.pop(kind)
        return found


def cheaper(wanted: int, size: int, fitting: int) -> bool:
    """Whether to walk through all `size` memories in order until `wanted` of the `fitting` ones are met is likely to look
    at fewer of them than to gather and sort all that fit."""
    return wanted * size < fitting * fitting


def is_long(found: object) -> bool:
    """Whether it is a memory of more text than is kept."""
    return isinstance(found, Memory) and len(found.content) > SHORT
