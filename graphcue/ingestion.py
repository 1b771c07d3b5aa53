"""Files and folders → memories, batch by batch: what is acknowledged stays, whatever happens to the rest."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from graphcue.errors import NotFound
from graphcue.graph import MemoryGraph, Plan
from graphcue.language.fields import read_facts
from graphcue.language.folding import fold_name
from graphcue.language.lac_names import names_by_lac
from graphcue.language.spacy_names import NamesOf, names_by
from graphcue.model import Record
from graphcue.sources.files import Document, Found, find_files, read_file
from graphcue.sources.registry import read_document, why_unknown

BATCH_RECORDS = 500
BATCH_DOCUMENTS = 64
"""A transaction is written when one of both is reached."""

Skipped = tuple[str, str]
"""(document key, why nothing, or not all, of it was kept)"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an ingest is: files done of all files, and the one it is at."""

    done: int
    total: int
    document: str


@dataclass(frozen=True, slots=True)
class Report:
    """What an ingest did. `made`, `changed`, `unchanged` and `removed` count memories, `documents` the files that were
    read and `total` those that were found.

    `skipped` tells of every document of which nothing or not all was kept, in the order of reading; `faults` are those
    of its entries that tell of something wrong (unreadable, refused) and not just of nothing to remember. `missing` are
    the documents of the store under these paths that are no longer on disk; `forget_missing` removes them.
    """

    made: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    documents: int = 0
    total: int = 0
    skipped: tuple[Skipped, ...] = ()
    faults: tuple[Skipped, ...] = ()
    missing: tuple[str, ...] = ()


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of an ingest; `report` tells what was acknowledged until then."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def ingest(
    graph: MemoryGraph,
    paths: Iterable[str | Path],
    *,
    root: str | Path,
    on_progress: Callable[[Progress], None] | None = None,
    leave_out: Iterable[str | Path] = (),
    names_of: NamesOf | None = None,
) -> Report:
    """What became of the files under `paths`; documents are known by their path relative to `root`. Files to
    `leave_out`, such as the store's own, are not looked at. `names_of` adds names to what each text says, as
    `language.spacy_names` does, and the setting `lac` adds more; they are kept with the memories.

    A file that cannot be read, or holds nothing, keeps what the store has of it. Raises Interrupted on Ctrl-C,
    StoreError when the store fails; batches that were written before stay.
    """
    given = list(paths)
    run = _Run(graph, _all_names(graph, names_of))
    try:
        ours = {os.path.realpath(path) for path in leave_out}
        files = [found for found in _found(graph, given, root) if str(found.path) not in ours]
        run.total = len(files)
        for number, found in enumerate(files):
            if on_progress:
                on_progress(Progress(number, len(files), found.key))
            run.take(found)
        run.flush()
        if on_progress:
            on_progress(Progress(len(files), len(files), ""))
    except KeyboardInterrupt:
        raise Interrupted(run.report()) from None
    return run.report(missing_documents(graph, given, root, {found.key for found in files}))


def names_by_spacy(model: str) -> NamesOf | None:
    """What finds more names by that spaCy pipeline, None for ''. Raises MissingExtra, InvalidInput."""
    return names_by(model) if model else None


def _all_names(graph: MemoryGraph, names_of: NamesOf | None) -> NamesOf | None:
    """What finds names in texts, each once: the given one, then the model that the setting `lac` asks for."""
    if not graph.settings.lac:
        return names_of
    if names_of is None:
        return names_by_lac
    first = names_of
    return lambda text: tuple({fold_name(one.name): one for one in (*names_by_lac(text), *first(text))}.values())


def missing_documents(
    graph: MemoryGraph, paths: Iterable[str | Path], root: str | Path, seen: Iterable[str] = ()
) -> tuple[str, ...]:
    """The documents of the store under `paths`, but for those `seen`, that are no longer on disk."""
    real_root = Path(os.path.realpath(root))
    known = _documents(graph)
    tops = [_key(path, real_root) for path in paths]
    left = known.difference(seen)
    return tuple(sorted(key for key in left if _under(key, tops) and not os.path.lexists(real_root / key)))


def forget_missing(graph: MemoryGraph, documents: Sequence[str]) -> int:
    """The number of memories that are gone, now that these documents hold nothing any more."""
    removed = 0
    for start in range(0, len(documents), BATCH_DOCUMENTS):
        part = documents[start : start + BATCH_DOCUMENTS]
        removed += len(graph.replace_documents(dict.fromkeys(part, ())).removed)
    return removed


@dataclass(slots=True)
class _Run:
    """An ingest under way: the batch that waits, and what has been acknowledged."""

    graph: MemoryGraph
    names_of: NamesOf | None = None
    total: int = 0
    documents: int = 0
    faults: list[Skipped] = field(default_factory=list)
    batch: dict[str, tuple[Record, ...]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    states: dict[str, str] = field(default_factory=dict)
    """Memory id → made, changed, unchanged or removed, over all batches."""

    def take(self, found: Found) -> None:
        """Nothing; the file is read, and the batch written when it is full."""
        unknown = "" if found.error else why_unknown(found.key)
        if unknown:
            self._skip(found.key, unknown)
            return
        document = read_file(found)
        if document.error:
            self._fail(document.key, document.error.message)
            return
        self._read(document)
        if len(self.batch) >= BATCH_DOCUMENTS or sum(map(len, self.batch.values())) >= BATCH_RECORDS:
            self.flush()

    def _read(self, document: Document) -> None:
        reading = read_document(document.key, document.text, self.graph.settings.tzinfo)
        for reason in reading.skipped.splitlines():
            if reading.records or _tells_a_line(reason, document.key):
                self._fail(document.key, reason)
            else:
                self._skip(document.key, reason)
        if reading.records:
            self.batch[document.key] = tuple(map(self._with_names, reading.records))

    def _with_names(self, record: Record) -> Record:
        """The record with the names that it does not declare by itself."""
        if self.names_of is None:
            return record
        own = {fold_name(name.name) for name in (*record.names, *read_facts(record.content).names)}
        own.add(fold_name(record.author))
        found = tuple(name for name in self.names_of(record.content) if fold_name(name.name) not in own)
        return replace(record, names=(*record.names, *found))

    def flush(self) -> None:
        """Nothing; the batch is written and acknowledged."""
        if not self.batch:
            return
        plan = self.graph.replace_documents(self.batch)
        documents = [key for key, records in self.batch.items() for _ in records]
        for key, outcome in zip(documents, plan.outcomes, strict=True):
            if outcome.error:
                self._fail(key, outcome.error.message)
        forgotten = Counter(key for key, one in zip(documents, plan.outcomes, strict=True) if one.state == "forgotten")
        for key, number in forgotten.items():
            self._skip(key, "forgotten, and not revived" + (f" ({number} memories)" if number > 1 else ""))
        for memory_id, state in _states(plan):
            self._count(memory_id, state)
        self.documents += len(self.batch)
        self.batch = {}

    def _count(self, id: str, state: str) -> None:
        """Nothing; over several batches a memory counts once, as what it was before the first and is after the last."""
        before = self.states.get(id)
        if before == "made" and state == "removed":
            del self.states[id]
        elif before == "removed" and state == "made":
            self.states[id] = "changed"
        elif before in (None, "unchanged") or state == "removed":
            self.states[id] = state

    def _skip(self, key: str, reason: str) -> None:
        self.skipped.append((key, reason.removeprefix(f"{key}: ")))

    def _fail(self, key: str, reason: str) -> None:
        self._skip(key, reason)
        self.faults.append(self.skipped[-1])

    def report(self, missing: tuple[str, ...] = ()) -> Report:
        """What has been acknowledged so far."""
        states = list(self.states.values())
        return Report(
            made=states.count("made"),
            changed=states.count("changed"),
            unchanged=states.count("unchanged"),
            removed=states.count("removed"),
            documents=self.documents,
            total=self.total,
            skipped=tuple(self.skipped),
            faults=tuple(self.faults),
            missing=missing,
        )


def _states(plan: Plan) -> Iterator[tuple[str, str]]:
    """(memory id, what the plan did to it), each memory once."""
    difference = plan.difference
    for memory_id, before in difference.before.items():
        after = difference.after[memory_id]
        yield memory_id, "made" if before is None else "removed" if after is None else "changed"
    for outcome in plan.outcomes:
        if outcome.state == "unchanged" and outcome.id not in difference.before:
            yield outcome.id, "unchanged"


def _found(graph: MemoryGraph, paths: Sequence[str | Path], root: str | Path) -> list[Found]:
    """The files under the paths. A path that is gone is an error, unless the store holds documents of it:
    then those are missing."""
    real_root = Path(os.path.realpath(root))
    gone = [path for path in paths if not os.path.lexists(path)]
    known = _documents(graph) if gone else set()
    passed = {path for path in gone if any(_under(key, [_key(path, real_root)]) for key in known)}
    return list(find_files([path for path in paths if path not in passed], root))


def _documents(graph: MemoryGraph) -> set[str]:
    try:
        return set(graph.listed("Document"))
    except NotFound:  # a namespace into which nothing was ever written
        return set()


def _key(path: str | Path, root: Path) -> str:
    real = Path(os.path.realpath(path))
    return real.relative_to(root).as_posix() if real.is_relative_to(root) else real.as_posix()


def _under(key: str, tops: Sequence[str]) -> bool:
    """Whether the document is one of `tops` or lies in one of them; `.` is the root itself."""
    inside = (not key.startswith("/") if top == "." else key.startswith(f"{top.rstrip('/')}/") for top in tops)
    return key in tops or any(inside)


def _tells_a_line(reason: str, key: str) -> bool:
    """Whether a reader's reason names a line, `path:12: …`, and so a fault."""
    return reason.startswith(f"{key}:") and not reason.startswith(f"{key}: ")
