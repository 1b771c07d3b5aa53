"""Tests of `graphcue.writing.changes`: what a write makes, removes, counts, and leaves behind."""

import pytest

from graphcue.model import Link, Name, Record
from graphcue.stores.contract import Writer
from tests.conftest import Graph
from tests.graph_checks import check_graph, read_world

FULL = {"project": "P", "author": "邬绮", "cues": ["霜降协议"], "tags": ["t"], "entities": ["协议"]}


def test_what_is_deleted_takes_with_it_what_nothing_else_needs(graph: Graph) -> None:
    memory = graph()
    memory.remember("留下的", project="P", occurred_at="2026-01-01")
    before = check_graph(memory)
    made = memory.remember("霜降协议由邬绮签了", occurred_at="2026-01-02", **FULL)
    counts = memory.delete(made.id)
    after = check_graph(memory)
    assert after.told() == before.told()
    assert counts.removed["Memory"] == counts.removed["Person"] == counts.removed["Entity"] == 1
    assert counts.removed["FOLLOWS"] == counts.removed["AUTHORED_BY"] == counts.removed["IN_PROJECT"] == 1
    assert counts.removed["Cue"] > 5
    assert "Project" not in counts.removed
    assert dict(counts.made) == {}


def test_counts_of_a_closed_chain_tell_the_new_edge(graph: Graph) -> None:
    memory = graph()
    for day in (1, 2, 3):
        memory.remember(f"日志 {day}", id=f"m{day}", project="P", occurred_at=f"2026-01-0{day}")
    counts = memory.delete("m2")
    assert (counts.made["FOLLOWS"], counts.removed["FOLLOWS"]) == (1, 2)


def test_an_update_removes_the_old_cues_and_edges(graph: Graph) -> None:
    memory = graph()
    memory.remember("旧的说法", id="m", **FULL)
    memory.remember("新说", id="m", project="Q")
    world = check_graph(memory)
    assert world.projects == ("Q",)
    assert world.names == ()
    assert not any(key.startswith(("cue:", "tag:")) or "旧" in key for key in world.postings["m"])
    assert memory.recall("旧的").results == ()
    assert memory.recall("霜降协议").results == ()


def test_adding_and_deleting_leaves_nothing(graph: Graph) -> None:
    memory = graph()
    records = [Record(f"第{i}条 张三", id=f"m{i}", project="P", names=(Name("张三"),)) for i in range(9)]
    records[3] = Record("第3条", id="m3", links=(Link("SUPERSEDES", "m1"), Link("RELATED_TO", "m2")))
    memory.remember_all(records)
    memory.relate("m4", "caused_by", "m5")
    assert check_graph(memory).described.memories == 9
    for i in (3, 1, 5, 0, 2, 4, 6, 8, 7):
        memory.delete(f"m{i}")
        check_graph(memory)
    described = memory.describe()
    assert (described.fingerprint, dict(described.counts)) == (0, {})


def test_what_changes_nothing_leaves_the_revision(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", id="a", tags=["t"])
    memory.remember("二", id="b")
    memory.relate("a", "related_to", "b")
    before = read_world(memory)
    memory.remember("一", id="a", tags=["t"])
    memory.relate("a", "related_to", "b")
    memory.remember_all([])
    memory.replace_documents({})
    assert read_world(memory) == before


def test_a_failed_write_leaves_no_trace(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", id="a", project="P", author="张三", occurred_at="2026-01-01")
    memory.remember("二 张三", id="b", project="P", occurred_at="2026-01-02", supersedes="a")
    before = check_graph(memory)

    def work(writer: Writer) -> None:
        from graphcue.writing.changes import write
        from graphcue.writing.known import NO_NAMES, known_names
        from graphcue.writing.planning import removal

        write(writer, removal(writer, ["a"]), known_names(writer, NO_NAMES))
        assert writer.get(["a"]) == {}
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        memory._store.write("default", work)
    assert check_graph(memory) == before
    assert [one.memory.id for one in memory.recall("一", include_superseded=True).results] == ["a", "b"]


def test_lines_of_one_position_that_differ_make_one_edge(graph: Graph) -> None:
    from graphcue.model import Place

    memory = graph()
    memory.remember_all([Record("一", place=Place("a.md", 9, 9)), Record("一", place=Place("a.md", 1, 2))])
    world = check_graph(memory)
    assert [edge.place for edge in world.edges if edge.place] == [Place("a.md", 1, 2)]
    assert len(next(iter(world.memories.values())).places) == 2
