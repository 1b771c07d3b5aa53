"""The audit: one line of JSON for each write and erase, who did what to which ids, never what it said."""

import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from graphcue.presentation import instant_text, to_text

MOST_IDS = 100
"""Ids that a line names; `ids_in_all` counts them."""


class Audit:
    """Lines in a file that only grows, or on standard error; threads and processes may share the file."""

    def __init__(self, path: str = "") -> None:
        self._path = path
        self._lock = threading.Lock()
        self._handle = -1

    def tell(self, actor: str, namespace: str, action: str, ids: Sequence[str], **more: Any) -> None:
        """Nothing; the line is written. `actor` is the id of a key, or where somebody without one came from."""
        told = {
            "at": instant_text(time.time_ns() // 1_000_000),
            "event": "audit",
            "actor": actor,
            "namespace": namespace,
            "action": action,
            "ids": list(ids[:MOST_IDS]),
            "ids_in_all": len(ids),
            **more,
        }
        self.write(to_text(told))

    def write(self, line: str) -> None:
        """Nothing; the line stands in the file as one piece."""
        data = f"{line}\n".encode("utf-8", "backslashreplace")
        if not self._path:
            sys.stderr.buffer.write(data)
            sys.stderr.flush()
            return
        with self._lock:
            if self._handle < 0:
                self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.write(self._handle, data)

    def close(self) -> None:
        """Nothing; the file is closed."""
        with self._lock:
            if self._handle >= 0:
                os.close(self._handle)
                self._handle = -1
