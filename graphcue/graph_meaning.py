"""The index of what memories mean, brought up to date when it is asked; part of `MemoryGraph`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from graphcue import semantic
from graphcue.errors import StoreAccess, StoreReadOnly
from graphcue.graph_part import Part
from graphcue.model import Memory
from graphcue.recall.semantic import Alike
from graphcue.stores.contract import Reader, Vector

T = TypeVar("T")
FEW = 50
"""Memories that are encoded while the store is being read; more are encoded before, and then it is read anew."""
BATCH = 500
MOST_TRIES = 10


class _Behind(Exception):
    """More memories are to be encoded than a reader should wait for."""


class Meanings(Part):
    """What memories mean; part of `MemoryGraph`. Nothing here runs unless the setting `semantic` is on."""

    def _alike(self, few: int = FEW) -> Alike | None:
        """What tells which memories mean the like; None unless the settings ask for it. Raises MissingExtra."""
        if not self.settings.semantic:
            return None
        semantic.require()

        def alike(reader: Reader, text: str) -> Sequence[tuple[str, int]]:
            index = self._index_at(reader, few)
            return index.alike(semantic.encoded(text), self.settings.semantic_least)

        return alike

    def _reading_meaning(self, work: Callable[[Reader, Alike | None], T]) -> T:
        """What `work` returns, having seen one revision and the index of it."""
        for _ in range(MOST_TRIES):
            try:
                return self._read(lambda reader: work(reader, self._alike()))
            except _Behind:
                self._catch_up()
        return self._read(lambda reader: work(reader, self._alike(few=len(reader.stamps()))))

    def _index_at(self, reader: Reader, few: int) -> semantic.Index:
        """The index at the reader's revision. Raises _Behind where more than `few` memories are missing in it."""
        described = reader.describe()
        known = self._meant.index
        if known.revision == described.revision:
            return known
        stamps = reader.stamps()
        vectors = self._standing(stamps, semantic.maker(described.form))
        missing = [id for id in stamps if id not in vectors]
        if len(missing) > few:
            raise _Behind
        vectors |= self._kept(reader.get(missing), described.form)
        self._meant.index = made = semantic.index(described.revision, {id: vectors[id] for id in stamps})
        return made

    def _catch_up(self) -> None:
        """Nothing; nearly every memory has its vector. Nobody waits for the store while texts are encoded."""

        def missing(reader: Reader) -> tuple[list[str], int]:
            stamps, form = reader.stamps(), reader.describe().form
            have = self._standing(stamps, semantic.maker(form))
            return [id for id in stamps if id not in have], form

        ids, form = self._read(missing)
        for start in range(0, len(ids), BATCH):
            memories = self._read(partial(_memories, ids=ids[start : start + BATCH]))
            made = self._kept(memories, form)
            known = self._meant.index.vectors
            self._meant.index = semantic.Index(semantic.NEVER, {**known, **made})

    def _standing(self, stamps: Mapping[str, int], maker: str) -> dict[str, Vector]:
        """The vectors at hand, or kept by the store, of memories that are as they were."""
        found = _as_they_were(self._meant.index.vectors, stamps, maker)
        if len(found) < len(stamps):
            found |= _as_they_were(self._store.vectors(self.namespace), stamps, maker)
        return found

    def _kept(self, memories: Mapping[str, Memory], form: int) -> dict[str, Vector]:
        """The vectors of these memories, which the store keeps if it can be written to."""
        maker = semantic.maker(form)
        made = {id: Vector(semantic.encoded(one.content), maker, one.revision) for id, one in memories.items()}
        if made:
            with suppress(StoreReadOnly, StoreAccess):
                self._store.keep_vectors(self.namespace, made)
        return made


def _as_they_were(vectors: Mapping[str, Vector], stamps: Mapping[str, int], maker: str) -> dict[str, Vector]:
    return {id: one for id, one in vectors.items() if stamps.get(id) == one.revision and one.maker == maker}


def _memories(reader: Reader, ids: Iterable[str]) -> dict[str, Memory]:
    return reader.get(list(ids))
