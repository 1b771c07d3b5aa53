"""Markdown → its outline: sections with their headings and lines, as markdown-it sees them."""

import re
from dataclasses import dataclass, replace
from itertools import zip_longest

from markdown_it import MarkdownIt

from graphcue.sources.marks import plain_text

LONGEST_HEADING = 200
"""Characters of the longest heading; what is longer is text (an underlined paragraph, most often)."""

SHORT_PREAMBLE = 200
"""Characters up to which text above the first heading is read together with the section below it."""

_BLOCKS = MarkdownIt("commonmark").enable("table").disable("inline")
_DECISION = re.compile(
    r"(?:[0-9]{1,2}[.、)] ?|[一二三四五六七八九十]{1,3}、 ?)?"
    r"(?:决策记录|决策|决定|decision(?: record)?|adr)[ -]?[0-9]{0,4} ?[:：] ?(\S.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its plain text, its level 1 to 6, and its lines as indexes [line, body)."""

    text: str
    level: int
    line: int
    body: int

    @property
    def decision(self) -> str:
        """X of `决策记录: X` and `Decision: X`, '' for any other heading."""
        match = _DECISION.fullmatch(self.text)
        return match[1].strip() if match else ""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines with index start to end - 1; `headings` are those it begins with, `path` the ones it stands under,
    itself included, from the outermost."""

    start: int
    end: int
    headings: tuple[Heading, ...] = ()
    path: tuple[Heading, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The sections in order; `opening` the lines that speak for all of the text; `code` the indexes of lines inside
    code fences; `paragraphs` (first line, text) of what is neither heading nor code."""

    sections: tuple[Section, ...]
    opening: tuple[int, int]
    code: frozenset[int]
    paragraphs: tuple[tuple[int, str], ...]


def read_outline(lines: list[str], first: int, is_decision: bool = False) -> Outline:
    """The outline of the lines from index `first` on. A decision's heading keeps its sub-sections; with
    `is_decision` the whole text is one decision. A section of headings only is joined to the one below it."""
    tokens = _BLOCKS.parse("\n" * first + "\n".join(lines[first:]))
    headings, paragraphs, code = list[Heading](), list[tuple[int, str]](), set[int]()
    start = end = 0
    for token, following in zip_longest(tokens, tokens[1:]):
        # The cells of a table have no lines of their own: they stand where their row does.
        start, end = token.map or (start, end)
        if token.type == "fence":
            code.update(range(start, end))
        elif token.type == "inline":
            paragraphs.append((start, token.content))
        elif token.type == "heading_open" and following:
            heading = Heading(following.content, int(token.tag[1]), start, end)
            if token.level == 0 and _is_heading(heading.text):
                headings.append(replace(heading, text=plain_text(heading.text)))
    titled = {heading.line for heading in headings}
    return Outline(
        tuple(_sections(lines, first, _sections_begin(headings, is_decision))),
        _opening(lines, first, headings),
        frozenset(code),
        tuple(paragraph for paragraph in paragraphs if paragraph[0] not in titled),
    )


def _is_heading(text: str) -> bool:
    """Not so a paragraph of several lines that somebody drew a line below."""
    return 0 < len(text) <= LONGEST_HEADING and "\n" not in text


def _opening(lines: list[str], first: int, headings: list[Heading]) -> tuple[int, int]:
    """The text above the first heading; without any, that below it if all others stand under it."""
    if not headings:
        return first, len(lines)
    top, *others = headings
    if any(line.strip() for line in lines[first : top.line]):
        return first, top.line
    if top.decision or any(other.level <= top.level for other in others):
        return first, first
    return first, others[0].line if others else len(lines)


def _sections_begin(headings: list[Heading], is_decision: bool) -> list[Heading]:
    """The headings that begin a section: those inside a decision do not."""
    if is_decision:
        return [heading for at, heading in enumerate(headings) if at == 0 or heading.decision]
    kept: list[Heading] = []
    owner = 7
    for heading in headings:
        if heading.decision or heading.level <= owner:
            owner = heading.level if heading.decision else 7
            kept.append(heading)
    return kept


def _sections(lines: list[str], first: int, headings: list[Heading]) -> list[Section]:
    """The sections in order, those without a text of their own joined to the next, as is a short preamble."""
    done: list[Section] = []
    path: list[Heading] = []
    start, begun = first, list[Heading]()
    ends = [heading.line for heading in headings] + [len(lines)]
    for heading, end in zip([None, *headings], ends, strict=True):
        if heading:
            path = [*(above for above in path if above.level < heading.level), heading]
            begun.append(heading)
        body = heading.body if heading else first
        if _goes_on(lines, start, (body, end), heading) and end < len(lines):
            continue
        done.append(Section(start, end, tuple(begun), tuple(path)))
        start, begun = end, []
    return done


def _goes_on(lines: list[str], start: int, body: tuple[int, int], heading: Heading | None) -> bool:
    """Whether the section that begins at `start` takes in the one that follows."""
    if heading is None:
        return sum(len(line) for line in lines[start : body[1]]) <= SHORT_PREAMBLE
    return not heading.decision and not any(line.strip() for line in lines[body[0] : body[1]])
