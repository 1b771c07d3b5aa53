"""What one `apply` on SQLite has done so far, handed from part to part."""

from collections import Counter
from dataclasses import dataclass, field

from graphcue.errors import StoreError
from graphcue.stores.sqlite_connection import Connection
from graphcue.stores.sqlite_rows import Rows


@dataclass(slots=True)
class Step:
    """`memories` are the rows of all memories that the changes speak of and that are there, by id; `cues` and `nodes`
    the rows of what has lost something and may be lonely now."""

    rows: Rows
    revision: int
    memories: dict[str, int]
    made: Counter[str] = field(default_factory=Counter)
    removed: Counter[str] = field(default_factory=Counter)
    cues: set[int] = field(default_factory=set)
    nodes: set[int] = field(default_factory=set)
    overwrote: bool = False

    @property
    def connection(self) -> Connection:
        """The one that all of it goes through."""
        return self.rows.connection

    def memory(self, id: str) -> int:
        """The row of a memory that has to be there."""
        row = self.memories.get(id)
        if row is None:
            raise StoreError(f"the changes speak of the memory {id}, which is not there: put it first", id=id)
        return row
