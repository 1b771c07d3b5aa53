"""The kind of value that a question asks for, and whether a text holds one. Pure."""

import re

from graphcue.model import APPROVED_BY, ASSIGNED_TO, AUTHORED_BY, DECIDED_BY, PRESENTED_BY

_NUMBER = r"[\d一二两三四五六七八九十百千万亿半][\d,.一二两三四五六七八九十百千万亿]*\s*"
_KINDS = (
    (
        r"多少钱|价[格钱]|票价|贵|(?<!免)费|预算|经费|花费|票房|成本|工资"
        r"|\b(?:costs?|prices?|expensive|cheap|how much|budget|fees?|bill|salary)\b",
        _NUMBER + r"(?:元|块|美元|人民币|dollars|euros|pounds)|[$￥€]\s?\d|免费|无需",
    ),
    (
        r"多久|多长|几个小时|时长|片长|\b(?:how long|duration)\b",
        _NUMBER + r"(?:个?小时|分钟|天|周|秒|个月|min|hours?|days?|weeks?|months?)|\d分\d+秒",
    ),
    (
        r"什么时候|啥时候|何时|哪天|哪一?年|几几年|几[月号点]|生日|多大|[年岁]龄|年纪|岁|年代|年轻"
        r"|\b(?:when|what year|what date|how old|deadline)\b",
        r"\d{4}\s*年|\d+月\d+|[一二三四五六七八九十]{1,3}[月点日]|\d{1,2}[:：]\d{2}|\b(?:19|20)\d\d\b|全天",
    ),
    (
        r"哪里|哪儿|在哪|哪国|哪个(?:国家|地区)|什么地方|位置|地址|何处|怎么走|\b(?:where|address|located)\b",
        r"地址|位置|出生地|产地|国籍|地区|位于|[省市].{1,8}[区县市路街]|\d号|\blocated\b",
    ),
    (r"电话|联系|号码|\b(?:phone|contact)\b", r"\d{3,4}-\d{7,8}|\d{11}|400-"),
    (r"多少|几[首部个集张人位]|\b(?:how many|number of)\b", r"\d|" + _NUMBER + "[个家台笔次人位倍成份条张件把页元块]"),
)
"""(what asks, what answers): money, duration, date, place, phone, count; the first that asks counts."""

KINDS = tuple((re.compile(asks, re.IGNORECASE), re.compile(answers, re.IGNORECASE)) for asks, answers in _KINDS)


def kind_asked(question: str) -> int | None:
    """The number of the kind of value that the question asks for."""
    return next((n for n, (asks, _) in enumerate(KINDS) if asks.search(question)), None)


def holds(kind: int, content: str) -> bool:
    """Whether a text holds a value of that kind."""
    return KINDS[kind][1].search(content) is not None


_ROLES = (
    (DECIDED_BY, r"(?:谁|哪位).{0,4}(?:决定|决策|拍板|定的)|\bwho\b.{0,12}\bdecid"),
    (APPROVED_BY, r"(?:谁|哪位).{0,4}(?:批准|审批|签字|同意)|\bwho\b.{0,12}\b(?:approv|sign)"),
    (
        ASSIGNED_TO,
        r"(?:谁|哪位).{0,6}(?:负责|跟进|承担|来做)|负责人是谁|\bwho\b.{0,12}\b(?:own|lead|run|responsible|assigned)",
    ),
    (PRESENTED_BY, r"(?:谁|哪位).{0,4}(?:汇报|介绍|讲)|\bwho\b.{0,12}\bpresent"),
    (AUTHORED_BY, r"(?:谁|哪位).{0,4}(?:写|起草|提出)|作者是谁|\bwho\b.{0,12}\b(?:wrote|writ|author|propos|draft)"),
)
ROLES = tuple((role, re.compile(pattern, re.IGNORECASE)) for role, pattern in _ROLES)


def role_asked(question: str) -> str | None:
    """The edge of the role that is asked for."""
    return next((role for role, pattern in ROLES if pattern.search(question)), None)
