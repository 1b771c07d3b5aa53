"""Families of documents that are written much alike everywhere: decision records, committee minutes, numbered proposals.

Each is read from files and as plain texts, and asked about in both languages.
"""

import re
from pathlib import Path

import pytest

from graphcue.errors import NotFound
from graphcue.graph import Asked, MemoryGraph
from graphcue.ingestion import ingest
from tests.conftest import Graph

RECORDS = {
    "adr/0003-use-a-queue.md": "# 3. Use a queue\n\nDate: 2021-02-11\n\n## Status\n\nSuperseded by [7. Use a log](0007-use-a-log.md)"
    "\n\n## Context\n\nBilling needs events.\n\n## Decision\n\nWe will use a queue.\n\n## Consequences\n\nOne more server.\n",
    "adr/0007-use-a-log.md": "---\nstatus: accepted\ndate: 2022-06-01\ndeciders: Mara Lindqvist, Tobias Okafor, 沈知微\n"
    "consulted: Ivo Brandt\ninformed: whole team\n---\n# Use a log\n\n* Supersedes ADR 3\n\n## Decision Outcome\n\nA log.\n",
    "adr/0008-write-records.md": "# Write records\n\n* Status: accepted\n* Deciders: Mara Lindqvist, Tobias Okafor\n"
    "* Date: 2022-07-05\n\n## Context and Problem Statement\n\nWe forget.\n\n## Decision Outcome\n\nRecords.\n",
    "adr/0009-offer-graphql.md": "# ADR-0009: Offer GraphQL\n\n- Status: proposed\n- Date: 2023-01-20\n- Deciders: Tobias Okafor\n"
    "- Supersedes: [ADR-0004](0004-offer-rest.md)\n\n## Context\n\nPartners ask.\n",
    "adr/0004-offer-rest.md": "# ADR-0004: Offer REST\n\n- Status: superseded by [ADR-0009](0009-offer-graphql.md)\n"
    "- Date: 2021-05-20\n- Deciders: Mara Lindqvist; Ana Ruiz\n\n## Context\n\nPartners ask.\n",
    "adr/0010-keep-invoices.md": '---\nstatus: "rejected"\ndate: 2023-04-02\ndecision-makers:\n  - Ana Ruiz\n  - Tobias Okafor\n'
    "---\n\n# Keep invoices as documents\n\n## Context and Problem Statement\n\nInvoices.\n",
    "zh/adr-0005.md": "# ADR-0005：缓存层选型\n\n- 状态：已被 ADR-0012 取代\n- 日期：2021年3月2日\n- 决策者：许苓、沈知微\n"
    "\n## 决策\n\n本地。\n",
    "zh/adr-0012.md": "# ADR-0012：缓存层改用集中式\n\n- 状态：已接受\n- 日期：2022年4月5日\n- 决策者：许苓\n\n## 决策\n\n集中。\n",
    "kip/KIP-500.md": "# KIP-500: Drop the coordinator\n\n- Status: Accepted\n- Authors: Nora Feld, Colin Mbeki\n- Created: 2019-08-01\n"
    "\n## Motivation\n\nSee KIP-480.\n",
    "kip/KIP-480.md": "# KIP-480: Sticky parts\n\n**Status**: Adopted\n**Author**: Colin Mbeki\n**Superseded by**: KIP-794\n",
    "kip/KIP-794.md": "# KIP-794: Uniform parts\n\nStatus: *Under discussion*\n\nAuthor: Artem Solis\n\nSupersedes KIP-480.\n",
    "jep/jep-400.md": "JEP: 400\nTitle: One encoding\nAuthor: Nora Feld\nStatus: Closed\nCreated: 2020/05/12\nRequires: 380\n\n# Summary\n",
    "jep/jep-380.md": "JEP: 380\nTitle: Local sockets\nAuthor: Sam Achebe\nStatus: Delivered\nCreated: 2019/03/01\n\nLocal.\n",
    "dep/dep-12.md": "====================\nDEP 0012: Typed settings\n====================\n\n:DEP: 0012\n:Author: Lin Okoro, Nora Feld\n"
    ":Status: Accepted\n:Created: 2019-07-02\n:Replaces: 8\n\nAbstract\n========\n\nTypes.\n",
    "dep/dep-8.md": ":DEP: 0008\n:Title: Settings in files\n:Author: Petra Wolff\n:Status: Superseded\n:Created: 2016-07-02\n\nFiles.\n",
}
MINUTES = {
    "tc/2023-03-14.md": "# Technical Committee 2023-03-14\n\nAttendees: Mara Lindqvist (chair), Tobias Okafor, Ana Ruiz, Jo van Dijk\n"
    "Regrets: Ivo Brandt\n\n## 1. Storage engine\n\nRESOLVED: Use the new engine for the ledger.\n\n"
    "ACTION: Tobias Okafor to write the migration guide by 2023-04-01\n\n## 2. Release cadence\n\n"
    "Motion by Mara Lindqvist, seconded by Jo van Dijk: every six weeks. Carried (4-0).\n\n"
    "AGREED: The first is 2.4.\n\n- [x] ACTION: Ana Ruiz to announce it\n",
    "tc/2023-03-28.md": "# Technical Committee, 28 March 2023\n\nPresent: Tobias Okafor, Ana Ruiz, Ivo Brandt\nAbsent: Mara Lindqvist\n\n"
    "## Old platforms\n\nMotion: drop them (moved: Tobias Okafor, seconded: Ivo Brandt). Motion failed, 1-2.\n\n"
    "- ACTION (Jo van Dijk): collect figures by 2023-05-01\n",
    "tc/2023-04-11.txt": "Technical Steering Committee\nDate: April 11, 2023\n\nAttendees:\n  * Mara Lindqvist\n  * Ana Ruiz\n\n"
    "Regrets:\n  * Jo van Dijk\n\nAgenda:\n  1. Code signing\n  2. Mirrors\n\n1. Code signing\n   Decision: Sign all artifacts.\n"
    "   Action item: Mara Lindqvist will rotate the key by May 2.\n\n2. Mirrors\n   Discussed, no decision.\n",
    "zh/tc.md": "# 技术委员会会议纪要 2023-05-09\n\n出席：许苓、沈知微、方砚\n缺席：石青禾\n\n## 议题一：日志规范\n\n"
    "动议：沈知微，附议：方砚，表决通过。\n\n决议：日志用结构化格式。\n\n行动项：方砚于 2023-06-01 前更新规范。\n",
}

RECORD_QUESTIONS = [
    ("all ADRs decided by Mara Lindqvist", ["ADR-0004", "Use a log", "Write records"]),
    ("ADRs where Tobias Okafor was a decider", ["Use a log", "Write records", "ADR-0009", "Keep invoices"]),
    ("ADRs with Ana Ruiz among the deciders", ["ADR-0004", "Keep invoices"]),
    ("许苓拍板的 ADR", ["ADR-0005", "ADR-0012"]),
    ("许苓作为决策者的 ADR", ["ADR-0005", "ADR-0012"]),
    ("ADRs by Ana Ruiz that were rejected", ["Keep invoices"]),
    ("ADRs decided by Mara Lindqvist and Tobias Okafor", ["Use a log", "Write records"]),
    ("which ADRs are superseded?", ["3. Use a queue", "ADR-0005", "ADR-0004"]),
    ("which ADR superseded ADR-3?", ["Use a log"]),
    ("what replaced ADR 4", ["ADR-0009"]),
    ("ADR-0012 取代了哪个 ADR", ["ADR-0005"]),
    ("状态为已接受的 ADR", ["ADR-0012", "Use a log", "Write records"]),
    ("timeline of ADRs in 2023", ["ADR-0009", "Keep invoices"]),
    ("ADR-3 的取代链", ["3. Use a queue", "Use a log"]),
    ("KIPs by Colin Mbeki", ["KIP-480", "KIP-500"]),
    ("accepted KIPs", ["KIP-480", "KIP-500"]),
    ("KIPs under discussion", ["KIP-794"]),
    ("which KIPs are related to KIP-480?", ["KIP-500"]),
    ("what superseded KIP-480?", ["KIP-794"]),
    ("which JEPs does JEP 400 require?", ["JEP: 380"]),
    ("哪些 JEP 依赖 JEP 380", ["JEP: 400"]),
    ("which DEP replaced DEP 8?", ["====="]),
]
MINUTES_QUESTIONS = [
    ("motions by Mara Lindqvist", ["2. Release cadence"]),
    ("what motions did Tobias Okafor propose", ["Old platforms"]),
    ("motions seconded by Ivo Brandt", ["Old platforms"]),
    ("which motions were rejected", ["Old platforms"]),
    ("方砚附议过哪些动议", ["议题一"]),
    ("沈知微的动议", ["议题一"]),
    ("decisions in March 2023", ["1. Storage engine", "2. Release cadence", "Old platforms"]),
    ("what was decided on 2023-03-14", ["1. Storage engine", "2. Release cadence"]),
    ("what is open for Tobias Okafor", ["Tobias Okafor to write"]),
    ("what is open for Jo van Dijk", ["ACTION (Jo van Dijk)"]),
    ("open actions of Mara Lindqvist", ["Mara Lindqvist will rotate"]),
    ("方砚还有什么没完成", ["方砚于"]),
]


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def begins(asked: Asked) -> list[str]:
    texts = (re.sub(r"\A---\n.*?\n---\n", "", item.memory.content, flags=re.DOTALL) for item in asked.items)
    return [text.lstrip("# \n") for text in texts]


def check(memory: MemoryGraph, questions: list[tuple[str, list[str]]]) -> None:
    for question, wanted in questions:
        asked = memory.ask(question)
        found = begins(asked)
        assert asked.complete and asked.total == len(wanted), (question, asked.parsed, found)
        assert all(text.startswith(begin) for text, begin in zip(found, wanted, strict=True)), (question, found)


def test_decision_records_and_proposals_are_asked_about_as_files(graph: Graph, tmp_path: Path) -> None:
    memory = graph()
    folder = written(tmp_path / "docs", RECORDS)
    assert not ingest(memory, [folder], root=folder).skipped
    check(memory, RECORD_QUESTIONS)
    assert [one.name for one in memory.ask("who decided ADR-7?").answered.roles] == [
        "Mara Lindqvist",
        "Tobias Okafor",
        "沈知微",
    ]
    assert [one.name for one in memory.ask("谁决定的 ADR-5").answered.roles] == ["沈知微", "许苓"]
    assert memory.ask("how many ADRs did Mara Lindqvist decide").total == 3
    assert not memory.person("Mara Lindqvist").names[1:]


def test_decision_records_are_read_as_plain_texts_just_so(graph: Graph) -> None:
    memory = graph()
    for name, text in RECORDS.items():
        memory.remember(text, id=Path(name).stem)
    check(memory, [(q, wanted) for q, wanted in RECORD_QUESTIONS if q != "what superseded KIP-480?"])


def test_words_of_these_questions_may_be_what_another_is_about(graph: Graph) -> None:
    memory = graph()
    for id, text in (("s", "状态页改用静态页面"), ("n", "Names of services are short"), ("m", "The move to Kestrel")):
        memory.remember(text, id=id, kind="decision")
    for question, id in (
        ("关于状态页的决策", "s"),
        ("decisions about names", "n"),
        ("decisions about the move to Kestrel", "m"),
    ):
        assert [item.memory.id for item in memory.ask(question).items] == [id], question


def test_minutes_of_committees_tell_decisions_and_who_is_to_act(graph: Graph, tmp_path: Path) -> None:
    memory = graph()
    folder = written(tmp_path / "docs", MINUTES)
    assert not ingest(memory, [folder], root=folder).skipped
    check(memory, MINUTES_QUESTIONS)
    assert [one.name for one in memory.ask("who seconded the release cadence").answered.roles] == ["Jo van Dijk"]
    attended = {item.memory.content.split("\n")[0] for item in memory.decisions(by="Ivo Brandt", role="attendee").items}
    assert isinstance(memory.ask("石青禾参加过的议题").problem, NotFound)
    assert attended == {"## Old platforms"}, "who sent regrets was not there"


@pytest.mark.parametrize("text", ["RESOLVED: Flags live in the config service.", "决议：日志统一。", "AGREED: ship it"])
def test_a_resolution_alone_is_a_decision(graph: Graph, text: str) -> None:
    memory = graph()
    memory.remember(text, id="r")
    assert (memory.get("r").kind, memory.get("r").status) == ("decision", "concluded")
    memory.remember("Resolved: 2024-05-01\nStatus: Closed", id="ticket")
    assert memory.get("ticket").kind == "note"
