"""The lines of an export, and what they say: one JSON object a line, in a form that two stores write alike.

    {"graphcue":1,"counts":{…},"fingerprint":"…","language":"…","namespace":"…","tombstone_key":"…"}
    {"tombstone":"memory:3f…"}               sorted
    {"alias":[kind,alias,name]}              sorted
    {"memory":id,"content":…,…}              oldest first
    {"relation":[type,source,target]}        those that calls declared, by their sources
    {"end":lines,"checks":"…"}               four digits of the SHA-256 of each line before it

The fingerprint is the sum, modulo 2**128, of the first 128 bits of the SHA-256 of every line between the first and the
last.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from graphcue.errors import BrokenExport, GraphcueError, NewerExport, StoreError
from graphcue.model import RELATIONS, Contribution, Memory, Record
from graphcue.settings import Settings
from graphcue.stores.contract import Alias
from graphcue.stores.serial import contribution_from_json, contributions_to_text, moment_from_fields
from graphcue.writing.aliases import alias_of
from graphcue.writing.drafts import check
from graphcue.writing.identity import checked_id, memory_line
from graphcue.writing.merging import complete
from graphcue.writing.tombstones import KEY_BYTES, is_tombstone

FORM = 1
"""Raised when a reader of this form could misread what is written."""
CHECK_DIGITS = 4
LONGEST_LINE = 64 * 1024 * 1024
"""Characters; no memory that can be kept comes near."""
COUNTED = ("tombstone", "alias", "memory", "relation")
MEMORY_FIELDS = {"memory", "content", "project", "author", "occurred_at", "key", "contributions"}
Relation = tuple[str, str, str]
"""(type, source id, target id)"""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what follows it. `counts` are lines by their kind."""

    namespace: str
    language: str
    fingerprint: int
    counts: Mapping[str, int]
    tombstone_key: str = ""

    def line(self) -> str:
        """As it is written."""
        told = {
            "graphcue": FORM,
            "counts": dict(self.counts),
            "fingerprint": f"{self.fingerprint:032x}",
            "language": self.language,
            "namespace": self.namespace,
            "tombstone_key": self.tombstone_key,
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @property
    def lines(self) -> int:
        """How many lines there are before the last."""
        return 1 + sum(self.counts.values())


def line_of(memory: Memory) -> str:
    """The line of a memory."""
    return memory_line(memory, contributions_to_text(memory.contributions))


def end_line(lines: int, checks: str) -> str:
    """The last line."""
    return json.dumps({"end": lines, "checks": checks}, separators=(",", ":"))


def check_of(line: str) -> str:
    """What the last line holds of a line, to name the one that was altered."""
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:CHECK_DIGITS]


def broken(number: int, why: str) -> NoReturn:
    """Raises BrokenExport for a line."""
    raise BrokenExport(f"line {number} of the export {why}; nothing can be imported from it", line=number)


def value_of(number: int, line: str) -> dict[str, Any]:
    """The JSON object that a line holds. Raises BrokenExport."""
    try:
        value = json.loads(line)
        if "\\u" in line:  # an escape may stand for half a character, which no store keeps
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        broken(number, "is not valid Unicode")
    except (ValueError, RecursionError):
        broken(number, "is not JSON: it was cut off or altered")
    if not isinstance(value, dict):
        broken(number, "is not a JSON object")
    return value


def header_of(line: str) -> Header:
    """The header that the first line is. Raises BrokenExport, NewerExport."""
    value = value_of(1, line)
    form = value.get("graphcue")
    if not isinstance(form, int) or isinstance(form, bool) or form < 1:
        broken(1, "is not the header of an export of graphcue")
    if form > FORM:
        raise NewerExport(
            f"the export has form {form}, this graphcue reads up to {FORM}: upgrade graphcue",
            line=1,
            found=form,
            known=FORM,
        )
    try:
        counts = {kind: _natural(value["counts"][kind]) for kind in COUNTED}
        texts = [_text(value[name]) for name in ("namespace", "language", "fingerprint", "tombstone_key")]
        key = bytes.fromhex(texts[3])
        header = Header(texts[0], texts[1], int(texts[2], 16), counts, key.hex())
    except (KeyError, TypeError, ValueError):
        broken(1, "is a header that lacks something, or has it in another form")
    if header.line() != line or (key and len(key) != KEY_BYTES):
        broken(1, "is a header that was altered")
    return header


def tombstone_of(number: int, value: Mapping[str, Any]) -> str:
    """The tombstone that a line holds. Raises BrokenExport."""
    found = value["tombstone"]
    if len(value) != 1 or not isinstance(found, str) or not is_tombstone(found):
        broken(number, "holds no tombstone that could be one")
    return found


def alias_in(number: int, value: Mapping[str, Any]) -> Alias:
    """The alias that a line holds. Raises BrokenExport."""
    parts = value["alias"]
    if len(value) != 1 or not _are_texts(parts, 3):
        broken(number, "holds no alias that could be one")
    kind, alias, name = parts
    try:
        return alias_of(kind, alias, name)
    except GraphcueError as error:
        broken(number, f"holds an alias that cannot be kept ({error.message})")


def relation_in(number: int, value: Mapping[str, Any]) -> Relation:
    """The relation that a line holds. Raises BrokenExport."""
    parts = value["relation"]
    if len(value) != 1 or not _are_texts(parts, 3) or parts[0] not in RELATIONS or parts[1] == parts[2]:
        broken(number, "holds no relation that could be one")
    return (parts[0], parts[1], parts[2])


def memory_in(number: int, value: Mapping[str, Any]) -> Memory:
    """The memory that a line holds, with what follows from it. Raises BrokenExport."""
    if value.keys() != MEMORY_FIELDS:
        broken(number, "holds a memory that lacks a field, or has one too many")
    try:
        texts: dict[str, Any] = {name: _text(value[name]) for name in ("content", "project", "author", "key")}
        moment = moment_from_fields(*value["occurred_at"]) if value["occurred_at"] is not None else None
        parts = tuple(contribution_from_json(one) for one in value["contributions"])
        if not parts:
            broken(number, "holds a memory that nobody told")
        return complete(Memory(checked_id(value["memory"]), occurred_at=moment, contributions=parts, **texts))
    except BrokenExport:
        raise
    except (StoreError, TypeError, ValueError, AttributeError):
        broken(number, "holds a memory with a field of another form")
    except GraphcueError as error:
        broken(number, f"holds a memory that cannot be kept ({error.message})")


def check_memory(number: int, memory: Memory, settings: Settings) -> None:
    """Nothing, for a memory that could have been written by calls. Raises BrokenExport."""
    try:
        for part in memory.contributions:
            check(_record(memory, part), settings)
            if not 0 <= part.recorded_at < 2**53:
                broken(number, "holds a memory that was recorded outside of any calendar")
    except BrokenExport:
        raise
    except GraphcueError as error:
        broken(number, f"holds a memory that cannot be kept ({error.message})")


def _record(memory: Memory, part: Contribution) -> Record:
    return Record(
        memory.content,
        id=memory.id,
        key=memory.key,
        kind=part.kind,
        status=part.status,
        project=memory.project,
        author=memory.author,
        occurred_at=memory.occurred_at,
        valid_from=part.valid_from,
        valid_until=part.valid_until,
        cues=part.cues,
        tags=part.tags,
        names=part.names,
        links=part.links,
        titles=part.titles,
        place=part.place,
        metadata=dict(part.metadata),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _natural(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError
    return value


def _are_texts(value: object, number: int) -> bool:
    return isinstance(value, list) and len(value) == number and all(isinstance(one, str) for one in value)
