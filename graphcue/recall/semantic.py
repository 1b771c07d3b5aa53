"""Stage 3, where words lead to few memories: those that mean the like, by the extra `semantic`. Off unless set.

What is found so is evidence as any other: a row of its own, so that dates, age and source weigh it, and a leaf tells it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from graphcue.language.cues import rarity
from graphcue.recall.values import MEANING, Asked, Broadening, Candidate
from graphcue.settings import Settings
from graphcue.stores.contract import Reader, Where, let_in

SEMANTIC = "semantic"
MOST = 20
"""Memories that meaning alone leads to."""
PART = 500

Alike = Callable[[Reader, str], Sequence[tuple[str, int]]]
"""(memory id, how alike it is to a text, per mille) of all that the settings call alike, most alike first, then by id."""


def semantic(
    reader: Reader,
    asked: Asked,
    walked: Sequence[Candidate],
    where: Where,
    settings: Settings,
    *,
    found: Sequence[Candidate],
    alike: Alike | None,
) -> tuple[tuple[Candidate, ...], tuple[Broadening, ...]]:
    """(the candidates and the memories that `where` lets in, with points for meaning the like; what that brought).

    Only where words, names and marks of the question `found` fewer than `min_top_k`. A text that means quite the same counts
    as much as a word that one memory has.
    """
    if alike is None or not settings.semantic or not _has_meaning(asked) or _enough(asked, found, settings):
        return tuple(walked), ()
    worth = rarity(asked.memories, 1) * settings.semantic_weight // 1000
    likeness = dict(islice(_let_in(reader, alike(reader, asked.text), where), MOST))
    have = {one.outline.id: one for one in walked}
    missing = reader.outlines([id for id in likeness if id not in have])
    have |= {id: Candidate(outline, {}, {}) for id, outline in missing.items()}
    for id, share in likeness.items():
        if id in have:
            have[id] = have[id]._replace(rows={**have[id].rows, MEANING: worth * share // 1000})
    brought = tuple(f"memory:{id}" for id in likeness if id in have)
    return tuple(have.values()), (Broadening(SEMANTIC, asked.text, brought),) if brought else ()


def _has_meaning(asked: Asked) -> bool:
    """Whether the question says anything beside times and words without a meaning of their own."""
    return bool(asked.memories and (asked.rows or asked.unmatched) and not asked.only_times)


def _enough(asked: Asked, found: Sequence[Candidate], settings: Settings) -> bool:
    """Whether enough was found by more than single characters of Chinese words, which nearly every memory has."""
    rows = len(asked.rows)
    good = (
        one
        for one in found
        if any(row >= rows for row in one.rows) or any(not key.startswith("char:") for key in one.hits)
    )
    return len(list(islice(good, settings.min_top_k))) == settings.min_top_k


def _let_in(reader: Reader, alike: Sequence[tuple[str, int]], where: Where) -> Iterator[tuple[str, int]]:
    """Those that the filter allows, in their order."""
    for start in range(0, len(alike), PART):
        part = alike[start : start + PART]
        allowed = set(let_in(reader, [id for id, _ in part], where))
        yield from ((id, share) for id, share in part if id in allowed)
