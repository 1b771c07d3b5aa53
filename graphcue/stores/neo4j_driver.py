"""One driver a process and server, shared by all stores on it, and the schema, made once a process and database."""

import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphcue.errors import MissingExtra
from graphcue.stores import cypher_files
from graphcue.stores.neo4j_url import Address

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction, Session
    from neo4j.api import BookmarkManager

CONNECTION_SECONDS = 3.0
RETRY_SECONDS = 2.0
"""How long the driver repeats what may pass by itself; a dead server is an error after both together."""
LIVENESS_SECONDS = 30.0
LIFETIME_SECONDS = 1_800.0
ACQUISITION_SECONDS = 10.0
INDEX_SECONDS = 300
THERE_ALREADY = tuple(
    f"Neo.ClientError.Schema.{name}"
    for name in ("EquivalentSchemaRuleAlreadyExists", "ConstraintAlreadyExists", "IndexAlreadyExists")
)
"""What a server says to `IF NOT EXISTS` when two transactions make the same at once."""
SCHEMA_PATIENCE = 10
"""How often the schema is tried again while other processes make it."""

Key = tuple[int, str, str, str]


@dataclass
class SharedDriver:
    """A driver, how many stores use it, and what is known about each database behind it."""

    driver: "Driver"
    users: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    bookmarks: dict[str, "BookmarkManager"] = field(default_factory=dict)
    with_schema: set[str] = field(default_factory=set)


_lock = threading.RLock()
_drivers: dict[Key, SharedDriver] = {}


def _key(address: Address) -> Key:
    # a driver does not survive a fork: each process has its own
    return (os.getpid(), address.url, address.user, address.password)


def acquire(address: Address) -> SharedDriver:
    """The process's driver for this server and user, with one user more."""
    with _lock:
        shared = _drivers.get(_key(address))
        if shared is None:
            shared = _drivers[_key(address)] = SharedDriver(_open(address))
        shared.users += 1
        return shared


def release(address: Address, shared: SharedDriver) -> None:
    """Closes the driver with its last user."""
    with _lock:
        shared.users -= 1
        if shared.users == 0:
            _drivers.pop(_key(address), None)
            shared.driver.close()


def bookmarks(shared: SharedDriver, database: str) -> "BookmarkManager":
    """What makes a read see the writes of this process, wherever in a cluster it is answered."""
    from neo4j import GraphDatabase

    with shared.lock:
        if database not in shared.bookmarks:
            shared.bookmarks[database] = GraphDatabase.bookmark_manager()
        return shared.bookmarks[database]


def forget(shared: SharedDriver, database: str) -> None:
    """Nothing is known about this database any more: its server may have been replaced or restored."""
    with shared.lock:
        shared.with_schema.discard(database)
        shared.bookmarks.pop(database, None)


def ensure_schema(shared: SharedDriver, database: str) -> None:
    """Makes the constraints and indexes that are missing, and waits for them; asks the server once."""
    with shared.lock:
        if database not in shared.with_schema:
            with shared.driver.session(database=database or None) as session:
                _make_schema(session)
            shared.with_schema.add(database)


def _make_schema(session: "Session") -> None:
    from neo4j.exceptions import ClientError, TransientError

    made = False
    for last in (False,) * SCHEMA_PATIENCE + (True,):
        there = schema_names(session)
        missing = [text for name, text in cypher_files.schema_statements().items() if name not in there]
        made = made or bool(missing)
        try:
            for statement in missing:
                session.execute_write(_execute, statement)
        except (TransientError, ClientError) as error:
            # another process makes it too: one of both was in a deadlock, or came a moment too late
            if last or not (isinstance(error, TransientError) or error.code in THERE_ALREADY):
                raise
            continue
        if made:
            session.execute_read(_execute, f"CALL db.awaitIndexes({INDEX_SECONDS})")
        return


def schema_names(session: "Session") -> set[str]:
    """The names of the constraints and indexes that the database has."""
    return {name for kind in ("CONSTRAINTS", "INDEXES") for name in _names(session, kind)}


def _names(session: "Session", kind: str) -> list[str]:
    return [row[0] for row in session.execute_read(_execute, f"SHOW {kind} YIELD name")]


def _execute(transaction: "ManagedTransaction", text: str) -> list[list[Any]]:
    return transaction.run(text).values()


def _open(address: Address) -> "Driver":
    try:
        from neo4j import GraphDatabase, NotificationMinimumSeverity
    except ImportError as error:
        raise MissingExtra("Neo4j's driver is not installed: pip install 'graphcue[neo4j]'", extra="neo4j") from error
    return GraphDatabase.driver(
        address.url,
        auth=(address.user, address.password) if address.user else None,
        connection_timeout=CONNECTION_SECONDS,
        connection_acquisition_timeout=ACQUISITION_SECONDS,
        max_transaction_retry_time=RETRY_SECONDS,
        liveness_check_timeout=LIVENESS_SECONDS,
        max_connection_lifetime=LIFETIME_SECONDS,
        # an empty database knows none of our labels, and would warn about each
        notifications_min_severity=NotificationMinimumSeverity.OFF,
        user_agent="graphcue",
    )
