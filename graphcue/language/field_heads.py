"""The head of a text → fields: YAML front matter, or a block of `Label: value` lines as in a mail or a PEP."""

import re
from typing import Any

from graphcue.language.field_lines import read_lines
from graphcue.language.field_values import Field
from graphcue.language.labels import SECTIONS, role_of

BROKEN = "broken"
"""The role of a field that reports a front matter that could not be read; its value is the reason."""

_HEAD_LINE = re.compile(r":?([A-Za-z][A-Za-z0-9 _()-]{0,30}):(?:[ \t]+(.*)|)$")
_LARGEST = 64_000


def front_matter(lines: list[str]) -> tuple[list[Field], int]:
    """The fields between the `---` lines at the top, and the index of the line after them; ([], 0) without any.

    A front matter that is not YAML gives one field with role `broken`, and its `label: value` lines as they stand.
    """
    if not lines or lines[0].rstrip() != "---":
        return [], 0
    end = next((at for at, line in enumerate(lines[1:400], 1) if line.rstrip() in ("---", "...")), 0)
    if not end:
        return [], 0
    inner = lines[1:end]
    values, problem = _load("\n".join(inner))
    if problem:
        return [Field("---", BROKEN, problem, 1, end + 1), *read_lines(lines[:end], 1)], end + 1
    fields = [Field(label, role_of(label), value, *_lines_of(label, inner)) for label, value in values.items()]
    return fields, end + 1


def header_block(lines: list[str], first: int) -> tuple[list[Field], int]:
    """The fields of the block of header lines at index `first`, and the index after it; ([], first) without one.

    It has two lines or more and a label that is known; indented lines go on with the value above them.
    """
    while first < len(lines) and not lines[first].strip():
        first += 1
    fields, end = _head(lines, first)
    if len(fields) < 2 or not any(one.role for one in fields):
        return [], first
    return fields, end


def _head(lines: list[str], first: int) -> tuple[list[Field], int]:
    found: list[Field] = []
    at = first
    while at < len(lines):
        line = lines[at]
        match = _HEAD_LINE.match(line)
        role = role_of(match.group(1)) if match else ""
        if match and role not in SECTIONS:
            found.append(Field(match.group(1), role, (match.group(2) or "").strip(), at + 1, at + 1))
        elif found and not match and line[:1] in (" ", "\t") and line.strip():
            last = found[-1]
            value = f"{last.value}\n{line.strip()}".strip()
            found[-1] = Field(last.label, last.role, value, last.line_start, at + 1)
        else:
            break
        at += 1
    return found, at


def _load(text: str) -> tuple[dict[str, str], str]:
    """Label → value of a YAML mapping, and what is wrong with it, if anything."""
    import yaml  # here, since most texts have no front matter and should not wait for it

    if len(text) > _LARGEST:
        return {}, f"the front matter is longer than {_LARGEST} characters"
    try:
        # BaseLoader builds nothing but texts, lists and mappings: `2024-13-45`, `no` and `1e3` stay as written.
        loaded = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 (it makes no objects)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 2}" if mark else ""
        return {}, f"the front matter is not YAML{where}: {getattr(error, 'problem', None) or 'too deep'}"
    if loaded is None or loaded == "":
        return {}, ""
    if not isinstance(loaded, dict):
        return {}, "the front matter is not a mapping of labels to values"
    return {str(label): _flat(value) for label, value in loaded.items()}, ""


def _flat(value: Any) -> str:
    """A text, or the texts of a list one a line; what lies deeper than a mapping's values is left out."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return "\n".join(one for item in value for one in _texts(item) if one)
    return str(value).strip()


def _texts(item: Any) -> list[str]:
    if isinstance(item, dict):
        return [one.strip() for one in item.values() if isinstance(one, str)][:1]
    return [item.strip()] if isinstance(item, str) else []


def _lines_of(label: str, inner: list[str]) -> tuple[int, int]:
    """First and last line of a label of the front matter, from 1 in the whole text."""
    start = next((at for at, line in enumerate(inner) if line.lstrip(" \"'").startswith(label)), 0)
    end = start
    while end + 1 < len(inner) and (not inner[end + 1].strip() or inner[end + 1][:1] in " \t-"):
        end += 1
    return start + 2, end + 2
