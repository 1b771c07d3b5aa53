"""A big namespace in Neo4j for the saved queries: tens of thousands of memories in the store's own shape, in seconds.

The bulk is imported from the store's own rows, with few cues a memory, before the server starts; the last memories are
written by the store. A test compares the shape of both.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from neo4j import Driver

from graphcue.language.gazetteer import name_key
from graphcue.language.words import versioned
from graphcue.model import (
    APPROVED_BY,
    ASSIGNED_TO,
    ATTENDED_BY,
    AUTHORED_BY,
    DECIDED_BY,
    ENTITY,
    FOLLOWS,
    MENTIONS,
    PERSON,
    SUPERSEDES,
    Contribution,
    Memory,
    Moment,
    Name,
    Place,
)
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Changes, Edge, NameNode, Store
from graphcue.stores.neo4j_write import _edge_row, _memory_row, _name_row
from graphcue.stores.serial import to_text
from graphcue.writing.changes import LANGUAGE_VERSION
from graphcue.writing.merging import caption
from tests.neo4j_server.starter import LocalServer

BIG = "big"
SIZE = 40_000
WRITTEN = 200
PROJECTS = 50
START = 1_577_836_800_000
"""2020-01-01 UTC."""
HOUR = 3_600_000
GIVEN_NAMES = [
    *("若川", "慕白", "知遥", "望舒", "清晏", "云岫", "听澜", "照野"),
    *("见山", "拾禾", "松间", "竹里", "南烛", "北辰", "长庚", "扶摇"),
]
PEOPLE = [f"{surname}{given}" for surname in "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许" for given in GIVEN_NAMES]
"""The first is a hub; the others have about a hundred edges each, fewer than what makes one."""
THINGS = [f"书架{number}" for number in range(20)]
KINDS = ("decision", "action", "note", "note", "note")


@cache
def memory(i: int) -> Memory:
    """The i-th memory, one an hour, its project's turn once in fifty."""
    kind = KINDS[i % 5]
    project, document = f"项目{i % PROJECTS}", f"notes/{i // 100}.md"
    content = f"第{i}条：{project}的{'决定' if kind == 'decision' else '记录'}"
    names = tuple(Name(name, edge, label) for edge, label, name in ties(i))
    return Memory(
        id=f"b{i:05d}",
        content=content,
        kind=kind,
        status={"decision": "concluded", "action": "open"}.get(kind, ""),
        project=project,
        occurred_at=Moment(START + i * HOUR, 480, "minute"),
        recorded_at=START + i * HOUR,
        updated_at=START + i * HOUR,
        thread=f"project:{project}",
        document=document,
        position=i % 100,
        caption=caption(content),
        superseded_at=START + (i + 1000) * HOUR if i % 1000 == 0 and i + 1000 < SIZE else None,
        contributions=(Contribution(Place(document, i % 100 + 1, i % 100 + 1, i % 100), names=names),),
    )


def ties(i: int) -> Iterator[tuple[str, str, str]]:
    """(edge, label, name): one person has a fifth of all decisions, so that there is a hub."""
    person = PEOPLE[0] if i % 25 == 0 else PEOPLE[1 + i // 5 % (len(PEOPLE) - 1)]
    if i % 5 == 0:
        yield DECIDED_BY, PERSON, person
        yield AUTHORED_BY, PERSON, PEOPLE[1 + i % (len(PEOPLE) - 1)]
        yield ATTENDED_BY, PERSON, PEOPLE[1 + (i // 5 + 7) % (len(PEOPLE) - 1)]
        if i % 35 == 0:
            yield APPROVED_BY, PERSON, PEOPLE[2 + i % 7]
    elif i % 5 == 1:
        yield ASSIGNED_TO, PERSON, person
    elif i % 4 == 0:
        yield MENTIONS, ENTITY, THINGS[i % len(THINGS)]


def cues(i: int) -> list[str]:
    """Few, rare and common ones, and the status that open actions are found by."""
    status = {"decision": "concluded", "action": "open"}.get(KINDS[i % 5], "none")
    return sorted({f"status:{status}", f"word:词{i % 997}", f"word:常{i % 13}", f"tag:标{i % 31}", f"id:no-{i // 3}"})


def edges(i: int) -> Iterator[Edge]:
    """All that leads from the i-th memory."""
    it = memory(i)
    yield Edge(IN_PROJECT, it.id, it.project)
    yield Edge(FROM_DOCUMENT, it.id, it.document, place=it.contributions[0].place)
    for edge, label, name in ties(i):
        yield Edge(edge, it.id, name_key(label, name, ""), "declared")
    links = [
        (FOLLOWS, PROJECTS, True),
        (SUPERSEDES, 1000, i % 1000 == 0),
        ("CAUSED_BY", 700, i % 700 == 3),
        ("RELATED_TO", 1, i % 5 == 1),
        ("RESOLVES", 1, i % 15 == 2),
    ]
    for edge, back, there in links:
        if there and i >= back:
            yield Edge(edge, it.id, f"b{i - back:05d}", "" if edge == FOLLOWS else "declared")


def names(label: str, called: Sequence[str]) -> list[NameNode]:
    return [NameNode(name_key(label, name, ""), label, name, name) for name in called]


def part(start: int, stop: int) -> Changes:
    """The memories from `start` up to `stop` with all that leads from them."""
    span = range(start, stop)
    return Changes(
        put_memories=tuple(memory(i) for i in span),
        put_names=(*names(PERSON, PEOPLE), *names(ENTITY, THINGS)),
        add_postings=tuple((f"b{i:05d}", key, 1 + i % 9) for i in span for key in cues(i)),
        add_edges=tuple(edge for i in span for edge in edges(i)),
        fingerprint_delta=sum(span),
        language=versioned(LANGUAGE_VERSION),
    )


def prepare(server: LocalServer) -> None:
    """A server that never ran has all but the last memories, imported: through the store it would take minutes."""
    with TemporaryDirectory() as folder:
        server.admin(
            "database",
            "import",
            "full",
            "neo4j",
            "--id-type=string",
            f"--report-file={folder}/import.report",
            *files(Path(folder)),
        )


def finish(store: Store, driver: Driver) -> None:
    """The last memories are written by the store, which makes its constraints and indexes first."""
    last = part(SIZE - WRITTEN, SIZE)
    store.write(BIG, lambda writer: writer.apply(last))
    counts = Counter(edge.type for i in range(SIZE) for edge in edges(i))
    counts |= Counter({"HAS_CUE": sum(len(cues(i)) for i in range(SIZE)), "Memory": SIZE, "Project": PROJECTS})
    counts |= Counter({PERSON: len(PEOPLE), ENTITY: len(THINGS), "Document": SIZE // 100})
    text = "MATCH (n:Namespace {name: $big}) SET n.counts = $counts"
    driver.execute_query(text, big=BIG, counts=to_text(dict(counts)))
    driver.execute_query("CALL db.resampleOutdatedIndexes()")
    driver.execute_query("CALL db.awaitIndexes(300)")


# the importer's files


def files(folder: Path) -> Iterator[str]:
    """The arguments that name them, once each is written."""
    changes = part(0, SIZE - WRITTEN)
    stamp = {"namespace": BIG, "revision": 1, "born": 1}
    memories = [{":ID": row["id"], **row, ":LABEL": _labels(row)} for row in map(_memory_row, changes.put_memories)]
    yield _nodes(folder, "Memory", [{**row, **stamp} for row in memories])
    for label in (PERSON, ENTITY):
        rows = [_name_row(BIG, name) for name in changes.put_names if name.label == label]
        yield _nodes(folder, label, [{":ID": row["key"], **row} for row in rows])
    cue_keys = sorted({key for _, key, _ in changes.add_postings})
    parts = [(key, *key.partition(":")[::2]) for key in cue_keys]
    keyed = [{":ID": key, "namespace": BIG, "key": key, "type": kind, "value": value} for key, kind, value in parts]
    yield _nodes(folder, "Cue", keyed)
    for label, type in (("Project", IN_PROJECT), ("Document", FROM_DOCUMENT)):
        keys = sorted({edge.target for edge in changes.add_edges if edge.type == type})
        yield _nodes(folder, label, [{":ID": key, "namespace": BIG, "key": key} for key in keys])
    yield from _edges(folder, changes)


def _labels(row: dict[str, Any]) -> str:
    found = {"decision": ["Decision"], "action": ["Action"]}.get(row["kind"], [])
    return ";".join(found + ["Superseded"] * (row["superseded_at"] is not None))


def _edges(folder: Path, changes: Changes) -> Iterator[str]:
    rows: dict[str, list[dict[str, Any]]] = {}
    for id, key, weight in changes.add_postings:
        rows.setdefault("HAS_CUE", []).append({":START_ID": id, ":END_ID": key, "weight": weight})
    for edge in changes.add_edges:
        found = {":START_ID": edge.source, ":END_ID": edge.target, **_edge_row(edge)[4]}
        rows.setdefault(edge.type, []).append(found)
    for type, made in rows.items():
        yield f"--relationships={type}={_file(folder, type, made)}"


def _nodes(folder: Path, label: str, rows: list[dict[str, Any]]) -> str:
    return f"--nodes={label}={_file(folder, label, rows)}"


def _file(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    """A file with a typed header: what is missing stays away, an empty text is one."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    numbers = {key for row in rows for key in columns if isinstance(row.get(key), int)}
    head = ",".join(f"{key}:long" if key in numbers else key for key in columns)
    lines = (",".join(_cell(row.get(key)) for key in columns) for row in rows)
    path = folder / f"{name}.csv"
    path.write_text("\n".join([head, *lines, ""]), "utf-8")
    return path


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else '"' + value.replace('"', '""') + '"'
