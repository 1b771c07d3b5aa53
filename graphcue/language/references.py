"""Other texts that a text refers to: `[[a wiki link]]`, `RFC 12`, `ADR-0005`, `#123`."""

import re

_WIKI = re.compile(r"\[\[([^\[\]|#\n]{1,120})(?:[|#][^\[\]\n]*)?\]\]")
# a Chinese character may stand right beside a reference: `见ADR-5的结论`
_NUMBERED = re.compile(r"(?<![A-Za-z0-9_/.-])([A-Z]{2,6})[- ]#?([0-9]{1,6})(?![A-Za-z0-9_]|\.[0-9A-Za-z]|-[0-9])")
_ISSUE = re.compile(r"(?<![A-Za-z0-9_#/&])#([0-9]{1,6})(?![A-Za-z0-9_])")
WIKI_RULE = "markdown:wiki_link"
"""The rule of a link that a Markdown file writes; its target is the page, without the folder."""
MOST = 30
"""References that are taken from one text."""


def references_of(text: str) -> tuple[tuple[str, str], ...]:
    """(what is referred to, the rule that read it), in the order of the rules, each once.

    Whether such a thing is remembered is not known here: `UTF-8` looks like one, and leads nowhere.
    """
    found: dict[str, str] = {}
    if "[[" in text:
        for match in _WIKI.finditer(text):
            found.setdefault(" ".join(match.group(1).split()), "text:wiki")
    for match in _NUMBERED.finditer(text):
        found.setdefault(f"{match.group(1)} {int(match.group(2))}", "text:number")
    if "#" in text:
        for match in _ISSUE.finditer(text):
            found.setdefault(f"#{match.group(1)}", "text:number")
    return tuple(list(found.items())[:MOST])
