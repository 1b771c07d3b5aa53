"""What it takes to ask again and get the same answer, bit for bit. Pure: values in, values out.

A *digest* is the SHA-256 of an answer, a *receipt* all that the answer is a function of beside the memories themselves,
which it names by their fingerprint.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from graphcue.errors import GraphcueError, InvalidInput
from graphcue.model import Memory
from graphcue.settings import Settings

FORM = 1
"""The form of receipts; another one is refused."""
CALLS = ("recall", "ask")
UNSAID = frozenset({"receipt", "after"})
"""Parts of an answer that are no part of its digest: its receipt, and cursors, which name a revision of one store."""
COMPARED = ("fingerprint", "language", "synonyms", "digest", "memories")
"""Parts of two receipts that are told where they differ; the others are what the answer was asked with."""
_TEXTS = ("call", "question", "fingerprint", "language", "synonyms", "digest", "session")
WRITING_ONLY = frozenset(
    {"max_content", "sentence_rules", "tag_table", "unknown_tags", "count_recalls", "session_minutes", "lac"}
)
"""Settings that change nothing of an answer."""

Value = str | int | float | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """`call` is recall or ask, `options` what was given to it, `settings` those that differ from their defaults, both
    by name. `now` is ms UTC; `fingerprint` 32 hexadecimal digits, `language` the version of rules and dictionaries,
    `synonyms` that of the tables in force, packaged and the user's own.

    `session` is the state of the session before the question, as text, empty without one; `counters` are the counts of
    recalls that the ranking looked at: (memory id, count). `digest` is that of the answer, `memories` the ids in it, in
    order.
    """

    call: str
    question: str
    options: tuple[tuple[str, Value], ...]
    settings: tuple[tuple[str, str | int], ...]
    now: int
    fingerprint: str
    language: str
    digest: str
    synonyms: str
    memories: tuple[str, ...] = ()
    session: str = ""
    counters: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """An answer that was asked for again: `answer` as it is now with its own receipt, and `then`, the receipt of the first
    one."""

    answer: Any
    now: Receipt
    then: Receipt

    @property
    def differences(self) -> tuple[str, ...]:
        """The names of the parts that differ."""
        return tuple(part for part in COMPARED if getattr(self.now, part) != getattr(self.then, part))

    @property
    def same(self) -> bool:
        """Whether the answer is the same, bit for bit."""
        return self.now.digest == self.then.digest

    @property
    def same_memories(self) -> bool:
        """Whether the same memories stand in the same order. What is written elsewhere changes how rare a word is, and so
        points, long before it changes that."""
        return self.now.memories == self.then.memories


def digest(answer: Any) -> str:
    """64 hexadecimal digits: SHA-256 of a frozen value as JSON with sorted keys, without stamps, cursors, receipts."""
    text = json.dumps(_plain(answer), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Memory):
        value = value.unstamped()
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.name not in UNSAID}
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return value.as_dict() if isinstance(value, GraphcueError) else value


def changed_settings(settings: Settings) -> tuple[tuple[str, str | int], ...]:
    """(name, value) of the settings that an answer depends on and that differ from their defaults, by name."""
    plain = Settings()
    names = sorted(one.name for one in fields(Settings) if one.name not in WRITING_ONLY)
    return tuple((one, getattr(settings, one)) for one in names if getattr(settings, one) != getattr(plain, one))


def settings_of(receipt: Receipt) -> Settings:
    """The settings that the receipt tells. Raises InvalidInput for one that this version does not know."""
    known = {one.name for one in fields(Settings)}
    for name, _ in receipt.settings:
        if name not in known:
            raise InvalidInput(f"the receipt tells of a setting {name!r}, which this version does not know", field=name)
    return Settings(**dict(receipt.settings))  # type: ignore[arg-type]  # checked by Settings itself


def receipt_json(receipt: Receipt) -> dict[str, Any]:
    """The receipt as plain values: what `receipt_of` reads."""
    return {
        "form": FORM,
        "call": receipt.call,
        "question": receipt.question,
        "options": {name: list(one) if isinstance(one, tuple) else one for name, one in receipt.options},
        "settings": dict(receipt.settings),
        "now": receipt.now,
        "fingerprint": receipt.fingerprint,
        "language": receipt.language,
        "synonyms": receipt.synonyms,
        "session": receipt.session,
        "counters": dict(receipt.counters),
        "digest": receipt.digest,
        "memories": list(receipt.memories),
    }


def receipt_of(value: Any) -> Receipt:
    """The receipt of plain values or their JSON text. Raises InvalidInput naming the part that cannot be used."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"a receipt is a JSON object; this is not JSON: {error}", field="receipt") from None
    if not isinstance(value, Mapping):
        raise InvalidInput("a receipt is a JSON object, as `recall --receipt FILE` writes it", field="receipt")
    if value.get("form") != FORM:
        raise InvalidInput(f"this receipt is of form {value.get('form')!r}, not {FORM}; make a new one", field="form")
    if value.get("call") not in CALLS:
        raise InvalidInput(f"a receipt is of {' or '.join(CALLS)}, not of {value.get('call')!r}", field="call")
    texts = {name: _text(value, name) for name in _TEXTS}
    now = value.get("now")
    if not isinstance(now, int) or isinstance(now, bool):
        raise _unusable("now")
    counters = tuple(sorted(_pairs(value, "counters", (int,))))
    memories = value.get("memories")
    if not isinstance(memories, list) or not all(isinstance(id, str) for id in memories):
        raise _unusable("memories")
    return Receipt(
        **texts,
        memories=tuple(memories),
        now=now,
        options=tuple(sorted(_pairs(value, "options", (str, int, float, list, type(None))))),
        settings=tuple(sorted(_pairs(value, "settings", (str, int)))),
        counters=counters,
    )


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name, "" if name == "session" else None)
    if not isinstance(found, str):
        raise _unusable(name)
    return found


def _pairs(value: Mapping[str, Any], name: str, kinds: tuple[type, ...]) -> list[tuple[str, Any]]:
    found = value.get(name, {})
    if not isinstance(found, Mapping):
        raise _unusable(name)
    for key, one in found.items():
        if not isinstance(key, str) or not isinstance(one, kinds):
            raise _unusable(f"{name}.{key}")
        if isinstance(one, list) and not all(isinstance(part, str) for part in one):
            raise _unusable(f"{name}.{key}")
    return [(key, tuple(one) if isinstance(one, list) else one) for key, one in found.items()]


def _unusable(name: str) -> InvalidInput:
    return InvalidInput(f"the receipt's {name} cannot be used; take a receipt as graphcue wrote it", field=name)
