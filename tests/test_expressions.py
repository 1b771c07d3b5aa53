"""Expressions of time and amounts by families, written before the code that reads them; see `tests/data/families_*.txt`."""

from datetime import UTC

import pytest

from graphcue.language.amounts import find_amounts
from graphcue.language.times import find_times
from tests.expressions import Expected, amounts, times

REFERENCE = 1_768_903_200_000
"""2026-01-20 10:00 UTC, a Tuesday."""
TIMES = times("families_times.txt")
AMOUNTS = amounts("families_amounts.txt")


def test_the_tables_hold_what_they_should() -> None:
    assert len(TIMES) >= 100 and len(AMOUNTS) >= 50
    for rows in (TIMES, AMOUNTS):
        assert 5 < sum(not row.accepted for row in rows) < len(rows) / 3
        assert len({row.text for row in rows}) == len(rows)


@pytest.mark.parametrize("row", TIMES, ids=[row.text for row in TIMES])
def test_times(row: Expected) -> None:
    found = find_times(row.text, REFERENCE, UTC)
    assert bool(found) == bool(row.accepted) and len(found) <= 1
    assert all(row.fits((one.start, one.end)) for one in found)


@pytest.mark.parametrize("row", AMOUNTS, ids=[row.text for row in AMOUNTS])
def test_amounts(row: Expected) -> None:
    found = find_amounts(row.text)
    assert bool(found) == bool(row.accepted) and len(found) <= 1
    assert all(row.fits((one.low, one.high), one.unit) for one in found)
