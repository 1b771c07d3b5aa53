"""What was looked up in a namespace stays so until the next write: the rows of a transaction that writes nothing, with
what earlier ones met at the same revision."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from graphcue.model import Memory
from graphcue.stores.contract import Nearby, Outline
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_packing import pick, unpack
from graphcue.stores.sqlite_rows import Rows

T = TypeVar("T")

MOST_KEPT = 50_000
"""Things looked up that are carried on to the next transaction; with more it begins anew."""
MOST_POSTINGS = 200_000
MOST_NAMESPACES = 16
FEW = 100
"""Up to so many keys at once, whole memories and their edges are kept too: those of answers."""
MOST_FEW = 2_000
SHORT = 10_000
"""Characters of a memory that is kept."""


class Known:
    """What is known of one namespace at one revision, by ids, keys and rows; None stands for what is not there.

    Threads share it: each adds what it looked up, which is the same whoever did, and nothing is ever taken out.
    """

    def __init__(self, namespace: int, revision: int) -> None:
        self.namespace = namespace
        self.revision = revision
        self.facts: dict[str, Any] = {}
        self.cues: dict[str, tuple[int, int] | None] = {}
        self.memories: dict[str, int] = {}
        self.outlines: dict[int, Outline] = {}
        self.nearby: dict[str, Nearby] = {}
        self.blobs: dict[int, bytes | None] = {}
        self.words: dict[int, tuple[str, int] | None] = {}
        self.few: dict[tuple[object, str], Any] = {}
        self.postings: dict[int, dict[int, int]] = {}
        self.postings_kept = 0

    def still(self, namespace: int, revision: int) -> bool:
        """Whether it holds for a namespace at that revision, and is not too much to carry on."""
        kept = (
            len(self.cues)
            + len(self.memories)
            + len(self.outlines)
            + len(self.nearby)
            + len(self.blobs)
            + len(self.words)
        )
        return (namespace, revision) == (self.namespace, self.revision) and kept <= MOST_KEPT


class Knowledge:
    """What a store knows of each of the namespaces that were asked last."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}

    def at(self, name: str, namespace: int, revision: int) -> Known:
        """What is known of a namespace at a revision."""
        known = self._known.get(name)
        if known is None or not known.still(namespace, revision):
            if len(self._known) >= MOST_NAMESPACES:
                self._known = {}
            known = self._known[name] = Known(namespace, revision)
        return known


class StillRows(Rows):
    """The rows of a transaction that writes nothing."""

    def __init__(self, connection: Connection, known: Known) -> None:
        super().__init__(connection, known.namespace)
        self.known = known
        self._answers: dict[object, Any] = {}

    def cues(self, keys: Iterable[str]) -> dict[str, tuple[int, int]]:
        wanted, known = list(keys), self.known.cues
        new = [key for key in wanted if key not in known]
        if new:
            known.update(dict.fromkeys(new) | super().cues(new))
        return {key: found for key in wanted if (found := known[key])}

    def memories(self, ids: Iterable[str]) -> dict[str, int]:
        wanted, known = list(ids), self.known.memories
        new = [id for id in wanted if id not in known]
        if new:
            known.update(super().memories(new))
        return {id: known[id] for id in wanted if id in known}

    def outlines(self, rows: Iterable[int]) -> dict[int, Outline]:
        wanted, known = list(rows), self.known.outlines
        new = [row for row in wanted if row not in known]
        if new:
            found = super().outlines(new)
            known.update(found)
            self.known.memories.update({outline.id: row for row, outline in found.items()})
        return {row: known[row] for row in wanted}

    def words(self, rows: Iterable[int]) -> dict[int, tuple[str, int]]:
        wanted, known = list(rows), self.known.words
        new = [row for row in wanted if row not in known]
        if new:
            known.update(dict.fromkeys(new) | super().words(new))
        return {row: found for row in wanted if (found := known[row])}

    def carried(self, memories: Iterable[int]) -> dict[int, dict[int, int]]:
        return {memory: unpack(blob) for memory, blob in self._blobs(memories)}

    def carried_of(self, memories: Iterable[int], cues: frozenset[int]) -> dict[int, dict[int, int]]:
        picked = ((memory, pick(blob, cues)) for memory, blob in self._blobs(memories))
        return {memory: weights for memory, weights in picked if weights}

    def _blobs(self, memories: Iterable[int]) -> list[tuple[int, bytes]]:
        wanted, known = list(memories), self.known.blobs
        new = [memory for memory in wanted if memory not in known]
        if new:
            known.update(dict.fromkeys(new) | super().blobs(new))
        return [(memory, blob) for memory in wanted if (blob := known[memory])]

    def postings(self, cues: Mapping[int, int]) -> dict[int, dict[int, int]]:
        known = self.known.postings
        new = {cue: memories for cue, memories in cues.items() if cue not in known}
        found = super().postings(new) if new else {}
        if self.known.postings_kept + sum(new.values()) <= MOST_POSTINGS:
            known.update(found)
            self.known.postings_kept += sum(new.values())
        return {cue: known[cue] if cue in known else found[cue] for cue in cues}

    def nearby(self, ids: Iterable[str]) -> dict[str, Nearby]:
        wanted, known = list(ids), self.known.nearby
        new = [id for id in wanted if id not in known]
        if new:
            known.update(super().nearby(new))
        return {id: known[id] for id in wanted if id in known}

    def once(self, question: object, answer: Callable[[], T]) -> T:
        return _remembered(self._answers, question, answer)

    def kept(self, what: str, look: Callable[[], T]) -> T:
        return _remembered(self.known.facts, what, look)

    def each(self, what: object, keys: Sequence[str], look: Callable[[Sequence[str]], dict[str, T]]) -> dict[str, T]:
        if len(keys) > FEW or len(self.known.few) > MOST_FEW:
            return look(keys)
        known = self.known.few
        new = [key for key in keys if (what, key) not in known]
        found = look(new) if new else {}
        if all(not isinstance(one, Memory) or len(one.content) <= SHORT for one in found.values()):
            known.update({(what, key): found.get(key) for key in new})
        there = ((key, found[key] if key in found else known.get((what, key))) for key in keys)
        return {key: one for key, one in there if one is not None}


def _remembered(answers: dict[Any, Any], question: object, answer: Callable[[], T]) -> T:
    if question not in answers:
        answers[question] = answer()
    found: T = answers[question]
    return found
