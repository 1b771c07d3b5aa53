"""The contract of stamps and vectors, on every store; and the file beside an SQLite store."""

from pathlib import Path

from graphcue.model import Memory
from graphcue.stores.contract import Changes, Store, Vector, Writer
from graphcue.stores.sqlite import SqliteStore
from graphcue.stores.sqlite_vectors import ENDING
from tests.stores import store

__all__ = ["store"]  # the fixture

BYTES = bytes(range(256)) * 2


def memory(id: str, content: str = "缓存 cache") -> Memory:
    return Memory(id, content)


def put(store: Store, *memories: Memory, namespace: str) -> None:
    def work(writer: Writer) -> None:
        writer.apply(Changes(put_memories=memories))

    store.write(namespace, work)


def stamps(store: Store, namespace: str = "a") -> dict[str, int]:
    return store.read(namespace, lambda reader: reader.stamps())


def revision(store: Store, namespace: str = "a") -> int:
    return store.read(namespace, lambda reader: reader.describe()).revision


def drop(store: Store, id: str, namespace: str = "a") -> None:
    def work(writer: Writer) -> None:
        writer.apply(Changes(drop_memories=(id,)))

    store.write(namespace, work)


def test_a_stamp_is_the_revision_at_which_a_memory_was_put_last(store: Store) -> None:
    assert stamps(store) == {}
    put(store, memory("b"), memory("a"), namespace="a")
    first = revision(store)
    assert list(stamps(store).items()) == [("a", first), ("b", first)]
    put(store, memory("a", content="other"), namespace="a")
    assert stamps(store) == {"a": first + 1, "b": first} and stamps(store, "b") == {}


def test_vectors_are_kept_of_memories_that_are_as_they_were(store: Store) -> None:
    put(store, memory("m"), memory("n"), namespace="a")
    put(store, memory("m"), namespace="b")
    now = revision(store)
    good, late = Vector(BYTES, "maker", now), Vector(BYTES, "maker", now + 1)
    assert store.vectors("a") == {}
    assert store.keep_vectors("a", {"m": good, "n": late, "nobody": good}) == 1
    assert store.vectors("a") == {"m": good} and store.vectors("b") == {}
    assert revision(store) == now
    other = Vector(bytes(512), "another", now)
    assert store.keep_vectors("a", {"m": other}) == 1 and store.vectors("a") == {"m": other}
    assert store.read("a", lambda reader: reader.get(["m"]))["m"].content == memory("m").content


def test_a_vector_goes_with_its_memory_and_with_every_change_of_it(store: Store) -> None:
    put(store, memory("m"), memory("n"), memory("o"), namespace="a")
    one = Vector(BYTES, "maker", revision(store))
    assert store.keep_vectors("a", dict.fromkeys("mno", one)) == 3
    put(store, memory("m", content="other"), namespace="a")
    assert store.vectors("a").keys() == {"n", "o"}
    drop(store, "n")
    assert store.vectors("a") == {"o": one}
    store.erase("a")
    assert store.vectors("a") == {}


def test_bytes_of_what_is_gone_leave_the_file_beside_an_sqlite_store(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "g.db"))
    put(store, *(memory(f"m{n}") for n in range(100)), namespace="a")
    now = revision(store)
    marked = {f"m{n}": Vector(f"vector {n:04d} ".encode() * 40, "maker", now) for n in range(100)}
    assert not (tmp_path / f"g.db{ENDING}").exists()
    assert store.keep_vectors("a", marked) == 100
    drop(store, "m42")
    assert store.wipe()
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"vector 0041" in held and b"vector 0042" not in held
    store.close()


def test_a_store_that_can_only_be_read_keeps_none_and_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    store = SqliteStore(str(path))
    put(store, memory("m"), namespace="a")
    one = {"m": Vector(BYTES, "maker", revision(store))}
    (tmp_path / f"g.db{ENDING}").write_bytes(b"no database at all" * 400)
    assert store.vectors("a") == {} and store.keep_vectors("a", one) == 1 and store.vectors("a") == one
    store.close()
    reading = SqliteStore(str(path))
    reading._mode = "mode=ro"
    assert reading.keep_vectors("a", one) == 0
    reading.close()
