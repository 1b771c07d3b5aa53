"""Sessions in an SQLite file."""

from graphcue.stores.contract import Session
from graphcue.stores.sqlite_connection import Connection

GET = "SELECT version, expires, state FROM session WHERE namespace = ? AND id = ?"
PUT = "INSERT OR REPLACE INTO session (namespace, id, version, expires, state) VALUES (?, ?, ?, ?, ?)"
EXPIRED = "DELETE FROM session WHERE namespace = ? AND expires <= ?"
ALL = "DELETE FROM session WHERE namespace = ?"


def session(connection: Connection, namespace: str, id: str) -> Session:
    """See `Reader.session`."""
    row = connection.row(GET, (namespace, id))
    if row is None:
        return Session(id)
    version, expires, state = row
    return Session(id, state, version, expires)


def keep(connection: Connection, namespace: str, kept: Session, expected: int, now: int) -> bool:
    """See `Store.keep`."""
    if session(connection, namespace, kept.id).version != expected:
        return False
    connection.run(EXPIRED, (namespace, now))
    connection.run(PUT, (namespace, kept.id, kept.version, kept.expires, kept.state))
    return True


def drop_all(connection: Connection, namespace: str) -> int:
    """See `Store.drop_sessions`."""
    return connection.run(ALL, (namespace,))
