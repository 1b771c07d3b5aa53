"""Text as it is matched: one form for widths, scripts, cases and invisible marks. What is stored stays as written."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_HAN = re.compile(f"[{HAN}]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]")
# Korean vowels and final letters, and the narrow Japanese sound marks: no combining marks, yet joined all the same
_JOINING = frozenset(map(chr, (*range(0x1160, 0x1200), 0xFF9E, 0xFF9F)))
_SPACES = re.compile(r"\s+")
_SPACE_IN_HAN = re.compile(f"(?<=[{HAN}])\\s+(?=[{HAN}])")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; `offsets[i]` is where character i of it stands in the text as written, None: at i.

    One more offset than characters: the last is the length as written.
    """

    text: str
    offsets: tuple[int, ...] | None

    def written(self, start: int, end: int) -> tuple[int, int]:
        """The span of the text as written that the folded span [start, end) came from: whole characters of it, so that a
        part of what ㈱ or ½ unfolds to is all of it."""
        if self.offsets is None:
            return start, end
        if end <= start:
            return self.offsets[start], self.offsets[start]
        after = end
        while after < len(self.text) and self.offsets[after] == self.offsets[end - 1]:
            after += 1
        return self.offsets[start], self.offsets[after]


def has_han(text: str) -> bool:
    """True if a Chinese character stands in the text."""
    return not text.isascii() and _HAN.search(text) is not None


def fold(text: str) -> str:
    """The text in NFKC, lower case, simplified script, without invisible marks."""
    if text.isascii():
        return text.lower()
    return _simplified(_plain(text))


def fold_with_offsets(text: str) -> Folded:
    """`fold` with the way back to the text as written."""
    folded = fold(text)
    if text.isascii() or (
        len(folded) == len(text) and (unicodedata.is_normalized("NFKC", text) or all(map(_stands_alone, {*text})))
    ):
        return Folded(folded, None)
    pieces, offsets = [], []
    for start, end in _clusters(text):
        piece = _plain(text[start:end])
        pieces.append(piece)
        offsets.extend([start] * len(piece))
    joined = _simplified("".join(pieces))
    # a letter may fold by what stands beside it (a final sigma): then it is the whole text that counts
    return Folded(folded if len(folded) == len(joined) else joined, (*offsets, len(text)))


def fold_name(text: str) -> str:
    """A name as it is compared: folded, single spaces, none between Chinese characters."""
    return _SPACE_IN_HAN.sub("", _SPACES.sub(" ", fold(text)).strip())


def fold_for_names(text: str) -> str:
    """A text in which folded names are looked for."""
    return fold_name(text)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text).lower()))


def _clusters(text: str) -> list[tuple[int, int]]:
    """Spans of a base character with the combining marks, vowels and final letters after it: what NFKC may join."""
    starts = [i for i, char in enumerate(text) if i == 0 or not _joins(char)]
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


@lru_cache(16384)
def _stands_alone(char: str) -> bool:
    """Whether a character folds to one character, whatever stands around it."""
    return len(_plain(char)) == 1 and not _joins(char)


def _joins(char: str) -> bool:
    return unicodedata.category(char)[0] == "M" or char in _JOINING


def _simplified(text: str) -> str:
    if not has_han(text):
        return text
    converted = _converter()(text)
    # a dictionary phrase that changed the length would shift every offset after it
    return converted if len(converted) == len(text) else "".join(map(_converter(), text))


@cache
def _converter() -> Callable[[str], str]:
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert
