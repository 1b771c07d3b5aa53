"""Tests of `graphcue.language.highlights`, `phrases` and `lengths`: offsets are those of the text as written."""

import pytest

from graphcue.cli_show_answer import highlighted
from graphcue.graph import MemoryGraph
from graphcue.language.highlights import joined, marks
from graphcue.language.lengths import estimated_tokens
from graphcue.language.phrases import contains, phrase_keys, phrase_of
from graphcue.model import Place, Record


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("给热点商品加了 Redis 缓存", {"缓存", "redi"}, ["Redis", "缓存"]),
        ("㈱缓存½ ＲＥＤＩＳ ℃缓存", {"缓存", "redi"}, ["缓存", "ＲＥＤＩＳ", "缓存"]),
        ("資料庫備份", {"数据库", "备份"}, ["備份"]),
        ("數據庫備份", {"数据库", "数据", "备份"}, ["數據庫備份"]),
        ("cafe\u0301 Cafés", {"café"}, ["cafe\u0301", "Cafés"]),
        ("He was running, they ran.", {"run"}, ["running", "ran"]),
        ("🙂缓🙂缓存", {"缓存"}, ["缓存"]),
        ("缓存", set(), []),
    ],
)
def test_marks_stand_where_the_words_are_written(text: str, words: set[str], shown: list[str]) -> None:
    assert [text[start:end] for start, end in joined(marks(text, words))] == shown


@pytest.mark.parametrize(
    ("text", "phrase", "there"),
    [
        ("用Kestrel网关做Redis备份", "kestrel网关", True),
        ("Banana", "ana", False),
        ("an Ana here", "ana", True),
        ("vendor_kaihong", "kaihong", True),
        ("第一行\n第二行", "第一行第二行", True),
        ("first\nline", "first line", True),
        ("first, line", "first line", False),
        ("缓 存 击 穿", "缓存击穿", True),
        ("", "a", False),
    ],
)
def test_a_phrase_is_found_as_whole_words_or_anywhere_in_chinese(text: str, phrase: str, there: bool) -> None:
    assert contains(text, phrase_of(phrase)) is there


def test_quotation_marks_around_a_phrase_are_no_part_of_it() -> None:
    assert {phrase_of(text) for text in ("“缓存 击穿”", "「緩存擊穿」", '"缓存击穿"', " 缓存击穿 ")} == {"缓存击穿"}
    assert phrase_of("“a” and “b”").startswith("“a")


def test_every_text_with_the_phrase_has_its_cues(memory: MemoryGraph) -> None:
    texts = ["用Kestrel网关做Redis备份，失败三次", "the order service timed out", "缓存击穿 v1.2.3 的 nginx.conf 配置"]
    for text in texts:
        made = memory.remember(text)
        cues = memory._read(lambda reader, made=made: reader.postings([made.id])[made.id])
        for start in range(len(text)):
            for end in range(start + 1, min(len(text), start + 12) + 1):
                phrase = phrase_of(text[start:end])
                if contains(text, phrase):
                    assert set(phrase_keys(phrase)) <= cues.keys(), phrase


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("  \n", 0),
        ("缓存击穿", 4),
        ("order", 2),
        ("a b", 2),
        ("internationalization", 5),
        ("停！Redis 7.2", 7),
    ],
)
def test_tokens_are_estimated_by_a_stated_rule(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens


def test_a_result_shows_the_lines_around_in_the_numbers_of_the_file(memory: MemoryGraph) -> None:
    text = "\n".join(["# 值班", *(f"第{n}行" for n in range(1, 20))]).replace("第9行", "第9行：缓存击穿怎么办")
    memory.replace_documents({"notes/on-call.md": [Record(text, place=Place("notes/on-call.md", 10, 29))]})
    (one,) = memory.recall("缓存击穿").results
    assert one.snippet == "第9行：缓存击穿怎么办"
    assert [one.memory.content[start:end] for start, end in one.highlights] == ["缓存击穿"]
    assert [line.number for line in one.lines] == list(range(14, 25))
    assert one.lines[5].text == one.snippet and one.lines[5].number == 19
    assert one.memory.places[0].line_start == 10


def test_a_result_names_authors_people_and_hits(memory: MemoryGraph) -> None:
    memory.remember(
        "缓存击穿怎么处理",
        author="林若川",
        people=[{"name": "苏禾", "role": "author"}, "莫岚"],
        entities=["缓存"],
        tags=["运维"],
    )
    (one,) = memory.recall("运维 缓存 击穿").results
    assert one.authors == ("林若川", "苏禾")
    assert set(one.people) == {"林若川", "苏禾", "莫岚"}
    assert {cue for cue, _ in one.hits} >= {"word:缓存", "word:击穿", "tag:运维"}
    assert [points for _, points in one.hits] == sorted((points for _, points in one.hits), reverse=True)
    assert one.last_modified == one.memory.recorded_at


def test_people_see_the_words_they_asked_for() -> None:
    assert highlighted("给热点商品加了 Redis 缓存", {"缓存", "Redis"}) == [
        "给热点商品加了 ",
        ("Redis", "bold"),
        " ",
        ("缓存", "bold"),
    ]
    assert highlighted("a.b", set()) == ["a.b"]
    assert highlighted("(x) y", {"(x)"}) == [("(x)", "bold"), " y"]
