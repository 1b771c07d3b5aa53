"""The value that the readers of fields share."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One field: the label as written, its role ('' for a label that is not in the table), the value with its
    continuation lines joined by newlines, and its lines, counted from 1."""

    label: str
    role: str
    value: str
    line_start: int
    line_end: int
