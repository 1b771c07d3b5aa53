"""Markdown of any form → records: one a section; a section that tells of a decision is one."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import tzinfo

from graphcue.language.field_heads import front_matter
from graphcue.language.fields import Facts, is_blank, read_facts
from graphcue.language.labels import role_of
from graphcue.language.own_headings import own_heading
from graphcue.model import DECIDED_BY, Record
from graphcue.sources.actions import action_records, actions_in
from graphcue.sources.marks import read_marks
from graphcue.sources.outline import Outline, Section, read_outline
from graphcue.sources.passages import (
    LONGEST_TITLE,
    Head,
    Passage,
    date_of,
    file_name,
    numbered,
    passages,
    read_head,
    record_of,
    title_of,
    united,
)
from graphcue.sources.reading import Reading

SECTION_LIMIT = 4_000
"""Characters of one record at most; a longer section is cut between paragraphs."""

DECISION = "decision"
CONCLUDED = "concluded"

_DECISION_LINE = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?"
    r"(?:@(?:decision\b|决策)[ \t]*[:：]?|(?:决策|决定|decision)(?:\*\*)?[ \t]*[:：])[ \t]*(.*)",
    re.IGNORECASE,
)
_DECISION_RECORD = re.compile(
    r"^(?:#{1,6}[ \t]+(?:决策记录|decision(?: record)?)[ \t]*[0-9]{0,4}[ \t]*[:：][ \t]*\S|@decision\b)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Page:
    """A document on its way to records."""

    path: str
    lines: list[str]
    outline: Outline
    head: Head
    zone: tzinfo


def has_decision_records(path: str, text: str) -> bool:
    """Whether a heading `决策记录: X` or `Decision: X`, or a line `@decision`, says that this is no minutes."""
    return bool(_DECISION_RECORD.search(text))


def read_markdown(path: str, text: str, zone: tzinfo) -> Reading:
    """The records of all sections in order; `skipped` says what could not be read, such as a broken front matter.

    Front matter holds for all of them; so do project, date and authors stated in the opening. The date is that of
    the head, else the file name's, else the nearest heading's; a day is a day in `zone`. Links of the front
    matter, its aliases and the file's name belong to the first record.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    front, first = front_matter(lines)
    facts = read_facts("\n".join(lines[:first])) if first else Facts()
    outline = read_outline(lines, first, facts.kind == DECISION)
    if facts.kind != DECISION and _is_one_decision(lines, outline):
        outline = read_outline(lines, first, is_decision=True)
    problems = "; ".join(f"{path}: {problem}" for problem in facts.problems)
    page = _Page(path, lines, outline, _head(path, _opening(lines, outline), facts, zone), zone)
    records = [record for section in outline.sections for record in _records(page, section)]
    if not records:
        return Reading(skipped=problems or f"{path}: no text in it")
    extra = {one.label: one.value for one in front if not one.role}
    records = [replace(record, metadata=extra) for record in records]
    records[0] = _standing_for_all(records, path, facts)
    return Reading(numbered(records), problems)


def _is_one_decision(lines: list[str], outline: Outline) -> bool:
    """Whether a text under one heading is a decision record: it is numbered (`# ADR-5: X`) or names deciders, and says so
    above its sections; or it has sections for its status and for the decision."""
    headings = [heading for section in outline.sections for heading in section.headings]
    if not headings or headings[0].level != 1 or any(one.level == 1 or one.decision for one in headings[1:]):
        return False
    roles = {role_of(heading.text) for heading in headings[1:] if heading.level == 2}
    start, end = outline.opening
    opening = "\n".join(lines[start:end])
    if "status" in roles and "conclusion" in roles:
        return True
    facts = read_facts(opening)
    decided = any(name.edge == DECIDED_BY for name in facts.names)
    return facts.kind == DECISION and (decided or bool(own_heading(opening, is_decision=False).series))


def _opening(lines: list[str], outline: Outline) -> Facts:
    start, end = outline.opening
    return read_head("\n".join(lines[start:end]))


def _head(path: str, opening: Facts, facts: Facts, zone: tzinfo) -> Head:
    """What front matter and opening say of the whole document."""
    shared = replace(
        facts,
        kind="" if facts.kind == DECISION else facts.kind,
        project=facts.project or opening.project,
        names=united(facts.names, opening.names),
    )
    return Head(shared, date_of((facts.date, opening.date, file_name(path)), zone))


def _standing_for_all(records: list[Record], path: str, facts: Facts) -> Record:
    """The first record, which links to the document lead to; it is the decision of a document that says it is one."""
    first = records[0]
    if facts.kind == DECISION and not any(record.kind == DECISION for record in records):
        first = replace(first, kind=DECISION, status=first.status or facts.status or CONCLUDED)
    titles = united(first.titles, facts.titles, [title_of(path)])
    return replace(first, titles=titles, links=united(facts.links, first.links))


def _records(page: _Page, section: Section) -> list[Record]:
    parts = passages(page.lines, (section.start, section.end), SECTION_LIMIT, page.outline.code)
    if not parts:
        return []
    if page.head.occurred_at is None:
        day = date_of((heading.text for heading in reversed(section.path)), page.zone)
        page = replace(page, head=replace(page.head, occurred_at=day))
    first, *others = (_record(page, part, _facts(page, section, part)) for part in parts)
    return [_titled(page, section, first), *others, *_actions(page, section)]


def _actions(page: _Page, section: Section) -> Iterator[Record]:
    lines = ["" if at in page.outline.code else line for at, line in enumerate(page.lines)]
    own = section.headings[-1] if section.headings else None
    start = own.line if own else section.start
    points = actions_in(lines, (start, section.end), own.text if own else "")
    title = " / ".join(heading.text for heading in section.path)
    return action_records(points, page.path, page.head, title if len(title) <= LONGEST_TITLE else "")


def _facts(page: _Page, section: Section, part: Passage) -> Facts:
    """The facts of a passage. Code holds none, nor does a heading `Decision: X`: as a field it would take in the
    fields below it."""
    silent = {*page.outline.code, *(heading.line for heading in section.headings if heading.decision)}
    lines = enumerate(part.text.split("\n"), part.line_start - 1)
    return read_facts("\n".join("" if at in silent else line for at, line in lines))


def _record(page: _Page, part: Passage, facts: Facts) -> Record:
    record = record_of(part, page.path, page.head, facts)
    paragraphs = page.outline.paragraphs
    start = bisect_left(paragraphs, (part.line_start - 1, ""))
    end = bisect_left(paragraphs, (part.line_end, ""))
    marks = read_marks([text for _, text in paragraphs[start:end]])
    return replace(record, tags=united(record.tags, marks.tags), links=united(record.links, marks.links))


def _titled(page: _Page, section: Section, record: Record) -> Record:
    """The first record of a section, with the names that links find it by; a decision with kind and status."""
    decisions = [heading.decision for heading in section.headings if heading.decision]
    decisions += _decision_lines(page, section)
    own = [heading.text for heading in reversed(section.headings)]
    whole = " / ".join(heading.text for heading in section.path)
    titles = (title for title in united(decisions, own, [whole], record.titles) if 0 < len(title) <= LONGEST_TITLE)
    if not decisions:
        return replace(record, titles=tuple(titles))
    status = record.status or page.head.facts.status or CONCLUDED
    return replace(record, kind=DECISION, status=status, titles=tuple(titles))


def _decision_lines(page: _Page, section: Section) -> list[str]:
    """What stands behind `@decision` or `决策：` in the section's own lines, '' where it goes on below."""
    body = section.headings[-1].body if section.headings else section.start
    own = (page.lines[at] for at in range(body, section.end) if at not in page.outline.code)
    matches = map(_DECISION_LINE.match, own)
    found = (match[1].strip(" *") for match in matches if match)
    return [text for text in found if not text or not is_blank(text)]
