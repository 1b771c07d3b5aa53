"""What is assigned and not done: actions whose status says nothing of an end, and that nothing resolves."""

from dataclasses import replace

from graphcue.language.statuses import unfinished
from graphcue.stores.contract import Reader, Where

RESOLVES = "RESOLVES"
PAGE = 1000


def open_actions(reader: Reader, where: Where) -> tuple[str, ...]:
    """The ids of the open actions that fit, oldest first."""
    statuses = tuple(f"status:{status}" for status in unfinished())
    asked = replace(where, kinds=("action",), state="current", any_of=(*where.any_of, statuses))
    ids: list[str] = []
    after: str | None = None
    while True:
        page = reader.page(asked, "oldest", after, PAGE)
        resolved = reader.degrees(page.ids, [RESOLVES]) if page.ids else {}
        ids += [id for id in page.ids if id not in resolved]
        if page.after is None:
            return tuple(ids)
        after = page.after
