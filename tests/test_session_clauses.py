"""How a text of a conversation is cut, and how it points back; no store is asked."""

import pytest

from graphcue.model import APPROVED_BY, ASSIGNED_TO, DECIDED_BY
from graphcue.recall.session.clauses import (
    asks_again,
    clauses,
    corrects,
    leaves_subject,
    points_back,
    wants_overview,
    wants_person,
)
from graphcue.recall.session.kinds import holds, kind_asked, role_asked
from graphcue.recall.session.readings import AFTER, BEFORE, CAUSE, NOW, reading_of
from graphcue.recall.session.turn import plain


@pytest.mark.parametrize(
    ("text", "asking", "telling"),
    [
        ("谁决定的？", "谁决定的？", ""),
        ("导演是尼娜，什么时候上映的？", "什么时候上映的？", "导演是尼娜，"),
        ("It is by Ada. When was it released?", "When was it released?", "It is by Ada. "),
        ("预算是九十万，对吗？", "预算是九十万，对吗？", ""),
        ("我很喜欢这部电影。", "我很喜欢这部电影。", "我很喜欢这部电影。"),
    ],
)
def test_a_text_is_cut_into_what_it_tells_and_what_it_asks(text: str, asking: str, telling: str) -> None:
    found = clauses(text)
    assert (found.asking.strip(), found.telling.strip()) == (asking, telling.strip())


@pytest.mark.parametrize(
    ("text", "person"),
    [("他几岁", True), ("它几岁", False), ("when did she leave", True), ("what is its price", False), ("预算呢", None)],
)
def test_a_pronoun_tells_a_person_from_a_thing(text: str, person: bool | None) -> None:
    assert wants_person(text) is person


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("后来怎么修的", AFTER),
        ("and then?", AFTER),
        ("how was it fixed", AFTER),
        ("之前呢", BEFORE),
        ("what was before that", BEFORE),
        ("为什么", CAUSE),
        ("why is that", CAUSE),
        ("现在呢", NOW),
        ("is it still so", NOW),
        ("预算多少", None),
        ("who owns it", None),
    ],
)
def test_readings_are_found_by_their_words(text: str, reading: object) -> None:
    assert reading_of(text) is reading


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("多少钱", "三百八十元", "三百人"),
        ("how much is it", "1,200 pounds", "1,200 people"),
        ("多久", "两个小时", "两个人"),
        ("什么时候", "2025年3月", "三百人"),
        ("in which address, where", "located in Bonn", "in May"),
        ("几个人", "两个人", "没有人"),
    ],
)
def test_a_kind_of_value_is_known_when_it_is_asked_and_answered(question: str, answer: str, other: str) -> None:
    kind = kind_asked(question)
    assert kind is not None and holds(kind, answer) and not holds(kind, other)
    assert kind_asked("谁决定的") is None


def test_roles_are_asked_for() -> None:
    assert role_asked("谁决定的") == DECIDED_BY and role_asked("who approved it") == APPROVED_BY
    assert role_asked("谁负责") == ASSIGNED_TO and role_asked("预算多少") is None


def test_other_signs_of_a_turn() -> None:
    assert leaves_subject("换个话题：食堂") and leaves_subject("on another note, lunch") and not leaves_subject("食堂")
    assert asks_again("刚才说多少来着") and asks_again("remind me") and not asks_again("多少")
    assert corrects("不对，我说的是二期") and corrects("no, I meant Tidewater") and not corrects("二期呢")
    assert points_back("那预算呢") and points_back("who owns it") and not points_back("食堂菜单")
    assert wants_overview("知道栖页吗") and wants_overview("tell me about Quill") and not wants_overview("预算")


def test_marks_of_speakers_are_no_words() -> None:
    assert plain("<Ada>: hello") == "hello" and plain("<BOD>") == "" and plain("a <b> c") == "a <b> c"
