"""Tests of `graphcue.writing.planning`: what becomes of each record, and of what a document no longer holds."""

from typing import Any

import pytest

from graphcue.errors import Conflict, NotFound
from graphcue.model import Place, Record
from tests.conftest import NOW, Graph
from tests.graph_checks import check_graph


def line(text: str, document: str = "a.md", number: int = 1, **fields: Any) -> Record:
    return Record(text, place=Place(document, number, number, number), **fields)


def test_outcomes_tell_what_was_made_changed_and_left(graph: Graph) -> None:
    memory = graph()
    first = memory.remember_all([Record("一"), Record("二", id="m")])
    assert [one.state for one in first] == ["created", "created"]
    again = memory.remember_all([Record("一"), Record("一", tags=("t",)), Record("二", id="m"), Record("三", id="m")])
    assert [one.state for one in again] == ["changed", "changed", "changed", "changed"]
    assert [one.state for one in memory.remember_all([Record("一"), Record("三", id="m")])] == ["unchanged"] * 2


def test_a_document_read_again_changes_nothing(graph: Graph) -> None:
    memory = graph()
    held = {"a.md": [line("一"), line("二", number=2)], "b.md": [line("一", "b.md")]}
    memory.replace_documents(held)
    before = memory.describe()
    plan = graph(now=NOW + 1000).replace_documents(held)
    assert {one.state for one in plan.outcomes} == {"unchanged"}
    assert plan.removed == ()
    assert memory.describe() == before


def test_a_changed_document_updates_only_its_own(graph: Graph) -> None:
    memory = graph()
    memory.replace_documents(
        {"a.md": [line("一"), line("二", number=2)], "b.md": [line("一", "b.md"), line("三", "b.md", 2)]}
    )
    plan = memory.replace_documents({"a.md": [line("新")]})
    assert [one.state for one in plan.outcomes] == ["created"]
    assert len(plan.removed) == 1  # 二; 一 stands in the other document still
    world = check_graph(memory)
    assert sorted(one.content for one in world.memories.values()) == ["一", "三", "新"]
    assert memory.replace_documents({"a.md": [], "b.md": []}).removed != ()
    assert check_graph(memory).described.counts == {}


def test_one_record_that_cannot_be_kept_does_not_take_the_rest_with_it(graph: Graph) -> None:
    memory = graph()
    plan = memory.replace_documents(
        {"a.md": [line("一", kind="note"), line(" "), line("一", number=2, kind="decision"), line("二")]}
    )
    assert [one.state for one in plan.outcomes] == ["created", "refused", "refused", "created"]
    assert [type(one.error) for one in plan.outcomes if one.error][1] is Conflict
    assert check_graph(memory).described.memories == 2


def test_a_batch_is_written_whole_or_not_at_all(graph: Graph) -> None:
    memory = graph()
    memory.remember("一", kind="note")
    before = memory.describe()
    with pytest.raises(Conflict):
        memory.remember_all([Record("二"), Record("一", kind="decision")])
    assert memory.describe() == before


def test_the_earliest_telling_counts(graph: Graph) -> None:
    graph(now=50).remember("一", tags=["a"])
    graph(now=20).remember("一", tags=["b"])
    graph(now=90).remember("一", tags=["a"])
    told = {part.tags: part.recorded_at for part in graph().get(graph().remember("一", tags=["a"]).id).contributions}
    assert told == {("a",): 50, ("b",): 20}
    assert [item.memory.recorded_at for item in graph().recall("一").results] == [20]


def test_what_is_not_there_cannot_be_removed(graph: Graph) -> None:
    with pytest.raises(NotFound) as caught:
        graph().delete("nothing")
    assert caught.value.fields == {"id": "nothing"}


def test_a_text_without_a_cue_is_kept_with_a_warning(graph: Graph) -> None:
    memory = graph()
    assert memory.remember("…").warnings == ("no_cues",)
    assert memory.remember("…", tags=["later"]).warnings == ()
