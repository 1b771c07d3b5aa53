"""Tests of `graphcue.recall.asking`: what a question asks for, as the store knows it."""

from graphcue.graph import MemoryGraph
from graphcue.recall.asking import ask
from graphcue.recall.values import Asked
from tests.conftest import NOW

WEEK = 7 * 86_400_000


def asked(memory: MemoryGraph, question: str) -> Asked:
    def work(reader):  # type: ignore[no-untyped-def]
        names = memory._known(reader)
        return ask(reader, question, names.nodes, names.gazetteer, memory.settings, NOW)

    return memory._store.read(memory.namespace, work)


def terms(found: Asked) -> list[str]:
    return [row.term for row in found.rows]


def test_rows_are_what_the_store_has_and_the_rest_is_unmatched(memory: MemoryGraph) -> None:
    memory.remember("缓存击穿")
    found = asked(memory, "缓存 的 火箭 rocket")
    assert "缓存" in terms(found)
    assert found.unmatched == ("火箭", "rocket")
    assert found.memories == 1


def test_a_rare_word_is_worth_more_and_a_character_never_more_than_its_word(memory: MemoryGraph) -> None:
    for i in range(9):
        memory.remember(f"缓存 {i}")
    memory.remember("击穿")
    found = asked(memory, "缓存击穿")
    worth = {row.term: row.worth for row in found.rows}
    assert worth["击穿"] > worth["缓存"] > 0
    for row in found.rows:
        assert all(points <= row.cues[0][1] for _, points in row.cues[1:])


def test_dates_are_times_and_no_words_unless_there_is_nothing_else(memory: MemoryGraph) -> None:
    memory.remember("12月30日的 缓存", occurred_at="2025-12-30")
    dated = asked(memory, "2025年12月30日的缓存")
    assert terms(dated) == ["缓存"]
    assert [end - start for start, end in dated.spans if start and end] == [WEEK // 7]
    assert not dated.only_times
    assert asked(memory, "上周").only_times
    assert asked(memory, "去年").unmatched == ()
    assert asked(memory, "what was last week?").only_times


def test_words_of_a_time_that_no_calendar_tells_score_and_are_not_asked_for(memory: MemoryGraph) -> None:
    memory.remember("上周的 缓存", occurred_at="2025-12-30")
    memory.remember("缓存", occurred_at="2025-12-30")
    dated = asked(memory, "上周的缓存")
    assert [(row.term, row.aside) for row in dated.rows] == [("上周", True), ("缓存", False)]
    assert dated.spans and dated.unmatched == ()
    answer = memory.recall("上周的缓存", match="all")
    assert [one.memory.content for one in answer.results] == ["上周的 缓存", "缓存"]
    assert [one.relevance for one in answer.results] == [1000, 1000]


def test_the_name_of_an_author_leads_by_edges_and_not_by_its_words(memory: MemoryGraph) -> None:
    memory.remember("缓存", author="张三")
    memory.remember("张三的饭局", cues=["张三"])
    found = asked(memory, "张三的缓存")
    assert [node.name for node in found.names] == ["张三"]
    assert found.spoken == {"张三"}
    assert [row.cues[0][0] for row in found.rows] == ["word:缓存", "cue:张三"]


def test_a_given_cue_that_looks_like_a_date_is_still_a_cue(memory: MemoryGraph) -> None:
    memory.remember("月报", tags=["2026-03"])
    assert "tag:2026-03" in [row.cues[0][0] for row in asked(memory, "2026-03 的月报").rows]


def test_a_question_to_an_empty_store_knows_nothing(memory: MemoryGraph) -> None:
    found = asked(memory, "缓存 张三 去年")
    assert (found.rows, found.pairs, found.names, found.memories) == ((), (), (), 0)
