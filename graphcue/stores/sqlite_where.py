"""`Where` as SQL: one condition for each of its parts, over `memory m`."""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

import json
from dataclasses import dataclass, field
from typing import Any

from graphcue.model import NAME_EDGES, NO_TIME, SUPERSEDES
from graphcue.stores.contract import FROM_DOCUMENT, Where
from graphcue.stores.sqlite_rows import UNPACK, Rows, json_list

_SUPERSEDED_THEN = """EXISTS (
        SELECT 1 FROM link l CROSS JOIN memory s ON s.row = l.source
        WHERE l.target = m.row AND l.type = :supersedes AND s.born <= :born_until
    )"""

CONDITIONS = {
    "ids": f"m.id IN (SELECT {UNPACK} FROM json_each(:ids))",
    "projects": f"m.project IN (SELECT {UNPACK} FROM json_each(:projects))",
    "kind": "m.kind = :kind",
    "kinds": f"m.kind IN (SELECT {UNPACK} FROM json_each(:kinds))",
    "statuses": f"m.status IN (SELECT {UNPACK} FROM json_each(:statuses))",
    "thread": "m.thread = :thread",
    "since": "m.occurred_at >= :since AND m.order_key >= :since_key",
    "until": "m.occurred_at < :until AND m.order_key < :until_key",
    "known_at": "m.recorded_at <= :known_at",
    "born_until": "m.born <= :born_until",
    "current": "m.superseded_at IS NULL",
    "superseded": "m.superseded_at IS NOT NULL",
    "current_at": "(m.superseded_at IS NULL OR m.superseded_at > :at)",
    "superseded_at": "m.superseded_at <= :at",
    "current_born": f"(m.superseded_at IS NULL OR NOT {_SUPERSEDED_THEN})",
    "superseded_born": f"(m.superseded_at IS NOT NULL AND {_SUPERSEDED_THEN})",
    "current_at_born": f"(m.superseded_at IS NULL OR m.superseded_at > :at OR NOT {_SUPERSEDED_THEN})",
    "superseded_at_born": f"(m.superseded_at <= :at AND {_SUPERSEDED_THEN})",
    "documents": """EXISTS (
        SELECT 1 FROM tie t
        WHERE t.source = m.row AND t.type = :from_document AND t.target IN (SELECT value FROM json_each(:documents))
    )""",
    "names": """EXISTS (
        SELECT 1 FROM tie t WHERE t.source = m.row
        AND t.type IN (SELECT value FROM json_each(:edges)) AND t.target IN (SELECT value FROM json_each(:names))
    )""",
    "cues": """(
        SELECT COUNT(*) FROM posting p
        WHERE p.cue IN (SELECT value FROM json_each(:cues)) AND p.memory = m.row
    ) = :cue_count""",
    "tied": """NOT EXISTS (
        SELECT 1 FROM json_each(:tied) wanted WHERE NOT EXISTS (
            SELECT 1 FROM tie t WHERE t.source = m.row
            AND t.type IN (SELECT value FROM json_each(:name_edges))
            AND t.target IN (SELECT value FROM json_each(wanted.value))
        )
    )""",
    "any_of": """NOT EXISTS (
        SELECT 1 FROM json_each(:any_of) wanted WHERE NOT EXISTS (
            SELECT 1 FROM json_each(wanted.value) one CROSS JOIN posting p
            ON p.cue = one.value AND p.memory = m.row
        )
    )""",
    "valid_at": """EXISTS (
        SELECT 1 FROM body b WHERE b.memory = m.row
        AND (b.valid_from IS NULL OR b.valid_from <= :valid_at)
        AND (b.valid_until IS NULL
            OR :valid_at < b.valid_until + CASE b.valid_until_grain WHEN 'day' THEN 86400000 ELSE 0 END)
    )""",
}


@dataclass(frozen=True, slots=True)
class Filter:
    """The parts of a `Where` that say something, with the values of their parameters."""

    parts: tuple[str, ...]
    values: dict[str, Any] = field(default_factory=dict)
    rarest: int | None = None
    """The row of the rarest cue that must be there."""
    impossible: bool = False
    """No memory can fit: a cue that must be there is unknown."""

    def sql(self, *without: str) -> str:
        """The conditions, each led by AND."""
        return "".join(f" AND {CONDITIONS[part]}" for part in self.parts if part not in without)

    @property
    def current(self) -> str:
        """The part that leaves out what is superseded, '' where none does."""
        return next((part for part in self.parts if part.startswith("current")), "")


def filter_of(where: Where, rows: Rows) -> Filter:
    """The conditions of `where`, keys looked up."""
    parts, values = _plain(where)
    values["supersedes"] = rows.types.get(SUPERSEDES, 0)
    if where.documents:
        parts.append("documents")
        values["documents"] = json_list(rows.nodes("document", where.documents).values())
        values["from_document"] = rows.types.get(FROM_DOCUMENT, 0)
    if where.names:
        parts.append("names")
        values["names"] = json_list(rows.nodes("name", where.names).values())
        wanted = where.edges or NAME_EDGES
        values["edges"] = json_list(row for name, row in rows.types.items() if name in wanted)
    if where.tied:
        parts.append("tied")
        values["tied"] = json.dumps([list(rows.nodes("name", group).values()) for group in where.tied])
        values["name_edges"] = json_list(row for name, row in rows.types.items() if name in NAME_EDGES)
    if where.any_of:
        parts.append("any_of")
        values |= _groups(where.any_of, rows)
    if not where.cues:
        return Filter(tuple(parts), values)
    cues = rows.cues(set(where.cues))
    parts.append("cues")
    values.update(cues=json_list(row for row, _ in cues.values()), cue_count=len(cues))
    rarest = min(((memories, row) for row, memories in cues.values()), default=(0, 0))[1]
    return Filter(tuple(parts), values, rarest, impossible=len(cues) < len(set(where.cues)))


def _groups(any_of: tuple[tuple[str, ...], ...], rows: Rows) -> dict[str, Any]:
    """The rows of the cues of each group, and those of the group that the fewest memories have."""
    known = rows.cues({key for group in any_of for key in group})
    groups = [sorted({known[key] for key in group if key in known}) for group in any_of]
    least = min(groups, key=lambda group: sum(memories for _, memories in group))
    return {
        "any_of": json.dumps([[row for row, _ in group] for group in groups]),
        "least": json_list(row for row, _ in least),
    }


def _plain(where: Where) -> tuple[list[str], dict[str, Any]]:
    """The parts that look at a memory's own columns."""
    values: dict[str, Any] = {
        name: json_list(getattr(where, name))
        for name in ("ids", "projects", "kinds", "statuses")
        if getattr(where, name)
    }
    single = {name: getattr(where, name) for name in ("thread", "known_at", "valid_at", "born_until")}
    if len(where.kinds) == 1:  # a list is looked up for each memory, which takes as long again as the rest
        del values["kinds"]
        single["kind"] = where.kinds[0]
    values |= {name: value for name, value in single.items() if value is not None}
    for name, moment in (("since", where.since), ("until", where.until)):
        if moment is not None:
            values |= {name: moment, f"{name}_key": time_key(moment)}
    parts = [name for name in values if name in CONDITIONS]
    if where.state != "all":
        at, born = "" if where.at is None else "_at", "" if where.born_until is None else "_born"
        parts.append(f"{where.state}{at}{born}")
        values["at"] = where.at
    return parts, values


def time_key(moment: int) -> str:
    """What every order key of this time or later is not below, and every earlier one is."""
    return f"{max(moment - NO_TIME, 0):017d}"
