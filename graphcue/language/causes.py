"""What a text says it was caused by, where it refers to that: `因为 [[X]]，所以…`, `because of ADR-5`, `由于 #123`."""

import re

from graphcue.language.references import references_of

RULE = "sentence:because"
_REFERENCE = r"(?:\[\[[^\[\]\n]{1,200}\]\]|(?<![A-Za-z0-9_])[A-Z]{2,6}[- ]#?[0-9]{1,6}|#[0-9]{1,6})(?![A-Za-z0-9_])"
_JOIN = r"\s*(?:、|和|与|及|以及|,|，|(?i:and)\s|,\s*(?i:and)\s)\s*"
_ZH = r"(?<!不是)(?<!并非)(?<!不)(?:因为|由于|鉴于)\s*(?:决策|决定|事故|故障|问题|议题|需求|工单|缺陷)?\s*"
_EN = (
    r"(?<!not )(?<!n't )(?i:\bbecause(?: of)?|\bdue to|\bowing to|\bas a result of|\bcaused by)\s+"
    r"(?i:(?:the|our)\s+)?(?i:(?:decision|incident|outage|issue|bug|problem|ticket)\s+)?"
)
_CAUSE = re.compile(f"(?:{_ZH}|{_EN})({_REFERENCE}(?:{_JOIN}{_REFERENCE})*)")
_ASKS = re.compile(r"[^。！!?？\n]*[?？]")
_SIGNS = ("因为", "由于", "鉴于", "because", "due to", "owing to", "as a result", "caused by")


def causes_of(text: str) -> tuple[str, ...]:
    """What is referred to as a cause, as `references_of` writes it, in the order it stands, each once.

    The reference follows the word that says so; a sentence that asks or denies says nothing.
    """
    low = text.casefold()
    if not any(sign in low for sign in _SIGNS):
        return ()
    found = (match for match in _CAUSE.finditer(text) if not _ASKS.match(text, match.end()))
    return tuple(dict.fromkeys(target for match in found for target, _ in references_of(match.group(1))))
