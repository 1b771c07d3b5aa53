"""What minutes leave open → points, each with the people responsible for it."""

import re
from dataclasses import dataclass

from graphcue.language.assignees import assignees_of
from graphcue.language.field_tables import is_rule, row_cells, table_length
from graphcue.language.fields import WrittenName, is_blank, split_names
from graphcue.language.labels import role_of
from graphcue.sources.minutes_outline import heading_level
from graphcue.sources.minutes_text import list_depth, plain, without_mark

_CLOSED = re.compile(r"^\W*\[[xX]\]|(?:[(（]|-{2,}|—)\s*已(?:闭环|完成|关闭|解决|确认|整改|补充|修改)")
_BREAK = re.compile(r"[ \t]{0,9}<br[ \t]?/?>[ \t]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """One open point: its text, its lines, from 1, who is to do it, and whether it is marked as done."""

    text: str
    line_start: int
    line_end: int
    assignees: tuple[WrittenName, ...]
    is_closed: bool


def open_points(value: str, line_start: int) -> list[OpenPoint]:
    """The points of an open-items field whose value begins in line `line_start`; 无 and None are none.

    Listed lines are a point each and what stands below them goes with them; without marks every line is a point.
    """
    lines = value.split("\n")
    rows_of_tables = _rows(lines, line_start)
    if rows_of_tables:
        return rows_of_tables
    top = min((level for line in lines if (level := heading_level(line))), default=0)
    if top:
        return _under_headings(lines, line_start, top)
    rows = [(line_start + at, piece) for at, line in enumerate(lines) for piece in _BREAK.split(line)]
    rows = [(number, plain(text)) for number, text in rows if not is_blank(plain(text))]
    depth = min((list_depth(text) for _, text in rows if list_depth(text) >= 0), default=-1)
    found: list[list[tuple[int, str]]] = []
    for number, text in rows:
        listed = 0 <= list_depth(text) <= depth or (depth < 0 and not text.startswith((" ", "\t", "http")))
        if listed or not found or (text.strip() and list_depth(text) < 0 and _is_own(text, found[-1])):
            found.append([])
        found[-1].append((number, text))
    return [point for rows_of_one in found if (point := _point(rows_of_one))]


def _rows(lines: list[str], line_start: int) -> list[OpenPoint]:
    """A point for each row of the tables that have a column of responsible people."""
    found: list[OpenPoint] = []
    at = 0
    while at < len(lines):
        length = table_length(lines, at) if lines[at].lstrip().startswith("|") else 1
        titles = row_cells(lines[at]) if length > 1 else []
        if any(role_of(title) == "assignee" for title in titles):
            for row in range(at + 1, at + length):
                if not is_rule(lines[row]):
                    found.append(_row(titles, row_cells(lines[row]), line_start + row))
        at += length
    return found


def _row(titles: list[str], cells: list[str], number: int) -> OpenPoint:
    pairs = [(title, cell) for title, cell in zip(titles, cells, strict=False) if cell]
    names = [name for title, cell in pairs if role_of(title) == "assignee" for name in split_names(cell)]
    text = "\n".join(f"{title}：{cell}" for title, cell in pairs)
    return OpenPoint(text, number, number, tuple(names), bool(_CLOSED.search(text)))


def _under_headings(lines: list[str], line_start: int, top: int) -> list[OpenPoint]:
    """A point for each heading of the highest level, with all that stands below it."""
    found: list[list[tuple[int, str]]] = []
    for at, line in enumerate(lines):
        if heading_level(line) == top:
            found.append([])
        if found and plain(line):
            found[-1].append((line_start + at, plain(line)))
    return [point for rows in found if (point := _point(rows))]


def _is_own(text: str, above: list[tuple[int, str]]) -> bool:
    """Whether a line without a mark begins a point: only where none above it in the list had a mark."""
    return (
        all(list_depth(one) < 0 for _, one in above)
        and not text.startswith((" ", "\t", "-", "—", "http"))
        and not (above[-1][1].endswith(("：", ":")))
    )


def _point(rows: list[tuple[int, str]]) -> OpenPoint | None:
    first = without_mark(rows[0][1])
    text = "\n".join([first, *(text for _, text in rows[1:])]).strip()
    if is_blank(text) or role_of(text.rstrip(":：")):
        return None
    lines = text.split("\n")
    assignees = next((names for line in lines if (names := assignees_of(line))), ())
    return OpenPoint(text, rows[0][0], rows[-1][0], assignees, bool(_CLOSED.search(text)))
