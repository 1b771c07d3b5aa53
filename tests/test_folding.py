"""Tests of `graphcue.language.folding`."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.language.folding import fold, fold_name, fold_with_offsets, has_han

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.text(
    "繁體乾隆著作 ＡＢｃﬁΣς①é\u0301\u200bが🎉", max_size=20
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("緩存擊穿", "缓存击穿"),
        ("ＲＥＤＩＳ", "redis"),
        ("①號", "1号"),
        ("ﬁle", "file"),
        ("cafe\u0301", "café"),
        ("缓\u200b存", "缓存"),
        ("ＡＤＲ－７", "adr-7"),
    ],
)
def test_width_script_case_and_invisible_marks_do_not_matter(one: str, other: str) -> None:
    assert fold(one) == fold(other) == other


@given(texts)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold_name(fold_name(text)) == fold_name(text)


@given(texts)
def test_a_folded_text_is_normal_and_without_capitals(text: str) -> None:
    assert unicodedata.is_normalized("NFKC", fold(text))
    assert not any(char in fold(text) for char in "\u200b\ufeff\u00ad")


@given(texts)
def test_offsets_lead_back_to_the_text_as_written(text: str) -> None:
    folded = fold_with_offsets(text)
    assert folded.written(0, len(folded.text)) == (folded.written(0, 0)[0], len(text)) or not folded.text
    ends = [folded.written(0, i)[1] for i in range(len(folded.text) + 1)]
    assert ends == sorted(ends)
    assert all(0 <= end <= len(text) for end in ends)


@pytest.mark.parametrize("text", ["缓存擊穿 ＡＢ", "ﬁle 缓存", "cafe\u0301 is 開放", "a\u200bb", "𠮷野家🎉", "①②③"])
def test_a_folded_span_comes_from_what_folds_to_it(text: str) -> None:
    folded = fold_with_offsets(text)
    assert folded.text == fold(text)
    for i in range(len(folded.text)):
        start, end = folded.written(i, i + 1)
        assert folded.text[i] in fold(text[start : max(end, start + 1)])


@pytest.mark.parametrize(
    ("written", "name"),
    [(" Ruan\u3000 Qing ", "ruan qing"), ("阮 青", "阮青"), ("張三", "张三"), ("欧阳 Xiu", "欧阳 xiu"), ("\u200b", "")],
)
def test_a_name_loses_spaces_that_mean_nothing(written: str, name: str) -> None:
    assert fold_name(written) == name


def test_chinese_is_told_from_other_scripts() -> None:
    assert [has_han(text) for text in ("a张", "𠮷", "カタカナ", "한국", "abc", "。")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
