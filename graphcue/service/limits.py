"""How much a caller may ask: requests a minute, counted by all workers together, and bytes of a body."""

import fcntl
import mmap
import os
import struct
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

from graphcue.errors import TooLarge, TooMany

SLOT = struct.Struct("dd")
SLOTS = 65_536
DRAINED = 64 * 1024 * 1024
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Rates:
    """A bucket a key: it holds a tenth of a minute's requests at most, and fills evenly. In a file when workers share it."""

    def __init__(self, a_minute: int, folder: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_minute / 60
        self._most = max(1.0, a_minute / 10)
        self._clock = clock
        self._file = -1
        if folder:
            self._file = os.open(Path(folder) / "rates", os.O_RDWR | os.O_CREAT, 0o600)
            os.ftruncate(self._file, SLOT.size * SLOTS)
        self._slots = mmap.mmap(self._file, SLOT.size * SLOTS)

    def take(self, slot: int) -> None:
        """Nothing, for one request more. Raises TooMany with the seconds to wait."""
        if not self._a_second:
            return
        at = slot % SLOTS * SLOT.size
        if self._file >= 0:
            fcntl.lockf(self._file, fcntl.LOCK_EX, SLOT.size, at)
        try:
            wait = self._taken(at)
        finally:
            if self._file >= 0:
                fcntl.lockf(self._file, fcntl.LOCK_UN, SLOT.size, at)
        if wait:
            raise TooMany(
                f"this key has made its requests for now; wait {wait} s, or raise GRAPHCUE_SERVICE_RATE", wait=wait
            )

    def _taken(self, at: int) -> int:
        """Whole seconds to wait for a request; 0 when it was taken."""
        left, then = SLOT.unpack_from(self._slots, at)
        now = self._clock()
        left = self._most if not then else min(self._most, left + (now - then) * self._a_second)
        wait = 0 if left >= 1 else int((1 - left) / self._a_second) + 1
        SLOT.pack_into(self._slots, at, left if wait else left - 1, now)
        return wait

    def close(self) -> None:
        """Nothing; the file is closed."""
        self._slots.close()
        if self._file >= 0:
            os.close(self._file)


def too_large(most: int) -> TooLarge:
    """The error for a body beyond its limit."""
    return TooLarge(f"a request may have {most} bytes; raise GRAPHCUE_SERVICE_BODY or import in lines", most=most)


def bounded(receive: Receive, most: int) -> Receive:
    """What is received, as long as its body stays within the limit. Raises TooLarge."""
    seen = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > most:
                raise too_large(most)
        return message

    return limited


async def drained(receive: Receive) -> None:
    """Nothing, once the rest of a body was thrown away: many clients read no answer before they have sent all of it. A
    body without end is cut off."""
    seen = 0
    while seen < DRAINED:
        message = await receive()
        seen += len(message.get("body", b""))
        if not message.get("more_body"):
            return
