"""Minutes → their parts: head, agenda, attendees, notes, one part an agenda item, what is left open."""

import re
from dataclasses import dataclass

from graphcue.language.field_lines import Label, split_label

HEAD, AGENDA, ATTENDEES, NOTES, ITEM, OPEN, OTHER = "head", "agenda", "attendees", "notes", "item", "open", "other"
ABSENT = "absent"

_PART_OF_ROLE = {
    "agenda": AGENDA,
    "attendees": ATTENDEES,
    "absent": ABSENT,
    "notes": NOTES,
    "conclusion": NOTES,
    "open_items": OPEN,
    "date": OTHER,
}
_NUMBER = re.compile(
    r"[\s#>*_+-]*(?:(?:议 ?题|topic|agenda item)[ \t]*(?P<item>\d{1,2}|[一二三四五六七八九十]{1,3})"
    r"|[(（]?(?P<listed>\d{1,2}|[一二三四五六七八九十]{1,3})(?:[、)）．:：]|\.(?!\d)))",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\d{1,2}[.)、][ \t]+(\S.*)")
_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九十")}
_END = re.compile(r"[#*\s]*(?:附件?|附录|总结|会议总结|会议回放|会议通知|录屏|会议录屏|下次会议.*)[*\s]*[:：]?[*\s]*")
_AGENDA_WORDS = ("议题", "topic", "topics", "agenda")
_PLAIN_LEVEL = 7


@dataclass(slots=True)
class Part:
    """Lines `start` up to `end` (indices, end excluded); an item has its number, 0 without, and its topic."""

    kind: str
    start: int
    end: int = 0
    level: int = 0
    number: int = 0
    topic: str = ""


def outline(lines: list[str]) -> list[Part]:
    """The parts of the minutes, in order; together they cover every line."""
    return _Outline(lines).parts()


def number_of(text: str) -> int:
    """The number an agenda item begins with: `议题3、`, `**议题十二：`, `2.`; 0 without one."""
    match = _NUMBER.match(text)
    return _value(match["item"] or match["listed"]) if match else 0


def heading_level(line: str) -> int:
    """The level of a Markdown heading, 0 for another line."""
    marks = len(line) - len(line.lstrip("#"))
    return marks if 1 <= marks <= 6 and line[marks:].strip() else 0


def _value(written: str) -> int:
    if written.isdigit():
        return int(written)
    tens, found, ones = written.rpartition("十")
    return (_DIGITS.get(tens, 1) * 10 if found else 0) + _DIGITS.get(ones, 0)


class _Outline:
    """Walks the lines once; `listed` holds the numbers (or topics) of the agenda so far, `numbered` what its plain numbered
    lines say: one that comes again is where the notes begin without a heading."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found = [Part(HEAD, 0)]
        self.section_level = 1
        self.listed: set[str] = set()
        self.numbered: set[str] = set()

    def parts(self) -> list[Part]:
        fenced = False
        for at, line in enumerate(self.lines):
            fenced ^= line.lstrip().startswith("```")
            if line.strip() and not fenced and not line.lstrip().startswith("|"):
                self._line(at, line)
        for part, after in zip(self.found, [*(part.start for part in self.found[1:]), len(self.lines)], strict=True):
            part.end = after
        return [part for part in self.found if part.end > part.start]

    def _line(self, at: int, line: str) -> None:
        level = heading_level(line)
        label = split_label(line)
        if label and label.role == "topic" and (label.rest or number_of(line)) and not _is_subject(label):
            self._topic(at, line, label, level)
        elif label and self._begins_part(label, level, line):
            self._section(at, label, level)
        elif self.found[-1].kind in (AGENDA, ITEM) and (again := self._listed_again(line)):
            self._begin(Part(ITEM, at, level=_PLAIN_LEVEL, number=number_of(line), topic=again))
        elif _END.fullmatch(line) or (level and self._ends(level)):
            self._begin(Part(OTHER, at, level=level or _PLAIN_LEVEL))

    def _topic(self, at: int, line: str, label: Label, level: int) -> None:
        number = number_of(line)
        key = str(number) if number else re.sub(r"\W", "", label.rest).casefold()
        if self.found[-1].kind == AGENDA and key not in self.listed:
            self.listed.add(key)
            return
        item_level = level or self.section_level + 1
        self._begin(Part(ITEM, at, level=item_level, number=number, topic=label.rest))

    def _listed_again(self, line: str) -> str:
        """The topic of a numbered line that the agenda has listed before, '' for any other."""
        match = _LISTED.match(line)
        key = re.sub(r"\W", "", match[1]).casefold() if match else ""
        if not match or not key:
            return ""
        if self.found[-1].kind == AGENDA and key not in self.numbered:
            self.numbered.add(key)
            return ""
        return match[1].strip() if key in self.numbered else ""

    def _begins_part(self, label: Label, level: int, line: str) -> bool:
        """Whether a label begins a part of the meeting rather than a field of the item it stands in."""
        here = self.found[-1]
        role = "agenda" if label.role == "topic" else label.role
        if role not in _PART_OF_ROLE or _is_subject(label):
            return False
        if here.kind == ITEM:
            inside = level > here.level or (not level and role not in ("agenda", "attendees", "absent"))
            return not inside and (bool(level) or not label.rest)
        if role == "date":
            return bool(level) and not label.rest
        if here.kind == OPEN and role in ("conclusion", "open_items") and not level:
            return False
        return bool(level) or not label.rest or role in ("attendees", "absent", "notes", "open_items")

    def _section(self, at: int, label: Label, level: int) -> None:
        role = "agenda" if label.role == "topic" else label.role
        kind = _PART_OF_ROLE[role]
        if level and kind != OPEN:
            self.section_level = level
        self._begin(Part(kind, at, level=level or _PLAIN_LEVEL))

    def _ends(self, level: int) -> bool:
        """Whether a heading that is no label ends the part it stands in."""
        here = self.found[-1]
        if here.kind == HEAD:
            return level > 1
        return level <= (here.level if here.kind != ITEM else max(here.level, self.section_level))

    def _begin(self, part: Part) -> None:
        self.found.append(part)


def _is_subject(label: Label) -> bool:
    """`主题（Subject）` names the meeting; `议题(Agenda)` without more is the agenda."""
    return label.role == "topic" and label.text.strip().startswith(("主题", "会议主题", "Subject", "subject"))
