"""Tests of `graphcue.writing.merging`."""

import itertools
from dataclasses import replace
from typing import Any

import pytest

from graphcue.errors import Conflict
from graphcue.model import Memory, Place, Record
from graphcue.settings import Settings
from graphcue.writing.drafts import draft
from graphcue.writing.merging import caption, merged, without_document

SETTINGS = Settings()


def made(now: int = 5, **fields: Any) -> Memory:
    return draft(replace(Record("继续跟进"), **fields), "a", now, SETTINGS).memory


def test_contributions_unite_in_any_order() -> None:
    parts = [
        made(3, place=Place("b.md", 1), tags=("x",)),
        made(1, place=Place("a.md", 9, position=2), cues=("y",)),
        made(2, kind="decision"),
        made(4, place=Place("b.md", 1), tags=("x",)),
    ]
    united = set()
    for order in itertools.permutations(parts):
        memory = order[0]
        for part in order[1:]:
            memory = merged(memory, part, False)
        united.add(replace(memory, updated_at=0))
    assert len(united) == 1
    memory = united.pop()
    assert (memory.recorded_at, memory.kind, memory.tags, memory.cues) == (1, "decision", ("x",), ("y",))
    assert (memory.document, memory.position) == ("a.md", 2)
    assert len(memory.contributions) == 3


def test_the_same_again_is_the_old_value_itself() -> None:
    old = made(1, tags=("x",))
    assert merged(old, made(9, tags=("x",)), False) is old
    named = made(1, id="m", tags=("x",))
    assert merged(named, made(9, id="m", tags=("x",)), True) is named


@pytest.mark.parametrize("field", ["kind", "status"])
def test_contradictions_are_refused_whichever_came_first(field: str) -> None:
    one, other = made(**{field: "a"}), made(**{field: "b"})
    messages = set()
    for old, new in ((one, other), (other, one)):
        with pytest.raises(Conflict) as caught:
            merged(old, new, False)
        messages.add((caught.value.message, caught.value.fields["field"]))
    assert len(messages) == 1


def test_with_an_id_of_its_own_the_last_writing_wins() -> None:
    new = made(2, id="m", content="别的", kind="decision")
    assert merged(made(1, id="m", kind="note", tags=("x",)), new, True) == new


def test_a_document_takes_away_what_it_brought() -> None:
    memory = merged(made(place=Place("a.md", 1), tags=("x",)), made(place=Place("b.md", 2), tags=("y",)), False)
    left = without_document(memory, "a.md")
    assert left is not None
    assert (left.tags, left.document) == (("y",), "b.md")
    assert without_document(left, "b.md") is None
    assert without_document(memory, "c.md") == memory


def test_the_thread_is_the_project_of_a_time_and_else_the_document() -> None:
    from graphcue.model import Moment

    assert made(occurred_at=Moment(1), project="p", place=Place("a.md")).thread == "project:p"
    assert made(occurred_at=Moment(1)).thread == "project:"
    assert made(project="p", place=Place("a.md")).thread == "document:a.md"
    assert made(project="p").thread == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [("# 标题\n正文", "标题"), ("\n- 项目", "项目"), ("x" * 30, "x" * 23 + "…"), ("---", "---"), ("。", "。")],
)
def test_a_caption_is_the_first_visible_line(text: str, shown: str) -> None:
    assert caption(text) == shown
