"""Path and text → records: the one table of the formats that are read."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import tzinfo

from graphcue.language.moments import format_moment, parse_time
from graphcue.model import Record
from graphcue.sources.jsonl import read_jsonl
from graphcue.sources.markdown import has_decision_records, read_markdown
from graphcue.sources.minutes import is_minutes, read_minutes
from graphcue.sources.passages import file_name
from graphcue.sources.reading import Reading
from graphcue.sources.text import read_text


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its suffixes in lower case, whether a text is in it, and its reader."""

    name: str
    suffixes: tuple[str, ...]
    accepts: Callable[[str, str], bool]
    read: Callable[[str, str, tzinfo], Reading]


def _any_text(path: str, text: str) -> bool:
    return True


def _read_minutes(path: str, text: str, zone: tzinfo) -> Reading:
    """The minutes with their days, which are read as UTC, as days in `zone`."""
    reading = read_minutes(path, text)
    return replace(reading, records=tuple(_in_zone(record, zone) for record in reading.records))


def _in_zone(record: Record, zone: tzinfo) -> Record:
    if record.occurred_at is None or record.occurred_at.grain != "day":
        return record
    return replace(record, occurred_at=parse_time(format_moment(record.occurred_at), zone))


FORMATS = (
    Format("decisions", (".md", ".markdown"), has_decision_records, read_markdown),
    Format("minutes", (".md", ".markdown", ".txt"), is_minutes, _read_minutes),
    Format("json lines", (".jsonl", ".ndjson"), _any_text, read_jsonl),
    Format("markdown", (".md", ".markdown"), _any_text, read_markdown),
    Format("text", (".txt", ".text"), _any_text, read_text),
)
"""The first format whose suffix fits and that accepts the text reads it."""


def read_document(path_key: str, text: str, zone: tzinfo) -> Reading:
    """The records of a document, read by the first format that fits; dates without an offset are in `zone`.
    A document of no known format has none, and `skipped` says so."""
    suffix = suffix_of(path_key)
    for one in FORMATS:
        if suffix in one.suffixes and one.accepts(path_key, text):
            return one.read(path_key, text, zone)
    return Reading(skipped=why_unknown(path_key))


def why_unknown(path_key: str) -> str:
    """Why no format reads such a file, told by its name alone so that it need not be opened; '' if one does."""
    suffix = suffix_of(path_key)
    known = sorted({known for one in FORMATS for known in one.suffixes})
    if suffix in known:
        return ""
    return f"{path_key}: {suffix or 'a file without a suffix'} is not read; known are {' '.join(known)}"


def suffix_of(path_key: str) -> str:
    """The suffix with its dot in lower case, '' without one."""
    stem, dot, suffix = file_name(path_key).rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""
