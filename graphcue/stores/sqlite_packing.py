"""A memory's postings as one blob, and back.

Two letters tell the widths of cue rows and of weights, as in `struct`; then come all cue rows, ascending, then all
weights, little-endian.
"""

import struct
from collections.abc import Mapping

CUE_WIDTHS = {"H": 2**16, "I": 2**32, "Q": 2**63}
WEIGHT_WIDTHS = {"b": 2**7, "h": 2**15, "i": 2**31, "q": 2**63}
_SIZES = {a + b: struct.calcsize(f"<{a}{b}") for a in ("", *CUE_WIDTHS) for b in WEIGHT_WIDTHS}
"""Codes → bytes of one of each."""


def pack(postings: Mapping[int, int]) -> bytes:
    """The blob of cue row → weight."""
    cues = sorted(postings)
    weights = [postings[cue] for cue in cues]
    cue_code = _code(CUE_WIDTHS, cues)
    weight_code = _code(WEIGHT_WIDTHS, weights)
    n = len(cues)
    return f"{cue_code}{weight_code}".encode() + struct.pack(f"<{n}{cue_code}{n}{weight_code}", *cues, *weights)


def unpack(blob: bytes) -> dict[int, int]:
    """Cue row → weight of a blob."""
    cues = _cues(blob)
    return dict(zip(cues, _weights(blob, len(cues)), strict=True))


def pick(blob: bytes, wanted: frozenset[int]) -> dict[int, int]:
    """Cue row → weight of a blob, for those cues only that are wanted."""
    cues = _cues(blob)
    both = wanted.intersection(cues)
    if not both:
        return {}
    weights = _weights(blob, len(cues))
    return {cue: weights[cues.index(cue)] for cue in both}


def _cues(blob: bytes) -> tuple[int, ...]:
    cue_code, weight_code = chr(blob[0]), chr(blob[1])
    n = (len(blob) - 2) // _SIZES[cue_code + weight_code]
    return struct.unpack_from(f"<{n}{cue_code}", blob, 2)


def _weights(blob: bytes, n: int) -> tuple[int, ...]:
    weight_code = chr(blob[1])
    return struct.unpack_from(f"<{n}{weight_code}", blob, len(blob) - n * _SIZES[weight_code])


def _code(widths: Mapping[str, int], numbers: list[int]) -> str:
    """The narrowest width that holds all of the numbers."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    for code, bound in widths.items():
        if -bound <= low and high < bound:
            return code
    raise OverflowError(f"a number beyond 64 bits: {high if high > -low else low}")
