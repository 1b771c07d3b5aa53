"""The registry: which reader gets a document, and the reason where none does."""

from datetime import timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcue.language.moments import format_moment
from graphcue.sources.registry import FORMATS, read_document, suffix_of, why_unknown

EAST = timezone(timedelta(hours=8))
MINUTES = "# 例会 2026-01-15\n\n议题一、换库\n汇报人：苏禾\n会议结论：\n1、换。\n"


def test_minutes_are_read_as_minutes_with_days_in_the_zone() -> None:
    (record,) = read_document("x.md", MINUTES, EAST).records
    assert record.kind == "decision" and record.status == "concluded"
    assert record.occurred_at and record.occurred_at.offset == 480
    assert format_moment(record.occurred_at) == "2026-01-15"


def test_a_decision_record_is_not_taken_for_minutes() -> None:
    text = "---\nauthors: [林若川]\n---\n# 决策记录: 换库\n\n## 背景\n\na\n\n## 结论\n\n换。\n"
    (record,) = read_document("x.md", text, EAST).records
    assert [name.name for name in record.names] == ["林若川"]
    assert record.titles[0] == "换库"


def test_a_day_file_with_a_decision_line_is_markdown_with_both_authors() -> None:
    text = "---\nauthors: [李四, 王五]\n---\n## 决策记录: API 版本控制\n\n@decision 采用 GraphQL 替代 REST 接口\n"
    (record,) = read_document("memory/2026-01-15.md", text, EAST).records
    assert record.titles[:2] == ("API 版本控制", "采用 GraphQL 替代 REST 接口")
    assert (record.kind, {name.name for name in record.names}) == ("decision", {"李四", "王五"})
    assert record.occurred_at and format_moment(record.occurred_at) == "2026-01-15"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.jsonl", '{"id":"a","content":"x"}'),
        ("A.NDJSON", '{"id":"a","content":"x"}'),
        ("a.MD", "# 随笔\n\n写。"),
        ("a.markdown", "写。"),
        ("a.txt", "写。"),
        ("夹/笔记.text", "写。"),
    ],
)
def test_every_known_suffix_is_read_in_any_case(path: str, text: str) -> None:
    assert why_unknown(path) == ""
    assert len(read_document(path, text, EAST).records) == 1


@pytest.mark.parametrize("path", ["a.png", "a.json", "README", ".md", "a.md.bak", "a.", "夹.md/无"])
def test_another_suffix_is_skipped_with_the_reason(path: str) -> None:
    reading = read_document(path, "text", EAST)
    assert reading.records == ()
    assert reading.skipped == why_unknown(path)
    assert reading.skipped.startswith(f"{path}: ") and ".md" in reading.skipped


def test_the_last_format_of_a_suffix_accepts_everything() -> None:
    for suffix in {suffix for one in FORMATS for suffix in one.suffixes}:
        last = [one for one in FORMATS if suffix in one.suffixes][-1]
        assert last.accepts("x" + suffix, "\0 anything")


def test_a_suffix_is_the_last_part_in_lower_case() -> None:
    assert [suffix_of(path) for path in ("a.b.MD", "a/.md", "a", "a.b/c")] == [".md", "", "", ""]


_PARTS = st.sampled_from(
    [
        "议题",
        "议题一、x\n",
        "汇报人：y\n",
        "会议结论：\n",
        "遗留问题：\n",
        "1、z 责任人：w\n",
        "与会人\n",
        "## ",
        "**",
        "\n",
        "|",
        "：",
        "{",
        '"',
    ]
)


@settings(deadline=None)
@given(
    st.sampled_from(["x.md", "meetings/x.md", "x.txt", "x.jsonl"]), st.lists(_PARTS | st.text(max_size=8)).map("".join)
)
def test_no_text_makes_a_reader_raise(path: str, text: str) -> None:
    reading = read_document(path, text, EAST)
    assert reading.records or reading.skipped
