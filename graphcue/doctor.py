"""Whether a namespace is whole: what it holds against what its memories say, and what mends it. `graphcue doctor`."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from graphcue.doctor_contents import NOTHING, faults, joined
from graphcue.language import LANGUAGE_VERSION
from graphcue.language.words import versioned
from graphcue.model import form_name
from graphcue.stores.contract import EXAMPLES, SCHEMA_VERSION, Changes, Description, Flaw, Reader, Store, Writer

ROUNDS = 4
"""How often mending is tried: what a memory is linked to is known once the cues of all others are right."""

FIX = ""
KINDS: dict[str, tuple[str, str]] = {
    "damaged": (
        "the file itself is damaged: restore it from a backup, or copy what can still be read",
        "graphcue restore",
    ),
    "schema": ("it was written under schema {case}", FIX),
    "language": (
        "it was indexed by rules and dictionaries of version {case}: questions would miss memories",
        "graphcue reindex",
    ),
    "unfinished": ("a reindex was broken off: the graph in use is the old one", "graphcue reindex"),
    "unreadable": ("memories cannot be read: restore the store from a backup", "graphcue restore"),
    "future": (
        "memories were recorded in the future: a clock was wrong, and known-at questions miss them till then",
        "set the clock right and write them again",
    ),
    "schema_parts": ("constraints or indexes of the database are missing", FIX),
    "dangling": ("entries lead to something that is not there", FIX),
    "crossing": ("edges lead out of the namespace", FIX),
    "doubled": ("edges stand twice between the same two nodes", FIX),
    "orphans": ("cues, projects, documents or names are left that no memory leads to", FIX),
    "indexes": ("indexes of the store differ from what it holds", FIX),
    "postings_twice": ("cues and memories disagree about who has whom", FIX),
    "cue_counts": ("cues count other numbers of memories than have them", FIX),
    "degrees": ("names, projects or documents count other numbers of edges than lead to them", FIX),
    "counts": ("counts of the namespace differ from what it holds", FIX),
    "names": ("names of people or entities differ from what is declared", FIX),
    "memories": ("memories have a kind, thread or place other than their record says", FIX),
    "cues": ("memories have other cues than their text gives", FIX),
    "edges": ("edges are missing, or are there without a reason", FIX),
    "chains": ("the chain of a thread is broken: FOLLOWS edges are missing, or lead elsewhere", FIX),
    "superseded": ("memories say another time of being superseded than the edges do", FIX),
    "fingerprint": ("the fingerprint is not that of the contents: {case}", FIX),
}
"""Kind → what it means, and what cures it where that is not `--fix`; in the order in which findings are told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of thing that is wrong: how many of it, up to three by name, and what to do: `cure` is empty where
    `--fix` mends it. `mended`: it was, and is not found any more."""

    kind: str
    number: int
    examples: tuple[str, ...] = ()
    mended: bool = False

    @property
    def says(self) -> str:
        """One plain line."""
        text = KINDS[self.kind][0]
        return text.format(case=self.examples[0]) if "{case}" in text else text

    @property
    def cure(self) -> str:
        """The command that cures it; empty: `graphcue doctor --fix`."""
        return KINDS[self.kind][1]


@dataclass(frozen=True, slots=True)
class Health:
    """What the doctor found, in the order of `KINDS`; `whole` once nothing is wrong any more."""

    description: Description
    findings: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong, or everything that was has been mended."""
        return all(finding.mended for finding in self.findings)


def examine(store: Store, namespace: str, now: int) -> Health:
    """What is wrong with a namespace. Changes nothing; `now` is the clock's time, ms UTC."""
    own = store.flaws(namespace)
    if any(flaw.kind == "damaged" for flaw in own):
        return Health(Description(0, 0, 0, "", {}), _told(own))
    description, found = store.read(namespace, lambda reader: _look(reader, now))
    making = store.read(form_name(namespace, description.form + 1), lambda reader: reader.describe())
    begun = [Flaw("unfinished", 1)] if making.revision else []
    return Health(description, _told((*own, *found, *begun)))


def mend(store: Store, namespace: str, now: int) -> Health:
    """What was wrong with a namespace, and of it what is mended now; what needs another cure stays."""
    before = examine(store, namespace, now)
    after = before
    for _ in range(ROUNDS):
        if not any(finding.cure == FIX or finding.kind == "damaged" for finding in after.findings):
            break
        store.repair(namespace)
        store.write(namespace, lambda writer: _mend(writer, now))
        after = examine(store, namespace, now)
    left = {finding.kind: finding for finding in after.findings}
    found = {finding.kind: replace(finding, mended=True) for finding in before.findings} | left
    return Health(after.description, tuple(found[kind] for kind in KINDS if kind in found))


def _look(reader: Reader, now: int) -> tuple[Description, list[Flaw]]:
    description = reader.describe()
    versions = _versions(description)
    if any(flaw.kind == "language" for flaw in versions):
        return description, versions
    cases: dict[str, list[str]] = {}
    for page in faults(reader, now):
        for fault in page:
            cases.setdefault(fault.kind, []).append(fault.case)
    return description, [*versions, *(Flaw(kind, len(c), tuple(sorted(c)[:EXAMPLES])) for kind, c in cases.items())]


def _versions(description: Description) -> list[Flaw]:
    """Flaws of a namespace that another version has written."""
    found = []
    if description.revision and description.schema < SCHEMA_VERSION:
        found.append(Flaw("schema", 1, (str(description.schema),)))
    current = versioned(LANGUAGE_VERSION)
    if description.language not in ("", current):
        found.append(Flaw("language", 1, (f"{description.language}, this graphcue has {current}",)))
    return found


def _mend(writer: Writer, now: int) -> None:
    """Nothing; the changes that mend what was found are made, page by page."""
    description = writer.describe()
    if not description.revision or any(flaw.kind == "language" for flaw in _versions(description)):
        return
    writer.apply(Changes(language=versioned(LANGUAGE_VERSION)))
    for page in faults(writer, now):
        step = joined(page)
        if step != NOTHING:
            writer.apply(step)


def _told(flaws: Iterable[Flaw]) -> tuple[Finding, ...]:
    found = {flaw.kind: Finding(flaw.kind, flaw.number, flaw.examples) for flaw in flaws}
    return tuple(found[kind] for kind in KINDS if kind in found)
