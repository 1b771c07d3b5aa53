"""What several answers show alike: a memory's first line, who, where, how many."""

from collections.abc import Iterable, Sequence

from graphcue.cli_screen import QUIET, WARNING, Part
from graphcue.cli_text import one_line
from graphcue.model import ATTENDED_BY, MENTIONS, Memory, Place
from graphcue.presentation import edge_word

HEADLINE = 100


def headline(memory: Memory) -> str:
    """The first visible line of the text, without its marks."""
    lines = (line.strip(" #*->\t|") for line in memory.content.splitlines())
    return one_line(next((line for line in lines if line), memory.content), HEADLINE)


def superseded_mark(superseded_by: Sequence[str]) -> list[Part]:
    """What stands after the first line of a superseded memory."""
    return [(f"  superseded by {', '.join(superseded_by)}", WARNING)] if superseded_by else []


def people_text(names: Iterable[tuple[str, str]]) -> str:
    """Who stands in which role; who is only mentioned, or just attended, is left to `show`."""
    roles: dict[str, list[str]] = {}
    for edge, name in names:
        if edge not in (MENTIONS, ATTENDED_BY):
            roles.setdefault(name, []).append(edge_word(edge))
    return ", ".join(f"{name} ({', '.join(words)})" for name, words in roles.items())


def place_text(place: Place) -> str:
    """`path:first-last`, as editors take it."""
    if not place.line_start:
        return place.document
    last = f"-{place.line_end}" if place.line_end > place.line_start else ""
    return f"{place.document}:{place.line_start}{last}"


def joined(parts: Sequence[Part]) -> list[Part]:
    """The parts with a dot between them."""
    out: list[Part] = []
    for part in parts:
        out += [(" · ", QUIET), part] if out else [part]
    return out


def edge_text(edge: str) -> str:
    """How an edge reads in a line of text."""
    return edge_word(edge).replace("_", " ")


def number_of(number: int, one: str, many: str) -> str:
    """The number with its noun."""
    return f"{number:,} {one if number == 1 else many}"
