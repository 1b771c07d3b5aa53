"""What became of a motion, as minutes say it: `Motion carried 4-1`, `Moved by Ana Ruiz … Failed.`, `表决通过`."""

import re

_MOTION = re.compile(r"\bmotions?\b|\b(?:moved|seconded)(?: by\b|:)|\bvoted?\b|动议|表决|投票", re.IGNORECASE)
_OUTCOME = re.compile(
    r"\b(?:motion|resolution|vote)\s+(?:(?:is|was|has|has been|to \w+(?: \w+){0,8})\s+)?"
    r"(?P<first>not carried|carried|carries|passed|passes|approved|adopted|failed|fails|defeated|rejected|lost|tabled|withdrawn)\b"
    r"|(?:^|[.;:,，)—–-]\s*)(?P<last>not carried|carried|passed|approved|adopted|failed|defeated|rejected|tabled|withdrawn)"
    r"(?:\s+(?:unanimously|by|with|on|without|\(?\d+\s*[-–:/]\s*\d+).*|\s*\([^()]*\))?\s*[.;!]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_OUTCOME_ZH = re.compile(
    r"(?:表决|投票|动议)(?:结果)?[：:，, ]?(?:以?[^。；\n]{0,12})?"
    r"(?P<no>未获?通过|没有?通过|不通过|被?否决|失败)|(?:表决|投票|动议)(?:结果)?[：:，, ]?(?:以?[^。；\n]{0,12})?(?P<yes>通过)"
)
_SAME = {"carries": "carried", "passes": "passed", "fails": "failed"}


def outcome_of(text: str) -> str:
    """How the last motion of a text ended, in the word that says so (`carried`, `failed`, `通过`); '' where none did."""
    if not _MOTION.search(text):
        return ""
    found = ""
    for match in _OUTCOME.finditer(text):
        word = (match["first"] or match["last"]).casefold()
        found = _SAME.get(word, word)
    if found:
        return found
    chinese = _OUTCOME_ZH.search(text)
    return "" if chinese is None else "通过" if chinese["yes"] else "未通过"
