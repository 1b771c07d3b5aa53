"""One quantity read from a text: a number with its currency sign, scale and unit."""

import re
from dataclasses import dataclass

from graphcue.language.amounts_units import COUNTS, SCALES, SIGNS, UNITS
from graphcue.language.folding import has_han
from graphcue.language.numerals import (
    DIGITS,
    SCALES_EN,
    TENS_EN,
    UNITS_EN,
    chinese_integer,
    chinese_thousandths,
    decimal_thousandths,
    english_integer,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in thousandths, before its unit's factor. `low` and `high` differ in 两三百 and 100多.

    `scale` is the factor written after the number (5万: 10000), which a range lends to its first end.
    """

    low: int
    high: int
    scale: int
    unit: str
    factor: int
    start: int
    end: int
    bare: bool
    open: bool = False


def _either(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


_HAN_UNITS = [unit for unit in UNITS if not unit[0].isascii() or unit == "%"]
_LATIN_UNITS = [unit for unit in UNITS if unit[0].isascii() and unit != "%"]
_UNIT = rf"(?:{_either(_HAN_UNITS)}|(?:{_either(_LATIN_UNITS)})(?![a-z0-9_]))"
_SIGN = _either(list(SIGNS))
_ONES = "一二两三四五六七八九"
_DECIMAL = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|(?!00)[0-9]{1,18}(?:\.[0-9]+)?"
_HAN_SCALED = rf"(?:{_DECIMAL})[十百千万亿]+(?:[0-9{_ONES}][十百千万]*)*"
_HAN = rf"(?!一半)[{_ONES}十百千万亿零〇]{{1,20}}(?:点[零〇{_ONES}]{{1,6}})?"
_LOOSE = (
    rf"[{_ONES}]?十[几多]|[几数][十百千万亿]+|[{_ONES}][{_ONES}](?=[十百千万亿]"
    rf"|[个天年周月块元人次台名位])[十百千万亿]*|几(?=[天年周个块元人次台])"
)
_WORD = _either([*UNITS_EN, *TENS_EN, *SCALES_EN, "dozen"])
_WORDS = rf"(?:half an?|an?) (?:hundred|thousand|million|billion|dozen)|(?:{_WORD})(?:(?:[- ]| and )(?:{_WORD}))*"
_SCALE_EN = r"(?P<scale>k|mn|m|bn|b)(?![a-z0-9])|[ -](?P<scale_word>thousand|million|billion|trillion|dozen)(?![a-z])"
_QUANTITY = re.compile(
    rf"(?P<sign>{_SIGN})? ?(?P<parts>百分之)?"
    rf"(?:(?P<loose>{_LOOSE})|(?P<scaled>{_HAN_SCALED})|(?P<decimal>{_DECIMAL})(?:{_SCALE_EN})?|(?P<han>{_HAN})"
    rf"|(?<![a-z])(?P<words>{_WORDS})(?![a-z])|(?P<half>半|half an?(?= )))"
    rf"(?P<more>多|余|来(?=[个万元人]))?(?P<plus>\+(?= ?[^0-9 ]))?(?P<half_first>个半|半(?=小时)| and a half)?"
    rf"(?: |-(?=[a-z]))?(?P<unit>{_UNIT})?(?P<half_last>半(?!年)| and a half)?"
)
_COINS = re.compile(rf"(?P<coins>[{_ONES}1-9])[毛角]?(?![0-9{_ONES}十百千万亿个件台人天月年])")
_AN_HOUR = re.compile(r"(?<![a-z])an? (?P<unit>hour|day|week|month|year)(?P<half_last> and a half)(?![a-z])")


def quantity_at(folded: str, text: str, start: int) -> Quantity | None:
    """The quantity that begins at `start`, or None."""
    hour = _AN_HOUR.match(folded, start)
    if hour:
        name, factor = UNITS[hour["unit"]]
        return Quantity(1500, 1500, 1, name, factor, start, hour.end(), False)
    match = _QUANTITY.match(folded, start)
    if not match or (match["half"] and (match["sign"] or match["unit"] is None)):
        return None
    ends = _ends(match)
    if ends is None:
        return None
    low, high, scale = ends
    unit, factor, end, scale_of_unit = _unit(match, text)
    if match["half_first"] or match["half_last"]:
        low, high = low + 500, high + 500
    if unit == "CNY" and match["unit"] == "块" and match["half_last"] is None:
        coins = _COINS.match(folded, end)
        if coins:
            tenths = 100 * (chinese_integer(coins["coins"]) or 0)
            low, high, end = low + tenths, high + tenths, coins.end()
    if scale_of_unit > 1:
        low, high, scale = low * scale_of_unit, high * scale_of_unit, scale * scale_of_unit
    if _is_noise(match, unit, low):
        return None
    return Quantity(low, high, scale, unit, factor, start, end, _is_bare(match, unit, low, scale), bool(match["plus"]))


def _ends(match: re.Match[str]) -> tuple[int, int, int] | None:
    """Both ends in thousandths, and the scale written with them."""
    if match["loose"]:
        return _loose(match["loose"])
    number, scale = _number(match)
    if number is None:
        return None
    if match["more"] and number >= 10_000:
        place = 1000
        while number % (10 * place) == 0:
            place *= 10
        return number, number + place - 1000, scale
    return number, number, scale


def _number(match: re.Match[str]) -> tuple[int | None, int]:
    if match["decimal"]:
        scale = SCALES[match["scale"] or match["scale_word"]] if match["scale"] or match["scale_word"] else 1
        if match["scale"] == "m" and not match["sign"] and match.string[match.end("decimal")] == "m":
            scale = 1
        number = decimal_thousandths(match["decimal"])
        return (None if number is None else number * scale), scale
    if match["scaled"]:
        return _scaled(match["scaled"])
    if match["half"]:
        return 500, 1
    if match["words"]:
        return _in_words(match["words"])
    written = match["han"]
    if written[0] in "百千万亿":
        written = "一" + written
    return chinese_thousandths(written), _han_scale(written)


def _scaled(text: str) -> tuple[int | None, int]:
    plain = re.fullmatch(r"([0-9.,]+)([十百千万亿]+)", text)
    if plain:
        number, scale = decimal_thousandths(plain[1]), chinese_integer("一" + plain[2]) or 1
        return (None if number is None else number * scale), scale
    number = chinese_integer(text.replace(",", "")) if "." not in text else None
    return (None if number is None else number * 1000), _han_scale(text)


def _han_scale(text: str) -> int:
    found = re.search("[百千万亿]+$", text)
    return chinese_integer("一" + found[0]) or 1 if found else 1


def _in_words(text: str) -> tuple[int | None, int]:
    words = text.replace("half an ", "half a ")
    dozen = 12 if words.endswith("dozen") else 1
    words = words.removesuffix("dozen").strip() or "a"
    number = english_integer(words.removeprefix("half ").strip() or "one")
    if number is None:
        return None, 1
    last = words.split()[-1]
    return number * dozen * (500 if words.startswith("half") else 1000), SCALES_EN.get(last, 1)


def _loose(text: str) -> tuple[int, int, int] | None:
    """Both ends and the scale of 两三百, 十几, 几十万, 几; None for 三两."""
    if text.endswith(("几", "多")) and len(text) > 1:
        tens = chinese_integer(text[:-1]) or 10
        return tens * 1000, (tens + 9) * 1000, 1
    if text[0] in "几数":
        scale = chinese_integer("一" + text[1:]) or 1 if len(text) > 1 else 1
        return (1000 if len(text) > 1 else 2000) * scale, (9900 if len(text) > 1 else 9000) * scale, scale
    if DIGITS[text[0]] >= DIGITS[text[1]]:
        return None
    scale = chinese_integer("一" + text[2:]) or 1 if len(text) > 2 else 1
    return DIGITS[text[0]] * 1000 * scale, DIGITS[text[1]] * 1000 * scale, scale


def _unit(match: re.Match[str], text: str) -> tuple[str, int, int, int]:
    """Canonical unit, its factor, where the quantity ends, and a scale that looked like a unit (2.3M)."""
    written, end = match["unit"], match.end()
    if match["parts"]:
        return "percent", 10**6, match.end(), 1
    if match["scale"] == "m" and not match["sign"]:
        if text[match.start("scale")] == "M":
            return _sign_or_unit(match, text, end, 10**6)
        return "m", 10**6, match.end("scale"), 1
    if written == "m" and not match["sign"] and text[match.start("unit")] == "M" and match["decimal"]:
        return "", 10**6, end, 10**6
    return _sign_or_unit(match, text, end, 1)


def _sign_or_unit(match: re.Match[str], text: str, end: int, scale: int) -> tuple[str, int, int, int]:
    written = match["unit"]
    if match["sign"]:
        canonical = SIGNS[match["sign"]]
        if written is None or UNITS[written][0] != canonical:
            return (
                canonical,
                10**6,
                match.end("unit") if written and UNITS[written][0] == canonical else _number_end(match),
                scale,
            )
        return canonical, UNITS[written][1], end, scale
    if written is None:
        return "", 10**6, _number_end(match), scale
    if written == "g" and text[match.start("unit")] == "G":
        written = "gb"
    name, factor = UNITS[written]
    return name, factor, end, scale


def _number_end(match: re.Match[str]) -> int:
    return max(
        match.end(name)
        for name in ("loose", "scaled", "decimal", "scale", "scale_word", "han", "words", "more", "plus")
    )


def _is_noise(match: re.Match[str], unit: str, low: int) -> bool:
    """一个 is an article, 半成品 no half, 十年 of 二〇二四年 a year, 百度 a company, 三毛 somebody."""
    written = match["unit"]
    if written == "年" and match["decimal"] and re.fullmatch("(?:1[0-9]|20)[0-9]{2}", match["decimal"]):
        return True
    if (written in ("月", "成", "度", "分") and match["half"]) or (written == "月" and not match["half_first"]):
        return True
    if written in ("角", "毛") and (match["han"] or has_han(match.string[match.end("unit") : match.end("unit") + 1])):
        return True
    if written == "度" and match["han"] in ("百", "千", "万"):
        return True
    if (match["half"] and unit in COUNTS) or (written == "分" and match["han"] in ("十", "百", "万")):
        return True
    return unit in COUNTS and low == 1000 and not match["decimal"]


def _is_bare(match: re.Match[str], unit: str, low: int, scale: int) -> bool:
    """Whether it counts as an amount only beside a bound: no unit, no scale."""
    if unit or (scale > 1 and match["han"] is None):
        return False
    written = match["han"] or match["loose"] or ""
    return not (written and written[0] in _ONES and low >= 100_000)
