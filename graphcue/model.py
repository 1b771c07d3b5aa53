"""The words of graphcue as frozen values: what goes in (`Record`), what is kept (`Memory`), what comes out.

Times are integer milliseconds since 1970 in UTC beside the offset as written; points are integers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

NO_TIME = -(2**53)
"""Stands for "no time" where times are ordered: older than everything, and exact in every store."""

AUTHORED_BY = "AUTHORED_BY"
DECIDED_BY = "DECIDED_BY"
PRESENTED_BY = "PRESENTED_BY"
ASSIGNED_TO = "ASSIGNED_TO"
APPROVED_BY = "APPROVED_BY"
ATTENDED_BY = "ATTENDED_BY"
MENTIONS = "MENTIONS"
ROLES = (AUTHORED_BY, DECIDED_BY, PRESENTED_BY, ASSIGNED_TO, APPROVED_BY, ATTENDED_BY)
NAME_EDGES = (*ROLES, MENTIONS)

FOLLOWS = "FOLLOWS"
SUPERSEDES = "SUPERSEDES"
RELATIONS = ("RELATED_TO", "CAUSED_BY", "DEPENDS_ON", "RESOLVES", SUPERSEDES)
"""Edges between memories that people declare; `FOLLOWS` is worked out from time."""
SUPERSEDED_BY = "SUPERSEDED_BY"
"""A link read from the other end: an edge SUPERSEDES from its target."""
LINKS = (*RELATIONS, SUPERSEDED_BY)

DECLARED = "declared"
"""The rule of what a caller gave."""

FORM_MARK = "~"
PERSON = "Person"
ENTITY = "Entity"


def order_key(time: int, document: str, position: int, id: str) -> str:
    """ASCII text that compares as (time, document, position, id), so that every store orders it alike.

    `time` is ms UTC or NO_TIME; what is not ASCII is escaped, since stores disagree on the order of the
    rest, and so is the backslash, so that two texts never become one.
    """
    tail = f"{document}\x1f{position:08d}\x1f{id}".replace("\\", "\\\\")
    return f"{time - NO_TIME:017d}\x1f" + tail.encode("ascii", "backslashreplace").decode("ascii")


def form_name(namespace: str, form: int) -> str:
    """The namespace that holds a namespace's graph in its nth form: itself at first, `notes~2` after two reindexings,
    and while the second is under way."""
    return f"{namespace}{FORM_MARK}{form}" if form else namespace


def is_form(name: str) -> bool:
    """Whether a namespace holds the graph of another; no caller may give such a name."""
    namespace, mark, form = name.rpartition(FORM_MARK)
    return bool(namespace and mark) and form.isascii() and form.isdigit()


def base_name(name: str) -> str:
    """The namespace as callers know it, of which `name` holds the graph in some form."""
    return name.rpartition(FORM_MARK)[0] if is_form(name) else name


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as written: `ms` UTC, `offset` in minutes, `grain` the finest part that was written."""

    ms: int
    offset: int = 0
    grain: str = "second"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory stands: a document, lines counted from 1, position among its siblings from 0."""

    document: str
    line_start: int = 0
    line_end: int = 0
    position: int = 0


@dataclass(frozen=True, slots=True)
class Name:
    """A declared name: `edge` says how the memory is tied to it, a role or MENTIONS; `rule` says what declared it."""

    name: str
    edge: str = MENTIONS
    label: str = PERSON
    organisation: str = ""
    kind: str = ""
    rule: str = DECLARED


@dataclass(frozen=True, slots=True)
class Link:
    """A declared relation to another memory, by its id or by a title it goes by; `rule` says what declared it."""

    type: str
    target: str
    rule: str = DECLARED


@dataclass(frozen=True, slots=True)
class Record:
    """One thing to remember, as a source or a caller gives it; what is left empty is read from the text.

    `id` is the caller's own id (the last writing wins), `key` an idempotency key (other content under it is refused);
    without both the id is a hash of project, author, time, content and `ordinal`, the count of equal
    contents before it in its document.
    """

    content: str
    id: str = ""
    key: str = ""
    kind: str = ""
    status: str = ""
    project: str = ""
    author: str = ""
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    cues: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    links: tuple[Link, ...] = ()
    titles: tuple[str, ...] = ()
    place: Place | None = None
    ordinal: int = 0
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one writing brought to a memory; a memory is the union of its contributions. `without` are the keys of forgotten
    people whom the memory's text names: they are not read from it."""

    place: Place | None = None
    kind: str = ""
    status: str = ""
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    cues: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    links: tuple[Link, ...] = ()
    titles: tuple[str, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()
    recorded_at: int = 0
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory as it is kept. `superseded_at` is when the first thing that supersedes it happened (ms UTC);
    `asks` is how much of the text asks something (per mille of its characters); `revision` stamps the write transaction
    that last changed it and is never part of an answer."""

    id: str
    content: str
    kind: str = "note"
    status: str = ""
    project: str = ""
    author: str = ""
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    recorded_at: int = 0
    updated_at: int = 0
    thread: str = ""
    document: str = ""
    position: int = 0
    caption: str = ""
    asks: int = 0
    key: str = ""
    superseded_at: int | None = None
    contributions: tuple[Contribution, ...] = ()
    revision: int = 0

    def unstamped(self) -> "Memory":
        """The memory without what tells of transactions and not of what was said."""
        return replace(self, updated_at=0, revision=0)

    @property
    def order_time(self) -> int:
        """ms UTC by which memories are ordered; NO_TIME without a time."""
        return self.occurred_at.ms if self.occurred_at else NO_TIME

    @property
    def order_key(self) -> str:
        """ASCII; compares as (time, document, position, id): the order of a thread, of timelines and of pages."""
        return order_key(self.order_time, self.document, self.position, self.id)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where it stands, by document and line."""
        found = {c.place for c in self.contributions if c.place}
        return tuple(sorted(found, key=lambda p: (p.document, p.line_start, p.position, p.line_end)))

    @property
    def cues(self) -> tuple[str, ...]:
        """The given cues, sorted."""
        return tuple(sorted({cue for c in self.contributions for cue in c.cues}))

    @property
    def tags(self) -> tuple[str, ...]:
        """The given tags, sorted."""
        return tuple(sorted({tag for c in self.contributions for tag in c.tags}))

    @property
    def metadata(self) -> dict[str, str]:
        """Metadata of all contributions, sorted by key; the greatest value where two differ."""
        return dict(sorted(pair for c in self.contributions for pair in c.metadata))
