"""Tests of `graphcue.doctor`: each thing is broken on purpose, found, left alone, mended, and found no more."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import graphcue as package
from graphcue import doctor
from graphcue.doctor import KINDS, Health
from graphcue.errors import UnknownNamespace
from graphcue.graph import MemoryGraph
from graphcue.language import LANGUAGE_VERSION
from graphcue.model import DECIDED_BY, FOLLOWS, MENTIONS, Link, Moment, Name, Place, Record
from graphcue.stores.contract import Changes, Edge, NameNode, Reader, Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.neo4j import Neo4jStore
from graphcue.stores.sqlite import SqliteStore
from tests.cli_process import graphcue
from tests.conftest import NOW, Graph
from tests.graph_checks import World, check_graph

DAY = 86_400_000
SQL, CYPHER = "sqlite", "neo4j"


def filled(graph: Graph) -> tuple[MemoryGraph, World]:
    """A memory graph with something of every kind, and what it holds."""
    memory = graph()
    records = [
        Record(
            f"第{i}天：莫岚和苏禾谈了结算服务，用 Redis。",
            id=f"m{i}",
            project="结算" if i % 2 else "对账",
            author="莫岚" if i % 3 == 0 else "",
            kind="decision" if i % 3 == 0 else "",
            occurred_at=Moment(NOW - (40 - i) * DAY) if i % 5 else None,
            tags=("复盘",),
            names=(Name("Redis", MENTIONS, "Entity"), Name("苏禾", DECIDED_BY, organisation="甲公司"))
            if i == 4
            else (),
            links=(Link("SUPERSEDES", f"m{i - 3}"),) if i in (6, 9) else (),
            place=Place(f"notes/{i // 6}.md", i, i + 1, i % 6),
            titles=(f"ADR-{i}",),
        )
        for i in range(1, 13)
    ]
    memory.remember_all(records)
    memory.relate("m2", "caused_by", "m7")
    memory.add_alias("阿岚", "莫岚", kind="person")
    memory.add_alias("清算", "结算", kind="project")
    return memory, check_graph(memory)


def kinds(health: Health) -> list[str]:
    return [finding.kind for finding in health.findings]


def told_and_mended(memory: MemoryGraph, world: World, kind: str) -> None:
    """What was broken is found and named, not touched by looking, mended when asked, and found no more."""
    revision = memory._store.read("default", lambda reader: reader.describe().revision)
    seen = memory.examine()
    assert kind in kinds(seen) and not seen.whole
    assert all(finding.number and not finding.mended and finding.says for finding in seen.findings)
    assert memory.examine() == seen
    assert memory._store.read("default", lambda reader: reader.describe().revision) == revision
    mended = memory.mend()
    assert mended.whole and kind in kinds(mended)
    assert memory.examine().findings == ()
    assert check_graph(memory).told() == world.told()


def test_a_whole_namespace_has_no_finding(graph: Graph) -> None:
    memory, world = filled(graph)
    assert memory.examine().findings == ()
    assert memory.mend().findings == ()
    assert check_graph(memory) == world
    with pytest.raises(UnknownNamespace):
        graph("nobody").examine()


# broken through the contract, alike in every store


def apply(memory: MemoryGraph, make: Callable[[Reader], Changes]) -> None:
    memory._store.write(memory.namespace, lambda writer: writer.apply(make(writer)))


def edge_of(reader: Reader, id: str, type: str) -> Edge:
    return reader.neighbours([id], [type], "out", 1)[id][0]


def put(id: str, **fields: Any) -> Callable[[Reader], Changes]:
    return lambda reader: Changes(put_memories=(replace(reader.get([id])[id], **fields),))


THROUGH_CHANGES: dict[str, tuple[str, Callable[[Reader], Changes]]] = {
    "a cue is gone": ("cues", lambda reader: Changes(drop_postings=(("m5", "word:redi"),))),
    "a cue too many": ("cues", lambda reader: Changes(add_postings=(("m5", "word:zebra", 7),))),
    "a cue of another weight": (
        "cues",
        lambda reader: Changes(drop_postings=(("m5", "tag:复盘"),), add_postings=(("m5", "tag:复盘", 3),)),
    ),
    "a mention is gone": ("edges", lambda reader: Changes(drop_edges=(edge_of(reader, "m5", MENTIONS),))),
    "a relation is gone": ("edges", lambda reader: Changes(drop_edges=(edge_of(reader, "m9", "SUPERSEDES"),))),
    "a relation without a reason": (
        "edges",
        lambda reader: Changes(add_edges=(Edge("DEPENDS_ON", "m1", "m2", "declared"),)),
    ),
    "an edge of another rule": (
        "edges",
        lambda reader: Changes(
            drop_edges=(edge_of(reader, "m3", "AUTHORED_BY"),),
            add_edges=(replace(edge_of(reader, "m3", "AUTHORED_BY"), rule="guess"),),
        ),
    ),
    "a link of a chain is gone": ("chains", lambda reader: Changes(drop_edges=(edge_of(reader, "m7", FOLLOWS),))),
    "a chain forks": ("chains", lambda reader: Changes(add_edges=(Edge(FOLLOWS, "m11", "m1"),))),
    "a name that nothing declares": (
        "names",
        lambda reader: Changes(put_names=(NameNode("person:nobody", "Person", "nobody", "Nobody"),)),
    ),
    "a name with other spellings": (
        "names",
        lambda reader: Changes(put_names=tuple(replace(node, name="X") for node in reader.names()[:1])),
    ),
    "a kind that nobody gave": ("memories", put("m5", kind="decision")),
    "another thread": ("memories", put("m5", thread="project:none")),
    "superseded at another time": ("superseded", lambda reader: Changes(superseded=(("m6", 17),))),
    "superseded without an edge": ("superseded", lambda reader: Changes(superseded=(("m8", 17),))),
    "another fingerprint": ("fingerprint", lambda reader: Changes(fingerprint_delta=5)),
}


@pytest.mark.parametrize("kept", ["memory", "sqlite"], indirect=True)  # Neo4j: all of them at once, below
@pytest.mark.parametrize("broken", THROUGH_CHANGES)
def test_what_the_contract_can_break_is_found_and_mended(graph: Graph, broken: str) -> None:
    kind, make = THROUGH_CHANGES[broken]
    memory, world = filled(graph)
    apply(memory, make)
    told_and_mended(memory, world, kind)


def test_everything_at_once_is_mended(graph: Graph) -> None:
    memory, world = filled(graph)
    for _, make in THROUGH_CHANGES.values():
        apply(memory, make)
    seen = memory.examine()
    assert {kind for kind, _ in THROUGH_CHANGES.values()} <= set(kinds(seen))
    told_and_mended(memory, world, "chains")


def test_a_relation_that_only_a_call_declared_cannot_come_back_and_the_fingerprint_says_so(graph: Graph) -> None:
    memory, world = filled(graph)
    apply(memory, lambda reader: Changes(drop_edges=(edge_of(reader, "m2", "CAUSED_BY"),)))
    assert kinds(memory.examine()) == ["fingerprint"]
    assert memory.mend().whole and memory.examine().findings == ()
    assert check_graph(memory).described.fingerprint != world.described.fingerprint


def test_a_memory_from_the_future_is_told_and_stays(graph: Graph) -> None:
    graph(now=NOW + DAY).remember("明天的事", id="late")
    for health in (graph().examine(), graph().mend()):
        assert [(f.kind, f.number, f.examples) for f in health.findings] == [("future", 1, ("late",))]
        assert not health.whole and "clock" in health.findings[0].cure
    assert graph(now=NOW + DAY).examine().findings == ()


def test_other_rules_are_told_with_the_command_and_nothing_is_touched(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, world = filled(graph)
    monkeypatch.setattr(doctor, "LANGUAGE_VERSION", "99")
    for health in (memory.examine(), memory.mend()):
        assert [(finding.kind, finding.cure) for finding in health.findings] == [("language", "graphcue reindex")]
        assert f"version {LANGUAGE_VERSION}, this graphcue has 99" in health.findings[0].says
    monkeypatch.undo()
    assert check_graph(memory) == world


def test_every_namespace_is_looked_at_for_itself(graph: Graph) -> None:
    memory, _ = filled(graph)
    other = graph("other")
    other.remember("莫岚来过", id="m5", people=["莫岚"])
    apply(memory, THROUGH_CHANGES["a cue is gone"][1])
    assert other.examine().findings == ()
    assert kinds(memory.examine()) == ["cues"]
    memory.mend()
    assert check_graph(other)


# broken beneath the contract, in each store's own way

RAW: dict[str, dict[str, tuple[str, str]]] = {
    SQL: {
        "half a posting": ("postings_twice", "DELETE FROM posting WHERE memory = (SELECT MAX(memory) FROM posting)"),
        "the other half": ("postings_twice", "DELETE FROM carried WHERE memory = (SELECT MAX(memory) FROM carried)"),
        "a cue that counts wrong": ("cue_counts", "UPDATE cue SET memories = memories + 3 WHERE row % 7 = 0"),
        "a lonely cue": ("orphans", "INSERT INTO cue (namespace, key, memories) VALUES (1, 'word:lonely', 0)"),
        "a lonely project": ("orphans", "INSERT INTO node (namespace, label, key) VALUES (1, 'project', 'lonely')"),
        "a name without its row": ("orphans", "DELETE FROM name WHERE node = (SELECT MIN(node) FROM name)"),
        "a degree that counts wrong": ("degrees", "UPDATE degree SET edges = edges + 1"),
        "a degree that is gone": ("degrees", "DELETE FROM degree WHERE target = (SELECT MIN(target) FROM degree)"),
        "counts that are wrong": ("counts", "UPDATE namespace SET counts = '{\"Memory\":7}'"),
        "an edge from nowhere": (
            "dangling",
            "INSERT INTO tie SELECT 99, type, target, 3, 1, 1, '', '' FROM tie LIMIT 1",
        ),
        "a chain to nowhere": (
            "dangling",
            "UPDATE link SET target = 99 WHERE type = (SELECT row FROM edge_type WHERE name = 'FOLLOWS') AND source IN "
            "(SELECT row FROM memory WHERE id = 'm7')",
        ),
        "a posting of nothing": ("dangling", "INSERT INTO posting SELECT cue, 99, 5 FROM posting LIMIT 1"),
        "an order that is wrong": ("memories", "UPDATE memory SET order_key = '9' WHERE id = 'm3'"),
        "a chain that was cut": ("chains", "DELETE FROM link WHERE source = (SELECT row FROM memory WHERE id = 'm7')"),
    },
    CYPHER: {
        "a lonely cue": ("orphans", "CREATE (:Cue {namespace: 'default', key: 'word:lonely'})"),
        "a lonely project": ("orphans", "CREATE (:Project {namespace: 'default', key: 'lonely'})"),
        "a cut posting": ("counts", "MATCH (:Memory {id: 'm5'})-[r:HAS_CUE]->() WITH r LIMIT 3 DELETE r"),
        "an edge twice": ("doubled", "MATCH (m:Memory {id: 'm7'})-[:FOLLOWS]->(n) CREATE (m)-[:FOLLOWS]->(n)"),
        "a posting twice": (
            "doubled",
            "MATCH (m:Memory {id: 'm7'})-[r:HAS_CUE]->(n) CREATE (m)-[:HAS_CUE {weight: 1}]->(n)",
        ),
        "an edge to another namespace": (
            "crossing",
            "MATCH (m:Memory {id: 'm7'}) CREATE (m)-[:FOLLOWS]->(:Memory {namespace: 'other', id: 'm7'})",
        ),
        "counts that are wrong": ("counts", "MATCH (n:Namespace) SET n.counts = '{\"Memory\":7}'"),
        "a broken chain": ("chains", "MATCH (:Memory {id: 'm7'})-[r:FOLLOWS]->() DELETE r"),
        "a person who is gone": ("names", "MATCH (n:Person) WITH n ORDER BY n.key LIMIT 1 DETACH DELETE n"),
        "an index that is gone": ("schema_parts", "DROP INDEX graphcue_memory_thread"),
        "a schema of before": ("schema", "MATCH (n:Namespace) SET n.schema = 1"),
    },
}


@pytest.mark.parametrize("kept", ["sqlite"], indirect=True)
@pytest.mark.parametrize("broken", RAW[SQL])
def test_what_a_file_can_hold_wrong_is_found_and_mended(graph: Graph, kept: Store, broken: str) -> None:
    assert isinstance(kept, SqliteStore)
    kind, sql = RAW[SQL][broken]
    memory, world = filled(graph)
    with closing(sqlite3.connect(kept.path)) as raw:
        assert raw.execute(sql).rowcount > 0
        raw.commit()
    told_and_mended(memory, world, kind)


@pytest.mark.parametrize("kept", ["sqlite"], indirect=True)
def test_an_index_of_the_file_that_lost_rows_is_made_anew(graph: Graph, kept: Store) -> None:
    assert isinstance(kept, SqliteStore)
    memory, world = filled(graph)
    with closing(sqlite3.connect(kept.path)) as raw:
        # the entries of an index go when SQLite is told that it has a condition which they do not meet
        (text,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = 'tie_target'").fetchone()
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'tie_target'", (f"{text} WHERE source < 0",))
        raw.commit()
    with closing(sqlite3.connect(kept.path)) as raw:
        raw.execute("REINDEX tie_target")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'tie_target'", (text,))
        raw.commit()
    told_and_mended(MemoryGraph(SqliteStore(kept.path), clock=lambda: NOW), world, "damaged")
    assert memory.examine().whole


@pytest.mark.parametrize("kept", ["sqlite"], indirect=True)
def test_a_text_that_is_lost_is_told_and_nothing_else_is_guessed(graph: Graph, kept: Store) -> None:
    assert isinstance(kept, SqliteStore)
    memory, _ = filled(graph)
    with closing(sqlite3.connect(kept.path)) as raw:
        raw.execute("DELETE FROM body WHERE memory = (SELECT row FROM memory WHERE id = 'm5')")
        raw.commit()
    for health in (memory.examine(), memory.mend()):
        assert [(f.kind, f.examples, f.cure) for f in health.findings] == [("unreadable", ("m5",), "graphcue restore")]


@pytest.mark.parametrize("kept", ["neo4j"], indirect=True)
@pytest.mark.parametrize("broken", RAW[CYPHER])
def test_what_neo4j_can_hold_wrong_is_found_and_mended(
    graph: Graph, kept: Store, request: pytest.FixtureRequest, broken: str
) -> None:
    assert isinstance(kept, Neo4jStore)
    kind, cypher = RAW[CYPHER][broken]
    memory, world = filled(graph)
    changed = request.getfixturevalue("neo4j_driver").execute_query(cypher).summary.counters
    assert changed.contains_updates or changed.contains_system_updates or changed.indexes_removed
    told_and_mended(memory, world, kind)


@pytest.mark.parametrize("kept", ["neo4j"], indirect=True)
def test_a_memory_without_its_text_is_told_in_neo4j(graph: Graph, kept: Store, request: pytest.FixtureRequest) -> None:
    assert isinstance(kept, Neo4jStore)
    memory, _ = filled(graph)
    request.getfixturevalue("neo4j_driver").execute_query("MATCH (m:Memory {id: 'm5'}) REMOVE m.content")
    assert [(f.kind, f.examples) for f in memory.examine().findings] == [("unreadable", ("m5",))]


IN_MEMORY: dict[str, tuple[str, Callable[[Any], object]]] = {
    "a lonely cue": ("orphans", lambda tenant: tenant.graph.add_node(("Cue", "word:lonely"), value="word:lonely")),
    "an edge to nothing": (
        "dangling",
        lambda tenant: tenant.graph.add_edge(("Memory", "m5"), ("Memory", "none"), key=("RELATED_TO", -1), value=None),
    ),
    "an index that forgot": ("indexes", lambda tenant: tenant.outgoing.pop(("m7", FOLLOWS))),
    "an index that knows more": ("indexes", lambda tenant: tenant.incoming[FOLLOWS, ("Memory", "m1")].clear()),
    "an order that is wrong": ("indexes", lambda tenant: tenant.everything.reverse()),
    "a thread that is gone": ("indexes", lambda tenant: tenant.threads.popitem()),
    "counts that are wrong": ("counts", lambda tenant: tenant.counts.update(Memory=1)),
}


@pytest.mark.parametrize("kept", ["memory"], indirect=True)
@pytest.mark.parametrize("broken", IN_MEMORY)
def test_what_the_memory_can_hold_wrong_is_found_and_mended(graph: Graph, kept: Store, broken: str) -> None:
    assert isinstance(kept, MemoryStore)
    kind, break_it = IN_MEMORY[broken]
    memory, world = filled(graph)
    break_it(kept._tenants["default"])
    told_and_mended(memory, world, kind)


# the whole


def test_every_kind_says_what_it_is_and_has_a_test_that_breaks_it() -> None:
    broken = {kind for kind, _ in THROUGH_CHANGES.values()} | {kind for kind, _ in IN_MEMORY.values()}
    broken |= {kind for cases in RAW.values() for kind, _ in cases.values()}
    assert set(KINDS) - broken == {
        "damaged",
        "future",
        "language",
        "unfinished",
        "unreadable",
    }  # these have tests of their own
    assert all(len(says) > 20 for says, _ in KINDS.values())


@pytest.mark.parametrize("kept", ["memory", "sqlite"], indirect=True)
def test_more_than_a_page_of_memories_is_walked(graph: Graph) -> None:
    memory = graph()
    memory.remember_all(
        [Record(f"第{i}件事", id=f"m{i}", project="p", occurred_at=Moment(NOW + i)) for i in range(1100)]
    )
    assert memory.examine().findings == ()
    apply(
        memory, lambda reader: Changes(drop_edges=(edge_of(reader, "m500", FOLLOWS), edge_of(reader, "m1000", FOLLOWS)))
    )
    assert [(f.kind, f.number) for f in memory.examine().findings] == [("chains", 2)]
    assert memory.mend().whole
    assert memory._store.read("default", lambda r: r.degrees([f"m{i}" for i in range(1100)], [FOLLOWS])).keys() == {
        f"m{i}" for i in range(1099)
    }


def test_the_command_tells_mends_and_ends_with_its_code(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    assert graphcue(tmp_path, "doctor", "--store", "a.db").code == 3
    with package.open(str(path)) as memory:
        memory.remember("莫岚来过", id="m1", people=["莫岚"])
    whole = graphcue(tmp_path, "doctor", "--store", "a.db")
    assert (whole.code, whole.out) == (0, "whole: 1 memories and everything that hangs on them\n")
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE cue SET memories = 5")
        raw.commit()
    for _ in range(2):
        dry = graphcue(tmp_path, "doctor", "--store", "a.db")
        assert dry.code == 1 and "cues count other numbers" in dry.out and "→ graphcue doctor --fix" in dry.out
    told = graphcue(tmp_path, "doctor", "--store", "a.db", "--json")
    assert (told.code, told.json["whole"], told.json["findings"][0]["kind"]) == (1, False, "cue_counts")
    fixed = graphcue(tmp_path, "doctor", "--store", "a.db", "--fix")
    assert fixed.code == 0 and fixed.out.startswith("mended")
    assert graphcue(tmp_path, "doctor", "--store", "a.db").out == whole.out
