"""What was looked up in a namespace stays so until the next write: the rows of a transaction that writes nothing, with
what earlier ones met at the same revision."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from graphcue.stores.contract import Nearby, Outline
from graphcue.stores.known import FEW, MOST_FEW, MOST_KEPT, is_long
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_rows import Rows

K = TypeVar("K")
T = TypeVar("T")

MOST_POSTINGS = 200_000


class Known:
    """What is known of one namespace at one revision, by ids, keys and rows; None stands for what is not there.

    Threads share it: each adds what it looked up, which is the same whoever did, and nothing is ever taken out.
    """

    def __init__(self, namespace: int, revision: int) -> None:
        self.namespace = namespace
        self.revision = revision
        self.facts: dict[str, Any] = {}
        self.cues: dict[str, tuple[int, int] | None] = {}
        self.memories: dict[str, int | None] = {}
        self.outlines: dict[int, Outline | None] = {}
        self.nearby: dict[str, Nearby | None] = {}
        self.blobs: dict[int, bytes | None] = {}
        self.words: dict[int, tuple[str, int] | None] = {}
        self.few: dict[tuple[object, str], Any] = {}
        self.postings: dict[int, dict[int, int]] = {}
        self.postings_kept = 0

    def still(self, *state: int) -> bool:
        """See `known.Known.still`; the state is the namespace's row and revision."""
        kept = (
            len(self.cues)
            + len(self.memories)
            + len(self.outlines)
            + len(self.nearby)
            + len(self.blobs)
            + len(self.words)
        )
        return state == (self.namespace, self.revision) and kept <= MOST_KEPT


class StillRows(Rows):
    """The rows of a transaction that writes nothing."""

    def __init__(self, connection: Connection, known: Known) -> None:
        super().__init__(connection, known.namespace)
        self.known = known
        self._answers: dict[object, Any] = {}

    def cues(self, keys: Iterable[str]) -> dict[str, tuple[int, int]]:
        return _looked_up(self.known.cues, keys, super().cues)

    def memories(self, ids: Iterable[str]) -> dict[str, int]:
        return _looked_up(self.known.memories, ids, super().memories)

    def outlines(self, rows: Iterable[int]) -> dict[int, Outline]:
        return _looked_up(self.known.outlines, rows, self._outlined)

    def _outlined(self, rows: Iterable[int]) -> dict[int, Outline]:
        found = super().outlines(rows)
        self.known.memories.update({outline.id: row for row, outline in found.items()})
        return found

    def words(self, rows: Iterable[int]) -> dict[int, tuple[str, int]]:
        return _looked_up(self.known.words, rows, super().words)

    def blobs(self, memories: Iterable[int]) -> dict[int, bytes]:
        return _looked_up(self.known.blobs, memories, super().blobs)

    def postings(self, cues: Mapping[int, int]) -> dict[int, dict[int, int]]:
        known = self.known.postings
        new = {cue: memories for cue, memories in cues.items() if cue not in known}
        found = super().postings(new) if new else {}
        if self.known.postings_kept + sum(new.values()) <= MOST_POSTINGS:
            known.update(found)
            self.known.postings_kept += sum(new.values())
        return {cue: known[cue] if cue in known else found[cue] for cue in cues}

    def nearby(self, ids: Iterable[str]) -> dict[str, Nearby]:
        return _looked_up(self.known.nearby, ids, super().nearby)

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
        if not any(map(is_long, found.values())):
            known.update({(what, key): found.get(key) for key in new})
        there = ((key, found[key] if key in found else known.get((what, key))) for key in keys)
        return {key: one for key, one in there if one is not None}


def _looked_up(known: dict[K, T | None], keys: Iterable[K], look: Callable[[list[K]], dict[K, T]]) -> dict[K, T]:
    """Key → what is known of it, in the order of the keys; what is not known yet is looked up, and known from then on."""
    wanted = list(keys)
    new = [key for key in wanted if key not in known]
    if new:
        known.update(dict.fromkeys(new) | look(new))
    return {key: found for key in wanted if (found := known[key]) is not None}


def _remembered(answers: dict[Any, Any], question: object, answer: Callable[[], T]) -> T:
    if question not in answers:
        answers[question] = answer()
    found: T = answers[question]
    return found
