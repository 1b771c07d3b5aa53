"""Keys of the service: made, listed, revoked, looked up. A file holds their hashes; the key itself is shown once.

A key is `gcue_ID_SECRET`. Its secret is 256 random bits, and what is kept of it is scrypt's hash under a salt of its own
(RFC 7914; N = 2^14, r = 8, p = 1: 16 MB and some 40 ms a guess).
"""

import fcntl
import hashlib
import hmac
import json
import os
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from graphcue.errors import Conflict, InvalidInput, NotFound, StoreError

Scope = Literal["read", "write", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "write", "admin")
ANY = "*"
PREFIX = "gcue"
SCRYPT = {"n": 2**14, "r": 8, "p": 1, "dklen": 32, "maxmem": 64 * 1024 * 1024}
LONGEST_KEY = 200
REMEMBERED = 4096
"""Keys that a process need not hash again."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is kept: `scope` includes those before it; `namespaces` may be `*`; `number` counts keys from 1."""

    id: str
    number: int
    name: str
    namespaces: tuple[str, ...]
    scope: Scope
    made_at: str
    salt: str
    hash: str
    revoked_at: str = ""

    def __repr__(self) -> str:
        return f"Key({self.id!r}, {self.name!r})"

    def may_use(self, namespace: str) -> bool:
        """Whether the key is for this namespace."""
        return ANY in self.namespaces or namespace in self.namespaces

    def may(self, access: str) -> bool:
        """Whether the key's scope covers this kind of request."""
        return SCOPES.index(self.scope) >= SCOPES.index(access)

    def shown(self) -> dict[str, Any]:
        """The key as people may see it."""
        return {name: list(v) if name == "namespaces" else v for name, v in asdict(self).items() if name in SHOWN}


SHOWN = ("id", "name", "namespaces", "scope", "made_at", "revoked_at")


class KeyFile:
    """The keys in a file, which is read again when it has changed; processes that change it take turns."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._stamp: tuple[int, ...] = ()
        self._keys: Mapping[str, Key] = {}
        self._secret = ""
        self._known: dict[bytes, str] = {}
        self._own = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._guesses = threading.BoundedSemaphore(2)

    def __repr__(self) -> str:
        return f"KeyFile({str(self._path)!r})"

    @property
    def in_force(self) -> bool:
        """Whether any key was ever made: from then on nobody comes in without one."""
        return bool(self._current())

    def listed(self) -> tuple[Key, ...]:
        """Every key, revoked ones too, in the order they were made."""
        return tuple(sorted(self._current().values(), key=lambda key: key.number))

    def add(self, name: str, namespaces: Sequence[str], scope: str, now: str) -> tuple[Key, str]:
        """The key, and the text that its holder sends: it cannot be had again. Raises InvalidInput, Conflict."""
        if scope not in SCOPES:
            raise InvalidInput(f"there is no scope {scope!r}; use one of {', '.join(SCOPES)}", scope=scope)
        if not name.strip() or not namespaces or not all(one.strip() for one in namespaces):
            raise InvalidInput("a key needs a name and the namespaces that it is for, or *", field="namespaces")
        with self._changing() as keys:
            if any(key.name == name and not key.revoked_at for key in keys.values()):
                raise Conflict(f"there is a key {name!r} already; revoke it first, or give another name", name=name)
            id, secret, salt = secrets.token_hex(5), secrets.token_urlsafe(32), secrets.token_hex(16)
            number = max((key.number for key in keys.values()), default=0) + 1
            keys[id] = Key(id, number, name, tuple(namespaces), scope, now, salt, _hashed(secret, salt))
        return keys[id], f"{PREFIX}_{id}_{secret}"

    def revoke(self, name: str, now: str) -> Key:
        """The key of that name or id, which nobody can use from now on. Raises NotFound."""
        with self._changing() as keys:
            found = [key for key in keys.values() if name in (key.id, key.name) and not key.revoked_at]
            if not found:
                raise NotFound(f"there is no key {name!r} in force; `graphcue keys list` shows them", name=name)
            keys[found[0].id] = replace(found[0], revoked_at=now)
        return keys[found[0].id]

    def holder(self, text: str) -> Key | None:
        """The key in force that the text is; None for any other text."""
        keys = self._current()
        mark = hmac.digest(self._own, text[:LONGEST_KEY].encode("utf-8", "surrogatepass"), "sha256")
        id = self._known.get(mark)
        if id is None:
            id = self._proven(keys, text)
            if id is None:
                return None
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[mark] = id
        key = keys.get(id)
        return key if key and not key.revoked_at else None

    def known(self, text: str) -> bool:
        """Whether the text needs no slow hashing to be looked up."""
        mark = hmac.digest(self._own, text[:LONGEST_KEY].encode("utf-8", "surrogatepass"), "sha256")
        return mark in self._known or self._claimed(self._current(), text) is None

    def hashed_id(self, *parts: str) -> str:
        """A keyed hash that stands for an id of a session or a user; the same in all processes that share the file."""
        told = json.dumps(parts, ensure_ascii=True).encode("ascii")
        return hmac.new(self._pepper().encode("ascii"), told, "sha256").hexdigest()[:32]

    def _pepper(self) -> str:
        self._current()
        if not self._secret:
            with self._changing():
                pass
            self._current()
        return self._secret

    def _claimed(self, keys: Mapping[str, Key], text: str) -> Key | None:
        prefix, _, rest = text[:LONGEST_KEY].partition("_")
        key = keys.get(rest.partition("_")[0])
        return key if prefix == PREFIX and key and not key.revoked_at else None

    def _proven(self, keys: Mapping[str, Key], text: str) -> str | None:
        key = self._claimed(keys, text)
        if key is None:
            return None
        secret = text[:LONGEST_KEY].partition("_")[2].partition("_")[2]
        with self._guesses:
            return key.id if hmac.compare_digest(_hashed(secret, key.salt), key.hash) else None

    def _current(self) -> Mapping[str, Key]:
        try:
            stat = os.stat(self._path)
        except FileNotFoundError:
            self._keys, self._stamp, self._secret = {}, (), ""
            return self._keys
        stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if stamp != self._stamp:
            with self._lock:
                self._keys, self._secret = _read(self._path)
                self._stamp = stamp
        return self._keys

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Key]]:
        """The keys, to be changed: the file is replaced whole at the end, or left when an error leaves the block."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{self._path} cannot be written: {error.strerror}", path=str(self._path)) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            keys, secret = _read(self._path) if self._path.exists() else ({}, "")
            changed = dict(keys)
            yield changed
            _write(self._path, changed, secret or secrets.token_hex(32))
        finally:
            os.close(lock)


def _hashed(secret: str, salt: str) -> str:
    return hashlib.scrypt(secret.encode("utf-8", "surrogatepass"), salt=bytes.fromhex(salt), **SCRYPT).hex()


def _read(path: Path) -> tuple[dict[str, Key], str]:
    """The keys by id, and the secret of the file. Raises StoreError: a file that cannot be read lets nobody in."""
    try:
        told = json.loads(path.read_text("utf-8"))
        keys = [Key(**{**one, "namespaces": tuple(one["namespaces"])}) for one in told["keys"]]
        return {key.id: key for key in keys}, str(told["secret"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is no file of keys ({type(error).__name__}): restore it", path=str(path)) from None


def _write(path: Path, keys: Mapping[str, Key], secret: str) -> None:
    told = {"keys": [asdict(key) for key in keys.values()], "secret": secret}
    new = path.with_name(f"{path.name}.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(told, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
