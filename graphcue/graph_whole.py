"""A namespace as a whole: memories and declared relations as they are kept; part of `MemoryGraph`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from graphcue.model import RELATIONS, Memory
from graphcue.stores.contract import Edge, Reader, Store, Where, Writer
from graphcue.writing.changes import Difference, Written
from graphcue.writing.links import DECLARED_BY_CALL

T = TypeVar("T")
PAGE = 500


@dataclass(frozen=True, slots=True)
class Stored:
    """A page of memories as they are kept, oldest first; `after` goes on, None at the end."""

    memories: tuple[Memory, ...]
    after: str | None


class Whole:
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

    def keep(self, memories: Iterable[Memory]) -> None:
        """Nothing; the memories stand in the namespace as they are given, and everything that follows from them."""
        wanted = {memory.id: replace(memory, superseded_at=None, revision=0) for memory in memories}

        def work(writer: Writer) -> tuple[None, Written | None]:
            there = writer.get(list(wanted))
            kept: dict[str, Memory | None] = {}
            for id, memory in wanted.items():
                if told(there.get(id)) != told(memory):
                    kept[id] = replace(memory, superseded_at=there[id].superseded_at if id in there else None)
            return None, self._apply(writer, Difference({id: there.get(id) for id in kept}, kept))

        self._write(work)

    def declared_relations(self) -> Iterator[tuple[str, str, str]]:
        """(type, source id, target id) of every relation that a call declared, by source."""
        after: str | None = None
        while True:
            page = self.stored(after)
            ids = [memory.id for memory in page.memories]
            edges = self._edges_from(ids)
            for id in ids:
                yield from ((e.type, e.source, e.target) for e in edges.get(id, ()) if declared_by_call(e))
            if page.after is None:
                return
            after = page.after

    def _edges_from(self, ids: Sequence[str]) -> dict[str, tuple[Edge, ...]]:
        return self._read(lambda reader: reader.neighbours(ids, RELATIONS, "out", 1_000_000))

    # what `MemoryGraph` has

    namespace: str
    _store: Store

    def _read(self, work: Callable[[Reader], T]) -> T:
        raise NotImplementedError

    def _write(self, work: Callable[[Writer], tuple[T, Written | None]]) -> tuple[T, Written | None]:
        raise NotImplementedError

    def _apply(self, writer: Writer, difference: Difference) -> Written | None:
        raise NotImplementedError


def declared_by_call(edge: Edge) -> bool:
    """Whether a call of `relate` declared this edge."""
    return DECLARED_BY_CALL in edge.rule.split(", ")


def told(memory: Memory | None) -> Memory | None:
    """A memory without its stamps and what follows from others: what two stores compare."""
    return memory and replace(memory.unstamped(), superseded_at=None)
