"""A golden story of complete answers: a project of forty memories in both languages, in a file to be read.

Two people of one name, a line of four decisions, one that was taken back, a chain of causes, an alias undone.
GRAPHCUE_WRITE_GOLDEN=1 writes the file anew; look at the difference before you keep it.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from graphcue.graph import Asked, Chain, Listing, MemoryGraph
from tests.conftest import Graph
from tests.graph_checks import check_graph

FILE = Path(__file__).with_name("golden") / "project.txt"
PROJECT = "潮汐仓"

# id, day, text; fields of the text say the rest
WORLD: list[tuple[str, str, str]] = [
    ("kickoff", "2025-01-06", "潮汐仓立项会，沈岚（北仓）与 Jonas Weld 到场"),
    ("charter", "2025-01-08", "议题：立项范围\n汇报人：沈岚（北仓）\n决策人：顾明川\n会议结论：先做出库，再做盘点"),
    ("adr-1", "2025-01-15", "Title: ADR-1 Poll the orders table\nAuthor: Jonas Weld\nStatus: accepted"),
    ("hire", "2025-01-20", "南岸派沈岚来支援。\n相关人：沈岚（南岸）"),
    ("layout", "2025-01-22", "议题：库位编码\n汇报人：沈岚（南岸）\n会议结论：用八位数字，前两位是巷道"),
    ("naming", "2025-01-25", "Title: Names of lanes\nAuthor: Mira Tolland\nDecider: Jonas Weld\nStatus: accepted"),
    ("act-label", "2025-01-27", "重新打印巷道标签\n责任人：沈岚（南岸）\n状态：已完成"),
    ("adr-2", "2025-02-10", "Title: ADR-2 A broker for orders\nAuthor: Jonas Weld\nStatus: accepted\nSupersedes: adr-1"),
    ("scan", "2025-02-12", "扫码枪在三号巷道连不上网"),
    ("act-scan", "2025-02-13", "补三号巷道的无线接入点\n责任人：沈岚（北仓）\n状态：已完成"),
    ("refund-on", "2025-02-20", "议题：退款免审\n汇报人：许知秋\n决策人：顾明川\n会议结论：百元以下退款免审"),
    ("budget", "2025-02-24", "议题：二季度预算\n汇报人：顾明川\n会议结论：同意增购两台叉车"),
    ("vendor", "2025-02-26", "Brightmoor offers two forklifts, delivery in April."),
    ("act-vendor", "2025-02-27", "Mira Tolland will compare the offers by March 10."),
    ("adr-3", "2025-03-05", "Title: ADR-3 One queue a lane\nAuthor: Mira Tolland\nStatus: accepted\nSupersedes: adr-2"),
    ("full-disk", "2025-03-11", "三月十一日磁盘写满，出库停了四十分钟"),
    ("stop", "2025-03-11", "因为 [[full-disk]]，所以消息队列停止消费"),
    ("late", "2025-03-12", "由于 [[stop]]，两百单晚到一天"),
    ("apology", "2025-03-13", "Because of [[late]], therefore every customer gets a voucher. Approved by Gu Mingchuan."),
    ("watch", "2025-03-14", "议题：磁盘告警\n汇报人：沈岚（北仓）\n会议结论：超过八成就报警\n起因：full-disk"),
    ("act-watch", "2025-03-14", "配置磁盘告警\n责任人：沈岚（北仓）\n状态：进行中"),
    ("drill", "2025-03-18", "演练：告警在四分钟内送到值班人"),
    ("refund-abuse", "2025-03-24", "免审退款里有十七笔是同一个人"),
    ("refund-off", "2025-03-26", "议题：撤销退款免审\n汇报人：许知秋\n决策人：顾明川\n会议结论：恢复人工审核"
     "\n取代：refund-on\n起因：refund-abuse"),
    ("act-refund", "2025-03-27", "通知客服恢复审核\n责任人：许知秋\n状态：已完成"),
    ("night", "2025-04-01", "议题：夜班排班\n汇报人：沈岚（南岸）\n状态：已否决\n会议结论：人手不够，不开夜班"),
    ("forklift", "2025-04-08", "两台叉车到货，一台在四号巷道试跑"),
    ("safety", "2025-04-10", "Title: Speed limit in the lanes\nAuthor: Mira Tolland\nDecider: Jonas Weld\nStatus: accepted"),
    ("act-safety", "2025-04-11", "Paint the speed limits on the floor\nAssignee: Mira Tolland\nStatus: open"),
    ("count", "2025-04-15", "议题：盘点方案\n汇报人：许知秋\n决策人：沈岚（北仓）\n会议结论：每周三轮盘一条巷道"),
    ("count-1", "2025-04-16", "第一次轮盘：一号巷道差两箱"),
    ("count-2", "2025-04-23", "第二次轮盘：二号巷道无差异"),
    ("adr-4", "2025-05-06", "Title: ADR-4 Queues by priority\nAuthor: Jonas Weld\nDecider: Mira Tolland\nStatus: accepted"
     "\nSupersedes: adr-3"),
    ("queue-note", "2025-05-07", "ADR-4 之后急单不再等整条巷道"),
    ("tea", "2025-05-09", "茶水间的冰箱要除霜"),
    ("visit", "2025-05-12", "Brightmoor came to look at the brakes of the second forklift."),
    ("brakes", "2025-05-13", "议题：叉车刹车\n汇报人：沈岚（南岸）\n会议结论：停用二号叉车，等厂家换件"),
    ("act-brakes", "2025-05-13", "催厂家换刹车件\n责任人：沈岚（南岸）\n状态：待办"),
    ("report", "2025-05-20", "Mira Tolland presented the figures of May: late orders fell by half."),
    ("close", "2025-05-30", "议题：一期验收\n汇报人：沈岚（北仓）\n决策人：顾明川\n会议结论：通过，二期做跨仓调拨"),
]  # fmt: skip

QUESTIONS = (
    "顾明川拍板的决策",
    "沈岚汇报过的所有议题",
    "decisions by Jonas Weld",
    "decisions by Mira Tolland since April 2025",
    "which decisions were rejected?",
    "退款的决策",
    "沈岚有哪些未完成的行动项",
    "what is open for Mira Tolland?",
    "what replaced ADR-2?",
    "谁决定的盘点方案",
    "方若谷的所有决策",
)


def told(asked: Asked) -> Iterator[str]:
    """A plain question with the whole of its answer."""
    yield f"? {asked.question}"
    yield f"  taken as {asked.parsed.call}; {'complete' if asked.complete else 'not complete'}"
    yield from (f"  note: {note}" for note in asked.answered.notes)
    if asked.problem:
        yield f"  no answer: {asked.problem.message}"
    yield from (f"  {one.role} {one.name}: {', '.join(one.ids)}" for one in asked.answered.roles)
    if asked.answered.listing:
        yield from listed(asked.answered.listing)


def listed(listing: Listing) -> Iterator[str]:
    yield f"  {listing.total} in all, {listing.hidden} superseded and left out"
    yield from (f"  - {group.name}: {group.total}" for group in listing.groups if len(listing.groups) > 1)
    for item in listing.items:
        first = item.memory.content.splitlines()[0]
        replaced = f"  supersedes {', '.join(item.supersedes)}" if item.supersedes else ""
        replaced += f"  superseded by {', '.join(item.superseded_by)}" if item.superseded_by else ""
        yield f"  {item.memory.id}  {item.memory.status or item.memory.kind}  {first}{replaced}"


def walked(title: str, chain: Chain) -> Iterator[str]:
    yield f"= {title}: {' > '.join(chain.ids)}"
    for step in chain.steps:
        rests = f"  “{step.sentence}”" if step.sentence else ""
        yield f"  {step.edge.source} {step.edge.type} {step.edge.target}  by {step.edge.rule}{rests}"


def story(memory: MemoryGraph) -> str:
    """The whole story."""
    for id, day, text in WORLD:
        memory.remember(text, id=id, project=PROJECT, occurred_at=day, kind="action" if id.startswith("act-") else None)
    lines = [line for question in QUESTIONS for line in (*told(memory.ask(question)), "")]
    lines += [*walked("the line of ADR-1", memory.chain("adr-1")), ""]
    lines += [*walked("why the voucher", memory.why("apology")), ""]
    lines += [*walked("what the full disk led to", memory.consequences("full-disk")), ""]
    lines += ["= refunds, in force on 2025-03-01"]
    lines += [*listed(memory.decisions(by="顾明川", about="退款", as_of="2025-03-01")), ""]
    lines += ["= refunds, in force today", *listed(memory.decisions(by="顾明川", about="退款")), ""]
    lines += ["= one of two people of a name", *listed(memory.decisions(by="沈岚@南岸")), ""]
    before = memory.describe().fingerprint
    memory.add_alias("老顾", "顾明川")
    lines += ["= 老顾 is an alias of 顾明川", *told(memory.ask("老顾拍板的决策")), ""]
    memory.remove_alias("老顾")
    assert memory.describe().fingerprint == before
    lines += ["= and no longer", *told(memory.ask("老顾拍板的决策")), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def test_the_story_of_a_project_is_told_in_the_same_words(graph: Graph) -> None:
    memory = graph(zone="Asia/Shanghai")
    found = story(memory)
    assert check_graph(memory).described.memories == len(WORLD) == 40
    if os.environ.get("GRAPHCUE_WRITE_GOLDEN") == "1":
        FILE.write_text(found, "utf-8")
    assert found == FILE.read_text("utf-8")
