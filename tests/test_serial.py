"""Memories as rows and canonical JSON, and back."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.errors import StoreError
from graphcue.model import NO_TIME, Contribution, Link, Memory, Moment, Name, Place
from graphcue.stores.serial import (
    COLUMNS,
    contribution_from_json,
    contribution_to_json,
    contributions_from_text,
    contributions_to_text,
    from_text,
    memory_from_row,
    memory_to_row,
    moment_from_fields,
    moment_to_fields,
    to_text,
)
from tests.contract_world import nasty_world, small_world

FULL = Contribution(
    Place("d.md", 1, 2, 3),
    "decision",
    "open",
    Moment(5, -480, "day"),
    Moment(6),
    ("cue", "提示"),
    ("b", "a"),
    (Name("张三", "DECIDED_BY"), Name("Atlas", "MENTIONS", "Entity", "org", "product")),
    (Link("RELATED_TO", "x"), Link("SUPERSEDES", "y", "rule")),
    ("标题",),
    (("k", "v"), ("k2", "")),
    -7,
    ("person:1", "person:2"),
)
texts = st.text(max_size=6)
numbers = st.integers(-(2**53), 2**53)
moments = st.none() | st.builds(Moment, numbers, numbers, texts)


def some(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(values, max_size=2).map(tuple)


contributions = st.builds(
    Contribution,
    st.none() | st.builds(Place, texts, numbers, numbers, numbers),
    texts,
    texts,
    moments,
    moments,
    some(texts),
    some(texts),
    some(st.builds(Name, texts, texts, texts, texts, texts)),
    some(st.builds(Link, texts, texts, texts)),
    some(texts),
    some(st.tuples(texts, texts)),
    numbers,
)


@given(some(contributions))
def test_contributions_come_back_equal(given_ones: tuple[Contribution, ...]) -> None:
    text = contributions_to_text(given_ones)
    assert contributions_from_text(text) == given_ones
    assert contributions_to_text(contributions_from_text(text)) == text


def test_every_field_of_a_contribution_is_carried() -> None:
    assert contribution_to_json(FULL).keys() == {field.name for field in fields(Contribution)}
    assert contribution_from_json(contribution_to_json(FULL)) == FULL


def test_text_is_canonical() -> None:
    assert contributions_to_text((Contribution(tags=("中", "\n"), kind="k"), Contribution())) == (
        '[{"kind":"k","tags":["中","\\n"]},{}]'
    )
    assert to_text({"b": 1, "a": [None, True]}) == '{"a":[null,true],"b":1}'
    with pytest.raises(ValueError, match="Out of range float"):
        to_text(float("nan"))


@pytest.mark.parametrize("memory", [*small_world().memories.values(), *nasty_world().memories.values()])
def test_memories_come_back_equal(memory: Memory) -> None:
    row = memory_to_row(memory)
    assert tuple(sorted(row)) == tuple(sorted(COLUMNS))
    assert all(value is None or type(value) in (str, int) for value in row.values())
    assert memory_from_row(row) == memory
    assert memory_from_row(json.loads(json.dumps(row))) == memory


def test_every_field_of_a_memory_is_carried() -> None:
    row = memory_to_row(Memory("m", "x"))
    for field in fields(Memory):
        other: object = "y"
        if field.name == "contributions":
            other = (FULL,)
        elif field.name in ("occurred_at", "valid_from", "valid_until"):
            other = Moment(1, 2, "day")
        elif field.name in ("recorded_at", "updated_at", "position", "asks", "superseded_at", "revision"):
            other = 9
        changed = replace(Memory("m", "x"), **{field.name: other})  # type: ignore[arg-type]
        assert memory_to_row(changed) != row
        assert memory_from_row(memory_to_row(changed)) == changed


def test_order_columns_are_those_of_the_memory() -> None:
    row = memory_to_row(Memory("m", "x", document="d", position=3))
    assert row["order_time"] == NO_TIME
    assert row["order_key"] == Memory("m", "x", document="d", position=3).order_key
    del row["order_time"], row["order_key"]
    assert memory_from_row(row) == Memory("m", "x", document="d", position=3)


def test_moments_are_three_fields_or_three_nones() -> None:
    assert moment_to_fields(Moment(0, 0, "")) == (0, 0, "")
    assert moment_from_fields(0, 0, "") == Moment(0, 0, "")
    assert moment_to_fields(None) == (None, None, None)
    assert moment_from_fields(None, None, None) is None
    for broken in ((None, 0, ""), (0, None, "day"), (0, 0, None), ("0", 0, "day"), (0, 0, 1)):
        with pytest.raises(StoreError):
            moment_from_fields(*broken)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "{}", "null", "[1]", "[[]]", '[{"unknown":1}]', '[{"kind":1}]', '[{"tags":"x"}]', '[{"tags":[1]}]',
        '[{"recorded_at":"1"}]', '[{"recorded_at":true}]', '[{"recorded_at":1.0}]', '[{"place":["d",1,2]}]',
        '[{"place":["d",1,2,true]}]', '[{"valid_from":[1,2]}]', '[{"names":[["a","b"]]}]', '[{"names":[["a","b","c","d","e",6]]}]',
        '[{"links":[["a","b",3]]}]',
        '[{"metadata":[["a"]]}]', '[{"metadata":{"a":"b"}}]', '[{"titles":null}]',
    ],
)  # fmt: skip
def test_what_is_not_of_the_form_is_refused(text: str) -> None:
    with pytest.raises(StoreError, match="restore the store"):
        contributions_from_text(text)


def test_a_row_without_a_column_or_with_another_type_is_refused() -> None:
    row = memory_to_row(Memory("m", "x"))
    for column in COLUMNS:
        if column not in ("order_time", "order_key"):
            with pytest.raises(StoreError, match=column):
                memory_from_row({key: value for key, value in row.items() if key != column})
    with pytest.raises(StoreError, match="content"):
        memory_from_row({**row, "content": None})
    assert from_text(to_text(row)) == row
