"""Ids, digests and fingerprints: public hashes of what a memory is."""

import base64
import hashlib
import json
import unicodedata

from graphcue.errors import InvalidInput
from graphcue.model import Memory, Moment, Record

MODULUS = 2**128
LONGEST_ID = 512


def memory_id(record: Record, namespace: str, occurred_at: Moment | None, project: str, author: str) -> str:
    """The id that a record's memory has: the caller's own; else a hash of the namespace and the idempotency key; else
    a hash of what was said: project, author, time, content and which of the equal contents of its document it is."""
    if record.id:
        return checked_id(record.id)
    if record.key:
        return _hashed("k", [namespace, record.key])
    moment = [occurred_at.ms, occurred_at.offset, occurred_at.grain] if occurred_at else None
    return _hashed("m", [project, author, moment, record.content, record.ordinal])


def checked_id(id: str) -> str:
    """The id itself. Stores order ids, and agree on the order only within the Basic Multilingual Plane.

    Raises InvalidInput for an id that is empty, too long, has control characters or lies outside that plane.
    """
    if not id or len(id) > LONGEST_ID:
        raise InvalidInput(f"an id has 1 to {LONGEST_ID} characters, this one has {len(id)}", field="id")
    for char in id:
        if ord(char) > 0xFFFF or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"):
            raise InvalidInput(f"an id cannot hold the character U+{ord(char):04X}", field="id", id=ascii(id))
    return id


def _hashed(prefix: str, parts: list[object]) -> str:
    text = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode("ascii")).digest()[:16]
    return prefix + base64.b32encode(digest).decode("ascii").rstrip("=").lower()


def line_digest(line: str) -> int:
    """The share of one export line in the fingerprint: 128 bits of its SHA-256."""
    return int.from_bytes(hashlib.sha256(line.encode("utf-8", "surrogatepass")).digest()[:16], "big")


def relation_line(type: str, source: str, target: str) -> str:
    """The export line of a relation declared between two memories."""
    return json.dumps({"relation": [type, source, target]}, ensure_ascii=False, separators=(",", ":"))


def alias_line(kind: str, alias: str, name: str) -> str:
    """The export line of an alias."""
    return json.dumps({"alias": [kind, alias, name]}, ensure_ascii=False, separators=(",", ":"))


def tombstone_line(tombstone: str) -> str:
    """The export line of a tombstone."""
    return json.dumps({"tombstone": tombstone}, separators=(",", ":"))


def memory_line(memory: Memory, contributions: str) -> str:
    """The export line of a memory: what was written, without what is worked out from it or stamped on it."""
    moment = memory.occurred_at
    told = {
        "memory": memory.id,
        "content": memory.content,
        "project": memory.project,
        "author": memory.author,
        "occurred_at": [moment.ms, moment.offset, moment.grain] if moment else None,
        "key": memory.key,
        "contributions": json.loads(contributions),
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
