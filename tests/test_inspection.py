"""Tests of `graphcue.language.inspection` and of `graph.inspect_cues`, `synonyms_of`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.errors import InvalidInput, TooLarge
from graphcue.graph import MemoryGraph
from graphcue.language import LANGUAGE_VERSION
from graphcue.language.cues import memory_cues
from graphcue.language.inspection import FoundCue, found_cues
from graphcue.model import Moment

SAID = Moment(1_768_903_200_000, 480)


def shown(text: str) -> dict[str, list[str]]:
    return {one.key: [text[start:end] for start, end in one.places] for one in found_cues(text, occurred_at=SAID)}


def test_a_cue_is_shown_where_it_stands_in_the_text_as_written() -> None:
    found = shown(
        "㈱栖页 ½ ＰＯ－２０２５－００１：張三的預算５万，vendor_kaihong 与 GraphStore 在3月5日上线 👨‍👩‍👧 e\u0301té @決策 优先级=高"
    )
    assert found["word:株"] == ["㈱"] and found["word:2"] == ["½"]
    assert found["id:po-2025-001"] == ["ＰＯ－２０２５－００１"]
    assert found["word:张三"] == ["張三"] and found["char:张"] == ["張"]
    assert found["amount:number-zh:05:50000"] == ["５万"]
    assert found["time:2026-03-05T00:00/2026-03-06T00:00"] == ["3月5日"]
    assert found["word:kaihong"] == ["kaihong"] and found["word:graph"] == ["Graph"]
    assert found["word:été"] == ["e\u0301té"]
    assert found["behavior:decision"] == ["@決策"] and found["behavior:优先级=高"] == ["优先级=高"]
    assert found["pair:vendor kaihong"] == ["vendor_kaihong"]


texts = st.text(alphabet="aB的缓存３元日月10é張_-.@#=ﬁ½\u200b\u0301🎉 ，", max_size=60)


@given(texts)
def test_what_is_shown_is_what_a_memory_of_the_text_has(text: str) -> None:
    found = found_cues(text, cues=("订单超时",), tags=("运维",), occurred_at=SAID)
    assert {one.key: one.weight for one in found} == memory_cues(
        text, ("订单超时",), ("运维",), (), (), occurred_at=SAID
    )
    assert all(0 <= start <= end <= len(text) for one in found for start, end in one.places)
    assert all(one.places or one.rule == "given" for one in found)


def by_key(memory: MemoryGraph, text: str, **given: object) -> dict[str, tuple[FoundCue, int]]:
    return {one.key: (one, n) for one, n in memory.inspect_cues(text, **given).cues}  # type: ignore[arg-type]


def test_the_graph_counts_the_memories_and_knows_the_names(memory: MemoryGraph) -> None:
    memory.remember("缓存预热", people=["莫岚"], tags=["运维"])
    memory.remember("缓存击穿")
    found = by_key(memory, "莫岚说缓存要预热", tags=["运维"])
    assert found["word:缓存"][1] == 2 and found["word:预热"][1] == 1 and found["tag:运维"][1] == 1
    (person,) = (one for one, _ in found.values() if one.type == "person")
    assert person.note == "莫岚" and person.rule == "gazetteer" and person.places == ((0, 2),)
    assert found[person.key][1] == 1
    assert memory.inspect_cues("x").version == LANGUAGE_VERSION


def test_times_are_seen_from_the_moment_that_is_given(memory: MemoryGraph) -> None:
    assert "time:2024-05-09T00:00/2024-05-10T00:00" in by_key(memory, "昨天开会", at="2024-05-10")
    assert "time:2026-01-04T00:00/2026-01-05T00:00" in by_key(memory, "昨天开会")


def test_synonyms_are_shown_with_their_memories(memory: MemoryGraph) -> None:
    memory.remember("purchase of a desk")
    found = memory.synonyms_of("buying")
    assert found.base == "buy" and dict(found.synonyms)["purchas"] == 1 and found.version == ""
    with pytest.raises(InvalidInput, match="not one word"):
        memory.synonyms_of("two words here")


def test_a_text_that_no_memory_may_have_is_refused() -> None:
    from graphcue.stores.memory import MemoryStore
    from tests.conftest import graph_on

    with pytest.raises(TooLarge):
        graph_on(MemoryStore(), max_content=5).inspect_cues("longer than five")
