"""Plain questions in a conversation: a fragment changes one part of the last one, and the parse shows it."""

import pytest

from graphcue.graph import Conversation, MemoryGraph
from graphcue.relations.carrying import fragment
from tests.conftest import Graph


def decided(graph: MemoryGraph) -> None:
    """Two people, three years, two statuses: twelve decisions, d01 to d12."""
    n = 0
    for who in ("张三", "李四"):
        for year in (2023, 2024, 2025):
            for status in ("accepted", "rejected"):
                n += 1
                graph.remember(
                    f"关于缓存{n}的方案\n决策人：{who}\n结论：就这样",
                    kind="decision",
                    status=status,
                    project="栖页" if year < 2025 else "青芒",
                    occurred_at=f"{year}-03-02T00:00:00Z",
                    id=f"d{n:02d}",
                )


def asked(conversation: Conversation, question: str) -> list[str]:
    return [item.memory.id for item in conversation.ask(question).items]


def test_fragments_change_one_part_after_the_other(graph: Graph) -> None:
    one = graph()
    decided(one)
    conversation = one.session("q")
    assert asked(conversation, "张三的所有决策") == ["d01", "d02", "d03", "d04", "d05", "d06"]
    assert asked(conversation, "那李四的呢") == ["d07", "d08", "d09", "d10", "d11", "d12"]
    assert asked(conversation, "2024年的呢") == ["d09", "d10"]
    assert asked(conversation, "only the rejected ones") == ["d10"]
    found = conversation.ask("and in 2023?")
    assert [item.memory.id for item in found.items] == ["d08"]
    assert found.complete and found.parsed.rule == "by person, carried"
    assert found.parsed.given["by"] == "李四" and found.parsed.given["statuses"] == ("rejected",)


def test_a_project_takes_the_place_of_a_project(graph: Graph) -> None:
    one = graph()
    decided(one)
    conversation = one.session("q")
    assert len(asked(conversation, "栖页项目的所有决策")) == 8
    assert len(asked(conversation, "那青芒的呢")) == 4


def test_a_whole_question_stands_by_itself(graph: Graph) -> None:
    one = graph()
    decided(one)
    conversation = one.session("q")
    asked(conversation, "张三的所有决策")
    asked(conversation, "只看2024年的")
    assert len(asked(conversation, "李四的所有决策")) == 6


def test_what_fits_nowhere_is_recalled_with_what_the_conversation_is_about(graph: Graph) -> None:
    one = graph()
    decided(one)
    one.remember("缓存的命中率是九成。", project="青芒", id="rate")
    conversation = one.session("q")
    asked(conversation, "张三的所有决策")
    found = conversation.ask("命中率怎么样")
    assert not found.complete and found.recalled and found.recalled.results[0].memory.id == "rate"
    assert found.recalled.context is not None
    assert len(asked(conversation, "那李四的呢")) == 6  # the last complete question is still the one to change


def test_a_fragment_needs_a_question_before_it(graph: Graph) -> None:
    one = graph()
    decided(one)
    assert one.session("new").ask("那李四的呢").recalled is not None


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("那李四的呢", "李四"),
        ("and in 2023?", "in 2023"),
        ("only the rejected ones", "the rejected"),
        ("what about Ada Lovelace?", "Ada Lovelace"),
        ("不对，我说的是二期", "二期"),
        ("张三的所有决策", ""),
        ("hello there everybody", ""),
    ],
)
def test_what_ties_a_fragment_to_the_question_before_is_taken_off(question: str, left: str) -> None:
    assert fragment(question).removeprefix("我说的是") == left
