"""What a text says of itself: the one place where written fields are read, for files and for `remember` alike."""

import re
from dataclasses import dataclass
from functools import lru_cache

from graphcue.language.dates_in_fields import written_date
from graphcue.language.field_heads import BROKEN, front_matter, header_block
from graphcue.language.field_lines import read_lines
from graphcue.language.field_values import Field
from graphcue.language.names_in_fields import WrittenName, split_names
from graphcue.language.sentence_rules import Rule, told_by_sentences
from graphcue.model import (
    APPROVED_BY,
    ASSIGNED_TO,
    ATTENDED_BY,
    AUTHORED_BY,
    DECIDED_BY,
    ENTITY,
    MENTIONS,
    PERSON,
    PRESENTED_BY,
    SUPERSEDED_BY,
    SUPERSEDES,
    Link,
    Name,
)

__all__ = ["Facts", "Field", "WrittenName", "is_blank", "read_facts", "read_fields", "split_names"]

_EDGES = {
    "presenter": PRESENTED_BY,
    "author": AUTHORED_BY,
    "decider": DECIDED_BY,
    "approver": APPROVED_BY,
    "assignee": ASSIGNED_TO,
    "attendees": ATTENDED_BY,
    "reviewer": MENTIONS,
    "sponsor": MENTIONS,
    "scribe": MENTIONS,
    "chair": MENTIONS,
    "people": MENTIONS,
}
_LINKS = {
    "supersedes": SUPERSEDES,
    "superseded_by": SUPERSEDED_BY,
    "related": "RELATED_TO",
    "depends_on": "DEPENDS_ON",
    "caused_by": "CAUSED_BY",
    "resolves": "RESOLVES",
}
_KINDS = {
    **dict.fromkeys(["decision", "决策", "决定", "决议", "adr"], "decision"),
    **dict.fromkeys(["action", "行动", "行动项", "待办", "任务", "task", "todo"], "action"),
    **dict.fromkeys(["note", "笔记", "备注", "memo"], "note"),
    **dict.fromkeys(["event", "事件", "meeting", "会议"], "event"),
    **dict.fromkeys(["message", "消息", "chat"], "message"),
}
_AGENDA = ("议题", "议案", "agenda item")
"""Labels that an item of minutes alone has; `Topic:` and 主题 stand above many texts."""
_BLANK = re.compile(r"[\W_]*(?:无|暂无|没有|none|n/?a|nil|tbd|todo|待定|待补充|略|同上)?[\W_]*", re.IGNORECASE)
_LIST_SEPARATORS = re.compile(r"[,，、;；\n]+")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]\s+|\d{1,2}[.、)）]\s+)")
_LINK_TEXT = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\))?")
_LONGEST_ITEM = 120
LONGEST_REMEMBERED = 20_000
"""Characters of a text whose facts are remembered."""
_LONGEST_NAME = 60
_SIGNS = (":", "：", "议题", "|", "#", "**")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a text says of itself; '' and () where it says nothing. `date`, `valid_from` and `valid_until` are
    `YYYY-MM-DD`; `problems` are sentences about what could not be read, such as a broken front matter."""

    kind: str = ""
    status: str = ""
    date: str = ""
    project: str = ""
    names: tuple[Name, ...] = ()
    tags: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    valid_from: str = ""
    valid_until: str = ""
    problems: tuple[str, ...] = ()


_NOTHING = Facts()


def read_fields(text: str) -> tuple[Field, ...]:
    """The fields written in the text, in the order they stand: front matter, then a block of header lines, then
    field lines, headings and two-column tables."""
    if not _may_have_fields(text):
        return ()
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    matter, after = front_matter(lines)
    header, after = header_block(lines, after)
    return (*matter, *header, *read_lines(lines, after))


def read_facts(text: str) -> Facts:
    """What the text says of itself in its fields. One write asks for it several times, so short texts are remembered.

    A topic with a presenter or a conclusion is a decision, `concluded` when a conclusion is written and else
    `discussed`; so is a header block with an author and a status or title. A kind or status that is written wins.
    """
    return _remembered_facts(text) if len(text) <= LONGEST_REMEMBERED else _facts(text)


def _facts(text: str) -> Facts:
    fields = read_fields(text)
    told = _told(text, {one.role for one in fields if one.value})
    decided = any(name.edge == DECIDED_BY for name in told)
    if not fields:
        return Facts(kind="decision" if decided else "", names=told) if told else _NOTHING
    by_role: dict[str, list[Field]] = {}
    for one in fields:
        by_role.setdefault(one.role, []).append(one)
    kind, status = _kind_and_status(by_role, text.startswith("---"))
    kind = kind or ("decision" if decided else "")
    own = _own_label(fields)
    has_title = "title" in by_role
    return Facts(
        kind=kind,
        status=status,
        date=_date(by_role, "date"),
        project=_short(_first(by_role, "project").strip("# ")),
        names=(*_names(fields), *told),
        tags=_items(by_role, "tags", *(("topic",) if has_title else ())),
        cues=_items(by_role, "cues"),
        titles=_titles(by_role, own),
        links=_links(fields, own[0]),
        valid_from=_date(by_role, "valid_from"),
        valid_until=_date(by_role, "valid_until"),
        problems=tuple(one.value for one in by_role.get(BROKEN, ())),
    )


_remembered_facts = lru_cache(4096)(_facts)


def told_further(text: str, rules: tuple[Rule, ...]) -> tuple[Name, ...]:
    """The people whom a user's own rules find in the sentences of a text, for the roles that no field says."""
    return _told(text, {one.role for one in read_fields(text) if one.value}, rules) if rules else ()


def _told(text: str, written: set[str], further: tuple[Rule, ...] | None = None) -> tuple[Name, ...]:
    """The people whom sentences put in a role, for the roles that no field says."""
    people = [(one.name, _EDGES[one.role]) for one in told_by_sentences(text, further) if one.role not in written]
    return tuple(dict.fromkeys(Name(name, edge, rule=f"sentence:{edge.lower()}") for name, edge in people))


def is_blank(value: str) -> bool:
    """Whether a value says that there is nothing: '', `无`, `None`, `N/A`, `TBD`, `/`."""
    return bool(_BLANK.fullmatch(value.strip()))


def _may_have_fields(text: str) -> bool:
    """A cheap look before the work: without a colon, a bar, a heading or an agenda item there are no fields."""
    return text.startswith("---") or any(sign in text for sign in _SIGNS)


def _kind_and_status(by_role: dict[str, list[Field]], has_front_matter: bool) -> tuple[str, str]:
    kind, status = _written_kind(by_role), _short(_first(by_role, "status"))
    concluded = any(not is_blank(one.value) for one in by_role.get("conclusion", ()))
    subject = "topic" in by_role or "title" in by_role
    decided = "decider" in by_role or "approver" in by_role
    authored = "author" in by_role and not has_front_matter and (bool(status) or "title" in by_role)
    agenda = any(one.label.casefold().startswith(_AGENDA) for one in by_role.get("topic", ()))
    item = agenda or ("topic" in by_role and ("presenter" in by_role or concluded))
    if not kind and (item or authored or "decider" in by_role or (decided and (concluded or subject or bool(status)))):
        kind = "decision"
    if not kind and concluded and ("presenter" in by_role or status):
        kind = "decision"
    if not status and kind == "decision":
        status = "concluded" if concluded else "discussed" if item else ""
    return kind, status


def _written_kind(by_role: dict[str, list[Field]]) -> str:
    """The kind as written; `Type:` and 类型 stand for many things, so only the known kinds count there."""
    for one in by_role.get("kind", ()):
        written = one.value.strip().casefold()
        known = _KINDS.get(written, "")
        if known or one.label.casefold() == "kind":
            return known or written
    return ""


def _first(by_role: dict[str, list[Field]], role: str) -> str:
    return next((" ".join(one.value.split()) for one in by_role.get(role, ()) if one.value), "")


def _short(value: str) -> str:
    """The value, '' for a sentence: `项目：我们合伙，他出钱。` tells of a project and names none."""
    return "" if len(value) > _LONGEST_NAME or "。" in value else value


def _date(by_role: dict[str, list[Field]], role: str) -> str:
    return next((found for one in by_role.get(role, ()) if (found := written_date(one.value))), "")


def _names(fields: tuple[Field, ...]) -> tuple[Name, ...]:
    found: dict[Name, None] = {}
    for one in fields:
        if one.role == "entities":
            for item in _split_items(one.value):
                if "://" not in item:
                    found.setdefault(Name(item, MENTIONS, ENTITY, rule="field:entities"))
        elif one.role in _EDGES and one.value:
            for written in split_names(one.value):
                edge, rule = _EDGES[one.role], f"field:{one.role}"
                found.setdefault(Name(written.name, edge, PERSON, written.organisation, rule=rule))
    return tuple(found)


def _split_items(value: str) -> list[str]:
    parts = (_LIST_MARK.sub("", part) for part in _LIST_SEPARATORS.split(_LINK_TEXT.sub(r"\1", value)))
    cleaned = (part.strip(" \t*`\"'[]") for part in parts)
    return [part for part in cleaned if part and len(part) <= _LONGEST_ITEM and not is_blank(part)]


def _items(by_role: dict[str, list[Field]], *roles: str) -> tuple[str, ...]:
    found = (
        item.removeprefix("#") for role in roles for one in by_role.get(role, ()) for item in _split_items(one.value)
    )
    return tuple(dict.fromkeys(found))


def _own_label(fields: tuple[Field, ...]) -> tuple[str, str]:
    """Label and number of a header such as `PEP: 8`, by which other texts refer to it; ('', '') without one."""
    first = fields[0]
    numbered = not first.role and first.line_start <= 2 and first.value.isdigit() and first.label.isupper()
    return (first.label, first.value) if numbered else ("", "")


def _titles(by_role: dict[str, list[Field]], own: tuple[str, str]) -> tuple[str, ...]:
    written = [" ".join(one.value.split()) for one in by_role.get("title", ()) if one.value]
    if own[0]:
        written.insert(0, f"{own[0]} {own[1]}")
    return tuple(dict.fromkeys([*written, *_items(by_role, "aliases")]))


def _links(fields: tuple[Field, ...], own: str) -> tuple[Link, ...]:
    found: dict[Link, None] = {}
    for one in fields:
        if one.role in _LINKS:
            for item in _split_items(one.value):
                target = f"{own} {item}" if own and item.isdigit() else item
                found.setdefault(Link(_LINKS[one.role], target, f"field:{one.role}"))
    return tuple(found)
