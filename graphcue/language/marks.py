"""Marks by which a text says what it is: `@decision`, `@决策`, `#标签`, `优先级=高`, `owner = Nadia`."""

import re
from dataclasses import dataclass

from graphcue.language.folding import HAN, fold_name
from graphcue.language.words import bounded

MOST = 12
"""Marks of one text that become cues: the first ones."""
BEHAVIOURS = {
    "decision": ("decision", "decided", "决策", "决定", "決策", "決定"),
    "action": ("action", "行动项", "行动", "行動"),
    "todo": ("todo", "待办", "待辦"),
    "risk": ("risk", "风险", "風險"),
    "blocker": ("blocker", "blocked", "阻塞"),
    "question": ("question", "疑问", "问题", "問題"),
    "idea": ("idea", "想法"),
    "event": ("event", "事件"),
    "milestone": ("milestone", "里程碑"),
    "lesson": ("lesson", "教训", "教訓"),
    "preference": ("preference", "偏好"),
    "feedback": ("feedback", "反馈", "反饋"),
    "fact": ("fact", "事实", "事實"),
    "note": ("note", "备注", "笔记", "備註", "筆記"),
}
"""What stands behind `@` → how it is written. Any other word behind `@` names somebody."""

_KINDS = {form: kind for kind, forms in BEHAVIOURS.items() for form in forms}
_AT = re.compile(
    rf"(?<![A-Za-z0-9_@/.+-])[@＠]({'|'.join(sorted(_KINDS, key=len, reverse=True))})(?![A-Za-z0-9_.@-])", re.I
)
_PAIR = re.compile(
    rf"(?<![\w=?&.\"'\[<(/-])([A-Za-z][A-Za-z_-]{{1,20}}|[{HAN}]{{1,8}})\s?[=＝]\s?(\w[\w.%+-]{{0,30}})(?![\w=(>])"
)
_HASHTAG = re.compile(r"(?<![0-9A-Za-z_&/#＃\\])[#＃]([\w][\w/·-]{0,63})(?![\w/·-])[#＃]?")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+|www\.\S+")
_COLOUR = re.compile(r"[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at [start, end) of the text as written; `key` is its cue, `rule` how it is written: at or pair."""

    key: str
    start: int
    end: int
    rule: str


def find_marks(text: str) -> tuple[Mark, ...]:
    """What a text says of itself behind `@` and around `=`, in order."""
    found: list[Mark] = []
    if "@" in text or "＠" in text:
        found += [Mark(f"behavior:{_KINDS[m[1].lower()]}", *m.span(), "at") for m in _AT.finditer(text)]
    if "=" in text or "＝" in text:
        found += [Mark(_pair_key(m), *m.span(), "pair") for m in _PAIR.finditer(text)]
    return tuple(sorted(found, key=lambda mark: mark.start)[:MOST])


def hashtags(text: str) -> list[str]:
    """The tags of a plain text, as written, in order; no colours (`#fff`), no numbers (`#12`)."""
    if "#" not in text and "＃" not in text:
        return []
    found = (match[1].rstrip("/-·") for match in _HASHTAG.finditer(_URL.sub(" ", text)))
    return [tag for tag in found if any(char.isalpha() for char in tag) and not _COLOUR.fullmatch(tag)]


def _pair_key(match: re.Match[str]) -> str:
    return f"behavior:{bounded(f'{fold_name(match[1])}={fold_name(match[2])}')}"
