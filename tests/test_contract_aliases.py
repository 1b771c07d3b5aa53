"""The contract of aliases, and of what was there at a revision, on every store."""

from dataclasses import replace

import pytest

from graphcue.model import Memory, Moment
from graphcue.stores.contract import Alias, Changes, Store, Where, Writer
from tests.contract_world import LI, SPACE, ZHANG, ask
from tests.stores import filled, store

__all__ = ["filled", "store"]  # the fixtures

PEOPLE = Alias("person", "L.", "Zhang", LI.key, ZHANG.key)
PROJECT = Alias("project", "架构", "architecture")


def test_aliases_are_described_sorted_and_counted(filled: Store) -> None:
    before = ask(filled, "describe")
    made = filled.write(SPACE, lambda writer: writer.apply(Changes(add_aliases=(PROJECT, PEOPLE))))
    now = ask(filled, "describe")
    assert dict(made.made) == {"ALIAS_OF": 2}
    assert now.aliases == (PEOPLE, PROJECT)
    assert now.counts["ALIAS_OF"] == 2
    assert now.names_revision == now.revision == before.revision + 1


def test_a_dropped_alias_leaves_what_was_before(filled: Store) -> None:
    before = ask(filled, "describe")
    filled.write(SPACE, lambda writer: writer.apply(Changes(add_aliases=(PROJECT, PEOPLE))))
    removed = filled.write(SPACE, lambda writer: writer.apply(Changes(drop_aliases=(PEOPLE, PROJECT))))
    now = ask(filled, "describe")
    assert dict(removed.removed) == {"ALIAS_OF": 2}
    assert replace(now, revision=0, names_revision=0) == replace(before, revision=0, names_revision=0)


def test_an_alias_of_a_failed_write_is_not_kept(filled: Store) -> None:
    def work(writer: Writer) -> None:
        writer.apply(Changes(add_aliases=(PEOPLE, PROJECT)))
        assert writer.describe().aliases == (PEOPLE, PROJECT)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        filled.write(SPACE, work)
    assert ask(filled, "describe").aliases == ()
    filled.write(SPACE, lambda writer: writer.apply(Changes(add_aliases=(PEOPLE,))))
    assert ask(filled, "describe").aliases == (PEOPLE,)


def test_names_of_an_alias_may_come_and_go_with_it(store: Store) -> None:
    store.write(SPACE, lambda writer: writer.apply(Changes(put_names=(LI, ZHANG), add_aliases=(PEOPLE,))))
    gone = Changes(drop_names=(LI.key, ZHANG.key), drop_aliases=(PEOPLE,))
    store.write(SPACE, lambda writer: writer.apply(gone))
    assert ask(store, "names") == ()
    assert dict(ask(store, "describe").counts) == {}


def test_what_was_put_later_is_outside_of_a_revision(store: Store) -> None:
    first, second = Memory("a", "one", occurred_at=Moment(1)), Memory("b", "two", occurred_at=Moment(2))
    store.write(SPACE, lambda writer: writer.apply(Changes(put_memories=(first,))))
    store.write(SPACE, lambda writer: writer.apply(Changes(put_memories=(second,))))
    store.write(SPACE, lambda writer: writer.apply(Changes(put_memories=(replace(first, content="changed"),))))
    pages = [ask(store, "page", Where(born_until=n), "oldest", None, 9) for n in (0, 1, 2, 3)]
    assert [page.ids for page in pages] == [(), ("a",), ("a", "b"), ("a", "b")]
    store.write(SPACE, lambda writer: writer.apply(Changes(drop_memories=("a",))))
    store.write(SPACE, lambda writer: writer.apply(Changes(put_memories=(first,))))
    assert ask(store, "page", Where(born_until=4), "oldest", None, 9).ids == ("b",)
