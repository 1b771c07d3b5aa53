import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest
from neo4j import Driver

from graphcue.errors import NewerSchema, NotFound, StoreError
from graphcue.model import FOLLOWS, Memory
from graphcue.stores import cypher_files
from graphcue.stores import neo4j_driver as neo4j_driver_module
from graphcue.stores.contract import SCHEMA_VERSION, Changes, Edge, Reader, Where
from graphcue.stores.neo4j import OPTIMISTIC_READS, Neo4jStore
from graphcue.stores.neo4j_read import Neo4jReader
from graphcue.stores.neo4j_url import address_of
from graphcue.stores.neo4j_where import NO_WAY, filters, gathered
from graphcue.stores.neo4j_write import Neo4jWriter
from tests.neo4j_world import NAMES, memory, world


@pytest.fixture
def store(neo4j_url: str) -> Iterator[Neo4jStore]:
    with closing(Neo4jStore(neo4j_url)) as opened:
        yield opened


def one(id: str, *cues: str) -> Callable[[Neo4jWriter], object]:
    """Work that adds one memory with some cues."""
    postings = tuple((id, cue, 1) for cue in cues)
    return lambda writer: writer.apply(Changes(put_memories=(Memory(id, "text"),), add_postings=postings))


def test_constraints_and_indexes_are_made_once(store: Neo4jStore, neo4j_driver: Driver) -> None:
    store.write("a", one("m1"))
    names = {row["name"] for row in neo4j_driver.execute_query("SHOW INDEXES YIELD name, state").records}
    assert names >= set(cypher_files.schema_statements())
    assert neo4j_driver.execute_query("SHOW INDEXES YIELD state WHERE state <> 'ONLINE' RETURN state").records == []
    assert len(cypher_files.schema_statements()) == 15


@pytest.mark.parametrize("round", range(3))
def test_many_processes_may_make_the_schema_at_once(neo4j_url: str, neo4j_driver: Driver, round: int) -> None:
    for name in cypher_files.schema_statements():
        kind = cypher_files.schema_statements()[name].split()[1]
        neo4j_driver.execute_query(f"DROP {kind} {name} IF EXISTS")
    address = address_of(neo4j_url)
    # each of them believes that it is its process's first
    firsts = [neo4j_driver_module.SharedDriver(neo4j_driver_module._open(address)) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda shared: neo4j_driver_module.ensure_schema(shared, ""), firsts))
    for shared in firsts:
        shared.driver.close()
    names = {row["name"] for row in neo4j_driver.execute_query("SHOW INDEXES YIELD name").records}
    assert names >= set(cypher_files.schema_statements())


def test_an_empty_database_can_be_read(store: Neo4jStore) -> None:
    assert store.namespaces() == ()
    assert store.read("nobody", lambda reader: reader.describe().memories) == 0


def test_stores_of_one_server_share_a_driver_until_the_last_is_closed(neo4j_url: str) -> None:
    first, second = Neo4jStore(neo4j_url), Neo4jStore(neo4j_url)
    assert first._shared is second._shared
    first.close()
    first.close()
    assert second.namespaces() == ()
    second.close()
    with pytest.raises(StoreError, match="closed"):
        second.namespaces()
    with closing(Neo4jStore(neo4j_url)) as third:
        assert third.namespaces() == ()


def test_a_fork_opens_a_driver_of_its_own(store: Neo4jStore) -> None:
    store.write("a", one("m1"))
    child = os.fork()
    if child == 0:
        found = store.read("a", lambda reader: reader.describe().memories)
        os._exit(found)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert store.read("a", lambda reader: reader.describe().memories) == 1


def test_a_read_that_a_writer_came_into_is_repeated(store: Neo4jStore) -> None:
    store.write("a", one("m0", "word:x"))
    seen: list[tuple[int, int]] = []

    def work(reader: Reader) -> int:
        before = reader.cues(["word:x"])["word:x"]
        if not seen:
            store.write("a", one("m1", "word:x"))
        assert reader.cues(["word:x"])["word:x"] == before  # it was looked up already
        seen.append((before, len(reader.carriers(["word:x"]))))
        return seen[-1][1]

    assert store.read("a", work) == 2
    assert seen == [(1, 2), (2, 2)]


def test_an_error_that_two_revisions_led_to_is_not_shown(store: Neo4jStore) -> None:
    store.write("a", one("m0"))
    tries: list[str] = []

    def work(reader: Reader) -> str:
        tries.append("try")
        if len(tries) == 1:
            store.write("a", one("m1"))
            raise NotFound("it was not there yet")
        return "found"

    assert store.read("a", work) == "found"


def test_an_error_of_one_revision_is_shown(store: Neo4jStore) -> None:
    def work(reader: Reader) -> str:
        raise NotFound(f"not among {reader.describe().memories}")

    with pytest.raises(NotFound):
        store.read("a", work)


def test_a_read_that_writers_always_come_into_keeps_them_out(store: Neo4jStore) -> None:
    store.write("a", one("m", "word:x"))
    tries: list[int] = []
    waiting = ThreadPoolExecutor(1)

    def work(reader: Reader) -> tuple[int, int]:
        before = reader.cues(["word:x"])["word:x"]
        tries.append(before)
        adding = waiting.submit(store.write, "a", one(f"m{len(tries)}", "word:x"))
        if len(tries) <= OPTIMISTIC_READS:
            adding.result(30)
        return before, reader.cues(["word:x"])["word:x"]

    assert store.read("a", work) == (OPTIMISTIC_READS + 1, OPTIMISTIC_READS + 1)
    waiting.shutdown()
    assert store.read("a", lambda reader: reader.cues(["word:x"])) == {"word:x": OPTIMISTIC_READS + 2}


def test_writers_of_one_namespace_take_turns(store: Neo4jStore) -> None:
    """Each puts its memory behind the last one: without a lock the chain would fork."""

    def append(id: str) -> None:
        def work(writer: Neo4jWriter) -> None:
            last = writer.page(Where(), "newest", None, 1).ids
            place = replace(memory(1), id=id, position=writer.describe().memories, occurred_at=None)
            edges = tuple(Edge(FOLLOWS, id, before) for before in last)
            writer.apply(Changes(put_memories=(place,), add_edges=edges))

        store.write("a", work)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(append, [f"m{i:02d}" for i in range(20)]))
    ids = store.read("a", lambda reader: reader.page(Where(), "oldest", None, 50).ids)
    degrees = store.read("a", lambda reader: reader.degrees(ids, [FOLLOWS]))
    assert len(ids) == 20
    assert degrees == dict.fromkeys(ids[:-1], 1)
    assert store.read("a", lambda reader: reader.describe().revision) == 20


def test_writers_of_many_namespaces_do_not_deadlock(store: Neo4jStore) -> None:
    spaces = [f"space-{i}" for i in range(4)]

    def fill(namespace: str) -> int:
        for step in [world(start, start + 40) for start in range(0, 120, 40)]:
            store.write(namespace, partial(Neo4jWriter.apply, changes=step))
        return store.read(namespace, lambda reader: reader.describe().memories)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(fill, spaces)) == [120] * 4
    assert store.namespaces() == tuple(spaces)


def test_threads_share_a_store(store: Neo4jStore) -> None:
    store.write("a", lambda writer: writer.apply(world(0, 40)))
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(store.read, "a", lambda reader: reader.carriers(["word:all"])) for _ in range(40)]
    assert {len(answer.result()) for answer in asked} == {40}


def test_an_error_out_of_work_undoes_all_of_it(store: Neo4jStore, neo4j_driver: Driver) -> None:
    def work(writer: Neo4jWriter) -> None:
        writer.apply(world(0, 40))
        raise NotFound("changed my mind")

    with pytest.raises(NotFound):
        store.write("a", work)
    assert store.namespaces() == ()
    assert neo4j_driver.execute_query("MATCH (n) RETURN count(n)").records[0][0] == 0


def test_a_write_that_applies_nothing_makes_no_namespace(store: Neo4jStore) -> None:
    assert store.write("a", lambda writer: writer.describe().revision) == 0
    assert store.namespaces() == ()
    assert store.read("a", lambda reader: reader.describe().revision) == 0


def test_an_edge_to_nowhere_is_an_error_that_leaves_nothing(store: Neo4jStore) -> None:
    changes = Changes(put_memories=(Memory("m1", "text"),), add_edges=(Edge(FOLLOWS, "m1", "missing"),))
    with pytest.raises(StoreError, match="add_edges found 0 of 1"):
        store.write("a", lambda writer: writer.apply(changes))
    assert store.namespaces() == ()


def test_a_newer_schema_is_neither_read_nor_written(store: Neo4jStore, neo4j_driver: Driver) -> None:
    store.write("a", one("m1"))
    neo4j_driver.execute_query("MATCH (n:Namespace {name: 'a'}) SET n.schema = $newer", newer=SCHEMA_VERSION + 1)
    for ask in (store.read, store.write):
        with pytest.raises(NewerSchema) as caught:
            ask("a", Neo4jReader.describe)
        assert caught.value.fields == {"schema": SCHEMA_VERSION + 1, "known": SCHEMA_VERSION}


def test_the_fingerprint_wraps_and_is_kept_as_text(store: Neo4jStore, neo4j_driver: Driver) -> None:
    for delta in (2**128 - 1, 3):
        store.write("a", partial(Neo4jWriter.apply, changes=Changes(fingerprint_delta=delta)))
    assert store.read("a", lambda reader: reader.describe().fingerprint) == 2
    assert neo4j_driver.execute_query("MATCH (n:Namespace) RETURN n.fingerprint").records[0][0] == f"{2:032x}"


def test_a_person_can_read_the_graph(store: Neo4jStore, neo4j_driver: Driver) -> None:
    store.write("a", lambda writer: writer.apply(world(0, 40)))
    found = neo4j_driver.execute_query(
        "MATCH (p:Person)<-[r]-(m:Memory {id: 'm00002'})-[h:HAS_CUE]->(c:Cue {key: 'tag:t2'}) "
        "RETURN p.name, type(r), m.caption, h.weight, c.type, c.value"
    )
    assert found.records[0].values() == [NAMES[0].name, "PRESENTED_BY", "第2条", 3, "tag", "t2"]


@pytest.mark.parametrize(
    ("where", "way"),
    [
        (Where(), {"by_key": "", "to_key": "~"}),
        (Where(until=0), {"by_key": f"{1:017d}", "to_key": f"{2**53:017d}"}),
        (Where(since=-(2**60)), {"by_key": f"{1:017d}", "to_key": "~"}),
        (Where(until=2**60), {"by_key": f"{1:017d}", "to_key": "~"}),
        (Where(kinds=("b", "a", "b"), statuses=("s",)), {"by_kinds": ["a", "b"]}),
        (Where(cues=("x",), names=("person:a",)), {"by_cues": ["x"], "by_most": 1}),
        (Where(any_of=(("x", "y", "z"), ("v", "w"))), {"by_cues": ["v", "w"], "by_most": 2}),
        (Where(documents=("d",), projects=("p",)), {"by_documents": ["d"]}),
    ],
)
def test_one_way_in_is_chosen(where: Where, way: dict[str, object]) -> None:
    given = gathered(where)
    found = {name: given[name] for name in NO_WAY if given[name] not in ([], None, 0)}
    assert found == way


def test_what_the_way_in_answers_is_asked_once() -> None:
    by_name = Where(names=("person:a",), edges=("DECIDED_BY",), projects=("p",))
    assert gathered(by_name) == filters(by_name) | NO_WAY | {
        "names": None, "by_names": ["person:a"], "by_edges": ["DECIDED_BY"]
    }  # fmt: skip
    assert gathered(Where(cues=("x",), names=("person:a",)))["names"] == ["person:a"]
    assert gathered(Where(documents=("d",)))["documents"] is None


def test_a_filter_is_null_where_nothing_is_asked() -> None:
    assert {name for name, value in filters(Where()).items() if value is not None} == {"edges"}


def test_the_password_is_never_shown() -> None:
    with closing(Neo4jStore("bolt://ann:geheim@localhost:1")) as unreachable:
        assert "geheim" not in repr(unreachable)
        assert "localhost:1" in repr(unreachable)
