"""Whether the store answers: looked at again and again, so that nobody has to wait for one that does not."""

import asyncio
import gc
import os
import signal
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from graphcue.errors import GraphcueError, StoreAccess, StoreError
from graphcue.graph_tenants import Tenants
from graphcue.service.metrics import Metrics

Run = Callable[[Callable[[], Any]], Awaitable[Any]]
AGAIN = 1.0
HELD = 10.0
"""Seconds for which refused credentials are not tried again: a server locks out whoever insists."""


class Readiness:
    """What the last look at the store said. `cause` is None while it answers; a request then meets no wait of its own."""

    def __init__(self, tenants: Tenants, run: Run, metrics: Metrics, parent: int = 0) -> None:
        self._tenants = tenants
        self._run = run
        self._metrics = metrics
        self._parent = parent
        self._warm = False
        self._held_until = 0.0
        self.cause: GraphcueError | None = None

    @property
    def ready(self) -> bool:
        """Whether the store answered the last time, with its queries warmed."""
        return self._warm and self.cause is None

    def check(self) -> None:
        """Nothing while the store answers, or was not looked at yet. Raises what it failed with."""
        if isinstance(self.cause, StoreError):
            raise self.cause

    async def watch(self) -> None:
        """Never; looks at the store every second, and ends the process when the one that began it is gone."""
        while True:
            await self.look()
            self._metrics.state(ready=self.ready)
            if self._parent and os.getppid() != self._parent:
                os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(AGAIN)

    async def look(self) -> None:
        """Nothing; `cause` says what the store says now."""
        if monotonic() < self._held_until:
            return
        try:
            await self._run(self._tenants.names if self._warm else self._tenants.warm)
            if not self._warm:
                settle()
            back = self.cause is not None and self._warm
            self._warm, self.cause = True, None
            if back:  # whoever asks at once may wait a little; nobody is turned away
                await self._run(self._tenants.warm)
        except GraphcueError as error:
            self.cause = error
            self._metrics.store_failed(error.code)
            if isinstance(error, StoreAccess):
                self._held_until = monotonic() + HELD


def settle() -> None:
    """Nothing; what the process has loaded by now stays for its life, so Python's collector need not walk through it again:
    a full walk over dictionaries and names took forty milliseconds, every few hundred requests."""
    gc.collect()
    gc.freeze()
