"""The first line of a text → what the text is called: `# ADR-0009: Offer GraphQL`, `# 3. Use Kafka`, `DEP 0012: Typed settings`."""

import re
from dataclasses import dataclass

_RULE = re.compile(r"[=\-~^*#_+`]{3,}[ \t]*")
_NUMBERED = re.compile(
    r"\[?(?P<name>(?P<series>[A-Z]{2,8})[-_ #]{0,2}0*(?P<number>[0-9]{1,6}))\]?(?:\s*[:：.,—–-]+\s*|\s+|$)(?P<rest>.*)"
)
_PLAIN_NUMBER = re.compile(r"0*(?P<number>[0-9]{1,5})\s*[.:：)、—–-]\s*(?P<rest>\S.*)")
_EDGES = " \t*_`"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class OwnHeading:
    """`series` and `number` of a numbered text, '' without; `titles` that links may call it by."""

    series: str = ""
    number: str = ""
    titles: tuple[str, ...] = ()


NO_HEADING = OwnHeading()


def own_heading(text: str, is_decision: bool) -> OwnHeading:
    """What the first line calls the text. A heading with a series and a number, whatever the text is; with a number alone
    (an ADR then) or none only of a decision, and as a heading of the first level."""
    line, level = _first_line(text)
    if not line or len(line) > LONGEST:
        return NO_HEADING
    numbered = _NUMBERED.fullmatch(line)
    if numbered and (level or is_decision):
        titles = (numbered["name"], numbered["rest"].strip(), line)
        return OwnHeading(numbered["series"], numbered["number"], tuple(title for title in titles if title))
    if not is_decision or level != 1:
        return NO_HEADING
    plain = _PLAIN_NUMBER.fullmatch(line)
    if plain:
        return OwnHeading("ADR", plain["number"], (f"ADR {plain['number']}", plain["rest"].strip(), line))
    return OwnHeading(titles=(line,))


def is_record(text: str) -> bool:
    """Whether a decision of this text is an architecture decision record: its heading is of the first level, and numbers it
    in no series but that."""
    return _first_line(text)[1] == 1 and own_heading(text, is_decision=True).series in ("", "ADR")


def _first_line(text: str) -> tuple[str, int]:
    """The first line that says something, without its marks, and the level of the heading it is (0: none)."""
    lines = text.removeprefix("\ufeff").split("\n", 60)
    at = 0
    if lines[0].rstrip() == "---":
        at = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), 0) + 1
    while at < len(lines) and (not lines[at].strip() or _RULE.fullmatch(lines[at].strip())):
        at += 1
    if at >= len(lines):
        return "", 0
    line = lines[at].strip()
    level = len(line) - len(line.lstrip("#"))
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    level = level or int(bool(below) and bool(_RULE.fullmatch(below)) and below[0] in "=-")
    return line.lstrip("#").strip(_EDGES).strip(), level
