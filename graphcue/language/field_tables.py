"""Two-column Markdown tables → fields: a label in the first cell, its value in the second."""

import re

from graphcue.language.field_values import Field
from graphcue.language.labels import role_of

_CELL = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"[ \t:|-]+")
_BREAK = re.compile(r"[ \t]{0,9}<br[ \t]?/?>[ \t]*", re.IGNORECASE)
_COLUMN_TITLES = frozenset(("内容", "说明", "描述", "值", "备注", "value", "content", "description", "details"))


def table_length(lines: list[str], at: int) -> int:
    """The number of table rows that follow one another from index `at` on, at least 1."""
    end = at + 1
    while end < len(lines) and lines[end].lstrip().startswith("|"):
        end += 1
    return end - at


def row_cells(row: str) -> list[str]:
    """The cells of a row, without marks of emphasis and with line breaks as newlines."""
    inner = row.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    cells = (_BREAK.sub("\n", cell.replace("\\|", "|")).strip().strip("*_").strip() for cell in _CELL.split(inner))
    return list(cells)


def is_rule(row: str) -> bool:
    """Whether the row is the line between head and body."""
    return "-" in row and bool(_RULE.fullmatch(row.strip()))


def table_fields(rows: list[str], number: int) -> list[Field]:
    """The fields of a table whose first row is line `number`; none where no first cell below the head is a label."""
    cells = [[row[0].rstrip(" :：*_"), *row[1:]] for row in map(row_cells, rows)]
    if any(len(row) != 2 for row in cells):
        return []
    head = 1 if len(rows) > 1 and is_rule(rows[1]) else 0
    if not any(role_of(label) and not role_of(value) for label, value in cells[2 * head :]):
        return []
    return [
        Field(label, role_of(label), value, number + at, number + at)
        for at, (label, value) in enumerate(cells)
        if label and not is_rule(rows[at]) and not (at < head and _is_column_title(value))
    ]


def _is_column_title(value: str) -> bool:
    return not value or value.casefold() in _COLUMN_TITLES or bool(role_of(value))
