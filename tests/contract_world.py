"""Small worlds for the contract suite, and the `Changes` that lead from one to another."""

from dataclasses import dataclass, field, replace
from typing import Any

from graphcue.model import (
    ASSIGNED_TO,
    AUTHORED_BY,
    DECIDED_BY,
    ENTITY,
    FOLLOWS,
    MENTIONS,
    NO_TIME,
    PERSON,
    SUPERSEDES,
    Contribution,
    Link,
    Memory,
    Moment,
    Name,
    Place,
)
from graphcue.stores.contract import (
    FROM_DOCUMENT,
    HAS_CUE,
    IN_PROJECT,
    Changes,
    Counts,
    Edge,
    NameNode,
    Page,
    Store,
    Where,
)

SPACE = "team"
DAY = 86_400_000
NASTY = (
    "'; DROP TABLE memory; --",
    '") MATCH (n) DETACH DELETE n //',
    "\\u0000 \\ % _ $ {x} `id` :name ?",
    "a\x00b\x01\x1a0\x1b\x7f\u2028 end",
    "𠮷野家 🧠 e\u0301 ﬁ ＡＢＣ",
    "\r\n\t tabs and lines \r",
    "",
)


@dataclass(frozen=True)
class World:
    """What a namespace should hold."""

    memories: dict[str, Memory] = field(default_factory=dict)
    names: dict[str, NameNode] = field(default_factory=dict)
    postings: dict[tuple[str, str], int] = field(default_factory=dict)
    edges: dict[tuple[str, str, str, int], Edge] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """Nodes by label and edges by type."""
        labels = [
            *("Memory" for _ in self.memories),
            *(name.label for name in self.names.values()),
            *("Cue" for _ in {key for _, key in self.postings}),
            *("Project" for _ in {edge.target for edge in self.edges.values() if edge.type == IN_PROJECT}),
            *("Document" for _ in {edge.target for edge in self.edges.values() if edge.type == FROM_DOCUMENT}),
            *(HAS_CUE for _ in self.postings),
            *(edge.type for edge in self.edges.values()),
        ]
        return {label: labels.count(label) for label in sorted(set(labels))}

    def without(self, *ids: str) -> "World":
        """This world without some memories, their postings and edges."""
        return World(
            {id: memory for id, memory in self.memories.items() if id not in ids},
            self.names,
            {key: weight for key, weight in self.postings.items() if key[0] not in ids},
            {key: edge for key, edge in self.edges.items() if not {edge.source, edge.target} & set(ids)},
        )


EMPTY = World()


def changes(old: World, new: World) -> Changes:
    """What leads from the old world to the new one; the fingerprint rises by one."""
    put = [memory for id, memory in new.memories.items() if memory != old.memories.get(id)]
    superseded = [memory for memory in put if _only_superseded(memory, old.memories.get(memory.id))]
    lost = [key for key, weight in old.postings.items() if new.postings.get(key) != weight]
    found = [key for key, weight in new.postings.items() if old.postings.get(key) != weight]
    return Changes(
        put_memories=tuple(memory for memory in put if memory not in superseded),
        drop_memories=tuple(id for id in old.memories if id not in new.memories),
        put_names=tuple(name for key, name in new.names.items() if name != old.names.get(key)),
        drop_names=tuple(key for key in old.names if key not in new.names),
        add_postings=tuple((id, key, new.postings[id, key]) for id, key in found),
        drop_postings=tuple(lost),
        add_edges=tuple(edge for key, edge in new.edges.items() if edge != old.edges.get(key)),
        drop_edges=tuple(edge for key, edge in old.edges.items() if edge != new.edges.get(key)),
        superseded=tuple((memory.id, memory.superseded_at) for memory in superseded),
        fingerprint_delta=1,
    )


def _only_superseded(memory: Memory, old: Memory | None) -> bool:
    return old is not None and replace(memory, superseded_at=old.superseded_at) == old


def world(memories: list[Memory], postings: dict[str, str], edges: list[Edge], names: list[NameNode]) -> World:
    """The world of these parts; `postings` are cue keys with weights by memory id, as `word:a=2 tag:b=1`."""
    weighted = [(id, *text.rsplit("=", 1)) for id, texts in postings.items() for text in texts.split()]
    return World(
        {memory.id: memory for memory in memories},
        {name.key: name for name in names},
        {(id, key): int(weight) for id, key, weight in weighted},
        {edge.identity: edge for edge in edges},
    )


ZHANG = NameNode("person:zhang", PERSON, "张三", "张三", "", "", (("name:张三", 2), ("name:Zhang San", 1)))
LI = NameNode("person:li", PERSON, "李四", "李四", "星河科技")
ATLAS = NameNode("entity:atlas", ENTITY, "atlas", "Atlas", "", "product")


def _memory(id: str, day: int | None, project: str, document: str, position: int = 0, **rest: object) -> Memory:
    moment = None if day is None else Moment(day * DAY, 480, "day")
    thread = document if day is None else project
    made = Memory(id, f"{id} 的内容 content", project=project, occurred_at=moment, thread=thread, document=document)
    return replace(made, position=position, **rest)  # type: ignore[arg-type]


def small_world() -> World:
    """Two projects, three documents, ties in time, one superseded decision, two memories without a time."""
    full = Contribution(
        Place("a.md", 3, 9, 1),
        "decision",
        "concluded",
        Moment(DAY, 0, "day"),
        Moment(9 * DAY, -300, "minute"),
        ("order timeout",),
        ("运维", "x"),
        (Name("张三", DECIDED_BY), Name("Atlas", MENTIONS, ENTITY, "", "product")),
        (Link("RELATED_TO", "m2"),),
        ("标题", "Title"),
        (("k", "v"), ("中", "文")),
        77,
    )
    memories = [
        _memory("m1", 1, "alpha", "a.md", 1, kind="decision", status="concluded", author="张三", recorded_at=10),
        _memory("m2", 2, "alpha", "a.md", 2, kind="decision", status="open", author="李四", recorded_at=20, asks=300),
        _memory("m3", 2, "alpha", "a.md", 1, kind="action", recorded_at=30),
        _memory("m4", 2, "beta", "b.md", 0, kind="note", recorded_at=40, superseded_at=3 * DAY),
        _memory("m5", 3, "beta", "b.md", 1, kind="decision", status="concluded", recorded_at=50),
        _memory("m6", None, "", "c.md", 0, recorded_at=60),
        _memory("m7", None, "", "c.md", 1, recorded_at=70),
        _memory("m8", 2, "alpha", "a.md", 1, kind="action", recorded_at=80, caption="八", key="k8", updated_at=81),
    ]
    memories[0] = replace(memories[0], contributions=(full, Contribution(recorded_at=5)), valid_from=Moment(DAY))
    postings = {
        "m1": "word:all=1 word:a=2 tag:x=1",
        "m2": "word:all=1 word:a=1 char:中=3",
        "m3": "word:all=1 word:a=2",
        "m4": "word:all=2 word:b=5",
        "m5": "word:all=1 word:b=5 tag:x=2",
        "m6": "word:all=1 word:词=2",
        "m7": "word:all=1 word:a=2 tag:x=1",
    }
    edges = [
        *(Edge(IN_PROJECT, memory.id, memory.project) for memory in memories if memory.project),
        *(Edge(FROM_DOCUMENT, m.id, m.document, "", Place(m.document, m.position, 9, m.position)) for m in memories),
        Edge(FROM_DOCUMENT, "m1", "b.md", "copy", Place("b.md", 40, 41, 7)),
        Edge(DECIDED_BY, "m1", "person:zhang", "field"),
        Edge(AUTHORED_BY, "m1", "person:zhang"),
        Edge(AUTHORED_BY, "m2", "person:li"),
        Edge(DECIDED_BY, "m2", "person:zhang"),
        Edge(ASSIGNED_TO, "m3", "person:zhang"),
        Edge(AUTHORED_BY, "m5", "person:zhang"),
        Edge(MENTIONS, "m8", "person:zhang"),
        Edge(MENTIONS, "m7", "entity:atlas"),
        Edge(FOLLOWS, "m8", "m3"),
        Edge(FOLLOWS, "m3", "m1"),
        Edge(FOLLOWS, "m2", "m8"),
        Edge(FOLLOWS, "m5", "m4"),
        Edge(FOLLOWS, "m7", "m6"),
        Edge(SUPERSEDES, "m5", "m4", "declared"),
        Edge("RELATED_TO", "m1", "m2", "declared"),
        Edge("RELATED_TO", "m3", "m2", "declared"),
        Edge("RELATED_TO", "m8", "m2", "link"),
        Edge("RELATED_TO", "m6", "m2", "link"),
    ]
    return world(memories, postings, edges, [ZHANG, LI, ATLAS])


def nasty_world() -> World:
    """Every text field holds text that has broken something somewhere: code, control characters, rare characters."""
    memories, postings, edges, names = [], {}, [], []
    for n, text in enumerate(NASTY):
        id, project, document = f"n{n}", f"项目{text}", f"文档{text}.md"
        place = Place(document, n, n + 1, n)
        contribution = Contribution(place, text, text, None, None, (text,), (text,), (Name(text, MENTIONS),))
        memories.append(
            Memory(
                id, text, text, text, project, text, Moment(DAY, 0, text), None, None, n, n, f"线{text}", document, n,
                text, 0, text, None, (replace(contribution, metadata=((text, text),), titles=(text,)),),
            )
        )  # fmt: skip
        names.append(NameNode(f"person:{n}", PERSON, text, text, text, text, ((f"name:{text}", 2**53),)))
        postings[id, f"word:{text}"] = 2**31 + n
        edges += [
            Edge(IN_PROJECT, id, project, text),
            Edge(FROM_DOCUMENT, id, document, text, place),
            Edge(FROM_DOCUMENT, id, "other", text, place),
            Edge(MENTIONS, id, f"person:{n}", text),
        ]
    memories.append(Memory("long", "长" * 1_000_000, key="k" * 5_000, recorded_at=2**53, occurred_at=Moment(-(2**52))))
    postings["long", "word:" + "长" * 2_000] = 1
    return World(
        {memory.id: memory for memory in memories},
        {name.key: name for name in names},
        postings,
        {edge.identity: edge for edge in edges},
    )


def newest_first(memory: Memory) -> tuple[int, str]:
    """Sorts memories by falling time, then id."""
    return (-(memory.order_time if memory.occurred_at else NO_TIME), memory.id)


WORLD = small_world()


def put(store: Store, new: World, old: World = EMPTY, namespace: str = SPACE) -> Counts:
    """What making one world of the other counted; the store is not empty then."""
    counts = store.write(namespace, lambda writer: writer.apply(changes(old, new)))
    assert ask(store, "describe", namespace=namespace).counts == new.counts
    assert new.memories
    return counts


def ask(store: Store, method: str, *values: Any, namespace: str = SPACE) -> Any:
    """What a method of the reader returns."""
    return store.read(namespace, lambda reader: getattr(reader, method)(*values))


def page(store: Store, where: Where, order: str = "oldest", after: str | None = None, limit: int = 100) -> Page:
    """A page of the usual namespace."""
    found: Page = ask(store, "page", where, order, after, limit)
    return found


def ids(store: Store, **where: Any) -> str:
    """The ids that fit, oldest first, in one text."""
    found = page(store, Where(**where))
    assert found.total == len(found.ids)
    return " ".join(found.ids)


def matched(store: Store, weights: dict[str, int], limit: int = 99, newest: int = 99, **where: Any) -> str:
    """The matches in order, as `id:points`, in one text."""
    return " ".join(
        f"{match.id}:{match.points}" for match in ask(store, "match", weights, Where(**where), limit, newest)
    )
