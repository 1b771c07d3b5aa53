"""What is SQLite's own: processes, threads, snapshots, kills, broken and full and read-only files, query plans."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from graphcue.errors import InvalidInput, NewerSchema, StoreError, StoreFull, StoreReadOnly, StoreUnavailable
from graphcue.model import Memory
from graphcue.stores import sqlite_connection, sqlite_schema
from graphcue.stores.contract import Changes, Edge, Reader, Where
from graphcue.stores.sqlite import SqliteStore
from tests.contract_world import EMPTY, SPACE, WORLD, ask, changes, put

ROOT = str(Path(__file__).parents[1])
ADDER = """
import sys
from graphcue.model import Memory
from graphcue.stores.contract import Changes
from graphcue.stores.sqlite import SqliteStore

path, name, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = SqliteStore(path)
for n in range(number):
    new = f"{name}{n:06d}"
    step = Changes(put_memories=(Memory(new, "text " * 50, thread="t"),), add_postings=((new, "word:a", 1),))
    store.write("team", lambda writer: writer.apply(step))
    print(new, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Of a store with the small world in it, closed."""
    path = str(tmp_path / "store.db")
    with closing(SqliteStore(path)) as store:
        put(store, WORLD)
    return path


def adder(path: str, name: str, number: int) -> "subprocess.Popen[str]":
    """A process that adds memories one by one and says so for each."""
    command = [sys.executable, "-c", ADDER, path, name, str(number)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": ROOT})


def add(store: SqliteStore, id: str) -> None:
    step = Changes(put_memories=(Memory(id, id),), add_postings=((id, "word:a", 1),))
    store.write(SPACE, lambda writer: writer.apply(step))


def whole(path: str) -> int:
    """The number of memories in a store whose parts agree with each other."""
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        assert (
            raw.execute("SELECT COUNT(*) FROM posting").fetchone()
            == raw.execute("SELECT SUM(memories) FROM cue").fetchone()
        )
    with closing(SqliteStore(path)) as store:
        found = ask(store, "describe")
        ids = ask(store, "page", Where(), "oldest", None, 10**6).ids
        postings = ask(store, "postings", ids)
        assert found.counts["Memory"] == len(ids) == len(postings)
        assert found.counts["HAS_CUE"] == sum(map(len, postings.values()))
        assert sorted(id for id, cues in postings.items() if "word:a" in cues) == list(
            ask(store, "carriers", ["word:a"])
        )
    return len(ids)


def test_two_processes_write_to_one_new_file_and_nothing_is_lost(tmp_path: Path) -> None:
    path = str(tmp_path / "new.db")
    processes = [adder(path, name, 200) for name in "ab"]
    said = [process.communicate(timeout=120)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert [len(lines) for lines in said] == [200, 200]
    assert whole(path) == 400
    with closing(SqliteStore(path)) as store:
        assert ask(store, "describe").revision == 400
        assert len(ask(store, "get", [*said[0], *said[1]])) == 400


def test_threads_share_a_store(path: str) -> None:
    failures: list[BaseException] = []

    def work(store: SqliteStore, name: str) -> None:
        try:
            for n in range(15):
                add(store, f"{name}{n}")
                assert ask(store, "get", [f"{name}{n}"])
        except BaseException as error:
            failures.append(error)

    with closing(SqliteStore(path)) as store:
        threads = [threading.Thread(target=work, args=(store, name)) for name in "wxyz"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not failures
    assert whole(path) == len(WORLD.memories) + 60


def test_a_reader_beside_a_writer_sees_the_old_and_does_not_wait(path: str) -> None:
    with closing(SqliteStore(path)) as store, closing(SqliteStore(path, busy_seconds=0)) as other:

        def read_beside(writer: Any) -> None:
            writer.apply(changes(WORLD, EMPTY))
            for reading in (store, other):
                assert ask(reading, "describe").counts == WORLD.counts
                assert ask(reading, "get", ["m1"])

        def write_beside(reader: Reader) -> None:
            assert reader.describe().memories == 0
            add(other, "late")
            assert reader.describe().memories == 0
            assert reader.get(["late"]) == {}

        store.write(SPACE, read_beside)
        store.read(SPACE, write_beside)
        assert ask(store, "describe").memories == 1


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.15, 0.3])
def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path, seconds: float) -> None:
    path = str(tmp_path / "killed.db")
    with adder(path, "k", 100_000) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().strip()]
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read().split()
    assert len(said) <= whole(path) <= len(said) + 1
    with closing(SqliteStore(path)) as store:
        assert list(ask(store, "get", said)) == said


def test_a_process_killed_within_a_write_leaves_nothing_of_it(path: str) -> None:
    script = ADDER.split("path, name", maxsplit=1)[0] + (
        "def work(writer):\n"
        "    many = tuple(Memory(f'n{n}', 'x' * 2000) for n in range(20_000))\n"
        "    writer.apply(Changes(put_memories=many, drop_postings=(('m1', 'word:a'),)))\n"
        "    print('within', flush=True)\n"
        "    import time; time.sleep(60)\n"
        "SqliteStore(sys.argv[1]).write('team', work)\n"
    )
    command = [sys.executable, "-c", script, path]
    environment = {**os.environ, "PYTHONPATH": ROOT}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline() == "within\n"
    assert Path(f"{path}-wal").stat().st_size > 10**6  # it has spilled into the file's log
    process.kill()
    process.communicate()
    assert whole(path) == len(WORLD.memories)


def test_a_forked_process_uses_connections_of_its_own(path: str) -> None:
    with closing(SqliteStore(path)) as store:
        child = os.fork()
        if not child:
            add(store, "child")
            os._exit(0 if ask(store, "get", ["child"]) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert ask(store, "describe").memories == len(WORLD.memories) + 1


def test_every_connection_has_the_settings(path: str) -> None:
    with closing(SqliteStore(path)) as store, store._pool.connection() as one, store._pool.connection() as two:
        for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1)):
            assert one.value(f"PRAGMA {name}") == two.value(f"PRAGMA {name}") == value


# files that are not as they should be


def test_a_newer_schema_is_refused_with_both_versions(path: str) -> None:
    with closing(SqliteStore(path)) as store:
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA user_version = 7")
        with pytest.raises(NewerSchema):  # also by a process that was there before
            add(store, "late")
    with pytest.raises(NewerSchema, match=r"schema 7.* up to 2: upgrade graphcue") as caught:
        SqliteStore(path)
    assert caught.value.fields == {"path": path, "found": 7, "known": 2}


def test_an_older_schema_climbs_step_by_step(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_schema, "SCHEMA_VERSION", 3)
    monkeypatch.setattr(sqlite_schema, "STEPS", (*sqlite_schema.STEPS, ("CREATE TABLE later (x)", "SELECT nothing")))
    with pytest.raises(StoreError):
        SqliteStore(path)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (2,)
        assert raw.execute("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'later'").fetchone() == (0,)
    monkeypatch.setattr(sqlite_schema, "STEPS", (*sqlite_schema.STEPS[:2], ("CREATE TABLE later (x)",)))
    with closing(SqliteStore(path)) as store:
        assert ask(store, "describe").schema == 3
        assert ask(store, "describe").counts == WORLD.counts
    assert whole(path) == len(WORLD.memories)


def test_what_is_no_store_is_said_with_its_path(tmp_path: Path) -> None:
    text, foreign, folder = tmp_path / "text.db", tmp_path / "foreign.db", tmp_path / "folder"
    text.write_text("not a database, but long enough to be read as one " * 50)
    folder.mkdir()
    with closing(sqlite3.connect(foreign)) as raw:
        raw.execute("CREATE TABLE other (x)")
    for path, kind in ((text, StoreError), (foreign, StoreError), (folder, StoreUnavailable)):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(kind) as caught:
            SqliteStore(str(path))
        assert type(caught.value) is kind
        assert caught.value.fields["path"] == str(path)
        assert str(path) in caught.value.message
        assert not path.is_file() or path.read_bytes() == before
    with pytest.raises(StoreUnavailable, match="folder"):
        SqliteStore(str(tmp_path / "none" / "store.db"))


def test_a_damaged_file_is_said_to_be_damaged(path: str) -> None:
    size = Path(path).stat().st_size
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(path)


def test_a_full_disk_keeps_what_was_there(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as context:
        context.setattr(sqlite_connection, "SETUP", (*sqlite_connection.SETUP, "PRAGMA max_page_count = 60"))
        with closing(SqliteStore(path)) as store:
            with pytest.raises(StoreFull, match="free some space"):
                store.write(SPACE, lambda w: w.apply(Changes(put_memories=(Memory("big", "x" * 10**6),))))
            assert ask(store, "describe").counts == WORLD.counts
            add(store, "small")
    with closing(SqliteStore(path)) as store:
        store.write(SPACE, lambda w: w.apply(Changes(put_memories=(Memory("big", "x" * 10**6),))))
    assert whole(path) == len(WORLD.memories) + 2


@contextmanager
def powerless() -> Iterator[None]:
    """Permissions count for root too."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextmanager
def read_only_folder() -> Iterator[str]:
    """The path of a filled store in a folder that can only be read; not in pytest's own, which only we may enter."""
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "store.db")
        with closing(SqliteStore(path)) as store:
            put(store, WORLD)
        os.chmod(path, 0o444)
        os.chmod(folder, 0o555)
        yield path
        os.chmod(folder, 0o755)


def test_a_read_only_folder_can_be_read() -> None:
    with read_only_folder() as path, powerless(), closing(SqliteStore(path)) as store:
        assert ask(store, "describe").counts == WORLD.counts
        assert ask(store, "get", ["m1"]) == {"m1": replace(WORLD.memories["m1"], revision=1)}
        with pytest.raises(StoreReadOnly, match="can be read but not written"):
            add(store, "new")
        assert store.namespaces() == (SPACE,)


def test_a_read_only_folder_is_read_beside_its_writer() -> None:
    with read_only_folder() as path, closing(SqliteStore(path)) as writer:
        add(writer, "fresh")
        with powerless(), closing(SqliteStore(path)) as store:
            assert ask(store, "get", ["fresh"])
            with pytest.raises(StoreReadOnly):
                add(store, "new")


def test_a_log_that_cannot_be_read_is_not_passed_over() -> None:
    with read_only_folder() as path:
        os.chmod(Path(path).parent, 0o755)
        with adder(path, "k", 10**6) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.kill()
        Path(f"{path}-shm").unlink()
        os.chmod(Path(path).parent, 0o555)
        with powerless(), pytest.raises((StoreUnavailable, StoreReadOnly)):
            SqliteStore(path)


def test_a_new_path_in_a_read_only_folder_cannot_be_opened() -> None:
    with read_only_folder() as path, powerless(), pytest.raises(StoreUnavailable, match="may it be written"):
        SqliteStore(path + ".new")


def test_waiting_for_another_writer_ends(path: str) -> None:
    with closing(SqliteStore(path, busy_seconds=0.1)) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match="another process"):
                add(store, "new")
        with pytest.raises(StoreUnavailable, match="another thread"):
            store.write(SPACE, lambda writer: add(store, "new"))
        add(store, "new")
    assert whole(path) == len(WORLD.memories) + 1


def test_a_closed_store_says_so(path: str) -> None:
    store = SqliteStore(path)
    store.close()
    for use in (lambda: ask(store, "describe"), lambda: add(store, "x"), store.namespaces):
        with pytest.raises(StoreUnavailable, match="closed"):
            use()
    store.close()


def test_what_sqlite_cannot_keep_is_the_callers_error(path: str) -> None:
    with closing(SqliteStore(path)) as store:
        for memory in (Memory("x", "half \ud800"), Memory("x", "x", position=2**63)):
            with pytest.raises(InvalidInput):
                store.write(SPACE, lambda writer, memory=memory: writer.apply(Changes(put_memories=(memory,))))  # type: ignore[misc]
        with pytest.raises(InvalidInput):
            store.write(SPACE, lambda writer: writer.apply(Changes(add_postings=(("m8", "word:a", 2**64),))))
    assert whole(path) == len(WORLD.memories)


def test_changes_that_contradict_the_store_are_refused_whole(path: str) -> None:
    with closing(SqliteStore(path)) as store:
        for step in (
            Changes(put_memories=(Memory("new", "x"),), drop_memories=("m1",)),
            Changes(put_memories=(Memory("new", "x"),), drop_names=("person:zhang",)),
            Changes(put_memories=(Memory("new", "x"),), add_postings=(("no", "word:a", 1),)),
            Changes(put_memories=(Memory("new", "x"),), add_edges=(Edge("FOLLOWS", "m1", "no"),)),
            Changes(put_memories=(Memory("new", "x"),), add_edges=(Edge("MENTIONS", "m1", "person:no"),)),
        ):
            with pytest.raises(StoreError):
                store.write(SPACE, lambda writer, step=step: writer.apply(step))  # type: ignore[misc]
            assert ask(store, "describe").counts == WORLD.counts
            assert ask(store, "get", ["new"]) == {}


def test_every_code_that_sqlite_may_return_becomes_an_error_of_ours() -> None:
    for code in range(1, 30):
        error = sqlite3.OperationalError("why")
        error.sqlite_errorcode = code | 3 << 8  # extended codes have their primary one in the low byte
        found = sqlite_connection.translated(error, "p.db")
        assert type(found) is sqlite_connection.CODES.get(code, (StoreError,))[0]
        assert found.fields["path"] == "p.db"
        assert "why" in found.message
    assert type(sqlite_connection.translated(sqlite3.ProgrammingError("x"), "p.db")) is StoreError


def test_what_was_dropped_or_overwritten_leaves_no_byte(path: str) -> None:
    def bytes_of_all() -> bytes:
        return b"".join(file.read_bytes() for file in sorted(Path(path).parent.iterdir()))

    with closing(SqliteStore(path)) as store:
        secret = Memory("s1", "SECRET-TEXT " * 2000, project="SECRET-P", caption="SECRET-C")
        step = Changes(put_memories=(secret,), add_postings=(("s1", "word:SECRET-K", 1),))
        store.write(SPACE, lambda writer: writer.apply(step))
        assert bytes_of_all().count(b"SECRET") > 2000
        store.write(SPACE, lambda w: w.apply(Changes(put_memories=(replace(secret, content="SECRET-Q", project=""),))))
        assert b"SECRET-Q" in bytes_of_all()
        assert b"SECRET-TEXT" not in bytes_of_all()
        assert b"SECRET-P" not in bytes_of_all()
        drop = Changes(drop_memories=("s1",), drop_postings=(("s1", "word:SECRET-K"),))

        def read_beside(reader: Reader) -> None:
            reader.describe()
            store.write(SPACE, lambda writer: writer.apply(drop))  # cannot empty the log while this reads

        store.read(SPACE, read_beside)
        add(store, "any")
        assert b"SECRET" not in bytes_of_all()
    assert whole(path) == len(WORLD.memories) + 1
