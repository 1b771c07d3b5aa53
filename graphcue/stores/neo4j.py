"""The store that a person can look at: Neo4j 5, by the official driver.

A write takes the lock of its namespace's node first, so that writers of one namespace take turns. A read looks at the
namespace's revision first and last; if a writer came in between it starts again, at last with writers kept out.
"""

import os
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, NamedTuple

from graphcue.errors import StoreError, StoreUnavailable
from graphcue.model import is_form
from graphcue.stores import contract, neo4j_driver, neo4j_erase, neo4j_flaws, neo4j_forms, neo4j_sessions, neo4j_vectors
from graphcue.stores.contract import Counts, Flaw, T, Vector
from graphcue.stores.known import Knowledge, Looking, Lookups
from graphcue.stores.neo4j_errors import translated
from graphcue.stores.neo4j_read import Cypher, Neo4jReader, described
from graphcue.stores.neo4j_url import address_of
from graphcue.stores.neo4j_write import Neo4jWriter

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Session

OPTIMISTIC_READS = 3
"""How often a read is tried before it keeps writers out."""
WRITE_SECONDS = 600.0
"""After which the server ends a write: a client that vanished without a word must not hold its lock for ever."""
LOOK_SECONDS = 10.0
"""How long the lock of a write whose commit was lost is waited for, before nobody knows whether it was kept."""


class Seen(NamedTuple, Generic[T]):
    """What some work returned, having seen one revision."""

    value: T


class Neo4jStore:
    """All namespaces of one Neo4j database. Threads may share it; the driver is opened again after a fork."""

    def __init__(
        self, url: str, user: str | None = None, password: str | None = None, database: str | None = None
    ) -> None:
        self._address = address_of(url, user, password, database)
        self._known = Knowledge(Lookups)
        self._closed = False
        self._open()

    def __repr__(self) -> str:
        return f"Neo4jStore({self._address.shown!r})"

    def read(self, namespace: str, work: Callable[[Neo4jReader], T]) -> T:
        with self._session() as session:
            for _ in range(OPTIMISTIC_READS):
                seen = _read(session, lambda transaction: _read_one_revision(transaction, namespace, work, self._known))
                if seen is not None:
                    return seen.value
            return session.execute_write(_read_alone, namespace, work)

    def write(self, namespace: str, work: Callable[[Neo4jWriter], T]) -> T:
        with self._session() as session:
            neo4j_driver.ensure_schema(self._shared, self._address.database)
            return _write(session, namespace, work)

    def snapshot(self, namespace: str, work: Callable[[Neo4jReader], T]) -> T:
        with self._session() as session:
            return session.execute_write(_read_alone, namespace, work)

    def erase(self, namespace: str) -> Counts:
        with self._session() as session:
            return neo4j_erase.erase(session, namespace)

    def wipe(self) -> bool:
        return False

    def sweep(self, namespace: str) -> None:
        with self._session() as session:
            neo4j_forms.sweep(session, namespace)

    def flaws(self, namespace: str) -> tuple[Flaw, ...]:
        self._known.forget(namespace)
        with self._session() as session:
            there = neo4j_driver.schema_names(session)
            return session.execute_write(neo4j_flaws.flaws, namespace, there)

    def repair(self, namespace: str) -> None:
        with self._session() as session:
            neo4j_driver.forget(self._shared, self._address.database)
            neo4j_driver.ensure_schema(self._shared, self._address.database)
            session.execute_write(neo4j_flaws.repair, namespace)

    def keep(self, namespace: str, session: contract.Session, expected: int, now: int) -> bool:
        with self._session() as driver_session:
            neo4j_driver.ensure_schema(self._shared, self._address.database)
            return driver_session.execute_write(neo4j_sessions.keep, namespace, session, expected, now)

    def drop_sessions(self, namespace: str) -> int:
        with self._session() as session:
            return session.execute_write(neo4j_sessions.drop_all, namespace)

    def vectors(self, namespace: str) -> dict[str, Vector]:
        with self._session() as session:
            return session.execute_read(neo4j_vectors.kept, namespace)

    def keep_vectors(self, namespace: str, vectors: Mapping[str, Vector]) -> int:
        with self._session() as session:
            return session.execute_write(neo4j_vectors.keep, namespace, vectors)

    def namespaces(self) -> tuple[str, ...]:
        with self._session() as session:
            return _read(session, _namespaces)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            neo4j_driver.release(self._address, self._shared)

    def _open(self) -> None:
        self._process = os.getpid()
        with translated(self._address.shown):
            self._shared = neo4j_driver.acquire(self._address)

    @contextmanager
    def _session(self) -> Iterator["Session"]:
        """A session of the driver, whose errors come out as ours."""
        if self._closed:
            raise StoreError(f"the store on {self._address.shown} is closed: open it again")
        if self._process != os.getpid():
            self._open()
        database = self._address.database
        try:
            with (
                translated(self._address.shown),
                self._shared.driver.session(
                    database=database or None,
                    bookmark_manager=neo4j_driver.bookmarks(self._shared, database),
                    fetch_size=-1,
                ) as session,
            ):
                yield session
        except StoreUnavailable:
            neo4j_driver.forget(self._shared, database)
            raise


def _read(session: "Session", work: Callable[["ManagedTransaction"], T]) -> T:
    """What `work` returns. Where only the end of a read was lost, which the driver does not repeat, it is read again."""
    from neo4j.exceptions import IncompleteCommit

    try:
        return session.execute_read(work)
    except IncompleteCommit:
        return session.execute_read(work)


def _namespaces(transaction: "ManagedTransaction") -> tuple[str, ...]:
    return tuple(sorted(name for (name,) in Cypher(transaction, "").rows("namespaces") if not is_form(name)))


def _read_one_revision(
    transaction: "ManagedTransaction",
    namespace: str,
    work: Callable[[Neo4jReader], T],
    knowledge: Knowledge[Lookups],
) -> Seen[T] | None:
    """What `work` returns; None if it saw more than one revision, whatever it returned or raised."""
    from neo4j.exceptions import GqlError

    cypher = Cypher(transaction, namespace)
    first = described(cypher.rows("namespace"))
    looked = cypher.runs
    known = knowledge.at(namespace, first.revision)
    looking = Looking(known)
    try:
        seen = Seen(work(Neo4jReader(cypher, first, looking)))
    except GqlError:
        raise
    except Exception:  # a view of two revisions can mislead any work, so its error counts only if there was one
        if described(cypher.rows("namespace")).revision != first.revision:
            return None
        raise
    if cypher.runs > looked and described(cypher.rows("namespace")).revision != first.revision:
        return None
    known.take(looking)
    return seen


def _read_alone(transaction: "ManagedTransaction", namespace: str, work: Callable[[Neo4jReader], T]) -> T:
    cypher = Cypher(transaction, namespace)
    return work(Neo4jReader(cypher, described(cypher.rows("lock_to_read"))))


def _write(session: "Session", namespace: str, work: Callable[[Neo4jWriter], T]) -> T:
    """What `work` returns. A commit whose answer was lost is looked up by its mark, and repeated if it was not kept."""
    from neo4j import unit_of_work
    from neo4j.exceptions import GqlError, IncompleteCommit

    mark = uuid.uuid4().hex
    done: list[T] = []

    @unit_of_work(timeout=WRITE_SECONDS)
    def attempt(transaction: "ManagedTransaction") -> T:
        cypher = Cypher(transaction, namespace)
        writer = Neo4jWriter(cypher, described(cypher.rows("lock_to_write")))
        done[:] = [work(writer)]
        writer.finish(mark)
        return done[0]

    @unit_of_work(timeout=LOOK_SECONDS)
    def was_kept(transaction: "ManagedTransaction") -> bool:
        return _was_kept(transaction, namespace, mark)

    try:
        return session.execute_write(attempt)
    except IncompleteCommit as lost:
        try:
            kept = session.execute_write(was_kept)
        except GqlError:
            raise lost from None
    return done[0] if kept else session.execute_write(attempt)


def _was_kept(transaction: "ManagedTransaction", namespace: str, mark: str) -> bool:
    """Whether the transaction of this mark was committed, once it can no longer be under way."""
    cypher = Cypher(transaction, namespace)
    cypher.rows("lock_to_read")
    return cypher.rows("was_written", mark=mark) == [[True]]
