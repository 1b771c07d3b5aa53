"""The contract of tombstones, snapshots and the end of a namespace, on every store."""

from dataclasses import replace

import pytest

from graphcue.stores.contract import Changes, Reader, Store, Writer
from tests.contract_world import SPACE, ask
from tests.stores import filled, store

__all__ = ["filled", "store"]  # the fixtures

ONES = ("document:aa", "memory:1", "memory:2", "person:é")


def bury(store: Store, *ones: str, key: str = "00ff") -> None:
    store.write(
        SPACE, lambda writer: writer.apply(Changes(add_tombstones=ones, tombstone_key=key, fingerprint_delta=7))
    )


def test_tombstones_are_looked_up_paged_counted_and_taken_back(filled: Store) -> None:
    before = ask(filled, "describe")
    bury(filled, *ONES)
    now = ask(filled, "describe")
    assert now.counts["Tombstone"] == 4 and now.tombstone_key == "00ff"
    assert now.names_revision == now.revision == before.revision + 1
    assert ask(filled, "buried", ["memory:2", "memory:2", "memory:3", ONES[3]]) == ("memory:2", ONES[3])
    assert ask(filled, "buried", []) == ()
    assert ask(filled, "tombstones", "", 2) == ONES[:2]
    assert ask(filled, "tombstones", ONES[1], 9) == ONES[2:]
    assert filled.read("z", lambda reader: reader.tombstones("", 9)) == ()
    gone = Changes(drop_tombstones=ONES, fingerprint_delta=-7)
    counts = filled.write(SPACE, lambda writer: writer.apply(gone))
    assert dict(counts.removed) == {"Tombstone": 4}
    after = ask(filled, "describe")
    assert replace(after, revision=0, names_revision=0, tombstone_key="") == replace(
        before, revision=0, names_revision=0
    )


def test_a_tombstone_of_a_failed_write_is_not_kept(filled: Store) -> None:
    def work(writer: Writer) -> None:
        writer.apply(Changes(add_tombstones=ONES, tombstone_key="00ff"))
        assert writer.buried(ONES) == ONES
        raise ZeroDivisionError

    before = ask(filled, "describe")
    with pytest.raises(ZeroDivisionError):
        filled.write(SPACE, work)
    assert (ask(filled, "describe"), ask(filled, "tombstones", "", 9)) == (before, ())


def test_a_snapshot_sees_all_of_one_revision(filled: Store) -> None:
    def work(reader: Reader) -> tuple[object, ...]:
        return (reader.describe(), reader.names(), reader.tombstones("", 9))

    bury(filled, *ONES)
    assert filled.snapshot(SPACE, work) == filled.read(SPACE, work)
    assert filled.snapshot("nie", lambda reader: reader.describe().revision) == 0


def test_an_erased_namespace_is_as_if_it_had_never_been(filled: Store) -> None:
    bury(filled, *ONES)
    before = ask(filled, "describe")
    erased = filled.erase(SPACE)
    assert dict(erased.removed) == {**before.counts, "Namespace": 1} and not erased.made
    assert filled.namespaces() == ("z",)
    assert ask(filled, "describe").revision == 0 and dict(ask(filled, "describe").counts) == {}
    assert ask(filled, "names") == ask(filled, "tombstones", "", 9) == ask(filled, "listed", "Project") == ()
    assert dict(filled.read("z", lambda reader: reader.describe()).counts)["Memory"] == 1
    assert dict(filled.erase(SPACE).removed) == {}
    bury(filled, "memory:1")
    again = ask(filled, "describe")
    assert dict(again.counts) == {"Tombstone": 1}
    assert again.revision == again.names_revision > before.revision


def test_wiping_leaves_what_is_there(filled: Store) -> None:
    before = ask(filled, "describe")
    assert filled.wipe() in (True, False)
    assert ask(filled, "describe") == before
