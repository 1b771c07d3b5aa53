"""Tests of `graphcue.writing.drafts`."""

from dataclasses import replace
from typing import Any

import pytest

from graphcue.errors import GraphcueError, InvalidInput, InvalidTime, TooLarge
from graphcue.model import Link, Moment, Name, Place, Record
from graphcue.settings import Settings
from graphcue.writing.drafts import draft

SETTINGS = Settings(zone="Asia/Shanghai", max_content=1000)
PLAIN = Record("缓存击穿")


def drafted(**fields: Any) -> Any:
    return draft(replace(PLAIN, **fields), "a", 7, SETTINGS).memory


def test_what_a_text_says_of_itself_fills_what_is_left_empty() -> None:
    memory = drafted(content="议题：缓存\n汇报人：张三\n日期：2024-03-05\n会议结论：通过")
    assert (memory.kind, memory.status) == ("decision", "concluded")
    assert memory.occurred_at == Moment(1_709_568_000_000, 480, "day")


def test_what_is_given_wins_over_what_the_text_says() -> None:
    given = Moment(5, 0, "second")
    memory = drafted(
        content="议题：缓存\n汇报人：张三\n日期：2024-03-05\n会议结论：通过", kind="note", occurred_at=given
    )
    assert (memory.kind, memory.occurred_at) == ("note", given)


def test_texts_lose_spaces_that_mean_nothing_and_lists_are_sets() -> None:
    memory = drafted(project=" 订单  系统 ", author="\u3000张三", tags=("b", " a", "b", " "), kind=" note ")
    assert (memory.project, memory.author, memory.tags, memory.kind) == ("订单 系统", "张三", ("a", "b"), "note")


def test_the_order_of_what_is_given_does_not_matter() -> None:
    names = (Name("张三"), Name("李四", "DECIDED_BY"))
    links = (Link("RELATED_TO", "m1"), Link("RESOLVES", "m2"))
    one = drafted(names=names, links=links, cues=("a", "b"), metadata={"x": "1", "y": "2"})
    assert one == drafted(names=names[::-1], links=links[::-1], cues=("b", "a"), metadata={"y": "2", "x": "1"})


def test_a_date_that_a_text_writes_wrongly_is_no_reason_to_refuse_it() -> None:
    assert drafted(content="标题：x\n作者：张三\n日期：2024-02-31").occurred_at is None


def test_only_an_id_of_ones_own_lets_the_last_writing_win() -> None:
    assert draft(replace(PLAIN, id="m"), "a", 7, SETTINGS).named
    assert not draft(replace(PLAIN, key="k"), "a", 7, SETTINGS).named


@pytest.mark.parametrize(
    ("fields", "error", "field"),
    [
        ({"content": " \n"}, InvalidInput, "content"),
        ({"content": "x" * 1001}, TooLarge, "content"),
        ({"project": "x" * 501}, TooLarge, "project"),
        ({"tags": ("ok", "x" * 501)}, TooLarge, "tags"),
        ({"content": "a\ud800"}, InvalidInput, "content"),
        ({"metadata": {"a": "\ud800"}}, InvalidInput, "metadata"),
        ({"place": Place("\ud800")}, InvalidInput, "place"),
        ({"place": Place("a.md", position=-1)}, InvalidInput, "place"),
        ({"place": Place("a.md", 2**63)}, InvalidInput, "place"),
        ({"names": (Name("张三", "KNOWS"),)}, InvalidInput, "names"),
        ({"names": (Name("\u200b "),)}, InvalidInput, "names"),
        ({"links": (Link("FOLLOWS", "m"),)}, InvalidInput, "links"),
        ({"links": (Link("RELATED_TO", "m", "relate"),)}, InvalidInput, "links"),
        ({"links": (Link("RELATED_TO", "m", "a, b"),)}, InvalidInput, "links"),
        ({"occurred_at": Moment(2**60)}, InvalidTime, "occurred_at"),
        ({"valid_until": Moment(0, 5000)}, InvalidTime, "valid_until"),
        ({"id": "a\nb"}, InvalidInput, "id"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_field(
    fields: dict[str, Any], error: type[GraphcueError], field: str
) -> None:
    with pytest.raises(error) as caught:
        drafted(**fields)
    assert type(caught.value) is error
    assert caught.value.fields["field"] == field
