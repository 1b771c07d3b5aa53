"""Text of strangers as people may see it: nothing in it moves the cursor, colours the screen or turns a line around."""

import re

_UNSHOWN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escaped(text: str) -> str:
    """The text with control characters, but for the line feed, and marks of writing direction spelled out."""
    return _UNSHOWN.sub(lambda match: _spelled(match[0]), text)


def one_line(text: str, limit: int) -> str:
    """The text on one line, at most `limit` characters."""
    line = escaped(" ".join(text.split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _spelled(char: str) -> str:
    if char == "\t":
        return "    "
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
