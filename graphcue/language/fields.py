"""What a text says of itself: the one place where written fields are read, for files and for `remember` alike."""

import re
from dataclasses import dataclass
from functools import lru_cache

from graphcue.language.assignees import assignees_of
from graphcue.language.dates_in_fields import written_date
from graphcue.language.field_heads import BROKEN, front_matter, header_block
from graphcue.language.field_lines import read_lines
from graphcue.language.field_values import Field
from graphcue.language.motions import outcome_of
from graphcue.language.names_in_fields import WrittenName, split_names
from graphcue.language.own_headings import own_heading
from graphcue.language.references import references_of
from graphcue.language.said_relations import said_relations
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

__all__ = ["Facts", "Field", "WrittenName", "is_blank", "is_concluded", "read_facts", "read_fields", "split_names"]

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
    "absent": MENTIONS,
    "people": MENTIONS,
}
_LINKS = {
    "supersedes": SUPERSEDES,
    "superseded_by": SUPERSEDED_BY,
    "related": "RELATED_TO",
    "depends_on": "DEPENDS_ON",
    "caused_by": "CAUSED_BY",
    "reason": "CAUSED_BY",
    "resolves": "RESOLVES",
}
_OF_AN_ACTION = frozenset(("open_items", "assignee", "status", "date", "project", "tags", ""))
"""The roles that may stand beside an action that is a text of its own."""
_KINDS = {
    **dict.fromkeys(["decision", "决策", "决定", "决议", "adr"], "decision"),
    **dict.fromkeys(["action", "行动", "行动项", "待办", "任务", "task", "todo"], "action"),
    **dict.fromkeys(["note", "笔记", "备注", "memo"], "note"),
    **dict.fromkeys(["event", "事件", "meeting", "会议"], "event"),
    **dict.fromkeys(["message", "消息", "chat"], "message"),
}
_AGENDA = ("议题", "议案", "agenda item")
"""Labels that an item of minutes alone has; `Topic:` and 主题 stand above many texts."""
_DECIDING_LABELS = frozenset(("决策", "决定", "决议", "decision", "resolution", "resolved", "agreed"))
_BLANK = re.compile(r"[\W_]*(?:无|暂无|没有|none|n/?a|nil|tbd|todo|待定|待补充|略|同上)?[\W_]*", re.IGNORECASE)
_LIST_SEPARATORS = re.compile(r"[,，、;；\n]+")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]\s+|\d{1,2}[.、)）]\s+)")
_LINK_TEXT = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\))?")
_LONGEST_ITEM = 120
_HEADER_BEGINS = 6
"""Lines above a header of labels, at most: a title between two rules."""
_LONGEST_DATE = 25
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
    outcome = outcome_of(text)
    if not fields:
        return Facts(_if_any("decision", decided or outcome), outcome, names=told, links=said_relations(text))
    by_role: dict[str, list[Field]] = {}
    for one in fields:
        by_role.setdefault(one.role, []).append(one)
    kind, status = _kind_and_status(by_role, text.startswith("---"), outcome)
    kind = kind or _if_any("decision", decided)
    actors = _actors(fields) if not kind else ()
    if actors:
        kind, status = "action", status or "open"
    heading = own_heading(text, kind == "decision")
    label = _own_label(fields)
    own = label if label[0] else (heading.series, heading.number)
    has_title = "title" in by_role
    return Facts(
        kind=kind,
        status=status,
        date=_date(by_role, "date"),
        project=_short(_first(by_role, "project").strip("# ")),
        names=tuple(dict.fromkeys((*_names(fields), *actors, *told))),
        tags=_items(by_role, "tags", *(("topic",) if has_title else ())),
        cues=_items(by_role, "cues"),
        titles=tuple(dict.fromkeys((*_titles(by_role, label), *heading.titles))),
        links=tuple(dict.fromkeys((*_links(fields, own[0]), *said_relations(text, own[0])))),
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


def _if_any(kind: str, sign: object) -> str:
    return kind if sign else ""


def _actors(fields: tuple[Field, ...]) -> tuple[Name, ...]:
    """Whom a text is given to that is nothing but one action: `ACTION: Ana Ruiz to write the tests`."""
    first = fields[0]
    alone = first.role == "open_items" and first.line_start == 1 and {one.role for one in fields} <= _OF_AN_ACTION
    people = assignees_of(first.value) if alone and "\n" not in first.value else ()
    return tuple(Name(one.name, ASSIGNED_TO, PERSON, one.organisation, rule="field:open_items") for one in people)


def _opens_with_decision(by_role: dict[str, list[Field]]) -> bool:
    """Whether the text begins `决策：…` or `Decision: …`, or writes `RESOLVED:` in capitals, as minutes do; any other
    conclusion may be one of anything."""
    labels = [(one.label.strip(), one.line_start) for one in by_role.get("conclusion", ())]
    return any((line == 1 or label.isupper()) and label.casefold() in _DECIDING_LABELS for label, line in labels)


def is_concluded(text: str) -> bool:
    """Whether a conclusion is written in one of the text's fields."""
    return any(one.role == "conclusion" and _concludes(one.value) for one in read_fields(text))


def _concludes(value: str) -> bool:
    """Whether a conclusion says something; `Resolved: 2024-05-01` is a date."""
    return not is_blank(value) and not (len(value) <= _LONGEST_DATE and written_date(value))


def _kind_and_status(by_role: dict[str, list[Field]], has_front_matter: bool, outcome: str = "") -> tuple[str, str]:
    kind, status = _written_kind(by_role), _status(by_role) or outcome
    concluded = bool(outcome) or any(_concludes(one.value) for one in by_role.get("conclusion", ()))
    subject = "topic" in by_role or "title" in by_role
    decided = "decider" in by_role or "approver" in by_role
    authored = "author" in by_role and not has_front_matter and (bool(status) or "title" in by_role)
    agenda = any(one.label.casefold().startswith(_AGENDA) for one in by_role.get("topic", ()))
    item = agenda or ("topic" in by_role and ("presenter" in by_role or concluded))
    if not kind and (item or authored or "decider" in by_role or (decided and (concluded or subject or bool(status)))):
        kind = "decision"
    if not kind and concluded and ("presenter" in by_role or status or _opens_with_decision(by_role)):
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


def _status(by_role: dict[str, list[Field]]) -> str:
    """The status as written, without emphasis and addresses: `Superseded by ADR-9`."""
    return _short(_LINK_TEXT.sub(r"\1", _first(by_role, "status")).strip("*_`\"' "))


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
    numbered = not first.role and first.line_start <= _HEADER_BEGINS and first.value.isdigit() and first.label.isupper()
    return (first.label, first.value) if numbered else ("", "")


def _titles(by_role: dict[str, list[Field]], own: tuple[str, str]) -> tuple[str, ...]:
    written = [" ".join(one.value.split()) for one in by_role.get("title", ()) if one.value]
    if own[0]:
        written.insert(0, f"{own[0]} {own[1]}")
    return tuple(dict.fromkeys([*written, *_items(by_role, "aliases")]))


def _link_targets(field: Field, own: str) -> list[str]:
    """What a field links to; a reason is mostly told in words, so only what it refers to counts there."""
    if field.role == "reason":
        return [target for target, _ in references_of(field.value)]
    return [f"{own} {item}" if own and item.isdigit() else item for item in _split_items(field.value)]


def _links(fields: tuple[Field, ...], own: str) -> tuple[Link, ...]:
    found: dict[Link, None] = {}
    for one in fields:
        if one.role in _LINKS:
            for target in _link_targets(one, own):
                found.setdefault(Link(_LINKS[one.role], target, f"field:{one.role}"))
    return tuple(found)
