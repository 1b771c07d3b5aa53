"""A namespace as a whole: memories and declared relations as they are kept; part of `MemoryGraph`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from graphcue import doctor, reindexing
from graphcue.doctor import Health
from graphcue.errors import ReindexNeeded
from graphcue.graph_part import Part
from graphcue.language import LANGUAGE_VERSION
from graphcue.language.words import versioned
from graphcue.model import Memory
from graphcue.reindexing import Reindexed
from graphcue.stores.contract import Description, Edge, Reader, Where
from graphcue.writing.known import NO_NAMES
from graphcue.writing.links import DECLARED_BY_CALL

T = TypeVar("T")
R = TypeVar("R", bound=Reader)
PAGE = 500


@dataclass(frozen=True, slots=True)
class Stored:
    """A page of memories as they are kept, oldest first; `after` goes on, None at the end."""

    memories: tuple[Memory, ...]
    after: str | None


class Whole(Part):
    """What copying and exporting need of a namespace."""

    def written(self) -> bool:
        """Whether anything was ever written into the namespace."""
        return self._store.read(self.namespace, lambda reader: bool(reader.describe().revision))

    def stored(self, after: str | None = None) -> Stored:
        """A page of the memories as they are kept."""

        def work(reader: Reader) -> Stored:
            page = reader.page(Where(), "oldest", after, PAGE)
            return Stored(tuple(reader.get(page.ids).values()), page.after)

        return self._read(work)

    def find(self, ids: Sequence[str]) -> dict[str, Memory]:
        """The memories by id, missing ones absent."""
        return self._read(lambda reader: reader.get(ids))

    def examine(self) -> Health:
        """Whether the namespace is whole: what it holds against what its memories say. Changes nothing.

        Raises UnknownNamespace.
        """
        self.describe()
        with self._tables().in_force():
            return doctor.examine(self._store, self.namespace, self._clock())

    def mend(self) -> Health:
        """What was wrong, mended as far as that can be; `graphcue doctor --fix`. Raises UnknownNamespace."""
        self.describe()
        with self._tables().in_force():
            health = doctor.mend(self._store, self.namespace, self._clock())
        self._names = NO_NAMES
        return health

    def reindex(self, on_progress: Callable[[int, int], None] | None = None) -> Reindexed:
        """What was made: the namespace's graph anew, by the rules and dictionaries in force. Everybody is answered from the
        old one until it is done. Broken off, it goes on when it is done again; `on_progress` hears (memories done, in all).

        Raises UnknownNamespace, and Conflict when the namespace is written to all the time, or is not whole.
        """
        with self._tables().in_force():
            done = reindexing.reindex(self._store, self.namespace, on_progress)
        self._names = NO_NAMES
        return done

    # what `MemoryGraph` has

    def describe(self) -> Description:
        raise NotImplementedError


def indexed(reader: R, namespace: str) -> R:
    """The reader itself. Raises ReindexNeeded where what it reads was indexed by other rules or dictionaries than those in
    force: questions would miss memories, and writing would mix both."""
    had, here = reader.describe().language, versioned(LANGUAGE_VERSION)
    if had not in ("", here):
        raise ReindexNeeded(
            f"namespace {namespace!r} was indexed by rules and dictionaries {had}, here are {here}: run graphcue reindex",
            namespace=namespace,
            found=had,
            known=here,
        )
    return reader


def declared_by_call(edge: Edge) -> bool:
    """Whether a call of `relate` declared this edge."""
    return DECLARED_BY_CALL in edge.rule.split(", ")


def told(memory: Memory | None) -> Memory | None:
    """A memory without its stamps and what follows from others: what two stores compare."""
    return memory and replace(memory.unstamped(), superseded_at=None)
