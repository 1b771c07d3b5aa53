"""What is forgotten is gone, leaves nothing behind, and does not come back: on every store."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j import Driver

from graphcue.errors import Forgotten, InvalidInput, NotFound, UnknownNamespace
from graphcue.graph import MemoryGraph
from graphcue.model import DECIDED_BY, ENTITY, Name, Place, Record
from graphcue.stores.memory import MemoryStore
from graphcue.stores.sqlite import SqliteStore
from tests.conftest import Graph, graph_on
from tests.graph_checks import World, check_graph

CANARY = "ZK-赤狐-9173"
PROJECT = "霜降"


def key_of(size: int) -> bytes:
    return bytes(range(size))


def unlucky(graph: MemoryGraph) -> MemoryGraph:
    """The graph with a key that is no chance, so that two stores can be compared."""
    graph._chance = key_of
    return graph


def told(graph: MemoryGraph) -> World:
    return check_graph(graph).told()


def filled(graph: MemoryGraph) -> MemoryGraph:
    """Two decisions, a note of two documents, an alias, a declared relation."""
    unlucky(graph)
    note = "缓存击穿：热点商品加一层缓存"
    graph.remember_all(
        [
            Record(
                "决策：账本用 MySQL\n决策人：邬绮、莫岚（甲公司）", id="ledger", project=PROJECT, titles=("ledger",)
            ),
            Record(
                "取消促销",
                id="promo",
                kind="decision",
                author="邬绮",
                names=(Name("莫岚", DECIDED_BY),),
                project=PROJECT,
            ),
            Record(note, id="note", place=Place("a.md", 1, 1), tags=("运维",), project=PROJECT),
            Record("邬绮问过排班", id="asked", project=PROJECT),
        ]
    )
    graph.replace_documents(
        {"b.md": [Record("同一句话", place=Place("b.md", 1)), Record("只在这里", place=Place("b.md", 2))]}
    )
    graph.replace_documents({"c.md": [Record("同一句话", place=Place("c.md", 7))]})
    graph.add_alias("邬工", "邬绮", kind="person")
    graph.relate("promo", "caused_by", "ledger")
    return graph


def test_a_memory_goes_with_all_that_only_it_needed(graph: Graph) -> None:
    memory = filled(graph())
    before = told(memory)
    erased = memory.forget("note")
    after = told(memory)
    assert (erased.memories, erased.changed, erased.mentions) == (1, 0, 0)
    assert dict(erased.counts.made) == {"Tombstone": 1}
    assert erased.counts.removed["Memory"] == erased.counts.removed["Document"] == 1
    assert after.memories.keys() == before.memories.keys() - {"note"}
    assert after.documents == ("b.md", "c.md") and "tag:运维" not in str(after.postings)
    assert len(after.tombstones) == 1 and "note" not in after.tombstones[0]
    with pytest.raises(NotFound, match="no memory 'note'"):
        memory.forget("note")


def test_what_was_forgotten_does_not_come_back_before_it_is_revived(graph: Graph) -> None:
    memory = filled(graph())
    memory.forget("promo")
    standing = told(memory)
    with pytest.raises(Forgotten, match="promo was forgotten; revive it"):
        memory.remember("something else under its id", id="promo")
    outcomes = memory.remember_all([Record("wieder da", id="promo"), Record("etwas Neues", id="new")])
    assert [one.state for one in outcomes] == ["forgotten", "created"]
    plan = memory.replace_documents({"d.md": [Record("noch einmal", id="promo", place=Place("d.md", 1))]})
    assert [one.state for one in plan.outcomes] == ["forgotten"]
    memory.delete("new")
    assert told(memory) == standing
    assert dict(memory.revive("promo").removed) == {"Tombstone": 1}
    assert memory.remember("wieder da", id="promo").state == "created"
    assert told(memory).tombstones == ()
    with pytest.raises(NotFound, match="no memory 'promo' was forgotten"):
        memory.revive("promo")


def test_the_same_text_under_a_hash_or_a_key_is_the_same_memory(graph: Graph) -> None:
    memory = unlucky(graph())
    plain = memory.remember("端口 8431", project=PROJECT).id
    keyed = memory.remember("端口 8432", key="k1").id
    memory.remember("端口 8433")
    memory.forget(plain, keyed)
    for again in ({"project": PROJECT}, {"key": "k1"}):
        with pytest.raises(Forgotten):
            memory.remember("端口 8431", **again)
    assert memory.remember("端口 8431", project="另一个").state == "created"


def test_a_document_goes_without_what_stands_elsewhere_too(graph: Graph) -> None:
    memory = filled(graph())
    erased = memory.forget_document("b.md")
    assert (erased.memories, erased.changed) == (1, 1)
    world = told(memory)
    assert world.documents == ("a.md", "c.md")
    (left,) = (one for one in world.memories.values() if one.content == "同一句话")
    assert [place.document for place in left.places] == ["c.md"]
    plan = memory.replace_documents(
        {"b.md": [Record("同一句话", place=Place("b.md", 1)), Record("x", place=Place("b.md"))]}
    )
    assert [one.state for one in plan.outcomes] == ["forgotten", "forgotten"]
    assert told(memory) == world
    memory.revive(document="b.md")
    assert memory.replace_documents({"b.md": [Record("x", place=Place("b.md", 3))]}).outcomes[0].state == "created"
    with pytest.raises(NotFound, match=r"no memory was read from 'a\.mx'; the nearest are a\.md"):
        memory.forget_document("a.mx")


def test_a_person_goes_with_names_edges_aliases_and_what_texts_declare(graph: Graph) -> None:
    memory = filled(graph())
    erased = memory.forget_person("邬工")  # an alias of hers
    assert (erased.memories, erased.changed, erased.mentions) == (0, 2, 2)
    assert erased.counts.removed["ALIAS_OF"] == 1 and erased.counts.removed["Person"] == 2
    world = told(memory)
    assert sorted(node.name for node in world.names) == ["莫岚", "莫岚"]
    assert memory.get("promo").author == "" and world.described.aliases == ()
    with pytest.raises(NotFound, match="邬绮"):
        memory.decisions(by="邬绮")
    assert {one.memory.id for one in memory.decisions(by="莫岚").items} == {"promo", "ledger"}
    assert memory.recall("账本用什么").results[0].memory.id == "ledger"  # the control: texts stay


def test_nobody_declares_a_forgotten_person_before_the_name_is_revived(graph: Graph) -> None:
    memory = filled(graph())
    memory.forget_person("邬绮")
    for record in (
        Record("写了周报", id="a", author="邬绮"),
        Record("写了月报", id="b", names=(Name("邬绮", DECIDED_BY), Name("邬绮", label=ENTITY))),
        Record("决策：换库\n决策人：邬绮", id="c"),
    ):
        (outcome,) = memory.remember_all([record])
        assert (outcome.state, outcome.warnings) == ("created", ("forgotten_people",))
    with pytest.raises(Forgotten, match="'邬绮' was forgotten"):
        memory.add_alias("小邬", "邬绮", kind="person")
    assert [(node.label, node.name) for node in told(memory).names if node.name == "邬绮"] == [("Entity", "邬绮")]
    memory.revive(person="邬绮")
    world = told(memory)
    assert {edge.source for edge in world.edges if edge.type == DECIDED_BY} == {"c", "ledger", "promo"}
    assert not any(part.without for one in world.memories.values() for part in one.contributions)
    with pytest.raises(NotFound, match="no person '邬绮' was forgotten"):
        memory.revive(person="邬绮")


def test_one_of_several_people_of_a_name_goes_alone(graph: Graph) -> None:
    memory = filled(graph())
    erased = memory.forget_person("莫岚@甲公司")
    assert erased.changed == 1
    assert [(node.name, node.organisation) for node in told(memory).names if node.name == "莫岚"] == [("莫岚", "")]
    with pytest.raises(NotFound, match="the nearest are 莫岚"):
        memory.forget_person("莫岚@乙公司")


def test_with_memories_nothing_is_left_that_names_the_person(graph: Graph) -> None:
    memory = filled(graph())
    erased = memory.forget_person("邬绮", with_memories=True)
    assert (erased.memories, erased.changed, erased.mentions) == (3, 0, 0)
    assert "邬" not in "\n".join(memory.export())
    assert memory.recall("缓存击穿").results  # the control
    with pytest.raises(Forgotten):
        memory.remember("邬绮问过排班", id="asked")


def test_a_dry_run_counts_the_same_and_does_nothing(graph: Graph) -> None:
    memory = filled(graph())
    before = check_graph(memory)
    tried = [
        memory.forget("note", "promo", dry_run=True),
        memory.forget_document("b.md", dry_run=True),
        memory.forget_person("邬绮", dry_run=True),
        memory.forget_person("莫岚", with_memories=True, dry_run=True),
        memory.forget_namespace(dry_run=True),
    ]
    assert check_graph(memory) == before
    assert [one.memories for one in tried] == [2, 1, 0, 2, 6] and not any(one.wiped for one in tried)
    done = memory.forget("note", "promo")
    assert (done.counts, done.memories) == (tried[0].counts, tried[0].memories)


def test_a_namespace_goes_with_its_name(kept: SqliteStore, graph: Graph) -> None:
    memory, other = filled(graph("甲")), filled(graph("乙"))
    memory.forget("note")
    counts = dict(memory.describe().counts)
    last = memory.describe().revision
    erased = memory.forget_namespace()
    assert dict(erased.counts.removed) == {**counts, "Namespace": 1}
    assert kept.namespaces() == ("乙",)
    for call in (memory.describe, memory.forget_namespace):
        with pytest.raises(UnknownNamespace):
            call()
    memory.remember("从头开始", project=PROJECT)
    assert memory.describe().revision > last  # nobody takes it for the one that was
    assert [one.content for one in told(memory).memories.values()] == ["从头开始"]
    assert told(other) == told(filled(graph_on(MemoryStore(), "乙")))


def test_a_namespace_may_keep_its_tombstones(graph: Graph) -> None:
    memory = filled(graph("甲"))
    memory.forget("note")
    erased = memory.forget_namespace(keep_tombstones=True)
    assert erased.memories == 5 and erased.counts.made["Tombstone"] == 5
    assert dict(memory.describe().counts) == {"Tombstone": 6}
    with pytest.raises(Forgotten):
        memory.remember("取消促销", id="promo")


def test_conversations_end_and_counts_of_the_rest_go_on(graph: Graph) -> None:
    memory = graph(count_recalls=1)
    recalled(memory)
    assert memory.recall_counts()["canary"] >= 2 and memory.recall_counts()["sibling"] >= 1
    memory.forget("canary")
    assert memory.recall_counts().keys() == {"sibling"}
    assert memory._store.read("default", lambda reader: reader.session("talk")).version == 0


def test_what_to_forget_is_named(graph: Graph) -> None:
    memory = filled(graph())
    for call in (memory.forget, memory.revive, lambda: memory.revive("a", person="b")):
        with pytest.raises(InvalidInput, match="name "):
            call()
    with pytest.raises(NotFound, match="no memory names a person '邬琦'; the nearest are 邬绮"):
        memory.forget_person("邬琦")


def test_a_process_with_old_names_learns_that_one_was_forgotten(graph: Graph) -> None:
    one, other = filled(graph()), unlucky(graph())
    assert other.person("邬绮")
    one.forget_person("邬绮")
    other.remember("邬绮又来了", author="邬绮", project=PROJECT)
    assert all(node.name != "邬绮" for node in told(other).names)


@pytest.mark.parametrize("seed", range(12))
def test_forgetting_first_or_last_makes_one_graph(seed: int) -> None:
    """Tombstones win over what is told before and after them, in whatever order that comes."""
    dice = random.Random(seed)
    records = list(_corpus(dice))
    people = ["邬绮", "莫岚", "程野"]
    first, last = (unlucky(graph_on(MemoryStore(), "甲")) for _ in range(2))
    gone = dice.sample(people, 2)
    first.remember_all([Record("全部的人", id="seed", names=tuple(map(Name, people)))])
    for name in gone:
        first.forget_person(name)
    last.remember_all([Record("全部的人", id="seed", names=tuple(map(Name, people)))])
    for graph in (first, last):
        batch = dice.sample(records, len(records))
        for start in range(0, len(batch), 3):
            graph.remember_all(batch[start : start + 3])
    for name in gone:
        last.forget_person(name)
    assert told(first) == told(last)
    assert len(told(first).memories) > 8
    for graph in (first, last):
        graph.revive(person=gone[0])
    assert told(first) == told(last)


def _corpus(dice: random.Random) -> Iterator[Record]:
    people = ("邬绮", "莫岚", "程野")
    for number in range(14):
        who = dice.choice(people)
        text = dice.choice((f"决策：换库 {number}\n决策人：{who}", f"{who}说排班 {number}", f"第 {number} 次例会"))
        names = tuple(Name(dice.choice(people), DECIDED_BY) for _ in range(dice.randint(0, 2)))
        yield Record(text, author=dice.choice(("", *people)), names=names, project=PROJECT)


# bytes


def recalled(graph: MemoryGraph) -> None:
    """The canary has been recalled twice, and its sibling once, before it goes."""
    graph.remember(
        f"新品 {CANARY} 的报价保密", id="canary", cues=(CANARY,), tags=(CANARY,), titles=(CANARY,), project=PROJECT
    )
    graph.remember("新品的排期公开", id="sibling", project=PROJECT)
    talk = graph.session("talk")
    for _ in range(2):
        assert talk.recall(f"{CANARY} 的报价").results[0].memory.id == "canary"
    assert "赤狐" in graph._store.read(graph.namespace, lambda reader: reader.session(talk._key)).state
    assert "canary" in [one.memory.id for one in graph.recall("新品").results]


def bytes_of(folder: Path) -> bytes:
    """Every byte of every file in a folder."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def needles() -> list[bytes]:
    parts = (CANARY, "赤狐", "ZK-", "9173")
    return [text.encode(code) for text in parts for code in ("utf-8", "utf-16-le", "utf-16-be")]


def test_b32_no_byte_of_it_is_left_in_the_files(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "store.db"))
    with graph_on(store) as graph:
        recalled(graph)
        with store._pool.connection():  # the log stays while somebody is there
            assert CANARY.encode() in bytes_of(tmp_path)
        erased = graph.forget("canary")
        assert erased.wiped
        assert [one for one in needles() if one in bytes_of(tmp_path)] == []
        (tmp_path / "export.jsonl").write_text("\n".join(graph.export()), "utf-8")
    with graph_on(SqliteStore(str(tmp_path / "store.db"))) as again:
        assert [one for one in needles() if one in bytes_of(tmp_path)] == []
        assert [one.memory.id for one in again.recall(f"{CANARY} 新品的排期").results] == ["sibling"]
        assert again.recall(CANARY).results == ()


def test_writing_the_file_anew_leaves_no_byte_where_deleting_alone_does(tmp_path: Path) -> None:
    """SQLite leaves old bytes of the cells that it moves to another page, `secure_delete` or not."""
    dice = random.Random(3)
    store = SqliteStore(str(tmp_path / "store.db"))
    with store._pool.connection() as connection:
        connection.run("CREATE TABLE word (row INTEGER PRIMARY KEY, space INTEGER, key TEXT, UNIQUE (space, key))")
        connection.run("BEGIN")
        for number in range(12_000):
            secret = "CANARY" if number % 8 == 0 else ""
            text = f"word:{dice.getrandbits(40):x}{secret}{dice.getrandbits(30):x}"
            connection.run("INSERT INTO word (space, key) VALUES (1, ?)", (text,))
            if dice.random() < 0.3:
                at = dice.randint(1, number + 1)
                connection.run("DELETE FROM word WHERE row = (SELECT row FROM word WHERE row >= ? LIMIT 1)", (at,))
        connection.run("DELETE FROM word WHERE key LIKE '%CANARY%'")
        connection.run("COMMIT")
        assert connection.truncate_log()
    assert b"CANARY" in bytes_of(tmp_path)
    assert store.wipe()
    assert b"CANARY" not in bytes_of(tmp_path) and b"word:" in bytes_of(tmp_path)
    store.close()


def test_bytes_stay_while_another_reads_and_go_when_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphcue.stores.sqlite_connection.REWRITE_SECONDS", 0.1)
    store, reader = SqliteStore(str(tmp_path / "store.db")), SqliteStore(str(tmp_path / "store.db"))
    with graph_on(store) as graph:
        recalled(graph)

        def read(view: object) -> None:
            assert view.get(["canary"])  # type: ignore[attr-defined]
            assert not graph.forget("canary").wiped
            assert view.get(["canary"])  # type: ignore[attr-defined]  # an older revision

        reader.read("default", read)
        assert graph.wipe()
        assert [one for one in needles() if one in bytes_of(tmp_path)] == []
    reader.close()


def test_an_erased_namespace_leaves_no_row_and_no_byte(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    with graph_on(SqliteStore(str(tmp_path / "store.db")), CANARY) as graph:
        recalled(filled(graph))
        graph.forget("note")
        assert graph.forget_namespace().wiped
    with closing(sqlite3.connect(tmp_path / "store.db")) as raw:
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {name: raw.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in tables}
    assert len(tables) > 10
    assert {name: n for name, n in rows.items() if n} == {"edge_type": rows["edge_type"], "namespace": 1}
    assert [one for one in (*needles(), "邬绮".encode()) if one in bytes_of(tmp_path)] == []


def test_neo4j_holds_it_in_no_property_and_no_index(neo4j_url: str, neo4j_driver: Driver) -> None:
    from graphcue.stores.neo4j import Neo4jStore

    def everything() -> str:
        nodes, _, _ = neo4j_driver.execute_query("MATCH (n) RETURN labels(n), properties(n)")
        edges, _, _ = neo4j_driver.execute_query("MATCH ()-[e]->() RETURN type(e), properties(e)")
        return str([record.values() for record in (*nodes, *edges)])

    with graph_on(Neo4jStore(neo4j_url), "甲") as graph:
        recalled(filled(graph))
        assert CANARY in everything() and "赤狐" in everything()
        assert not graph.forget("canary").wiped
        assert not [part for part in (CANARY, "赤狐", "9173") if part in everything()]
        for label in ("Memory", "Cue", "Person", "Project", "Document", "Tombstone"):
            found, _, _ = neo4j_driver.execute_query(
                f"MATCH (n:{label}) WHERE n.namespace = '甲' AND toString(coalesce(n.key, n.id)) CONTAINS 'canary' RETURN n"
            )
            assert not found
        lonely, _, _ = neo4j_driver.execute_query(
            "MATCH (n) WHERE NOT (n)--() AND NOT n:Namespace AND NOT n:Session AND NOT n:Tombstone RETURN n"
        )
        assert not lonely
        assert graph.recall("新品").results[0].memory.id == "sibling"
        graph.forget_namespace()
        left, _, _ = neo4j_driver.execute_query("MATCH (n) RETURN labels(n), n.name")
        assert [record.values() for record in left] == [[["Namespace"], ""]]
