"""What each part of `MemoryGraph` has of the whole."""

from collections.abc import Callable
from typing import TypeVar

from graphcue.semantic import Holder
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, Store, Writer
from graphcue.tables import Tables
from graphcue.writing.changes import Difference, Written
from graphcue.writing.known import KnownNames

T = TypeVar("T")


class Part:
    """A part of `MemoryGraph`: its methods are cut by concern, and call these, which `MemoryGraph` brings."""

    namespace: str
    settings: Settings
    _store: Store
    _names: KnownNames
    _meant: Holder

    def _clock(self) -> int:
        """The moment it is, in ms UTC."""
        raise NotImplementedError

    def _tables(self) -> Tables:
        """The files of the user's own that the settings name, read."""
        raise NotImplementedError

    def _known(self, reader: Reader) -> KnownNames:
        """The names as the reader sees them."""
        raise NotImplementedError

    def _there(self, reader: Reader) -> Reader:
        """The reader, of a namespace that was written to. Raises UnknownNamespace."""
        raise NotImplementedError

    def _read(self, work: Callable[[Reader], T]) -> T:
        """What `work` returns, having seen one revision."""
        raise NotImplementedError

    def _write(self, work: Callable[[Writer], tuple[T, Written | None]]) -> tuple[T, Written | None]:
        """What `work` returns, once it is kept."""
        raise NotImplementedError

    def _apply(self, writer: Writer, difference: Difference) -> Written | None:
        """What a difference wrote; None if there was nothing to write."""
        raise NotImplementedError
