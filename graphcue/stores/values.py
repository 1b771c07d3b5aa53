"""What goes into a store and comes out of it: plain values, and the words they are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

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
    `valid_until`, where these are given. `born_until` keeps what was first put at or before that revision; what only
    later ones supersede counts as current then.
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


UNFILTERED = Where()


class Outline(NamedTuple):
    """The fields of a memory that ranking looks at, so that it need not fetch the memory.

    `grain` is that of `occurred_at`, or empty; `asks` is `Memory.asks`. A tuple, since a recall makes hundreds of them.
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


class Nearby(NamedTuple):
    """The outlines along FOLLOWS around a memory, nearest first: one step and two steps away, as far as there are any."""

    before: tuple[Outline, ...]
    after: tuple[Outline, ...]


class Match(NamedTuple):
    """A memory that a sum of cues found: `hits` are cue key → edge weight, sorted by key."""

    points: int
    hits: Mapping[str, int]
    outline: Outline

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.outline.id


@dataclass(frozen=True, slots=True)
class Page:
    """Ids in order, the number of memories in all pages together, and the order key to go on after (None: the end).
    `superseded` counts what is left out for nothing else than that it is superseded, where current ones are asked for."""

    ids: tuple[str, ...]
    total: int
    after: str | None
    superseded: int = 0


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


@dataclass(frozen=True, slots=True)
class Vector:
    """What a memory means, as an encoder of sentences sees it: bytes that no store looks into, what made them, and the
    revision of the memory that they were made from. Outside of revision and fingerprint; gone with the memory."""

    values: bytes
    maker: str
    revision: int


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


def cues_with(prefix: str) -> tuple[str, str]:
    """The range of the ASCII keys that begin with an ASCII prefix, which names their type of cue."""
    return prefix, prefix + "\x7f"
