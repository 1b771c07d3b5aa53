"""Tests of `graphcue.language.identifiers`, and of how a recall finds what is written as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcue.language.folding import fold
from graphcue.language.identifiers import Identifier, find_identifiers, identifier_keys
from tests.conftest import Graph


def only(text: str) -> Identifier:
    (found,) = find_identifiers(text)
    return found


@pytest.mark.parametrize(
    ("written", "rule", "inside", "parts"),
    [
        ("PO-2025-00123", "joined", (), ("po", "2025", "00123")),
        ("nginx.conf", "joined", (), ("nginx", "conf")),
        ("v1.2.3", "joined", ("1.2.3",), ("2", "3")),
        ("gw7edge", "mixed", (), ("edge",)),
        ("9router", "mixed", (), ("router",)),
        ("vendor_kaihong", "joined", (), ("vendor", "kaihong")),
        ("third_party_libfuse", "joined", (), ("third", "party", "libfuse")),
        ("CI/CD", "joined", (), ("ci", "cd")),
        ("GOALS.md", "joined", (), ("goals", "md")),
        ("C++", "sign", (), ("c",)),
        ("C#", "sign", (), ("c",)),
        (".NET", "sign", (), ("net",)),
        (".gitignore", "sign", (), ("gitignore",)),
        ("CamelCase", "capitals", (), ("camel", "case")),
        ("XMLHttpRequest", "capitals", (), ("xml", "http", "request")),
        ("/etc/nginx/nginx.conf", "path", ("nginx.conf",), ("etc", "nginx", "nginx", "conf")),
        ("~/notes/todo.txt", "path", ("todo.txt",), ("notes", "todo", "txt")),
        ("C:\\logs\\app.log", "path", ("app.log",), ("c", "logs", "app", "log")),
        ("bai.yu@example.com", "email", ("example.com",), ("bai", "yu", "example", "com")),
        ("https://Example.com/a/run_book.html?x=1", "url", ("example.com", "run_book.html"), None),
        ("road-trip", "joined", (), ()),
    ],
)
def test_each_family_is_whole_and_in_parts(
    written: str, rule: str, inside: tuple[str, ...], parts: tuple[str, ...] | None
) -> None:
    for text in (written, f"关于{written}的说明", f"see {written}, please", f"（{written}）"):
        found = only(text)
        assert (found.text, found.rule, found.inside) == (fold(written), rule, inside)
        assert parts is None or found.parts == parts
        assert text[found.start : found.end] == written


def test_an_identifier_is_found_where_it_stands_in_a_text_as_written() -> None:
    text = "㈱栖页：ＰＯ－２０２５－００１ 已到"
    assert text[only(text).start : only(text).end] == "ＰＯ－２０２５－００１"
    assert only(text).text == "po-2025-001"


@pytest.mark.parametrize(
    "text", ["the end. Next one", "缓存击穿", "don't", "50217", "a - b", "yes/ no", "...", "café au lait"]
)
def test_what_is_no_identifier(text: str) -> None:
    assert find_identifiers(text) == ()


@given(st.text(alphabet="aZ9._-/:@+#\\ 中，é~＠", max_size=40))
def test_keys_are_those_of_what_is_found_and_places_lie_in_the_text(text: str) -> None:
    found = find_identifiers(text)
    wholes, parts = identifier_keys(text, fold(text))
    assert {*wholes} == {whole for one in found for whole in (one.text, *one.inside)}
    assert sorted(parts) == sorted(part for one in found for part in one.parts)
    assert all(0 <= one.start < one.end <= len(text) for one in found)


def ids(graph: Graph, texts: list[str], question: str) -> list[str]:
    memory = graph()
    for text in texts:
        memory.remember(text, id=text)
    return [result.memory.id for result in memory.recall(question, limit=20).results]


def test_a_part_leads_to_the_whole_more_weakly(graph: Graph) -> None:
    texts = ["vendor_kaihong 的驱动", "kaihong 的驱动", "9router 的说明", "router 的说明", "别的事"]
    assert ids(graph, texts, "kaihong") == ["kaihong 的驱动", "vendor_kaihong 的驱动"]
    assert ids(graph, [], "vendor_kaihong")[0] == "vendor_kaihong 的驱动"
    assert ids(graph, [], "router") == ["router 的说明", "9router 的说明"]


def test_whole_identifiers_are_found_beside_chinese(graph: Graph) -> None:
    texts = [
        "宁珂负责9router和GOALS.md的改版",
        "用Kestrel网关做Redis备份，失败三次",
        "他用 C++ 写 .NET 的 CI/CD",
        "食堂改版",
    ]
    for question in ("9router", "GOALS.md", "goals.md 改版"):
        assert ids(graph, texts, question)[0] == texts[0]
        texts = texts[:]
    for question in ("Kestrel备份失败", "redis 备份"):
        assert ids(graph, [], question)[0] == texts[1]
    for question in ("C++", ".NET", "ci/cd"):
        assert ids(graph, [], question) == [texts[2]]


def test_compounds_join_however_they_are_written(graph: Graph) -> None:
    texts = [
        "we took a road trip",
        "the roadtrip was long",
        "a road-trip with friends",
        "the road is closed",
        "the cat sleeps",
    ]
    found = ids(graph, texts, "road trip")
    assert {*found} == {*texts[:4]} and found[-1] == texts[3]
    for question in ("roadtrip", "road-trip"):
        assert {*ids(graph, [], question)[:3]} == {*texts[:3]}
    assert texts[3] not in ids(graph, [], "roadtrip")
