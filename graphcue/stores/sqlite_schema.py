"""The tables of the SQLite store and the ladder of steps that brings an older file to them.

Integer `row`s stand inside the file for the ids and keys outside of it. Every step runs in one transaction with its
`PRAGMA user_version`, so a file is at one version or at the next, never between.
"""

from graphcue.errors import NewerSchema, StoreError
from graphcue.stores.contract import SCHEMA_VERSION
from graphcue.stores.sqlite_connection import Connection

APPLICATION_ID = 0x67637565
"""`gcue` in ASCII, in the header of every file of ours."""

# The rows of memories are in the order of time (see `sqlite_rows`), and with them postings and edges. The narrow
# columns that filters and orders look at stand apart from `body`, so that a walk over many memories reads few pages.
# `occurred_at` NULL sorts after every time in descending order: no time is oldest.
FIRST = (
    """
    CREATE TABLE namespace (
        row INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        schema INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        names_revision INTEGER NOT NULL,
        fingerprint BLOB NOT NULL,
        language TEXT NOT NULL,
        counts TEXT NOT NULL,
        aliases TEXT NOT NULL DEFAULT '[]'
    )
    """,
    """
    CREATE TABLE memory (
        row INTEGER PRIMARY KEY,
        namespace INTEGER NOT NULL REFERENCES namespace (row),
        id TEXT NOT NULL,
        occurred_at INTEGER,
        recorded_at INTEGER NOT NULL,
        superseded_at INTEGER,
        kind TEXT NOT NULL,
        status TEXT NOT NULL,
        project TEXT NOT NULL,
        thread TEXT NOT NULL,
        order_key TEXT NOT NULL,
        author TEXT NOT NULL,
        document TEXT NOT NULL,
        occurred_grain TEXT,
        asks INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        born INTEGER NOT NULL,
        UNIQUE (namespace, id)
    )
    """,
    "CREATE INDEX memory_order ON memory (namespace, order_key)",
    "CREATE INDEX memory_thread ON memory (namespace, thread, order_key) WHERE thread <> ''",
    "CREATE INDEX memory_project ON memory (namespace, project)",
    """
    CREATE TABLE body (
        memory INTEGER PRIMARY KEY REFERENCES memory (row) ON UPDATE CASCADE,
        content TEXT NOT NULL,
        contributions TEXT NOT NULL,
        caption TEXT NOT NULL,
        key TEXT NOT NULL,
        position INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        occurred_offset INTEGER,
        valid_from INTEGER,
        valid_from_offset INTEGER,
        valid_from_grain TEXT,
        valid_until INTEGER,
        valid_until_offset INTEGER,
        valid_until_grain TEXT
    )
    """,
    """
    CREATE TABLE cue (
        row INTEGER PRIMARY KEY,
        namespace INTEGER NOT NULL REFERENCES namespace (row),
        key TEXT NOT NULL,
        memories INTEGER NOT NULL,
        UNIQUE (namespace, key)
    )
    """,
    """
    CREATE TABLE posting (
        cue INTEGER NOT NULL REFERENCES cue (row),
        memory INTEGER NOT NULL,
        weight INTEGER NOT NULL,
        PRIMARY KEY (cue, memory)
    ) WITHOUT ROWID
    """,
    # the postings of each memory once more, packed: a fifth of the room of an index by memory, and read at once
    """
    CREATE TABLE carried (
        memory INTEGER PRIMARY KEY REFERENCES memory (row) ON UPDATE CASCADE,
        postings BLOB NOT NULL
    )
    """,
    "CREATE TABLE edge_type (row INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    # people and entities ("name"), projects and documents
    """
    CREATE TABLE node (
        row INTEGER PRIMARY KEY,
        namespace INTEGER NOT NULL REFERENCES namespace (row),
        label TEXT NOT NULL CHECK (label IN ('name', 'project', 'document')),
        key TEXT NOT NULL,
        UNIQUE (namespace, label, key)
    )
    """,
    """
    CREATE TABLE name (
        node INTEGER PRIMARY KEY REFERENCES node (row),
        label TEXT NOT NULL,
        folded TEXT NOT NULL,
        name TEXT NOT NULL,
        organisation TEXT NOT NULL,
        kind TEXT NOT NULL,
        forms TEXT NOT NULL
    )
    """,
    # edges from memories to nodes; `line_start` NULL: no place; `document` NULL: the place's document is the target
    """
    CREATE TABLE tie (
        source INTEGER NOT NULL REFERENCES memory (row) ON UPDATE CASCADE,
        type INTEGER NOT NULL,
        target INTEGER NOT NULL REFERENCES node (row),
        position INTEGER NOT NULL,
        line_start INTEGER,
        line_end INTEGER,
        document TEXT,
        rule TEXT NOT NULL,
        PRIMARY KEY (source, type, target, position)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tie_target ON tie (target, type, source)",
    # how many ties lead to each node
    """
    CREATE TABLE degree (
        target INTEGER NOT NULL REFERENCES node (row),
        type INTEGER NOT NULL,
        edges INTEGER NOT NULL,
        PRIMARY KEY (target, type)
    ) WITHOUT ROWID
    """,
    # edges from memories to memories
    """
    CREATE TABLE link (
        source INTEGER NOT NULL REFERENCES memory (row) ON UPDATE CASCADE,
        type INTEGER NOT NULL,
        target INTEGER NOT NULL REFERENCES memory (row) ON UPDATE CASCADE,
        position INTEGER NOT NULL,
        line_start INTEGER,
        line_end INTEGER,
        document TEXT,
        rule TEXT NOT NULL,
        PRIMARY KEY (source, type, target, position)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX link_target ON link (target, type, source)",
    f"PRAGMA application_id = {APPLICATION_ID}",
)

# Schema 2 is in the making: what else comes before it is released belongs here, never into FIRST.
SECOND = (
    "ALTER TABLE namespace ADD COLUMN form INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE namespace ADD COLUMN formed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE namespace ADD COLUMN tombstone_key TEXT NOT NULL DEFAULT ''",
    """
    CREATE TABLE tombstone (
        namespace INTEGER NOT NULL REFERENCES namespace (row),
        key TEXT NOT NULL,
        PRIMARY KEY (namespace, key)
    ) WITHOUT ROWID
    """,
    # sessions go by the name of their namespace: they may begin before it was ever written to
    """
    CREATE TABLE session (
        namespace TEXT NOT NULL,
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (namespace, id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX session_expiry ON session (namespace, expires)",
)

STEPS: tuple[tuple[str, ...], ...] = (FIRST, SECOND)
"""Step n leads from version n to version n + 1. A step that was ever released is never changed."""


def schema_version(connection: Connection) -> int:
    """The version of the file, 0 if it is empty; a file that is not ours, or a newer one, is an error."""
    version = int(connection.value("PRAGMA user_version"))
    application = connection.value("PRAGMA application_id")
    path = connection.path
    if application != APPLICATION_ID and connection.value("SELECT COUNT(*) FROM sqlite_schema"):
        raise StoreError(f"{path} is an SQLite file of another program: give graphcue a path of its own", path=path)
    if version > SCHEMA_VERSION:
        raise NewerSchema(
            f"{path} has schema {version}, this graphcue reads up to {SCHEMA_VERSION}: upgrade graphcue",
            path=path,
            found=version,
            known=SCHEMA_VERSION,
        )
    return version


def migrate(connection: Connection) -> None:
    """Nothing; the file is at `SCHEMA_VERSION` then. Processes that come at once take turns."""
    while schema_version(connection) < SCHEMA_VERSION:
        connection.run("BEGIN IMMEDIATE")
        try:
            version = schema_version(connection)
            if version < SCHEMA_VERSION:
                _climb(connection, version)
            connection.run("COMMIT")
        except BaseException:
            connection.roll_back()
            raise


def _climb(connection: Connection, version: int) -> None:
    for statement in STEPS[version]:
        connection.run(statement)
    connection.run(f"PRAGMA user_version = {version + 1}")
    if version:
        connection.run("UPDATE namespace SET schema = ?", (version + 1,))
