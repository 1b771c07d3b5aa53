"""Connections to one SQLite file: how they are opened, pooled, and how their errors become ours."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from graphcue.errors import GraphcueError, InvalidInput, StoreError, StoreFull, StoreReadOnly, StoreUnavailable

PAGE_SIZE = 4096
CACHE_KIB = 32 * 1024
MMAP_BYTES = 1024 * 1024 * 1024
REWRITE_SECONDS = 5.0
"""How long the readers of older revisions are waited for before the bytes they see stay."""
LOOK_SECONDS = 0.002
"""How often a writer looks whether its turn has come."""
CHECKPOINT_PAGES = 4000
"""After how many pages in the WAL a commit moves them into the file: with 4 KiB pages 16 MB."""

SETUP = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA temp_store = MEMORY",
    f"PRAGMA cache_size = -{CACHE_KIB}",
    f"PRAGMA mmap_size = {MMAP_BYTES}",
    f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}",
)

Values = Sequence[Any] | dict[str, Any]
Step = Callable[[sqlite3.Connection, str, Any], Any]

# SQLite's primary result codes, https://www.sqlite.org/rescode.html: the error and what its message says
CODES: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_CANTOPEN: (StoreUnavailable, "cannot be opened: does its folder exist, and may it be written?"),
    sqlite3.SQLITE_PERM: (StoreUnavailable, "may not be opened: look at its permissions"),
    sqlite3.SQLITE_BUSY: (StoreUnavailable, "is locked by another process: try again when that is done"),
    sqlite3.SQLITE_LOCKED: (StoreUnavailable, "is locked: try again when that is done"),
    sqlite3.SQLITE_READONLY: (
        StoreReadOnly,
        "can be read but not written: look at the file's and folder's permissions",
    ),
    sqlite3.SQLITE_FULL: (StoreFull, "has no room left: free some space and write again"),
    sqlite3.SQLITE_NOTADB: (StoreError, "is not an SQLite file: give another path"),
    sqlite3.SQLITE_CORRUPT: (StoreError, "is damaged: restore it from a backup"),
    sqlite3.SQLITE_IOERR: (StoreError, "cannot be read or written: look at the disk"),
    sqlite3.SQLITE_CONSTRAINT: (StoreError, "refused changes that contradict what it holds"),
}


def translated(error: Exception, path: str) -> GraphcueError:
    """The error of ours that an error of Python's sqlite3 stands for."""
    if isinstance(error, OverflowError):
        return InvalidInput("a number beyond 64 bits cannot be kept: give a smaller one")
    if isinstance(error, UnicodeEncodeError):
        return InvalidInput("text with half a surrogate pair cannot be kept: remove it", position=error.start)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    kind, says = CODES.get(code & 0xFF, (StoreError, "failed"))
    return kind(f"{path} {says} ({error})", path=path, reason=getattr(error, "sqlite_errorname", ""))


class Connection:
    """One connection; every statement of the store passes through it."""

    def __init__(self, path: str, mode: str, busy_seconds: float) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        uri = f"{Path(path).absolute().as_uri()}?{mode}"
        try:
            self._raw = sqlite3.connect(
                uri,
                uri=True,
                timeout=busy_seconds,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=512,
            )
        except sqlite3.Error as error:
            raise translated(error, path) from error

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """All rows."""
        found: list[tuple[Any, ...]] = self._do(_fetch, sql, values)
        return found

    def row(self, sql: str, values: Values = ()) -> tuple[Any, ...] | None:
        """The first row."""
        found: tuple[Any, ...] | None = self._do(_fetch_one, sql, values)
        return found

    def value(self, sql: str, values: Values = ()) -> Any:
        """The first column of the first row; None without a row."""
        row = self.row(sql, values)
        return row[0] if row else None

    def pairs(self, sql: str, values: Values = ()) -> dict[Any, Any]:
        """Rows of two columns as a mapping."""
        found: dict[Any, Any] = self._do(_fetch_pairs, sql, values)
        return found

    def run(self, sql: str, values: Values = ()) -> int:
        """The number of rows changed."""
        return int(self._do(_run, sql, values))

    def run_many(self, sql: str, values: Iterable[Values]) -> int:
        """The number of rows changed by the statement, once for each of the values."""
        return int(self._do(_run_many, sql, values))

    def _do(self, step: Step, sql: str, values: Any) -> Any:
        try:
            return step(self._raw, sql, values)
        except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
            raise translated(error, self.path) from error

    def begin_writing(self) -> None:
        """Nothing; a transaction is open that holds the write lock. It is waited for as long as others commit, and
        `busy_seconds` beyond the last of them: SQLite itself looks ten times a second, and can miss every gap between writers.

        Raises StoreUnavailable.
        """
        self.run("PRAGMA busy_timeout = 0")
        try:
            seen, until = None, time.monotonic() + self._busy_seconds
            while not self._begun():
                version = self.value("PRAGMA data_version")
                if version != seen:
                    seen, until = version, time.monotonic() + self._busy_seconds
                if time.monotonic() > until:
                    self.run("BEGIN IMMEDIATE")
                    return
                time.sleep(LOOK_SECONDS)
        finally:
            self.run(f"PRAGMA busy_timeout = {int(1000 * self._busy_seconds)}")

    def _begun(self) -> bool:
        """Whether nobody else was writing, so that a transaction is open now."""
        try:
            self.run("BEGIN IMMEDIATE")
        except StoreUnavailable as error:
            if not str(error.fields.get("reason", "")).startswith("SQLITE_BUSY"):
                raise
            return False
        return True

    def roll_back(self) -> None:
        """Nothing; no transaction is open then (SQLite itself may have ended it, when the disk is full)."""
        if self._raw.in_transaction:
            self.run("ROLLBACK")

    def truncate_log(self) -> bool:
        """Whether all of the WAL went into the file and the WAL was emptied; not while somebody reads or writes."""
        milliseconds = self.value("PRAGMA busy_timeout")
        self.run("PRAGMA busy_timeout = 0")
        try:
            return bool(self.value("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
        except StoreUnavailable:
            return False
        finally:
            self.run(f"PRAGMA busy_timeout = {milliseconds}")

    def rewrite(self) -> bool:
        """Whether the file was written anew without a byte of what was removed, and the WAL emptied.

        `secure_delete` alone does not do it: where SQLite moves cells from one page to another, their old bytes stay in
        the free part of the first. Not while somebody reads an older revision, or another process writes for long.
        """
        self.run("PRAGMA temp_store = FILE")  # the new file would have to fit into memory otherwise
        try:
            self.run("VACUUM")
            return self._truncated(REWRITE_SECONDS)
        except (StoreUnavailable, StoreFull):
            return False
        finally:
            self.run("PRAGMA temp_store = MEMORY")

    def _truncated(self, seconds: float) -> bool:
        """As `truncate_log`, which is tried for so long."""
        until = time.monotonic() + seconds
        while not self.truncate_log():
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def copy_to(self, path: str) -> None:
        """Nothing; the file at `path` is a copy of this one at one moment. Writers are not kept waiting."""
        try:
            with closing(sqlite3.connect(path)) as target:
                self._raw.backup(target)
        except sqlite3.Error as error:
            raise translated(error, path) from error

    def copy_from(self, path: str, busy_seconds: float) -> None:
        """Nothing; this file is a copy of the one at `path`, made in one transaction."""
        log = Path(f"{path}-wal")
        under_way = log.is_file() and log.stat().st_size
        # a backup that nobody writes is read without leaving files beside it
        source = Connection(path, "mode=ro" if under_way else "mode=ro&immutable=1", busy_seconds)
        try:
            found = source.value("PRAGMA integrity_check")
            if found != "ok":
                raise StoreError(f"{path} is damaged ({found.splitlines()[0]}): take another backup", path=path)
            source._raw.backup(self._raw)
        except sqlite3.Error as error:
            raise translated(error, self.path) from error
        finally:
            source.close()

    def close(self) -> None:
        """Nothing; errors of closing lose nothing and are passed over."""
        with suppress(sqlite3.Error):
            self._raw.close()


def _fetch(raw: sqlite3.Connection, sql: str, values: Any) -> Any:
    return raw.execute(sql, values).fetchall()


def _fetch_one(raw: sqlite3.Connection, sql: str, values: Any) -> Any:
    cursor = raw.execute(sql, values)
    row = cursor.fetchone()
    cursor.close()
    return row


def _fetch_pairs(raw: sqlite3.Connection, sql: str, values: Any) -> Any:
    return dict(raw.execute(sql, values))


def _run(raw: sqlite3.Connection, sql: str, values: Any) -> Any:
    return raw.execute(sql, values).rowcount


def _run_many(raw: sqlite3.Connection, sql: str, values: Any) -> Any:
    return raw.executemany(sql, values).rowcount


def set_up(connection: Connection) -> None:
    """Nothing; the connection has our settings."""
    for statement in SETUP:
        connection.run(statement)


def use_log(connection: Connection, busy_seconds: float) -> None:
    """Nothing; the file is in WAL mode. SQLite does not wait here for others who do the same, so we do."""
    until = time.monotonic() + busy_seconds
    connection.run(f"PRAGMA page_size = {PAGE_SIZE}")
    while True:
        try:
            if connection.value("PRAGMA journal_mode = WAL") == "wal":
                return
            raise StoreError(f"{connection.path} is on a disk without shared memory: move it to a local disk")
        except StoreUnavailable:
            if time.monotonic() > until:
                raise
        time.sleep(0.02)


class Pool:
    """Connections for as many threads as ask at once. Not carried over a fork, which SQLite forbids."""

    def __init__(self, open_one: Callable[[], Connection]) -> None:
        self._open_one = open_one
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._of_parent: list[Connection] = []
        self._process = os.getpid()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection for one transaction; what is still open at the end is rolled back."""
        connection = self._take()
        try:
            yield connection
        finally:
            try:
                connection.roll_back()
            except BaseException:
                connection.close()
                raise
            self.give(connection)

    def _take(self) -> Connection:
        with self._lock:
            if self._closed:
                raise StoreUnavailable("the store was closed: open it again")
            if self._process != os.getpid():
                # kept alive: closing them here would take the parent's locks for this process's own
                self._of_parent, self._process, self._idle = self._idle, os.getpid(), []
            if self._idle:
                return self._idle.pop()
        return self._open_one()

    def give(self, connection: Connection) -> None:
        """Nothing; the connection waits for the next."""
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Nothing; idle connections are closed now, others when their transaction ends."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
