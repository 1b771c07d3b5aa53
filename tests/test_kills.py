"""Processes, the server and the disk end at any moment: what was acknowledged is there, once, and everything is whole.

GRAPHCUE_KILLS says how often a process is killed on each store; the server is killed a tenth as often.
"""

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import graphcue
from graphcue.errors import StoreError, StoreFull, StoreUnavailable
from graphcue.graph import MemoryGraph
from graphcue.model import FOLLOWS, Moment, Name, Record
from tests.conftest import NOW
from tests.graph_checks import check_graph
from tests.neo4j_server.starter import LocalServer
from tests.processes import Child, Work

KILLS = int(os.environ.get("GRAPHCUE_KILLS", "20"))
SPACE = "killed"


def opened(url: str) -> MemoryGraph:
    return graphcue.open(url, namespace=SPACE, now="2026-01-05")


def record(key: int) -> Record:
    """The record of an idempotency key; every third declares a name, so that older memories are linked too."""
    dice = random.Random(key)
    return Record(
        f"第{key}件事：{dice.choice('甲乙丙丁')}方说{('缓存', '接口', '预算', '灰度')[key % 4]} Redis 好了，闻笛{key % 7}在",
        key=f"key-{key}",
        project=f"p{key % 3}",
        occurred_at=Moment(NOW + dice.randrange(10**7)),
        names=(Name(f"闻笛{key % 7}"),) if key % 3 == 0 else (),
        tags=("杀",),
    )


def writing(url: str, first: int) -> Work:
    """A process that writes keys one after the other, from `first` on, and says each when it is acknowledged; every
    fifth memory is replaced once under an id of its own."""

    def work(talk: Connection) -> None:
        key = first
        with opened(url) as memory:
            while True:
                memory.remember_all(
                    [record(key), Record(f"第{key}版", id=f"own-{key % 5}", project="own", occurred_at=Moment(NOW))]
                )
                talk.send(key)
                key += 1

    return work


def warmed() -> None:
    """Nothing; what a first write loads is loaded, so that children do not each load it."""
    with graphcue.open(":memory:") as memory:
        memory.remember_all([record(key) for key in range(4)])
        memory.recall("缓存")


def whole(memory: MemoryGraph, acknowledged: set[int], last: int) -> None:
    """Every acknowledged key is there once, at most one more a kill was under way, and the doctor finds nothing."""
    kept = [memory_.key for memory_ in everything(memory) if memory_.key]
    assert len(kept) == len(set(kept)), "a key twice"
    assert {f"key-{key}" for key in acknowledged} <= set(kept) <= {f"key-{key}" for key in range(last + 1)}
    health = memory.examine()
    assert health.whole, [(finding.says, finding.examples) for finding in health.findings]


def everything(memory: MemoryGraph) -> Iterator[graphcue.Memory]:
    after: str | None = None
    while True:
        page = memory.stored(after)
        yield from page.memories
        after = page.after
        if after is None:
            return


def killed_often(url: str, kills: int) -> None:
    dice = random.Random(kills)
    warmed()
    acknowledged: set[int] = set()
    key = 0
    for n in range(kills):
        # the last one said is written again, and the next, which may have been kept without an answer
        child = Child(writing(url, key))
        if n % 4 == 0:  # sooner than the first answer, in whatever the start does
            time.sleep(dice.uniform(0, 0.03))
        else:
            acknowledged |= {child.talk.recv(), child.talk.recv()}
            time.sleep(dice.uniform(0, 0.06))
        child.kill()
        acknowledged |= set(child.heard())
        key = max(acknowledged, default=0)
        if n % 20 == 19:
            with opened(url) as memory:
                whole(memory, acknowledged, key + 1)
    assert len(acknowledged) > kills // 2, "most processes wrote something before they were killed"
    with opened(url) as memory:
        memory.remember_all([record(done) for done in range(key + 2)])
        whole(memory, set(range(key + 2)), key + 1)
        world = check_graph(memory)
        assert sum(bool(kept.key) for kept in world.memories.values()) == key + 2
        assert sum(edge.type == FOLLOWS for edge in world.edges) == len(world.memories) - 4  # of the four threads


def test_a_killed_process_loses_nothing_and_leaves_nothing_half(tmp_path: Path) -> None:
    killed_often(str(tmp_path / "store.db"), KILLS)


def test_a_killed_process_loses_nothing_and_leaves_nothing_half_in_neo4j(neo4j_url: str) -> None:
    killed_often(neo4j_url, KILLS)


def stubborn(url: str, keys: int) -> Work:
    """A process that writes keys, each again until it is acknowledged, whatever becomes of the server."""

    def work(talk: Connection) -> None:
        with opened(url) as memory:
            key = 0
            while key < keys and not talk.poll():
                try:
                    memory.remember_all([record(key)])
                except StoreError:
                    time.sleep(0.1)
                    continue
                talk.send(key)
                key += 1

    return work


def test_a_killed_server_keeps_what_it_acknowledged(local_neo4j_server: LocalServer) -> None:
    url, dice = local_neo4j_server.url, random.Random(7)
    warmed()
    child = Child(stubborn(url, 10**6))
    said: list[int] = [child.talk.recv()]
    for _ in range(max(KILLS // 10, 1)):
        time.sleep(dice.uniform(0.05, 0.6))
        while child.talk.poll():
            said.append(child.talk.recv())
        local_neo4j_server.kill()
        local_neo4j_server.start()
        said.append(child.talk.recv())  # it goes on by itself
        with opened(url) as memory:
            assert {f"key-{key}" for key in said} <= {kept.key for kept in everything(memory)}
    child.talk.send("stop")
    said += child.ended()
    assert said == list(range(len(said)))
    with opened(url) as memory:
        whole(memory, set(said), len(said))
        assert len(check_graph(memory).memories) == len(said)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of its own in memory; the test is skipped where none can be mounted."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_is_a_clear_error_and_the_store_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path, "6m") as folder:
        filler = folder / "filler"
        filler.write_bytes(bytes(1_000_000))
        acknowledged = 0
        with opened(str(folder / "store.db")) as memory:
            with pytest.raises(StoreFull, match="no room left: free some space") as caught:
                for key in range(10_000):
                    memory.remember_all([record(key), Record("长文。" * 3000 + str(key))])
                    acknowledged = key + 1
            assert caught.value.status == 507
            assert acknowledged > 5
            assert memory.recall("缓存").results
            with pytest.raises((StoreFull, StoreUnavailable)):
                memory.remember_all([Record("长文。" * 3000)])
            filler.unlink()
            memory.remember_all([record(acknowledged)])
            whole(memory, set(range(acknowledged + 1)), acknowledged)
        with opened(str(folder / "store.db")) as memory:
            whole(memory, set(range(acknowledged + 1)), acknowledged)
