"""Meeting minutes → one decision record an agenda item, and one action an open point."""

import re
from collections import Counter
from dataclasses import dataclass, replace

from graphcue.language.field_lines import read_lines, split_label
from graphcue.language.fields import is_concluded, read_facts, read_fields
from graphcue.language.names_in_fields import WrittenName
from graphcue.model import ASSIGNED_TO, PRESENTED_BY, Link, Name, Place, Record
from graphcue.sources.actions import open_value
from graphcue.sources.minutes_actions import OpenPoint, open_points
from graphcue.sources.minutes_agenda import Entry
from graphcue.sources.minutes_items import read_items
from graphcue.sources.minutes_meeting import Meeting, day, read_meeting
from graphcue.sources.minutes_outline import NOTES, OPEN, OTHER, Part, outline
from graphcue.sources.minutes_text import plain_lines
from graphcue.sources.reading import Reading

_PATH = re.compile(r"(?:^|[/\\_.-])(?:meetings?|metting|minutes|weekly|例会|会议|周会)|纪要", re.IGNORECASE)
_SIGNS = frozenset(("topic", "agenda", "presenter", "attendees", "conclusion", "open_items", "notes"))
_PARTED = frozenset(("topic", "agenda", "notes"))
"""The signs of minutes that tell their items apart; headings do so in others, which any reader of Markdown sees."""
_SECTION = re.compile(r"^#{2,6}[ \t]+\S", re.MULTILINE)
_WORDS = re.compile(r"https?://\S+|[\W\d_]+")
_RECORDING = re.compile(
    r"录制|录屏|录播|回放|提取码|会议号|腾讯会议|点击链接|会议通知|议题申报|data:image|^日期 ?[:：]|^主题 ?[:：]"
)
_LEAST_LETTERS = 12


@dataclass(frozen=True, slots=True)
class _Source:
    """A file under way: its path, its lines, and the meeting they are of."""

    path: str
    lines: list[str]
    meeting: Meeting


def is_minutes(path: str, text: str) -> bool:
    """Whether the file is minutes: two kinds of their labels, or one (or nothing at all) where the path says so."""
    named = bool(_PATH.search(path))
    signs = set()
    for line in text.split("\n"):
        label = split_label(line) if line.strip() else None
        if label and label.role in _SIGNS:
            signs.add(label.role)
            if "topic" in signs and len(signs) > 1:
                return True
    if len(signs) > 2 and (signs & _PARTED or not _SECTION.search(text)):
        return True
    return named and (bool(signs) or not text.strip() or any(one.role == "topic" for one in read_fields(text)))


def read_minutes(path: str, text: str) -> Reading:
    """The records of the minutes at `path`, in the order they stand: every agenda item with its open points, then
    what the meeting as a whole left open or noted. Without an item, the reason."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if not text.strip("\ufeff \r\n\t"):
        return Reading((), "the file is empty")
    parts = outline(lines)
    source = _Source(path, lines, read_meeting(path, lines, parts))
    items = read_items(lines, parts)
    if not items:
        return Reading((), "no agenda item is written in it; it looks like a template")
    records = [record for at, item in enumerate(items, 1) for record in _of_item(source, item, at)]
    records += _of_meeting(source, parts, items)
    return Reading(tuple(_numbered(records)))


def _numbered(records: list[Record]) -> list[Record]:
    """The records with their positions, and the ordinals of those with equal content."""
    seen: Counter[str] = Counter()
    found = []
    for at, record in enumerate(records):
        place = replace(record.place, position=at) if record.place else None
        found.append(replace(record, place=place, ordinal=seen[record.content]))
        seen[record.content] += 1
    return found


def _of_item(source: _Source, item: Entry, number: int) -> list[Record]:
    content = "\n".join(item.lines)
    facts = read_facts(content)
    own = list(facts.names)
    said = "minutes:presenter"
    people = [Name(one.name, PRESENTED_BY, organisation=one.organisation, rule=said) for one in item.presenters]
    if not any(name.edge == PRESENTED_BY for name in own):
        own = people + own
    decision = Record(
        content=content,
        kind="decision",
        status=facts.status or ("concluded" if is_concluded(content) else "discussed"),
        project=source.meeting.project,
        occurred_at=source.meeting.day or day(facts.date),
        names=_unique([*own, *source.meeting.attendees]),
        titles=(f"{source.path}#{number}",),
        place=Place(source.path, item.line_start, item.line_end),
        metadata={"topic": item.topic},
    )
    return [decision, *_actions(source, decision, _open_values(source, item, content))]


def _open_values(source: _Source, item: Entry, content: str) -> list[tuple[str, int]]:
    """The values of an item's open-items fields, each with the line it begins in. What stands in one row of a table
    is read from the content."""
    fields = read_lines(source.lines[: item.line_end], item.line_start - 1)
    found = [open_value(source.lines, one) for one in fields if one.role == "open_items"]
    if found:
        return found
    return [(one.value, 0) for one in read_lines(content.split("\n")) if one.role == "open_items"]


def _actions(source: _Source, decision: Record, values: list[tuple[str, int]]) -> list[Record]:
    place = decision.place or Place(source.path)
    link = Link("RELATED_TO", decision.titles[0], "minutes:open_item")
    points = [(point, start) for value, start in values for point in open_points(value, start)]
    return [_action(source, point if start else _at(point, place), (link,)) for point, start in points]


def _at(point: OpenPoint, place: Place) -> OpenPoint:
    return replace(point, line_start=place.line_start, line_end=place.line_end)


def _action(source: _Source, point: OpenPoint, links: tuple[Link, ...]) -> Record:
    return Record(
        content=point.text,
        kind="action",
        status="closed" if point.is_closed else "open",
        project=source.meeting.project,
        occurred_at=source.meeting.day,
        names=tuple(_assigned(one) for one in point.assignees),
        links=links,
        place=Place(source.path, point.line_start, point.line_end),
    )


def _assigned(person: WrittenName) -> Name:
    return Name(person.name, ASSIGNED_TO, organisation=person.organisation, rule="minutes:assignee")


def _of_meeting(source: _Source, parts: list[Part], items: list[Entry]) -> list[Record]:
    """What belongs to no single item: open points of the meeting, and notes beside the items."""
    taken = {number for item in items for number in range(item.line_start, item.line_end + 1)}
    links = (Link("RELATED_TO", f"{source.path}#1", "minutes:open_item"),) if len(items) == 1 else ()
    found: list[Record] = []
    for part in parts:
        if part.kind == OPEN:
            label = split_label(source.lines[part.start])
            value = "\n".join([label.rest if label else "", *source.lines[part.start + 1 : part.end]])
            found += [_action(source, point, links) for point in open_points(value, part.start + 1)]
        elif part.kind in (NOTES, OTHER):
            found += _notes(source, part, taken)
    return found


def _notes(source: _Source, part: Part, taken: set[int]) -> list[Record]:
    """Each run of lines of the part that no item has, if it says anything but where the recording is."""
    runs: list[list[int]] = []
    for number in range(part.start + 1, part.end + 1):
        if number in taken:
            continue
        if not runs or runs[-1][-1] != number - 1:
            runs.append([])
        runs[-1].append(number)
    return [note for run in runs if (note := _note(source, run))]


def _note(source: _Source, run: list[int]) -> Record | None:
    lines = source.lines[run[0] - 1 : run[-1]]
    said = "".join(line for line in lines[1:] if not _RECORDING.search(line))
    if len(_WORDS.sub("", said)) < _LEAST_LETTERS:
        return None
    return Record(
        content="\n".join(plain_lines(lines)),
        kind="note",
        project=source.meeting.project,
        occurred_at=source.meeting.day,
        names=source.meeting.attendees,
        place=Place(source.path, run[0], run[-1]),
    )


def _unique(names: list[Name]) -> tuple[Name, ...]:
    return tuple(dict.fromkeys(names))
