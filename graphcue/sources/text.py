"""Plain text → records: the whole file, or groups of paragraphs where it is long."""

from dataclasses import replace
from datetime import tzinfo

from graphcue.language.fields import read_facts
from graphcue.language.marks import hashtags
from graphcue.model import Record
from graphcue.sources.passages import (
    Head,
    Passage,
    date_of,
    file_name,
    numbered,
    passages,
    read_head,
    record_of,
    title_of,
    united,
)
from graphcue.sources.reading import Reading

PASSAGE_LIMIT = 2_000
"""Characters of one record at most."""


def read_text(path: str, text: str, zone: tzinfo) -> Reading:
    """One record up to 2,000 characters, else one a group of paragraphs. Project, date and authors stated in the
    first hold for all; without a date there, the date in the file name does. A day is a day in `zone`."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    parts = passages(lines, (0, len(lines)), PASSAGE_LIMIT)
    if not parts:
        return Reading(skipped=f"{path}: no text in it")
    facts = read_head(parts[0].text)
    head = Head(facts, date_of((facts.date, file_name(path)), zone))
    first, *others = (_record(part, path, head) for part in parts)
    return Reading(numbered((replace(first, titles=united([title_of(path)], first.titles)), *others)))


def _record(part: Passage, path: str, head: Head) -> Record:
    record = record_of(part, path, head, read_facts(part.text))
    return replace(record, tags=united(record.tags, hashtags(part.text)))
