"""SQLite's plan of every statement of the store: each finds its rows through a key or an index."""

import random
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from graphcue.stores import (
    sqlite,
    sqlite_edge_write,
    sqlite_edges,
    sqlite_match,
    sqlite_page,
    sqlite_read,
    sqlite_rows,
    sqlite_schema,
    sqlite_where,
    sqlite_write,
)
from graphcue.stores.contract import Alias, Changes, Store, Where
from graphcue.stores.sqlite import SqliteStore
from graphcue.stores.sqlite_connection import Connection
from tests.contract_world import EMPTY, SPACE
from tests.test_contract_random import WAYS, answers, go, random_world, step

MODULES = (sqlite, sqlite_edge_write, sqlite_edges, sqlite_match, sqlite_page, sqlite_read, sqlite_rows, sqlite_write)
IDS = tuple(f"m{n:03d}" for n in range(60))
STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE)\s")
WHOLE = (
    "VIRTUAL TABLE",  # a list that was handed in
    "SCAN may",  # what an index found
    "SCAN CONSTANT ROW",
    "SCAN edge_type",  # a dozen rows
    "SCAN sqlite_master",  # when a file is opened
    "SCAN namespace",  # namespaces() lists them all, a restored copy goes on in all of them
)


class Anything(dict[str, Any]):
    """A value for every parameter."""

    def __missing__(self, name: str) -> int:
        return 1


@pytest.fixture(scope="module")
def statements(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SqliteStore, set[str]]]:
    """A store after a life in which every statement was used, and those statements."""
    seen: set[str] = set()
    plain = Connection._do

    def noting(self: Connection, how: Any, sql: str, values: Any) -> Any:
        seen.add(sql)
        return plain(self, how, sql, values)

    with (
        pytest.MonkeyPatch.context() as patch,
        closing(SqliteStore(str(tmp_path_factory.mktemp("x") / "s.db"))) as store,
    ):
        patch.setattr(Connection, "_do", noting)
        live(store, patch)
        yield store, {sql for sql in seen if STATEMENT.match(sql)}


def live(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing; everything was written, changed, asked both ways, and dropped."""
    world = random_world(random.Random(1), IDS)
    early = random_world(random.Random(2), IDS)
    step([store], EMPTY, early)
    step([store], early, world)
    for few, walks in WAYS:
        go(monkeypatch, few, walks)
        for seed in range(120):
            store.read(SPACE, lambda reader, seed=seed: answers(reader, random.Random(seed), IDS))  # type: ignore[misc]
    for state in ("current", "superseded"):
        for at in (None, 1):
            where = Where(state=state, at=at, kinds=("note", "decision"), born_until=1)
            store.read(SPACE, lambda reader, where=where: reader.page(where, "oldest", None, 9))  # type: ignore[misc]
    assert store.read(SPACE, lambda reader: reader.stamps()).keys() == world.memories.keys()
    some = next(iter(world.memories))
    store.write(SPACE, lambda writer: writer.apply(Changes(superseded=((some, 1),), language="rules")))
    alias = Alias("project", "a", "b")
    store.write(SPACE, lambda writer: writer.apply(Changes(add_aliases=(alias,))))
    store.write(SPACE, lambda writer: writer.apply(Changes(drop_aliases=(alias,))))
    store.namespaces()
    assert isinstance(store, SqliteStore)
    copy = f"{store.path}.copy"
    store.copy_to(copy)
    store.copy_from(copy)
    step([store], world, EMPTY)


def test_no_statement_goes_through_a_whole_table(statements: tuple[SqliteStore, set[str]]) -> None:
    store, seen = statements
    assert len(seen) > 100
    found = []
    with store._pool.connection() as connection:
        for sql in sorted(seen):
            values: Any = Anything() if ":" in sql else (1,) * sql.count("?")
            for *_, detail in connection.rows(f"EXPLAIN QUERY PLAN {sql}", values):
                if detail.startswith("SCAN") and not any(part in detail for part in WHOLE):
                    found.append((detail, sql))
    assert not found


def test_every_statement_was_looked_at(statements: tuple[SqliteStore, set[str]]) -> None:
    _, seen = statements
    written = {
        name: value
        for module in MODULES
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and STATEMENT.match(value)
    }
    assert len(written) > 40
    shapes = {name for name, value in written.items() if "{" in value.replace("{}", "")}
    assert shapes == {"TOTAL", "GATHERED", "WALKED", "BEST"}
    assert {name for name, value in written.items() if name not in shapes and value not in seen} == set()
    used = "\n".join(seen)
    assert [part for part, condition in sqlite_where.CONDITIONS.items() if condition not in used] == []
    assert [way for way, gather in sqlite_page.GATHER.items() if gather not in used] == []


def test_the_whole_table_test_can_fail(statements: tuple[SqliteStore, set[str]]) -> None:
    store, _ = statements
    with store._pool.connection() as connection:
        plan = connection.rows("EXPLAIN QUERY PLAN SELECT * FROM memory WHERE kind = 'x'")
    assert plan[0][-1] == "SCAN memory"
    assert not any(part in plan[0][-1] for part in WHOLE)
    assert len(sqlite_schema.STEPS) == sqlite_schema.SCHEMA_VERSION
