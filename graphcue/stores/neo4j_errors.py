"""The driver's errors become ours, here and nowhere else.

What the server says is known by its code, what the driver says by its class. The message keeps the server's own first
line, names the address without credentials, and says what to do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from graphcue.errors import (
    GraphcueError,
    InvalidInput,
    StoreAccess,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    TooLarge,
)

if TYPE_CHECKING:
    from neo4j.exceptions import GqlError


class Kind(NamedTuple):
    """What an error becomes, and the advice that its message ends with."""

    ours: type[GraphcueError]
    advice: str


ACCESS = Kind(StoreAccess, "check user and password")
WAIT = Kind(StoreAccess, "wait some seconds, then check user and password")
EXPIRED = Kind(StoreAccess, "set a password of your own first: ALTER CURRENT USER SET PASSWORD FROM $old TO $new")
UNAVAILABLE = Kind(StoreUnavailable, "check that Neo4j runs there and that this is its Bolt port")
UNKNOWN_COMMIT = Kind(StoreUnavailable, "the last write may have been kept: write it again when Neo4j is back")
NO_DATABASE = Kind(StoreUnavailable, "check the database's name and that it is started")
READ_ONLY = Kind(StoreReadOnly, "write to the cluster's leader with neo4j://, or make the database writable")
FULL = Kind(StoreFull, "write smaller batches, or give Neo4j more memory or disk")
BUSY = Kind(StoreError, "it was tried again in vain: other writers are in the way, try later")
OUTDATED = Kind(StoreUnavailable, "the server lags behind what was written, or was restored: try again")
LONG = Kind(TooLarge, "shorten it: Neo4j indexes at most 8 kB of a key")
SETTING = Kind(InvalidInput, "correct the address or its settings")
NOT_NEO4J = Kind(StoreUnavailable, "use Neo4j 5.26 or later")
REFUSED = Kind(StoreError, "other data in the database is in the way: give graphcue a database of its own")
DAMAGED = Kind(StoreError, "look into Neo4j's own log: its disk or its data may be damaged")
DEFECT = Kind(StoreError, "this is a defect of graphcue or of the server: please report it")

BY_CODE = (
    ("Neo.ClientError.Security.AuthenticationRateLimit", WAIT),
    ("Neo.ClientError.Security.CredentialsExpired", EXPIRED),
    ("Neo.ClientError.Security.", ACCESS),
    ("Neo.TransientError.Security.", ACCESS),
    ("Neo.ClientError.Database.", NO_DATABASE),
    ("Neo.DatabaseError.Database.", NO_DATABASE),
    ("Neo.TransientError.General.DatabaseUnavailable", NO_DATABASE),
    ("Neo.ClientError.Routing.", UNAVAILABLE),
    ("Neo.TransientError.Cluster.", UNAVAILABLE),
    ("Neo.ClientError.Cluster.", READ_ONLY),
    ("Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", READ_ONLY),
    ("Neo.ClientError.General.WriteOnReadOnlyAccessDatabase", READ_ONLY),
    ("Neo.ClientError.Fabric.AccessMode", READ_ONLY),
    ("Neo.ClientError.Statement.AccessMode", READ_ONLY),
    ("Neo.ClientError.General.TransactionOutOfMemoryError", FULL),
    ("Neo.TransientError.General.", FULL),
    ("Neo.ClientError.Transaction.InvalidBookmark", OUTDATED),
    ("Neo.TransientError.Transaction.BookmarkTimeout", OUTDATED),
    ("Neo.TransientError.", BUSY),
    ("Neo.ClientError.Transaction.LockClientStopped", BUSY),
    ("Neo.ClientError.Transaction.Terminated", BUSY),
    ("Neo.ClientError.Transaction.TransactionTimedOut", BUSY),
    ("Neo.ClientError.Schema.Constraint", REFUSED),
    ("Neo.ClientError.Statement.Constraint", REFUSED),
    ("Neo.DatabaseError.Schema.Constraint", REFUSED),
    ("Neo.DatabaseError.General.", DAMAGED),
    ("Neo.DatabaseError.Transaction.", DAMAGED),
)
"""What a server's code starts with → what it becomes; the first that fits counts, the rest are defects."""

BY_MESSAGE = (("too large to index", LONG), ("No space left", FULL))
"""What a server's message contains → what it becomes: these have no code of their own."""

BY_CLASS: dict[str, Kind] = {
    "GqlError": DEFECT,
    "Neo4jError": DEFECT,
    "ClientError": DEFECT,
    "CypherSyntaxError": DEFECT,
    "CypherTypeError": DEFECT,
    "ConstraintError": REFUSED,
    "AuthError": ACCESS,
    "TokenExpired": ACCESS,
    "Forbidden": ACCESS,
    "DatabaseError": DEFECT,
    "TransientError": BUSY,
    "DatabaseUnavailable": NO_DATABASE,
    "NotALeader": READ_ONLY,
    "ForbiddenOnReadOnlyDatabase": READ_ONLY,
    "DriverError": DEFECT,
    "SessionError": DEFECT,
    "TransactionError": DEFECT,
    "TransactionNestingError": DEFECT,
    "ResultError": DEFECT,
    "ResultFailedError": DEFECT,
    "ResultConsumedError": DEFECT,
    "ResultNotSingleError": DEFECT,
    "BrokenRecordError": DEFECT,
    "SessionExpired": UNAVAILABLE,
    "ServiceUnavailable": UNAVAILABLE,
    "RoutingServiceUnavailable": UNAVAILABLE,
    "WriteServiceUnavailable": UNAVAILABLE,
    "ReadServiceUnavailable": UNAVAILABLE,
    "IncompleteCommit": UNKNOWN_COMMIT,
    "ConfigurationError": SETTING,
    "AuthConfigurationError": ACCESS,
    "CertificateConfigurationError": SETTING,
    "UnsupportedServerProduct": NOT_NEO4J,
    "ConnectionPoolError": UNAVAILABLE,
    "ConnectionAcquisitionTimeoutError": UNAVAILABLE,
}
"""What a class of the driver (one we do not know: the nearest class above it) becomes where no code says more. By name,
so that this module imports without the driver."""


@contextmanager
def translated(address: str) -> Iterator[None]:
    """Runs a block in which each error of the driver becomes ours; other errors pass."""
    from neo4j.exceptions import GqlError

    try:
        yield
    except GqlError as error:
        raise ours(error, address) from error


def ours(error: "GqlError", address: str) -> GraphcueError:
    """Our error for one of the driver's, with the address and the server's code as fields."""
    code = code_of(error)
    found = kind(error)
    fields = {"address": address, "code": code} if code else {"address": address}
    return found.ours(f"Neo4j at {address}: {_first_line(error)}; {found.advice}", **fields)


def kind(error: "GqlError") -> Kind:
    """What an error of the driver becomes."""
    code = code_of(error)
    for words, found in BY_MESSAGE:
        if code and words in error.message:
            return found
    for start, found in BY_CODE:
        if code.startswith(start):
            return found
    return next(BY_CLASS[above.__name__] for above in type(error).__mro__ if above.__name__ in BY_CLASS)


def code_of(error: "GqlError") -> str:
    """The server's code (`Neo.ClientError.…`), or nothing if the error is the driver's own."""
    return getattr(error, "code", None) or ""


def _first_line(error: "GqlError") -> str:
    message = error.message if code_of(error) else str(error)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return lines[0][:300].rstrip(" .:;") if lines else type(error).__name__
