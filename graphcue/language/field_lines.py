"""Text → the fields written in its lines: `label: value`, headings that are labels, and what stands below them."""

import re
from dataclasses import dataclass, field, replace
from textwrap import dedent

from graphcue.language.field_tables import table_fields, table_length
from graphcue.language.field_values import Field
from graphcue.language.labels import LONGEST, SECTIONS, role_of

_LEAD = re.compile(
    r"(?P<indent>[ \t\u3000\u200b\ufeff]*)(?P<mark>#{1,6}(?!#)|[-*+•·>](?=[ \t])|:(?=[A-Za-z]))?[ \t]*"
    r"(?:[(（]?(?:\d{1,2}(?:\.\d{1,2})*|[一二三四五六七八九十]{1,3})[.、)）．][ \t]*)?"
    r"(?P<bold>\*{1,3}|_{2,3})?[ \t]*"
)
_TOPIC = re.compile(
    r"(?:议 ?题|topic|agenda item)[ \t]*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\*{0,3}"
    r"(?:[ \t]*[:：、.．,，)）-]|[ \t])[ \t]*\*{0,3}(?P<rest>.*)",
    re.IGNORECASE,
)
_INLINE = re.compile(r"(?:^|[\s;；,，。.|])([^\s:：;；,，。|/]{2,12})[ \t]?[:：](?!//)")
_ASSIGNED = re.compile(r"((?:责任|负责)人)(?:[ \t]*[:：—–-]+|[ \t])[ \t]*([^\s;；。].*)")
_EDGES = " \t*_`\u200b"
_BULLETS = "-*+•·"
_BARE = frozenset(("conclusion", "open_items"))
_HEADING = -10


@dataclass(frozen=True, slots=True)
class Label:
    """The beginning of a field: `depth` grows with indentation; headings stand above (below 0) all other lines.
    `bullet` is the mark of a label that is one point of a list: the next point ends its field."""

    text: str
    role: str
    depth: int
    rest: str
    bullet: str = ""


@dataclass(slots=True)
class _Open:
    """A field whose value may go on; `slot` is its index among the fields found."""

    label: Label
    slot: int
    start: int
    end: int
    lines: list[str] = field(default_factory=list)

    @property
    def is_section(self) -> bool:
        return self.label.role in SECTIONS

    @property
    def is_paragraph(self) -> bool:
        """An open item written behind its label is over at the next blank line; what is listed goes on."""
        first = self.lines[0]
        return self.label.role == "open_items" and bool(first) and not first[0].isdigit() and first[-1] not in ":："

    def add(self, text: str, number: int) -> None:
        self.lines.append(text)
        self.end = number if text else self.end

    def done(self) -> Field:
        value = "\n".join(self.lines).strip("\n").rstrip()
        value = dedent(value) if value[:1] in (" ", "\t") else value
        return Field(self.label.text, self.label.role, value, self.start, self.end)


def read_lines(lines: list[str], first: int = 0) -> list[Field]:
    """The fields of `lines` from index `first` on, in the order they stand; code blocks hold none."""
    return _Scan(lines).read(first)


def split_label(line: str) -> Label | None:
    """The label that the line begins with, None for a line of text. `12:30`, `http://x` and `注意：` are text."""
    lead = _LEAD.match(line)
    if lead is None:
        return None
    begin = lead.end()
    colon, wide = line.find(":", begin, LONGEST), line.find("：", begin, LONGEST)
    colon = wide if colon < 0 or 0 <= wide < colon else colon
    mark = lead["mark"] or ""
    depth = _HEADING + len(mark) if mark.startswith("#") else len(lead["indent"]) + bool(mark)
    if colon > 0:
        text = line[begin:colon].rstrip(_EDGES)
        role = role_of(text)
        if role:
            return Label(text, role, depth, _clean(line[colon + 1 :]), mark if mark in _BULLETS else "")
    topic = _TOPIC.match(line, begin)
    if topic:
        return Label("议题", "topic", depth, _clean(topic["rest"]))
    return _bare_label(line[begin:], depth, bool(lead["bold"]), mark if mark in _BULLETS else "")


def heading_depth(line: str) -> int | None:
    """How deep a Markdown heading stands, to compare with `Label.depth`; None for another line."""
    marks = len(line) - len(line.lstrip("#"))
    return _HEADING + marks if 1 <= marks <= 6 else None


def _bare_label(text: str, depth: int, bold: bool, bullet: str) -> Label | None:
    """A line that is nothing but a label: `## 遗留问题`, `**结论**`, `- 遗留问题`."""
    if len(text) > LONGEST:
        return None
    text = text.strip(_EDGES)
    role = role_of(text)
    if role and (depth < 0 or bold or role in _BARE):
        return Label(text, role, depth, "", bullet)
    return None


def _clean(value: str) -> str:
    """The value without the marks that close an emphasis begun before the label."""
    value = value.strip()
    if value.startswith(("**", "__")):
        value = value[2:].lstrip("*_ \t")
    return value[:-2].rstrip("*_ \t") if value.endswith("**") and value.count("**") % 2 else value


def _pieces(label: Label) -> list[Label]:
    """The label, and those after it on its line: `议题：X 汇报人：Y` holds two."""
    rest = label.rest
    found = [label]
    for match in _INLINE.finditer(rest) if ":" in rest or "：" in rest else ():
        role = role_of(match.group(1))
        if role and not (role == "assignee" and found[-1].role in SECTIONS):
            last = found[-1]
            begun = match.start(1) - len(rest)
            found[-1] = replace(last, rest=last.rest[:begun].strip(" ;；,，|"))
            found.append(Label(match.group(1), role, label.depth, rest[match.end() :].strip()))
    return found


def _interrupts(label: Label, open_: _Open) -> bool:
    """Whether a label that stands deeper than an open section still ends it: an agenda item, or another section,
    unless it is one point of a list (`- 遗留问题：X` among the points of a conclusion)."""
    if label.role in ("topic", "presenter"):
        return True
    return label.role in SECTIONS and label.role != open_.label.role and not label.rest


def _is_next_point(line: str, label: Label) -> bool:
    """Whether the line is the next point of the list in which the label is one."""
    if not label.bullet:
        return False
    lead = _LEAD.match(line)
    return lead is not None and lead["mark"] == label.bullet and len(lead["indent"]) < label.depth


class _Scan:
    """One pass over the lines of a text."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found: list[Field | None] = []
        self.open: _Open | None = None

    def read(self, first: int) -> list[Field]:
        at, fenced = first, False
        while at < len(self.lines):
            line = self.lines[at]
            stripped = line.strip()
            fenced ^= stripped.startswith(("```", "~~~"))
            if not stripped:
                self._blank()
            elif stripped[0] == "|" and not (self.open and self.open.is_section):
                at += self._table(at)
                continue
            elif fenced or not self._label(at + 1, line):
                self._text(at + 1, line, stripped)
            at += 1
        self._close()
        return [one for one in self.found if one is not None]

    def _label(self, number: int, line: str) -> bool:
        """Whether the line begins a field."""
        label = split_label(line)
        if label is None:
            return False
        open_ = self.open
        if open_ and open_.is_section and label.depth > open_.label.depth:
            if label.rest and label.role == "open_items" and open_.label.role == "conclusion":
                self.found.append(Field(label.text, label.role, label.rest, number, number))
            if not _interrupts(label, open_):
                return False
        for piece in _pieces(label):
            self._close()
            self.open = _Open(piece, len(self.found), number, number)
            self.found.append(None)
            self._add(piece.rest, number)
        return True

    def _add(self, text: str, number: int) -> None:
        """Go on with the open field; a responsible person named inside a section is a field of its own as well."""
        assert self.open is not None
        self.open.add(text, number)
        if self.open.is_section and ("责任人" in text or "负责人" in text):
            match = _ASSIGNED.search(text)
            if match:
                self.found.append(Field(match.group(1), "assignee", match.group(2), number, number))

    def _table(self, at: int) -> int:
        """Read the table that begins at index `at`; its number of lines."""
        self._close()
        length = table_length(self.lines, at)
        self.found.extend(table_fields(self.lines[at : at + length], at + 1))
        return length

    def _blank(self) -> None:
        open_ = self.open
        if open_ and ((open_.is_section and not open_.is_paragraph) or (len(open_.lines) < 2 and not open_.lines[0])):
            open_.lines.append("")
        else:
            self._close()

    def _text(self, number: int, line: str, stripped: str) -> None:
        open_ = self.open
        if open_ is None:
            return
        heading = heading_depth(line)
        if (heading is not None and heading <= open_.label.depth) or _is_next_point(line, open_.label):
            self._close()
        elif open_.is_section:
            self._add(line.rstrip(), number)
        elif not any(open_.lines):
            open_.add(stripped.strip(_EDGES), number)
        elif line[0] in " \t" and open_.label.depth == 0 and open_.label.text.isascii() and stripped[0] not in "-*+":
            open_.add(stripped, number)
        else:
            self._close()

    def _close(self) -> None:
        if self.open:
            self.found[self.open.slot] = self.open.done()
            self.open = None
