"""`Where` as the parameters of `match.cypher` and `page.cypher`."""

from typing import Any

from graphcue.model import NAME_EDGES, NO_TIME
from graphcue.stores.contract import Where

Parameters = dict[str, Any]
BEYOND = "~"
"""Greater than every order key: they start with digits."""


def filters(where: Where) -> Parameters:
    """One parameter for each part of a filter; null where nothing is asked for."""
    since, until = _bounds(where)
    return {
        "projects": _distinct(where.projects),
        "kinds": _distinct(where.kinds),
        "statuses": _distinct(where.statuses),
        "thread": where.thread,
        "since": since,
        "until": until,
        "known_at": where.known_at,
        "state": None if where.state == "all" else where.state,
        "at": where.at,
        "documents": _distinct(where.documents),
        "cues": _distinct(where.cues),
        "names": _distinct(where.names),
        "edges": _distinct(where.edges) or list(NAME_EDGES),
    }


def way_in(where: Where) -> Parameters:
    """The parameters of the one index that a page is read through: what usually finds the fewest goes first."""
    found: Parameters = dict.fromkeys(("by_cues", "by_names", "by_documents", "by_projects", "by_kinds"), [])
    found |= dict.fromkeys(("by_thread", "by_key", "to_key"))
    for name, values in (("by_cues", where.cues), ("by_names", where.names), ("by_documents", where.documents)):
        if values:
            return found | {name: _distinct(values)}
    if where.thread is not None:
        return found | {"by_thread": where.thread}
    for name, values in (("by_projects", where.projects), ("by_kinds", where.kinds)):
        if values:
            return found | {name: _distinct(values)}
    found["by_key"], found["to_key"] = _key_bounds(where)
    return found


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


def _distinct(values: tuple[str, ...]) -> list[str] | None:
    return sorted(set(values)) or None
