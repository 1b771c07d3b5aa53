"""Pages of a complete answer add up to what there was at the first of them, whatever another process writes meanwhile."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import graphcue
from graphcue.graph import MemoryGraph
from graphcue.model import DECIDED_BY, Name, Record
from graphcue.relations.complete import Listing
from tests.conftest import Graph
from tests.generated import records
from tests.processes import Child, Work

PERSON = "温若水"
SIZE, BUSY, PAGE = 500, 200, 25
NOW = "2026-01-05"


@pytest.fixture(params=["sqlite", "neo4j"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of each store that several processes can open."""
    return str(request.getfixturevalue("neo4j_url")) if request.param == "neo4j" else str(tmp_path / "kept.db")


def opened(url: str) -> MemoryGraph:
    return graphcue.open(url, namespace="paged", now=NOW)


def of_somebody_busy() -> Iterator[Record]:
    """Memories of many; every so many of them are decisions of PERSON."""
    for number, record in enumerate(records(SIZE)):
        hers = (number + 1) * BUSY // SIZE > number * BUSY // SIZE
        yield replace(record, kind="decision", names=(Name(PERSON, DECIDED_BY),)) if hers else record


def writing(url: str, old: list[str]) -> Work:
    """A process that writes decisions of PERSON into every part of the order, one in the place of an older one, as often as
    it is told to."""

    def work(talk: Connection) -> None:
        with opened(url) as memory:
            for number in count():
                talk.recv()
                before = memory.get(old[-1 - number * 7 % len(old)])
                name = Name(PERSON, DECIDED_BY)
                memory.remember_all(
                    [Record(f"第{number}个新决定", kind="decision", occurred_at=before.occurred_at, names=(name,))]
                )
                memory.remember(
                    f"第{number}次改主意",
                    kind="decision",
                    occurred_at=before.occurred_at,
                    people=[{"name": PERSON, "role": "decider"}],
                    supersedes=[before.id],
                )
                talk.send(number)

    return work


def pages(memory: MemoryGraph, first: Listing, child: Child) -> Iterator[Listing]:
    """All pages; while each of them is read the other process writes."""
    page = first
    while True:
        yield page
        if page.after is None:
            return
        child.talk.send("write")
        page = memory.decisions(by=PERSON, limit=PAGE, after=page.after)
        child.talk.recv()


def test_pages_add_up_while_another_process_writes(url: str) -> None:
    with opened(url) as memory:
        memory.remember_all(list(of_somebody_busy()))
        whole = [item.memory.id for item in memory.decisions(by=PERSON, limit=1000).items]
        assert len(whole) == BUSY
        first = memory.decisions(by=PERSON, limit=PAGE)
        child = Child(writing(url, whole))
        try:
            child.ask("write")  # so that the second page has something newer already
            seen = list(pages(memory, first, child))
        finally:
            child.kill()
        assert [item.memory.id for page in seen for item in page.items] == whole
        assert len(seen) == BUSY // PAGE
        assert {(page.total, page.gone, page.hidden) for page in seen} == {(BUSY, 0, 0)}
        now = memory.decisions(by=PERSON, limit=1)
        assert (now.hidden, now.total) == (
            len(seen),
            BUSY + len(seen),
        )  # what the other process wrote counts from now on


def test_what_is_superseded_meanwhile_stays_on_its_page_and_says_so(graph: Graph) -> None:
    memory = graph()
    name = (Name("岑溪", DECIDED_BY),)
    memory.remember_all([Record(f"决定 {n}", id=f"d{n}", kind="decision", names=name) for n in range(6)])
    memory.relate("d5", "supersedes", "d0")
    first = memory.decisions(by="岑溪", limit=2)
    assert (first.total, first.hidden, [item.memory.id for item in first.items]) == (5, 1, ["d1", "d2"])
    memory.remember(
        "新的决定", id="e", kind="decision", supersedes=["d3"], people=[{"name": "岑溪", "role": "decider"}]
    )
    second = memory.decisions(by="岑溪", limit=9, after=first.after)
    assert [(item.memory.id, item.superseded_by) for item in second.items] == [("d3", ("e",)), ("d4", ()), ("d5", ())]
    assert (second.total, second.gone, second.hidden) == (5, 0, 1)
    assert [item.memory.id for item in memory.decisions(by="岑溪").items] == ["d1", "d2", "d4", "d5", "e"]
