"""The state of a conversation as a value: bounded, ordered, written and read without loss."""

import random

import pytest

from graphcue.errors import InvalidInput
from graphcue.recall.session.hearing import Heard, hear
from graphcue.recall.session.state import (
    MOST_CUES,
    MOST_ENTITIES,
    MOST_TOLD,
    NEW,
    Active,
    Call,
    State,
    Told,
    state_of,
    strongest,
    to_text,
)
from graphcue.recall.session.telling import Retold
from tests.conftest import Graph


def heard(random_: random.Random) -> Heard:
    named = tuple(f"project:p{random_.randrange(300)}" for _ in range(random_.randrange(4)))
    told = tuple(
        Retold(f"m{random_.randrange(5_000)}", f"p{random_.randrange(300)}", random_.randrange(200, 1001), 9_000, 0)
        for _ in range(random_.randrange(8))
    )
    cues = tuple(f"word:w{random_.randrange(3_000)}" for _ in range(random_.randrange(60)))
    return Heard(named, (), told, cues, 3_000)


def test_ten_thousand_random_turns_leave_it_bounded() -> None:
    random_, first = random.Random(7), NEW
    for _ in range(10_000):
        first = hear(first, heard(random_), user=random_.random() < 0.5)
    assert len(first.entities) <= MOST_ENTITIES and len(first.cues) <= MOST_CUES and len(first.told) <= MOST_TOLD
    assert len(first.told) == MOST_TOLD and len(first.cues) == MOST_CUES
    assert first.turn == 10_000 and len(to_text(first)) < 40_000


def test_a_state_is_written_and_read_without_loss() -> None:
    state = State(
        turn=3,
        entities={"project:栖页": Active(1000, 3, "named")},
        cues={"word:a": Active(600, 2, "asked")},
        told={"m": Told(400, 2)},
        recalled=("m", "n"),
        unheard=True,
        suggested=("q",),
        call=Call("decisions", (("by", "张三"), ("kinds", ("decision",)), ("since", 5)), "by person"),
    )
    assert state_of(to_text(state)) == state
    assert state_of(to_text(NEW)) == NEW


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"turn": 1}', "[" * 5_000])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="session"):
        state_of(text)


def test_the_strongest_are_kept_in_a_total_order() -> None:
    active = {key: Active(points, 1, "") for key, points in (("b", 5), ("a", 5), ("c", 9), ("d", 1))}
    assert list(strongest(active, 3, 2)) == ["c", "a", "b"]


def test_what_is_heard_again_is_not_added_up_and_fades_otherwise() -> None:
    said = Heard(("project:p",), (), (), ("word:w",), 3_000)
    silent = Heard((), (), (), (), 3_000)
    once = hear(NEW, said, user=True)
    twice = hear(once, said, user=True)
    assert once.entities["project:p"].points == twice.entities["project:p"].points == 1000
    assert once.cues["word:w"].points == twice.cues["word:w"].points == 600
    faded = hear(twice, silent, user=False)
    assert faded.entities["project:p"].points == 850 and faded.cues["word:w"].points == 540
    for _ in range(100):
        faded = hear(faded, silent, user=False)
    assert faded.is_empty


def test_a_value_of_what_we_talk_about_does_not_take_its_place() -> None:
    subject = hear(NEW, Heard(("project:film",), (), (), (), 3_000), user=True)
    named = Heard(("project:actor",), (("project:actor", "project:film"),), (), (), 3_000)
    after = hear(subject, named, user=False)
    assert after.entities["project:film"].points == 1000 and after.entities["project:actor"].points == 700


def test_many_turns_on_every_store_leave_one_state(graph: Graph) -> None:
    one = graph()
    for n in range(12):
        one.remember(f"项目{n % 3}的第{n}条记录写了预算{n}万元和接口{n % 5}", project=f"项目{n % 3}", id=f"m{n}")
    conversation = one.session("long")
    random_ = random.Random(3)
    for _ in range(12):
        text = f"{random_.choice(['项目1', '那', '它', '换个话题：', ''])}的接口{random_.randrange(5)}预算"
        if random_.random() < 0.5:
            conversation.hear(text, random_.choice(["assistant", "Ada"]))
        else:
            conversation.recall(text)
    state = conversation.state()
    assert [(node.key, node.points) for node in state.nodes] == [("project:项目1", 613)]
    assert state.turns == 12
