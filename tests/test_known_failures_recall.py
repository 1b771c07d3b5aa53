"""Known failures and worked examples that reach through the whole program: every surface, code pages, zones, no network."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from tests.cli_process import clean, graphcue
from tests.conftest import Graph


def ids(memory: MemoryGraph, question: str, **modes: Any) -> list[str]:
    return [one.memory.id for one in memory.recall(question, **modes).results]


# B06: one index was fixed for Chinese, another path was not


@pytest.mark.parametrize("text", ["霜降协议", "緩存擊穿", "ＲＥＤＩＳ集群", "Ålesund 项目"])
def test_b06_every_surface_finds_the_same_text(graph: Graph, text: str) -> None:
    memory = graph()
    memory.remember(text, id="text", project="食堂")
    memory.remember("下周再说", id="project", project=text)
    memory.remember("会议照常", id="person", people=["莫岚"])
    memory.remember(f"{text}的进展", id="note", project="食堂", entities=[text], occurred_at="2026-01-02")
    memory.add_alias(text, "莫岚", kind="person")
    assert ids(memory, text)[0] in ("text", "note")
    assert {"text", "note"} <= set(ids(memory, text))
    assert ids(memory, "下周", project=text) == ["project"]
    assert memory.timeline(text).total == 1
    assert {one.memory.id for one in memory.timeline(entity=text).items} >= {"note"}
    assert "person" in ids(memory, "会议", related_to="莫岚")
    assert memory.person(text).names
    assert set(ids(memory, text, exact_match=True)) == {"text", "note"}


def test_b06_the_command_line_finds_it_too(tmp_path: Path) -> None:
    assert graphcue(tmp_path, "remember", "霜降协议", "--project", "霜降项目", "--id", "a").code == 0
    for arguments in (("recall", "霜降协议"), ("recall", "协议", "--project", "霜降项目"), ("timeline", "霜降项目")):
        assert "霜降协议" in graphcue(tmp_path, *arguments).out, arguments


def test_b06_the_explanation_names_each_arm_and_what_it_found(graph: Graph) -> None:
    memory = graph()
    memory.remember("霜降协议由莫岚起草", id="a", tags=["协议"], people=["莫岚"])
    told = memory.recall("莫岚的霜降协议", explain=True).explanation
    assert told is not None
    arms = dict(told.arms)
    assert {"word", "char", "tag", "name"} <= arms.keys() and all(arms.values())
    dead = memory.recall("莫岚的霜降协议", explain=True, project="别处").explanation
    assert dead is not None and set(dict(dead.arms).values()) == {0}


# B11: code pages


@pytest.mark.parametrize("page", ["cp936", "ascii"])
def test_b11_a_code_page_corrupts_nothing(tmp_path: Path, page: str) -> None:
    environment = {"PYTHONIOENCODING": page, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C.UTF-8"}
    text = "蔚蓝计划第三期"
    assert graphcue(tmp_path, "remember", text, "--id", "a", environment=environment).code == 0
    assert graphcue(tmp_path, "export", "out.jsonl", environment=environment).code == 0
    assert text.encode("utf-8") in (tmp_path / "out.jsonl").read_bytes()
    shown = graphcue(tmp_path, "recall", "蔚蓝计划", "--json", environment=environment)
    assert shown.json["results"][0]["memory"]["content"] == text
    given = graphcue(tmp_path, "remember", "-", environment=environment, input=text.encode("gbk"))
    assert (given.code, given.out) == (5, "") and "UTF-8" in given.err
    assert graphcue(tmp_path, "describe", "--json").json["memories"] == 1


# B19: midnight, under host zones


@pytest.mark.parametrize("host", ["Asia/Shanghai", "America/Los_Angeles"])
def test_b19_midnight_is_that_of_the_setting_and_not_of_the_host(tmp_path: Path, host: str) -> None:
    environment = {"TZ": host, "GRAPHCUE_ZONE": "Asia/Shanghai"}
    for id, time in (("after", "2026-03-01T00:30:00+08:00"), ("before", "2026-02-28T23:30:00+08:00")):
        arguments = ("remember", f"过了零点 {id}", "--id", id, "--project", "夜班", "--at", time)
        assert graphcue(tmp_path, *arguments, environment=environment).code == 0
    day = ("--since", "2026-03-01", "--until", "2026-03-01", "--json")
    found = graphcue(tmp_path, "timeline", "夜班", *day, environment=environment).json
    assert [one["memory"]["id"] for one in found["items"]] == ["after"]
    asked = ("recall", "零点", "--date-range", "2026-03-01", "--json")
    assert [one["memory"]["id"] for one in graphcue(tmp_path, *asked, environment=environment).json["results"]] == [
        "after"
    ]
    spoken = ("recall", "三月一日的零点", "--now", "2026-03-02T10:00+08:00", "--json")
    assert graphcue(tmp_path, *spoken, environment=environment).json["results"][0]["memory"]["id"] == "after"


# B49: no network

OFFLINE = """
import json, sys
tried = []
sys.addaudithook(lambda event, given: tried.append(event) if event in ("socket.connect", "socket.getaddrinfo") else None)
import graphcue
memory = graphcue.open(sys.argv[1], now="2026-01-05")
from graphcue.model import Moment, Record
memory.remember_all(
    Record(
        f"第{n}条：{'缓存' if n % 2 else 'cache'} of order {n}, 由莫岚处理",
        id=f"m{n}",
        project=f"p{n % 7}",
        occurred_at=Moment(60_000 * n),
    )
    for n in range(1000)
)
answer = memory.recall("缓存 order 42")
print(json.dumps([memory.describe().memories, memory.describe().counts["FOLLOWS"], len(answer.results), tried]))
"""


def test_b49_a_thousand_messages_need_no_network(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, str(tmp_path / "g.db")],
        env=clean(),
        check=True,
        capture_output=True,
        timeout=120,
    )
    memories, follows, results, tried = json.loads(done.stdout)
    assert (memories, follows, results, tried) == (1000, 993, 6, [])


# W1, the first and the last question


def test_w1_a_tag_is_found_and_an_amount_holds(graph: Graph) -> None:
    memory = graph()
    memory.remember("少糖早餐：燕麦粥加一个水煮蛋", id="a", tags=["饮食", "低糖"])
    memory.remember("少糖午餐：鸡胸肉沙拉配糙米", id="b", tags=["饮食", "低糖"])
    memory.remember("2024-12-01 用户张三买了 200 元的课程", id="c", tags=["订单", "用户"])
    answer = memory.recall("低糖", min_score=0.5)
    assert {one.memory.id for one in answer.results} == {"a", "b"}
    assert all("tag:低糖" in dict(one.hits) for one in answer.results)
    bought = memory.recall("2024年12月买过100元以上的用户有哪些")
    assert bought.results[0].memory.id == "c"
    kinds = {cue.partition(":")[0] for cue, _ in bought.results[0].hits}
    assert "tag" in kinds and {"time", "amount"} & kinds
    dear = memory.recall("2024年12月买过400元以上的用户有哪些")
    assert "c" not in [one.memory.id for one in dear.results]
    if not dear.results:
        assert dear.because is not None
        assert any("400元" in name for name, _ in dear.because.filtered)


# W3: a day's file

DAY = """---
authors: [李四, 王五]
date: 2026-01-15
---

# 2026-01-15

上午接待访客。

## 决策记录: API 版本控制

讨论了两个小时。

@decision 采用 GraphQL 替代 REST 接口

旧接口保留到年底。
"""


def test_w3_a_days_file_is_found_by_aliases_with_its_lines(graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "2026-01-15.md").write_text(DAY, encoding="utf-8")
    memory = graph()
    ingest(memory, [folder], root=tmp_path)
    memory.remember("食堂周三吃什么", id="control")
    memory.add_alias("GQL", "GraphQL", kind="entity")
    memory.add_alias("API", "接口", kind="entity")
    for question in ("我们关于 API 做了什么决定", "GQL 的决定", "what did 李四 decide about GraphQL"):
        best = memory.recall(question).results[0]
        assert "采用 GraphQL 替代 REST 接口" in best.memory.content, question
        assert best.memory.kind == "decision"
        (place,) = best.memory.places
        assert place.document == "memory/2026-01-15.md"
        said = next(line for line in best.lines if "@decision" in line.text)
        assert said.number == DAY.splitlines().index(said.text) + 1
        assert 3 <= len(best.lines) <= 11
        assert set(best.authors) == {"李四", "王五"}
        assert best.last_modified == best.memory.recorded_at > 0
