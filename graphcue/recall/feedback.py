"""Stage 5: the words of the best answers, asked as well: what is told in the same words moves up.

Pseudo-relevance feedback (Rocchio, "Relevance feedback in information retrieval", 1971), bounded and in integers.
"""

from collections.abc import Mapping, Sequence

from graphcue.language.cues import rarity
from graphcue.recall.ranking import order
from graphcue.recall.values import Asked, Ranked
from graphcue.settings import Settings
from graphcue.stores.contract import Reader

BEST = 3
WORDS = 20
REORDERED = 50


def feedback(reader: Reader, asked: Asked, ranked: Sequence[Ranked], settings: Settings) -> tuple[Ranked, ...]:
    """The ranking with up to `settings.feedback` per mille of the best score added among the first REORDERED."""
    if not settings.feedback or not asked.rows or len(ranked) < 2:
        return tuple(ranked)
    words = _strongest_words(reader, asked, ranked[:BEST])
    first = ranked[:REORDERED]
    hits = reader.hits([one.candidate.outline.id for one in first], sorted(words)) if words else {}
    added = {id: sum(words[key] * weight // 1000 for key, weight in found.items()) for id, found in hits.items()}
    most = max(added.values(), default=0)
    if not most:
        return tuple(ranked)
    share = ranked[0].score * settings.feedback // 1000
    moved = [_raised(one, added.get(one.candidate.outline.id, 0) * share // most) for one in first]
    return (*sorted(moved, key=order), *ranked[REORDERED:])


def _raised(one: Ranked, points: int) -> Ranked:
    if not points:
        return one
    return one._replace(score=one.score + points, changes=(*one.changes, ("told in the same words", points)))


def _strongest_words(reader: Reader, asked: Asked, best: Sequence[Ranked]) -> Mapping[str, int]:
    """Cue key → weight of the other words of the best answers, the strongest WORDS of them."""
    own = {key for row in asked.rows for key, _ in row.cues}
    spoken = {f"word:{word}" for word in asked.spoken}
    words = reader.words([one.candidate.outline.id for one in best])
    weights: dict[str, int] = {}
    for one in best:
        share = 1000 * one.score // best[0].score
        for key, having in words.get(one.candidate.outline.id, {}).items():
            if having > 1 and key not in own and key not in spoken:
                weights[key] = weights.get(key, 0) + share * rarity(asked.memories, having) // 1000
    return dict(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))[:WORDS])
