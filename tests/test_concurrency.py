"""Several processes write and read one namespace at once: nothing is lost, chains stay whole, each read sees one revision."""

import random
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import graphcue
from graphcue.graph import MemoryGraph
from graphcue.model import FOLLOWS, MENTIONS, Moment, Name, Record
from graphcue.stores.contract import Reader
from tests.conftest import NOW
from tests.graph_checks import check_graph
from tests.processes import Child, Work

TEAM = "team"


@pytest.fixture(params=["neo4j", "sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a fresh store that several processes may open."""
    found: str = request.getfixturevalue("neo4j_url") if request.param == "neo4j" else str(tmp_path / "store.db")
    return found


def opened(url: str) -> MemoryGraph:
    return graphcue.open(url, namespace=TEAM, now="2026-01-05")


def started(*works: Work) -> list[Child]:
    return [Child(work) for work in works]


# B47


def adding(url: str, writer: int, number: int) -> Work:
    """A process that adds memories one by one, in no order of time, each of which declares the same new person."""

    def work(talk: Connection) -> None:
        times = list(range(number))
        random.Random(writer).shuffle(times)
        with opened(url) as memory:
            for i in times:
                record = Record(
                    f"第{writer}组第{i}条：闻笛看过",
                    project="结算",
                    occurred_at=Moment(NOW + 1000 * i),
                    names=(Name("闻笛"),) if i % 2 else (),
                )
                talk.send(memory.remember_all([record])[0].id)

    return work


def test_b47_two_processes_add_to_one_project_with_one_new_person(url: str) -> None:
    said = [id for child in started(adding(url, 1, 500), adding(url, 2, 500)) for id in child.ended()]
    assert len(said) == len(set(said)) == 1000
    with opened(url) as memory:
        world = check_graph(memory)
    assert set(said) == set(world.memories)
    assert [node.name for node in world.names] == ["闻笛"]
    assert sum(edge.type == MENTIONS for edge in world.edges) == 1000
    assert sum(edge.type == FOLLOWS for edge in world.edges) == 999
    assert world.described.revision == 1000


# writers whose batches touch the same cues, names, documents and memories


def batches(url: str, writer: int, number: int) -> Work:
    def work(talk: Connection) -> None:
        dice = random.Random(writer)
        with opened(url) as memory:
            for n in range(number):
                words = dice.sample(["缓存", "结算", "接口", "Redis", "deploy", "预算", "灰度"], 4)
                made = memory.remember_all(
                    [
                        Record(
                            f"{' '.join(words)} {writer}-{n}",
                            id=f"w{writer}-{n}",
                            project=dice.choice(("甲", "乙")),
                            occurred_at=Moment(NOW + dice.randrange(10**6)),
                            tags=tuple(words[:2]),
                            names=(Name(dice.choice(("闻笛", "莫岚", "Redis"))),),
                        ),
                        Record(f"共用的 {n % 10}：{words[0]}", id=f"shared-{n % 10}", project="甲", author="闻笛"),
                    ]
                )
                talk.send([one.id for one in made])

    return work


def test_four_writers_with_colliding_cues_lose_nothing(url: str) -> None:
    children = started(*(batches(url, writer, 250) for writer in range(4)))
    said = [ids for child in children for ids in child.ended()]
    assert len(said) == 1000
    with opened(url) as memory:
        world = check_graph(memory)
    assert {id for ids in said for id in ids} == set(world.memories)
    assert len(world.memories) == 1010


# readers beside writers


def pairs(url: str) -> Work:
    """A process that keeps two memories equal: each batch tells both of them anew, until it is told to stop."""

    def work(talk: Connection) -> None:
        longest, n = 0.0, 0
        with opened(url) as memory:
            while not talk.poll():
                n += 1
                start = time.monotonic()
                memory.remember_all(
                    [Record(f"双生 第{n}版", id=id, project="双", tags=(f"v{n}",)) for id in ("left", "right")]
                    + [Record(f"陪衬 {n}-{i}", id=f"x{n % 5}-{i}", project="双", tags=("陪衬",)) for i in range(20)]
                )
                longest = max(longest, time.monotonic() - start)
        talk.send((n, longest))

    return work


def test_every_read_sees_one_revision_and_waits_for_no_writer(url: str) -> None:
    with opened(url) as memory:
        memory.remember_all([Record("双生 第0版", id=id, project="双", tags=("v0",)) for id in ("left", "right")])
        seen: set[str] = set()
        longest = 0.0

        def look(reader: Reader) -> tuple[str, str, dict[str, int], int]:
            left = reader.get(["left"])["left"].content
            version = left.removeprefix("双生 第").removesuffix("版")
            tags = reader.cues([f"tag:v{version}"])
            return left, reader.get(["right"])["right"].content, tags, reader.describe().revision

        writer = Child(pairs(url))
        end = time.monotonic() + 120
        while len(seen) < 6 and time.monotonic() < end:
            start = time.monotonic()
            left, right, tags, _ = memory._store.read(TEAM, look)
            answer = memory.recall("双生", limit=2)
            longest = max(longest, time.monotonic() - start)
            assert left == right
            assert list(tags.values()) == [2]
            told = {result.memory.content for result in answer.results}
            assert len(told) == 1, told
            seen.add(left)
        writer.talk.send("stop")
        ((written, batch),) = writer.ended()
        assert written >= 5 and len(seen) == 6, "the reader saw the writer's work"
        # two reads; each may meet a batch that it cannot pass, and no more
        assert longest < 3 * max(batch, 0.5) + 1, f"a reader waited {longest:.2f} s, a batch took {batch:.2f} s"
        assert len(check_graph(memory).memories) <= 2 + 100


def growing(url: str) -> Work:
    """A process that adds memories in the middle and at the end of a project until it is told to stop."""

    def work(talk: Connection) -> None:
        n = 0
        with opened(url) as memory:
            while not talk.poll():
                n += 1
                memory.remember_all(
                    [
                        Record(
                            f"新的 {n}-{i}",
                            project="长",
                            occurred_at=Moment(NOW + n * 7 % 60 + i * 10**6),
                            tags=("长",),
                        )
                        for i in range(2)
                    ]
                )
        talk.send(n)

    return work


@pytest.mark.parametrize("walk", ["timeline", "decisions"])
def test_pages_are_those_of_the_first_page_whatever_is_written_meanwhile(url: str, walk: str) -> None:
    with opened(url) as memory:
        memory.remember_all(
            [
                Record(
                    f"第{i}条", id=f"p{i}", kind="decision", author="莫岚", project="长", occurred_at=Moment(NOW + i)
                )
                for i in range(60)
            ]
        )
        writer = Child(growing(url))
        calls: dict[str, Callable[[str | None], graphcue.graph.Listing]] = {
            "timeline": lambda after: memory.timeline("长", limit=7, after=after),
            "decisions": lambda after: memory.decisions(by="莫岚", limit=7, after=after),
        }
        rounds = 0
        while rounds < 5 or memory.describe().memories < 80:
            rounds += 1
            page = calls[walk](None)
            total, ids = page.total, [item.memory.id for item in page.items]
            while page.after:
                page = calls[walk](page.after)
                ids += [item.memory.id for item in page.items]
                assert page.total == total
            assert len(ids) == len(set(ids)) == total >= 60
            assert {f"p{i}" for i in range(60)} <= set(ids)
        writer.talk.send("stop")
        (written,) = writer.ended()
        assert written > 3
        assert memory.describe().memories == 60 + 2 * written
