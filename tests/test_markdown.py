"""Markdown and plain text: sections, decisions, front matter, tags and links, and lines as written."""

import time
from datetime import timedelta, timezone
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcue.language.marks import hashtags
from graphcue.language.moments import format_moment
from graphcue.language.references import WIKI_RULE
from graphcue.model import AUTHORED_BY, MENTIONS, Link, Name, Record
from graphcue.sources.markdown import SECTION_LIMIT, read_markdown
from graphcue.sources.marks import read_marks
from graphcue.sources.text import PASSAGE_LIMIT, read_text

EAST = timezone(timedelta(hours=8))


def records(text: str, path: str = "notes/x.md") -> tuple[Record, ...]:
    return read_markdown(path, dedent(text), EAST).records


def only(text: str, path: str = "notes/x.md") -> Record:
    (record,) = records(text, path)
    return record


def lines_of(record: Record) -> tuple[int, int]:
    assert record.place
    return record.place.line_start, record.place.line_end


def day(record: Record) -> str:
    return format_moment(record.occurred_at) if record.occurred_at else ""


def test_each_section_is_a_note_with_its_lines_and_heading_path() -> None:
    first, second = records("# 值班\n\n电话先接。\n\n## 清缓存\n\n只清一个键。\n\n")
    assert (first.content, first.kind, lines_of(first)) == ("# 值班\n\n电话先接。", "note", (1, 3))
    assert (second.content, lines_of(second)) == ("## 清缓存\n\n只清一个键。", (5, 7))
    assert second.titles == ("清缓存", "值班 / 清缓存")
    assert [record.place.position for record in (first, second) if record.place] == [0, 1]


def test_every_line_stands_in_one_record_and_in_its_place() -> None:
    text = "intro " * 50 + "\n\n# A\n\na\n\n## B\n## C\nc\n\nTitle\n=====\n\nd\n\n```\n# no heading\n\n```\n# E\n"
    found = records(text)
    written = text.split("\n")
    for record in found:
        start, end = lines_of(record)
        assert record.content == "\n".join(written[start - 1 : end])
    covered = [line for record in found for line in range(lines_of(record)[0], lines_of(record)[1] + 1)]
    assert covered == sorted(set(covered))
    assert {number for number, line in enumerate(written, 1) if line.strip()} <= set(covered)


def test_a_heading_alone_is_joined_to_the_next_section() -> None:
    record = only("# 事故\n\n## 经过\n\n九秒。\n")
    assert record.content == "# 事故\n\n## 经过\n\n九秒。"
    assert record.titles == ("经过", "事故", "事故 / 经过", "x")


def test_a_short_preamble_is_joined_and_a_long_one_stands_alone() -> None:
    assert len(records("短。\n\n# A\n\na\n")) == 1
    long, second = records("长。" * 150 + "\n\n# A\n\na\n")
    assert long.content.startswith("长。") and second.content == "# A\n\na"


def test_a_drawn_line_below_a_paragraph_makes_no_heading() -> None:
    assert only("one\ntwo\nthree\n---\nfour\n").titles == ("x",)


@pytest.mark.parametrize("line_end", ["\r\n", "\r", "\n"])
def test_line_ends_do_not_matter(line_end: str) -> None:
    text = "\ufeff---\nproject: p\n---\n# A\n\na\n\n# B\n\nb\n"
    first, second = records(text.replace("\n", line_end))
    assert (first.content, lines_of(first), first.project) == ("# A\n\na", (4, 6), "p")
    assert (second.content, lines_of(second)) == ("# B\n\nb", (8, 10))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## 决策记录: API 版本控制\n\n采用 GraphQL。\n", "API 版本控制"),
        ("# 决策记录：换库\n\n换。\n", "换库"),
        ("# Decision: order numbers\n\nYes.\n", "order numbers"),
        ("## 3. Decision record: order numbers\n\nYes.\n", "order numbers"),
        ("# ADR-012: order numbers\n\nYes.\n", "order numbers"),
        ("## 体会\n\n@decision 采用 GraphQL\n", "采用 GraphQL"),
        ("## 体会\n\n- @decision 采用 GraphQL\n", "采用 GraphQL"),
        ("随手记。\n\n决策：采用 GraphQL\n", "采用 GraphQL"),
        ("## 体会\n\n**Decision:** use GraphQL\n", "use GraphQL"),
    ],
)
def test_what_makes_a_decision(text: str, title: str) -> None:
    record = only(text)
    assert (record.kind, record.status) == ("decision", "concluded")
    assert record.titles[0] == title


@pytest.mark.parametrize(
    "text",
    [
        "# 决策的艺术\n\n谈谈。\n",
        "```\n@decision 不是\n```\n",
        "a @decision b\n",
        "决策：无\n",
        "# A\n\n`@decision x`\n",
        "# Decisions\n\nnone yet\n",
        "@decisions are hard\n",
    ],
)
def test_what_makes_none(text: str) -> None:
    assert only(text).kind == "note"


def test_a_decision_keeps_its_sub_sections_and_ends_at_its_level() -> None:
    decision, note = records("# 决策记录: A\n\n## 背景\n\nb\n\n## 决定\n\nc\n\n# 其他\n\nd\n")
    assert decision.content.endswith("## 决定\n\nc") and decision.kind == "decision"
    assert (note.content, note.kind) == ("# 其他\n\nd", "note")


def test_two_decisions_of_a_day_are_two() -> None:
    found = records("# 今天\n\n## 决策记录: A\n\na\n\n## 决策记录: B\n作者：苏禾\n状态：已废弃\n\nb\n", "2026-01-15.md")
    assert [(record.kind, record.status, day(record)) for record in found] == [
        ("decision", "concluded", "2026-01-15"),
        ("decision", "已废弃", "2026-01-15"),
    ]
    assert found[0].names == () and found[1].names == (Name("苏禾", AUTHORED_BY, rule="field:author"),)


def test_a_field_below_an_english_decision_heading_is_read() -> None:
    record = only("# Decision: refunds\n\nsupersedes: order numbers\napproved by: 周慕白\n\nYes.\n")
    assert Link("SUPERSEDES", "order numbers", "field:supersedes") in record.links
    assert [name.name for name in record.names] == ["周慕白"]


def test_front_matter_holds_for_all_records() -> None:
    first, second = records("""\
        ---
        date: 2026-01-15
        project: 栖页
        authors: [李四, 王五]
        people: [赵六]
        tags: [接口]
        aliases: [版本, versions]
        supersedes: 旧约定
        mood: calm
        ---
        # A

        a

        # B

        b
        """)
    for record in (first, second):
        assert (record.project, day(record), record.tags) == ("栖页", "2026-01-15", ("接口",))
        told = {(name.name, name.edge, name.rule) for name in record.names}
        authors = {(name, AUTHORED_BY, "field:author") for name in ("李四", "王五")}
        assert told == {*authors, ("赵六", MENTIONS, "field:people")}
        assert record.metadata == {"mood": "calm"}
    assert first.titles == ("A", "版本", "versions", "x") and second.titles == ("B",)
    assert first.links == (Link("SUPERSEDES", "旧约定", "field:supersedes"),) and second.links == ()
    assert lines_of(first) == (11, 13)


def test_front_matter_may_say_that_the_text_is_a_decision() -> None:
    record = only("---\nkind: decision\nstatus: accepted\n---\n## 背景\n\na\n\n## 选择\n\nb\n")
    assert (record.kind, record.status) == ("decision", "accepted")


@pytest.mark.parametrize(
    "front", ["a: [1", "a: &x [*x]", "a: !!python/object/apply:os.system ['x']", "- 1", "\t: x", "a: b: c", "'"]
)
def test_a_broken_front_matter_loses_no_text(front: str) -> None:
    reading = read_markdown("x.md", f"---\n{front}\n---\n\n# A\n\na\n", EAST)
    assert [record.content for record in reading.records] == ["# A\n\na"]


def test_a_broken_front_matter_is_reported() -> None:
    reading = read_markdown("x.md", "---\na: [1\n---\n\n# A\n\na\n", EAST)
    assert reading.skipped.startswith("x.md: the front matter is not YAML")


def test_the_opening_speaks_for_all_and_a_later_section_only_for_itself() -> None:
    found = records("# 周会\n\n项目：栖页\n日期：2026-01-15\n\n## A\n\n作者：苏禾\n\n## B\n\nb\n")
    assert [(record.project, day(record)) for record in found] == [("栖页", "2026-01-15")] * 3
    assert [len(record.names) for record in found] == [0, 1, 0]


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("---\ndate: 2026-01-15\n---\n# 2025-01-01\n\na\n", "2024-01-01.md", "2026-01-15"),
        ("# 2025-01-01\n\na\n", "log/2024-01-01.md", "2024-01-01"),
        ("# 2025-01-01\n\na\n", "2024-01-01/x.md", "2025-01-01"),
        ("# 2025年1月1日 周会\n\na\n", "x.md", "2025-01-01"),
        ("# January 5, 2025\n\na\n", "x.md", "2025-01-05"),
        ("# A\n\na\n", "x.md", ""),
        ("# 2025-02-30\n\na\n", "x.md", ""),
    ],
)
def test_where_the_date_comes_from(text: str, path: str, expected: str) -> None:
    assert day(only(text, path)) == expected


def test_the_nearest_dated_heading_counts() -> None:
    found = records("# 2026-01-01\n\na\n\n## 早上\n\nb\n\n# 2026-01-02\n\nc\n")
    assert [day(record) for record in found] == ["2026-01-01", "2026-01-01", "2026-01-02"]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#缓存 and #order-timeout.", ["缓存", "order-timeout"]),
        ("见（#缓存击穿），#运维/缓存。", ["缓存击穿", "运维/缓存"]),
        ("#话题#之后", ["话题"]),
        ("＃全角", ["全角"]),
        ("#v2 #2025计划", ["v2", "2025计划"]),
        ("#fff #a1b2c3 #12 #2026 # # ## #- #/", []),
        ("https://x.example/#top www.x.example/#top a#b C# x&#y &#35; ##double \\#escaped", []),
    ],
)
def test_hashtags(text: str, tags: list[str]) -> None:
    assert hashtags(text) == tags


def test_tags_of_code_links_and_headings_are_none() -> None:
    record = only(
        "# A #no\n\n`#no` [x](y#no) <b id='#no'> \\#no #yes\n\n```\n#no 标签：no\n```\n"
        "\n| #cell | b |\n|---|---|\n| #row | c |\n"
    )
    assert record.tags == ("yes", "cell", "row")
    assert "#no 标签：no" in record.content


def test_wiki_links_name_their_title() -> None:
    marks = read_marks(
        ["[[缓存击穿]] [[notes/值班手册.md#清缓存|手册]] [[#Why]] ![[image.png]] `[[no]]` [[]] [[缓存击穿]]"]
    )
    assert marks.links == tuple(Link("RELATED_TO", title, WIKI_RULE) for title in ("缓存击穿", "值班手册", "Why"))


def test_tags_and_links_stay_with_their_section() -> None:
    first, second = records("# A\n\n#a [[X]]\n\n# B\n\n#b\n")
    assert (first.tags, second.tags) == (("a",), ("b",))
    assert len(first.links) == 1 and second.links == ()


def test_a_long_section_is_cut_between_paragraphs_in_order() -> None:
    paragraphs = [f"第{number}段。" + "字" * 900 for number in range(12)]
    found = records("# A\n\n" + "\n\n".join(paragraphs) + "\n")
    assert len(found) == 3
    assert all(len(record.content) <= SECTION_LIMIT for record in found)
    assert "\n\n".join(record.content for record in found) == "# A\n\n" + "\n\n".join(paragraphs)
    assert found[0].titles and not found[1].titles


def test_only_the_first_part_of_a_long_decision_is_the_decision() -> None:
    found = records("# Decision: A\n\n" + ("word " * 500 + "\n\n") * 4)
    assert [record.kind for record in found] == ["decision", "note", "note", "note"]


def test_one_line_of_a_megabyte_is_cut_after_sentences() -> None:
    found = records("# A\n\n" + "一句话。" * 250_000)
    assert all(len(record.content) <= SECTION_LIMIT for record in found)
    assert sum(record.content.count("一句话。") for record in found) == 250_000


def test_equal_sections_have_their_ordinals() -> None:
    found = records("## 待办\n\n继续跟进\n\n## 待办\n\n继续跟进\n\n## 待办\n\n继续跟进\n")
    assert [record.ordinal for record in found] == [0, 1, 2]


@pytest.mark.parametrize("text", ["", "\n \n\t\n", "\ufeff", "---\nproject: p\n---\n"])
def test_nothing_gives_nothing_and_the_reason(text: str) -> None:
    reading = read_markdown("x.md", text, EAST)
    assert reading.records == () and reading.skipped == "x.md: no text in it"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20000,
        "[[" * 20000,
        "*a" * 20000,
        ">" * 20000,
        "- " * 20000,
        "`" * 30001,
        "# a\n" * 5000,
        "|a" * 2000 + "\n" + "|-" * 2000 + "\n",
        "#" * 50000,
        "#a" * 20000,
        "a\n\n" * 20000,
        "\\" * 20000,
        "<a " * 20000,
        "```\n" * 9999,
        "---\n" * 9999,
        "a: " * 20000,
        "：" * 20000,
        "&" * 20000,
        "[a](b" * 10000,
        "\x00" * 10000,
    ],
)
def test_hostile_texts_are_read_in_time(text: str) -> None:
    start = time.process_time()
    assert read_markdown("x.md", text, EAST).records
    assert time.process_time() - start < 10


_PIECES = st.sampled_from(
    [
        "# ",
        "## 决策记录: ",
        "@decision ",
        "---\n",
        "```\n",
        "\n",
        "\n\n",
        "- ",
        "> ",
        "| a | b |\n|-|-|\n",
        "#tag",
        "[[x]]",
        "作者：李四\n",
        "日期: 2026-01-15\n",
        "\r\n",
        "\t",
        "    ",
        "<!-- ",
        "a: [",
        "*",
        "`",
        "\u2028",
        "\x00",
        "😀",
        "取代：x\n",
        "===\n",
        "议题：x\n",
    ]
)


@settings(deadline=None)
@given(st.lists(_PIECES | st.text(max_size=8), max_size=40).map("".join))
def test_no_text_raises_and_no_text_is_lost(text: str) -> None:
    for reading in (read_markdown("a/2026-01-15.md", text, EAST), read_text("x.txt", text, EAST)):
        assert reading.records or reading.skipped
        for position, record in enumerate(reading.records):
            assert record.content.strip() and record.place and record.place.position == position
            assert 1 <= record.place.line_start <= record.place.line_end
    plain = read_text("x.txt", text, EAST)
    kept = "".join(record.content for record in plain.records).split()
    assert "".join(kept) == "".join(text.removeprefix("\ufeff").split())


def test_a_short_text_file_is_one_record() -> None:
    (record,) = read_text(
        "log/2025-12-24-week.txt", "栖页周报\r\n项目：栖页\r\n作者：周慕白\r\n\r\n写完了。#周报\r\n", EAST
    ).records
    assert record.content == "栖页周报\n项目：栖页\n作者：周慕白\n\n写完了。#周报"
    assert (record.project, day(record), record.tags) == ("栖页", "2025-12-24", ("周报",))
    assert record.names == (Name("周慕白", AUTHORED_BY, rule="field:author"),) and record.titles == ("2025-12-24-week",)
    assert lines_of(record) == (1, 5)


def test_a_long_text_file_is_cut_between_paragraphs() -> None:
    text = "项目：栖页\n\n" + "\n\n".join("段落。" * 200 for _ in range(9))
    found = read_text("x.txt", text, EAST).records
    assert len(found) == 3 and all(len(record.content) <= PASSAGE_LIMIT for record in found)
    assert {record.project for record in found} == {"栖页"}
    assert "\n\n".join(record.content for record in found) == text
