"""A namespace as lines, as a method of `MemoryGraph`: what another store makes the same graph of. See `writing.lines`."""

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO

from graphcue.errors import StoreError
from graphcue.graph_part import Part
from graphcue.graph_whole import PAGE, declared_by_call
from graphcue.model import RELATIONS
from graphcue.stores.contract import TOMBSTONE, Description, Reader, Where
from graphcue.writing.identity import MODULUS, alias_line, line_digest, relation_line, tombstone_line
from graphcue.writing.lines import Header, check_of, end_line, line_of

ALL = 1_000_000


class Tally:
    """Lines of an export, counted: their number and their share of the fingerprint."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Nothing; no line was counted."""
        self.lines = 0
        self.fingerprint = 0

    def add(self, line: str) -> None:
        """Nothing; the line is counted too."""
        self.lines += 1
        self.fingerprint += line_digest(line)


class Spool(Tally):
    """Lines of an export on their way into a temporary file, with their checks."""

    def __init__(self) -> None:
        self._file: IO[str] = TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115  # open as long as this
        super().__init__()

    def clear(self) -> None:
        """Nothing; it holds no line."""
        super().clear()
        self._file.seek(0)
        self._file.truncate()
        self.checks = bytearray()

    def add(self, line: str) -> None:
        """Nothing; it holds the line too."""
        super().add(line)
        self._file.write(f"{line}\n")
        self.checks += check_of(line).encode("ascii")

    def __iter__(self) -> Iterator[str]:
        self._file.seek(0)
        return (line[:-1] for line in self._file)

    def close(self) -> None:
        """Nothing; the temporary file is gone."""
        self._file.close()


class Exporting(Part):
    """Part of `MemoryGraph`."""

    def export(self) -> Iterator[str]:
        """The lines of the namespace at one revision, without line ends: the same from every store that holds the same.

        They are worked out before the first comes (to a temporary file, never to memory), so that nobody who takes them
        slowly keeps a store waiting. Raises UnknownNamespace, and StoreError where the fingerprint is not that of the
        lines.
        """
        before, after = Spool(), Spool()
        try:
            described = self._told(before, after)
            header = self._header(described, before, after)
        except BaseException:
            _close(before, after)
            raise
        return _lines(header, before, after)

    def check_fingerprint(self) -> int:
        """The fingerprint of the namespace, worked out anew from all that it holds. Raises StoreError where that is not what
        the store says."""
        before, after = Tally(), Tally()
        return self._header(self._told(before, after), before, after).fingerprint

    def _told(self, before: Tally, after: Tally) -> Description:
        """What the namespace was described as when the lines were taken; relations come after all memories."""

        def work(reader: Reader) -> Description:
            before.clear()
            after.clear()
            described = self._there(reader).describe()
            _tell(reader, described, before, after)
            return described

        return self._store.snapshot(self.namespace, work)

    def _header(self, described: Description, before: Tally, after: Tally) -> Header:
        found = (before.fingerprint + after.fingerprint) % MODULUS
        if found != described.fingerprint:
            raise StoreError(
                f"namespace {self.namespace!r} holds something else than its fingerprint says; run graphcue doctor",
                namespace=self.namespace,
            )
        tombstones = described.counts.get(TOMBSTONE, 0)
        counts = {
            "tombstone": tombstones,
            "alias": len(described.aliases),
            "memory": described.memories,
            "relation": after.lines,
        }
        key = described.tombstone_key if tombstones else ""
        return Header(self.namespace, described.language, found, counts, key)


def _tell(reader: Reader, described: Description, before: Tally, after: Tally) -> None:
    last = ""
    while tombstones := reader.tombstones(last, PAGE):
        for one in tombstones:
            before.add(tombstone_line(one))
        last = tombstones[-1]
    for alias in sorted({(one.kind, one.alias, one.name) for one in described.aliases}):
        before.add(alias_line(*alias))
    _tell_memories(reader, before, after)


def _tell_memories(reader: Reader, before: Tally, after: Tally) -> None:
    at: str | None = None
    while True:
        page = reader.page(Where(), "oldest", at, PAGE)
        for memory in reader.get(page.ids).values():
            before.add(line_of(memory))
        edges = reader.neighbours(page.ids, RELATIONS, "out", ALL)
        for edge in (edge for id in page.ids for edge in edges.get(id, ()) if declared_by_call(edge)):
            after.add(relation_line(edge.type, edge.source, edge.target))
        at = page.after
        if at is None:
            return


def _lines(header: Header, before: Spool, after: Spool) -> Iterator[str]:
    try:
        first = header.line()
        yield first
        yield from before
        yield from after
        yield end_line(header.lines, check_of(first) + (before.checks + after.checks).decode("ascii"))
    finally:
        _close(before, after)


def _close(*spools: Spool) -> None:
    for spool in spools:
        spool.close()
