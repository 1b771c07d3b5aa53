"""Golden stories: small worlds in Chinese and English, each question with its explained answer in a file to be read.

GRAPHCUE_WRITE_GOLDEN=1 writes the files anew; look at the difference before you keep it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphcue.graph import Listing, MemoryGraph, Result
from graphcue.recall.values import Answer
from tests.conftest import Graph

FOLDER = Path(__file__).with_name("golden")

ZH: list[dict[str, Any]] = [
    {"content": "下单接口超时，给热点商品加了 Redis 缓存", "id": "加缓存", "project": "订单系统", "cues": ["订单超时"],
     "author": "林若川", "occurred_at": "2026-01-05T10:00"},
    {"content": "清缓存用 curl -X POST /ops/clear-cache", "id": "清缓存", "project": "订单系统", "tags": ["运维"],
     "author": "莫岚", "occurred_at": "2026-01-05T11:30"},
    {"content": "议题：账本选型\n汇报人：莫岚\n日期：2025-11-03\n会议结论：账本用 MySQL", "id": "选型一", "project": "订单系统"},
    {"content": "议题：账本选型复议\n汇报人：莫岚\n日期：2025-12-08\n会议结论：账本改用 PostgreSQL", "id": "选型二",
     "project": "订单系统", "supersedes": "选型一"},
    {"content": "少糖早餐：燕麦粥加一个水煮蛋", "id": "早餐", "tags": ["饮食", "低糖"]},
    {"content": "少糖午餐：鸡胸肉沙拉配糙米", "id": "午餐", "tags": ["饮食", "低糖"]},
    {"content": "食堂周三吃什么", "id": "食堂", "project": "行政"},
]  # fmt: skip
EN: list[dict[str, Any]] = [
    {"content": "The nightly backup failed three times because the disk was full", "id": "backup", "project": "Atlas",
     "author": "Ann Lee", "occurred_at": "2025-12-30T08:00", "tags": ["ops"]},
    {"content": "We moved the archive to cold storage and the backups ran again", "id": "archive", "project": "Atlas",
     "author": "Bo Chen", "occurred_at": "2025-12-30T09:00", "resolves": "backup"},
    {"content": "Title: Use GraphQL instead of REST\nAuthor: Ann Lee\nStatus: accepted\nDate: 2025-06-01", "id": "adr-1"},
    {"content": "Title: Back to REST for partners\nAuthor: Bo Chen\nStatus: accepted\nDate: 2025-09-01", "id": "adr-2",
     "supersedes": "adr-1", "project": "Atlas"},
    {"content": "Lunch rota: Ann brings soup on Fridays", "id": "lunch"},
    {"content": "po-2025-00123 shipped by vendor_kaihong", "id": "order", "cues": ["late delivery"]},
]  # fmt: skip

STORIES: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "zh": (ZH, ["缓存怎么处理的", "订单超时", "低糖", "莫岚的账本决定", "今天做了什么", "火箭发射", "。。。"]),
    "en": (EN, ["why did the backup fail", "what did Ann Lee decide", "late delivery", "GraphQL", "PO-2025-00123", "kaihong",
                "last Tuesday", "rocket launch"]),
}  # fmt: skip


def told(question: str, answer: Answer) -> Iterator[str]:
    """The answer as a person reads it."""
    yield f"? {question}"
    if answer.unmatched:
        yield f"  nothing knows: {', '.join(answer.unmatched)}"
    if answer.hidden:
        yield f"  superseded and left out: {answer.hidden}"
    if answer.reason:
        yield f"  no answer: {answer.reason}"
    for number, result in enumerate(answer.results, 1):
        yield f"  {number}. {result.memory.id}  {result.score} points, covers {result.covered / 10:g} %"
        yield f"     {result.snippet}"
        yield from (f"       {line}" for line in reasons(result))


def reasons(result: Result) -> Iterator[str]:
    """What gave the points."""
    for leaf in result.leaves:
        way = " ".join(f"—{step.edge}→ {step.target}" for step in leaf.path)
        start = leaf.path[0].source if leaf.path else ""
        seen = f"  from {start} {way}" if leaf.path else f"  {leaf.cue}" if leaf.cue else ""
        yield f"{leaf.points:+6d}  {leaf.label}{seen}"


def listed(title: str, listing: Listing) -> Iterator[str]:
    yield f"= {title}: {listing.total}, superseded and left out: {listing.hidden}"
    for item in listing.items:
        who = ", ".join(f"{edge} {name}" for edge, name in item.names)
        yield f"  {item.memory.id}  {item.memory.kind} {item.memory.status}".rstrip() + (f"  ({who})" if who else "")


def story(memory: MemoryGraph, name: str) -> str:
    """The whole story of a world."""
    world, questions = STORIES[name]
    for fields in world:
        given = dict(fields)
        memory.remember(given.pop("content"), **given)
    lines = [line for question in questions for line in (*told(question, memory.recall(question, limit=3)), "")]
    person, project = ("莫岚", "订单系统") if name == "zh" else ("Ann Lee", "Atlas")
    lines += listed(f"decisions by {person}", memory.decisions(by=person))
    lines += ["", *listed(f"timeline of {project}", memory.timeline(project))]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_told_in_the_same_words(graph: Graph, name: str) -> None:
    path = FOLDER / f"{name}.txt"
    found = story(graph(zone="Asia/Shanghai"), name)
    if os.environ.get("GRAPHCUE_WRITE_GOLDEN") == "1":
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")
