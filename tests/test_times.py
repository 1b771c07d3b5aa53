"""Times in Chinese and English: the own set, the shared gold, and what must hold for any text."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcue.language.times import TimeSpan, find_times

ZONE = ZoneInfo("Asia/Shanghai")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HERE = Path(__file__).parent
SHARED = Path(os.environ.get("GRAPHCUE_SHARED", HERE.parents[1] / "shared"))
Row = dict[str, Any]


def milliseconds(local: str, zone: ZoneInfo = ZONE) -> int:
    return (datetime.fromisoformat(local).replace(tzinfo=zone) - EPOCH) // timedelta(milliseconds=1)


REFERENCE = milliseconds("2026-01-20 10:00")


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def gold() -> list[Row]:
    path = SHARED / "gold" / "times.jsonl"
    if not path.exists():
        pytest.skip("the shared evaluation data is absent")
    return rows(path)


def named(row: Row) -> list[tuple[int | None, int | None, str]]:
    return [(start and milliseconds(start), end and milliseconds(end), text) for start, end, text in row["times"]]


OWN = rows(HERE / "data" / "times.jsonl")


@pytest.mark.parametrize("row", OWN, ids=[row["text"] for row in OWN])
def test_own_expressions(row: Row) -> None:
    text = row["text"]
    found = find_times(text, REFERENCE, ZONE)
    assert [(one.start, one.end, text[one.text_start : one.text_end]) for one in found] == named(row)


def is_accepted(spans: tuple[TimeSpan, ...], row: Row) -> bool:
    """Exactly one time was found, and it is one of the accepted intervals within the tolerance."""
    if len(spans) != 1:
        return False
    tolerance = int(row["tolerance_hours"] * 3_600_000)
    return any(
        near(spans[0].start, accepted[0], tolerance) and near(spans[0].end, accepted[1], tolerance)
        for accepted in row["accepted"]
    )


def near(found: int | None, accepted: str, tolerance: int) -> bool:
    if accepted.startswith(("0001", "9999")):
        return found is None
    return found is not None and abs(found - milliseconds(accepted)) <= tolerance


@pytest.mark.parametrize("language", ["zh", "en"])
def test_shared_gold(language: str) -> None:
    cases = [(row, row[field]) for row in gold() if row["lang"] == language for field in ("expression", "sentence")]
    wrong = [text for row, text in cases if not is_accepted(find_times(text, REFERENCE, ZONE), row)]
    assert len(cases) > 50
    assert len(wrong) <= 0.03 * len(cases), wrong
