"""Stage 9: what was left out because something supersedes it, and what that is."""

from collections.abc import Sequence

from graphcue.model import SUPERSEDES
from graphcue.recall.values import Ranked
from graphcue.stores.contract import Reader

MOST = 100


def currency(
    reader: Reader, ranked: Sequence[Ranked], least: int, limit: int
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(superseded memory, what supersedes it) of those that would stand among the results: at most `limit`, with a
    score of at least `least`."""
    ids = [one.candidate.outline.id for one in ranked if one.score >= least][:limit]
    above = reader.neighbours(ids, [SUPERSEDES], "in", MOST) if ids else {}
    return tuple((id, tuple(edge.source for edge in above.get(id, ()))) for id in ids)
