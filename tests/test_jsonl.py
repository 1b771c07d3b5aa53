"""JSON Lines: every field of a memory, and one reported line for everything that is none."""

import json
from datetime import timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.errors import GraphcueError, InvalidTime, SourceError, TooLarge
from graphcue.language.moments import parse_time
from graphcue.model import ENTITY, Link, Name, Place, Record
from graphcue.sources.jsonl import read_jsonl, read_lines
from tests.shared_data import shared

EAST = timezone(timedelta(hours=8))


def one(line: dict[str, Any] | str) -> Record | GraphcueError:
    text = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
    (item,) = read_lines("m.jsonl", text, EAST)
    return item


def test_a_line_becomes_a_record_with_all_its_fields() -> None:
    record = one(
        {
            "id": "PEP 8",
            "content": "缓存 击穿\u2028x",
            "time": "2023-02-23",
            "author": "苏禾",
            "project": "p",
            "source": "chat",
        }
        | {"kind": "decision", "status": "concluded", "tags": ["a", "b", "a"], "cues": "订单超时", "titles": ["T"]}
        | {"people": ["林若川"], "entities": ["QLRT"], "supersedes": "PEP 7", "related_to": ["x", "y"]}
        | {
            "valid_from": "2023-03-01",
            "metadata": {"n": 1.5, "deep": {"b": [1], "a": "中"}, "none": None},
            "mood": "calm",
        }
    )
    assert record == Record(
        content="缓存 击穿\u2028x",
        id="PEP 8",
        kind="decision",
        status="concluded",
        project="p",
        author="苏禾",
        occurred_at=parse_time("2023-02-23", EAST),
        valid_from=parse_time("2023-03-01", EAST),
        cues=("订单超时",),
        tags=("a", "b"),
        names=(Name("林若川"), Name("QLRT", label=ENTITY)),
        links=(Link("RELATED_TO", "x"), Link("RELATED_TO", "y"), Link("SUPERSEDES", "PEP 7")),
        titles=("T",),
        place=Place("m.jsonl", 1, 1, 0),
        metadata={"deep": '{"a": "中", "b": [1]}', "mood": "calm", "n": "1.5", "source": "chat"},
    )


def test_blank_lines_are_passed_over_and_lines_counted_as_written() -> None:
    text = '\ufeff{"id":"a","content":"x"}\r\n\r\n  \n{"id":"b","content":"y"}'
    first, second = read_lines("m.jsonl", text, EAST)
    assert isinstance(first, Record) and isinstance(second, Record)
    assert first.place == Place("m.jsonl", 1, 1, 0)
    assert second.place == Place("m.jsonl", 4, 4, 1)


def test_a_bad_line_is_reported_and_the_rest_goes_on() -> None:
    reading = read_jsonl("m.jsonl", '{"id":"a","content":"x"}\n{"id":"b",\n{"id":"c","content":"z"}\n', EAST)
    assert [record.id for record in reading.records] == ["a", "c"]
    assert reading.skipped.startswith("m.jsonl:2: not JSON")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[1]", "not a JSON object"),
        ("null", "not a JSON object"),
        ('"text"', "not a JSON object"),
        ('{"id":"a"}', '"content" is missing'),
        ('{"id":"a","content":" \\n "}', '"content" is missing'),
        ('{"content":"x"}', '"id" is missing'),
        ('{"id":"  ","content":"x"}', '"id" is missing'),
        ('{"id":7,"content":"x"}', '"id" is not a text'),
        ('{"id":"a","content":["x"]}', '"content" is not a text'),
        ('{"id":"a","id":"b","content":"x"}', "'id' stands twice"),
        ('{"id":"a","content":"x","metadata":{"k":1,"k":2}}', "'k' stands twice"),
        ('{"id":"a","content":"x","metadata":{"n":NaN}}', "NaN is not JSON"),
        ('{"id":"a","content":"x","n":-Infinity}', "-Infinity is not JSON"),
        ('{"id":"a","content":"x","n":1e999}', "too large"),
        ('{"id":"a","content":"x","n":' + "9" * 5000 + "}", "too many digits"),
        ('{"id":"a","content":"x","n":' + "[" * 40 + "]" * 40 + "}", "nested deeper than 32"),
        ('{"id":"a","content":"x","n":' + "[" * 100_000 + "]" * 100_000 + "}", "nested deeper than 32"),
        ("[" * 200_000, "nested deeper than 32"),
        ('{"id":"a","content":"\\ud800"}', "surrogate"),
        ('{"id":"a","content":"x","metadata":{"\\udfff":1}}', "surrogate"),
        ('{"id":"' + "a" * 513 + '","content":"x"}', "longer than 512"),
        ('{"id":"a\\u0007","content":"x"}', "control"),
        ('{"id":"a\\u200bb","content":"x"}', "control"),
        ('{"id":"a\\ud83d\\ude00","content":"x"}', "U+FFFF"),
        ('{"id":"a","content":"x","tags":[1]}', '"tags" is not a list of texts'),
        ('{"id":"a","content":"x","people":{"n":"x"}}', '"people" is not a list of texts'),
        ('{"id":"a","content":"x","metadata":[1]}', '"metadata" is not an object'),
        ('{"question":"谁负责？","gold":["a"]}', "a question, not a memory"),
        ('{"kind":"project","alias":"a","name":"b"}', '"content" is missing'),
        ("id,content,time", "not JSON"),
        ('{"id":"a","content":"x"} {"id":"b"}', "not JSON"),
        ("{'id': 'a'}", "not JSON"),
    ],
)
def test_what_is_no_memory_is_told_with_path_line_and_reason(line: str, reason: str) -> None:
    error = one(line)
    assert type(error) is SourceError
    assert reason in error.message
    assert error.message.startswith("m.jsonl:1: ") and "\n" not in error.message
    assert (error.fields["path"], error.fields["line"]) == ("m.jsonl", 1)


def test_an_impossible_date_names_its_line_and_text() -> None:
    error = one({"id": "a", "content": "x", "time": "2023-02-30"})
    assert isinstance(error, InvalidTime)
    assert error.fields == {"path": "m.jsonl", "line": 1, "text": "2023-02-30"}


def test_a_line_of_ten_megabytes_is_too_large_and_the_next_is_read() -> None:
    text = '{"id":"a","content":"' + "x" * 10_000_000 + '"}\n{"id":"b","content":"y"}'
    error, record = read_lines("m.jsonl", text, EAST)
    assert isinstance(error, TooLarge) and len(error.message) < 100
    assert isinstance(record, Record) and record.id == "b"


def test_the_limit_counts_bytes_and_is_inclusive() -> None:
    line = '{"id":"a","content":"缓存"}'
    size = len(line.encode())
    assert isinstance(next(read_lines("m", line, EAST, size)), Record)
    assert isinstance(next(read_lines("m", line, EAST, size - 1)), TooLarge)


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff"])
def test_an_empty_file_says_so(text: str) -> None:
    assert read_jsonl("m.jsonl", text, EAST).skipped == "m.jsonl: no memory in it (empty)"


@pytest.mark.parametrize("id_", ["PEP 8", "pmc/2023-02-23/1", "a" * 512, "记忆", "é", "a'b\"c`;--"])
def test_printable_ids_are_kept_as_written(id_: str) -> None:
    record = one({"id": id_, "content": "x"})
    assert isinstance(record, Record) and record.id == id_


@given(st.text())
def test_no_text_raises(text: str) -> None:
    for item in read_lines("m", text, EAST):
        assert isinstance(item, Record | GraphcueError)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
_FIELDS = ["id", "content", "time", "tags", "people", "metadata", "supersedes", "valid_until", "kind", "x"]


@given(st.dictionaries(st.sampled_from(_FIELDS), _JSON))
def test_no_object_raises(line: dict[str, Any]) -> None:
    item = one(json.dumps(line))
    assert isinstance(item, Record | GraphcueError)
    if isinstance(item, Record):
        assert all(isinstance(value, str) for value in item.metadata.values())


@pytest.mark.parametrize("name", ["locomo-2", "openharmony", "lifebench-lumingqiang", "peps", "madial-zh", "cast-2021"])
def test_every_line_of_the_shared_sets_is_a_memory(name: str) -> None:
    text = shared(f"data/{name}/memories.jsonl").read_text(encoding="utf-8")
    reading = read_jsonl("memories.jsonl", text, EAST)
    assert not reading.skipped
    assert len(reading.records) == len({record.id for record in reading.records}) == text.count("\n")
