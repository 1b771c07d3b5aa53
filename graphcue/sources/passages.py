"""Lines → passages of a bounded size, and passages → records that share what the head of their document says."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from itertools import accumulate
from typing import TypeVar

from graphcue.language.dates_in_fields import written_date
from graphcue.language.fields import Facts, read_facts
from graphcue.language.moments import parse_time
from graphcue.model import ATTENDED_BY, AUTHORED_BY, Moment, Place, Record

LONGEST_TITLE = 200
"""A heading above so many characters is text and not a title."""

_SENTENCE_END = re.compile(r"[。！？；!?;\s]")
_Item = TypeVar("_Item", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Passage:
    """Some whole lines of a text, or a part of a very long one; lines are counted from 1."""

    text: str
    line_start: int
    line_end: int


@dataclass(frozen=True, slots=True)
class Head:
    """What holds for every record of a document: the facts of its first lines, and when it happened."""

    facts: Facts = field(default_factory=Facts)
    occurred_at: Moment | None = None


def passages(lines: list[str], span: tuple[int, int], limit: int, code: frozenset[int] = frozenset()) -> list[Passage]:
    """The lines with index span[0] to span[1] - 1 as passages of at most `limit` characters, cut between paragraphs;
    a longer paragraph is cut between lines, a longer line after a sentence. Lines of `code` end no paragraph."""
    starts = [0, *accumulate(len(line) + 1 for line in lines[span[0] : span[1]])]
    groups: list[tuple[int, int]] = []
    for start, end in _blocks(lines, span, limit, code):
        if groups and starts[end - span[0]] - starts[groups[-1][0] - span[0]] - 1 <= limit:
            groups[-1] = (groups[-1][0], end)
        else:
            groups.append((start, end))
    return [
        Passage(text, start + 1, end)
        for start, end in groups
        for text in _within("\n".join(lines[start:end]), limit)
        if text.strip()
    ]


def record_of(passage: Passage, path: str, head: Head, facts: Facts) -> Record:
    """The record of a passage: its own facts before those of the head, names and tags of both."""
    shared = head.facts
    return Record(
        content=passage.text,
        kind=facts.kind or shared.kind or "note",
        status=facts.status,
        project=facts.project or shared.project,
        occurred_at=head.occurred_at,
        cues=united(shared.cues, facts.cues),
        tags=united(shared.tags, facts.tags),
        names=united(shared.names, facts.names),
        links=facts.links,
        titles=facts.titles,
        place=Place(path, passage.line_start, passage.line_end),
    )


def read_head(text: str) -> Facts:
    """Of the facts written in the first passage those that hold for all of the document: project, date, authors, and
    who attended."""
    facts = read_facts(text)
    people = tuple(name for name in facts.names if name.edge in (AUTHORED_BY, ATTENDED_BY))
    return Facts(project=facts.project, date=facts.date, names=people)


def date_of(texts: Iterable[str], zone: tzinfo) -> Moment | None:
    """The first whole date written in one of the texts, as a day in `zone`; None without one."""
    written = next((day for day in map(written_date, texts) if day), "")
    return parse_time(written, zone) if written else None


def file_name(path: str) -> str:
    """The last part of a path key."""
    return path.rsplit("/", 1)[-1]


def title_of(path: str) -> str:
    """The name a document goes by in links: its file name without the suffix."""
    return file_name(path).rpartition(".")[0] or file_name(path)


def numbered(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records, each with its position and with the count of equal contents before it as its ordinal."""
    seen: Counter[str] = Counter()
    done = []
    for position, record in enumerate(records):
        place = replace(record.place, position=position) if record.place else None
        done.append(replace(record, place=place, ordinal=seen[record.content]))
        seen[record.content] += 1
    return tuple(done)


def united(*groups: Iterable[_Item]) -> tuple[_Item, ...]:
    """Every item once, in the order of its first appearance."""
    return tuple(dict.fromkeys(item for group in groups for item in group))


def _blocks(lines: list[str], span: tuple[int, int], limit: int, code: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Paragraphs as spans of lines, those above the limit as single lines."""
    start = None
    for at in range(span[0], span[1] + 1):
        inside = at < span[1] and (at in code or bool(lines[at].strip()))
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            whole = sum(len(line) + 1 for line in lines[start:at]) - 1 <= limit
            yield from [(start, at)] if whole else ((line, line + 1) for line in range(start, at))
            start = None


def _within(text: str, limit: int) -> Iterator[str]:
    start = 0
    while len(text) - start > limit:
        cut = max((match.end() for match in _SENTENCE_END.finditer(text, start, start + limit)), default=start + limit)
        yield text[start:cut]
        start = cut
    yield text[start:]
