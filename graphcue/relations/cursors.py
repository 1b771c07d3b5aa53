"""Cursors: where the next page of a complete answer begins, bound to the question and to the revision of its first page."""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphcue.errors import InvalidCursor

LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Cursor:
    """`question` names the call and its arguments, `revision` is that of the first page, `total` what it counted, `after` the
    key of the last item shown."""

    question: str
    revision: int
    total: int
    after: str

    def text(self) -> str:
        """Letters, digits, - and _, so that it can be pasted."""
        told = json.dumps(
            [self.question, self.revision, self.total, self.after], ensure_ascii=True, separators=(",", ":")
        )
        return base64.urlsafe_b64encode(told.encode("ascii")).decode("ascii").rstrip("=")


def question_of(call: str, arguments: Mapping[str, Any]) -> str:
    """The name of a call with its arguments: equal questions, equal names."""
    told = json.dumps([call, sorted(arguments.items())], ensure_ascii=True, sort_keys=True, default=list)
    return hashlib.sha256(told.encode("ascii")).hexdigest()[:16]


def read_cursor(text: str, question: str) -> Cursor:
    """The cursor of a text. Raises InvalidCursor for another text, and for a cursor of another question."""
    cursor = parse_cursor(text)
    if cursor.question != question:
        raise InvalidCursor(
            "this cursor belongs to another question; take the one that its own page ends with", cursor=text
        )
    return cursor


def parse_cursor(text: str) -> Cursor:
    """The cursor of a text, whatever its question. Raises InvalidCursor."""
    try:
        padded = text[:LONGEST] + "=" * (-len(text) % 4)
        question, revision, total, after = json.loads(base64.b64decode(padded, b"-_", validate=True).decode("ascii"))
    except (binascii.Error, ValueError, TypeError):
        raise _no_cursor(text) from None
    parts = (question, after, revision, total)
    if [type(part) for part in parts] != [str, str, int, int]:
        raise _no_cursor(text)
    return Cursor(question, revision, total, after)


def _no_cursor(text: str) -> InvalidCursor:
    return InvalidCursor(f"{text[:60]!r} is no cursor; take the one that the page before ends with", cursor=text[:60])
