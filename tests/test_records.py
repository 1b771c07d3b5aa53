"""Tests of `graphcue.records`."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from graphcue.errors import GraphcueError, InvalidInput, InvalidTime
from graphcue.model import ENTITY, MENTIONS, Link, Moment, Name, Record
from graphcue.records import LINK_WORDS, ROLE_WORDS, moment_of, record_of
from graphcue.settings import Settings

SHANGHAI = Settings(zone="Asia/Shanghai")


def test_a_text_alone_is_a_record() -> None:
    assert record_of("好", SHANGHAI) == Record("好")
    assert record_of("好", SHANGHAI, project=None, tags=None, people=None, metadata=None, occurred_at=None) == Record(
        "好"
    )


def test_one_value_stands_for_a_list_of_one() -> None:
    found = record_of(
        "好", SHANGHAI, tags="a", cues=["b", "c"], people="张三", entities={"name": "Redis", "kind": "db"}
    )
    assert (found.tags, found.cues) == (("a",), ("b", "c"))
    assert found.names == (Name("张三"), Name("Redis", MENTIONS, ENTITY, kind="db"))


@pytest.mark.parametrize(("word", "edge"), ROLE_WORDS.items())
def test_people_have_roles_by_their_words(word: str, edge: str) -> None:
    for role in (word, word.upper(), edge):
        found = record_of("好", SHANGHAI, people=[{"name": "张三", "org": "甲", "role": role}])
        assert found.names == (Name("张三", edge, organisation="甲"),)


@pytest.mark.parametrize(("word", "type"), LINK_WORDS.items())
def test_links_have_words(word: str, type: str) -> None:
    assert record_of("好", SHANGHAI, **{word: ["m1", "m2"]}).links == (Link(type, "m1"), Link(type, "m2"))


@pytest.mark.parametrize(
    "value",
    [
        "2026-03-01T08:00:00+08:00",
        datetime(2026, 3, 1, 8, tzinfo=timezone(timedelta(hours=8))),
        datetime(2026, 3, 1, 8),  # without a zone, the setting's
        Moment(1_772_323_200_000, 480),
    ],
)
def test_times_come_in_four_forms(value: Any) -> None:
    assert moment_of(value, SHANGHAI, "now") == Moment(1_772_323_200_000, 480)
    assert moment_of(datetime(2026, 3, 1, tzinfo=UTC), SHANGHAI, "now") == Moment(1_772_323_200_000, 0)


@pytest.mark.parametrize(
    ("fields", "error", "field"),
    [
        ({"projekt": "x"}, InvalidInput, "projekt"),
        ({"project": 0}, InvalidInput, "project"),
        ({"project": ["x"]}, InvalidInput, "project"),
        ({"tags": 5}, InvalidInput, "tags"),
        ({"tags": ["a", 5]}, InvalidInput, "tags"),
        ({"cues": b"ab"}, InvalidInput, "cues"),
        ({"metadata": "x"}, InvalidInput, "metadata"),
        ({"metadata": {"a": 1}}, InvalidInput, "metadata"),
        ({"metadata": {1: "a"}}, InvalidInput, "metadata"),
        ({"people": [5]}, InvalidInput, "people"),
        ({"people": [{"name": "张三", "rolle": "x"}]}, InvalidInput, "people"),
        ({"people": [{"name": "张三", "role": "friend"}]}, InvalidInput, "people"),
        ({"people": [{"name": None}]}, InvalidInput, "people"),
        ({"entities": [{"name": "x", "org": "y"}]}, InvalidInput, "entities"),
        ({"supersedes": [5]}, InvalidInput, "supersedes"),
        ({"occurred_at": 5}, InvalidInput, "occurred_at"),
        ({"occurred_at": "gestern"}, InvalidTime, None),
        ({"occurred_at": datetime.min.replace(tzinfo=timezone(timedelta(hours=8)))}, InvalidTime, None),
    ],
)
def test_what_cannot_be_read_is_named(fields: dict[str, Any], error: type[GraphcueError], field: str | None) -> None:
    with pytest.raises(error) as caught:
        record_of("好", SHANGHAI, **fields)
    assert field is None or caught.value.fields["field"] == field


@pytest.mark.parametrize("content", [None, 5, b"x", ["x"]])
def test_only_a_text_can_be_remembered(content: Any) -> None:
    with pytest.raises(InvalidInput):
        record_of(content, SHANGHAI)
