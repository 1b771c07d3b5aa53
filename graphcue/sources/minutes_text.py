"""Lines of minutes → the lines of a memory: as written, without the marks of Markdown."""

import re

_HEADING = re.compile(r"^\s*#{1,6}\s*")
_BREAK = re.compile(r"[ \t]{0,9}<br[ \t]?/?>$", re.IGNORECASE)
_PLACE_OF_IMAGE = re.compile(r"^\s*\[[^\]]+\]:\s*data:|^\s*!\[[^\]]*\]\(data:")
_LIST_MARK = re.compile(
    r"^[ \t]*(?:[-*+•·][ \t]+(?:[（(]?\d{1,2}(?:[、)）．]|\.(?!\d))[ \t]*)?"
    r"|[（(]?\d{1,2}(?:[、)）．]|\.(?!\d))[ \t]*|[①-⑳][ \t]*|[（(]?[一二三四五六七八九十]{1,2}[、)）．][ \t]*)"
)


def plain(line: str) -> str:
    """The line without heading marks, bold marks, a closing `<br>` and trailing spaces."""
    text = _HEADING.sub("", line).replace("**", "").rstrip()
    return _BREAK.sub("", text) if text.endswith(">") else text


def plain_lines(lines: list[str]) -> list[str]:
    """The lines made plain; without embedded images, blank lines at the ends and more than one between."""
    kept: list[str] = []
    for line in lines:
        text = "" if _PLACE_OF_IMAGE.match(line) else plain(line)
        if text or (kept and kept[-1]):
            kept.append(text)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def without_mark(line: str) -> str:
    """The line without the mark or number it is listed with."""
    return _LIST_MARK.sub("", line).strip()


def list_depth(line: str) -> int:
    """How far a listed line is indented, -1 for a line that is not listed."""
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()) if _LIST_MARK.match(line) else -1
