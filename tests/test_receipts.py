"""Receipts: an answer again, bit for bit, in a fresh process, on any store that holds the same memories."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphcue.errors import InvalidInput
from graphcue.graph import MemoryGraph
from graphcue.presentation import answer_json
from graphcue.receipts import Receipt, changed_settings, digest, receipt_json, receipt_of
from graphcue.settings import Settings
from tests.cli_process import graphcue
from tests.conftest import NOW, Graph

ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("缓存击穿怎么处理", {}),
    ("缓存 超时", {"explain": True, "limit": 3, "sort_by": "date"}),
    ("缓存", {"exact_match": True, "date_range": ("2025", None), "kinds": ["decision", "note"]}),
    ("order timeout", {"preset": "exact", "min_score": 0.25, "context_budget": 100}),
    ("火星", {"explain": True}),
    ("张三", {"related_to": "张三", "match": "all", "include_superseded": True}),
)


def fill(memory: MemoryGraph) -> MemoryGraph:
    memory.remember("缓存击穿：给热点商品加了缓存", id="a", kind="decision", occurred_at="2025-03-01", people=["张三"])
    memory.remember("缓存预热改到凌晨三点", id="b", occurred_at="2025-04-01", supersedes="a")
    memory.remember("The order timeout was a full pool", id="c", occurred_at="2025-05-01", author="Nora Keller")
    memory.remember("张三批准了缓存扩容", id="d", kind="decision", people=[{"name": "张三", "role": "approver"}])
    return memory


def test_an_answer_is_the_same_when_it_is_asked_for_again(graph: Graph) -> None:
    memory = fill(graph(feedback=200, zone="Asia/Shanghai"))
    shown = 0
    for question, options in ASKED:
        answer = memory.recall(question, receipt=True, **options)
        assert answer.receipt is not None
        told = receipt_of(json.loads(json.dumps(receipt_json(answer.receipt))))
        assert told == answer.receipt
        again = graph(now=NOW + 10**10).replay_answer(
            told
        )  # another clock and other settings: those of the receipt count
        assert (again.same, again.same_memories, again.differences) == (True, True, ())
        assert again.answer == answer
        shown += len(answer.results)
    assert shown > 6


def test_an_answer_without_a_receipt_is_the_same_answer(graph: Graph) -> None:
    memory = fill(graph())
    plain, with_one = memory.recall("缓存"), memory.recall("缓存", receipt=True)
    assert plain.receipt is None and with_one.receipt is not None
    assert with_one.receipt.digest == digest(plain) == digest(with_one)
    assert digest(memory.recall("缓存", limit=1)) != digest(plain)


def test_complete_answers_have_receipts_too(graph: Graph) -> None:
    memory = fill(graph())
    for question in ("张三的所有决策", "all decisions by 张三", "缓存怎么样了"):
        asked = memory.ask(question, limit=1, receipt=True)
        assert asked.receipt is not None and asked.receipt.memories
        again = graph(now=0).replay_answer(receipt_json(asked.receipt))
        assert again.same and again.answer.receipt == asked.receipt
    with pytest.raises(InvalidInput):
        memory.ask("张三的所有决策", after="abc", receipt=True)


def test_other_synonyms_are_told_and_a_table_that_is_gone_is_refused(graph: Graph, tmp_path: Path) -> None:
    own = tmp_path / "synonyms.txt"
    own.write_text("kite cache\n", "utf-8")
    memory = fill(graph(synonyms=str(own)))
    answer = memory.recall("kite", receipt=True)
    assert answer.receipt is not None
    assert memory.replay_answer(answer.receipt).differences == ()
    own.write_text("kite timeout pool\n", "utf-8")
    again = memory.replay_answer(answer.receipt)
    assert "synonyms" in again.differences and again.now.synonyms != again.then.synonyms
    plain = graph().recall("kite", receipt=True)
    assert plain.receipt is not None and plain.receipt.synonyms not in (again.now.synonyms, again.then.synonyms, "")
    own.unlink()
    with pytest.raises(InvalidInput, match="synonyms"):
        memory.replay_answer(answer.receipt)


def test_what_is_written_later_is_told(graph: Graph) -> None:
    memory = fill(graph())
    answer = memory.recall("order timeout", receipt=True)
    assert answer.receipt is not None and answer.results
    memory.remember("食堂周三吃什么", id="lunch")
    again = memory.replay_answer(answer.receipt)
    assert again.same_memories
    assert "fingerprint" in again.differences and "memories" not in again.differences
    memory.remember("Another order timeout", id="new")
    other = memory.replay_answer(answer.receipt)
    assert not other.same_memories and "new" in other.now.memories
    memory.delete("lunch")
    memory.delete("new")
    assert memory.replay_answer(answer.receipt).same


def test_a_receipt_tells_only_what_is_not_the_default(graph: Graph) -> None:
    answer = fill(graph(feedback=200)).recall("缓存", receipt=True, min_score=0.5)
    assert answer.receipt is not None
    assert (answer.receipt.options, answer.receipt.settings) == ((("min_score", 0.5),), (("feedback", 200),))
    assert changed_settings(Settings(max_content=5, sentence_rules="x")) == ()


GOOD = receipt_json(Receipt("recall", "缓存", (), (), 0, "0" * 32, "1", "0" * 64, "0" * 16))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"form": 2}, "form"),
        ({"call": "delete"}, "call"),
        ({"question": 5}, "question"),
        ({"now": "yesterday"}, "now"),
        ({"now": True}, "now"),
        ({"options": {"elsewhere": ["x"]}}, "elsewhere"),
        ({"options": {"limit": {}}}, "options.limit"),
        ({"options": {"kinds": [1]}}, "options.kinds"),
        ({"options": []}, "options"),
        ({"settings": {"loudness": 3}}, "loudness"),
        ({"settings": {"feedback": -1}}, "feedback"),
        ({"memories": "a"}, "memories"),
        ({"counters": {"a": "b"}}, "counters.a"),
        ({"digest": None}, "digest"),
    ],
)
def test_what_is_no_receipt_is_refused_by_name(memory: MemoryGraph, change: dict[str, Any], named: str) -> None:
    fill(memory)
    with pytest.raises(InvalidInput) as caught:
        memory.replay_answer(GOOD | change)
    assert named in (*caught.value.fields.values(), *caught.value.message.split("'"))


@pytest.mark.parametrize("text", ["", "[]", "{", "3", '"a"', "[" * 100_000, '{"form": 1}'])
def test_any_text_is_no_receipt(memory: MemoryGraph, text: str) -> None:
    with pytest.raises(InvalidInput):
        memory.replay_answer(text)


# as people do it


def test_a_fresh_process_with_another_hash_seed_prints_equal_bytes(tmp_path: Path) -> None:
    import graphcue as package

    with package.open(str(tmp_path / "graphcue.db")) as memory:
        fill(memory)
    for number, arguments in enumerate(
        (("recall", "缓存击穿", "--explain"), ("recall", "order timeout", "--exact-match"), ("ask", "张三的所有决策"))
    ):
        file = f"{number}.json"
        first = graphcue(tmp_path, *arguments, "--json", "--receipt", file, environment={"PYTHONHASHSEED": "1"})
        again = graphcue(tmp_path, "replay", file, "--json", environment={"PYTHONHASHSEED": "4242"})
        assert (first.code, again.code, again.err) == (0, 0, "")
        answer, verdict = again.out.splitlines(keepends=True)
        assert answer == first.out
        assert json.loads(verdict)["same"] is True
    people = graphcue(tmp_path, "recall", "缓存击穿", "--receipt", "p.json")
    assert graphcue(tmp_path, "replay", "p.json").out.startswith(people.out)


def test_a_copy_in_another_store_answers_the_same(tmp_path: Path, neo4j_url: str) -> None:
    import graphcue as package

    with package.open(str(tmp_path / "graphcue.db"), now="2026-01-05") as memory:
        answers = [fill(memory).recall(question, receipt=True, **options) for question, options in ASKED]
    assert graphcue(tmp_path, "copy", "--from", "graphcue.db", "--to", neo4j_url).code == 0
    with package.open(neo4j_url) as other:
        for answer in answers:
            assert answer.receipt is not None
            again = other.replay_answer(answer.receipt)
            assert again.same and again.differences == ()
            assert answer_json(again.answer) == answer_json(answer)


def test_replay_says_what_changed_and_ends_so(tmp_path: Path) -> None:
    import graphcue as package

    with package.open(str(tmp_path / "graphcue.db")) as memory:
        fill(memory)
    graphcue(tmp_path, "recall", "order timeout", "--receipt", "r.json")
    graphcue(tmp_path, "remember", "食堂周三吃什么")
    ended = graphcue(tmp_path, "replay", "r.json")
    assert ended.code == 0
    assert ended.out.splitlines()[-1] == (
        "replay  memories changed: the same memories in the same order, with other points"
    )
    graphcue(tmp_path, "remember", "An order timeout in the kitchen")
    ended = graphcue(tmp_path, "replay", "r.json")
    assert ended.code == 1
    assert ended.out.splitlines()[-1] == "replay  memories changed: another answer"
    for file, code in (("absent.json", 5), (".", 5)):
        ended = graphcue(tmp_path, "replay", file)
        assert (ended.code, ended.out) == (code, "") and file in ended.err
    (tmp_path / "bad.json").write_bytes(b"\xff")
    assert graphcue(tmp_path, "replay", "bad.json").code == 5
    (tmp_path / "bad.json").write_text("{}")
    assert graphcue(tmp_path, "replay", "bad.json").code == 2
