"""Vectors of memories, in a file beside the store's own: what follows from the memories has no place among them, and can be
made again where the file is lost.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from graphcue.errors import StoreError
from graphcue.stores.contract import Vector
from graphcue.stores.serial import to_text
from graphcue.stores.sqlite_connection import Connection, set_up

ENDING = "-semantic"
"""What the file is called, behind the name of the store's own."""
BROKEN = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
MADE = """
    CREATE TABLE IF NOT EXISTS vector (
        namespace TEXT NOT NULL, id TEXT NOT NULL, maker TEXT NOT NULL, revision INTEGER NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (namespace, id)
    ) WITHOUT ROWID
"""
KEPT = "SELECT id, bytes, maker, revision FROM vector WHERE namespace = ?"
KEEP = "INSERT OR REPLACE INTO vector (namespace, id, maker, revision, bytes) VALUES (?, ?, ?, ?, ?)"
REVISIONS = "SELECT id, revision FROM vector WHERE namespace = ?"
NAMESPACES = "SELECT DISTINCT namespace FROM vector"
DROP = "DELETE FROM vector WHERE namespace = ? AND id IN (SELECT value FROM json_each(?))"
DROP_NAMESPACE = "DELETE FROM vector WHERE namespace = ?"
DROP_ALL = "DELETE FROM vector"


class Vectors:
    """The vectors beside the store at `path`. The file is made by the first that is kept."""

    def __init__(self, path: str, busy_seconds: float) -> None:
        self.path = f"{path}{ENDING}"
        self._busy_seconds = busy_seconds

    def kept(self, namespace: str) -> dict[str, Vector]:
        """See `Store.vectors`."""
        if not self._there():
            return {}
        with self._connection() as connection:
            rows = connection.rows(KEPT, (namespace,))
        return {id: Vector(values, maker, revision) for id, values, maker, revision in rows}

    def keep(self, namespace: str, vectors: Mapping[str, Vector]) -> int:
        """The number of vectors that are kept, in place of those before them."""
        rows = [(namespace, id, one.maker, one.revision, one.values) for id, one in vectors.items()]
        with self._connection() as connection:
            connection.begin_writing()
            connection.run_many(KEEP, rows)
            connection.run("COMMIT")
        return len(rows)

    def drop(self, namespace: str, ids: Iterable[str]) -> None:
        """Nothing; these memories have none."""
        if self._there():
            with self._connection() as connection:
                connection.run(DROP, (namespace, to_text(sorted(ids))))

    def drop_namespace(self, namespace: str) -> None:
        """Nothing; no memory of the namespace has one."""
        if self._there():
            with self._connection() as connection:
                connection.run(DROP_NAMESPACE, (namespace,))

    def drop_all(self) -> None:
        """Nothing; there is none."""
        if self._there():
            with self._connection() as connection:
                connection.run(DROP_ALL)

    def wipe(self, stamps: Callable[[str], Mapping[str, int]]) -> bool:
        """Whether no byte is left of the vectors of memories that are gone or changed; `stamps` are those of a namespace."""
        if not self._there():
            return True
        with self._connection() as connection:
            for (namespace,) in connection.rows(NAMESPACES):
                now = stamps(namespace)
                old = [id for id, revision in connection.rows(REVISIONS, (namespace,)) if now.get(id) != revision]
                connection.run(DROP, (namespace, to_text(sorted(old))))
            return connection.rewrite()

    def _there(self) -> bool:
        return Path(self.path).is_file()

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        connection = self._opened()
        try:
            yield connection
        finally:
            connection.roll_back()
            connection.close()

    def _opened(self) -> Connection:
        """A connection to the file; one that is damaged is made anew."""
        try:
            return self._ready()
        except StoreError as error:
            if error.fields.get("reason") not in BROKEN:
                raise
            Path(self.path).unlink(missing_ok=True)
            return self._ready()

    def _ready(self) -> Connection:
        connection = Connection(self.path, "mode=rwc", self._busy_seconds)
        try:
            set_up(connection)
            connection.run(MADE)
        except BaseException:
            connection.close()
            raise
        return connection
