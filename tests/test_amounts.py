"""Amounts in Chinese and English: the own set, the shared gold, and what must hold for any text."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared_lines

from graphcue.language.amounts import Amount, find_amounts
from graphcue.language.amounts_units import COUNTS

Row = dict[str, Any]
PATH = Path(__file__).parent / "data" / "amounts.jsonl"
OWN: list[Row] = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]


def thousandths(number: Any) -> int | None:
    return None if number is None else int(Decimal(str(number)) * 1000)


def as_row(amount: Amount, text: str) -> Row:
    return {
        "low": amount.low,
        "high": amount.high,
        "low_inclusive": amount.low_inclusive,
        "high_inclusive": amount.high_inclusive,
        "unit": amount.unit,
        "span": text[amount.text_start : amount.text_end],
    }


@pytest.mark.parametrize("row", OWN, ids=[row["text"] for row in OWN])
def test_own_expressions(row: Row) -> None:
    wanted = [one | {"low": thousandths(one["low"]), "high": thousandths(one["high"])} for one in row["amounts"]]
    assert [as_row(amount, row["text"]) for amount in find_amounts(row["text"])] == wanted


def is_right(row: Row) -> bool:
    """The gold names one amount a text; a unit it calls null is a count or none."""
    found = find_amounts(row["text"])
    if len(found) != 1:
        return False
    unit = {"percent": "%"}.get(found[0].unit, found[0].unit)
    same_unit = unit == row["unit"] or (row["unit"] is None and (unit == "" or unit in COUNTS))
    return same_unit and (found[0].low, found[0].high) == (thousandths(row["low"]), thousandths(row["high"]))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_shared_gold(language: str) -> None:
    rows = [row for row in shared_lines("gold/amounts.jsonl") if row["lang"] == language]
    assert len(rows) >= 12
    assert [row["text"] for row in rows if not is_right(row)] == []


def test_units_meet_in_one_base() -> None:
    pairs = [
        ("2小时", "120分钟"),
        ("1kg", "1000g"),
        ("3斤", "1.5公斤"),
        ("1.5k dollars", "$1,500"),
        ("三年", "36 months"),
    ]
    for left, right in pairs:
        a, b = find_amounts(left), find_amounts(right)
        assert [(one.low, one.high, one.unit) for one in a] == [(one.low, one.high, one.unit) for one in b] != []


PIECES = st.sampled_from(
    [
        "三",
        "万",
        "亿",
        "百",
        "两",
        "半",
        "几",
        "点",
        "12",
        ".5",
        ",",
        "-",
        "~",
        "到",
        "%",
        "元",
        "块",
        "个",
        "人",
        "多",
        "$",
        "€",
        "k",
        "million",
        "half",
        "a",
        "and",
        "at",
        "least",
        "不超过",
        "以上",
        "内",
        "年",
        "月",
        "²",
        "٣",
        "第",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=500), st.lists(PIECES, max_size=60).map("".join), st.lists(PIECES, max_size=60).map(" ".join)
)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_any_text_gives_ordered_amounts(text: str) -> None:
    end = 0
    for amount in find_amounts(text):
        assert end <= amount.text_start < amount.text_end <= len(text)
        assert amount.low is not None or amount.high is not None
        if amount.low is not None and amount.high is not None:
            assert amount.low <= amount.high
        end = amount.text_end
