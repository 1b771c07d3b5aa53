"""Tests of `graphcue.language.names`: the own set and the shared gold."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_data import shared_lines

from graphcue.language.names import ORGANISATION, PERSON, Named, find_names
from tests.expressions import rows

LEAST = 0.85
Row = tuple[str, Sequence[str], Sequence[str]]


def score(rows: Iterable[Row], finder: Callable[[str], Iterable[Named]] = find_names) -> tuple[float, list[str]]:
    """F1 over people and organisations, and the texts that were read wrongly."""
    right = wrong = missed = 0
    different = []
    for text, people, organisations in rows:
        wanted = [(PERSON, name) for name in people] + [(ORGANISATION, name) for name in organisations]
        found = [(one.kind, one.text) for one in finder(text)]
        left = list(found)
        for kind, name in wanted:
            hit = next((one for one in left if one[0] == kind and one[1] in name.split("|")), None)
            if hit:
                left.remove(hit)
        hits = len(found) - len(left)
        right, wrong, missed = right + hits, wrong + len(left), missed + len(wanted) - hits
        different += [f"{text} {left}"] if left or hits < len(wanted) else []
    return 2 * right / (2 * right + wrong + missed), different


def own() -> list[Row]:
    return rows_of("families_names.txt")


def rows_of(file: str) -> list[Row]:
    found = []
    for text, *cells in rows(file):
        people, _, organisations = " | ".join(cells).partition("|")
        found.append((text, _listed(people), _listed(organisations)))
    return found


def _listed(cell: str) -> list[str]:
    return [name.strip(" |") for name in cell.split(",") if name.strip(" |")]


def test_the_own_set_written_before_the_rules() -> None:
    assert len(own()) > 35 and sum(not (people or organisations) for _, people, organisations in own()) > 8
    figure, different = score(own())
    assert figure >= 0.92, different


def test_shared_gold() -> None:
    gold = [(row["text"], row["people"], row["organisations"]) for row in shared_lines("gold/names.jsonl")]
    figure, different = score(gold)
    assert len(gold) > 40 and figure >= LEAST, different


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("请顧曉彤确认", ["顧曉彤"]),
        ("白名单要更新", []),
        ("张家口的机房下周断电", []),
        ("我谈合作", []),
        ("Ask Priya about it", ["Priya"]),
        ("Chinese New Year with Apache Pulsar", []),
    ],
)
def test_names_stand_as_written(text: str, names: list[str]) -> None:
    assert [one.text for one in find_names(text)] == names
    assert all(text[one.start : one.end] == one.text for one in find_names(text))


@given(st.text(alphabet="张三李四王总小和与的说，。 Dr.AnaBo㈱", max_size=40))
def test_names_never_overlap(text: str) -> None:
    found = find_names(text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(text[one.start : one.end] == one.text and one.text for one in found)
