"""What comes to mind without a question: nothing rather than noise, never the same twice in a conversation."""

import pytest

from graphcue.errors import EmptyQuestion, InvalidInput
from graphcue.evaluation import fill, read_memories, read_questions
from graphcue.graph import MemoryGraph
from graphcue.stores.memory import MemoryStore
from tests.conftest import Graph, graph_on
from tests.shared_data import shared
from tests.small_talk import LINES


def noted(graph: MemoryGraph) -> None:
    graph.remember("接口超时的时候先清热点商品的缓存。", project="订单", id="cache")
    graph.remember("缓存清理脚本在运维目录，热点商品每天跑一次。", project="订单", id="script")
    graph.remember("The badge office opens on Tuesday mornings.", project="Office", id="badge")
    for n in range(30):
        graph.remember(f"第{n}组的周会改到下午。", project=f"组{n}", id=f"n{n}")


def test_what_shares_several_words_comes_to_mind_with_its_reason(graph: Graph) -> None:
    one = graph()
    noted(one)
    found = one.suggest("热点商品的接口又超时了")
    assert found.results[0].memory.id == "cache" and found.best > found.bar
    assert found.reason.startswith("shares ") and "热点" in found.reason


def test_never_the_same_twice_in_a_conversation(graph: Graph) -> None:
    one = graph()
    noted(one)
    conversation = one.session("s")
    first = conversation.suggest("热点商品的缓存清理", limit=1).results
    second = conversation.suggest("热点商品的缓存清理", limit=1).results
    assert {first[0].memory.id, second[0].memory.id} == {"cache", "script"}
    third = conversation.suggest("热点商品的缓存清理", limit=1)
    assert third.results == () and third.reason == "what fits was shown before"


def test_a_conversation_alone_is_enough(graph: Graph) -> None:
    one = graph()
    noted(one)
    conversation = one.session("c")
    assert conversation.suggest().results == ()
    conversation.hear("热点商品的接口又超时了", "Ada")
    assert conversation.suggest().results[0].memory.id == "cache"
    assert conversation.state().turns == 1


def test_small_talk_brings_nothing(memory: MemoryGraph) -> None:
    noted(memory)
    silent = [line for line in LINES if not memory.suggest(line).results]
    assert len(LINES) == 200 and len(silent) >= 190
    assert memory.suggest("热点商品的接口又超时了").results


@pytest.mark.parametrize(("text", "error"), [(" ", EmptyQuestion), ("\ud800", InvalidInput)])
def test_what_is_no_text_is_refused(memory: MemoryGraph, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        memory.suggest(text)


def test_the_gold_comes_to_mind_where_it_should_and_small_talk_stays_silent() -> None:
    folder = shared("data/madial-zh")
    with graph_on(MemoryStore()) as graph:
        fill(graph, read_memories(folder / "memories.jsonl", graph.settings.tzinfo))
        questions = read_questions(folder / "questions.jsonl")
        hits = 0
        for question in questions:
            conversation = graph.session(question.session)
            for text in question.before:
                conversation.hear(text)
            found = conversation.suggest(question.question)
            hits += any(one.memory.id in question.gold for one in found.results)
        assert hits / len(questions) >= 0.6
        assert sum(not graph.suggest(line).results for line in LINES) >= 190
