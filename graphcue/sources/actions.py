"""Action lines of any text → one record each: `ACTION: Ana Ruiz to write the tests`, points below `## Action items`."""

import re
from collections.abc import Iterator

from graphcue.language.field_lines import read_lines, split_label
from graphcue.language.field_values import Field
from graphcue.model import ASSIGNED_TO, Link, Name, Place, Record
from graphcue.sources.minutes_actions import OpenPoint, open_points
from graphcue.sources.passages import Head

RULE = "text:action"
_HEADING = re.compile(r"\bactions?\b|\bto-?dos?\b|行动项|待办|遗留", re.IGNORECASE)


def actions_in(lines: list[str], span: tuple[int, int], heading: str = "") -> list[OpenPoint]:
    """The points between two indices that are given to somebody: those of fields such as `ACTION:`, or all of a section
    whose heading tells of actions."""
    if _HEADING.search(heading):
        points = open_points("\n".join(lines[span[0] + 1 : span[1]]), span[0] + 2)
    else:
        points = [point for value, start in _values(lines, span) for point in open_points(value, start)]
    return [point for point in points if point.assignees]


def action_records(points: list[OpenPoint], path: str, head: Head, title: str) -> Iterator[Record]:
    """A record for each point; its place is that of the point, and it is related to what is called by the title."""
    for point in points:
        yield Record(
            content=point.text,
            kind="action",
            status="closed" if point.is_closed else "open",
            project=head.facts.project,
            occurred_at=head.occurred_at,
            names=tuple(
                Name(one.name, ASSIGNED_TO, organisation=one.organisation, rule=RULE) for one in point.assignees
            ),
            links=(Link("RELATED_TO", title, RULE),) if title else (),
            place=Place(path, point.line_start, point.line_end),
        )


def _values(lines: list[str], span: tuple[int, int]) -> list[tuple[str, int]]:
    fields = read_lines(lines[: span[1]], span[0])
    return [open_value(lines, one) for one in fields if one.role == "open_items" and one.value]


def open_value(lines: list[str], field: Field) -> tuple[str, int]:
    """The value of an open-items field with its lines as they stand, and the line it begins in. A person in the label
    (`ACTION (Ana Ruiz): …`) is kept with it."""
    line = lines[field.line_start - 1]
    label = split_label(line)
    if label is None or label.role != "open_items":
        return field.value, field.line_start
    first = line.strip() if re.search("[(（]", label.text) else label.rest
    return "\n".join([first, *lines[field.line_start : field.line_end]]), field.line_start
