"""Amounts named in a text, Chinese and English, with their bounds, in thousandths of a base unit."""

import re
from dataclasses import dataclass

from graphcue.language.amounts_read import Quantity, quantity_at
from graphcue.language.amounts_units import DURATIONS, UNITS
from graphcue.language.even_width import fold


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount: from `low` to `high`, in thousandths of the base unit of `unit`; None is an open end.

    `unit` is the canonical base unit ('CNY', 'percent', 'g', 'second', ...), '' when none is named. Offsets count
    code points.
    """

    low: int | None
    high: int | None
    low_inclusive: bool
    high_inclusive: bool
    unit: str
    text_start: int
    text_end: int
    rule: str


def find_amounts(text: str) -> tuple[Amount, ...]:
    """The amounts in the text, by position, never overlapping.

    Numbers inside identifiers, dates, versions and telephone numbers are none; a number without unit and scale is one
    only beside a bound ("over 20").
    """
    if not _may_hold_an_amount(text):
        return ()
    folded = fold(text)
    found: list[Amount] = []
    floor = 0
    start = _START if _A_BOUND.search(folded) else _START_UNBOUNDED
    for candidate in start.finditer(folded):
        if candidate.start() < floor or _is_inside(folded, candidate.start()):
            continue
        first = quantity_at(folded, text, candidate.start())
        if first is None or _is_identifier(folded, first.end):
            continue
        floor, amount = _amount(first, folded, text, found[-1].text_end if found else 0)
        if amount:
            found.append(amount)
    return tuple(found)


def _may_hold_an_amount(text: str) -> bool:
    """A quick look: without a numeral, or one of these pieces of words and then a number in words, there is no amount."""
    if _NUMERAL.search(text):
        return True
    low = text.lower()
    return any(hint in low for hint in _HINTS) and _ANY.search(text) is not None


_NUMERAL = re.compile("[0-9０-９一二两兩三四五六七八九十百千万萬亿億半几幾数數]")
_HINTS = (
    *(
        "two",
        "three",
        "four",
        "forty",
        "five",
        "fift",
        "six",
        "seven",
        "eight",
        "nine",
        "ten ",
        "ten-",
        "eleven",
        "twel",
    ),
    *("twenty", "thirt", "hundred", "thousand", "million", "billion", "dozen", "half", "one ", "one-", " and a"),
)
_A_UNIT = "hour|day|week|month|year"
_NUMBER_NOUN = "|".join(
    [
        "hundred",
        "thousand",
        "million",
        "billion",
        "dozen",
        "or more",
        "or less",
        *(unit for unit in UNITS if unit.isascii()),
    ]
)
_ANY = re.compile(
    r"(?i:\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|dozen|half"
    rf"|one[ -](?:{_NUMBER_NOUN})|than one|an? (?:{_A_UNIT}) and)\b)"
)
_START = re.compile(
    r"us\$|hk\$|nt\$|[$€£¥￥₩]|人民币|百分之|[0-9]|[一二两三四五六七八九十百千万半几数]"
    r"|(?<![a-z])(?:usd|rmb|cny|eur|gbp|jpy|hkd|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half"
    rf"|an?(?= (?:hundred|thousand|million|billion|dozen|(?:{_A_UNIT}) and)))(?![a-z])"
)
_HAN_FOLLOWERS = "".join(
    sorted({unit[0] for unit in UNITS if not unit.isascii()} | set("%％+多余来几半万亿千百以及或之内起"))
)
# a Chinese numeral without a bound anywhere counts only before a unit: 一起, 十分 and 三思 are tried no further
_START_UNBOUNDED = re.compile(
    _START.pattern.replace(
        "[一二两三四五六七八九十百千万半几数]",
        f"[一二两三四五六七八九十百千万半几数](?=[一二两三四五六七八九十百千万亿零〇点几多余半个]*"
        f"[0-9{_HAN_FOLLOWERS} a-z到至~和与跟-])",
    )
)
_INSIDE = re.compile(r"[0-9a-z_]$|[0-9a-z_][-./@]$|[0-9][,:]$|[第#十百千万亿点每]$")
_INSIDE_HAN = re.compile("[零〇一二两三四五六七八九]$")
_IDENTIFIER_AFTER = re.compile(r"[0-9a-z_]|[-./:][0-9]|-[a-z]|[号点](?!以|之)|[月日](?![元])|世纪|年代|分之|:[0-9]")
_CONNECTOR = re.compile(r" ?(?:到|至|-|~|和|与|跟) ?| (?:to|and) ")
_BOTH = re.compile("和|与|跟| and ")
"""Joins the ends of a range only where something says that it lies between them."""
_LOW_IN = (
    "至少|不少于|不低于|不小于|最少|起码|大于等于|大于或等于|不下于|>=|≥|at least|no less than|not less "
    "than|no fewer than|minimum of"
)
_LOW_OUT = "超过了?|大于|多于|高于|超出|突破|逾|>|more than|over|above|exceeding|exceeds|greater than"
_HIGH_IN = (
    "不超过|不大于|不多于|不高于|至多|最多|小于等于|小于或等于|<=|≤|at most|no more than|not more than"
    "|up to|maximum of|not exceeding|within"
)
_HIGH_OUT = "少于|低于|小于|不足|不到|未满|<|less than|under|below|fewer than"
_BEFORE = re.compile(
    rf"(?:(?P<low>(?<![a-z])(?:{_LOW_IN}))|(?P<high>(?<![a-z])(?:{_HIGH_IN}))|(?P<above>(?<![a-z不=-])(?:{_LOW_OUT}))"
    rf"|(?P<below>(?<![a-z不])(?:{_HIGH_OUT})))(?:了|约|about)? ?$"
)
_AFTER = re.compile(
    r"(?P<low>(?:及|或)?以上|(?<=[元块人台件个天%])起(?![来床飞草诉])|\+| (?:or|and) (?:more|above|over|up)(?![a-z]))"
    r"|(?P<high>(?:及|或)?(?:以下|以内|之内)|内(?![存容部网])| (?:or|and) (?:less|fewer|below|under)(?![a-z]))"
)
_ABOUT = re.compile(
    r"(?:大约|大概|约|将近|接近|近|差不多|左右|(?<![a-z])(?:about|around|approximately|approx\.?"
    r"|roughly|nearly|almost)) ?$"
)
_A_BOUND = re.compile(rf"{_LOW_IN}|{_HIGH_IN}|{_LOW_OUT}|{_HIGH_OUT}")
_BETWEEN = re.compile("(?:(?P<between>介于|(?<![a-z])between)|从|(?<![a-z])from) ?$")
_BETWEEN_AFTER = re.compile(" ?之间")
_PART_OF_TIME_AFTER = re.compile("之?[前后](?![端台])|以前|以后|来|(?: ago| later| earlier| from now)(?![a-z])")
_PART_OF_TIME_BEFORE = re.compile(
    "(?:最近|近|过去|未来|前|后|接下来|(?<![a-z])(?:last|past|next|previous))(?: the)? ?$"
)


def _is_inside(folded: str, start: int) -> bool:
    """Whether a number would begin within one, or within an identifier. After 找零 or 一, digits begin another."""
    if not folded[start].isascii() and _INSIDE_HAN.search(folded, max(0, start - 1), start):
        return True
    return bool(_INSIDE.search(folded, max(0, start - 2), start))


def _is_identifier(folded: str, end: int) -> bool:
    return bool(_IDENTIFIER_AFTER.match(folded, end)) and not _CONNECTOR_TO_NUMBER.match(folded, end)


_CONNECTOR_TO_NUMBER = re.compile(r" ?[-~] ?[$€£¥￥]?[0-9][0-9,.]*(?! ?[-./:0-9])")


def _amount(first: Quantity, folded: str, text: str, floor: int) -> tuple[int, Amount | None]:
    """Where to go on, and the amount that begins with the quantity."""
    second = _second(first, folded, text)
    if second:
        made = _range(first, second, folded, floor)
        if made:
            return made.text_end, made
        if first.bare:
            return second.end, None
    return _single(first, folded, floor)


def _second(first: Quantity, folded: str, text: str) -> Quantity | None:
    connector = _CONNECTOR.match(folded, first.end)
    if not connector:
        return None
    second = quantity_at(folded, text, connector.end())
    return second if second and not _IDENTIFIER_AFTER.match(folded, second.end) else None


def _range(first: Quantity, second: Quantity, folded: str, floor: int) -> Amount | None:
    before = _BETWEEN.search(folded, max(floor, first.start - 10), first.start)
    after = _BETWEEN_AFTER.match(folded, second.end)
    paired = bool((before and before["between"]) or after)
    if _BOTH.search(folded, first.end, second.start) and not paired:
        return None
    if (first.bare and second.bare and not paired) or _is_part_of_time(first, second, folded):
        return None
    if first.unit and second.unit and first.unit != second.unit:
        return None
    unit, factor = (second.unit, second.factor) if second.unit else (first.unit, first.factor)
    low = first.low
    if (
        first.scale == 1
        and second.scale > 1
        and low * second.scale <= second.high
        and not (first.unit and second.unit and not _same_sign(first, second))
    ):
        low *= second.scale
    start = before.start() if before else first.start
    end = after.end() if after else second.end
    low, high = (
        _in_base(low, first.factor if first.unit else factor),
        _in_base(second.high, second.factor if second.unit else factor),
    )
    return Amount(low, high, True, True, unit, start, end, "range") if low <= high else None


def _same_sign(first: Quantity, second: Quantity) -> bool:
    return first.unit == second.unit and first.factor == second.factor and second.scale > 1 and first.low < 1_000_000


def _in_base(number: int, factor: int) -> int:
    return number * factor // 10**6


def _is_part_of_time(first: Quantity, last: Quantity, folded: str) -> bool:
    """Three days ago is a time, three days an amount."""
    if last.unit not in DURATIONS:
        return False
    before = folded[max(0, first.start - 12) : first.start]
    return bool(_PART_OF_TIME_AFTER.match(folded, last.end) or _PART_OF_TIME_BEFORE.search(before))


def _single(quantity: Quantity, folded: str, floor: int) -> tuple[int, Amount | None]:
    before = _BEFORE.search(folded, max(floor, quantity.start - 20), quantity.start)
    after = _AFTER.match(folded, quantity.end)
    if (quantity.bare and not before and not after) or _is_part_of_time(quantity, quantity, folded):
        return quantity.end, None
    low: int | None = _in_base(quantity.low, quantity.factor)
    high: int | None = _in_base(quantity.high, quantity.factor)
    kind = (before.lastgroup if before else after.lastgroup if after else "low" if quantity.open else "") or ""
    if kind in ("low", "above"):
        high = None
    elif kind in ("high", "below"):
        low = None
    about = _ABOUT.search(folded, max(floor, quantity.start - 16), quantity.start)
    start = before.start() if before else about.start() if about else quantity.start
    end = after.end() if after and not before else quantity.end
    rule = {"low": "at_least", "above": "more_than", "high": "at_most", "below": "less_than"}.get(
        kind, "about" if about else "point"
    )
    return end, Amount(low, high, kind != "above", kind != "below", quantity.unit, start, end, rule)
