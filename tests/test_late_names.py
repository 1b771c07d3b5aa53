"""Names that come after the texts in which they stand: whatever the order, the graph is that of the final set."""

import itertools
import random
from collections.abc import Sequence
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

import graphcue
from graphcue.graph import MemoryGraph
from graphcue.model import MENTIONS, Moment, Name, Record
from graphcue.stores.memory import MemoryStore
from graphcue.stores.memory_read import MemoryReader
from graphcue.writing import known
from tests.conftest import NOW, Graph, graph_on
from tests.graph_checks import World, check_graph
from tests.processes import Child

# W8: 500 memories mention 莫岚 before any field declares her a person; then one minutes file does


def w8() -> tuple[list[Record], Record]:
    texts = [
        Record(f"第{i}次例会，莫岚说接口要改", id=f"w{i}", project="结算", occurred_at=Moment(NOW + i))
        for i in range(500)
    ]
    return texts, Record("汇报人：莫岚\n议题：接口改造", id="minutes", project="结算", occurred_at=Moment(NOW + 999))


ORDERS = ("first", "last", "middle", "at once", "twice", "deleted and told again")


def written(memory: MemoryGraph, order: str) -> None:
    texts, minutes = w8()
    batches = [texts[:170], texts[170:340], texts[340:]]
    if order == "at once":
        batches = [[*texts, minutes]]
    elif order in ("first", "twice", "deleted and told again"):
        batches.insert(0, [minutes])
    else:
        batches.insert(2 if order == "middle" else 3, [minutes])
    for batch in batches:
        memory.remember_all(batch)
    if order == "twice":
        memory.remember_all([minutes])
    if order == "deleted and told again":
        memory.delete("minutes")
        assert check_graph(memory).names == ()
        memory.remember_all([minutes])


@pytest.mark.parametrize(
    ("kept", "order"),
    [
        *((kind, order) for kind in ("memory", "sqlite") for order in ORDERS),
        *(("neo4j", order) for order in ("last", "deleted and told again")),
    ],
    indirect=["kept"],
)
def test_w8_her_profile_counts_all_of_them_whatever_the_order(graph: Graph, order: str) -> None:
    memory = graph()
    written(memory, order)
    profile = memory.person("莫岚")
    assert {figure.what: figure.total for figure in profile.roles} == {"PRESENTED_BY": 1, "MENTIONS": 500}
    assert memory.timeline(person="莫岚", limit=1).total == 501
    assert memory.describe().fingerprint == w8_fingerprint()


@cache
def w8_fingerprint() -> int:
    texts, minutes = w8()
    at_once = graph_on(MemoryStore())
    at_once.remember_all([minutes, *texts])
    return at_once.describe().fingerprint


# random corpora

HAN = ("莫岚", "王小", "王小明", "小明", "欧阳青", "阮·青", "黄河", "東方既白", "一二", "的", "了不起", "龘靐")
LATIN = (
    "Ann",
    "Ann Lee",
    "Lee",
    "O'Neil",
    "José",
    "Jose",
    "The Who",
    "It",
    "Will",
    "To Be",
    "C++",
    ".NET",
    "K8s",
    "NASA",
)
MIXED = ("阿Ken", "K8s集群", "iPhone手机", "A计划", "Redis 缓存", "2号楼", "🎉组", "ＡＢ测试")
GLUE = ("", "", " ", "，", "和", "的", "x", "_", "-", "。", " and ", "说：", "（", "\n")
FILLS = (
    "今天",
    "讨论",
    "了",
    "接口",
    "the",
    "deploy",
    "went",
    "well",
    "结算",
    "服务",
    "who",
    "to",
    "明天",
    "再",
    "看",
    "",
)


def corpus(dice: random.Random) -> tuple[list[Record], list[Record]]:
    """(texts in which names stand, glued to anything; records that declare names in each of the ways)"""
    names = dice.sample([*HAN, *LATIN, *MIXED], 7)
    texts = [
        Record("".join(dice.choice((*names, *FILLS)) + dice.choice(GLUE) for _ in range(6)) + "。", id=f"t{i}")
        for i in range(10)
    ]
    return texts, [declaring(dice, f"d{i}", name) for i, name in enumerate(dice.choices(names, k=5))]


def declaring(dice: random.Random, id: str, name: str) -> Record:
    way = dice.randrange(5)
    if way == 0:
        return Record(f"{dice.choice(FILLS)}纪要", id=id, author=name)
    if way == 1:
        return Record(f"汇报人：{name}\n内容", id=id)
    label = dice.choice(("Person", "Entity"))
    organisation = dice.choice(("", "", "", "甲公司"))
    return Record("登记", id=id, names=(Name(name, MENTIONS, label, organisation),))


def at_once(records: Sequence[Record], aliases: Sequence[tuple[str, str]]) -> World:
    memory = graph_on(MemoryStore())
    if records:
        memory.remember_all(records)
    memory.add_aliases((alias, name, "person") for alias, name in aliases)
    return check_graph(memory).told()


def lived(memory: MemoryGraph, dice: random.Random) -> None:
    """A history: declarations first, last, twice, deleted, told again, aliases come and go; at its end the graph is that
    of the final set written at once."""
    texts, declarations = corpus(dice)
    again = dice.sample(declarations, 2)
    history: list[Record] = [*texts, *declarations, *again]
    order = dice.choice(("first", "last", "mixed"))
    if order == "first":
        history = [*declarations, *again, *texts]
    elif order == "mixed":
        dice.shuffle(history)
    standing: dict[str, Record] = {}
    aliases: list[tuple[str, str]] = []
    while history:
        size = dice.randint(1, 6)
        memory.remember_all(history[:size])
        standing.update((record.id, record) for record in history[:size])
        history = history[size:]
        if dice.random() < 0.4:
            gone = dice.choice(sorted(standing))
            memory.delete(gone)
            del standing[gone]
        if dice.random() < 0.2 and not aliases:
            aliases.append((dice.choice(HAN), "某人"))
            memory.add_alias(*aliases[0], kind="person")
    if aliases and dice.random() < 0.5:
        memory.remove_alias(aliases.pop()[0])
    back = dice.sample(declarations, 2)
    memory.remember_all(back)
    standing.update((record.id, record) for record in back)
    assert check_graph(memory).told() == at_once(list(standing.values()), aliases)


@pytest.mark.parametrize("block", range(8))
def test_two_hundred_random_corpora_make_the_graph_of_their_final_set(block: int) -> None:
    mentions = 0
    for seed in range(25 * block, 25 * block + 25):
        memory = graph_on(MemoryStore())
        lived(memory, random.Random(seed))
        mentions += memory.describe().counts.get(MENTIONS, 0)
    assert mentions > 100, "the corpora mention what they declare"


def test_random_corpora_on_every_store(graph: Graph) -> None:
    for seed in range(200, 204):
        lived(graph(f"n{seed}"), random.Random(seed))


def test_a_name_is_unlearnt_with_its_last_declaration_and_learnt_again(graph: Graph) -> None:
    memory = graph()
    memory.remember_all([Record("王小明和莫岚去了", id="t"), Record("只有莫岚", id="u")])
    bare = check_graph(memory).told()
    for way in itertools.permutations(("王小", "王小明", "莫岚")):
        for name in way:
            memory.remember("登记", id=f"d-{name}", people=[name])
        assert memory.describe().counts[MENTIONS] == 3 + 3  # 王小 is hidden by the longer name
        for name in reversed(way):
            memory.delete(f"d-{name}")
        assert check_graph(memory).told() == bare


# another process


def answering(url: str, namespace: str) -> Any:
    """A process that keeps a memory graph open and does what it is told."""

    def work(talk: Connection) -> None:
        with graphcue.open(url, namespace=namespace, now="2026-01-05") as memory:
            while (asked := talk.recv()) is not None:
                call, *given = asked
                found = getattr(memory, call)(*given)
                talk.send(found.names if call == "recall" else found.id)

    return work


def learnt_a_moment_ago(url: str) -> None:
    with graphcue.open(url, namespace="team", now="2026-01-05") as memory:
        memory.remember("莫岚来过，K8s集群 好了", id="old")
        other = Child(answering(url, "team"))
        assert other.ask(("recall", "莫岚说了什么")) == ()
        memory.remember("登记", id="declared", people=["莫岚"], entities=["K8s集群"])
        assert other.ask(("recall", "莫岚说了什么")) == ("莫岚",)
        new = other.ask(("remember", "又见莫岚，K8s集群 又坏了"))
        assert [edge.type for edge in memory.relations(new)].count(MENTIONS) == 2
        assert [edge.type for edge in memory.relations("old")].count(MENTIONS) == 2
        memory.delete("declared")
        assert other.ask(("recall", "莫岚说了什么")) == ()
        third = other.ask(("remember", "莫岚走了"))
        assert [edge.type for edge in memory.relations(third)].count(MENTIONS) == 0
        other.talk.send(None)
        other.ended()
        assert check_graph(memory).names == ()


def test_another_process_knows_a_name_learnt_a_moment_ago(tmp_path: Path) -> None:
    learnt_a_moment_ago(str(tmp_path / "a.db"))


def test_another_process_knows_a_name_learnt_a_moment_ago_from_neo4j(neo4j_url: str) -> None:
    learnt_a_moment_ago(neo4j_url)


# what it costs


@pytest.mark.parametrize("name", ["bafora", "莫岚", "Bafora 组"])
def test_a_new_name_reads_only_the_memories_in_which_it_may_stand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of the store: nothing walks over all memories, and all names are read once a process."""
    pages: list[Any] = []
    loads: list[int] = []
    monkeypatch.setattr(MemoryReader, "page", lambda *given: pages.append(given))
    names = MemoryReader.names
    monkeypatch.setattr(MemoryReader, "names", lambda reader: loads.append(1) or names(reader))  # type: ignore[func-returns-value]
    read: dict[int, list[int]] = {}
    get = MemoryReader.get
    for size in (100, 1_000):
        memory = graph_on(MemoryStore())
        memory.remember_all(
            [Record(f"text {i} of {'bafora' if i < 10 else 'zuto'}", id=f"x{i}") for i in range(size)]
            + [Record(f"第{i}次，莫岚说好。Bafora 组", id=f"y{i}") for i in range(10)]
            + [Record("登记", id=f"z{i}", names=(Name(f"人{i}"),)) for i in range(50)]
        )
        loads.clear()
        asked: list[int] = []
        with monkeypatch.context() as patch:
            patch.setattr(
                MemoryReader, "get", lambda reader, ids, a=asked: a.append(len(list(ids))) or get(reader, ids)
            )
            memory.remember("登记", id="late", people=[name])
        read[size] = asked
        assert memory.describe().counts[MENTIONS] >= 60
        assert loads == []
    assert pages == []
    assert read[100] == read[1_000]


def test_a_name_of_words_that_are_no_cues_is_the_only_one_that_is_scanned_for() -> None:
    memory = graph_on(MemoryStore())
    memory.remember_all([Record("we saw the who", id="a"), Record("somebody else", id="b")])
    found = memory._store.read("default", lambda reader: known.memories_naming(reader, "the who"))
    assert set(found) == {"a", "b"}
    assert set(memory._store.read("default", lambda reader: known.memories_naming(reader, "somebody"))) == {"b"}
