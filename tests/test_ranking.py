"""Tests of `graphcue.recall.ranking`: integer points, and a total order."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.recall.explanation import leaves
from graphcue.recall.ranking import DAY, coverage, date_fit, ranking
from graphcue.recall.values import Asked, AskedRow, Candidate
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Outline

SETTINGS = Settings()
ROWS = tuple(AskedRow(term, ((f"word:{term}", 1000),), True, worth) for term, worth in (("a", 100), ("b", 300)))
ASKED = Asked(ROWS, (), (), (), (), {}, 10)
ZHANG = NameNode("person:z", "Person", "张三", "張三")


def one(id: str = "m", rows: dict[int, int] | None = None, pairs: int = 0, **fields: Any) -> Candidate:
    plain = {
        "order_time": 0,
        "grain": "day",
        "author": "",
        "project": "",
        "kind": "note",
        "document": "",
        "thread": "",
        "asks": 0,
    }
    return Candidate(Outline(id, **{**plain, **fields}), {}, rows or {}, pairs)


def ids(asked: Asked, *found: Candidate) -> list[str]:
    return [ranked.candidate.outline.id for ranked in ranking(asked, found, SETTINGS)]


def test_equal_points_go_by_newest_then_by_id() -> None:
    same = {0: 500}
    found = [one("b", same), one("a", same), one("c", same, order_time=9), one("d", {0: 501})]
    assert ids(ASKED, *found) == ids(ASKED, *reversed(found)) == ["d", "c", "a", "b"]


def test_what_has_no_points_is_no_answer() -> None:
    assert ids(ASKED, one("a"), one("b", {0: 1})) == ["b"]


def test_the_month_counts_half_where_a_part_of_it_is_asked_for() -> None:
    asked = replace(ASKED, spans=((20 * DAY, 30 * DAY),), around=((0, 30 * DAY),))
    inside, month, beyond = (
        one("a", {0: 100}, order_time=25 * DAY),
        one("b", {0: 100}),
        one("c", {0: 100}, order_time=99 * DAY),
    )
    points = {ranked.candidate.outline.id: ranked.score for ranked in ranking(asked, [inside, month, beyond], SETTINGS)}
    assert points == {"a": 4 * 146, "b": 146 * 5 // 2, "c": 146}


def test_covering_more_of_the_question_is_worth_more() -> None:
    assert [
        coverage([row.worth for row in ASKED.rows], sum(row.worth for row in ASKED.rows), one(rows=rows))
        for rows in ({}, {0: 1}, {1: 1}, {0: 1, 1: 1}, {7: 1})
    ] == [
        0,
        250,
        750,
        1000,
        0,
    ]
    assert ids(ASKED, one("half", {1: 500}), one("whole", {0: 250, 1: 250})) == ["whole", "half"]


@pytest.mark.parametrize(
    ("time", "fit"),
    [
        (0, 1000),
        (DAY - 1, 1000),
        (DAY, 400),
        (8 * DAY - 1, 400),
        (8 * DAY, 0),
        (-1, 300),
        (-2 * DAY, 300),
        (-2 * DAY - 1, 0),
    ],
)
def test_how_well_a_time_fits_a_day(time: int, fit: int) -> None:
    assert date_fit([(0, DAY)], time) == fit
    assert date_fit([(50 * DAY, 51 * DAY), (0, DAY)], time) == max(fit, date_fit([(50 * DAY, 51 * DAY)], time))


def test_open_ends_fit_everything_on_their_side() -> None:
    assert [date_fit([(5, None)], time) for time in (5, 10**15, 4)] == [1000, 1000, 300]
    assert [date_fit([(None, 5)], time) for time in (-(10**15), 4, 5)] == [1000, 1000, 400]


def test_what_lies_in_the_time_asked_for_comes_first() -> None:
    dated = replace(ASKED, spans=((0, DAY),))
    assert ids(dated, one("out", {0: 500}, order_time=99 * DAY), one("in", {0: 300})) == ["in", "out"]
    assert ids(dated, one("in"), one("out", order_time=99 * DAY)) == ["in"]


def test_who_asks_tells_less_than_who_answers() -> None:
    same = {0: 500}
    assert ids(ASKED, one("asks", same, author="x", asks=1000), one("tells", same, author="x")) == ["tells", "asks"]


def test_what_a_person_asked_about_wrote_comes_first_in_any_spelling() -> None:
    named = replace(ASKED, names=(ZHANG,))
    same = {0: 500}
    assert ids(named, one("a", same), one("b", same, author="张 三")) == ["b", "a"]


points = st.integers(0, 5000)
candidates = st.builds(
    lambda rows, pairs, **fields: one(rows={r: p for r, p in rows.items() if p}, pairs=pairs, **fields),
    st.dictionaries(st.integers(0, 2), points),
    points,
    id=st.text("abcdef", min_size=1, max_size=3),
    order_time=st.integers(-20 * DAY, 20 * DAY),
    author=st.sampled_from(("", "张三", "x")),
    asks=st.integers(0, 1000),
    thread=st.sampled_from(("", "project:p", "document:d")),
    grain=st.sampled_from(("", "day", "second")),
)


@given(
    st.lists(candidates, max_size=6, unique_by=lambda found: found.outline.id),
    st.sampled_from(((), ((0, DAY),), ((None, 0), (5 * DAY, None)))),
    st.integers(0, 1000),
    st.integers(0, 1000),
)
def test_the_leaves_add_up_to_the_score_always(found: list[Candidate], spans: Any, penalty: int, covering: int) -> None:
    asked = replace(ASKED, spans=spans, names=(ZHANG,))
    settings = Settings(asking_penalty=penalty, coverage=covering)
    ranked = ranking(asked, found, settings)
    for result in ranked:
        shown = leaves(asked, result)
        assert sum(leaf.points for leaf in shown) == result.score > 0
        assert all(leaf.points for leaf in shown)
        assert 0 <= result.covered <= 1000
    assert ranking(asked, found[::-1], settings) == ranked
