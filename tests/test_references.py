"""Tests of `graphcue.language.references`, and of the edges that they become."""

from graphcue.language.references import references_of
from tests.conftest import Graph


def test_references_are_read_from_texts() -> None:
    text = "见 [[缓存 方案|那篇]] 与 ADR-0005、RFC 12，修了 #123；UTF-8 也像。v1.2-3 和 PO-2025-00123 不是。"
    assert references_of(text) == (
        ("缓存 方案", "text:wiki"),
        ("ADR 5", "text:number"),
        ("RFC 12", "text:number"),
        ("UTF 8", "text:number"),
        ("#123", "text:number"),
    )


def test_references_that_lead_somewhere_are_relations(graph: Graph) -> None:
    memory = graph()
    memory.remember("沿用 ADR-0005，见 [[缓存方案]]；UTF-8 不变。", id="a")
    memory.remember("用 Gradle", id="ADR-5")
    memory.remember("逻辑过期", id="c", titles=["缓存方案"])
    found = {(edge.type, edge.target, edge.rule) for edge in memory.relations("a")}
    assert {("RELATED_TO", "ADR-5", "text:number"), ("RELATED_TO", "c", "text:wiki")} <= found
    memory.delete("c")
    assert {edge.target for edge in memory.relations("a") if edge.type == "RELATED_TO"} == {"ADR-5"}


def test_a_declared_link_is_not_said_twice(graph: Graph) -> None:
    memory = graph()
    memory.remember("旧", id="ADR-0005", kind="decision")
    memory.remember("取代 ADR-5 的新版", id="ADR-0006", kind="decision", supersedes=["ADR-0005"])
    assert [edge.type for edge in memory.relations("ADR-0006") if edge.source == "ADR-0006"] == ["SUPERSEDES"]
