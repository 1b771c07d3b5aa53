"""The forms of a namespace's graph in an SQLite file: one in the making takes the place of the one in use, by its name."""

# ruff: noqa: S608  # only names of our own columns and tables are put in

import json

from graphcue.errors import StoreError
from graphcue.model import base_name, form_name
from graphcue.stores.contract import NO_FORM, TOMBSTONE, Description
from graphcue.stores.serial import to_text
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_tombstones import erase

OF_THE_GRAPH = ("cue", "memory", "node")
"""Tables whose rows belong to a form; those of every other table with a namespace belong to the namespace itself."""
NUMBERS = ("row", "name", "schema", "revision", "names_revision", "language", "counts", "form", "formed")
"""Columns of a namespace that a form brings along; every other one stays what it was."""

ROW = "SELECT row FROM namespace WHERE name = ?"
FOUND = "SELECT row, revision, form, counts FROM namespace WHERE row = ?"
RENAME = "UPDATE namespace SET name = ? WHERE row = ?"
SET = """
    UPDATE namespace SET revision = ?, names_revision = ?, form = ?, formed = ?, counts = ? WHERE row = ?
"""
KEPT_COLUMNS = "SELECT name FROM pragma_table_info('namespace')"
OLD = "SELECT {} FROM namespace WHERE row = ?"
KEPT_TABLES = """
    SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = 'namespace' WHERE t.type = 'table'
"""
NAMES = "SELECT name FROM namespace"
BETWEEN = "\x1f"
"""What the graph in use is called while it changes places; nobody may call a namespace so."""


def adopt(connection: Connection, namespace: str, old: int) -> int:
    """The row of the namespace from now on: that of the form in the making; what was its row has the form's name."""
    _, revision, form, counts = connection.row(FOUND, (old,)) or (old, 0, 0, "{}")
    made = form_name(namespace, form + 1)
    found = connection.row(FOUND, (connection.value(ROW, (made,)),))
    if found is None:
        raise StoreError(NO_FORM)
    new, its_revision, _, its_counts = found
    for name, row in ((BETWEEN, old), (namespace, new), (made, old)):
        connection.run(RENAME, (name, row))
    last = max(revision, its_revision)
    graves = json.loads(counts).get(TOMBSTONE, 0)
    told = {**json.loads(its_counts), **({TOMBSTONE: graves} if graves else {})}
    connection.run(SET, (last, last + 1, form + 1, last + 1, to_text(told), new))
    for (column,) in connection.rows(KEPT_COLUMNS):
        if column not in NUMBERS:
            connection.run(f"UPDATE namespace SET {column} = ({OLD.format(column)}) WHERE row = ?", (old, new))
    for (table,) in connection.rows(KEPT_TABLES):
        if table not in OF_THE_GRAPH:
            connection.run(f"UPDATE {table} SET namespace = ? WHERE namespace = ?", (new, old))
    return int(new)


def sweep(connection: Connection, namespace: str, form: int) -> bool:
    """Whether there was something to remove: every form of the namespace but the one in use and the one in the making."""
    names = [name for (name,) in connection.rows(NAMES) if name != namespace and base_name(name) == namespace]
    old = [name for name in names if name != form_name(namespace, form + 1)]
    for name in old:
        erase(connection, name, Description(0, 0, 0, "", {}))
    return bool(old)
