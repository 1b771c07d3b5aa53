"""A memory changed in part: what is named takes the place of its own, the rest stays as it was declared."""

import pytest

from graphcue.errors import InvalidInput, NotFound
from tests.conftest import Graph
from tests.graph_checks import check_graph


def test_what_is_named_changes_and_the_rest_stays(graph: Graph) -> None:
    memory = graph()
    made = memory.remember(
        "账本用 MySQL", project="账本", tags=["库"], cues=["选型"], people=["莫岚"], entities=["MySQL"]
    )
    assert memory.update(made.id, tags=["存储"], status="concluded").state == "changed"
    now = memory.get(made.id)
    assert (now.tags, now.cues, now.status, now.project) == (("存储",), ("选型",), "concluded", "账本")
    assert memory.recall("莫岚").results and memory.update(made.id, tags=["存储"]).state == "unchanged"
    memory.update(made.id, people=["韩霁"])
    assert memory.person("韩霁").name and memory.recall("MySQL").results
    with pytest.raises(NotFound):
        memory.person("莫岚")
    check_graph(memory)


def test_a_new_text_says_anew_what_the_old_one_said(graph: Graph) -> None:
    memory = graph()
    made = memory.remember("2025-03-04 评审 #财务", tags=["手写"])
    memory.update(made.id, content="改期了 #法务")
    now = memory.get(made.id)
    assert now.tags == tuple(sorted(("手写", "法务"))) and now.occurred_at is None
    assert memory.recall("评审").results == () and memory.recall("改期").results


def test_a_key_stays_with_its_content_and_goes_with_it(graph: Graph) -> None:
    memory = graph()
    made = memory.remember("下单", key="order-1")
    memory.update(made.id, tags=["x"])
    assert memory.get(made.id).key == "order-1"
    memory.update(made.id, content="改单")
    assert memory.get(made.id).key == ""


def test_what_cannot_be_changed_is_refused(graph: Graph) -> None:
    memory = graph()
    memory.remember("有的", id="m1")
    for changes, error in (
        ({"id": "m2"}, InvalidInput),
        ({"key": "k"}, InvalidInput),
        ({"content": " "}, InvalidInput),
        ({"nosuch": 1}, InvalidInput),
        ({"supersedes": ["nosuch"]}, NotFound),
    ):
        with pytest.raises(error):
            memory.update("m1", **changes)
    with pytest.raises(NotFound):
        memory.update("nosuch", tags=["x"])
    assert memory.get("m1").content == "有的"
