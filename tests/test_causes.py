"""Tests of `graphcue.language.causes`: what a text says it was caused by."""

from pathlib import Path

import pytest

from graphcue.ingestion import ingest
from graphcue.language.causes import causes_of
from graphcue.model import RELATIONS
from tests.conftest import Graph
from tests.graph_checks import check_graph


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("因为 [[缓存击穿]]，所以推迟上线。", ("缓存击穿",)),
        ("因为[[缓存击穿|那次事故]]，推迟。", ("缓存击穿",)),
        ("由于 #123，先回滚", ("#123",)),
        ("由于ADR-5的约束，改用队列", ("ADR 5",)),
        ("鉴于事故 [[雪崩]] 和 [[断电]]，双活。", ("雪崩", "断电")),
        ("We wait because of ADR-5, therefore no release.", ("ADR 5",)),
        ("Because [[the outage]] took a day, therefore we test restores.", ("the outage",)),
        ("Rolled back due to incident #7 and #8.", ("#7", "#8")),
        ("见 [[缓存击穿]]，因为天气好", ()),
        ("不是因为 [[缓存击穿]]，而是人手不够", ()),
        ("It was not because of ADR-5.", ()),
        ("是因为 [[缓存击穿]] 吗？", ()),
        ("Is it because of ADR-5? Yes.", ()),
        ("because we like UTF-8", ()),
        ("Because of ADR-5x", ()),
    ],
)
def test_causes_are_what_the_reason_refers_to(text: str, wanted: tuple[str, ...]) -> None:
    assert causes_of(text) == wanted


def test_a_cause_is_one_edge_that_names_its_rule(graph: Graph) -> None:
    memory = graph()
    memory.remember("推迟：因为 [[缓存击穿]] 和 #12，所以推迟上线。另见 [[预热]]。", id="later")
    memory.remember("Because of ADR-5, therefore a queue.", id="queue")
    assert memory.why("later").ids == ("later",)
    memory.remember("# 缓存击穿", id="缓存击穿")
    memory.remember("# 预热", id="预热")
    memory.remember("# Use a broker", id="ADR-0005")
    memory.remember("工单", id="#12")
    edges = {(e.source, e.type, e.target): e.rule for e in check_graph(memory).edges if e.rule.startswith(("s", "te"))}
    assert edges == {
        ("later", "CAUSED_BY", "缓存击穿"): "sentence:because",
        ("later", "CAUSED_BY", "#12"): "sentence:because",
        ("later", "RELATED_TO", "预热"): "text:wiki",
        ("queue", "CAUSED_BY", "ADR-0005"): "sentence:because",
    }
    assert memory.why("later").steps[0].sentence == "推迟：因为 [[缓存击穿]] 和 #12，所以推迟上线。"
    assert memory.consequences("ADR-0005").ids == ("ADR-0005", "queue")


def test_a_wiki_link_of_a_file_is_the_cause_too(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "outage.md").write_text("# The outage\n\nThe disk was full.\n", encoding="utf-8")
    (tmp_path / "plan.md").write_text("# Plan\n\nBecause of [[ops/outage]], we wait.\n", encoding="utf-8")
    with graph() as memory:
        ingest(memory, [tmp_path], root=tmp_path)
        linked = [edge for edge in check_graph(memory).edges if edge.type in RELATIONS]
        assert [(edge.type, edge.rule) for edge in linked] == [("CAUSED_BY", "sentence:because")]
