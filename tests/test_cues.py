"""Tests of `graphcue.language.cues`."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.language.cues import (
    edge_weight,
    given_candidates,
    given_key,
    given_rows,
    memory_cues,
    question_cues,
    rarity,
)
from graphcue.settings import Settings

SETTINGS = Settings()


def keys_asked(question: str) -> set[str]:
    cues = question_cues(question, SETTINGS)
    return {key for row in cues.rows for key, _ in row.cues} | {f"cue:{value}" for value in cues.given}


def test_a_memory_has_cues_of_every_kind() -> None:
    cues = memory_cues("缓存 po-1-2", ["订单超时"], ["运维"], ["ADR-7"], ["m1"])
    kinds = {key.split(":")[0] for key in cues}
    assert kinds == {"word", "char", "pair", "id", "cue", "tag", "title", "link"}
    assert cues["title:adr-7"] == cues["link:m1"] == 0
    assert list(cues) == sorted(cues)


@pytest.mark.parametrize(
    "cue",
    [
        "订单超时",
        "C++",
        "C#",
        ".NET",
        "how to clear the redis cache",
        "ＡＤＲ－7",
        "#42",
        "张三 的 报销",
        "🎉",
        "缓存击穿与雪崩的处理方案和回滚步骤",
        "x" * 100,
        "what is to be done about the old cache in the new cluster?",
    ],
)
def test_a_given_cue_is_asked_for_by_itself_and_inside_a_question_when_it_is_short(cue: str) -> None:
    key = given_key("cue", cue)
    assert key in memory_cues("别的", [cue], [], [], [])
    assert key in keys_asked(cue)
    assert key in keys_asked(f" {cue.upper()} ")
    if len(cue) < 10:
        assert key in keys_asked(f"请问，{cue}，怎么办")
        assert key in keys_asked(f"what about {cue} today")


def test_a_question_is_tried_in_stretches_of_words_and_characters() -> None:
    found = given_candidates("订单超时 redis cache")
    assert {"订单", "订单超时", "超时 redis", "redis cache", "订单超时 redis cache"} <= set(found)
    assert not any(value != value.strip() or not value for value in found)
    assert given_candidates(" \u200b ") == ()


def test_given_cues_and_tags_are_searched_as_text_too() -> None:
    cues = memory_cues("别的", ["订单超时"], ["运维"], [], [])
    assert {"word:订单", "word:超时", "word:运维", "char:运"} <= cues.keys()


def test_rows_have_a_word_first_and_its_characters_as_weaker_cues() -> None:
    row = question_cues("缓存", SETTINGS).rows[0]
    assert row.cues[0] == ("word:缓存", 1000)
    assert {("char:缓", SETTINGS.char_weight), ("char:存", SETTINGS.char_weight)} < set(row.cues)
    assert all(0 < worth < 1000 for _, worth in row.cues[1:])


def test_a_given_cue_counts_most_then_a_tag_then_the_text() -> None:
    cues = question_cues("缓存", SETTINGS)
    rows = [*cues.rows, *given_rows(cues.given, {"cue:缓存", "tag:缓存"}, SETTINGS)]
    tiers = {row.cues[0][0].split(":")[0]: row.tier for row in rows}
    assert tiers == {"word": SETTINGS.text_tier, "cue": SETTINGS.given_tier, "tag": SETTINGS.tag_tier}


@given(st.integers(1, 1000), st.integers(1, 100_000), st.sampled_from((12, 24)))
def test_an_edge_weight_is_a_bounded_integer_that_grows_with_frequency(n: int, length: int, pivot: int) -> None:
    weight = edge_weight(n, length + n, pivot)
    assert 0 <= weight <= 2200
    assert edge_weight(n + 1, length + n + 1, pivot) >= weight - 1
    exact = 1000 * n * 2.2 / (n + 1.2 * (0.6 + 0.4 * (length + n) / pivot))
    assert abs(weight - exact) <= 0.5 + 1e-9


@given(st.integers(1, 10**6), st.integers(0, 10**6))
def test_rarer_cues_are_worth_more_and_none_is_worth_less_than_nothing(memories: int, having: int) -> None:
    having = min(having, memories)
    assert rarity(memories, having) >= 0
    assert rarity(memories, max(having - 1, 0)) >= rarity(memories, having)
    assert rarity(memories, having) <= round(1000 * math.log1p(2 * memories + 1))
