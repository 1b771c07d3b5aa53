"""Numbers as written in Chinese and English, read into integers.

A number comes out as thousandths, so that 12.5 is 12500 and nothing is ever a float.
"""

import re

DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "○": 0, "两": 2, "廿": 20}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "亿": 10**8}

UNITS_EN = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
TENS_EN = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
SCALES_EN = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
NUMBER_EN = re.compile(r"[a-z]+")


def chinese_integer(text: str) -> int | None:
    """The integer written in Chinese numerals, ASCII digits or both ("三万", "2千", "二〇二四"); None if it is not one.

    A last digit without its place takes the place below the one before it: "三万五" is 35000.
    """
    if text.isascii():
        return int(text) if text.isdigit() else None
    if all(c in DIGITS and c != "廿" for c in text):
        return int("".join(str(DIGITS[c]) for c in text))
    total, section, digit, place = 0, 0, None, 1
    for token in re.findall(r"[0-9]+|.", text):
        if token in _TENS:
            section += (1 if digit is None else digit) * _TENS[token]
            digit, place = None, _TENS[token]
        elif token in _MYRIADS:
            scale, section = _MYRIADS[token], section + (digit or 0)
            total = total + section * scale if total > scale else (total + section) * scale
            section, digit, place = 0, None, scale
        elif token in DIGITS or (token.isascii() and token.isdigit()):
            value = DIGITS[token] if token in DIGITS else int(token)
            section += digit or 0
            digit, place = value, 1 if value == 0 else place
        else:
            return None
    return total + section + (digit or 0) * (place // 10 if place >= 100 else 1)


def decimal_thousandths(text: str) -> int | None:
    """Thousandths of a decimal in ASCII digits, with or without thousands commas; what is finer is cut off."""
    whole, _, rest = text.replace(",", "").partition(".")
    if not (whole + rest).isdigit() or not (whole + rest).isascii():
        return None
    return int(whole or "0") * 1000 + int((rest + "000")[:3])


def chinese_thousandths(text: str) -> int | None:
    """Thousandths of a number in Chinese numerals with or without a decimal part: "十二点五" is 12500."""
    whole, point, rest = text.partition("点")
    number = chinese_integer(whole) if whole else None
    if number is None:
        return None
    if not point:
        return number * 1000
    if not rest or any(c not in DIGITS for c in rest):
        return None
    return number * 1000 + int(("".join(str(DIGITS[c]) for c in rest) + "000")[:3])


def english_integer(text: str) -> int | None:
    """The integer written in English words or ASCII digits ("twenty-five", "two hundred and five", "12")."""
    if text.isascii() and text.isdigit():
        return int(text)
    total, section, seen = 0, 0, False
    for word in NUMBER_EN.findall(text):
        if word in UNITS_EN or word in TENS_EN:
            section += UNITS_EN.get(word, TENS_EN.get(word, 0))
        elif word in ("a", "an"):
            section += 1
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in SCALES_EN:
            total, section = total + (section or 1) * SCALES_EN[word], 0
        elif word != "and":
            return None
        seen = True
    return total + section if seen else None
