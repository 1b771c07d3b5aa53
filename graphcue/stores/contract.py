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
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from graphcue.model import Memory, Place

SCHEMA_VERSION = 2
"""Raised when a store keeps something in another way; an older one is brought up to date when it is opened."""
IN_PROJECT = "IN_PROJECT"
FROM_DOCUMENT = "FROM_DOCUMENT"
HAS_CUE = "HAS_CUE"
ALIAS_OF = "ALIAS_OF"
TOMBSTONE = "Tombstone"

FIRST_DATED = f"{1:017d}"
"""What the order key of every memory with a time is not below (see `model.order_key`)."""

T = TypeVar("T")
Order = Literal["oldest", "newest"]
Direction = Literal["out", "in"]


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from a memory. `target` is a memory's id, a name's key, a project or a document's path, as `type` says.

    Two edges are the same when (type, source, target, place's position) are; `rule` says what declared it.
    """

    type: str
    source: str
    target: str
    rule: str = ""
    place: Place | None = None

    @property
    def identity(self) -> tuple[str, str, str, int]:
        """What makes it this edge and no other."""
        return (self.type, self.source, self.target, self.place.position if self.place else -1)


@dataclass(frozen=True, slots=True)
class NameNode:
    """A person or an entity. `key` is ASCII (`person:…`, `entity:…`), `folded` what texts are searched for;
    `forms` are the spellings as declared (`name:…`, `organisation:…`, `kind:…`), each with the number of memories that declare
    it so, sorted; `name`, `organisation` and `kind` are the commonest of them."""

    key: str
    label: str
    folded: str
    name: str
    organisation: str = ""
    kind: str = ""
    forms: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Alias:
    """Two names declared to be one's: of people, entities or projects, as `kind` says (`person`, `entity`, `project`).

    `alias` and `name` are as written, `name@organisation` for one of several people; `source` and `target` the keys of
    their nodes, empty for projects. A store counts it as an edge ALIAS_OF.
    """

    kind: str
    alias: str
    name: str
    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """One step of a write. What is added is not there yet, what is dropped is: whoever makes a `Changes` has looked.

    A store applies it in this order: aliases, edges and postings are dropped, memories dropped and put (a put memory that exists
    keeps its edges), names put, postings, edges and aliases added, names dropped, lonely nodes removed.
    """

    put_memories: tuple[Memory, ...] = ()
    drop_memories: tuple[str, ...] = ()
    put_names: tuple[NameNode, ...] = ()
    drop_names: tuple[str, ...] = ()
    add_postings: tuple[tuple[str, str, int], ...] = ()
    """(memory id, cue key, weight)"""
    drop_postings: tuple[tuple[str, str], ...] = ()
    """(memory id, cue key)"""
    add_edges: tuple[Edge, ...] = ()
    drop_edges: tuple[Edge, ...] = ()
    superseded: tuple[tuple[str, int | None], ...] = ()
    """(memory id, its new `superseded_at`)"""
    add_aliases: tuple[Alias, ...] = ()
    """People and entities of an alias are there already, or put in the same step."""
    drop_aliases: tuple[Alias, ...] = ()
    add_tombstones: tuple[str, ...] = ()
    """Kind and HMAC of what was forgotten, as `memory:3f…`: see `writing.tombstones`."""
    drop_tombstones: tuple[str, ...] = ()
    tombstone_key: str = ""
    """The key of the namespace's tombstones from now on; empty: unchanged."""
    fingerprint_delta: int = 0
    """Added to the namespace's fingerprint, modulo 2**128."""
    language: str = ""
    """The version of rules and dictionaries that the postings were made with; empty: unchanged."""

    @property
    def renaming(self) -> bool:
        """Whether it moves the namespace's `names_revision`."""
        named = self.put_names or self.drop_names or self.add_aliases or self.drop_aliases
        return bool(named or self.add_tombstones or self.drop_tombstones)


@dataclass(frozen=True, slots=True)
class Counts:
    """Nodes by label and edges by type that were really made and removed; zeros are left out, keys sorted."""

    made: Mapping[str, int] = field(default_factory=dict)
    removed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Where:
    """Which memories count. Every part that is not None or empty must hold.

    `since` and `until` bound the time of happening: [since, until) in ms UTC; a memory without a time is outside.
    `state` looks at supersession at the moment `at`: superseded means that `superseded_at` <= `at` (None: at any time).
    `names` are keys of people or entities, one of which must be reached by an edge of one of `edges`.
    `tied` are further groups of such keys: one of each group must be reached by a role or MENTIONS.
    `cues` are keys all of which the memory must have, `any_of` groups of keys of each of which it must have one.
    `known_at` keeps what was recorded at or before it, `valid_at` what holds then: from `valid_from` on and before
    `valid_until`, where these are given. `born_until` keeps what was first put at or before that revision.
    """

    ids: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    thread: str | None = None
    since: int | None = None
    until: int | None = None
    known_at: int | None = None
    state: Literal["all", "current", "superseded"] = "all"
    at: int | None = None
    names: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    tied: tuple[tuple[str, ...], ...] = ()
    cues: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    valid_at: int | None = None
    born_until: int | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """The fields of a memory that ranking looks at, so that it need not fetch the memory.

    `grain` is that of `occurred_at`, or empty; `asks` is `Memory.asks`.
    """

    id: str
    order_time: int
    grain: str
    author: str
    project: str
    kind: str
    document: str
    thread: str
    asks: int


@dataclass(frozen=True, slots=True)
class Nearby:
    """The outlines along FOLLOWS around a memory, nearest first: one step and two steps away, as far as there are any."""

    before: tuple[Outline, ...]
    after: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A memory that a sum of cues found: `hits` are (cue key, edge weight), sorted by key."""

    points: int
    hits: tuple[tuple[str, int], ...]
    outline: Outline

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.outline.id


@dataclass(frozen=True, slots=True)
class Page:
    """Ids in order, the number of memories in all pages together, and the order key to go on after (None: the end)."""

    ids: tuple[str, ...]
    total: int
    after: str | None


@dataclass(frozen=True, slots=True)
class Description:
    """What a namespace holds. `revision` counts its write transactions: 0 means that it was never written to.
    `names_revision` is the revision at which its names, aliases or tombstones last changed; `counts` are per label and edge type;
    `aliases` are sorted. `form` counts how often its graph was worked out anew (see `model.form_name`), the last time at the
    revision `formed`. `tombstone_key` is the key of its tombstones in hexadecimal, empty before the first one."""

    revision: int
    names_revision: int
    fingerprint: int
    language: str
    counts: Mapping[str, int]
    schema: int = SCHEMA_VERSION
    aliases: tuple[Alias, ...] = ()
    form: int = 0
    formed: int = 0
    tombstone_key: str = ""

    @property
    def memories(self) -> int:
        """The number of memories."""
        return self.counts.get("Memory", 0)


@dataclass(frozen=True, slots=True)
class Session:
    """What a store keeps of one conversation of a namespace: its state as a text, which no store looks into, how often
    it was kept, and when it may go (ms UTC). Outside of revision and fingerprint."""

    id: str
    state: str = ""
    version: int = 0
    expires: int = 0


NO_FORM = "no graph is in the making that could be taken over: run graphcue reindex"
EXAMPLES = 3
"""How many cases of a flaw are named."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with how a store keeps a namespace: its kind (see `doctor.KINDS`), the number of cases, and a few
    of them by name, sorted."""

    kind: str
    number: int
    examples: tuple[str, ...] = ()


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
        absent."""

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


def cues_with(prefix: str) -> tuple[str, str]:
    """The range of the ASCII keys that begin with an ASCII prefix, which names their type of cue."""
    return prefix, prefix + "\x7f"


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
