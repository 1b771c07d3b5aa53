"""The pieces a time expression is made of, and the rules that read them.

A rule reads one piece ("去年", "May 3rd", "下午3点") into fields such as year, month, hour; neighbours whose fields
fit together are merged later. A piece that is complete in itself ("近三个月") carries its interval instead.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo

Fields = dict[str, int]
Interval = tuple[int, int]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)

# From coarse to fine. `edge` is a beginning, middle or end in the narrow sense (the first or last month of a year),
# `third` the same in the wide one; `week` is the ordinal of a Monday.
ORDER = (
    "decade", "year", "last_year", "half", "quarter", "season", "festival", "holiday", "week_number", "month",
    "last_month", "third",
    "edge", "week", "day", "last_day", "weekday", "daypart", "hour", "minute", "second",
)  # fmt: skip
BITS = {name: 1 << place for place, name in enumerate(ORDER)}
CLOCK = ("daypart", "hour", "minute", "second")


def mask(names: Iterable[str]) -> int:
    """A set of field names as one integer."""
    bits = 0
    for name in names:
        bits |= BITS[name]
    return bits


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may look at: the text as written, the folded text of equal length, the local reference, the zone."""

    text: str
    folded: str
    now: datetime | None
    reference: int | None
    zone: tzinfo

    def milliseconds(self, local: datetime) -> int:
        """Milliseconds UTC of a local time; of a time that occurs twice the first, of one skipped as if not skipped."""
        return (local.replace(tzinfo=self.zone).astimezone(UTC) - _EPOCH) // _MS

    def local(self, milliseconds: int) -> datetime:
        """The local time of an instant, without its zone."""
        return (_EPOCH + milliseconds * _MS).astimezone(self.zone).replace(tzinfo=None)

    def interval(self, low: datetime, high: datetime) -> Interval:
        """The instants of a local interval; never empty, also where the clocks skip it."""
        start, end = self.milliseconds(low), self.milliseconds(high)
        return start, end if end > start else start + (high - low) // _MS


@dataclass(frozen=True, slots=True)
class Reading:
    """What a rule makes of its match. `weak` pieces count only beside another; `span` is a complete interval."""

    fields: Fields = field(default_factory=dict)
    relative: bool = False
    ambiguous: bool = False
    weak: bool = False
    span: Interval | None = None
    grain: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A reading with its place in the text."""

    start: int
    end: int
    rule: str
    reading: Reading
    mask: int


def part(start: int, end: int, name: str, reading: Reading) -> Part:
    """The piece of the rule of that name, with the set of its fields."""
    return Part(start, end, name, reading, mask(reading.fields))


@dataclass(frozen=True, slots=True)
class Found:
    """A finished expression in instants, None for an open end."""

    start: int | None
    end: int | None
    part: Part
    grain: str
    year_given: bool
    relative: bool
    ambiguous: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of piece is read. `starts` are the first characters (Chinese, digits) or words (English) it has.

    `build` returns None for what looks like a time and is not one; that text is then passed over.
    """

    name: str
    starts: tuple[str, ...]
    pattern: re.Pattern[str]
    build: Callable[[re.Match[str], Context], Reading | None]


def day_fields(day: date) -> Fields:
    """Year, month and day of a local time."""
    return {"year": day.year, "month": day.month, "day": day.day}


def before(match: re.Match[str], length: int = 16) -> str:
    """The folded text just before a match."""
    return match.string[max(0, match.start() - length) : match.start()]


def rule(
    name: str, starts: Iterable[str], pattern: str, build: Callable[[re.Match[str], Context], Reading | None]
) -> Rule:
    """A rule, its pattern compiled."""
    return Rule(name, tuple(starts), re.compile(pattern), build)
