"""A status as written or asked for → the statuses it stands for: one small table, Chinese and English alike."""

import re
from functools import cache, lru_cache
from importlib import resources

from graphcue.language.folding import fold_name

NONE = "none"
"""The status of a memory that states none."""
OTHER = "other"
"""A status that the table does not know."""
ENDED = frozenset(
    ("superseded", "deprecated", "rejected", "withdrawn", "deferred", "proposed", "draft", "discussed", "open", "done")
)
_WORD = re.compile(r"[a-z]+(?: [a-z]+)*|[^\x00-\x7f]+")


@cache
def status_words() -> dict[str, str]:
    """Folded word → status; the words of the table, and each status itself."""
    text = resources.files("graphcue.language").joinpath("data/statuses.txt").read_text("utf-8")
    words: dict[str, str] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            status, _, written = line.partition(":")
            words[status] = status
            words |= {fold_name(word): status for word in written.split(",")}
    return words


@lru_cache(maxsize=4096)
def statuses_of(written: str) -> tuple[str, ...]:
    """The statuses that a written one stands for: `Rejected` and `已被否决` the same; none, or other, where the table
    does not help. `Superseded by ADR-5` stands for superseded, `Accepted; see 7` for accepted."""
    folded = fold_name(written)
    if not folded:
        return (NONE,)
    words = status_words()
    found = words.get(folded) or words.get(_first_words(folded))
    return (found or OTHER,)


def _first_words(folded: str) -> str:
    """The longest beginning that is a word of the table; '' where none is."""
    head = re.split(r"[;,(，；（。:：]| by | on ", folded)[0].strip()
    words = head.split()
    tried = [" ".join(words[:size]) for size in range(min(len(words), 3), 0, -1)]
    return next((one for one in tried if one in status_words()), "")


@cache
def in_force() -> tuple[str, ...]:
    """The statuses of what still holds: all but those that say it does not, or not yet; sorted."""
    return tuple(sorted(({*status_words().values()} - ENDED - {"doing"}) | {NONE, OTHER}))


@cache
def unfinished() -> tuple[str, ...]:
    """The statuses of an action that is not done; sorted."""
    return ("deferred", "discussed", "doing", NONE, "open", OTHER, "proposed")
