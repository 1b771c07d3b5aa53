"""One line of JSON on standard error for each recall: numbers, and the question only where that was asked for."""

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from graphcue.graph_tenants import Watch
from graphcue.presentation import instant_text
from graphcue.service.wire import to_bytes
from graphcue.settings_service import ServiceSettings

if TYPE_CHECKING:
    from graphcue.service.working import Call


class RecallLog:
    """Writes those lines, or none, as the settings say."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._on = bool(settings.log_recalls)
        self._content = bool(settings.log_content)

    def recalled(self, call: "Call", value: Mapping[str, Any], watch: Watch, seconds: float) -> None:
        """Nothing; the line of a recall is written."""
        if not self._on:
            return
        found = value["results"]
        told = {
            "at": instant_text(time.time_ns() // 1_000_000),
            "event": "recall",
            "actor": call.caller.actor,
            "namespace": call.namespace,
            "cues": watch.cues,
            "candidates": watch.candidates,
            "results": len(found),
            "best": found[0]["relevance"] if found else 0,
            "reason": value["reason"],
            "truncated": value["truncated"],
            "ms": round(seconds * 1000, 3),
        }
        if self._content:
            told["question"] = value["question"]
        say(told)


def say(told: Mapping[str, Any]) -> None:
    """Nothing; the value stands on standard error as one line."""
    sys.stderr.buffer.write(to_bytes(told) + b"\n")
    sys.stderr.buffer.flush()
