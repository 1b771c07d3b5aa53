"""A store whose reads can be watched and stopped: how long it worked, how much it found, and whether anybody still waits.

A read asks the store several times. Between two of these a read that nobody waits for ends with `Stopped`; writes go on.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Event
from typing import Any, cast

from graphcue.stores.contract import Reader, Store, T, Writer


class Stopped(Exception):
    """Nobody waits for this read any more."""


@dataclass(slots=True)
class Watch:
    """What one call asked of its store: nanoseconds in it, cues looked up, candidates found."""

    stopped: Event = field(default_factory=Event)
    store_ns: int = 0
    cues: int = 0
    candidates: int = 0


watching: ContextVar[Watch | None] = ContextVar("watching", default=None)
"""The watch over what this thread does now."""


class WatchedStore:
    """A store, each of whose reads is seen by the watch of its thread, where there is one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, namespace: str, work: Callable[[Reader], T]) -> T:
        """See `Store.read`. Raises Stopped."""
        watch = watching.get()
        if watch is None:
            return self._store.read(namespace, work)
        return self._store.read(namespace, lambda reader: work(cast(Reader, WatchedReader(reader, watch))))

    def write(self, namespace: str, work: Callable[[Writer], T]) -> T:
        """See `Store.write`: whoever began to write ends it."""
        return self._store.write(namespace, work)

    def namespaces(self) -> tuple[str, ...]:
        """See `Store.namespaces`."""
        return self._store.namespaces()

    def close(self) -> None:
        """See `Store.close`."""
        self._store.close()


class WatchedReader:
    """A reader; each question that is put to it is seen by the watch."""

    __slots__ = ("_reader", "_watch")

    def __init__(self, reader: Reader, watch: Watch) -> None:
        self._reader = reader
        self._watch = watch

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._reader, name)
        if not callable(asked):
            return asked
        watch = self._watch
        if watch.stopped.is_set():
            raise Stopped

        def seen(*given: Any, **named: Any) -> Any:
            start = time.perf_counter_ns()
            try:
                found = asked(*given, **named)
            finally:
                watch.store_ns += time.perf_counter_ns() - start
            if name == "match":
                watch.candidates += len(found)
            elif name == "cues":
                watch.cues += len(found)
            return found

        return seen
