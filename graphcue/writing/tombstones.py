"""What must not come back: tombstones, and what a writing is without what they stand for.

A tombstone is an HMAC of what was forgotten (a memory's id, a document's path, a person's name) under a key of its
namespace, so that nobody can read out of it what it stands for, nor compare it with those of another namespace.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graphcue.language.folding import fold_name
from graphcue.model import PERSON, Contribution, Memory, Name
from graphcue.stores.contract import TOMBSTONE, Alias, Reader
from graphcue.writing.drafts import Draft
from graphcue.writing.identity import line_digest, tombstone_line
from graphcue.writing.merging import complete, united
from graphcue.writing.names import Declared, declared_names

MEMORY, DOCUMENT, PERSON_NAME = "memory", "document", "person"
KINDS = (DOCUMENT, MEMORY, PERSON_NAME)
KEY_BYTES = 32
DIGITS = 32
"""Of the HMAC in hexadecimal: 128 bits, as many as of every other digest here."""


def tombstone(key: str, kind: str, text: str) -> str:
    """The tombstone of a memory's id, a document's path, or a person (see `name_of`), as `memory:3f…`."""
    message = f"{kind}\0{text}".encode("utf-8", "surrogatepass")
    return f"{kind}:{hmac.new(bytes.fromhex(key), message, 'sha256').hexdigest()[:DIGITS]}"


def is_tombstone(text: str) -> bool:
    """Whether a text has the form of one."""
    kind, _, digits = text.partition(":")
    return kind in KINDS and len(digits) == DIGITS and not digits.strip("0123456789abcdef")


def tombstone_digest(one: str) -> int:
    """The tombstone's share of the fingerprint."""
    return line_digest(tombstone_line(one))


def name_of(name: str, organisation: str = "") -> str:
    """What stands for everybody of a name, or for the one of an organisation."""
    return f"{fold_name(name)}\x1f{fold_name(organisation)}" if fold_name(organisation) else fold_name(name)


@dataclass(frozen=True, slots=True)
class Graves:
    """Tombstones that stand, and the key to look something up among them. False when there are none."""

    key: str = ""
    standing: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.standing)

    def hold(self, kind: str, text: str) -> bool:
        """Whether that was forgotten."""
        return tombstone(self.key, kind, text) in self.standing

    def hold_person(self, name: Name) -> bool:
        """Whether everybody of that name was forgotten, or the one of that organisation."""
        return any(self.hold(PERSON_NAME, text) for text in _texts_of(name))


NO_GRAVES = Graves()


def _texts_of(name: Name) -> set[str]:
    return {name_of(name.name), name_of(name.name, name.organisation)}


def graves_of(reader: Reader, memories: Iterable[Memory], names: Iterable[Name] = ()) -> Graves:
    """The tombstones that touch these memories and names of people."""
    described = reader.describe()
    if not described.counts.get(TOMBSTONE):
        return NO_GRAVES
    asked = {(PERSON_NAME, text) for name in names for text in _texts_of(name)}
    for memory in memories:
        asked.add((MEMORY, memory.id))
        asked |= {(DOCUMENT, place.document) for place in memory.places}
        told = (name for one in people_of(memory) for name in one.names)
        asked |= {(PERSON_NAME, text) for name in told for text in _texts_of(name)}
    key = described.tombstone_key
    return Graves(key, frozenset(reader.buried(tombstone(key, kind, text) for kind, text in sorted(asked))))


def people_of(memory: Memory) -> list[Declared]:
    """The people that a memory declares."""
    return [one for one in declared_names(memory) if one.names[0].label == PERSON]


def people_of_aliases(aliases: Iterable[Alias]) -> list[Name]:
    """The names of people on either side of some aliases."""
    texts = [text.partition("@") for one in aliases if one.kind == "person" for text in (one.alias, one.name)]
    return [Name(name, label=PERSON, organisation=organisation) for name, _, organisation in texts]


def unburied(drafts: Sequence[Draft], graves: Graves) -> list[Draft | None]:
    """The drafts without what was forgotten, in order; None: nothing of it may be kept."""
    if not graves:
        return list(drafts)
    left = [(one, without_forgotten(one.memory, graves)) for one in drafts]
    return [replace(one, memory=memory) if memory else None for one, memory in left]


def without_forgotten(memory: Memory, graves: Graves) -> Memory | None:
    """The memory without what was forgotten, the same value if that touches nothing of it; None: nothing may be kept."""
    if graves.hold(MEMORY, memory.id):
        return None
    parts = [one for one in memory.contributions if not (one.place and graves.hold(DOCUMENT, one.place.document))]
    if not parts:
        return None
    found = replace(memory, contributions=tuple(parts))
    dead = [one for one in people_of(found) if any(map(graves.hold_person, one.names))]
    found = without_people(found, dead) if dead else found
    return memory if found == memory else complete(found)


def without_people(memory: Memory, dead: Sequence[Declared]) -> Memory:
    """The memory that declares these people no more, though its text may name them."""
    names = {name for one in dead for name in one.names}
    bare = {replace(name, organisation="") for name in names}
    author = "" if any(fold_name(memory.author) == fold_name(name.name) for name in names) else memory.author
    parts = [
        replace(part, names=tuple(name for name in part.names if name not in names and name not in bare))
        for part in memory.contributions
    ]
    left = replace(memory, author=author, contributions=united(parts))
    told = {one.key for one in dead} & {one.key for one in declared_names(left)}
    marked = (_marked(part, told) for part in left.contributions)
    return replace(left, contributions=united(marked)) if told else left


def _marked(part: Contribution, keys: set[str]) -> Contribution:
    return replace(part, without=tuple(sorted({*part.without, *keys})))


def with_people(memory: Memory, texts: Iterable[str]) -> Memory:
    """The memory whose text may again declare these people (see `name_of`); the same value if it names none of them."""
    wanted = set(texts)
    open_ = replace(memory, contributions=tuple(replace(part, without=()) for part in memory.contributions))
    back = {one.key for one in people_of(open_) if any(wanted & _texts_of(name) for name in one.names)}
    if not any(back.intersection(part.without) for part in memory.contributions):
        return memory
    parts = (replace(part, without=tuple(k for k in part.without if k not in back)) for part in memory.contributions)
    return complete(replace(memory, contributions=united(parts)))
