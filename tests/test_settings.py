"""Tests of `graphcue.settings`."""

from dataclasses import fields
from typing import Any

import pytest

from graphcue.errors import InvalidInput
from graphcue.settings import Settings, from_environment, table


def test_the_table_tells_every_setting() -> None:
    rows = {row.name: row for row in table()}
    assert list(rows) == [field.name for field in fields(Settings)]
    assert all(row.help and not row.help.endswith(".") for row in rows.values())
    assert all(getattr(Settings(), row.name) == row.default for row in rows.values())
    assert rows["zone"].variable == "GRAPHCUE_ZONE"


def test_an_argument_wins_over_the_environment_and_that_over_the_default() -> None:
    environment = {"GRAPHCUE_MAX_RESULTS": "9", "GRAPHCUE_ZONE": "Asia/Shanghai", "OTHER": "x"}
    found = from_environment(environment, max_results=3)
    assert (found.max_results, found.zone, found.posting_budget) == (3, "Asia/Shanghai", Settings().posting_budget)
    assert str(found.tzinfo) == "Asia/Shanghai"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_results", 0),
        ("max_results", 101),
        ("max_results", "6"),
        ("max_results", True),
        ("max_results", 1.5),
        ("zone", "Mars/Olympus"),
        ("zone", "../etc/passwd"),
        ("zone", ""),
        ("zone", 8),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        Settings(**{name: value})
    assert caught.value.fields == {"setting": name}


@pytest.mark.parametrize("text", ["", "six", "6.5", "-1"])
def test_a_wrong_variable_is_named(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        from_environment({"GRAPHCUE_MAX_RESULTS": text})
    assert caught.value.fields == {"setting": "max_results"}


def test_a_setting_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(InvalidInput) as caught:
        from_environment({}, max_result=3)
    assert caught.value.fields == {"setting": "max_result"}


@pytest.mark.parametrize("row", [row for row in table() if row.type == "int"], ids=lambda row: row.name)
def test_every_number_has_limits_that_its_default_keeps(row: Any) -> None:
    with pytest.raises(InvalidInput):
        Settings(**{row.name: -1})
    with pytest.raises(InvalidInput):
        Settings(**{row.name: 10**10})
