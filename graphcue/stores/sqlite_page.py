"""Pages: their total, and the ids of one of them.

Two ways lead to a page. "Gather" goes through what an index says may fit (a name's edges, a document's, a cue's
postings, a project), filters, sorts and cuts. "Walk" goes through all memories in their order and stops when the page
is full. The total tells which of them has fewer rows to look at.
"""

# ruff: noqa: S608  # only constants of this package are put together; user text is always a parameter

from functools import partial
from typing import Any

from graphcue.stores.contract import Order, Page, Where
from graphcue.stores.known import cheaper
from graphcue.stores.sqlite_rows import UNPACK, Rows
from graphcue.stores.sqlite_where import CONDITIONS, Filter, filter_of

# what an index says may fit, by the part of `Where` that says so; the rest of the parts filter it
GATHER = {
    "ids": f"""(SELECT DISTINCT {UNPACK} AS id FROM json_each(:ids)) may
        CROSS JOIN memory m ON m.namespace = :namespace AND m.id = may.id""",
    "cues": "(SELECT memory AS row FROM posting WHERE cue = :rarest) may CROSS JOIN memory m ON m.row = may.row",
    "names": """(
        SELECT DISTINCT source AS row FROM tie
        WHERE target IN (SELECT value FROM json_each(:names)) AND type IN (SELECT value FROM json_each(:edges))
    ) may CROSS JOIN memory m ON m.row = may.row""",
    "documents": """(
        SELECT DISTINCT source AS row FROM tie
        WHERE target IN (SELECT value FROM json_each(:documents)) AND type = :from_document
    ) may CROSS JOIN memory m ON m.row = may.row""",
    "thread": "memory m INDEXED BY memory_thread",
    "tied": """(
        SELECT DISTINCT source AS row FROM tie
        WHERE target IN (SELECT value FROM json_each(json_extract(:tied, '$[0]')))
        AND type IN (SELECT value FROM json_each(:name_edges))
    ) may CROSS JOIN memory m ON m.row = may.row""",
    "projects": "memory m INDEXED BY memory_project",
    "any_of": """(
        SELECT DISTINCT memory AS row FROM posting WHERE cue IN (SELECT value FROM json_each(:least))
    ) may CROSS JOIN memory m ON m.row = may.row""",
    "": "memory m INDEXED BY memory_order",
}
# they answer the part wholly, so that it need not be looked at again
ANSWERED = ("ids", "names", "documents")
TOTAL = "SELECT COUNT(*){current}, COUNT(*) FROM {gather} WHERE m.namespace = :namespace{filter}"
GATHERED = """
    SELECT m.id, m.order_key FROM {gather} WHERE m.namespace = :namespace{filter}{beyond}
    ORDER BY m.order_key {direction} LIMIT :limit
"""
WALKED = """
    SELECT m.id, m.order_key FROM memory m INDEXED BY memory_order WHERE m.namespace = :namespace{filter}{beyond}
    ORDER BY m.order_key {direction} LIMIT :limit
"""
DIRECTIONS: dict[Order, str] = {"oldest": "ASC", "newest": "DESC"}
BEYOND: dict[Order, str] = {"oldest": " AND m.order_key > :after", "newest": " AND m.order_key < :after"}


def page(rows: Rows, where: Where, order: Order, after: str | None, limit: int) -> Page:
    """See `Reader.page`."""
    chosen = filter_of(where, rows)
    size = rows.size
    if chosen.impossible or not size:
        return Page((), 0, None)
    values = {**chosen.values, "namespace": rows.namespace, "rarest": chosen.rarest, "after": after, "limit": limit + 1}
    counted = partial(_total, rows, chosen, values, size)
    # what fits stays so until the next write: only then are 20,000 decisions counted again
    total, met, way = counted() if where.ids else rows.each(("total", where), ("",), lambda _: {"": counted()})[""]
    if not limit:
        return Page((), total, None, met - total)
    shape = {"beyond": "" if after is None else BEYOND[order], "direction": DIRECTIONS[order]}
    walks = way not in ("", "thread") and cheaper(limit + 1, size, total)
    sql = WALKED.format(filter=chosen.sql(), **shape) if walks else _gathered(way, chosen, shape)
    found = rows.connection.rows(sql, values)
    rest = found[:limit]
    ids = tuple(id for id, _ in rest)
    return Page(ids, total, rest[-1][1] if rest and len(found) > limit else None, met - total)


def _gathered(way: str, chosen: Filter, shape: dict[str, str]) -> str:
    return GATHERED.format(gather=GATHER[way], filter=_rest(way, chosen), **shape)


def _rest(way: str, chosen: Filter, *without: str) -> str:
    """The conditions that the way of gathering leaves, and without further ones."""
    rest = chosen.sql(way if way in ANSWERED else "", *without)
    return rest + " AND m.thread <> ''" if way == "thread" else rest


def _total(rows: Rows, chosen: Filter, values: dict[str, Any], size: int) -> tuple[int, int, str]:
    """The number of memories that fit, the same with those that are left out as superseded, and the way they are
    gathered."""
    way = next((part for part in GATHER if part in chosen.parts), "")
    if not chosen.parts:
        return size, size, way
    current = f" FILTER (WHERE {CONDITIONS[chosen.current]})" if chosen.current else ""
    sql = TOTAL.format(current=current, gather=GATHER[way], filter=_rest(way, chosen, chosen.current))
    total, met = rows.connection.row(sql, values) or (0, 0)
    return int(total), int(met), way
