"""A memory's caption as Neo4j Browser can lay it out inside a circle: it breaks lines at spaces alone, and Chinese has none."""

import re
from itertools import pairwise

LINE = 6
"""Han characters that stand together: what a line of a small circle holds."""
_HAN = "\u2e80-\u2fff\u3005-\u3007\u3400-\u9fff\uf900-\ufaff"
_OPENING = re.escape("“‘（《「『【(")
_CLOSING = re.escape("，。、；：！？）》」』】”’…,.;:!?)")
_STRETCH = re.compile(rf"[{_OPENING}]*[{_HAN}]+[{_CLOSING}]*")


def caption_lines(caption: str) -> str:
    """The caption with a space after every few Han characters, the pieces of a stretch about equally long; marks stay with
    what they open or close."""
    pieces = _STRETCH.sub(lambda match: f"{_cut(match[0])} ", caption)
    return re.sub(r" +", " ", pieces).strip()


def _cut(stretch: str) -> str:
    found = re.search(rf"[{_HAN}]+", stretch)
    assert found  # a stretch has a Han character
    text = found[0]
    count = -(-len(text) // LINE)
    ends = [len(text) * at // count for at in range(count + 1)]
    pieces = " ".join(text[start:end] for start, end in pairwise(ends))
    return f"{stretch[: found.start()]}{pieces}{stretch[found.end() :]}"
