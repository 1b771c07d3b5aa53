"""Each query file under PROFILE on a filled store, with what the store really gives it."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from neo4j import Driver

from graphcue import model
from graphcue.model import NAME_EDGES, Contribution, Memory, Name, Place, form_name
from graphcue.stores import contract, cypher_files
from graphcue.stores.contract import (
    FROM_DOCUMENT,
    IN_PROJECT,
    Alias,
    Changes,
    Edge,
    NameNode,
    Order,
    Reader,
    Where,
    cues_with,
)
from graphcue.stores.neo4j import Neo4jStore
from graphcue.stores.neo4j_read import Cypher
from graphcue.stores.neo4j_write import Neo4jWriter
from tests.neo4j_fixtures import wipe
from tests.neo4j_server.starter import Server
from tests.neo4j_world import NAMES, memory, without, world

SIZE = 3_000
NAMESPACE = "profiled"
FILES = sorted(path.stem for path in (cypher_files.folder() / "store").glob("*.cypher"))
EDGE_TYPES = (*NAME_EDGES, IN_PROJECT, FROM_DOCUMENT, model.FOLLOWS, *model.RELATIONS)

SCANS = (
    "AllNodesScan",
    "LabelScan",
    "LabelsScan",
    "RelationshipTypeScan",
    "RelationshipTypesScan",
    "AllRelationshipsScan",
)
HITS = {
    "page_total": 60_000,
    "page_gather_newest": 60_000,
    "page_gather_oldest": 60_000,
    "page_walk_newest": 60_000,
    "page_walk_oldest": 60_000,
    "match": 60_000,
    "match_all": 60_000,
    "carriers": 20_000,
    "put_memories": 20_000,
    "neighbours_in": 40_000,
}
HITS |= {"stamps": 20_000, "vectors": 20_000}
"""Database hits that a file may need where it is more than 5,000: those that must look at every memory of a filter."""

Call = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def calls(neo4j_server: Server, neo4j_driver: Driver) -> Iterator[list[Call]]:
    """Every query with its parameters, as the store runs it: a filled store, asked and changed in every way."""
    wipe(neo4j_driver)
    found: list[Call] = []
    run = Cypher._run

    def noted(self: Cypher, name: str, parameters: Mapping[str, object]) -> Any:
        found.append((name, {**self._given(parameters), "given": dict(parameters)}))
        return run(self, name, parameters)

    store = Neo4jStore(neo4j_server.url)
    with pytest.MonkeyPatch.context() as patch:
        for start in range(0, SIZE, 1_000):
            store.write(NAMESPACE, partial(Neo4jWriter.apply, changes=world(start, start + 1_000)))
        neo4j_driver.execute_query("CALL db.resampleOutdatedIndexes()")
        patch.setattr(Cypher, "_run", noted)
        store.read(NAMESPACE, ask_everything)
        store.namespaces()
        change_everything(store, NAMESPACE)
    yield found
    store.close()


def ask_everything(reader: Reader) -> None:
    ids = [memory(i).id for i in range(0, 100, 3)]
    keys = ["word:all", "word:a1", "word:b7", "word:c9", "tag:t3", "word:none"]
    for where in wheres():
        reader.match(dict.fromkeys(keys, 3), where, 50, 500)
        for order in (*ORDERS, *ORDERS):  # once counted, what many pass is walked
            reader.page(where, order, None, 50)
    for direction in ("out", "in"):
        reader.neighbours([*ids, "project-1", "notes/1.md", NAMES[0].key, NAMES[1].key], EDGE_TYPES, direction, 10)
    reader.degrees(["project-1", NAMES[0].key, *ids], EDGE_TYPES)
    places = [(memory(i).thread, memory(i).order_key) for i in range(0, 1_000, 50)]
    assert all(one.before or one.after for one in reader.nearby(ids).values())
    assert any(reader.before(places)) and all(reader.after(places))
    assert reader.get(ids).keys() == reader.outlines(ids).keys() == reader.postings(ids).keys() == set(ids)
    assert reader.cues_between([cues_with("word:a"), ("word:b", "word:c")])["word:all"] == SIZE
    assert reader.cues(keys)["word:all"] == SIZE and reader.hits(ids, keys) and reader.carriers(keys[:3])
    assert reader.period() and reader.words(ids).keys() == set(ids)
    assert len(reader.stamps()) == SIZE
    assert reader.names() and reader.listed("Project") and reader.listed("Document")


ORDERS: tuple[Order, ...] = ("oldest", "newest")


def wheres() -> list[Where]:
    """Each part of a filter alone, so that each way into a page is walked."""
    first, second = (name.key for name in NAMES)
    return [
        Where(),
        Where(ids=("m00003", "m00004")),
        Where(projects=("project-1", "project-2"), statuses=("open",)),
        Where(kinds=("decision",), state="current"),
        Where(kinds=("decision", "note"), state="current", born_until=1),
        Where(projects=("project-3",), state="superseded", at=1_700_000_600_000, born_until=1),
        Where(documents=("notes/3.md",), known_at=170),
        Where(thread="project-3", since=1_700_000_600_000),
        Where(since=1_700_000_600_000, until=1_700_001_200_000),
        Where(names=(first,), edges=("MENTIONS",)),
        Where(tied=((first, second), (first,)), valid_at=5),
        Where(cues=("word:b3", "word:all")),
        Where(any_of=(("word:c5", "word:c6"), ("word:all",)), state="superseded"),
    ]


def change_everything(store: Neo4jStore, namespace: str) -> None:
    """Runs every writing query, and ends as it began."""
    lonely = Changes(
        put_memories=(Memory("alone", "text"),),
        add_postings=(("alone", "word:lonely", 1),),
        add_edges=(Edge(IN_PROJECT, "alone", "lonely"), Edge(FROM_DOCUMENT, "alone", "lonely", place=Place("lonely"))),
        put_names=(NameNode("person:lonely", "Person", "l", "L"), NameNode("entity:lonely", "Entity", "l", "L")),
        add_aliases=(Alias("person", "L", "张三", "person:lonely", NAMES[0].key),),
        add_tombstones=("memory:lonely",),
        tombstone_key="00",
    )
    store.write(namespace, lambda writer: writer.apply(lonely))
    buried = store.read(namespace, lambda reader: (reader.buried(["memory:lonely", "x"]), reader.tombstones("", 9)))
    assert buried == (("memory:lonely",), ("memory:lonely",))
    back = Changes(
        drop_memories=("alone",),
        drop_postings=(("alone", "word:lonely"),),
        drop_edges=lonely.add_edges,
        drop_names=("person:lonely", "entity:lonely"),
        drop_aliases=lonely.add_aliases,
        drop_tombstones=lonely.add_tombstones,
        superseded=(("m00003", None),),
    )
    store.write(namespace, lambda writer: writer.apply(back))
    for name in ("formed", form_name("formed", 1)):
        store.write(name, lambda writer: writer.apply(Changes(language="1")))
    store.write("formed", Neo4jWriter.adopt)
    assert store.erase("formed").removed
    assert store.keep(namespace, contract.Session("talk", "{}", 1, 5), 0, 0)
    assert store.read(namespace, lambda reader: reader.session("talk")).version == 1
    assert store.drop_sessions(namespace) == 1
    kept = contract.Vector(bytes(512), "maker", store.read(namespace, lambda reader: reader.stamps())["m00005"])
    assert store.keep_vectors(namespace, {"m00005": kept}) == 1 and store.vectors(namespace) == {"m00005": kept}
    from graphcue.stores import neo4j

    with store._session() as session:
        session.execute_write(neo4j._was_kept, namespace, "mark")


def test_every_file_is_used_and_every_query_is_a_file(calls: list[Call]) -> None:
    assert {name for name, _ in calls} == set(FILES)


def test_no_query_text_is_made_in_python() -> None:
    for path in cypher_files.folder().parent.glob("graphcue/stores/neo4j*.py"):
        assert not re.search(r"\b(MATCH|MERGE|UNWIND|DELETE) ", path.read_text("utf-8").replace("`", "")), path.name


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_it_returns_and_what_it_is_given(name: str) -> None:
    text = cypher_files.query(name)
    comment = " ".join(line[2:].strip() for line in text.splitlines() if line.startswith("//"))
    body = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    assert comment.startswith("Returns ") and "Parameters:" in comment
    shared = set(re.findall(r"\w+", cypher_files.query("match"))) if "as in match.cypher" in comment else set()
    for parameter in re.findall(r"\$given\.(\w+)", body):
        assert re.search(rf"\b{parameter}\b", comment) or parameter in shared, parameter
    assert ("$namespace" in body) == ("$namespace" in comment)


@pytest.mark.parametrize("name", FILES)
def test_a_file_seeks_and_reads_little(name: str, calls: list[Call], neo4j_driver: Driver) -> None:
    mine = [parameters for called, parameters in calls if called == name]
    assert mine
    for parameters in mine:
        with neo4j_driver.session() as session, session.begin_transaction() as transaction:
            result = transaction.run(f"PROFILE {cypher_files.query(name)}", parameters)
            result.values()
            operators = list(walk(result.consume().profile))
            transaction.rollback()
        for operator in operators:
            assert not any(scan in operator["operatorType"] for scan in SCANS), operator
            if operator["operatorType"].startswith("CartesianProduct"):
                assert operator["rows"] <= 1_000, operator
        assert sum(operator["dbHits"] for operator in operators) <= HITS.get(name, 5_000)


def walk(plan: Any) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from walk(child)


@pytest.mark.parametrize("name", ["neighbours_in", "degrees"])
def test_each_edge_type_has_its_step(name: str) -> None:
    assert tuple(re.findall(r"'([A-Z_]+)' IN \$given.types", cypher_files.query(name))) == EDGE_TYPES


FILTERED = ("page_total", *(f"page_{way}_{order}" for way in ("gather", "walk") for order in ("oldest", "newest")))


@pytest.mark.parametrize("name", ["neighbours_out", "match", *FILTERED])
def test_type_lists_are_whole(name: str) -> None:
    wanted = EDGE_TYPES if name == "neighbours_out" else NAME_EDGES
    lists = [
        re.sub(r"\s", "", found).split("|")
        for found in re.findall(r":((?:[A-Z_]+\s*\|)+[A-Z_]+)", cypher_files.query(name))
    ]
    assert lists and all(found == list(wanted) for found in lists)


def filter_of(name: str) -> str:
    """The conditions of a file that come from a `Where`."""
    start = "($given.ids IS NULL"
    return re.split(r"\n(?:WITH|RETURN) ", start + cypher_files.query(name).split(start)[1])[0]


@pytest.mark.parametrize("name", FILTERED)
def test_all_filters_are_the_same(name: str) -> None:
    assert filter_of(name) == filter_of("match")


HOSTILE = ("决策`) DETACH DELETE n //", 'a"}) RETURN 1 //', "' OR 1=1 //", "$namespace", "\\u0027) DETACH DELETE n //")


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_code(text: str, neo4j_url: str, neo4j_driver: Driver) -> None:
    with_closing = Neo4jStore(neo4j_url)
    with_closing.write("others", lambda writer: writer.apply(world(0, 30)))
    before = nodes_of_others(neo4j_driver)
    with_closing.write(text, lambda writer: hostile_write(writer, text))
    with_closing.read(text, lambda reader: hostile_read(reader, text))
    assert nodes_of_others(neo4j_driver) == before
    assert len(before) > 60
    assert with_closing.namespaces() == tuple(sorted(("others", text)))
    labels = neo4j_driver.execute_query("CALL db.labels() YIELD label RETURN collect(label)").records[0][0]
    types = neo4j_driver.execute_query("CALL db.relationshipTypes() YIELD relationshipType AS t RETURN collect(t)")
    assert set(labels) <= {
        "Memory",
        "Decision",
        "Action",
        "Superseded",
        "Cue",
        "Person",
        "Entity",
        "Project",
        "Document",
        "Namespace",
        "Session",
        "Tombstone",
        "Other",
    }
    assert set(types.records[0][0]) <= {*EDGE_TYPES, contract.HAS_CUE, contract.ALIAS_OF}
    with_closing.close()


def hostile_memory(text: str) -> Memory:
    contribution = Contribution(Place(text), text, text, None, None, (text,), (text,), (Name(text, text, text),))
    return Memory(
        id=text,
        content=text,
        kind=text,
        status=text,
        project=text,
        author=text,
        thread=text,
        document=text,
        caption=text,
        key=text,
        contributions=(contribution,),
    )


def hostile_write(writer: Neo4jWriter, text: str) -> None:
    person = NameNode(f"person:{text}", "Person", text, text, text, text, ((text, 1),))
    entity = NameNode(f"entity:{text}", "Entity", text, text, text, text, ((text, 1),))
    places = (Edge(IN_PROJECT, text, text, text), Edge(FROM_DOCUMENT, text, text, text, Place(text)))
    named = (Edge("MENTIONS", text, person.key, text), Edge("MENTIONS", text, entity.key, text))
    made = Changes(
        add_aliases=(Alias("person", text, text, person.key, entity.key), Alias("project", text, text)),
        put_memories=(hostile_memory(text),),
        put_names=(person, entity),
        add_postings=((text, f"{text}:{text}", 1),),
        add_edges=(*places, *named, Edge("RELATED_TO", text, text, text)),
        language=text,
    )
    writer.apply(made)
    assert writer.get([text])[text].content == text
    hostile_read(writer, text)
    writer.apply(
        Changes(
            drop_edges=made.add_edges,
            drop_postings=((text, f"{text}:{text}"),),
            drop_names=(person.key,),
            drop_aliases=made.add_aliases,
        )
    )


def hostile_read(reader: Reader, text: str) -> None:
    one = (text,)
    where = Where(one, one, one, one, one, text, names=one, edges=one, tied=(one,), cues=one, any_of=(one,))
    reader.match({text: 1, f"{text}:{text}": 1}, where, 9, 9)
    reader.page(where, "oldest", text, 9)
    reader.neighbours([text], [text], "in", 9)
    reader.before([(text, text)])
    asked: tuple[Callable[[list[str]], object], ...] = (reader.get, reader.outlines, reader.postings, reader.carriers)
    for ask in (*asked, reader.cues, reader.nearby):
        ask([text])
    reader.hits([text], [text])
    reader.degrees([text], [text])


def nodes_of_others(driver: Driver) -> list[Any]:
    text = """
        MATCH (n) WHERE n.namespace = 'others' OR n.name = 'others'
        RETURN labels(n) AS labels, properties(n) AS properties, COUNT { (n)--() } AS degree
        ORDER BY labels, n.id, n.key
    """
    return [record.values() for record in driver.execute_query(text).records]


def test_a_world_without_a_memory_is_the_world_that_never_had_it(neo4j_url: str) -> None:
    store = Neo4jStore(neo4j_url)
    store.write("a", lambda writer: writer.apply(world(0, 40)))
    removed = store.write("a", lambda writer: writer.apply(without(39, 40))).removed
    store.write("b", lambda writer: writer.apply(world(0, 39)))
    counts = [store.read(name, lambda reader: reader.describe().counts) for name in ("a", "b")]
    assert removed["Memory"] == 1 and removed["HAS_CUE"] == 5
    assert counts[0] == counts[1]
    store.close()
