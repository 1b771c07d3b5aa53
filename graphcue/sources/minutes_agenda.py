"""The agenda of minutes → its entries: a list, plain lines, or a table with a column of topics."""

import re
from dataclasses import dataclass, replace

from graphcue.language.field_lines import split_label
from graphcue.language.field_tables import is_rule, row_cells, table_length
from graphcue.language.fields import is_blank
from graphcue.language.labels import role_of
from graphcue.language.names_in_fields import WrittenName, is_han_name, split_names
from graphcue.sources.minutes_outline import heading_level, number_of
from graphcue.sources.minutes_text import list_depth, plain, plain_lines, without_mark

_PRESENTER = re.compile(r"[ \t]*[(（]([^()（）]{2,40})[)）][ \t]*$")
_BULLET = re.compile(r"^[-*+•·]\s+")
_TOPIC_COLUMNS = ("topic", "agenda")


@dataclass(frozen=True, slots=True)
class Entry:
    """One agenda item as listed, or as it stands in the notes: its topic, number (0 without), lines, from 1, and
    the people that present it."""

    topic: str
    number: int
    line_start: int
    line_end: int
    lines: tuple[str, ...]
    presenters: tuple[WrittenName, ...] = ()


def read_agenda(lines: list[str], start: int, end: int) -> list[Entry]:
    """The entries between two indices, in order; the placeholders of a template are none. A table of topics is the
    whole agenda: lines beside it name the meeting."""
    found: list[Entry] = []
    tabled: list[Entry] = []
    at, style = start, ""
    while at < end:
        line = lines[at]
        if line.lstrip().startswith("|"):
            length = table_length(lines, at)
            tabled += table_entries(lines[at : at + length], at + 1)
            at += length
            continue
        if _goes_on(line, found, style):
            last = found[-1]
            wrapped = not last.lines[1:] and line[:1].islower() and line.isascii()
            topic = f"{last.topic} {line.strip()}" if wrapped else last.topic
            found[-1] = replace(last, topic=topic, lines=(*last.lines, plain(line)), line_end=at + 1)
        elif line.strip() and not heading_level(line):
            style = style if found else _style(line)
            found.append(_entry(line, at + 1))
        at += 1
    listed = [
        replace(one, lines=tuple(plain_lines(list(one.lines)))) for one in found if not _is_placeholder(one.topic)
    ]
    return tabled or listed


def table_entries(rows: list[str], number: int) -> list[Entry]:
    """The rows of a table with a column of topics, the first row being line `number`."""
    titles = row_cells(rows[0])
    column = next((at for at, title in enumerate(titles) if role_of(title) in _TOPIC_COLUMNS), -1)
    if column < 0 or len(titles) < 2:
        return []
    entries = (
        _row_entry(titles, row_cells(row), column, number + at)
        for at, row in enumerate(rows)
        if at and not is_rule(row)
    )
    return [entry for entry in entries if entry]


def _row_entry(titles: list[str], cells: list[str], column: int, number: int) -> Entry | None:
    """The entry of a row, its cells written as fields with the topic first."""
    if len(cells) <= column or _is_placeholder(cells[column]):
        return None
    label = split_label(cells[column])
    topic = label.rest if label and label.role == "topic" and label.rest else cells[column]
    pairs = [pair for pair in zip(titles, cells, strict=False) if all(pair)]
    pairs.sort(key=lambda pair: pair[0] != titles[column])
    people = [name for title, cell in pairs if role_of(title) == "presenter" for name in split_names(cell)]
    lines = tuple(f"{title}：{cell}" for title, cell in pairs)
    return Entry(topic, number_of(cells[column]), number, number, lines, tuple(people))


def presenters_of(topic: str) -> tuple[str, tuple[WrittenName, ...]]:
    """The topic without the people in brackets at its end, and those people: `学习路径（张三、李四）`."""
    match = _PRESENTER.search(topic[-60:])
    names = split_names(match.group(1)) if match else ()
    if match and names and all(is_han_name(one.name) for one in names):
        return topic[: len(topic) - len(match.group(0))].rstrip(), names
    return topic, ()


def _entry(line: str, number: int) -> Entry:
    label = split_label(line)
    labelled = label is not None and label.role == "topic" and bool(label.rest)
    written = label.rest if label and labelled else without_mark(plain(line))
    topic, people = presenters_of(written.strip(" \t*：:"))
    return Entry(topic, number_of(line), number, number, (_BULLET.sub("", plain(line).strip()),), people)


def _goes_on(line: str, found: list[Entry], style: str) -> bool:
    """Whether a line belongs to the entry above: it is indented, or not listed as the first entry is."""
    if not found or not line.strip() or _labelled(line):
        return False
    if line[:1] in (" ", "\t") or _labelled(found[0].lines[0]):
        return True
    return style != "" and _style(line) != style


def _style(line: str) -> str:
    """How a line is listed: `-`, `1` or ''."""
    if list_depth(line) < 0:
        return ""
    return line.strip()[0] if line.strip()[0] in "-*+•·" else "1"


def _labelled(line: str) -> bool:
    label = split_label(line)
    return label is not None and label.role == "topic"


def _is_placeholder(topic: str) -> bool:
    return is_blank(topic) or topic.casefold() == "topic" or topic.casefold().startswith(("xxx", "议题xx"))
