"""Times: the forms that are read, the ones that are refused, and the way back to text."""

import os
import time
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.errors import InvalidTime
from graphcue.language.moments import find_date, format_moment, parse_time
from graphcue.model import Moment

EAST = timezone(timedelta(hours=8))


def ms(*parts: int, hours: float = 0) -> int:
    return int((datetime(*parts, tzinfo=UTC) - timedelta(hours=hours)).timestamp() * 1000)  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2023-02-23", Moment(ms(2023, 2, 23, hours=8), 480, "day")),
        ("2023-02-23T09:30", Moment(ms(2023, 2, 23, 9, 30, hours=8), 480, "minute")),
        ("2023-02-23 09:30:15", Moment(ms(2023, 2, 23, 9, 30, 15, hours=8), 480, "second")),
        ("2023-02-23T09:30:15Z", Moment(ms(2023, 2, 23, 9, 30, 15), 0, "second")),
        ("2023-02-23T09:30-03:30", Moment(ms(2023, 2, 23, 9, 30, hours=-3.5), -210, "minute")),
        ("2023-02-23 09:30:15 +0530", Moment(ms(2023, 2, 23, 9, 30, 15, hours=5.5), 330, "second")),
        ("2023-02-23T09:30:15.250Z", Moment(ms(2023, 2, 23, 9, 30, 15) + 250, 0, "second")),
        (" 2024-02-29 ", Moment(ms(2024, 2, 29, hours=8), 480, "day")),
    ],
)
def test_the_forms_that_are_read(text: str, moment: Moment) -> None:
    assert parse_time(text, EAST) == moment


@pytest.mark.parametrize(
    "text",
    [
        "2023-02-29",
        "2023-13-01",
        "2023-00-10",
        "2023-04-31T10:00",
        "2023-01-01T24:00",
        "2023-01-01T10:60",
        "2023-01-01T10:00:60",
        "2023-01-01T10:00+24:00",
        "2023-01-01T10:00+08:60",
        "0000-01-01",
        "2023-1-5",
        "20230105",
        "",
        "yesterday",
        "2023",
        "2023-01",
        "1700000000",
        "２０２３-01-05",
        "2023-01-05\n2023-01-06",
        "2023-01-05T",
        "x" * 9999,
    ],
)
def test_another_form_or_an_impossible_date_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(InvalidTime) as caught:
        parse_time(text, EAST)
    assert text[:60].strip() in caught.value.fields["text"]
    assert "\n" not in caught.value.message and len(caught.value.message) < 250


def test_a_zone_with_summer_time_gives_the_offset_of_the_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert parse_time("2023-01-15", berlin).offset == 60
    assert parse_time("2023-07-15", berlin).offset == 120


def test_an_old_offset_with_seconds_still_comes_back_as_the_same_text() -> None:
    shanghai = ZoneInfo("Asia/Shanghai")
    assert format_moment(parse_time("1890-05-05", shanghai)) == "1890-05-05"


def test_the_zone_of_the_host_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    before = parse_time("2023-02-23T09:30", EAST)
    monkeypatch.setitem(os.environ, "TZ", "America/St_Johns")
    time.tzset()
    try:
        assert parse_time("2023-02-23T09:30", EAST) == before
        assert format_moment(before) == "2023-02-23T09:30+08:00"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "text",
    [
        "2023-02-23",
        "0001-01-01",
        "9999-12-31",
        "2023-02-23T09:30+08:00",
        "2023-02-23T09:30:15Z",
        "2023-02-23T09:30:15.007-03:30",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
    ],
)
def test_a_moment_is_written_as_it_was_read(text: str) -> None:
    assert format_moment(parse_time(text, EAST)) == text


@given(st.datetimes(), st.integers(-14 * 60, 14 * 60), st.sampled_from(["day", "minute", "second"]))
def test_text_and_moment_are_one_to_one(when: datetime, offset: int, grain: str) -> None:
    zone = timezone(timedelta(minutes=offset))
    text = when.isoformat()[: {"day": 10, "minute": 16, "second": 19}[grain]]
    moment = parse_time(text, zone)
    assert moment.grain == grain
    assert parse_time(format_moment(moment), zone) == moment


def test_a_moment_outside_the_calendar_is_refused() -> None:
    with pytest.raises(InvalidTime, match="years 1 to 9999"):
        format_moment(Moment(10**17))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-01-15.md", "2026-01-15"),
        ("会议纪要2026-01-15.md", "2026-01-15"),
        ("2026_1_5_meeting", "2026-01-05"),
        ("20260115例会", "2026-01-15"),
        ("2026年1月15日 周会", "2026-01-15"),
        ("2026/1/15", "2026-01-15"),
        ("2026-02-30 then 2026-03-01", "2026-03-01"),
    ],
)
def test_a_date_is_found_in_a_name(text: str, day: str) -> None:
    found = find_date(text, EAST)
    assert found == parse_time(day, EAST)


@pytest.mark.parametrize(
    "text", ["", "版本2024.1.2", "v2024.1.2", "release 2024.1.2", "1234567890", "2026-01", "第15次", "2024.1.2.3"]
)
def test_what_is_no_date_is_not_taken_for_one(text: str) -> None:
    assert find_date(text, EAST) is None


@given(st.text())
def test_no_text_raises_anything_but_invalid_time(text: str) -> None:
    find_date(text, EAST)
    with pytest.raises(InvalidTime):
        parse_time("x" + text, EAST)
