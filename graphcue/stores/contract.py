"""What every store does: plain reads and writes of one namespace's graph. All thinking stays above it.

Rules that hold for each store, and that the contract suite tests:

- every list has a total order whose last key is the id; a limit cuts after the order; filters come before the cut;
- text is folded in Python: a store compares keys for equality, `order_key` by byte order, integers by range;
- sums are of integers and stay far below 2**53; what comes out is a value, never alive;
- a failure is one of `errors`, and nothing of a failed write is kept.

The graph: a memory's postings lead to `Cue` nodes; its edges lead to `Person` and `Entity` nodes (roles and MENTIONS),
to its `Project` (IN_PROJECT), to its `Document`s (FROM_DOCUMENT), and to other memories (FOLLOWS and the relations).
`Cue`, `Project` and `Document` nodes exist while something leads to them: a store makes and removes them by
itself. `Person` and `Entity` nodes are put and dropped by name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, Protocol, TypeVar

from graphcue.model import Memory
from graphcue.stores.values import (
    ALIAS_OF,
    EXAMPLES,
    FIRST_DATED,
    FROM_DOCUMENT,
    HAS_CUE,
    IN_PROJECT,
    NO_FORM,
    SCHEMA_VERSION,
    TOMBSTONE,
    UNFILTERED,
    Alias,
    Changes,
    Counts,
    Description,
    Direction,
    Edge,
    Flaw,
    Match,
    NameNode,
    Nearby,
    Order,
    Outline,
    Page,
    Session,
    Vector,
    Where,
    cues_with,
)

__all__ = [
    "ALIAS_OF",
    "EXAMPLES",
    "FIRST_DATED",
    "FROM_DOCUMENT",
    "HAS_CUE",
    "IN_PROJECT",
    "NO_FORM",
    "SCHEMA_VERSION",
    "TOMBSTONE",
    "UNFILTERED",
    "Alias",
    "Changes",
    "Counts",
    "Description",
    "Direction",
    "Edge",
    "Flaw",
    "Match",
    "NameNode",
    "Nearby",
    "Order",
    "Outline",
    "Page",
    "Reader",
    "Session",
    "Store",
    "Vector",
    "Where",
    "Writer",
    "cues_with",
    "let_in",
]

T = TypeVar("T")


class Reader(Protocol):
    """One namespace at one revision."""

    def describe(self) -> Description:
        """Counts, revision and fingerprint. Cheap: read from the namespace's own node."""

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        """The memories by id, missing ones absent, in the order asked."""

    def outlines(self, ids: Sequence[str]) -> dict[str, Outline]:
        """The outlines by id, missing ones absent, in the order asked."""

    def cues(self, keys: Iterable[str]) -> dict[str, int]:
        """Cue key → number of memories that have it; unknown cues absent, sorted by key."""

    def cues_between(self, ranges: Sequence[tuple[str, str]]) -> dict[str, int]:
        """Cue key → number of memories that have it, for the ASCII keys with low <= key < high of one of the ranges, each
        of which stays within one type of cue; sorted by key. See `cues_with`."""

    def match(self, weights: Mapping[str, int], where: Where, limit: int, newest: int) -> tuple[Match, ...]:
        """The best `limit` memories by the sum of weight × edge weight over the cues given, best first.

        Order: points, then the newest time, then the id. A cue that more than `newest` memories have is
        followed to the `newest` newest of them only (by time, then id), before `where` is looked at.
        """

    def hits(self, ids: Sequence[str], keys: Sequence[str]) -> dict[str, dict[str, int]]:
        """Memory id → cue key → edge weight, for those of the cues that it has; memories without any absent."""

    def postings(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        """Memory id → every cue key → edge weight; unknown ids absent."""

    def stamps(self) -> dict[str, int]:
        """Memory id → the revision at which it was put or superseded last, sorted by id."""

    def words(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        """Memory id → each of its `word:` cues → number of memories that have that, sorted; unknown ids absent."""

    def period(self) -> tuple[int, int] | None:
        """The first and the last time of happening, in ms UTC; None where no memory has one."""

    def carriers(self, keys: Sequence[str]) -> tuple[str, ...]:
        """The ids of the memories that have all of the cues, sorted. No cue: none."""

    def neighbours(
        self, nodes: Sequence[str], types: Sequence[str], direction: Direction, per_node: int
    ) -> dict[str, tuple[Edge, ...]]:
        """Node → its edges of these types, at most `per_node` each; nodes without any absent.

        `out` starts at memories, `in` ends at whatever the type leads to. Order: the type as given, then for `in` the
        newest source (time, then id), for `out` the target and position.
        """

    def degrees(self, nodes: Sequence[str], types: Sequence[str]) -> dict[str, int]:
        """Node → number of edges of these types that lead to it; nodes without any absent."""

    def nearby(self, ids: Sequence[str]) -> dict[str, Nearby]:
        """Memory id → what stands one and two steps along FOLLOWS before and after it, in the order asked; unknown ids
        absent. Where a memory has several of one side, the least id."""

    def before(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        """For each (thread, order key) the id of the memory just before it in that thread, or None."""

    def after(self, places: Sequence[tuple[str, str]]) -> tuple[str | None, ...]:
        """For each (thread, order key) the id of the memory just after it in that thread, or None."""

    def page(self, where: Where, order: Order, after: str | None, limit: int) -> Page:
        """Ids by `order_key` ascending (oldest) or descending (newest), beyond the order key `after`."""

    def names(self) -> tuple[NameNode, ...]:
        """Every person and entity, by key."""

    def listed(self, label: Literal["Project", "Document"]) -> tuple[str, ...]:
        """The keys of all nodes of that label: names of projects or paths of documents, sorted."""

    def session(self, id: str) -> Session:
        """The session as it was kept last, expired or not; of version 0 where none is kept."""

    def buried(self, tombstones: Iterable[str]) -> tuple[str, ...]:
        """Those of the tombstones that stand, sorted."""

    def tombstones(self, after: str, limit: int) -> tuple[str, ...]:
        """The first `limit` tombstones beyond `after`, sorted."""


def let_in(reader: Reader, ids: Sequence[str], where: Where) -> list[str]:
    """Those of the ids that the filter allows, the newest first; all of them as they come, unasked, if it says nothing."""
    if where == UNFILTERED or not ids:
        return list(ids)
    return list(reader.page(replace(where, ids=tuple(ids)), "newest", None, len(ids)).ids)


class Writer(Reader, Protocol):
    """A reader that sees its own writes. All of them are kept, or none."""

    def apply(self, changes: Changes) -> Counts:
        """What was really made and removed."""

    def adopt(self) -> None:
        """Nothing; the graph in the making (in the namespace `form_name(namespace, form + 1)`, which must be there) is the
        namespace's own from now on, in place of the one in use. Tombstones, sessions and the fingerprint stay; this is the
        last thing that a write does."""


class Store(Protocol):
    """A place that keeps namespaces. Work is handed in, since a store may have to run it again
    (a deadlock, a leader change, a write under way); so work must have no effect but through what it is given."""

    def read(self, namespace: str, work: Callable[[Reader], T]) -> T:
        """What `work` returns, having seen one revision."""

    def write(self, namespace: str, work: Callable[[Writer], T]) -> T:
        """What `work` returns, once everything it applied is durable. Writers of one namespace take turns.

        The revision rises by one if anything was applied. An error out of `work` undoes all of it.
        """

    def snapshot(self, namespace: str, work: Callable[[Reader], T]) -> T:
        """As `read`, for work that looks at everything: where a store keeps no older revision for it, writers wait."""

    def erase(self, namespace: str) -> Counts:
        """What was removed: everything of the namespace, and that it ever was; broken off, it can be done again. One of that
        name begins beyond the revision at which this one ended."""

    def wipe(self) -> bool:
        """Whether the bytes of all that was removed have left the store's files; not while somebody reads an older
        revision, and never where the store cannot rewrite its files."""

    def keep(self, namespace: str, session: Session, expected: int, now: int) -> bool:
        """Whether the session is kept: only if the version kept before is `expected` (0: none). Sessions of the namespace
        that expired at or before `now` are gone then. Durable on return, but no part of what `revision` counts."""

    def drop_sessions(self, namespace: str) -> int:
        """The number of sessions of the namespace that were there; none is left."""

    def vectors(self, namespace: str) -> dict[str, Vector]:
        """Memory id → its vector, made from the memory as it is or as it was; those without one absent."""

    def keep_vectors(self, namespace: str, vectors: Mapping[str, Vector]) -> int:
        """How many are kept: those of memories that are still as they were at the vector's revision. No part of what
        `revision` counts. A store that can only be read keeps none."""

    def namespaces(self) -> tuple[str, ...]:
        """The namespaces that were ever written to, sorted."""

    def sweep(self, namespace: str) -> None:
        """Nothing; what earlier forms of the namespace's graph have left is gone. Can be done again when it is broken off."""

    def flaws(self, namespace: str) -> tuple[Flaw, ...]:
        """What is wrong with how the store keeps the namespace, as far as no `Reader` can tell. Changes nothing."""

    def repair(self, namespace: str) -> None:
        """Nothing; such flaws are mended, those that can be."""

    def close(self) -> None:
        """Nothing; the store can no longer be used."""
