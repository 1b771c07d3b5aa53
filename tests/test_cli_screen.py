"""Lines for people: where they break, and what is never let through."""

import io
from itertools import pairwise

import pytest

from graphcue.cli_screen import Screen, breaks
from graphcue.cli_text import escaped, one_line


@pytest.mark.parametrize(
    ("text", "width", "parts"),
    [
        ("one two three", 8, ["one two ", "three"]),
        ("缓存击穿，怎么处理", 8, ["缓存击", "穿，怎么", "处理"]),
        ("ab缓存cd", 4, ["ab缓", "存cd"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("缓存击穿，怎么", 9, ["缓存击", "穿，怎么"]),
        ("go 缓存，word。", 9, ["go 缓存，", "word。"]),
        ("", 4, [""]),
    ],
)
def test_lines_break_after_spaces_and_between_han_characters(text: str, width: int, parts: list[str]) -> None:
    edges = [0, *breaks(text, width), len(text)]
    assert [text[start:end] for start, end in pairwise(edges)] == parts


def test_control_characters_are_spelled_out() -> None:
    assert escaped("a\tb\x07\x9b\u2028\n好\U0001f600") == "a    b\\x07\\x9b\\u2028\n好\U0001f600"


def test_one_line_is_cut_with_a_mark() -> None:
    assert one_line("a\n  b   c", 10) == "a b c"
    assert one_line("缓存击穿怎么处理", 5) == "缓存击穿…"


def test_columns_are_aligned_by_the_cells_of_a_terminal() -> None:
    stream = io.StringIO()
    Screen(stream).rows([["缓存", "1", "x"], ["cache", "10", "y"]], indent=2, right=[1])
    assert stream.getvalue() == "  缓存    1  x\n  cache  10  y\n"


def test_a_line_elsewhere_than_on_a_terminal_is_whole_and_plain() -> None:
    stream = io.StringIO()
    Screen(stream).line(("[bold]", "bold"), " text" * 100, indent=3)
    assert stream.getvalue() == "   [bold]" + " text" * 100 + "\n"
