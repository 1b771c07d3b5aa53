"""Random worlds, written step by step into two stores: every method of the reader answers alike."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcue.model import FOLLOWS, NAME_EDGES, NO_TIME, RELATIONS, Contribution, Memory, Moment, Place
from graphcue.stores import sqlite_edges, sqlite_page
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Edge, NameNode, Reader, Store, Where, cues_with
from graphcue.stores.memory import MemoryStore
from graphcue.stores.sqlite import SqliteStore
from tests.contract_world import EMPTY, SPACE, World, changes

IDS = ("a", "b", "B", "c10", "c9", "d\u4e2d", "e_", "f%", "g'", "h")
KEYS = ("word:a", "word:b", "char:中", "char:\U00020bb7", "tag:x", "id:'--")
NAMES = (
    NameNode("person:1", "Person", "f", "n"),
    NameNode("entity:1", "Entity", "中", "中", "o", "k", (("name:n", 1),)),
)
PROJECTS = ("", "p", "项目")
DOCUMENTS = ("", "d.md", "文档\U00020bb7.md", "D.md")
TIMES = (None, 0, 1, 1, 70_000, -5, 10**9)
MEMORY_EDGES = (FOLLOWS, *RELATIONS)
ALL_EDGES = (*MEMORY_EDGES, *NAME_EDGES, IN_PROJECT, FROM_DOCUMENT)


def random_world(chance: random.Random, ids: tuple[str, ...] = IDS) -> World:
    """A world whose edges lead to what is there. `chance` is Hypothesis's, or seeded."""
    there = [id for id in ids if chance.random() < 0.8]
    names = {name.key: name for name in NAMES if chance.random() < 0.7}
    edges = [_edge(chance, id, there, [*names]) for id in there for _ in range(chance.randrange(6))]
    return World(
        {id: _memory(chance, id) for id in there},
        names,
        {(id, key): chance.randrange(1, 4) for id in there for key in KEYS if chance.random() < 0.5},
        {edge.identity: edge for edge in edges if edge},
    )


def _memory(chance: random.Random, id: str) -> Memory:
    time = chance.choice(TIMES)
    project, document = chance.choice(PROJECTS), chance.choice(DOCUMENTS)
    return Memory(
        id,
        chance.choice(("x", "中文\n")),
        kind=chance.choice(("note", "decision")),
        status=chance.choice(("", "open")),
        project=project,
        occurred_at=None if time is None else Moment(time, 60, chance.choice(("day", "second"))),
        recorded_at=chance.randrange(3),
        valid_from=chance.choice((None, None, Moment(2, 0, "day"))),
        valid_until=chance.choice((None, None, Moment(0, 60, "day"), Moment(5, 0, "second"))),
        thread=project or document or "loose",
        document=document,
        position=chance.randrange(3),
        superseded_at=chance.choice((None, None, 1, 2)),
        contributions=tuple(Contribution(recorded_at=n, tags=("x",) * n) for n in range(chance.randrange(3))),
    )


def _edge(chance: random.Random, id: str, ids: list[str], names: list[str]) -> Edge | None:
    kind = chance.choice(ALL_EDGES)
    place = Place(chance.choice(("", "d.md")), 1, 2, chance.randrange(3)) if chance.random() < 0.3 else None
    targets: Any = DOCUMENTS
    if kind in MEMORY_EDGES:
        targets = ids
    elif kind in NAME_EDGES:
        targets = names
    elif kind == IN_PROJECT:
        targets = PROJECTS
    return Edge(kind, id, chance.choice(targets), chance.choice(("", "r")), place) if targets else None


def random_where(chance: random.Random, ids: tuple[str, ...] = IDS) -> Where:
    """A few parts at most, so that something is left."""

    def maybe(value: Any, nothing: Any = ()) -> Any:
        return value if chance.random() < 0.2 else nothing

    return Where(
        ids=maybe(tuple(chance.sample(ids, len(ids) // 2))),
        projects=maybe(tuple(chance.sample(PROJECTS, 2))),
        kinds=maybe(chance.choice((("note",), ("note", "decision")))),
        statuses=maybe(("open", "no")),
        documents=maybe(tuple(chance.sample(DOCUMENTS, 2))),
        thread=maybe(chance.choice(("p", "项目", "d.md", "loose", "no")), None),
        since=maybe(chance.choice((0, 1, 70_000)), None),
        until=maybe(chance.choice((1, 2, 70_001)), None),
        known_at=maybe(1, None),
        state=maybe(chance.choice(("current", "superseded")), "all"),
        at=maybe(1, None),
        names=maybe(tuple(name.key for name in chance.sample(NAMES, 1))),
        edges=maybe(tuple(chance.sample(NAME_EDGES, 3))),
        tied=maybe(tuple((name.key,) for name in chance.sample(NAMES, 2))),
        cues=maybe(tuple(chance.sample(KEYS, 1))),
        any_of=maybe((tuple(chance.sample(KEYS, 2)), tuple(chance.sample(KEYS, 3)))),
        valid_at=maybe(chance.choice((1, 90_000_000)), None),
        born_until=maybe(1, None),
    )


def answers(reader: Reader, chance: random.Random, ids: tuple[str, ...] = IDS) -> list[Any]:
    """What every method says, dictionaries as lists so that their order counts too."""
    some = chance.sample(ids, len(ids) // 2)
    keys = chance.sample(KEYS, 4)
    nodes = [*some, *PROJECTS, *DOCUMENTS, *(name.key for name in NAMES), "no"]
    types = chance.sample(ALL_EDGES, 5)
    where = random_where(chance, ids)
    limit, newest = chance.randrange(1, 6), chance.randrange(1, 6)
    memories = reader.get(ids)
    places = [(memory.thread, memory.order_key) for memory in memories.values()]
    first = reader.page(where, "newest", None, limit)
    mappings: list[dict[str, Any]] = [
        memories,
        reader.outlines(some),
        reader.nearby(some),
        reader.words(some),
        reader.cues(keys),
        reader.cues_between([("word:a", "word:b"), cues_with("tag:"), cues_with("id:")]),
        reader.hits(some, keys),
        reader.postings(some),
        reader.neighbours(nodes, types, "out", limit),
        reader.neighbours(nodes, types, "in", limit),
        reader.degrees(nodes, types),
    ]
    return [
        reader.describe(),
        [[(key, _ordered(value)) for key, value in mapping.items()] for mapping in mappings],
        reader.match({key: chance.randrange(-1, 4) for key in keys}, where, limit, newest),
        reader.match(dict.fromkeys(KEYS, 1), Where(), 99, 99),
        (reader.carriers(keys[:2]), reader.period()),
        (reader.before(places), reader.after(places)),
        (first, reader.page(where, "oldest", first.after, 99), reader.page(Where(), "oldest", None, 3)),
        (reader.names(), reader.listed("Project"), reader.listed("Document")),
    ]


def _ordered(value: Any) -> Any:
    return list(value.items()) if isinstance(value, dict) else value


def step(stores: list[Store], old: World, new: World) -> None:
    """Nothing; each store has gone from the old world to the new one and counted the same."""
    counts = [store.write(SPACE, lambda writer: writer.apply(changes(old, new))) for store in stores]
    assert all(count == counts[0] for count in counts)
    for store in stores:
        assert store.read(SPACE, lambda reader: reader.describe()).counts == new.counts


def compare(stores: list[Store], seed: int, ids: tuple[str, ...] = IDS) -> list[Any]:
    """What all stores answer to questions that depend on the seed."""
    found = [store.read(SPACE, lambda reader: answers(reader, random.Random(seed), ids)) for store in stores]
    for other in found[1:]:
        for expected, got in zip(found[0], other, strict=True):
            assert got == expected
    return found[0]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 2**32), min_size=1, max_size=4), st.integers(0, 2**32))
def test_stores_answer_alike_whatever_was_written(seeds: list[int], question: int) -> None:
    with TemporaryDirectory() as folder:
        stores: list[Store] = [MemoryStore(), SqliteStore(str(Path(folder) / "store.db"))]
        old = EMPTY
        for seed in seeds:
            new = random_world(random.Random(seed))
            step(stores, old, new)
            compare(stores, question)
            old = new
        step(stores, old, EMPTY)
        assert compare(stores, question)[0].counts == {}
        for store in stores:
            store.close()


WAYS = ((0, True), (0, False), (10**9, False))
"""(edges that are few, whether walking is cheaper): SQLite goes one way for what is rare and another for what is
common; each of these makes it go one of them always."""


def go(monkeypatch: pytest.MonkeyPatch, few: int, walks: bool) -> None:
    """Nothing; SQLite goes this way from now on."""
    monkeypatch.setattr(sqlite_edges, "FEW", few)
    monkeypatch.setattr(sqlite_page, "cheaper", lambda *sizes: walks)


@pytest.mark.parametrize(("few", "walks"), WAYS)
def test_all_ways_of_a_query_lead_to_the_same_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int, walks: bool
) -> None:
    ids = tuple(f"m{n:03d}" for n in range(120))
    stores: list[Store] = [MemoryStore(), SqliteStore(str(tmp_path / "store.db"))]
    step(stores, EMPTY, random_world(random.Random(7), ids))
    go(monkeypatch, few, walks)
    found = [compare(stores, seed, ids) for seed in range(30)]
    assert any(page.total > 20 for answer in found for page in answer[6])
    assert any(len(answer[2]) > 2 for answer in found)
    assert NO_TIME in {match.outline.order_time for match in found[0][3]}
