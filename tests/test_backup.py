"""Backups: made under way, read back, and restored without ever losing what was there."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from graphcue.backup import backup, kind_of, restore
from graphcue.errors import BrokenExport, Conflict, InvalidInput, NewerSchema, NotUtf8, SourceError, StoreError
from graphcue.graph import MemoryGraph
from graphcue.stores.contract import Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.sqlite import SqliteStore
from tests.conftest import NOW, Graph, graph_on
from tests.graph_checks import check_graph

SECOND = 1_000
STAMP = "20260105T080000.000Z"


def filled(graph: MemoryGraph) -> MemoryGraph:
    graph.remember("缓存击穿：热点商品加一层缓存", id="cache", project="订单", author="邬绮")
    graph.remember("促销取消", id="promo", author="莫岚")
    graph.relate("promo", "caused_by", "cache")
    graph.add_alias("邬工", "邬绮", kind="person")
    graph.remember("机密", id="secret")
    graph.forget("secret")
    return graph


def on(path: Path, namespace: str = "default") -> MemoryGraph:
    return graph_on(SqliteStore(str(path)), namespace)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_of_every_store_is_restored_into_every_other(kept: Store, graph: Graph, tmp_path: Path) -> None:
    source = filled(graph())
    made = backup(source, tmp_path / "backups" / "here", NOW)
    whole = isinstance(kept, SqliteStore)
    assert made.path.name == f"graphcue-{'store' if whole else 'default'}-{STAMP}.{'db' if whole else 'jsonl'}"
    assert names(made.path.parent) == [made.path.name]
    assert made.namespaces == (("default", 2, source.describe().fingerprint),)
    for target in (graph_on(MemoryStore()), on(tmp_path / "new.db")):
        with target:
            restored = restore(target, made.path)
            assert restored.namespaces == made.namespaces
            assert check_graph(target).told() == check_graph(source).told()
            target.remember("danach", project="订单")
            check_graph(target)
    assert names(made.path.parent) == [made.path.name]


def test_a_file_is_backed_up_with_all_its_namespaces(tmp_path: Path) -> None:
    for name in ("甲", "乙"):
        with on(tmp_path / "a.db", name) as graph:
            filled(graph)
    with on(tmp_path / "a.db", "乙") as graph:
        made = backup(graph, tmp_path / "b", NOW)
    assert [name for name, _, _ in made.namespaces] == ["乙", "甲"]
    with on(tmp_path / "c.db", "丙") as target:
        restore(target, made.path)
        assert target.namespaces() == ("乙", "甲")
    with graph_on(MemoryStore(), "甲") as target:  # another kind of store takes the one it is asked for
        assert restore(target, made.path).namespaces == made.namespaces[1:]


def test_only_our_own_older_backups_are_removed(tmp_path: Path) -> None:
    foreign = (
        "notes.db",
        f"graphcue-other-{STAMP}.db",
        f"graphcue-a-{STAMP}.db.txt",
        f"graphcue-a-b-{STAMP}.db",
        "graphcue-a.db",
    )
    for name in foreign:
        (tmp_path / name).write_text("not ours")
    (tmp_path / f"graphcue-a-{STAMP.replace('2026', '2020')}.db").symlink_to(tmp_path / "notes.db")
    (tmp_path / "s").mkdir()
    with on(tmp_path / "s" / "a.db") as graph:
        filled(graph)
        made = [backup(graph, tmp_path, NOW + n * SECOND, keep=2) for n in range(4)]
    assert [one.removed for one in made] == [(), (), (made[0].path,), (made[1].path,)]
    left = {path.name for path in tmp_path.iterdir() if path.is_file() and not path.is_symlink()}
    assert left == {*foreign, made[2].path.name, made[3].path.name}
    assert os.path.lexists(tmp_path / f"graphcue-a-{STAMP.replace('2026', '2020')}.db")


def test_a_backup_never_takes_the_place_of_another(tmp_path: Path, memory: MemoryGraph) -> None:
    filled(memory)
    made = backup(memory, tmp_path, NOW)
    before = made.path.read_bytes()
    memory.remember("neu")
    with pytest.raises(Conflict, match="is there already"):
        backup(memory, tmp_path, NOW)
    assert made.path.read_bytes() == before
    with pytest.raises(InvalidInput, match="at least one"):
        backup(memory, tmp_path, NOW, keep=0)
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceError, match="cannot be made"):
        backup(memory, tmp_path / "file" / "sub", NOW)


def test_a_name_that_no_file_system_takes_makes_one_that_does(tmp_path: Path) -> None:
    paths = set()
    for name in ("../up", "..", "a/b", "甲" * 150, "a b", "a_b"):
        with graph_on(MemoryStore(), name) as graph:
            filled(graph)
            paths.add(backup(graph, tmp_path, NOW).path)
    assert len(paths) == 6 and {path.parent for path in paths} == {tmp_path}


def test_what_is_there_is_overwritten_by_force_only(tmp_path: Path) -> None:
    with on(tmp_path / "a.db") as graph:
        made = backup(filled(graph), tmp_path / "b", NOW)
        plain = tmp_path / "export.jsonl"
        plain.write_text("".join(f"{line}\n" for line in graph.export()), "utf-8")
        want = check_graph(graph).told()
    for file in (made.path, plain):
        with on(tmp_path / "there.db") as target:
            target.remember("steht schon da")
            before = check_graph(target)
            with pytest.raises(Conflict, match="holds something"):
                restore(target, file)
            assert check_graph(target) == before
            other = SqliteStore(str(tmp_path / "there.db"))  # a process that knows the old names and revisions
            beside = graph_on(other)
            assert beside.recall("steht schon").results
            restore(target, file, force=True)
            assert check_graph(target).told() == want
            assert check_graph(beside).told() == want
            assert beside.describe().revision > before.described.revision
            beside.remember("邬绮 noch einmal")
            check_graph(beside)
            beside.close()
        for path in tmp_path.glob("there.db*"):
            path.unlink()


def test_a_damaged_backup_touches_nothing(tmp_path: Path) -> None:
    with on(tmp_path / "a.db") as graph:
        made = backup(filled(graph), tmp_path / "b", NOW)
        lines = list(graph.export())
    whole = made.path.read_bytes()
    cases: list[tuple[bytes, type[Exception], str]] = [
        (whole[: len(whole) // 2], StoreError, "is damaged"),
        (whole[:16] + b"x" * 500, StoreError, "is not an SQLite file"),
        (whole[:40_960] + bytes(40_960) + whole[81_920:], StoreError, "is damaged"),
        (b"", BrokenExport, "it is empty"),
        (b"\xff\xfe", NotUtf8, "line 1"),
        ("\n".join(lines[:-1]).encode(), BrokenExport, "cut off"),
    ]
    with on(tmp_path / "there.db") as target:
        target.remember("steht schon da")
        before = check_graph(target)
        for data, error, says in cases:
            (tmp_path / "broken").write_bytes(data)
            with pytest.raises(error, match=says):
                restore(target, tmp_path / "broken", force=True)
            assert check_graph(target) == before
        with pytest.raises(SourceError, match="No such file"):
            restore(target, tmp_path / "none")


def test_a_backup_of_another_program_or_a_newer_graphcue_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as raw:
        raw.execute("CREATE TABLE t (x)")
        raw.commit()
    with on(tmp_path / "a.db") as graph:
        made = backup(filled(graph), tmp_path / "b", NOW)
    with closing(sqlite3.connect(made.path)) as raw:
        raw.execute("PRAGMA user_version = 99")
    with on(tmp_path / "there.db") as target:
        target.remember("steht schon da")
        before = check_graph(target)
        for file, error in ((tmp_path / "other.db", StoreError), (made.path, NewerSchema)):
            with pytest.raises(error):
                restore(target, file, force=True)
            assert check_graph(target) == before


def test_a_backup_that_does_not_hold_what_it_says_is_none(tmp_path: Path) -> None:
    with on(tmp_path / "a.db") as graph:
        filled(graph)
        with closing(sqlite3.connect(tmp_path / "a.db")) as raw:
            raw.execute("UPDATE body SET content = '别的' WHERE content LIKE '促销%'")
            raw.commit()
        with pytest.raises(StoreError, match="run graphcue doctor"):
            backup(graph, tmp_path / "b", NOW)
    assert names(tmp_path / "b") == []


def test_what_was_erased_is_in_no_later_backup(tmp_path: Path) -> None:
    with on(tmp_path / "a.db") as graph:
        filled(graph).remember("ZK-赤狐-9173", id="canary")
        before = backup(graph, tmp_path / "b", NOW)
        graph.forget("canary")
        after = backup(graph, tmp_path / "b", NOW + SECOND)
    assert "赤狐".encode() in before.path.read_bytes()
    assert "赤狐".encode() not in after.path.read_bytes()


WRITER = """
import sys
import graphcue
with graphcue.open(sys.argv[1]) as memory:
    for number in range(100_000):
        memory.remember(f"第 {number} 条", id=f"w{number}")
        print(number, flush=True)
"""


def test_a_backup_is_whole_while_another_process_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with on(path) as graph:
        filled(graph)
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout
            try:
                seen = []
                for number in range(3):
                    acknowledged = int(writer.stdout.readline())
                    made = backup(graph, tmp_path / "b", NOW + number * SECOND)
                    seen.append(made.namespaces[0][1])
                    assert seen[-1] >= acknowledged + 3
            finally:
                writer.kill()
    assert seen[0] < seen[2]
    with on(tmp_path / "c.db") as target:
        restore(target, made.path)
        assert target.describe().memories == seen[2]
        check_graph(target)


def test_the_kind_of_a_file_is_seen_in_it(tmp_path: Path) -> None:
    with on(tmp_path / "a.db") as graph:
        graph.remember("x")
    (tmp_path / "e").write_text('{"graphcue":1}')
    assert (kind_of(tmp_path / "a.db"), kind_of(tmp_path / "e")) == ("db", "jsonl")
    with pytest.raises(SourceError, match="directory"):
        kind_of(tmp_path)
