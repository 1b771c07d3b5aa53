"""Tests of `graphcue.reindexing`: the old form answers until the new one is there, then the new one, never both."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import graphcue as package
from graphcue import reindexing
from graphcue.errors import Conflict, InvalidCursor, InvalidInput, ReindexNeeded, StoreReadOnly, UnknownNamespace
from graphcue.graph import MemoryGraph
from graphcue.model import DECIDED_BY, Link, Moment, Name, Place, Record, form_name, is_form
from graphcue.stores import sqlite_forms
from graphcue.stores.contract import Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.neo4j import Neo4jStore
from graphcue.stores.sqlite import SqliteStore
from tests.cli_process import graphcue
from tests.conftest import NOW, Graph, graph_on
from tests.graph_checks import World, check_graph, read_world
from tests.processes import Child

DAY = 86_400_000
ROOT = Path(__file__).parents[1]


def records(number: int) -> list[Record]:
    return [
        Record(
            f"第{i}天：莫岚把云帆台的缓存改到凌晨。" if i % 2 else f"第{i}天：莫岚看过预算。",
            id=f"m{i}",
            project="甲" if i % 3 else "乙",
            kind="decision" if i % 4 == 0 else "",
            occurred_at=Moment(NOW - i * DAY) if i % 5 else None,
            tags=("复盘",),
            names=(Name("莫岚", DECIDED_BY),) if i % 7 == 0 else (),
            links=(Link("SUPERSEDES", f"m{i - 2}"),) if i % 9 == 8 else (),
            place=Place(f"notes/{i // 6}.md", i, i + 1, i % 6),
        )
        for i in range(number)
    ]


@pytest.fixture
def dictionary(tmp_path: Path) -> str:
    """A dictionary that keeps 云帆台 whole, so that texts have other cues."""
    path = tmp_path / "words.txt"
    path.write_text("云帆台\n", "utf-8")
    return str(path)


def filled(graph: Graph, number: int = 40) -> MemoryGraph:
    memory = graph()
    memory.remember_all(records(number))
    memory.relate("m2", "caused_by", "m3")
    memory.add_alias("阿岚", "莫岚", kind="person")
    memory.forget("m20")
    return memory


def made_at_once(graph: Graph, dictionary: str, number: int = 40) -> World:
    """What the same telling makes under the dictionary from the start."""
    memory = graph_on(MemoryStore(), dictionary=dictionary)
    memory.remember_all(records(number))
    memory.relate("m2", "caused_by", "m3")
    memory.add_alias("阿岚", "莫岚", kind="person")
    memory.delete("m20")
    return inside(memory)


def inside(memory: MemoryGraph) -> World:
    """What a namespace holds, without what tells of transactions and of tombstones."""
    world = read_world(memory).told()
    counts = {name: n for name, n in world.described.counts.items() if name != "Tombstone"}
    bare = replace(world.described, counts=counts, form=0, formed=0, fingerprint=0, tombstone_key="")
    return replace(world, described=bare, tombstones=())


def only_one_form(store: Store) -> None:
    """Nothing is left of other forms, in whatever way the store keeps them."""
    if isinstance(store, MemoryStore):
        assert not any(is_form(name) for name in store._tenants)
    elif isinstance(store, SqliteStore):
        with closing(sqlite3.connect(store.path)) as raw:
            names = [name for (name,) in raw.execute("SELECT name FROM namespace WHERE name <> ''")]
            assert names == ["default"]
            for table in sqlite_forms.OF_THE_GRAPH:
                assert raw.execute(f"SELECT COUNT(DISTINCT namespace) FROM {table}").fetchone() == (1,)
            assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
    elif isinstance(store, Neo4jStore):
        with store._session() as session:
            found = session.run(
                "MATCH (n:Memory|Cue|Person|Project|Document) RETURN collect(DISTINCT n.namespace)"
            ).value()
            assert len(found[0]) == 1
            assert session.run("MATCH (n:Namespace) WHERE n.name <> '' RETURN collect(n.name)").value() == [["default"]]


def test_the_new_form_is_what_the_new_rules_make_of_all_that_was_told(
    graph: Graph, kept: Store, dictionary: str
) -> None:
    old = filled(graph)
    before = old.describe()
    assert "word:云帆台" not in read_world(old).postings["m1"]
    new = graph(dictionary=dictionary)
    done = new.reindex()
    assert (done.memories, done.before, done.fingerprint) == (39, before.language, before.fingerprint)
    assert done.language == new.describe().language != before.language
    assert inside(new) == inside(new) == made_at_once(graph, dictionary)
    assert read_world(new).postings["m1"]["word:云帆台"]
    assert new.describe().fingerprint == before.fingerprint
    assert new.describe().revision > before.revision
    assert new.examine().findings == ()
    only_one_form(kept)


def test_it_can_be_done_again_and_back(graph: Graph, kept: Store, dictionary: str) -> None:
    memory = filled(graph)
    first = inside(memory)
    for n in range(1, 3):
        graph(dictionary=dictionary).reindex()
        assert memory._store.read("default", lambda reader: reader.describe().form) == 2 * n - 1
        memory.reindex()
        assert inside(memory) == first
    only_one_form(kept)
    memory.remember("之后的事", id="later")
    assert memory.get("later").content == "之后的事"
    assert memory.examine().whole


def test_what_was_forgotten_stays_so(graph: Graph, dictionary: str) -> None:
    filled(graph)
    new = graph(dictionary=dictionary)
    new.reindex()
    assert new.remember_all(records(40)[20:21])[0].state != "created"
    assert "m20" not in new.find(["m20"])
    assert new.describe().counts["Tombstone"] == 1


def test_under_other_rules_nothing_is_answered_or_written_and_the_command_is_named(
    graph: Graph, dictionary: str
) -> None:
    memory = filled(graph)
    memory.remember_all(records(3))
    new = graph(dictionary=dictionary)
    uses: list[Callable[[], object]] = [
        lambda: new.recall("缓存"),
        lambda: new.ask("莫岚的决策"),
        lambda: new.decisions(by="莫岚"),
        lambda: new.get("m1"),
        lambda: new.remember("新的"),
        lambda: new.relate("m1", "related_to", "m2"),
        lambda: new.delete("m1"),
        lambda: new.add_alias("a", "b"),
    ]
    for use in uses:
        with pytest.raises(ReindexNeeded, match="run graphcue reindex") as caught:
            use()
        assert caught.value.fields["found"] == memory.describe().language
    assert new.describe() == memory.describe()
    assert [finding.kind for finding in new.examine().findings] == ["language"]
    assert list(new.export()) == list(memory.export())
    assert memory.recall("缓存").results


def test_the_old_form_answers_until_the_new_one_is_there(graph: Graph, dictionary: str) -> None:
    memory = filled(graph, 1_100)
    new = graph(dictionary=dictionary)
    answer = memory.recall("云帆台的缓存", limit=3)
    assert answer.results
    asked: list[int] = []

    def meanwhile(done: int, total: int) -> None:
        asked.append(done)
        assert memory.recall("云帆台的缓存", limit=3) == answer
        with pytest.raises(ReindexNeeded):
            new.recall("云帆台")

    new.reindex(meanwhile)
    assert asked == [500, 1000, 1099]
    assert new.recall("云帆台").results
    with pytest.raises(ReindexNeeded):
        memory.recall("云帆台的缓存", limit=3)


def test_what_is_written_meanwhile_is_in_it(graph: Graph, dictionary: str) -> None:
    memory = filled(graph)
    did: list[int] = []

    def meanwhile(done: int, total: int) -> None:
        if len(did) < 3:
            did.append(done)
            memory.remember("新来的云帆台", id=f"new{len(did)}", people=["苏禾"])
            memory.remember("改过的云帆台", id="m5")
            memory.delete(f"m{6 + len(did)}")
            memory.relate("m10", "related_to", f"m{11 + len(did)}")
            if len(did) == 2:
                memory.remove_alias("阿岚")
                memory.add_alias("小苏", "苏禾", kind="person")

    new = graph(dictionary=dictionary)
    new.reindex(meanwhile)
    assert len(did) == 3
    assert new.describe().memories == 39 + 3 - 3
    assert new.get("m5").content == "改过的云帆台"
    assert [alias.alias for alias in new.aliases()] == ["小苏"]
    assert len([e for e in new.relations("m10") if "relate" in e.rule]) == 3
    assert new.examine().findings == ()


def test_a_namespace_that_is_never_quiet_is_said_to_be_so_and_keeps_its_form(
    graph: Graph, dictionary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = filled(graph)
    monkeypatch.setattr(reindexing, "PASSES", 3)
    new = graph(dictionary=dictionary)
    n = iter(range(100))
    with pytest.raises(Conflict, match="when it is quieter"):
        new.reindex(lambda done, total: memory.remember(f"又一条{next(n)}") and None)
    assert memory.recall("又一条").results
    assert [finding.kind for finding in memory.examine().findings] == ["unfinished"]
    monkeypatch.undo()
    new.reindex()
    assert new.describe().memories == 39 + 3
    assert new.examine().whole


def test_a_form_begun_under_other_rules_is_begun_anew(
    graph: Graph, kept: Store, dictionary: str, tmp_path: Path
) -> None:
    filled(graph)
    other = tmp_path / "other.txt"
    other.write_text("改到凌晨\n", "utf-8")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        graph(dictionary=str(other)).reindex(stop)
    assert kept.read(form_name("default", 1), lambda reader: reader.describe().memories) == 39
    new = graph(dictionary=dictionary)
    new.reindex()
    assert inside(new) == made_at_once(graph, dictionary)
    only_one_form(kept)


def test_forgetting_leaves_nothing_in_a_form_that_is_being_made(graph: Graph, kept: Store, dictionary: str) -> None:
    memory = filled(graph)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        graph(dictionary=dictionary).reindex(stop)
    assert kept.read(form_name("default", 1), lambda reader: reader.get(["m9"]))
    memory.forget("m9")
    assert not kept.read(form_name("default", 1), lambda reader: reader.get(["m9"]))
    only_one_form(kept)


def test_a_cursor_of_the_old_form_is_refused_and_a_new_one_works(graph: Graph, dictionary: str) -> None:
    memory = filled(graph)
    cursor = memory.timeline("甲", limit=5).after
    new = graph(dictionary=dictionary)
    new.reindex()
    with pytest.raises(InvalidCursor, match="reindexed since"):
        new.timeline("甲", limit=5, after=cursor)
    page = new.timeline("甲", limit=5)
    seen = [item.memory.id for item in page.items]
    new.remember("插队", project="甲", occurred_at="2020-01-01")
    while page.after:
        page = new.timeline("甲", limit=5, after=page.after)
        seen += [item.memory.id for item in page.items]
    assert len(seen) == len(set(seen)) == page.total


def test_namespaces_do_not_touch_each_other_and_forms_are_no_namespaces(
    graph: Graph, kept: Store, dictionary: str
) -> None:
    filled(graph)
    other = graph("other")
    other.remember("云帆台", id="m1")
    before = inside(other)
    graph(dictionary=dictionary).reindex()
    assert inside(other) == before
    assert kept.namespaces() == ("default", "other")
    with pytest.raises(InvalidInput, match="~ and a number"):
        graph("default~1")
    with pytest.raises(UnknownNamespace):
        graph("nobody").reindex()


# processes


def reindexing_killed(url: str, dictionary: str, at: int) -> None:
    """A process is killed when it has told of `at` memories."""

    def work(talk: Connection) -> None:
        def die(done: int, total: int) -> None:
            if done >= at:
                os.kill(os.getpid(), signal.SIGKILL)

        with package.open(url, dictionary=dictionary, now="2026-01-05") as memory:
            memory.reindex(die)

    child = Child(work)
    child.heard()
    assert os.WIFSIGNALED(os.waitpid(child.pid, 0)[1])


@pytest.mark.parametrize("kind", ["neo4j", "sqlite"])
def test_a_killed_reindex_is_gone_on_with(
    kind: str, tmp_path: Path, dictionary: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("neo4j_url") if kind == "neo4j" else str(tmp_path / "a.db")
    with package.open(url, now="2026-01-05") as memory:
        memory.remember_all(records(1_100))
        old = inside(memory)
        for at, there in ((500, 500), (1000, 1000), (1100, 1100)):
            reindexing_killed(url, dictionary, at)
            assert inside(memory) == old
            form = memory._store.read(form_name("default", 1), lambda reader: reader.describe())
            assert form.memories == there
        assert [finding.kind for finding in memory.examine().findings] == ["unfinished"]
        written = form.revision
        with package.open(url, dictionary=dictionary, now="2026-01-05") as new:
            new.reindex()
            assert new.describe().revision - written < 5, "what stood was not written again"
            assert new.examine().findings == ()
            assert new.describe().memories == 1_100
            only_one_form(memory._store)


NEWER = textwrap.dedent(
    """
    import sys
    import graphcue.language
    graphcue.language.LANGUAGE_VERSION = "99"
    from graphcue.language import words
    table = words._irregular()
    words._irregular = lambda: {**table, "zoomed": "zuum"}
    import graphcue
    with graphcue.open(sys.argv[1], now="2026-01-05") as memory:
        try:
            memory.recall("zuum")
            raise SystemExit("it answered from the old form")
        except graphcue.errors.ReindexNeeded as error:
            print(error.message)
        print(memory.reindex())
        print(*(result.memory.id for result in memory.recall("zuum").results))
        print(memory.examine().whole)
    """
)


@pytest.mark.parametrize("kind", ["neo4j", "sqlite"])
def test_newer_rules_in_another_process_take_over_from_the_old_ones(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("neo4j_url") if kind == "neo4j" else str(tmp_path / "a.db")
    with package.open(url, now="2026-01-05") as memory:
        memory.remember_all([*records(600), Record("we zoomed in", id="z")])
        answer = memory.recall("zoomed", limit=3)
        assert not memory.recall("zuum").results
        command = [sys.executable, "-c", NEWER, url]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        asked = 0
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as newer:
            while True:
                try:
                    assert memory.recall("zoomed", limit=3) == answer
                    asked += 1
                except ReindexNeeded as error:
                    assert "dictionaries 99, here are" in error.message
                    break
                assert newer.poll() in (None, 0)
            out = newer.communicate()[0].splitlines()
        assert newer.returncode == 0
        assert out[0].endswith("run graphcue reindex") and "here are 99" in out[0]
        assert (out[2], out[3]) == ("z", "True")
        assert asked > 3
        with pytest.raises(ReindexNeeded):
            memory.remember("too late")


def test_the_command_says_what_it_did(tmp_path: Path, dictionary: str) -> None:
    with package.open(str(tmp_path / "a.db")) as memory:
        memory.remember("云帆台好了", id="m1")
    with_it = {"GRAPHCUE_DICTIONARY": dictionary}
    refused = graphcue(tmp_path, "recall", "云帆台", "--store", "a.db", environment=with_it)
    assert refused.code == 6 and "run graphcue reindex" in refused.err and not refused.out
    done = graphcue(tmp_path, "reindex", "--store", "a.db", environment=with_it)
    assert done.code == 0 and done.out.startswith("1 memories indexed anew")
    found = graphcue(tmp_path, "recall", "云帆台", "--store", "a.db", environment=with_it)
    assert "云帆台好了" in found.out
    told = graphcue(tmp_path, "reindex", "--store", "a.db", "--json")
    assert told.json["memories"] == 1 and told.json["before"] != told.json["language"]
    assert graphcue(tmp_path, "reindex", "--store", "none.db").code == 3


# an older schema


def as_of_schema_1(path: Path) -> None:
    """Takes out of a file what schema 2 has brought, as if an older graphcue had written it."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute("CREATE TABLE old AS SELECT * FROM namespace WHERE name <> ''")
        new = {name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")} - FIRST_TABLES
        for name in new - {"old"}:
            raw.execute(f"DROP TABLE {name}")
        raw.execute("DROP TABLE old")
        columns = [name for _, name, *_ in raw.execute("PRAGMA table_info(namespace)")]
        for name in columns:
            if name not in FIRST_COLUMNS:
                raw.execute(f"ALTER TABLE namespace DROP COLUMN {name}")
        raw.execute("UPDATE namespace SET schema = 1")
        raw.execute("PRAGMA user_version = 1")
        raw.commit()


FIRST_TABLES = {
    *("namespace", "memory", "body", "cue", "posting", "carried", "edge_type", "node", "name", "tie", "degree", "link")
}
FIRST_COLUMNS = {
    *("row", "name", "schema", "revision", "names_revision", "fingerprint", "language", "counts", "aliases")
}


def test_a_file_of_the_schema_before_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with package.open(str(path), now="2026-01-05") as memory:
        memory.remember_all(records(30))
        world = check_graph(memory)
    as_of_schema_1(path)
    with package.open(str(path), now="2026-01-05") as memory:
        assert memory.describe().schema == 2
        assert check_graph(memory).told() == world.told()
        assert memory.examine().findings == ()
        memory.remember("之后", id="later")


def test_a_file_of_the_schema_before_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    from tests.test_sqlite import powerless, read_only_folder

    with read_only_folder() as path:
        os.chmod(Path(path).parent, 0o755)
        os.chmod(path, 0o644)
        as_of_schema_1(Path(path))
        os.chmod(path, 0o444)
        os.chmod(Path(path).parent, 0o555)
        with powerless(), pytest.raises(StoreReadOnly, match="schema 1 and can only be read: open it once where"):
            package.open(path)


def test_every_table_with_a_namespace_is_known_to_belong_to_the_graph_or_to_the_namespace(tmp_path: Path) -> None:
    with closing(SqliteStore(str(tmp_path / "a.db"))), closing(sqlite3.connect(tmp_path / "a.db")) as raw:
        tables = {name for (name,) in raw.execute(sqlite_forms.KEPT_TABLES)}
    assert set(sqlite_forms.OF_THE_GRAPH) < tables
    assert tables - set(sqlite_forms.OF_THE_GRAPH) <= {"tombstone", "session"}, (
        "of the graph, or of the namespace itself?"
    )
