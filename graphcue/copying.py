"""One namespace from a store to another: the same memories, relations and fingerprint."""

from collections.abc import Callable
from dataclasses import dataclass

from graphcue.errors import Conflict
from graphcue.graph import MemoryGraph
from graphcue.graph_files import header_of, parted
from graphcue.graph_whole import told


@dataclass(frozen=True, slots=True)
class Copied:
    """How many memories, declared relations and aliases were copied, and the fingerprint that both sides have."""

    memories: int
    relations: int
    aliases: int
    fingerprint: int


def copy(source: MemoryGraph, target: MemoryGraph, on_progress: Callable[[int, int], None] | None = None) -> Copied:
    """What was copied, tombstones with it. A copy that was broken off is gone on with: what is there already stays.

    `on_progress` hears (lines of the export done, lines in all). Raises Conflict when the target's namespace holds something
    else: nothing of it is changed then.
    """
    _check_room(source, target)
    first, lines = parted(source.export())
    header = header_of(first)
    here, there = header.fingerprint, target.import_(lines, on_progress).fingerprint
    if here != there:
        raise Conflict(
            "the copy differs from what it was made from; was something written meanwhile? copy once more",
            source=f"{here:032x}",
            target=f"{there:032x}",
        )
    return Copied(header.counts["memory"], header.counts["relation"], header.counts["alias"], there)


def _check_room(source: MemoryGraph, target: MemoryGraph) -> None:
    """Raises Conflict for a target that holds a memory which the source has not, or has otherwise."""
    after: str | None = None
    while target.written():
        page = target.stored(after)
        theirs = source.find([memory.id for memory in page.memories])
        for memory in page.memories:
            if told(theirs.get(memory.id)) != told(memory):
                raise Conflict(
                    f"namespace {target.namespace!r} of the target holds memory {memory.id!r}, which the source has not, "
                    "or has otherwise; copy into an empty namespace",
                    id=memory.id,
                )
        if page.after is None:
            return
        after = page.after
