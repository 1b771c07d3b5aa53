"""Tests of `graphcue.language.amount_cues`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.language.amount_cues import AMOUNT, AskedAmount, _digits, amount_cues, asked_amounts, parsed_key
from graphcue.language.amounts_units import UNIT_NAMES


def key(text: str) -> str:
    ((found, _),) = amount_cues(text)
    return found


def asked(text: str) -> AskedAmount:
    (found,) = asked_amounts(text, ())
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("预算 51,000 元", "amount:CNY:05:51000"),
        ("预算5.1万", "amount:number-zh:05:51000"),
        ("budget of 51k", "amount:number:05:51000"),
        ("豆浆三块五", "amount:CNY:01:3.5"),
        ("75 cents", "amount:USD:01:0.75"),
        ("命中率12.5%", "amount:percent:02:12.5"),
        ("1.5公里", "amount:m:04:1500"),
        ("报销100元以上", "amount:CNY~03:100.."),
        ("不超过三万元", "amount:CNY~..05:30000"),
        ("超过三万元", "amount:CNY~05:30000.001.."),
        ("少于500元", "amount:CNY~..03:499.999"),
        ("50~80块", "amount:CNY~02:50..02:80"),
    ],
)
def test_an_amount_has_one_key_in_its_canonical_unit(text: str, wanted: str) -> None:
    assert key(text) == wanted
    unit, low, high = parsed_key(wanted)
    assert unit == wanted.removeprefix(AMOUNT).replace("~", ":").split(":")[0] and (low, high) != (None, None)


@pytest.mark.parametrize("text", ["两个人", "三次", "她住三里屯", "2024年3月5日", "v1.2.3", "一起"])
def test_what_says_no_amount_that_one_would_look_up(text: str) -> None:
    assert amount_cues(text) == ()


@given(st.integers(0, 10**24), st.integers(0, 10**24))
def test_keys_compare_as_their_numbers(a: int, b: int) -> None:
    assert (_digits(a) < _digits(b)) == (a < b)
    assert parsed_key(f"{AMOUNT}CNY:{_digits(a)}") == ("CNY", a, a)


ends = st.one_of(st.none(), st.integers(0, 10**9))


@given(ends, ends, ends, ends, st.sampled_from(["CNY", "USD", "number"]))
def test_every_cue_that_fits_lies_in_the_ranges_that_are_sought(
    low: int | None, high: int | None, least: int | None, most: int | None, unit: str
) -> None:
    said = f"{AMOUNT}{unit}:{_digits(low)}" if low is not None and low == high else ""
    said = said or f"{AMOUNT}{unit}~" + "..".join("" if end is None else _digits(end) for end in (low, high))
    question = AskedAmount("", 0, 0, least, most, ("CNY", "number"), True)
    if question.fits(said) and (low is None or high is None or low <= high):
        assert any(start <= said < end for start, end in question.ranges())


W7 = {"预算4.9万", "预算5万", "预算5.1万", "预算 50,000 USD", "预算五万"}


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("预算超过五万", {"预算5.1万"}),
        ("5万以内的预算", {"预算4.9万", "预算5万", "预算五万"}),
        ("budget over 50k", {"预算5.1万"}),
        ("USD budget of 50k or more", {"预算 50,000 USD"}),
        ("预算不低于5万美元", {"预算 50,000 USD"}),
        ("budget of at least 50,000", {"预算5万", "预算5.1万", "预算 50,000 USD", "预算五万"}),
    ],
)
def test_a_unit_that_is_not_named_matches_any_and_nothing_is_converted(question: str, wanted: set[str]) -> None:
    amount = asked(question)
    assert amount.filters
    assert {text for text in W7 if amount.fits(key(text))} == wanted


def test_a_plain_amount_scores_and_a_bound_filters() -> None:
    assert asked("超过100元").filters and not asked("100元的课程").filters
    assert not asked("两周内完成").filters and asked("超过100人的会").filters
    assert asked_amounts("the puppy she got two weeks before August", ()) == ()
    assert asked("100元").units == ("CNY", "number", "number-zh")
    assert {*asked("over 50k").units} == {*UNIT_NAMES, "number", "number-zh"}
