"""Amounts as cues: one canonical unit each, and keys that compare as their numbers do, so that bounds are ranges of keys.

`amount:CNY:05:51000` is 51,000 yuan: the number of digits stands before the digits. `amount:CNY~03:100..` is 100 yuan or
more, `amount:CNY~..05:30000` at most 30,000, `amount:CNY~03:200..03:300` a range. Bounds that exclude their number are moved by
a thousandth, the finest step there is, so that every interval includes its ends.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphcue.language.amounts import Amount, find_amounts
from graphcue.language.amounts_units import COUNTS, CURRENCIES, CURRENCY_WORDS, DURATIONS, UNIT_NAMES
from graphcue.language.even_width import fold
from graphcue.language.folding import has_han
from graphcue.language.times import TimeSpan

MOST = 12
"""Amounts of one text that become cues: the first ones."""
AMOUNT = "amount:"
PLAIN = "number"
PLAIN_HAN = "number-zh"
"""The unit of a number without one. Written in Chinese (5万) it may be of any unit but foreign money, which is named."""
HOME = "CNY"
SMALL = 10_000
"""Counts of things below ten, in thousandths: 两个 says nothing that one would look up."""
_FOREIGN = frozenset(CURRENCIES - {HOME})
_MONEY = re.compile(
    "|".join(
        rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word
        for word in sorted(CURRENCY_WORDS, key=len, reverse=True)
    )
)
_BOUNDS = frozenset(("at_least", "more_than", "at_most", "less_than", "range"))
_FRAMES = frozenset((*DURATIONS, "time", "workday"))
"""Units in which a question often speaks of its own frame (两周内, two days): a bound of them scores and filters nothing, any
other amount is left alone."""


@dataclass(frozen=True, slots=True)
class AskedAmount:
    """An amount of a question: `text` as written at [start, end), the interval from `low` to `high` in thousandths, both
    included, the units of memories that fit it, and whether it is a bound, which filters; a plain amount only scores."""

    text: str
    start: int
    end: int
    low: int | None
    high: int | None
    units: tuple[str, ...]
    filters: bool

    def ranges(self) -> Iterator[tuple[str, str]]:
        """Ranges of keys [low, high) that hold every cue that may fit."""
        for unit in self.units:
            points, stretches = f"{AMOUNT}{unit}:", f"{AMOUNT}{unit}~"
            top = None if self.high is None else _digits(self.high + 1)
            low = points + ("" if self.low is None else _digits(self.low))
            yield low, f"{AMOUNT}{unit};" if top is None else points + top
            yield stretches, stretches + "~" if top is None else stretches + top

    def fits(self, key: str) -> bool:
        """Whether the amount of a cue has a number in common with this one, and its unit may be the same."""
        unit, low, high = parsed_key(key)
        below = self.high is not None and low is not None and low > self.high
        above = self.low is not None and high is not None and high < self.low
        return unit in self.units and not below and not above


def amount_cues(text: str) -> tuple[tuple[str, Amount], ...]:
    """(key, amount) of what a text says, in order."""
    told = (amount for amount in find_amounts(text) if not _is_small(amount))
    return tuple((amount_key(amount, text), amount) for amount in told)[:MOST]


def asked_amounts(text: str, times: Sequence[TimeSpan]) -> tuple[AskedAmount, ...]:
    """The amounts that a question asks for, in order; not those that are part of a time."""
    taken = [(time.text_start, time.text_end) for time in times]
    named = {CURRENCY_WORDS[match[0]] for match in _MONEY.finditer(fold(text))}
    money = named.pop() if len(named) == 1 else ""
    return tuple(
        _asked(amount, text, money)
        for amount in find_amounts(text)
        if not _is_small(amount)
        and (amount.rule in _BOUNDS or amount.unit not in _FRAMES)
        and not any(a < amount.text_end and amount.text_start < b for a, b in taken)
    )


def amount_key(amount: Amount, text: str) -> str:
    """The key of an amount that stands in this text."""
    low, high = _closed(amount)
    unit = _unit(amount, text)
    if low is not None and low == high:
        return f"{AMOUNT}{unit}:{_digits(low)}"
    ends = ("" if end is None else _digits(end) for end in (low, high))
    return f"{AMOUNT}{unit}~{'..'.join(ends)}"


def parsed_key(key: str) -> tuple[str, int | None, int | None]:
    """Unit, low and high of the key of an amount, in thousandths; None is an open end."""
    said = key.removeprefix(AMOUNT)
    unit, stretch, ends = said.partition("~")
    if not stretch:
        unit, _, ends = said.partition(":")
        return unit, _number(ends), _number(ends)
    low, _, high = ends.partition("..")
    return unit, _number(low), _number(high)


def _asked(amount: Amount, text: str, money: str) -> AskedAmount:
    """`money` is the one currency that the question names: of it are its numbers without a unit (`USD budget of 50k`)."""
    low, high = _closed(amount)
    bound = amount.rule in _BOUNDS and amount.unit not in _FRAMES
    written = text[amount.text_start : amount.text_end]
    units = _units(amount.unit or money or _unit(amount, text))
    return AskedAmount(written, amount.text_start, amount.text_end, low, high, units, bound)


def _units(asked: str) -> tuple[str, ...]:
    """The units in which a memory may say it, sorted: no money is ever converted."""
    if asked in (PLAIN, PLAIN_HAN):
        fitting: Iterable[str] = {*UNIT_NAMES, PLAIN, PLAIN_HAN} - (_FOREIGN if asked == PLAIN_HAN else frozenset())
    else:
        fitting = (asked, PLAIN) if asked in _FOREIGN else (asked, PLAIN, PLAIN_HAN)
    return tuple(sorted(fitting))


def _unit(amount: Amount, text: str) -> str:
    if amount.unit:
        return amount.unit
    return PLAIN_HAN if has_han(text[amount.text_start : amount.text_end]) else PLAIN


def _is_small(amount: Amount) -> bool:
    high = amount.high
    return amount.unit in COUNTS and amount.rule not in _BOUNDS and high is not None and high < SMALL


def _closed(amount: Amount) -> tuple[int | None, int | None]:
    low = amount.low if amount.low is None or amount.low_inclusive else amount.low + 1
    high = amount.high if amount.high is None or amount.high_inclusive else amount.high - 1
    return low, high


def _digits(thousandths: int) -> str:
    """Text that compares as the number does: how many digits, then the digits."""
    whole, rest = divmod(max(thousandths, 0), 1000)
    part = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{len(str(whole)):02d}:{whole}{part}"


def _number(digits: str) -> int | None:
    if not digits:
        return None
    whole, _, part = digits.partition(":")[2].partition(".")
    return int(whole) * 1000 + int((part + "000")[:3])
