"""The store in one SQLite file: durable, nothing to start, several processes and threads at once.

Readers see the snapshot of their first statement and wait for nobody; writers take turns. A commit is on the disk
when `write` returns.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from graphcue.errors import StoreError, StoreReadOnly, StoreUnavailable
from graphcue.model import is_form
from graphcue.stores import sqlite_flaws, sqlite_forms, sqlite_sessions
from graphcue.stores.contract import SCHEMA_VERSION, Counts, Flaw, Reader, Session, T, Vector, Writer
from graphcue.stores.known import Knowledge
from graphcue.stores.sqlite_connection import Connection, Pool, set_up, use_log
from graphcue.stores.sqlite_read import SqliteReader
from graphcue.stores.sqlite_schema import migrate, schema_version
from graphcue.stores.sqlite_still import Known
from graphcue.stores.sqlite_tombstones import erase
from graphcue.stores.sqlite_vectors import Vectors
from graphcue.stores.sqlite_write import SqliteWriter

BUSY_SECONDS = 30.0
NAMESPACES = "SELECT name FROM namespace WHERE name <> '' ORDER BY name"
GO_ON = "UPDATE namespace SET revision = revision + ? + 1, names_revision = revision + ? + 1"
"""What other processes know of the revisions of before is old after this."""
WRITABLE, READABLE, UNCHANGING = "mode=rwc", "mode=ro", "mode=ro&immutable=1"


class SqliteStore:
    """All namespaces in one file. `busy_seconds` is how long one waits for another process's write."""

    def __init__(self, path: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        """As it was given."""
        self._busy_seconds = busy_seconds
        self._turn = threading.Lock()
        self._uncleaned = False
        self._known = Knowledge(Known)
        self._vectors = Vectors(path, busy_seconds)
        self._mode, first = self._open_first()
        self._pool = Pool(self._open)
        self._pool.give(first)

    def _open_first(self) -> tuple[str, Connection]:
        """The mode that works, and a connection in it."""
        try:
            return WRITABLE, self._ready(WRITABLE)
        except (StoreReadOnly, StoreUnavailable):
            if not Path(self.path).is_file():
                raise
            return self._open_readable()

    def _open_readable(self) -> tuple[str, Connection]:
        """As above, where nothing can be written: not even the files beside it that WAL needs."""
        try:
            return READABLE, self._ready(READABLE)
        except (StoreReadOnly, StoreUnavailable):
            log = Path(f"{self.path}-wal")
            if log.is_file() and log.stat().st_size:
                raise
            return UNCHANGING, self._ready(UNCHANGING)

    def _open(self) -> Connection:
        return self._ready(self._mode)

    def _ready(self, mode: str) -> Connection:
        """A connection with our settings to a file at our schema."""
        connection = Connection(self.path, mode, self._busy_seconds)
        try:
            version = schema_version(connection)
            if mode == WRITABLE:
                use_log(connection, self._busy_seconds)
                set_up(connection)
                migrate(connection)
            elif version == 0:
                raise StoreError(f"{self.path} holds no store: write to it first", path=self.path)
            elif version < SCHEMA_VERSION:
                raise StoreReadOnly(
                    f"{self.path} has schema {version} and can only be read: open it once where it may be written, "
                    f"which brings it to schema {SCHEMA_VERSION}",
                    path=self.path,
                )
            else:
                set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def read(self, namespace: str, work: Callable[[Reader], T]) -> T:
        """See `Store.read`."""
        with self._pool.connection() as connection:
            connection.run("BEGIN DEFERRED")
            return work(SqliteReader(connection, namespace, self._known))

    def write(self, namespace: str, work: Callable[[Writer], T]) -> T:
        """See `Store.write`."""
        with self._taking_turns(), self._pool.connection() as connection:
            connection.begin_writing()
            schema_version(connection)
            writer = SqliteWriter(connection, namespace)
            result = work(writer)
            writer.finish()
            connection.run("COMMIT")
            self._clean(connection, writer.erased)
            if writer.erased:
                self._vectors.drop(namespace, writer.touched)
            return result

    def snapshot(self, namespace: str, work: Callable[[Reader], T]) -> T:
        """See `Store.snapshot`."""
        return self.read(namespace, work)

    def erase(self, namespace: str) -> Counts:
        """See `Store.erase`."""
        with self._taking_turns(), self._pool.connection() as connection:
            connection.begin_writing()
            schema_version(connection)
            gone = erase(connection, namespace, SqliteReader(connection, namespace).describe())
            sqlite_sessions.drop_all(connection, namespace)
            connection.run("COMMIT")
            self._clean(connection, bool(gone.removed))
            self._vectors.drop_namespace(namespace)
            return gone

    def wipe(self) -> bool:
        """See `Store.wipe`."""
        with self._taking_turns(), self._pool.connection() as connection:
            self._uncleaned = not connection.rewrite()
            wiped = self._vectors.wipe(lambda namespace: SqliteReader(connection, namespace).stamps())
            return wiped and not self._uncleaned

    def copy_to(self, path: str) -> None:
        """Nothing; the file at `path` holds what this one holds now, whoever writes meanwhile."""
        with self._pool.connection() as connection:
            connection.copy_to(path)

    def copy_from(self, path: str) -> None:
        """Nothing; this file holds what the file at `path` holds, in one transaction: readers see the one or the other.
        Each namespace goes on beyond the revisions that were here."""
        with self._taking_turns(), self._pool.connection() as connection:
            last = connection.value("SELECT MAX(revision) FROM namespace") or 0
            connection.copy_from(path, self._busy_seconds)
            migrate(connection)
            connection.begin_writing()
            connection.run(GO_ON, (last, last))
            connection.run("COMMIT")
            self._clean(connection, True)
            self._vectors.drop_all()

    @contextmanager
    def _taking_turns(self) -> Iterator[None]:
        """Threads of this process wait for each other here, in place of polling the file's lock."""
        if not self._turn.acquire(timeout=self._busy_seconds):
            raise StoreUnavailable(f"{self.path} is being written by another thread: try again", path=self.path)
        try:
            yield
        finally:
            self._turn.release()

    def _clean(self, connection: Connection, erased: bool) -> None:
        """Nothing; what was erased has left the WAL too, or will after the next write that nobody reads beside."""
        if erased or self._uncleaned:
            self._uncleaned = not connection.truncate_log()

    def sweep(self, namespace: str) -> None:
        """See `Store.sweep`."""
        with self._taking_turns(), self._pool.connection() as connection:
            connection.begin_writing()
            swept = sqlite_forms.sweep(connection, namespace, SqliteReader(connection, namespace).describe().form)
            connection.run("COMMIT")
            self._clean(connection, swept)

    def flaws(self, namespace: str) -> tuple[Flaw, ...]:
        """See `Store.flaws`."""
        self._known.forget(namespace)
        with self._pool.connection() as connection:
            connection.run("BEGIN DEFERRED")
            return tuple(sqlite_flaws.flaws(connection, namespace))

    def repair(self, namespace: str) -> None:
        """See `Store.repair`."""
        with self._taking_turns(), self._pool.connection() as connection:
            connection.run("REINDEX")
            connection.begin_writing()
            sqlite_flaws.repair(connection, namespace)
            connection.run("COMMIT")

    def keep(self, namespace: str, session: Session, expected: int, now: int) -> bool:
        """See `Store.keep`."""
        with self._taking_turns(), self._pool.connection() as connection:
            connection.begin_writing()
            schema_version(connection)
            kept = sqlite_sessions.keep(connection, namespace, session, expected, now)
            connection.run("COMMIT")
            return kept

    def drop_sessions(self, namespace: str) -> int:
        """See `Store.drop_sessions`."""
        with self._taking_turns(), self._pool.connection() as connection:
            connection.begin_writing()
            schema_version(connection)
            dropped = sqlite_sessions.drop_all(connection, namespace)
            connection.run("COMMIT")
            self._clean(connection, dropped > 0)
            return dropped

    def vectors(self, namespace: str) -> dict[str, Vector]:
        """See `Store.vectors`."""
        return self._vectors.kept(namespace)

    def keep_vectors(self, namespace: str, vectors: Mapping[str, Vector]) -> int:
        """See `Store.keep_vectors`. Nobody writes meanwhile, so none is kept of what is forgotten in this moment."""
        if self._mode != WRITABLE:
            return 0
        with self._taking_turns(), self._pool.connection() as connection:
            connection.begin_writing()
            stamps = SqliteReader(connection, namespace).stamps()
            standing = {id: one for id, one in vectors.items() if stamps.get(id) == one.revision}
            return self._vectors.keep(namespace, standing)

    def namespaces(self) -> tuple[str, ...]:
        """See `Store.namespaces`."""
        with self._pool.connection() as connection:
            return tuple(name for (name,) in connection.rows(NAMESPACES) if not is_form(name))

    def close(self) -> None:
        """See `Store.close`."""
        self._pool.close()
