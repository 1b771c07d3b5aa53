"""Relations that a line says without a colon: `Supersedes ADR 3`, `Superseded by [7. Use Kafka](0007-use-kafka.md)`, `已被
ADR-12 取代`; in lines of their own, and behind the label of a status."""

import re

from graphcue.language.references import references_of
from graphcue.model import SUPERSEDED_BY, SUPERSEDES, Link

RULE = "line"
_SELF = r"(?:(?:this|the present) (?:decision|record|adr|proposal|document|pep|rfc|kip|jep|dep|enhancement) )?"
_BE = r"(?:(?:is|was|has been|are|and|partially|partly|now) )*"
_TYPES = (
    (SUPERSEDED_BY, rf"{_BE}(?:superseded|superceded|replaced|obsoleted) by"),
    (SUPERSEDES, r"(?:supersedes|supercedes|replaces|obsoletes)"),
    ("DEPENDS_ON", r"(?:depends on|requires|builds on)"),
    ("RELATED_TO", rf"(?:amends|{_BE}amended by|relates to|is related to|clarifies|extends)"),
)
_SELF_ZH = r"(?:本(?:决策|决议|决定|提案|记录|文档?|项)|该(?:决策|决议|决定))?(?:已经?|将|现)?"
_ENDS = r"取代|替代|代替|废止|替换"
_LABEL = r"(?:\*\*|__)?(?:status|state|状态|当前状态|决策状态)(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?"
_LEAD = rf"^[ \t]*(?:[-*+•>]+[ \t]+)*(?:{_LABEL})?[ \t*_\"'“]*"
_ENGLISH = [
    (type, re.compile(rf"{_LEAD}(?:[a-z]+, )?{_SELF}{words}[ \t]+(?=[\[\"“'A-Z#0-9])(?P<rest>[^\n]*)", re.IGNORECASE))
    for type, words in _TYPES
]
_PASSIVE_ZH = re.compile(rf"{_LEAD}{_SELF_ZH}(?:被|由)(?P<rest>[^。；;\n]{{2,80}}?)(?:所)?(?:{_ENDS})", re.IGNORECASE)
_ACTIVE_ZH = re.compile(
    rf"{_LEAD}{_SELF_ZH}(?:{_ENDS})(?:了|此前的|原来?的)?[ \t]*(?=[\[《#A-Za-z0-9])(?P<rest>[^。；;\n]{{2,80}})",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[(?!\[)([^\[\]]{1,120})\]\(([^()\s]{1,300})\)")
_BARE_NUMBER = re.compile(r"^#?0*([0-9]{1,5})(?!\.?[0-9])\b")
_SUFFIX = re.compile(r"\.(?:md|markdown|rst|adoc|txt|html?)$", re.IGNORECASE)
_SIGNS = re.compile(
    r"supersed|superced|replace|obsolete|amend|depends on|requires|builds on|relate|clarifies|extends|取代|替代|代替|废止|替换"
)


def said_relations(text: str, own: str = "") -> tuple[Link, ...]:
    """The links that the lines of a text say, in order, each once. `own` is the series of the text itself (`ADR`): a bare
    number counts in it. Only a line that begins so speaks of its own text; what is named must follow at once."""
    if not _SIGNS.search(text.casefold()):
        return ()
    found: dict[Link, None] = {}
    for line in text.splitlines():
        for type, rest in _said(line):
            found |= dict.fromkeys(Link(type, target, RULE) for target in targets_of(rest, own))
    return tuple(found)


def _said(line: str) -> list[tuple[str, str]]:
    if len(line) > 400 or not _SIGNS.search(line.casefold()):
        return []
    patterns = ((SUPERSEDED_BY, _PASSIVE_ZH), (SUPERSEDES, _ACTIVE_ZH), *_ENGLISH)
    return next(([(type, match["rest"])] for type, pattern in patterns if (match := pattern.match(line))), [])


def targets_of(written: str, own: str = "") -> tuple[str, ...]:
    """What is named, as links go by it: `ADR-9`; the text and the page of a Markdown link; a bare number in the own series."""
    found: dict[str, None] = {}
    for text, address in _LINK.findall(written):
        numbered = references_of(text)
        found |= dict.fromkeys(target for target, _ in numbered) if numbered else {text.strip(): None}
        if not numbered and "://" not in address:
            found[_SUFFIX.sub("", address.split("#")[0].rsplit("/", 1)[-1])] = None
    plain = _LINK.sub(" ", written)
    found |= dict.fromkeys(target for target, _ in references_of(plain))
    bare = _BARE_NUMBER.match(plain.strip())
    if not found and bare and own:
        found[f"{own} {int(bare.group(1))}"] = None
    return tuple(target for target in found if target)
