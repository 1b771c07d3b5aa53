"""Facts that stand one a memory (`栖岭馆的地址：…`): what is told of one place is not told of another, and a field asked for
is found. On every store."""

import pytest

from graphcue.graph import MemoryGraph
from graphcue.model import Record
from graphcue.recall.session.fields import field_words
from tests.conftest import Graph


def test_the_words_of_a_field_are_those_of_its_name_alone() -> None:
    assert field_words("栖岭馆的开放时间：九点到五点", "栖岭馆") == ("开放", "时间")
    assert field_words("栖岭馆的电话：010-5550", "栖岭馆（二期）") == ("电话",)
    assert field_words("Rollout date: 5 May", "Heron") == ("rollout", "date")
    assert field_words("a sentence that names nothing", "Heron") == ()
    assert field_words("一句话里没有冒号", "栖岭馆") == ()


def places(graph: MemoryGraph) -> None:
    """Two places in one street, with the same fields."""
    for place, number in (("栖岭馆", 5), ("望潮馆", 9)):
        given = {"project": place}
        graph.remember(f"{place}的地址：海沧市青禾区云岫路{number}号", id=f"{number}-address", **given)
        graph.remember(f"{place}的电话：0592-555-000{number}", id=f"{number}-phone", **given)
        graph.remember(f"{place}的门票：成人{number}0元", id=f"{number}-ticket", **given)
        graph.remember(f"{place}的开放时间：{number}:00-17:00", id=f"{number}-hours", **given)


def test_an_address_in_the_same_street_is_not_told_with_another(graph: Graph) -> None:
    world = graph()
    places(world)
    talk = world.session("street")
    talk.recall("栖岭馆的地址是什么？")
    talk.hear("海沧市青禾区云岫路5号。", "assistant")
    assert "5-address" in talk.state().told and "9-address" not in talk.state().told
    answer = talk.recall("那望潮馆的地址呢？")
    assert answer.results[0].memory.id == "9-address"
    assert answer.context is not None and "9-address" not in answer.context.held_back


@pytest.mark.parametrize(("question", "wanted"), [("它的电话呢？", "5-phone"), ("门票呢？", "5-ticket")])
def test_the_field_that_is_asked_for_comes_first(graph: Graph, question: str, wanted: str) -> None:
    world = graph()
    places(world)
    talk = world.session("field")
    talk.recall("知道栖岭馆吗？")
    best = talk.recall(question).results[0]
    assert best.memory.id == wanted
    assert "the field asked for" in [leaf.label for leaf in best.leaves]


def test_what_is_named_in_passing_does_not_take_the_place_of_what_is_talked_about(graph: Graph) -> None:
    world = graph()
    given = {"project": "《潮声》"}
    world.remember("潮声的演唱者：林听澜", id="singer", **given)
    world.remember("潮声的所属专辑：《远岸》", id="album", **given)
    world.remember("潮声的发行时间：2019年5月", id="released", **given)
    for text, id in (("林听澜的代表专辑：《山雨》", "other"), ("林听澜的出生日期：1990年3月", "born")):
        world.remember(text, id=id, project="林听澜")
    talk = world.session("song")
    talk.recall("你听过《潮声》吗？")
    talk.hear("听过。", "assistant")
    answer = talk.recall("是林听澜唱的。这首歌收录在哪张专辑里？")
    assert answer.results[0].memory.id == "album"


def test_in_a_large_project_the_words_of_a_follow_up_are_followed(graph: Graph) -> None:
    world = graph()
    rows = [Record(f"第{n}次例会：进度正常", id=f"r{n}", project="栖岭结算") for n in range(90)]
    rows += [Record(f"预算另议，见第{n}号附件", id=f"o{n}", project="望潮中台") for n in range(90)]
    world.remember_all([Record("预算定为四十万元", id="budget", project="栖岭结算"), *rows])
    talk = world.session("large")
    talk.recall("栖岭结算的例会进度怎么样？")
    talk.hear("进度正常。", "assistant")
    answer = talk.recall("那预算呢？")
    assert answer.results[0].memory.id == "budget"
