"""The contract of sessions, on every store."""

from graphcue.stores.contract import Session, Store
from tests.stores import store

__all__ = ["store"]  # the fixture


def kept(store: Store, id: str, namespace: str = "a") -> Session:
    return store.read(namespace, lambda reader: reader.session(id))


def test_a_session_is_kept_over_the_version_that_was_seen_and_no_other(store: Store) -> None:
    assert kept(store, "s") == Session("s")
    first, second = Session("s", '{"a": "决定"}', 1, 100), Session("s", "{}", 2, 200)
    assert not store.keep("a", first, 1, 0) and kept(store, "s") == Session("s")
    assert store.keep("a", first, 0, 0) and kept(store, "s") == first
    assert not store.keep("a", second, 0, 0) and kept(store, "s") == first
    assert store.keep("a", second, 1, 0) and kept(store, "s") == second
    assert kept(store, "s", "b") == Session("s") and kept(store, "S") == Session("S")


def test_who_keeps_one_sweeps_those_that_expired(store: Store) -> None:
    for id, expires in (("old", 100), ("young", 300)):
        assert store.keep("a", Session(id, "{}", 1, expires), 0, 0)
    assert store.keep("b", Session("old", "{}", 1, 100), 0, 0)
    assert kept(store, "old").version == 1  # expired or not: whoever reads looks at its clock
    assert store.keep("a", Session("other", "{}", 1, 500), 0, 100)
    assert [kept(store, id).version for id in ("old", "young", "other")] == [0, 1, 1]
    assert kept(store, "old", "b").version == 1


def test_all_of_a_namespace_can_be_dropped(store: Store) -> None:
    for id in ("one", "two"):
        assert store.keep("a", Session(id, "{}", 1, 100), 0, 0)
    assert store.keep("b", Session("one", "{}", 1, 100), 0, 0)
    assert store.drop_sessions("a") == 2 and store.drop_sessions("a") == 0
    assert kept(store, "one").version == 0 and kept(store, "one", "b").version == 1


def test_sessions_make_no_namespace_and_raise_no_revision(store: Store) -> None:
    assert store.keep("a", Session("s", "{}", 1, 100), 0, 0)
    assert store.namespaces() == ()
    assert store.read("a", lambda reader: reader.describe()).revision == 0
