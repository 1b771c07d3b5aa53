"""PATHs → documents: the one place of the sources that touches the disk.

`find_files` lists, `read_file` reads one, `read_files` does both. What cannot be read is a value with one clear line
in it, never an exception, so that the rest goes on.
"""

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from graphcue.errors import NotUtf8, SourceError, TooLarge

SIZE_LIMIT = 64 * 2**20
"""Bytes of the largest file that is read, unless another limit is given."""

JUNK_FOLDERS = frozenset({"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv"})
"""Folders that are passed over while walking, as are hidden files and folders; a PATH given by name is never."""

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_BINARY_PROBE = 64 * 2**10
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that was found, or what was in the way: `key` is its POSIX path relative to the root, or absolute."""

    key: str
    path: Path
    error: SourceError | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file as read: its text with `\\n` line ends, or the error; `fingerprint` is the SHA-256 of its bytes,
    `modified_at` the file system's time (ms UTC)."""

    key: str
    path: Path
    text: str = ""
    fingerprint: str = ""
    modified_at: int = 0
    error: SourceError | TooLarge | None = None


def read_files(paths: Iterable[str | Path], root: str | Path, limit: int = SIZE_LIMIT) -> Iterator[Document]:
    """Every document under `paths`, in the order of `find_files`, read one by one."""
    return (read_file(found, limit) for found in find_files(paths, root))


def find_files(paths: Iterable[str | Path], root: str | Path) -> Iterator[Found]:
    """Every file under `paths` once: PATHs in the order given, folders by name. Links are followed to the real
    file, whose path is the key; hidden entries and JUNK_FOLDERS inside a folder are passed over."""
    real_root = os.path.realpath(root)
    seen: set[str] = set()
    for path in paths:
        pending = [(os.fspath(path), True)]
        while pending:
            written, may_be_link = pending.pop()
            try:
                real = os.path.realpath(written) if may_be_link else written
                if real in seen:
                    continue
                folder = stat.S_ISDIR(os.stat(real).st_mode)
                children = _visible(real) if folder else []
            except (OSError, ValueError) as error:
                yield _not_found(written, real_root, error)
                continue
            seen.add(real)
            if folder:
                pending.extend(reversed(children))
            else:
                yield _found(real, real_root)


def read_file(found: Found, limit: int = SIZE_LIMIT) -> Document:
    """The document behind `found`, or its error: NotUtf8 with the first bad byte, TooLarge above `limit` bytes,
    SourceError for all else (vanished, no permission, no regular file, binary)."""
    if found.error:
        return Document(found.key, found.path, error=found.error)
    try:
        data, modified_at = _bytes_of(found, limit)
        text = _decode(found.key, data)
    except OSError as error:
        return Document(found.key, found.path, error=_source_error(found.key, _reason(error, "vanished while read")))
    except (SourceError, TooLarge) as error:
        return Document(found.key, found.path, error=error)
    fingerprint = hashlib.sha256(data).hexdigest()
    return Document(found.key, found.path, text, fingerprint, modified_at)


def _visible(folder: str) -> list[tuple[str, bool]]:
    """The paths in a real folder by name, each with whether it is a link and so has to be resolved."""
    with os.scandir(folder) as entries:
        kept = [(entry.name, entry.is_symlink()) for entry in entries if not _is_passed_over(entry.name)]
    return [(os.path.join(folder, name), is_link) for name, is_link in sorted(kept)]


def _is_passed_over(name: str) -> bool:
    return name.startswith(".") or name in JUNK_FOLDERS


def _found(real: str, root: str) -> Found:
    key = _key(real, root)
    if not _is_unicode(key):
        return Found(_shown(key), Path(real), _source_error(key, "its name is not UTF-8; rename it"))
    return Found(key, Path(real))


def _not_found(written: str, root: str, error: OSError | ValueError) -> Found:
    # abspath, not realpath: the path may be a broken link or a loop, and is named as the person knows it.
    key = _key(os.path.abspath(written), root) if "\0" not in written else written
    reason = _reason(error, "no such file or folder") if isinstance(error, OSError) else "not a path"
    return Found(_shown(key), Path(written), _source_error(key, reason))


def _key(path: str, root: str) -> str:
    pure = Path(path)
    return pure.relative_to(root).as_posix() if pure.is_relative_to(root) else pure.as_posix()


def _bytes_of(found: Found, limit: int) -> tuple[bytes, int]:
    # O_NONBLOCK: opening a FIFO that nobody writes to would wait for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    with open(os.open(found.path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise _source_error(found.key, "not a regular file (a device, pipe or socket)")
        data = file.read(min(limit + 1, _BINARY_PROBE))
        _refuse_binary(found.key, data)
        if status.st_size <= limit:
            data += file.read(limit + 1 - len(data))
    if max(status.st_size, len(data)) > limit:
        raise TooLarge(f"{_shown(found.key)}: larger than the limit of {limit} bytes; split it", path=found.key)
    return data, status.st_mtime_ns // 1_000_000


def _refuse_binary(key: str, data: bytes) -> None:
    if data.startswith(_UTF16_BOMS):
        raise NotUtf8(f"{_shown(key)}: not UTF-8 but UTF-16 (byte 0); save it as UTF-8", path=key, byte=0)
    if b"\0" in data:
        raise _source_error(key, "a binary file (it has NUL bytes)")


def _decode(key: str, data: bytes) -> str:
    start = len(_BOM) if data.startswith(_BOM) else 0
    _refuse_binary(key, data)
    try:
        text = data[start:].decode("utf-8")
    except UnicodeDecodeError as error:
        byte = error.start + start
        message = f"{_shown(key)}: not UTF-8 (byte {byte}); save it as UTF-8"
        raise NotUtf8(message, path=key, byte=byte) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _reason(error: OSError, missing: str) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return missing
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return (error.strerror or type(error).__name__).lower()


def _source_error(key: str, reason: str) -> SourceError:
    return SourceError(f"{_shown(key)}: {reason}", path=_shown(key))


def _shown(key: str) -> str:
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", key)


def _is_unicode(key: str) -> bool:
    try:
        key.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
