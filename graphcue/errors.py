"""Every error graphcue raises, as one tree.

    GraphcueError                 500  internal
    ├── InvalidInput              400  invalid_input      a value that cannot be used, with the field's name
    │   ├── EmptyQuestion         400  empty_question
    │   ├── InvalidTime           400  invalid_time
    │   ├── InvalidCursor         400  invalid_cursor
    │   ├── TooLarge              413  too_large
    │   └── BrokenExport          400  broken_export      an export that was cut off or altered, with the line
    │       └── NewerExport       400  newer_export       one that a newer graphcue wrote
    ├── NotFound                  404  not_found
    │   └── UnknownNamespace      404  unknown_namespace
    ├── Conflict                  409  conflict           two writings that contradict each other
    │   └── Forgotten             410  forgotten          what was forgotten and may not come back
    ├── SourceError               422  source             a file that cannot be read, with its path
    │   └── NotUtf8               422  not_utf8           with the byte at which decoding failed
    ├── Refused                   403  forbidden          a caller who may not do this, here or from there
    │   └── NoKey                 401  unauthorized       a caller without a key, or with one that is not known
    ├── WrongMethod               405  wrong_method       an address of the service that takes other methods
    ├── TooMany                   429  too_many           more requests than the key may make
    ├── Unsupported               501  unsupported        something this build does not offer
    ├── MissingExtra              501  missing_extra      an optional package that is not installed
    └── StoreError                503  store              the store failed; nothing of the failed write was kept
        ├── StoreUnavailable      503  store_unavailable  it cannot be reached
        ├── StoreAccess           503  store_access       it refused the credentials
        ├── StoreReadOnly         503  store_read_only    it can be read but not written
        ├── StoreFull             507  store_full         it has no room left
        ├── NewerSchema           503  newer_schema       it was written by a newer graphcue
        └── ReindexNeeded         503  reindex_needed     it was indexed by other rules or dictionaries

The message is one line that names the thing and the fix. `code` and `status` stand on the class,
`fields` hold what the message names, so that CLI, REST and MCP print the same error.
"""

from typing import Any, ClassVar


class GraphcueError(Exception):
    """The root: `message` is one line for people, `fields` the named things in it."""

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields

    def as_dict(self) -> dict[str, Any]:
        """The one JSON shape of an error: code, message, fields."""
        return {"error": {"code": self.code, "message": self.message, "fields": self.fields}}


class InvalidInput(GraphcueError):
    """A value that cannot be used."""

    code = "invalid_input"
    status = 400


class EmptyQuestion(InvalidInput):
    """A question without a visible character."""

    code = "empty_question"


class InvalidTime(InvalidInput):
    """A date or time that does not exist or cannot be read."""

    code = "invalid_time"


class InvalidCursor(InvalidInput):
    """A cursor that was not made by this question."""

    code = "invalid_cursor"


class TooLarge(InvalidInput):
    """A text or a list beyond its limit."""

    code = "too_large"
    status = 413


class BrokenExport(InvalidInput):
    """An export that was cut off or altered, or is none; `line` is the first that is wrong."""

    code = "broken_export"


class NewerExport(BrokenExport):
    """An export in a form that this graphcue does not know."""

    code = "newer_export"


class NotFound(GraphcueError):
    """An id that this namespace does not have."""

    code = "not_found"
    status = 404


class UnknownNamespace(NotFound):
    """A namespace into which nothing was ever written."""

    code = "unknown_namespace"


class Conflict(GraphcueError):
    """Two writings that contradict each other."""

    code = "conflict"
    status = 409


class Forgotten(Conflict):
    """Something that was forgotten, and may not come back before it is revived."""

    code = "forgotten"
    status = 410


class SourceError(GraphcueError):
    """A file that cannot be read."""

    code = "source"
    status = 422


class NotUtf8(SourceError):
    """A file that is not UTF-8; `byte` is the offset of the first bad byte."""

    code = "not_utf8"


class Refused(GraphcueError):
    """A caller who may not do this, here or from there; says nothing of what is there."""

    code = "forbidden"
    status = 403


class NoKey(Refused):
    """A caller without a key, or with one that is not known."""

    code = "unauthorized"
    status = 401


class WrongMethod(GraphcueError):
    """An address of the service that takes other methods."""

    code = "wrong_method"
    status = 405


class TooMany(GraphcueError):
    """More requests than the key may make."""

    code = "too_many"
    status = 429


class Unsupported(GraphcueError):
    """Something this build does not offer."""

    code = "unsupported"
    status = 501


class MissingExtra(GraphcueError):
    """An optional package that is not installed."""

    code = "missing_extra"
    status = 501


class StoreError(GraphcueError):
    """The store failed; nothing of the failed write was kept."""

    code = "store"
    status = 503


class StoreUnavailable(StoreError):
    """The store cannot be reached."""

    code = "store_unavailable"


class StoreAccess(StoreError):
    """The store refused the credentials."""

    code = "store_access"


class StoreReadOnly(StoreError):
    """The store can be read but not written."""

    code = "store_read_only"


class StoreFull(StoreError):
    """The store has no room left."""

    code = "store_full"
    status = 507


class NewerSchema(StoreError):
    """The store was written by a newer graphcue."""

    code = "newer_schema"


class ReindexNeeded(StoreError):
    """The namespace was indexed by other rules or dictionaries, whose answers would miss memories."""

    code = "reindex_needed"
