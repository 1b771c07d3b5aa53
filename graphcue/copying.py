"""One namespace from a store to another: the same memories, relations and fingerprint."""

from collections.abc import Callable
from dataclasses import dataclass

from graphcue.errors import Conflict
from graphcue.graph import MemoryGraph
from graphcue.graph_whole import told


@dataclass(frozen=True, slots=True)
class Copied:
    """How many memories, declared relations and aliases were copied, and the fingerprint that both sides have."""

    memories: int
    relations: int
    aliases: int
    fingerprint: int


def copy(source: MemoryGraph, target: MemoryGraph, on_progress: Callable[[int, int], None] | None = None) -> Copied:
    """What was copied. A copy that was broken off is gone on with: what is there already stays.

    `on_progress` hears (memories done, memories in all). Raises Conflict when the target's namespace holds something
    else: nothing of it is changed then.
    """
    total = source.describe().memories
    _check_room(source, target)
    done = relations = 0
    after: str | None = None
    while True:
        page = source.stored(after)
        target.keep(page.memories)
        done += len(page.memories)
        if on_progress:
            on_progress(done, total)
        if page.after is None:
            break
        after = page.after
    for type, one, other in source.declared_relations():
        target.relate(one, type, other)
        relations += 1
    aliases = source.aliases()
    target.add_aliases((one.alias, one.name, one.kind) for one in aliases)
    here, there = source.describe().fingerprint, target.describe().fingerprint
    if here != there:
        raise Conflict(
            "the copy differs from what it was made from; was something written meanwhile? copy once more",
            source=f"{here:032x}",
            target=f"{there:032x}",
        )
    return Copied(done, relations, len(aliases), there)


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
