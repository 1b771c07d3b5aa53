"""`Where` as the parameters of `match.cypher` and of the files of pages."""

from collections.abc import Iterator
from typing import Any

from graphcue.model import NAME_EDGES, NO_TIME
from graphcue.stores.contract import Where

Parameters = dict[str, Any]
BEYOND = "~"
"""Greater than every order key: they start with digits."""

NO_WAY: Parameters = {
    "by_ids": [],
    "by_cues": [],
    "by_most": 0,
    "by_names": [],
    "by_edges": [],
    "by_documents": [],
    "by_thread": None,
    "by_projects": [],
    "by_kinds": [],
    "by_key": None,
    "to_key": None,
}
"""The ways into a page that is gathered, none of which leads anywhere."""


def filters(where: Where) -> Parameters:
    """One parameter for each part of a filter; null where nothing is asked for."""
    since, until = _bounds(where)
    return {
        "ids": _distinct(where.ids) or None,
        "projects": _distinct(where.projects) or None,
        "kinds": _distinct(where.kinds) or None,
        "statuses": _distinct(where.statuses) or None,
        "thread": where.thread,
        "since": since,
        "until": until,
        "known_at": where.known_at,
        "valid_at": where.valid_at,
        "born_until": where.born_until,
        "state": None if where.state == "all" else where.state,
        "at": where.at,
        "documents": _distinct(where.documents) or None,
        "names": _distinct(where.names) or None,
        "edges": _distinct(where.edges) or list(NAME_EDGES),
        "tied": [list(group) for group in where.tied] or None,
        "cues": [[key] for key in _distinct(where.cues)] + [list(group) for group in where.any_of] or None,
    }


def gathered(where: Where) -> Parameters:
    """The filter and the one index that a page is gathered through: what usually finds the fewest goes first. What the index
    answers wholly, and what would cost a walk of edges to ask again, is no filter any more."""
    way, answered = next((way, answered) for way, wanted, answered in _ways(where) if wanted)
    return filters(where) | NO_WAY | way | dict.fromkeys(answered)


def _ways(where: Where) -> Iterator[tuple[Parameters, object, tuple[str, ...]]]:
    """Each way in, whether it leads to all that is wanted, and the filters that it answers."""
    edges = _distinct(where.edges) or list(NAME_EDGES)
    tied, group = (min(groups, key=len, default=()) for groups in (where.tied, where.any_of))
    low, high = _key_bounds(where)
    yield {"by_ids": _distinct(where.ids)}, where.ids, ()
    yield {"by_cues": _distinct(where.cues), "by_most": 1}, where.cues, ()
    yield {"by_names": _distinct(where.names), "by_edges": edges}, where.names, ("names",)
    yield {"by_names": _distinct(tied), "by_edges": list(NAME_EDGES)}, where.tied, ()
    yield {"by_documents": _distinct(where.documents)}, where.documents, ("documents",)
    yield {"by_cues": _distinct(group), "by_most": len(group)}, where.any_of, ()
    yield {"by_thread": where.thread}, where.thread is not None, ()
    yield {"by_projects": _distinct(where.projects)}, where.projects, ()
    yield {"by_kinds": _distinct(where.kinds)}, where.kinds, ()
    yield {"by_key": low, "to_key": high}, True, ()


def _bounds(where: Where) -> tuple[int | None, int | None]:
    """[since, until) in ms; a memory without a time has NO_TIME and is outside of either bound."""
    if where.since is None and where.until is None:
        return None, None
    earliest = NO_TIME + 1
    return earliest if where.since is None else max(where.since, earliest), where.until


def _key_bounds(where: Where) -> tuple[str, str]:
    """The order keys between which the times lie: such a key starts with its time, in 17 digits from NO_TIME."""
    since, until = _bounds(where)
    low = "" if since is None else f"{since - NO_TIME:017d}"
    high = BEYOND if until is None or until > -NO_TIME else f"{max(until - NO_TIME, 0):017d}"
    return low, high


def _distinct(values: tuple[str, ...]) -> list[str]:
    return sorted(set(values))
