"""What holds for a whole meeting: its title, day, project and attendees."""

import re
from dataclasses import dataclass
from datetime import UTC
from pathlib import PurePosixPath

from graphcue.language.dates_in_fields import written_date
from graphcue.language.field_lines import split_label
from graphcue.language.field_tables import is_rule, row_cells
from graphcue.language.fields import read_fields, split_names
from graphcue.language.labels import role_of
from graphcue.language.moments import parse_time
from graphcue.model import ATTENDED_BY, Moment, Name
from graphcue.sources.minutes_outline import ATTENDEES, HEAD, OTHER, Part
from graphcue.sources.minutes_text import plain

_SIG_FOLDER = re.compile(r"sig[_-](.+)", re.IGNORECASE)
_SIG_TITLE = re.compile(
    r"([A-Za-z0-9+&.\u4e00-\u9fff][A-Za-z0-9+&. \u4e00-\u9fff-]{0,30}?)[ _-]*SIG(?![A-Za-z])", re.IGNORECASE
)
_PLAIN_FOLDER = re.compile(
    r"(?:meetings?|minutes|notes|docs|会议|会议纪要|纪要|例会|sig|\d{1,4}([-_年]\d{1,2}月?)?年?)", re.IGNORECASE
)
_SENTENCE = re.compile(r"如下|共计|总计|终端|待补充|会议|昵称|^[>#]")
_HEAD_LINES = 15


@dataclass(frozen=True, slots=True)
class Meeting:
    """The meeting that minutes are of; `day` is None where no date is written."""

    title: str
    project: str
    day: Moment | None
    attendees: tuple[Name, ...]


def read_meeting(path: str, lines: list[str], parts: list[Part]) -> Meeting:
    """The meeting of the minutes at `path`: its day stands in the file name, the title or a field, in this order."""
    title = next((plain(line).strip() for line in lines if line.strip()), "")
    head = [line for part in parts if part.kind in (HEAD, OTHER) for line in lines[part.start : part.end][:_HEAD_LINES]]
    date = _date(path, title, head)
    return Meeting(title, _project(path, title, head), day(date), _attendees(lines, parts))


def day(date: str) -> Moment | None:
    """Midnight UTC of an ISO date, None for ''."""
    return parse_time(date, UTC) if date else None


def attendees_in(value: str) -> tuple[Name, ...]:
    """The attendees that a text names, each once."""
    found = (
        Name(one.name, ATTENDED_BY, organisation=one.organisation, rule="minutes:attendees")
        for one in split_names(value)
    )
    return tuple(dict.fromkeys(found))


def _date(path: str, title: str, head: list[str]) -> str:
    pure = PurePosixPath(path.replace("\\", "/"))
    for text in (pure.stem, f"{pure.parent.name}-{pure.stem}", title):
        found = written_date(text)
        if found:
            return found
    for at, line in enumerate(head):
        label = split_label(line)
        if label and label.role == "date":
            found = written_date(f"{label.rest}\n" + "\n".join(head[at + 1 : at + 3]))
            if found:
                return found
    return ""


def _project(path: str, title: str, head: list[str]) -> str:
    folders = PurePosixPath(path.replace("\\", "/")).parts[:-1]
    for folder in reversed(folders):
        match = _SIG_FOLDER.fullmatch(folder)
        if match:
            return match.group(1)
    for field in read_fields("\n".join(head)):
        if field.role == "project" and field.value:
            return field.value
    match = _SIG_TITLE.search(title)
    if match:
        return re.sub(r"^(?:OpenHarmony|OHOS)\s*", "", match.group(1)).strip() or match.group(1).strip()
    return next((folder for folder in reversed(folders) if not _PLAIN_FOLDER.fullmatch(folder)), "").strip("/.")


def _attendees(lines: list[str], parts: list[Part]) -> tuple[Name, ...]:
    found: dict[Name, None] = {}
    for part in parts:
        if part.kind == ATTENDEES:
            label = split_label(lines[part.start])
            first = [label.rest] if label and label.rest else []
            for line in (*first, *lines[part.start + 1 : part.end]):
                found.update(dict.fromkeys(_in_line(plain(line))))
    return tuple(found)


def _in_line(line: str) -> tuple[Name, ...]:
    if line.lstrip().startswith("|"):
        cells = [] if is_rule(line) else row_cells(line)
        return tuple(name for cell in cells if not _SENTENCE.search(cell) for name in attendees_in(cell))
    label = split_label(line)
    if _SENTENCE.search(line) or (label and role_of(label.text) not in ("attendees", "chair", "scribe")):
        return ()
    return attendees_in(label.rest if label else line)
