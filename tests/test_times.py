"""Times in Chinese and English: the own set, the shared gold, and what must hold for any text."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared_lines

from graphcue.language import calendar
from graphcue.language.lunar_tables import FIRST_YEAR, LUNAR_YEARS, TERM_MONTHS
from graphcue.language.times import TimeSpan, find_times

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Row = dict[str, Any]


def milliseconds(local: str, zone: ZoneInfo = SHANGHAI) -> int:
    return (datetime.fromisoformat(local).replace(tzinfo=zone) - EPOCH) // timedelta(milliseconds=1)


REFERENCE = milliseconds("2026-01-20 10:00")
PATH = Path(__file__).parent / "data" / "times.jsonl"
OWN: list[Row] = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]


def named(row: Row) -> list[tuple[int | None, int | None, str]]:
    return [(start and milliseconds(start), end and milliseconds(end), text) for start, end, text in row["times"]]


def one(text: str, reference: int | None = REFERENCE, zone: ZoneInfo = SHANGHAI) -> TimeSpan:
    found = find_times(text, reference, zone)
    assert len(found) == 1, found
    return found[0]


def interval(text: str, zone: ZoneInfo = SHANGHAI) -> tuple[int | None, int | None]:
    found = one(text, REFERENCE, zone)
    return found.start, found.end


@pytest.mark.parametrize("row", OWN, ids=[row["text"] for row in OWN])
def test_own_expressions(row: Row) -> None:
    text = row["text"]
    found = find_times(text, REFERENCE, SHANGHAI)
    assert [(span.start, span.end, text[span.text_start : span.text_end]) for span in found] == named(row)


def is_accepted(spans: tuple[TimeSpan, ...], row: Row) -> bool:
    """Exactly one time was found, and it is one of the accepted intervals within the tolerance."""
    tolerance = int(row["tolerance_hours"] * 3_600_000)
    return len(spans) == 1 and any(
        near(spans[0].start, low, tolerance) and near(spans[0].end, high, tolerance) for low, high in row["accepted"]
    )


def near(found: int | None, accepted: str, tolerance: int) -> bool:
    if accepted.startswith(("0001", "9999")):
        return found is None
    return found is not None and abs(found - milliseconds(accepted)) <= tolerance


@pytest.mark.parametrize("language", ["zh", "en"])
def test_shared_gold(language: str) -> None:
    rows = [row for row in shared_lines("gold/times.jsonl") if row["lang"] == language]
    cases = [(row, row[field]) for row in rows for field in ("expression", "sentence")]
    wrong = [text for row, text in cases if not is_accepted(find_times(text, REFERENCE, SHANGHAI), row)]
    assert len(cases) > 50
    assert len(wrong) <= 0.03 * len(cases), wrong


def test_without_a_reference_only_absolute_times_are_found() -> None:
    for text in (
        "昨天",
        "三天前",
        "6月",
        "下午3点",
        "last week",
        "in June",
        "next Friday",
        "月底",
        "春节",
        "since May",
    ):
        assert find_times(text, None, SHANGHAI) == (), text
    for text in ("2024年5月7日", "2024年春节", "Q3 2024", "in 2019", "before 2020", "2024-05-07 10:00", "13-Jun-2000"):
        assert one(text, None) == one(text), text


def test_flags_say_how_sure_a_reading_is() -> None:
    assert one("6月").year_given is False and one("6月").ambiguous and one("6月").relative
    assert one("2024年6月").year_given and not one("2024年6月").ambiguous and not one("2024年6月").relative
    assert one("去年6月").year_given and one("去年6月").relative and not one("去年6月").ambiguous
    assert one("next Friday").ambiguous and one("03/04/2025").ambiguous and not one("31/12/2024").ambiguous


def test_the_grain_is_told() -> None:
    grains = {
        "2024年": "year", "Q3 2024": "quarter", "2024年5月": "month", "last week": "week", "yesterday": "day",
        "3pm": "hour", "15:30": "minute", "昨天下午": "part_of_day", "上半年": "half", "the 1990s": "decade",
    }  # fmt: skip
    assert {text: one(text).grain for text in grains} == grains


def test_a_month_without_a_year_is_the_nearest_one() -> None:
    assert interval("12月") == interval("2025年12月")
    assert interval("in February") == interval("February 2026")
    assert interval("3月3日 周一") == interval("2025-03-03")


def test_days_are_as_long_as_the_zone_makes_them() -> None:
    spring = one("2024-03-10", REFERENCE, NEW_YORK)
    autumn = one("2024-11-03", REFERENCE, NEW_YORK)
    assert (spring.end or 0) - (spring.start or 0) == 23 * 3_600_000
    assert (autumn.end or 0) - (autumn.start or 0) == 25 * 3_600_000


def test_a_time_the_clocks_skip_is_never_empty() -> None:
    for text in ("2024-03-10 02:30", "2024年3月10日2点", "2024-03-10 2am", "March 10, 2024 at 2am"):
        for span in find_times(text, REFERENCE, NEW_YORK):
            assert span.start is not None and span.end is not None and span.start < span.end


def test_hours_are_counted_in_real_time_across_a_change_of_clocks() -> None:
    after_change = milliseconds("2024-03-10 12:00", NEW_YORK)
    found = one("the last 24 hours", after_change, NEW_YORK)
    assert (found.end or 0) - (found.start or 0) == 24 * 3_600_000


def test_an_offset_in_the_text_wins_over_the_zone() -> None:
    assert interval("2024-05-07T10:00:00Z", NEW_YORK) == interval("2024-05-07T18:00:00+08:00", SHANGHAI)
    assert interval("2024-05-07 10:00 UTC", NEW_YORK) == interval("2024-05-07 18:00", SHANGHAI)


def test_lunar_dates_match_a_library() -> None:
    lunar = pytest.importorskip("lunar_python")
    for year in range(FIRST_YEAR, FIRST_YEAR + len(LUNAR_YEARS)):
        for month, day in ((1, 1), (5, 5), (8, 15), (12, 8)):
            solar = lunar.Lunar.fromYmd(year, month, day).getSolar()
            known = date(solar.getYear(), solar.getMonth(), solar.getDay())
            assert calendar.lunar_date(year, month, day) == known, (year, month, day)
        terms = lunar.Lunar.fromYmd(year, 6, 1).getJieQiTable()
        assert calendar.solar_term(year, 2) == date(year, 4, terms["清明"].getDay())


def test_the_calendar_knows_where_it_ends() -> None:
    assert calendar.lunar_date(1899, 1, 1) is None and calendar.lunar_date(2101, 1, 1) is None
    assert calendar.lunar_date(2024, 1, 30) is None
    assert calendar.real_date(2023, 2, 29) is None
    assert [calendar.easter(year) for year in (2000, 2024, 2025)] == [
        date(2000, 4, 23),
        date(2024, 3, 31),
        date(2025, 4, 20),
    ]
    assert all(calendar.solar_term(2026, term) for term in range(len(TERM_MONTHS)))


PIECES = [text for row in OWN for text in (row["text"], row["text"][: len(row["text"]) // 2])]
GLUE = [
    *list("年月日号点时分周天前后上下今昨至到-/.:, 0123456789一二三十两半几²٣İ"),
    " of ",
    " to ",
    "since ",
    "every ",
]
TEXTS = st.one_of(
    st.text(max_size=500),
    st.lists(st.sampled_from([*PIECES, *GLUE]), max_size=20).map("".join),
    st.lists(st.sampled_from(GLUE), max_size=40).map("".join),
)


@given(TEXTS, st.sampled_from([REFERENCE, None, 0, milliseconds("2024-02-29 23:59")]))
@settings(max_examples=400, deadline=None)
def test_any_text_gives_ordered_times(text: str, reference: int | None) -> None:
    end = 0
    for span in find_times(text, reference, NEW_YORK):
        assert end <= span.text_start < span.text_end <= len(text)
        assert span.start is not None or span.end is not None
        if span.start is not None and span.end is not None:
            assert span.start < span.end
        end = span.text_end
