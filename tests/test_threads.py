"""Tests of `graphcue.writing.threads`: one unbroken chain a thread, whatever comes, moves and goes."""

import random

import pytest

from graphcue.graph import MemoryGraph
from graphcue.model import FOLLOWS, Moment, Place, Record
from graphcue.stores.memory import MemoryStore
from tests.conftest import Graph, graph_on
from tests.graph_checks import check_graph


def note(id: str, day: int | None, project: str = "p", document: str = "", position: int = 0) -> Record:
    place = Place(document, position=position) if document else None
    return Record(f"note {id}", id=id, project=project, occurred_at=None if day is None else Moment(day), place=place)


def chain(graph: MemoryGraph) -> str:
    """The steps of all chains, later before earlier."""
    edges = [edge for edge in check_graph(graph).edges if edge.type == FOLLOWS]
    return " ".join(f"{edge.source}>{edge.target}" for edge in edges)


def test_a_late_arrival_is_spliced_in(graph: Graph) -> None:
    memory = graph()
    memory.remember_all([note("a", 1), note("c", 3)])
    assert chain(memory) == "c>a"
    memory.remember_all([note("b", 2)])
    assert chain(memory) == "b>a c>b"
    memory.remember_all([note("z", 0)])
    assert chain(memory) == "a>z b>a c>b"


def test_what_goes_is_bridged_and_what_moves_is_moved(graph: Graph) -> None:
    memory = graph()
    memory.remember_all([note(id, day) for day, id in enumerate("abcde")])
    memory.delete("c")
    assert chain(memory) == "b>a d>b e>d"
    memory.remember_all([note("a", 9)])
    assert chain(memory) == "a>e d>b e>d"
    memory.remember_all([note("d", 3, "q")])
    assert chain(memory) == "a>e e>b"


def test_equal_times_go_by_document_position_and_id(graph: Graph) -> None:
    memory = graph()
    memory.remember_all(
        [
            note("d", 1),
            note("a", 1, document="b.md"),
            note("c", 1, document="a.md", position=10),
            note("b", 1, document="a.md", position=9),
        ]
    )
    assert chain(memory) == "a>c b>d c>b"


def test_threads_are_projects_the_rest_with_a_time_and_documents(graph: Graph) -> None:
    memory = graph()
    memory.remember_all(
        [
            note("a", 1, "p"),
            note("b", 2, "p"),
            note("c", 1, ""),
            note("d", 2, ""),
            note("e", None, "p", "x.md", 0),
            note("f", None, "q", "x.md", 1),
            note("g", None, "p"),
            note("h", None, "p"),
        ]
    )
    assert chain(memory) == "b>a d>c f>e"


@pytest.mark.parametrize("seed", range(20))
def test_chains_stay_whole_under_any_writing(seed: int) -> None:
    dice = random.Random(seed)
    graph = graph_on(MemoryStore())
    alive: dict[str, Record] = {}
    for _ in range(12):
        batch = [
            note(
                dice.choice("abcdefghij"),
                dice.choice((None, 1, 2, 3)),
                dice.choice(("p", "q", "")),
                dice.choice(("", "x")),
                dice.randint(0, 2),
            )
            for _ in range(dice.randint(1, 5))
        ]
        graph.remember_all(batch)
        alive |= {one.id: one for one in batch}
        gone = dice.choice(sorted(alive))
        graph.delete(gone)
        del alive[gone]
        check_graph(graph)
    fresh = graph_on(MemoryStore())
    fresh.remember_all(list(alive.values()))
    assert check_graph(fresh).told() == check_graph(graph).told()
