"""Tests of `graphcue.language.sentences`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.language.sentences import asking_share


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0),
        ("好的。", 0),
        ("为什么？", 1000),
        ("Why? I see", 400),
        ("好。为什么？", 666),
        ("a?b?", 1000),
        ("?", 0),
        ("x\ny?", 500),
    ],
)
def test_the_share_of_a_text_that_asks(text: str, share: int) -> None:
    assert asking_share(text) == share


@given(st.text("a?？。. \n"))
def test_a_share_lies_between_none_and_all(text: str) -> None:
    assert 0 <= asking_share(text) <= 1000
