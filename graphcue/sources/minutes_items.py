"""Minutes → agenda items: what the notes hold of each, and those that stand in the agenda only."""

import re
from collections.abc import Sequence
from dataclasses import replace

from graphcue.language.field_tables import table_length
from graphcue.language.fields import Field, read_fields
from graphcue.sources.minutes_agenda import Entry, presenters_of, read_agenda, table_entries
from graphcue.sources.minutes_match import match_entries
from graphcue.sources.minutes_outline import AGENDA, ITEM, NOTES, Part, heading_level, number_of
from graphcue.sources.minutes_text import list_depth, plain, plain_lines, without_mark

_NUMBERED = re.compile(r"(?:[-*+] )?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[.、][ \t]*\S")


_BULLET = re.compile(r"^[-*+•·]\s+")
_SECTION_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2})+[ \t]+")


def read_items(lines: list[str], parts: list[Part]) -> list[Entry]:
    """The agenda items in the order of the notes; one that only the agenda lists follows the one listed before it."""
    agenda = _once(
        [one for part in parts if part.kind == AGENDA for one in read_agenda(lines, part.start + 1, part.end)]
    )
    noted = [_noted(lines, part) for part in parts if part.kind == ITEM]
    if not noted and len(agenda) == 1:
        return [_whole_notes(lines, parts, agenda[0])]
    if not noted and agenda:
        noted = _found_in_notes(lines, parts, agenda)
    if not noted and not agenda:
        return _from_tables(lines) or _from_fields(lines) or _candidates(lines, parts)
    return _merge(agenda, noted)


def _once(entries: list[Entry]) -> list[Entry]:
    return list({(entry.topic, entry.number): entry for entry in reversed(entries)}.values())[::-1]


def _noted(lines: list[str], part: Part) -> Entry:
    topic, people = presenters_of(part.topic.strip(" \t*：:"))
    return _entry(lines, part.start, part.end, Entry(topic, part.number, 0, 0, (), people))


def _entry(lines: list[str], start: int, end: int, entry: Entry) -> Entry:
    """The entry with the lines between two indices as its own."""
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    own = tuple(plain_lines(lines[start:end]))
    own = (_BULLET.sub("", own[0].strip()), *own[1:]) if own else own
    return replace(entry, line_start=start + 1, line_end=end, lines=own)


def _whole_notes(lines: list[str], parts: list[Part], entry: Entry) -> Entry:
    """The only item of a meeting: all notes are its."""
    notes = [part for part in parts if part.kind == NOTES]
    body = [line for part in notes for line in plain_lines(lines[part.start + 1 : part.end])]
    if not body:
        return entry
    return replace(entry, lines=(*entry.lines, *body), line_end=max(entry.line_end, notes[-1].end))


def _merge(agenda: Sequence[Entry], noted: Sequence[Entry]) -> list[Entry]:
    matched = match_entries(agenda, noted)
    listed = {to: at for at, to in matched.items()}
    merged = [_completed(item, agenda[listed[to]]) if to in listed else item for to, item in enumerate(noted)]
    order: list[tuple[int, int, Entry]] = []
    last = -1
    for to, item in enumerate(merged):
        last = listed.get(to, last)
        order.append((to, -1, item))
    for at, entry in enumerate(agenda):
        if at not in matched:
            before = [matched[one] for one in matched if one < at]
            order.append((max(before, default=-1), at, entry))
    return [entry for _, _, entry in sorted(order, key=lambda one: one[:2])]


def _completed(item: Entry, entry: Entry) -> Entry:
    """An item of the notes with what only the agenda says: who presents it, and its topic where the notes bear the
    number alone (`议题一：`)."""
    item = replace(item, presenters=item.presenters or entry.presenters)
    if item.topic:
        return item
    return replace(item, topic=entry.topic, lines=(item.lines[0] + entry.topic, *item.lines[1:]))


def _found_in_notes(lines: list[str], parts: list[Part], agenda: list[Entry]) -> list[Entry]:
    """Where the notes are a plain list: those of its points that the agenda lists, each up to the next."""
    candidates = _candidates(lines, parts)
    matched = match_entries(agenda, candidates)
    starts = sorted((candidates[to].line_start - 1, at) for at, to in matched.items())
    end = max((part.end for part in parts if part.kind == NOTES), default=0)
    ends = [*(start for start, _ in starts[1:]), end][: len(starts)]
    return [
        _under(agenda[at], _entry(lines, start, after, agenda[at]))
        for (start, at), after in zip(starts, ends, strict=True)
    ]


def _under(entry: Entry, point: Entry) -> Entry:
    """A point of the notes below its line of the agenda; its own heading goes where it says nothing more."""
    heading = without_mark(point.lines[0])
    body = point.lines[1:] if heading in entry.topic or entry.topic in heading else point.lines
    first = point.lines[0] if entry.topic in heading else entry.lines[0]
    return replace(point, lines=(first, *entry.lines[1:], *body))


def _candidates(lines: list[str], parts: list[Part]) -> list[Entry]:
    """The headings of the notes, or else their numbered points, or else their points."""
    notes = [at for part in parts if part.kind == NOTES for at in range(part.start + 1, part.end)]
    headings = [at for at in notes if heading_level(lines[at])]
    top = min((heading_level(lines[at]) for at in headings), default=0)
    starts = [at for at in headings if heading_level(lines[at]) == top]
    starts = starts or [at for at in notes if _NUMBERED.match(lines[at])]
    starts = starts or [at for at in notes if list_depth(lines[at]) == 0]
    ends = [*starts[1:], notes[-1] + 1 if notes else 0]
    return [_point(lines, start, end) for start, end in zip(starts, ends, strict=True)] if starts else []


def _point(lines: list[str], start: int, end: int) -> Entry:
    written = plain(lines[start]).strip()
    topic, people = presenters_of(_SECTION_NUMBER.sub("", without_mark(written)).strip(" ：:"))
    return _entry(lines, start, end, Entry(topic, number_of(re.sub(r"^[-*+] ", "", written)), 0, 0, (), people))


def _from_tables(lines: list[str]) -> list[Entry]:
    """The rows of every table that has a column of topics."""
    found: list[Entry] = []
    at = 0
    while at < len(lines):
        length = table_length(lines, at) if lines[at].lstrip().startswith("|") else 1
        if length > 1:
            found += table_entries(lines[at : at + length], at + 1)
        at += length
    return found


def _from_fields(lines: list[str]) -> list[Entry]:
    """Minutes that are nothing but fields, such as a two-column table: one item a topic."""
    groups: list[list[Field]] = []
    for field in read_fields("\n".join(lines)):
        if field.role == "topic" and field.value:
            groups.append([field])
        elif groups and field.value:
            groups[-1].append(field)
    return [_of_fields(group) for group in groups]


def _of_fields(group: list[Field]) -> Entry:
    written = [f"{field.label}：{field.value}" for field in group]
    content = tuple(line for text in written for line in text.split("\n"))
    return Entry(group[0].value, 0, group[0].line_start, group[-1].line_end, content)
