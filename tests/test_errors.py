"""Tests of `graphcue.errors`: the tree that is drawn is the tree that is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphcue import errors
from graphcue.errors import GraphcueError

ROOT = Path(errors.__file__).parent
DRAWN = re.compile(r"^[│├└─ ]*(?P<name>[A-Z]\w+) +(?P<status>[0-9]{3})  (?P<code>[a-z0-9_]+)", re.MULTILINE)


def classes() -> list[type[GraphcueError]]:
    found = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, GraphcueError)]
    assert len(found) > 10
    return found


def drawn() -> Iterator[tuple[str, str, int, str]]:
    """(name, parent, status, code) of each line of the drawing."""
    path: list[tuple[int, str]] = [(-1, "Exception")]
    for line in DRAWN.finditer(errors.__doc__ or ""):
        depth = line.start("name") - line.start()
        while path[-1][0] >= depth:
            path.pop()
        yield line["name"], path[-1][1], int(line["status"]), line["code"]
        path.append((depth, line["name"]))


def test_the_tree_that_is_drawn_is_the_tree_that_is_there() -> None:
    there = [(one.__name__, one.__mro__[1].__name__, one.status, one.code) for one in classes()]
    assert sorted(drawn()) == sorted(there)


def test_every_code_is_its_own() -> None:
    codes = [one.code for one in classes()]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("error", classes(), ids=lambda error: error.__name__)
def test_an_error_says_in_one_sentence_what_it_is(error: type[GraphcueError]) -> None:
    assert error.__doc__
    assert "code" in vars(error)
    assert 400 <= error.status < 600


def test_an_error_has_one_form_for_machines() -> None:
    error = errors.NotFound("there is no memory 'x'", id="x")
    assert error.as_dict() == {
        "error": {"code": "not_found", "message": "there is no memory 'x'", "fields": {"id": "x"}}
    }
    assert str(error) == error.message


LATER = {"InvalidCursor", "MissingExtra"}
"""Drawn for what is still to be built."""


def test_every_class_is_raised_or_stands_above_one_that_is() -> None:
    named = {
        node.id
        for path in ROOT.rglob("*.py")
        if path.name != "errors.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name)
    }
    above = {base.__name__ for one in classes() for base in one.__mro__[1:]}
    silent = {one.__name__ for one in classes()} - named - above
    assert silent <= LATER, f"{sorted(silent - LATER)} can never be raised"
