"""Tests of `graphcue.writing.identity`."""

import re
from dataclasses import replace

import pytest

from graphcue.errors import InvalidInput
from graphcue.model import Contribution, Memory, Moment, Record
from graphcue.writing.identity import checked_id, line_digest, memory_id, memory_line, relation_line

PLAIN = Record("缓存击穿")
MOMENT = Moment(1000, 480, "day")


def made(record: Record = PLAIN, namespace: str = "a", moment: Moment | None = MOMENT, project: str = "p") -> str:
    return memory_id(record, namespace, moment, project, record.author)


def test_an_id_is_the_hash_of_what_was_said_and_where() -> None:
    ids = {
        made(),
        made(moment=None),
        made(moment=Moment(1001, 480, "day")),
        made(moment=Moment(1000, 0, "day")),
        made(moment=Moment(1000, 480, "second")),
        made(project="q"),
        made(replace(PLAIN, author="张三")),
        made(replace(PLAIN, content="缓存击穿 ")),
        made(replace(PLAIN, ordinal=1)),
    }
    assert len(ids) == 9
    assert all(re.fullmatch(r"m[a-z2-7]{26}", id) for id in ids)


def test_the_public_hash_never_changes() -> None:
    """Stores that are out there hold these ids."""
    assert made() == "mejydit3aygoofnhhlqm3y3vxtm"
    assert made(replace(PLAIN, key="k")) == "kexglh6ht66phmjtph72xjlohna"


def test_what_a_contribution_adds_is_no_part_of_the_id() -> None:
    assert made(replace(PLAIN, tags=("t",), kind="decision", metadata={"a": "b"})) == made()
    assert made(namespace="b") == made()


def test_a_key_belongs_to_its_namespace_and_stands_for_the_whole_id() -> None:
    keyed = replace(PLAIN, key="k")
    assert made(keyed) == made(keyed, moment=None, project="q")
    assert len({made(keyed), made(keyed, "b"), made(replace(keyed, key="k2"))}) == 3


def test_an_id_of_ones_own_is_taken_as_it_is() -> None:
    assert made(replace(PLAIN, id="Vorgang 7/é", key="k")) == "Vorgang 7/é"


@pytest.mark.parametrize("id", ["", "a\nb", "a\x00", "\x7f", "🎉", "\ud800", "x" * 513, "a\u2028b"])
def test_an_id_that_stores_would_order_differently_is_refused(id: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_id(id)
    assert caught.value.fields["field"] == "id"


def test_lines_tell_what_was_written_and_no_stamp() -> None:
    memory = Memory("m", "x", contributions=(Contribution(),))
    line = memory_line(memory, "[]")
    assert line == memory_line(replace(memory, revision=7, updated_at=8, superseded_at=9, caption="y", asks=1), "[]")
    assert len({line, memory_line(replace(memory, author="a"), "[]"), memory_line(memory, '[{"kind":"note"}]')}) == 3
    assert relation_line("A", "b", "c") != relation_line("A", "c", "b")
    assert 0 < line_digest(line) < 2**128
