"""What a memory is looked up by beside its text: its status as the table of statuses reads it, the series it is one of."""

import re
from collections.abc import Iterable

from graphcue.language.cues import given_key
from graphcue.language.fields import read_fields
from graphcue.language.own_headings import is_record
from graphcue.language.slots import slots_of
from graphcue.language.statuses import statuses_of
from graphcue.model import Memory

_NUMBERED = re.compile(
    r"(?:^|/)([A-Za-z]{2,12})[-_ #]*0*([0-9]{1,6})(?![0-9A-Za-z])"
    r"|(?:^|/)(adr|rfc|pep|kep|decision)s?/0*([0-9]{1,6})(?![0-9A-Za-z])",
    re.IGNORECASE,
)

# a year begins a day's file, not a record
_RECORD_NAME = re.compile(r"(?:^|/)(?!(?:19|20)[0-9]{2}[-_])0*([0-9]{1,4})[-_][A-Za-z\u4e00-\u9fff][^/]*$")
DECISION, NOTE = "decision", "note"


def lookup_cues(memory: Memory, titles: Iterable[str], targets: Iterable[str]) -> dict[str, int]:
    """Cue key → 0: `status:rejected`, the status as written (`said:…`); `series:pep` and `number:pep 8` for what is called PEP 8;
    `item:decision` for a decision, and for what was on an agenda without becoming one.

    They have no weight, so that no recall finds a memory by them.
    """
    keys = {f"status:{status}" for status in statuses_of(memory.status)}
    if memory.status:
        keys.add(given_key("said", memory.status))
    if memory.kind == DECISION or (memory.kind == NOTE and _has_topic(memory.content)):
        keys.add("item:decision")
    if slots_of(memory.content, memory.metadata):
        keys.add("slot:any")
    if is_record_of_decision(memory):
        keys.add("series:adr")
    called = called_by(memory, titles)
    for series, number in (pair for name in called for pair in numbers_of(name)):
        keys |= {f"series:{series}", f"number:{series} {number}"}
    keys |= {f"awaits:{series} {number}" for target in targets for series, number in numbers_of(target)[:1]}
    return dict.fromkeys(keys, 0)


def called_by(memory: Memory, titles: Iterable[str]) -> list[str]:
    """What links and questions may call a memory: its id, its titles, and the document that it is the first of. The name of
    a decision record may be no more than `0007-use-a-log`."""
    documents = [place.document for place in memory.places if not place.position]
    named = [match for name in (memory.id, *documents) if (match := _RECORD_NAME.search(name))]
    numbered = [f"ADR {int(match[1])}" for match in named] if named and is_record_of_decision(memory) else []
    return [memory.id, *titles, *documents, *numbered[:1]]


def is_record_of_decision(memory: Memory) -> bool:
    """Whether the memory is a decision record: the kind says decision, the heading stands above all of it."""
    return memory.kind == DECISION and is_record(memory.content)


def _has_topic(text: str) -> bool:
    """Whether the text is one item of an agenda, though nobody presented it and nothing was concluded."""
    return any(field.role == "topic" for field in read_fields(text))


def numbers_of(name: str) -> tuple[tuple[str, int], ...]:
    """The series and numbers that an id, a title or a path bears: (`pep`, 8) of `PEP 8`, (`adr`, 5) of `docs/adr-0005-queue.md`."""
    found = ((match[1] or match[3], match[2] or match[4]) for match in _NUMBERED.finditer(name))
    return tuple(dict.fromkeys((series.casefold(), int(number)) for series, number in found))
