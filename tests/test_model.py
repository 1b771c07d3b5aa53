"""Tests of `graphcue.model`."""

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from inspect import isclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue import model
from graphcue.model import NO_TIME, Contribution, Memory, Moment, Place, order_key

places = st.tuples(
    st.integers(NO_TIME + 1, 2**52),
    st.sampled_from(("", "a", "a.md", "é.md", "b\\xe9", "记录")),
    st.integers(0, 10**7),
    st.sampled_from(("m", "m1", "mé", "m\\xe9", "决策-1", "M")),
)


@given(places, places)
def test_order_keys_are_ascii_distinct_and_go_by_time_first(
    one: tuple[int, str, int, str], other: tuple[int, str, int, str]
) -> None:
    a, b = order_key(*one), order_key(*other)
    assert a.isascii()
    assert (a == b) == (one == other)
    if one[0] != other[0]:
        assert (a < b) == (one[0] < other[0])
    elif one[1] == other[1] and one[2] != other[2]:
        assert (a < b) == (one[2] < other[2])


def test_what_has_no_time_is_older_than_everything() -> None:
    assert Memory("m", "x").order_time == NO_TIME
    assert Memory("m", "x").order_key < Memory("m", "x", occurred_at=Moment(-(10**14))).order_key


def test_a_memory_is_the_union_of_its_contributions() -> None:
    memory = Memory(
        "m",
        "x",
        contributions=(
            Contribution(Place("b.md", 2), cues=("b", "a"), tags=("t",), metadata=(("k", "1"), ("l", "1"))),
            Contribution(Place("a.md", 1), cues=("a",), metadata=(("k", "2"),)),
            Contribution(Place("a.md", 1)),
        ),
    )
    assert memory.cues == ("a", "b")
    assert memory.tags == ("t",)
    assert [place.document for place in memory.places] == ["a.md", "b.md"]
    assert memory.metadata == {"k": "2", "l": "1"}
    backwards = replace(memory, contributions=memory.contributions[::-1])
    assert (backwards.metadata, backwards.places, backwards.cues) == (memory.metadata, memory.places, memory.cues)


@pytest.mark.parametrize("value", [one for one in vars(model).values() if isclass(one) and is_dataclass(one)])
def test_values_are_frozen_and_hold_nothing_else(value: type) -> None:
    made = value(*["x"] * sum(1 for one in fields(value) if one.default is one.default_factory))
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        setattr(made, fields(value)[0].name, "y")
    assert not hasattr(made, "__dict__")
