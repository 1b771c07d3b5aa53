"""Backups: a copy of a store under a dated name, read back before it counts, and the way back.

An SQLite file is copied whole, with all its namespaces, while others write. Any other store gives the export of one
namespace, while writers wait.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from graphcue.errors import BrokenExport, Conflict, InvalidInput, NotUtf8, SourceError, StoreError
from graphcue.graph import MemoryGraph
from graphcue.graph import open as open_graph

FILE, EXPORT = "db", "jsonl"
SQLITE = b"SQLite format 3\0"
LONGEST_LINE = 256 * 1024 * 1024
"""Bytes; no line of an export is as long."""
LONGEST_NAME = 40
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Held = tuple[str, int, int]
"""(namespace, number of its memories, its fingerprint)"""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was read back: its file, what each namespace in it holds, and the older ones that were removed."""

    path: Path
    namespaces: tuple[Held, ...]
    removed: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """The backup that was restored, and what each namespace of it holds in the store afterwards."""

    path: Path
    namespaces: tuple[Held, ...]


def backup(graph: MemoryGraph, folder: str | Path, now: int, keep: int | None = None) -> Backup:
    """The backup of the graph's store in a folder, named by `now` (ms UTC); with `keep`, only so many of the same store or
    namespace stay there, the newest.

    Raises InvalidInput, SourceError for a folder that cannot be written, Conflict where there is a file of that name
    already, StoreError where what was written is not what the store holds.
    """
    if keep is not None and keep < 1:
        raise InvalidInput(f"keep at least one backup, not {keep}", field="keep")
    whole = graph.store_file
    kind = FILE if whole else EXPORT
    name = f"graphcue-{_plain(whole.stem if whole else graph.namespace)}"
    path = Path(folder) / f"{name}-{_stamp(now)}.{kind}"
    with _made(path) as part:
        if whole:
            graph.copy_store(part)
            found = tuple(_held(part))
        else:
            write_export(graph.export(), part)
            found = (_held_by_export(graph, part),)
    return Backup(path, found, _without_older(path, f"{name}-", kind, keep))


def restore(graph: MemoryGraph, file: str | Path, *, force: bool = False) -> Restored:
    """What was restored from a backup, or an export, into the graph's store.

    A copy of an SQLite file takes the place of all that an SQLite file holds, or gives the graph's namespace to another
    kind of store; an export takes the place of the graph's namespace. The backup is verified before anything is touched,
    and what was restored is read back. Raises Conflict where something is there and not `force`, BrokenExport,
    SourceError, and UnknownNamespace for a copy without the graph's namespace.
    """
    path = Path(file)
    if kind_of(path) == EXPORT:
        graph.verify_export(lines_of(path))
        return Restored(path, (_take_in(graph, lines_of(path), path, force),))
    with _opened_copy(path) as copy:
        found = tuple(_held(copy))
        if not graph.store_file:
            with open_graph(str(copy), namespace=graph.namespace) as source:
                return Restored(path, (_take_in(graph, source.export(), path, force),))
        if not force and graph.namespaces():
            raise Conflict(f"{graph.store_file} holds something; restore into a new file, or force it", path=str(path))
        graph.restore_store(copy)
    after = tuple(_held(graph.store_file))
    if after != found:
        raise StoreError(f"{graph.store_file} does not hold what {path} does; restore it again", path=str(path))
    return Restored(path, after)


def kind_of(path: Path) -> str:
    """Whether a file is a copy of an SQLite file or, for all we know, an export. Raises SourceError."""
    with _readable(path), open(path, "rb") as file:
        return FILE if file.read(len(SQLITE)) == SQLITE else EXPORT


def lines_of(path: str | Path) -> Iterator[str]:
    """The lines of an export in a file, one at a time. Raises SourceError, NotUtf8, BrokenExport for an endless line."""
    with _readable(Path(path)), open(path, "rb") as file:
        yield from text_lines(file, str(path))


def text_lines(file: Iterable[bytes], name: str) -> Iterator[str]:
    """The lines of a binary stream as text. Raises NotUtf8, BrokenExport."""
    readline = getattr(file, "readline", None)
    lines = iter(lambda: readline(LONGEST_LINE), b"") if readline else iter(file)
    for number, line in enumerate(lines, 1):
        if len(line) >= LONGEST_LINE:
            raise BrokenExport(f"line {number} of {name} is longer than any of an export", line=number)
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotUtf8(f"line {number} of {name} is not UTF-8 (byte {error.start})", byte=error.start) from None


def write_export(lines: Iterable[str], path: str | Path) -> int:
    """The number of lines that stand in the file then, and on the disk. Raises SourceError."""
    number = 0
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(f"{line}\n")
                number += 1
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise SourceError(f"{path} cannot be written: {error.strerror}", path=str(path)) from error
    return number


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """A file beside `path` that becomes it once all is written; nothing is left of it otherwise. Raises SourceError."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        os.replace(part, path)
    except OSError as error:
        raise SourceError(f"{path} cannot be written: {error.strerror}", path=str(path)) from error
    finally:
        for leftover in (part, *(part.with_name(f"{part.name}{end}") for end in ("-wal", "-shm", "-journal"))):
            leftover.unlink(missing_ok=True)


@contextmanager
def _made(path: Path) -> Iterator[Path]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceError(f"{path.parent} cannot be made: {error.strerror}", path=str(path.parent)) from error
    if os.path.lexists(path):
        raise Conflict(f"{path} is there already; wait a moment, or name another folder", path=str(path))
    with made_whole(path) as part:
        yield part


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}", path=str(path)) from error


@contextmanager
def _opened_copy(path: Path) -> Iterator[Path]:
    """A copy of a backup that may be opened like any store: an older one is brought up to date there."""
    with TemporaryDirectory(prefix="graphcue-") as folder:
        copy = Path(folder) / "copy.db"
        with open_graph(str(copy)) as made:
            made.restore_store(path)
        yield copy


def _held(path: Path) -> Iterator[Held]:
    """What a store's file holds, read whole. Raises StoreError where the lines are not what a fingerprint says."""
    with open_graph(str(path)) as graph:
        names = graph.namespaces()
    for name in names:
        with open_graph(str(path), namespace=name) as graph:
            yield name, graph.describe().memories, graph.check_fingerprint()


def _held_by_export(graph: MemoryGraph, path: Path) -> Held:
    header = graph.verify_export(lines_of(path))
    return header.namespace, header.counts["memory"], header.fingerprint


def _take_in(graph: MemoryGraph, lines: Iterable[str], path: Path, force: bool) -> Held:
    """What the namespace holds once an export is all that it holds."""
    if graph.written() and graph.describe().counts:
        if not force:
            raise Conflict(
                f"namespace {graph.namespace!r} holds something; restore into another, or force it",
                namespace=graph.namespace,
            )
        graph.forget_namespace()
    if not graph.import_(lines).equal:
        raise StoreError(
            f"namespace {graph.namespace!r} does not hold what {path} does; restore it again", path=str(path)
        )
    return graph.namespace, graph.describe().memories, graph.check_fingerprint()


def _without_older(path: Path, name: str, kind: str, keep: int | None) -> tuple[Path, ...]:
    """The backups of the same name that were removed so that only `keep` stay; never the one at `path`."""
    if keep is None:
        return ()
    ours = re.compile(rf"{re.escape(name)}[0-9]{{8}}T[0-9]{{6}}\.[0-9]{{3}}Z\.{kind}")
    found = [
        one for one in path.parent.iterdir() if ours.fullmatch(one.name) and one.is_file() and not one.is_symlink()
    ]
    older = sorted((one for one in found if one.name != path.name), key=lambda one: one.name, reverse=True)
    gone = tuple(sorted(older[keep - 1 :], key=lambda one: one.name))
    for one in gone:
        with suppress(FileNotFoundError):  # another backup may do the same now
            one.unlink()
    return gone


def _plain(name: str) -> str:
    """A name that any file system takes: letters and digits, with a hash where that is not all of it."""
    kept = re.sub(r"[^\w.-]+", "_", name)[:LONGEST_NAME]
    return kept if kept == name else f"{kept}_{hashlib.sha256(name.encode('utf-8')).hexdigest()[:8]}"


def _stamp(now: int) -> str:
    moment = _EPOCH + timedelta(milliseconds=now)
    return f"{moment:%Y%m%dT%H%M%S}.{now % 1000:03d}Z"
