"""Lines for people: coloured and wrapped on a terminal, whole and plain anywhere else.

Text is never read as markup. rich is imported for terminals only; elsewhere it would cost a tenth of a second for
nothing.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from graphcue.cli_text import escaped

if TYPE_CHECKING:
    from rich.console import Console

Part = str | tuple[str, str]
"""A text, or a text and its style."""

QUIET = "dim"
TITLE = "bold"
PLACE = "cyan"
WARNING = "yellow"

LEAST_WIDTH = 40
_HAN = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_CHUNKS = re.compile(rf"\s+|(?:[{_HAN}]|[^\s{_HAN}]+)[，。、；：！？）》」』”’…]*")
"""What a line is not broken within: spaces, a Han character or a word, each with the marks that close it."""


class Screen:
    """A stream that people read. `width` is None where lines are not wrapped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._console = _console(stream)
        self.width = max(LEAST_WIDTH, self._console.width) if self._console else None

    def line(self, *parts: Part, indent: int = 0, hang: int | None = None) -> None:
        """Nothing; the parts stand on one line after `indent` spaces; if they go on below, after `hang` spaces."""
        texts = [(part, "") if isinstance(part, str) else part for part in parts]
        whole = [(" ".join(escaped(text).split("\n")), style) for text, style in texts]
        if self._console is None:
            print((" " * indent + "".join(text for text, _ in whole)).rstrip(), file=self._stream)
        else:
            self._wrapped(self._console, whole, indent, indent if hang is None else hang)

    def text(self, content: str, indent: int = 0, style: str = "") -> None:
        """Nothing; a text with its own line breaks."""
        for line in content.split("\n"):
            self.line((line, style), indent=indent)

    def blank(self) -> None:
        """Nothing; an empty line."""
        print(file=self._stream) if self._console is None else self._console.print()

    def rows(self, rows: Sequence[Sequence[Part]], *, indent: int = 0, right: Iterable[int] = ()) -> None:
        """Nothing; the rows are aligned in columns, those of the numbers in `right` to the right."""
        texts = [[(part, "") if isinstance(part, str) else part for part in row] for row in rows]
        widths = [
            max(cells(row[at][0]) for row in texts if at < len(row)) for at in range(max(map(len, texts), default=0))
        ]
        to_right = set(right)
        hang = indent + sum(widths[:-1]) + 2 * len(widths[:-1])
        for row in texts:
            parts: list[Part] = []
            for at, (text, style) in enumerate(row):
                fill = " " * (widths[at] - cells(text))
                gap = "  " if at else ""
                last = at == len(row) - 1
                parts += [gap, fill, (text, style)] if at in to_right else [gap, (text, style), "" if last else fill]
            self.line(*parts, indent=indent, hang=hang)

    def _wrapped(self, console: "Console", parts: Sequence[tuple[str, str]], indent: int, hang: int) -> None:
        from rich.text import Text

        whole = Text.assemble(*parts)
        width = max(LEAST_WIDTH // 2, console.width - max(indent, hang))
        for at, line in enumerate(whole.divide(breaks(whole.plain, width, console.width - indent))):
            line.rstrip()
            console.print(Text(" " * (hang if at else indent)) + line, soft_wrap=True)


def breaks(text: str, width: int, first: int | None = None) -> list[int]:
    """Where to break a text so that no line is wider than `width` cells (the first: than `first`): after spaces, and
    between Han characters. What has neither is broken anywhere."""
    found: list[int] = []
    room = width if first is None else first
    used = 0
    for match in _CHUNKS.finditer(text):
        size = cells(match[0])
        if used and used + size > room and not match[0].isspace():
            found.append(match.start())
            used, room = 0, width
        if size <= room:
            used += size
            continue
        for at, char in enumerate(match[0], match.start()):
            if used + cells(char) > room:
                found.append(at)
                used, room = 0, width
            used += cells(char)
    return found


def cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _console(stream: TextIO) -> "Console | None":
    if not stream.isatty():
        return None
    from rich.console import Console

    return Console(file=stream, highlight=False, markup=False, emoji=False)


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
