"""Tests of `graphcue.language.spoken`: the times that a text speaks of."""

from datetime import UTC, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from graphcue.language.spoken import lies_in, spoken_times, time_key, time_ranges
from graphcue.model import Moment

SAID = Moment(1_768_903_200_000, 480, "second")
"""2026-01-20 18:00 in Shanghai, a Tuesday."""


def keys(text: str, said: Moment | None = SAID) -> list[str]:
    return [one.key.removeprefix("time:") for one in spoken_times(text, said)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("下周三评审", ["2026-01-28T00:00/2026-01-29T00:00"]),
        ("去年国庆去了海边", ["2025-10-01T00:00/2025-10-02T00:00"]),
        ("we met on 5 March 2025", ["2025-03-05T00:00/2025-03-06T00:00"]),
        ("Q3 2025 的结果", ["2025-07-01T00:00/2025-10-01T00:00"]),
        ("昨天下午三点", ["2026-01-19T15:00/2026-01-19T16:00"]),
    ],
)
def test_a_time_is_an_interval_on_the_clock_of_the_place(text: str, wanted: list[str]) -> None:
    assert keys(text) == wanted


@pytest.mark.parametrize(
    "text", ["今天很累", "今晚八点开会", "最近三天", "since Monday", "从去年三月起", "版本2024.1.2", "随便说说"]
)
def test_what_says_no_more_than_the_moment_does(text: str) -> None:
    assert keys(text) == []


def test_a_moment_of_no_hour_hides_nothing() -> None:
    day = Moment(SAID.ms - SAID.ms % 86_400_000 - 8 * 3_600_000, 480, "day")
    assert keys("昨天开会", day) == ["2026-01-19T00:00/2026-01-20T00:00"]
    assert keys("明天开会", day) == ["2026-01-21T00:00/2026-01-22T00:00"]
    assert keys("今天开会", day) == []


def test_without_a_moment_only_absolute_times_are_spoken_of() -> None:
    assert keys("去年国庆", None) == []
    assert keys("2025年10月1日", None) == keys("2025年10月1日") == ["2025-10-01T00:00/2025-10-02T00:00"]


def test_a_text_has_a_few_times_at_most() -> None:
    assert len(keys("、".join(f"2024年{month}月{day}日" for month in range(1, 13) for day in (1, 2)))) == 12


def test_a_question_finds_what_lies_in_its_span_in_any_zone() -> None:
    key = spoken_times("2025年10月1日", SAID)[0].key
    for zone in (UTC, ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York"), timezone(timedelta(hours=14))):
        start, end = (int((moment.timestamp()) * 1000) for moment in span(2025, 10, zone))
        ranges = time_ranges([(start, end)], zone)
        assert ranges == (("time:2025-10-01T00:00", "time:2025-11-01T00:00"),)
        assert lies_in(key, ranges) and ranges[0][0] <= key < ranges[0][1]
    assert lies_in(key, time_ranges([(None, None)], UTC))
    assert not lies_in(key, time_ranges([(None, 0)], UTC))


def span(year: int, month: int, zone: object) -> tuple[object, object]:
    from datetime import datetime

    return datetime(year, month, 1, tzinfo=zone), datetime(year, month + 1, 1, tzinfo=zone)


def test_what_lies_outside_of_the_calendar_has_no_key() -> None:
    assert time_key(-(10**17), 0, UTC) == ""
    assert time_ranges([(-(10**17), 10**17)], UTC) == (("time:", "time:~"),)
