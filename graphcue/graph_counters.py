"""How often memories were recalled: counters beside the memories, outside of their fingerprint; part of `MemoryGraph`."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from graphcue.graph_part import Part
from graphcue.stores.contract import Reader, Session

T = TypeVar("T")
KEY = "\x1frecalls"
"""What a store keeps the counters under, beside the sessions: no session of a caller can have that id."""
MOST = 10_000
"""Memories whose counts are kept: those that were recalled last."""
MOST_TRIES = 20
FOREVER = 2**53 - 1


class Counters(Part):
    """Counts of recalls; part of `MemoryGraph`."""

    _counters: Mapping[str, int] | None = None
    """The counts of a receipt, in place of those that are kept."""

    def recall_counts(self, ids: Iterable[str] | None = None) -> dict[str, int]:
        """Memory id → how often it was among the results of a recall, since `count_recalls` is set; those of 0 absent.

        All that are kept without `ids`, sorted.
        """
        counts = self._read(self._counts)
        return {id: counts[id] for id in sorted(counts if ids is None else set(ids)) if id in counts}

    def _counts(self, reader: Reader) -> Mapping[str, int]:
        if self._counters is not None:
            return self._counters
        return {id: count for id, (count, _) in _parsed(reader.session(KEY).state).items()}

    def _counting(self, reader: Reader, used: dict[str, int]) -> Callable[[Sequence[str]], Mapping[str, int]]:
        """What tells the counts of memories; those that are looked at stand in `used` too."""

        def counts(ids: Sequence[str]) -> Mapping[str, int]:
            known = self._counts(reader)
            used.update((id, known[id]) for id in ids if id in known)
            return used

        return counts

    def _count(self, ids: Sequence[str]) -> None:
        """Nothing; each of the memories was recalled once more. Where others count all the time, one time is not counted:
        an answer never waits for it."""
        if not ids or not self.settings.count_recalls or self._counters is not None:
            return
        now = self._clock()
        for _ in range(MOST_TRIES):
            kept = self._read(lambda reader: reader.session(KEY))
            state = Session(KEY, counted(kept.state, ids, now), kept.version + 1, FOREVER)
            if self._store.keep(self.namespace, state, kept.version, now):
                return


def counted(state: str, ids: Iterable[str], now: int) -> str:
    """The counters as text after these memories were recalled at `now` (ms UTC); of more than MOST those recalled last."""
    counts = _parsed(state)
    for id in ids:
        counts[id] = (counts.get(id, (0, 0))[0] + 1, now)
    last = sorted(counts.items(), key=lambda pair: (-pair[1][1], pair[0]))[:MOST]
    return json.dumps(dict(sorted(last)), ensure_ascii=True, separators=(",", ":"))


def counting_only(state: str, there: Callable[[Sequence[str]], Iterable[str]]) -> str:
    """The counters as text, of those memories alone that are `there` among them."""
    counts = _parsed(state)
    left = {id: counts[id] for id in sorted(there(sorted(counts)))}
    return json.dumps(left, ensure_ascii=True, separators=(",", ":"))


def _parsed(state: str) -> dict[str, tuple[int, int]]:
    return {id: (count, last) for id, (count, last) in json.loads(state).items()} if state else {}
