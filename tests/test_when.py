"""Tests of `graphcue.recall.when`: the stretches of time that a question asks for."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from graphcue.graph import MemoryGraph
from graphcue.language.times import find_times
from graphcue.recall.when import When, when
from tests.conftest import NOW

ZONE = ZoneInfo("Asia/Shanghai")


def asked(memory: MemoryGraph, text: str) -> When:
    times = find_times(text, NOW, ZONE)
    return memory._store.read(memory.namespace, lambda reader: when(reader, text, times, ZONE, NOW))


def days(found: tuple[tuple[int | None, int | None], ...]) -> list[str]:
    """Each stretch as its first and its last day."""
    return [f"{_day(start or 0)}..{_day((end or 0) - 1)}" for start, end in found]


def _day(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).astimezone(ZONE).strftime("%Y-%m-%d")


@pytest.fixture
def two_years(memory: MemoryGraph) -> MemoryGraph:
    memory.remember("桥台浇筑", occurred_at="2023-06-01")
    memory.remember("桥面铺装", occurred_at="2024-06-01")
    return memory


def test_a_date_without_a_year_is_one_of_any_year_that_memories_lie_in(two_years: MemoryGraph) -> None:
    assert days(asked(two_years, "6月浇筑").spans) == ["2023-06-01..2023-06-30", "2024-06-01..2024-06-30"]
    assert days(asked(two_years, "6月3日至5日期间").spans) == ["2023-06-03..2023-06-05", "2024-06-03..2024-06-05"]
    assert days(asked(two_years, "in June 2024").spans) == ["2024-06-01..2024-06-30"]


def test_days_of_a_list_are_of_the_month_that_stands_before_them(two_years: MemoryGraph) -> None:
    assert days(asked(two_years, "2024年6月9日、12日和14日").spans) == [
        f"2024-06-{d}..2024-06-{d}" for d in ("09", "12", "14")
    ]
    assert len(asked(two_years, "6月9日、12日").spans) == 4
    assert days(asked(two_years, "2024年7月上旬和中下旬").spans) == ["2024-07-01..2024-07-10", "2024-07-11..2024-07-31"]


def test_around_a_part_of_a_month_stands_the_month(two_years: MemoryGraph) -> None:
    found = asked(two_years, "2024年5月底和6月初")
    assert days(found.spans) == ["2024-05-21..2024-05-31", "2024-06-01..2024-06-10"]
    assert days(found.around) == ["2024-05-01..2024-05-31", "2024-06-01..2024-06-30"]
    assert asked(two_years, "2024年5月").around == ()


def test_a_weekday_counts_only_where_no_date_stands(two_years: MemoryGraph) -> None:
    bare = asked(two_years, "昨天是周三")
    assert len(bare.spans) == 1 and bare.dated
    assert not asked(two_years, "周五晚上").dated
    assert days(asked(two_years, "2024年6月的周五晚上").spans) == ["2024-06-01..2024-06-30"]
    assert asked(two_years, "桥面") == When()
