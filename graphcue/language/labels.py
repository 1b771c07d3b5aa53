"""Label → role: the one table of the field labels that are understood, Chinese and English alike."""

import re
from functools import lru_cache

_LABELS = {
    "topic": "议题 议题名称 议题主题 会议主题 评审议题 讨论议题 讨论事项 议案 决策议题 主题|topic|agenda item|subject"
    "|决策记录|decision record",
    "title": "标题 题目 名称|title|name",
    "presenter": "汇报人 汇报者 主汇报人 议题汇报人 主讲 主讲人 讲解人 发言人 宣讲人 演讲人 演讲者 报告人 分享人 介绍人"
    "|presenter|presenters|presented by|speaker|speakers",
    "author": "作者 撰写人 撰稿人 编写人 起草人 执笔人 执笔 提出人 提案人 提议人 发起人 申请人 议题申报人 申报人 动议 动议人"
    "|author|authors|written by|drafted by|proposed by|proposer|proposers|moved by|mover|motion by|submitted by",
    "decider": "决策人 决策者 决策人员 决定人 拍板 拍板人 裁决人"
    "|decider|deciders|decision maker|decision makers|decided by|pep delegate|bdfl delegate|delegate|decision by",
    "approver": "批准人 批准 审批人 审批 核准人 签发人 签发 附议 附议人"
    "|approver|approvers|approved by|signed off by|accepted by|ratified by|seconded by|seconder",
    "assignee": "责任人 负责人 负责 主责 主责人 承办人 执行人 处理人 跟进人 跟踪人 经办人 受理人 责任方 责任单位 指派给"
    "|owner|owners|action owner|assignee|assignees|assigned to|responsible|responsible person|dri",
    "reviewer": "评审人 审核人 检视人 复核人 审阅人 评委|reviewer|reviewers|reviewed by",
    "sponsor": "赞助人 保荐人|sponsor|sponsors|sponsored by|shepherd",
    "scribe": "记录人 记录员 纪要人 纪要整理|scribe|minute taker|note taker|notes by|minutes by",
    "chair": "主持人 主持 会议主持 召集人 组织者|chair|moderator|facilitator|convener",
    "attendees": "与会人 与会人员 与会者 参会人 参会人员 参会者 参与人 参与人员 参加人 参加人员 出席 出席人"
    " 出席人员 出席者 到会人员 主要参会人 主要参会人员 主要与会人 主要与会者"
    "|attendees|attendee|attendance|participants|participant|present",
    "absent": "缺席 缺席人 缺席人员 请假 请假人 请假人员 未到 未出席|regrets|absent|absentees|apologies|not present|excused",
    "conclusion": "结论 会议结论 主要结论 讨论结论 评审结论 议题结论 最终结论 决议 会议决议 决定 会议决定 决策"
    " 决策结果 决策结论 评审结果 讨论结果"
    "|conclusion|conclusions|decision|decisions|resolution|resolutions|outcome|decision outcome|resolved|agreed|agreement"
    "|agreements|consensus",
    "open_items": "遗留问题 遗留 遗留任务 遗留事项 遗留工作 议题遗留工作 遗留点 遗留问题和待办 待办 待办事项 待办项"
    " 待解决问题 行动项 行动 行动计划 后续行动 下一步计划 下一步行动 跟踪事项 跟进事项"
    "|action items|action item|actions|action|open items|open issues|todo|todos|to do|next steps|follow ups|follow up",
    "agenda": "议程 议程表 会议议程 会议议题 议题列表|agenda|topics",
    "notes": "会议纪要 议题纪要 纪要 会议要点 主要内容 会议内容 讨论内容 工作进展 进展情况 进展"
    " 遗留问题闭环确认 闭环确认|notes|minutes|discussion",
    "status": "状态 当前状态 议题状态 决策状态|status|state",
    "date": "日期 时间 会议时间 会议日期 召开时间 发生时间 记录日期 创建日期 创建时间 决策日期 决策时间"
    "|date|time|when|created|meeting date|meeting time|decision date|date decided",
    "kind": "类型 类别 种类|kind|type|record type",
    "project": "项目 项目名称 所属项目 项目名|project|project name|sig",
    "tags": "标签 关键词 关键字|tags|tag|keywords|keyword|labels|categories",
    "cues": "线索 检索键 检索词|cues|cue|retrieval key|retrieval keys",
    "people": "相关人 相关人员 涉及人员 干系人 咨询 征询 知会|people|person|persons|stakeholders|consulted|informed",
    "entities": "实体 相关实体 涉及仓库 相关仓库|entities|entity",
    "aliases": "别名 又名 又称|aliases|alias|also known as|aka",
    "supersedes": "取代 替代 代替 废止|supersedes|supercedes|superseded decision|replaces|obsoletes",
    "superseded_by": "被取代 被替代 已被取代 已被替代|superseded by|superceded by|replaced by|obsoleted by",
    "related": "相关 关联 参见 另见 相关决策 相关记忆 关联决策"
    "|related|related to|see also|relates to|amends|amended by",
    "depends_on": "依赖 依赖于 前置 前置条件|depends on|depends|requires|dependencies|prerequisites",
    "caused_by": "起因 缘由 起因于|caused by|because of",
    "reason": "原因 理由 缘故|reason|reasons|rationale",
    "resolves": "|resolves|fixes|closes",
    "valid_from": "生效日期 生效时间 生效 有效期自|valid from|effective from|effective date|effective",
    "valid_until": "失效日期 失效时间 失效 有效期至|valid until|valid to|effective until|expires",
}
"""Role → its labels: Chinese ones parted by spaces, then English ones, folded by `_fold`, parted by bars."""

_NUMBERED = re.compile(r"(议题|topic|agenda item|行动项?|action item)\s*(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3})")
_IN_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]?\s*")
_JOINERS = re.compile(r"[\s\-_]+")


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for role, written in _LABELS.items():
        chinese, *others = written.split("|")
        for label in (*chinese.split(), *others):
            table[label] = role
    return table


ROLES = _table()
SECTIONS = frozenset(("conclusion", "open_items", "attendees", "absent", "agenda", "notes"))
"""Roles whose value goes on over the lines below, until the next field or heading."""

LONGEST = 40
"""A label has at most so many characters, brackets and marks included."""


@lru_cache(maxsize=4096)
def role_of(label: str) -> str:
    """The role of a label as written, '' for one that is not in the table: `会议结论`, `PEP-Delegate`."""
    return ROLES.get(label) or ROLES.get(_fold(label), "")


def _fold(label: str) -> str:
    plain = _IN_BRACKETS.sub("", label).strip().casefold()
    numbered = _NUMBERED.fullmatch(plain)
    if numbered:
        return numbered.group(1)
    return _JOINERS.sub(" " if plain.isascii() else "", plain)
