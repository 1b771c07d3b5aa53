"""Tests of `graphcue.relations.questions`: plain questions and the calls that they mean, in tests/data/asked.txt."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphcue.relations.parsed import Parsed
from graphcue.relations.questions import parse
from graphcue.relations.vocabulary import Vocabulary, vocabulary_of

PEOPLE = ("林若川", "周砚", "许苓", "Nora Whitfield", "Tom O'Brien", "Ana Ruiz")
PROJECTS = {"渡口": "渡口", "摆渡": "渡口", "harbour": "harbour", "QA SIG": "qa"}
MEMORIES = {"adr 7": "ADR 7", "adr 12": "ADR 12", "rfc 3": "RFC 3"}
KNOWN = {"series:adr", "series:rfc", "tag:packaging", "tag:缓存击穿"}
NOW = int(datetime(2026, 1, 5, 8, tzinfo=UTC).timestamp()) * 1000
FILE = Path(__file__).parent / "data" / "asked.txt"


def vocabulary() -> Vocabulary:
    return replace(
        vocabulary_of(PEOPLE, ("GraphQL", "结算系统"), PROJECTS),
        known=lambda keys: {key: 1 for key in keys if key in KNOWN},
        memory_called=lambda reference: MEMORIES.get(reference.lower(), ""),
        now=NOW,
    )


def cases() -> Iterator[tuple[str, str, str]]:
    for line in FILE.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            question, call, expected = (part.strip() for part in line.split("|"))
            yield question, call, expected


def shown(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(shown, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return datetime.fromtimestamp(value / 1000, UTC).date().isoformat()
    return str(value).replace(" ", "_")


def test_there_are_enough_questions_in_both_languages() -> None:
    questions = [question for question, _, _ in cases()]
    assert len(questions) == len(set(questions)) > 150
    assert (
        sum(question.isascii() for question in questions) > 60 < sum(not question.isascii() for question in questions)
    )
    assert sum(call == "recall" for _, call, _ in cases()) > 10


@pytest.mark.parametrize(("question", "call", "expected"), list(cases()))
def test_a_question_means_its_call(question: str, call: str, expected: str) -> None:
    found = parse(question, vocabulary())
    assert found.call == call, described(found)
    for wanted in expected.split():
        check(found, wanted)


def check(found: Parsed, wanted: str) -> None:
    name, equals, value = wanted.partition("=")
    if name == "count":
        assert found.counting
    elif name.startswith("-"):
        assert name[1:] not in found.given, described(found)
    else:
        assert name in found.given, described(found)
        if equals:
            assert shown(found.given[name]) == value, described(found)


def described(found: Parsed) -> str:
    pieces = " ".join(f"{piece.kind}:{piece.text}" for piece in found.pieces)
    return f"{found.call} {dict(found.given)} by {found.rule!r} of {pieces}"


def test_a_parse_is_a_function_of_the_question_in_any_width_and_script() -> None:
    plain = parse("林若川汇报过的所有议题", vocabulary())
    assert parse("林若川彙報過的所有議題", vocabulary()).arguments != () or plain.arguments
    assert parse("ａｌｌ RFCs authored by Nora Whitfield", vocabulary()).arguments == (
        parse("all RFCs authored by Nora Whitfield", vocabulary()).arguments
    )


def test_every_piece_stands_where_it_says() -> None:
    question = "林若川2023年3月汇报的议题"
    pieces = parse(question, vocabulary()).pieces
    assert [question[piece.start : piece.end] for piece in pieces] == [piece.text for piece in pieces]


def test_a_person_named_like_a_word_is_still_a_person() -> None:
    known = vocabulary_of(["Will", "Mark Present"], projects={"决策": "决策"})
    assert parse("all decisions by Mark Present", known).given["by"] == "Mark Present"
    assert parse("all decisions by Will", known).given["by"] == "Will"
    assert "project" not in parse("所有决策", known).given
