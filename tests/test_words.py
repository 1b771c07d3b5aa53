"""Tests of `graphcue.language.words`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.language.folding import fold, has_han
from graphcue.language.words import (
    LONGEST,
    base_form,
    bounded,
    chinese_stop_words,
    english_stop_words,
    pieces,
    read_words,
    telling_words,
)


def test_chinese_is_cut_into_words_and_characters() -> None:
    found = read_words("缓存击穿的处理方案")
    assert {"缓存", "击穿", "处理", "方案"} <= set(found.words)
    assert "的" not in found.words
    assert "".join(found.chars) == "缓存击穿的处理方案"


def test_latin_words_glued_to_chinese_stand_alone() -> None:
    assert {"redi", "kestrel", "备份"} <= set(read_words("用kestrel网关做redis备份").words)


@pytest.mark.parametrize(
    ("forms", "base"),
    [(("went", "goes", "going", "gone"), "go"), (("children", "child"), "child"), (("running", "ran", "runs"), "run")],
)
def test_english_forms_of_one_word_are_one(forms: tuple[str, ...], base: str) -> None:
    assert {base_form(form) for form in forms} == {base_form(base)}


@pytest.mark.parametrize(
    "text", ["what is it", "we were running the caches", "缓存击穿的处理方案", "用kestrel网关做redis备份", "的"]
)
def test_pieces_are_the_words_with_their_places(text: str) -> None:
    found = list(pieces(text))
    assert tuple(word for word, _, _ in found) == read_words(text).words
    assert all(text[start:end] and base_form(text[start:end]) in (word, base_form(word)) for word, start, end in found)


@given(st.text(alphabet="aB 的缓存3éカ한🎉_-.", max_size=40))
def test_pieces_of_any_text_are_its_words(text: str) -> None:
    folded = fold(text)
    found = list(pieces(folded))
    assert tuple(word for word, _, _ in found) == read_words(folded).words
    assert all(0 <= start < end <= len(folded) for _, start, end in found)


def test_a_text_of_stop_words_keeps_them_and_any_other_loses_them() -> None:
    assert telling_words("what is it") == []
    assert read_words("what is it").words == ("what", "is", "it")
    assert read_words("what is redis").words == ("redi",)
    assert read_words("的").words == ("的",)
    assert "the" in english_stop_words()
    assert "的" in chinese_stop_words()


def test_words_side_by_side_are_pairs_across_stop_words() -> None:
    assert read_words("cache of orders").pairs == (("cach", "order"),)
    assert read_words("cache").pairs == ()


def test_symbols_are_found_and_punctuation_is_not() -> None:
    assert read_words("🎉。→").chars == ("🎉", "→")
    assert read_words("。，！—").words == ()


def test_a_long_word_keeps_its_head_and_stays_itself() -> None:
    one, other = bounded("x" * 500 + "a"), bounded("x" * 500 + "b")
    assert one != other
    assert len(one) == LONGEST
    assert bounded("y" * LONGEST) == "y" * LONGEST


@given(st.text("缓存击穿的abc THE12_-.ａ🎉한가é。", max_size=30))
def test_every_letter_leads_somewhere(text: str) -> None:
    folded = fold(text)
    found = read_words(folded)
    assert set(found.chars) >= {char for char in folded if has_han(char)}
    assert bool(found.words or found.chars) == any(char.isalnum() or char == "🎉" for char in folded)
    assert all(len(word) <= LONGEST for word in found.words)
