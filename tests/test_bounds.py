"""Tests of `graphcue.language.bounds`."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from graphcue.errors import InvalidTime
from graphcue.language.bounds import interval

SHANGHAI = ZoneInfo("Asia/Shanghai")


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2023", "2023-01-01T00:00+08:00", "2024-01-01T00:00+08:00"),
        ("2023-03", "2023-03-01T00:00+08:00", "2023-04-01T00:00+08:00"),
        ("2024-2", "2024-02-01T00:00+08:00", "2024-03-01T00:00+08:00"),
        ("2023-12-31", "2023-12-31T00:00+08:00", "2024-01-01T00:00+08:00"),
        (" 2023-3-5 ", "2023-03-05T00:00+08:00", "2023-03-06T00:00+08:00"),
    ],
)
def test_a_year_month_or_day_is_all_of_it_in_the_zone(text: str, start: str, end: str) -> None:
    assert interval(text, SHANGHAI) == (at(start), at(end))


def test_an_iso_time_is_a_millisecond() -> None:
    assert interval("2023-03-05T10:00", SHANGHAI) == (at("2023-03-05T10:00+08:00"), at("2023-03-05T10:00+08:00") + 1)
    assert interval("2023-03-05T10:00Z", SHANGHAI)[0] == at("2023-03-05T10:00+00:00")


def test_a_day_on_which_clocks_change_is_as_long_as_it_was() -> None:
    start, end = interval("2024-03-10", ZoneInfo("America/New_York"))
    assert end - start == 23 * 3_600_000


@pytest.mark.parametrize(
    "text", ["", "2023-13", "2023-02-29", "0000", "yesterday", "23-01-01", "2023-", "9999999", "９９"]
)
def test_what_is_no_date_is_named_in_the_error(text: str) -> None:
    with pytest.raises(InvalidTime) as caught:
        interval(text, UTC)
    assert caught.value.fields == {"time": text}


def test_the_last_year_of_the_calendar_does_not_overflow_silently() -> None:
    with pytest.raises(InvalidTime):
        interval("9999-12-31", UTC)
