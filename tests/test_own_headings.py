"""Tests of graphcue.language.own_headings."""

import pytest

from graphcue.language.own_headings import own_heading


@pytest.mark.parametrize(
    ("text", "series", "number", "title"),
    [
        ("# ADR-0009: Offer GraphQL\n", "ADR", "9", "Offer GraphQL"),
        ("# 3. Use Kafka\n", "ADR", "3", "Use Kafka"),
        ("# KIP-500: Drop the coordinator", "KIP", "500", "Drop the coordinator"),
        ("=====\nDEP 0012: Typed settings\n=====\n", "DEP", "12", "Typed settings"),
        ("# ADR-0005：缓存层选型", "ADR", "5", "缓存层选型"),
        ("---\nstatus: accepted\n---\n\n# Use Kafka\n", "", "", "Use Kafka"),
    ],
)
def test_a_record_is_called_by_its_first_line(text: str, series: str, number: str, title: str) -> None:
    heading = own_heading(text, is_decision=True)
    assert (heading.series, heading.number) == (series, number)
    assert title in heading.titles


@pytest.mark.parametrize(
    "text", ["## 2. Release cadence", "PR 12 merged", "只是一条笔记", "", "# 3. Buy milk", "# 笔记"]
)
def test_other_texts_have_no_name_of_their_own(text: str) -> None:
    assert own_heading(text, is_decision=False).titles == ()
