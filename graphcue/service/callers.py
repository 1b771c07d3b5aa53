"""Who calls: by which name of this machine, from which page, with which key; and for which namespace."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from graphcue.errors import InvalidInput, NoKey, Refused
from graphcue.keys import Key, KeyFile

NAMESPACE_HEADER = b"graphcue-namespace"
ANY = "*"

Headers = Mapping[bytes, bytes]
_PORT = re.compile(r":[0-9]*$")


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with a key, or without one where none is in force: then all is theirs, and they sit at this machine."""

    key: Key | None = None

    @property
    def actor(self) -> str:
        """What the audit calls them."""
        return f"key:{self.key.id}" if self.key else "loopback"

    @property
    def slot(self) -> int:
        """The number under which their requests are counted."""
        return self.key.number if self.key else 0

    def check(self, namespace: str, access: str) -> None:
        """Nothing, for what they may do. Raises Refused, which says the same whether the namespace exists or not."""
        if self.key is None:
            return
        if not self.key.may_use(namespace):
            raise Refused(f"this key is not for namespace {namespace!r}", namespace=namespace)
        self.check_access(access)

    def check_access(self, access: str) -> None:
        """Nothing, for a kind of request that they may make. Raises Refused."""
        if self.key and not self.key.may(access):
            raise Refused(f"this key may {self.key.scope}, and this needs one that may {access}", needs=access)


def check_host(headers: Headers, names: frozenset[str], further: frozenset[str]) -> None:
    """Nothing, for a request to a name of ours: another machine's page cannot be made to stand for it. Raises Refused."""
    host = headers.get(b"host", b"").decode("latin-1").strip().lower()
    name = _PORT.sub("", host)
    if ANY not in further and name not in names and name not in further:
        raise Refused(
            f"this service is not called {name[:100]!r}; name it in GRAPHCUE_SERVICE_HOSTS if it is", host=name[:100]
        )


def check_origin(headers: Headers, allowed: frozenset[str]) -> str:
    """The page's origin that may read the answer across sites, or ''. Raises Refused for a page of another site."""
    if b"origin" not in headers:
        return ""
    origin = headers[b"origin"].decode("latin-1").strip().lower()
    if origin in allowed:
        return origin
    if urlsplit(origin).netloc and urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1").lower():
        return ""
    raise Refused(
        f"a page of {origin[:100]!r} may not call; name it in GRAPHCUE_SERVICE_ORIGINS if it may", origin=origin[:100]
    )


def key_text(headers: Headers) -> str | None:
    """The key that the request brings; None without one."""
    kind, _, text = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return text.strip() if kind.lower() == "bearer" and text.strip() else None


def caller_of(keys: KeyFile, text: str | None) -> Caller:
    """Who holds the key of that text. Raises NoKey, which says the same of a wrong key and of a revoked one."""
    if not keys.in_force:
        return Caller()
    if text is None:
        raise NoKey("this service needs a key: send Authorization: Bearer KEY")
    key = keys.holder(text)
    if key is None:
        raise NoKey("this key is not known, or was revoked")
    return Caller(key)


def namespace_of(headers: Headers, caller: Caller, default: str) -> str:
    """The namespace that a request is for: its header's, percent-encoded or UTF-8; else the only one of its key; else the
    default. Raises InvalidInput for a header that cannot be read."""
    if NAMESPACE_HEADER in headers:
        try:
            return unquote(headers[NAMESPACE_HEADER].decode("utf-8"), errors="strict")
        except UnicodeDecodeError:
            raise InvalidInput("the header Graphcue-Namespace is not UTF-8", field="namespace") from None
    if caller.key and len(caller.key.namespaces) == 1 and caller.key.namespaces[0] != ANY:
        return caller.key.namespaces[0]
    return default
