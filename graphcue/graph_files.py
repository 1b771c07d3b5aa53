"""The store's own file, where it is one, as methods of `MemoryGraph`: copied whole, under way or not."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from graphcue.errors import Unsupported
from graphcue.graph_part import Part
from graphcue.writing.known import NO_NAMES
from graphcue.writing.lines import Header, header_of
from graphcue.writing.verifying import verified

__all__ = ["Files", "Header", "header_of", "parted"]


def parted(lines: Iterable[str]) -> tuple[str, Iterator[str]]:
    """The first line of an export as it was written ('' if there is none), and all of the lines."""
    rest = iter(lines)
    first = next(rest, "")
    return first.removesuffix("\n").removeprefix("\ufeff"), chain([first] if first else [], rest)


class Files(Part):
    """Part of `MemoryGraph`."""

    @property
    def store_file(self) -> Path | None:
        """The file of an SQLite store; None for any other."""
        path = getattr(self._store, "path", None)
        return Path(path) if path else None

    def namespaces(self) -> tuple[str, ...]:
        """The namespaces of the store that were ever written to, sorted."""
        return self._store.namespaces()

    def copy_store(self, path: str | Path) -> None:
        """Nothing; the file at `path` holds what the store's file holds at this moment, with all namespaces. Others go on
        writing meanwhile. Raises Unsupported for a store that is no file."""
        copy = getattr(self._store, "copy_to", None)
        if copy is None:
            raise Unsupported("only an SQLite store is a file that can be copied; export its namespaces")
        copy(str(path))

    def restore_store(self, path: str | Path) -> None:
        """Nothing; the store's file holds what the copy at `path` does, in one transaction, with all namespaces and nothing
        else. Raises Unsupported for a store that is no file."""
        copy = getattr(self._store, "copy_from", None)
        if copy is None:
            raise Unsupported("only an SQLite store is a file that can be restored; import its namespaces")
        copy(str(path))
        self._names = NO_NAMES

    def verify_export(self, lines: Iterable[str]) -> Header:
        """The header of an export that `import_` would take. Raises BrokenExport, NewerExport."""
        return verified(lines, self.settings, lambda line: None)
