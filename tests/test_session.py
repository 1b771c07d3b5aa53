"""Conversations on every store: follow-ups keep their thread, and nothing of what was said is kept."""

import json
import threading
from collections.abc import Sequence

import pytest

from graphcue.errors import EmptyQuestion, InvalidInput, NotFound
from graphcue.graph import Conversation, MemoryGraph
from graphcue.stores.contract import Store
from tests.conftest import NOW, Graph, graph_on

MINUTE = 60_000


def ids(conversation: Conversation, question: str, limit: int = 3) -> list[str]:
    """The ids of what a question in the conversation finds."""
    return [result.memory.id for result in conversation.recall(question, limit=limit).results]


def meals(graph: MemoryGraph) -> None:
    graph.remember("少糖早餐：燕麦粥加一个水煮蛋", tags=["饮食", "低糖"], id="a")
    graph.remember("少糖午餐：鸡胸肉沙拉配糙米", tags=["饮食", "低糖"], id="b")
    graph.remember("2024-12-01 用户张三买了 200 元的课程", tags=["订单", "用户"], id="c")


def orders(graph: MemoryGraph) -> None:
    given = {"project": "订单系统"}
    first = "下单接口超时，给热点商品加了 Redis 缓存"
    graph.remember(first, id="m1", cues=["订单超时"], occurred_at="2025-12-01T10:00:00Z", **given)
    second = "清缓存用 curl -X POST /ops/clear-cache"
    graph.remember(second, id="m2", tags=["运维"], occurred_at="2025-12-02T10:00:00Z", **given)
    others = ["修好了投影仪", "执行命令之前先看文档", "修路通知", "食堂周三吃面条"]
    for n in range(30):
        text = others[n] if n < len(others) else f"第{n}组周会纪要归档"
        graph.remember(text, id=f"x{n}", project=f"项目{n % 7}")


def test_w1_a_cue_is_carried_and_explained(graph: Graph) -> None:
    with_meals = graph()
    meals(with_meals)
    conversation = with_meals.session("w1")
    first = conversation.recall("低糖")
    assert {one.memory.id for one in first.results} == {"a", "b"}
    assert all("tag:低糖" in dict(one.hits) for one in first.results)
    second = conversation.recall("那午餐呢")
    best = second.results[0]
    assert best.memory.id == "b" and {"word:午餐", "tag:低糖"} <= dict(best.hits).keys()
    assert second.context and ("tag:低糖", 1) in {(one.key, one.turn) for one in second.context.carried}
    assert "低糖" in second.context_question
    fresh = with_meals.session("another").recall("那午餐呢")
    assert fresh.results[0].memory.id == "b" and fresh.context and fresh.context.carried == ()


def test_w2_an_edge_is_walked_from_what_was_recalled_last(graph: Graph) -> None:
    with_orders = graph()
    orders(with_orders)
    conversation = with_orders.session("w2")
    assert ids(conversation, "订单超时")[0] == "m1"
    answer = conversation.recall("后来怎么修的")
    assert answer.results[0].memory.id == "m2"
    assert "m1" not in [one.memory.id for one in answer.results]
    (step,) = answer.results[0].path
    assert (step.source, step.edge, step.target) == ("m1", "FOLLOWED_BY", "m2")
    assert answer.context and answer.context.reading == "what came after"
    left = conversation.recall("换个话题：食堂周三吃什么")
    assert left.results[0].memory.id == "x3"
    assert not {"m1", "m2"} & {one.memory.id for one in left.results}
    assert left.context and left.context.dropped == ("订单系统",)


def test_b41_a_vague_follow_up_stays_with_its_project(graph: Graph) -> None:
    with_plans = graph()
    given = {"project": "澜沧项目"}
    with_plans.remember("澜沧项目推迟两周，因为银行联调没有通过。", id="l1", **given)
    with_plans.remember("建议先把联调环境换成独立的一套。", id="l2", **given)
    with_plans.remember("推迟是王建国在例会上决定的。", id="l3", **given)
    for n in range(50):
        told = f"第{n}次讨论：有人建议加人，会上决定再看。"
        with_plans.remember(told, id=f"y{n}", project=f"其他项目{n % 9}")
    with_plans.remember("食堂菜单：周一面条，周二米饭。", id="menu", project="行政")
    conversation = with_plans.session("b41")
    assert ids(conversation, "澜沧项目为什么推迟")[0] == "l1"
    for question, wanted in (("那你建议怎么办", "l2"), ("谁决定的", "l3")):
        answer = conversation.recall(question, limit=3)
        assert wanted in [one.memory.id for one in answer.results]
        assert {one.memory.project for one in answer.results} == {"澜沧项目"}
        assert answer.context and "澜沧项目" in [one.name for one in answer.context.carried]
    assert ids(conversation, "换个话题：食堂菜单", 1) == ["menu"]
    alone = with_plans.session("b41 anew").recall("那你建议怎么办", limit=2)
    assert alone.context and alone.context.carried == ()


@pytest.mark.parametrize(
    ("question", "edge", "wanted"),
    [
        ("how is it now?", "SUPERSEDES_BACK", "new"),
        ("现在呢", "SUPERSEDES_BACK", "new"),
        ("why?", "CAUSED_BY", "cause"),
        ("为什么", "CAUSED_BY", "cause"),
        ("之前呢", "FOLLOWS", "before"),
        ("and then?", "FOLLOWED_BY", "after"),
    ],
)
def test_each_reading_walks_its_edge_and_shows_it(graph: Graph, question: str, edge: str, wanted: str) -> None:
    one = graph()
    when = "2025-11-{:02d}T09:00:00Z"
    one.remember("The relay failed overnight.", id="before", project="Marl", occurred_at=when.format(1))
    one.remember("Marl keeps its ledger in MySQL.", id="old", project="Marl", occurred_at=when.format(2))
    one.remember("A courier brought the spare parts.", id="after", project="Marl", occurred_at=when.format(3))
    one.remember("Nobody could run partitioned tables.", id="cause", project="Other")
    one.remember("Everything moved over to PostgreSQL.", id="new", project="Third", supersedes=["old"])
    one.relate("old", "caused_by", "cause")
    conversation = one.session("r")
    assert conversation.recall("ledger in MySQL", include_superseded=True).results[0].memory.id == "old"
    answer = conversation.recall(question, include_superseded=True)
    assert answer.results[0].memory.id == wanted
    assert [step.edge for step in answer.results[0].path] == [edge]


def test_a_reply_that_is_heard_is_not_told_again(graph: Graph) -> None:
    one = graph()
    one.remember("青芒的负责人是许苓。", id="who", project="青芒")
    one.remember("青芒的预算是九十万元。", id="budget", project="青芒")
    one.remember("白泽的预算是三十万元。", id="other", project="白泽")
    conversation = one.session("told")
    assert ids(conversation, "青芒谁负责")[0] == "who"
    conversation.hear("青芒的负责人是许苓。", "assistant")
    answer = conversation.recall("那预算呢")
    assert answer.results[0].memory.id == "budget"
    assert answer.context and "who" in answer.context.held_back
    assert ids(conversation, "刚才说谁负责来着")[0] == "who"


def test_the_state_says_what_is_active_and_can_be_dropped_and_cleared(graph: Graph) -> None:
    with_orders = graph()
    orders(with_orders)
    conversation = with_orders.session("s")
    assert conversation.state().turns == 0 and conversation.state().expires == 0
    conversation.recall("订单系统 超时")
    state = conversation.state()
    assert state.turns == 1 and state.expires == NOW + 30 * MINUTE
    assert [(one.name, one.points, one.rule) for one in state.nodes] == [("订单系统", 1000, "named")]
    assert "超时" in [one.name for one in state.cues]
    conversation.drop("订单系统")
    assert conversation.state().nodes == ()
    with pytest.raises(NotFound, match="订单系统"):
        conversation.drop("订单系统")
    conversation.clear()
    assert conversation.state().cues == ()


def test_it_expires_by_the_clock_that_is_given(kept: Store) -> None:
    orders(graph_on(kept))
    graph_on(kept).session("t").recall("订单超时")
    near, late = NOW + 29 * MINUTE, NOW + 31 * MINUTE
    assert graph_on(kept, now=near).session("t").state().cues
    assert graph_on(kept, now=late).session("t").state().cues == ()
    assert graph_on(kept, now=near, session_minutes=1).session("t").state().cues  # kept under the longer one
    graph_on(kept, now=late).session("other").recall("超时")
    assert graph_on(kept, now=near).session("t").state().cues == ()  # whoever came later has swept it away


def test_a_session_of_another_namespace_is_unknown(graph: Graph) -> None:
    here, there = graph("here"), graph("there")
    for one in (here, there):
        orders(one)
    here.session("shared").recall("订单超时")
    assert here.session("shared").state().turns == 1
    assert there.session("shared").state().turns == 0
    assert there.session("shared").recall("后来呢").context.carried == ()  # type: ignore[union-attr]


def test_nothing_that_was_said_is_kept(kept: Store) -> None:
    one = graph_on(kept)
    orders(one)
    conversation = one.session("p")
    conversation.recall("绝密：张妙的订单超时了吗")
    conversation.hear("她的电话是 13900001111，订单超时。", "assistant")
    text = kept.read("default", lambda reader: reader.session("p")).state
    assert "word:订单" in text and json.loads(text)["turn"] == 2
    for secret in ("绝密", "张妙", "13900001111", "电话"):
        assert secret not in text


def test_names_and_ids_are_masked_where_the_setting_says_so(kept: Store) -> None:
    one = graph_on(kept, mask_users=1)
    one.remember("许苓批准了采购", people=["许苓"], id="m")
    conversation = one.session("ada@example.org")
    conversation.recall("许苓")
    assert [node.name for node in conversation.state().nodes] == ["许*"]
    assert kept.read("default", lambda reader: reader.session("ada@example.org")).version == 0
    assert one.session("ada@example.org").state().turns == 1


def test_a_receipt_holds_the_state_before_and_replays(graph: Graph) -> None:
    with_orders = graph()
    orders(with_orders)
    conversation = with_orders.session("r")
    conversation.recall("订单超时")
    answer = conversation.recall("后来怎么修的", receipt=True)
    assert answer.receipt and json.loads(answer.receipt.session)["turn"] == 1
    conversation.recall("食堂周三吃什么")
    replayed = with_orders.replay_answer(answer.receipt)
    assert replayed.same and replayed.answer.results[0].memory.id == "m2"
    plain = with_orders.recall("后来怎么修的", receipt=True)
    assert plain.receipt and plain.receipt.session == "" and plain.receipt.digest != answer.receipt.digest


def test_turns_of_one_session_take_turns(kept: Store) -> None:
    one = graph_on(kept)
    orders(one)
    failures: list[BaseException] = []

    def talk() -> None:
        try:
            for _ in range(5):
                graph_on(kept).session("busy").hear("订单超时", "assistant")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=talk) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert one.session("busy").state().turns == 15


def test_an_id_is_made_and_a_bad_one_refused(graph: Graph) -> None:
    one = graph()
    first, second = one.session(), one.session()
    assert first.id != second.id and len(first.id) >= 16
    bad: Sequence[str] = ("", "  ", "a\nb", "x" * 201, "😀")
    for id in bad:
        with pytest.raises(InvalidInput):
            one.session(id)
    with pytest.raises(EmptyQuestion):
        one.session("a").recall("  ")
    assert one.session("a").state().turns == 0


def test_a_filter_holds_for_what_is_carried_too(graph: Graph) -> None:
    with_orders = graph()
    orders(with_orders)
    conversation = with_orders.session("f")
    conversation.recall("订单超时")
    found = conversation.recall("后来怎么修的", project="项目0", limit=20)
    assert found.results and {one.memory.project for one in found.results} == {"项目0"}


def test_a_conversation_does_not_move_the_revision(graph: Graph) -> None:
    with_orders = graph()
    orders(with_orders)
    before = with_orders.describe()
    with_orders.session("r").recall("订单超时")
    assert with_orders.describe() == before


def test_what_a_deleted_memory_left_is_harmless(graph: Graph) -> None:
    with_orders = graph()
    orders(with_orders)
    conversation = with_orders.session("d")
    conversation.recall("订单超时")
    with_orders.delete("m1")
    assert "m1" not in ids(conversation, "后来怎么修的")
    assert ids(conversation, "订单系统怎么清缓存")[0] == "m2"
    with_orders.delete("m2")
    assert not {"m1", "m2"} & set(ids(conversation, "后来怎么修的"))


@pytest.mark.parametrize("question", ["哪些命令要先看文档？", "订单系统在2025年12月2日做了什么？", "超时的接口"])
def test_a_first_question_that_says_all_itself_is_answered_as_without_a_conversation(
    graph: Graph, question: str
) -> None:
    with_orders = graph()
    orders(with_orders)
    alone = [(one.memory.id, one.score) for one in with_orders.recall(question).results]
    talk = with_orders.session("first")
    assert [(one.memory.id, one.score) for one in talk.recall(question).results] == alone and alone
