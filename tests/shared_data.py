"""Where the evaluation data lies: tests that need it are skipped where it is absent."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

ABSENT = "the shared evaluation data is absent"


def shared(path: str) -> Path:
    """The file or folder `path` of the evaluation data, under GRAPHCUE_SHARED or the folder beside the repository.

    The test that asks is skipped where it does not exist, or fails where GRAPHCUE_REQUIRE_SHARED is set.
    """
    beside = Path(__file__).resolve().parents[2] / "shared"
    found = Path(os.environ.get("GRAPHCUE_SHARED") or beside) / path
    if not found.exists():
        if os.environ.get("GRAPHCUE_REQUIRE_SHARED"):
            pytest.fail(ABSENT, pytrace=False)
        pytest.skip(ABSENT, allow_module_level=True)
    return found


def shared_lines(path: str) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file of the evaluation data, in its order."""
    return [json.loads(line) for line in shared(path).read_text(encoding="utf-8").splitlines() if line.strip()]
