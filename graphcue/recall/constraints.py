"""What a question's amounts and dates are among the cues of a store: ranges of keys, sought by index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from graphcue.language.amount_cues import AskedAmount
from graphcue.language.cues import rarity
from graphcue.language.spoken import lies_in, time_ranges
from graphcue.recall.values import AskedRow
from graphcue.settings import Settings
from graphcue.stores.contract import Reader

MOST_KEYS = 64
"""Cues of one amount or of all dates that score; of an amount with more, which then only filters, a row would say nothing."""

Span = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Constraints:
    """The amounts of a question: rows, which score, the groups of cues of each of which a memory must have one, the text
    of the amounts that ask for these, and how many memories have each cue."""

    rows: tuple[AskedRow, ...] = ()
    required: tuple[tuple[str, ...], ...] = ()
    bounds: tuple[str, ...] = ()
    frequencies: Mapping[str, int] = field(default_factory=dict)


def constraints(
    reader: Reader, amounts: Sequence[AskedAmount], memories: int, settings: Settings, *, alone: bool
) -> Constraints:
    """What the amounts are in this store. `alone`: the question has nothing else to find a memory by."""
    if not amounts:
        return Constraints()
    known = reader.cues_between([pair for amount in amounts for pair in amount.ranges()])
    rows, required, bounds = [], [], []
    for amount in amounts:
        keys = tuple(key for key in known if amount.fits(key))
        if amount.filters:
            required.append(keys)
            bounds.append(amount.text)
        if keys and (alone or len(keys) <= MOST_KEYS):
            rare = rarity(memories, min(memories, sum(known[key] for key in keys))) * settings.text_tier
            rows.append(AskedRow(amount.text, tuple((key, rare) for key in keys), True, rare))
    hit = {key: known[key] for row in rows for key, _ in row.cues}
    return Constraints(tuple(rows), tuple(required), tuple(bounds), hit)


def spoken_of(
    reader: Reader, spans: Sequence[Span], zone: tzinfo, memories: int, settings: Settings
) -> dict[str, tuple[int, int]]:
    """Cue key → (memories that have it, its worth) of the times in these spans that memories speak of; none where there
    are so many that they tell nothing apart."""
    if not spans or not settings.spoken_fit:
        return {}
    ranges = time_ranges(spans, zone)
    known = {key: n for key, n in reader.cues_between(ranges).items() if lies_in(key, ranges)}
    if len(known) > MOST_KEYS:
        return {}
    return {key: (n, rarity(memories, n) * settings.text_tier) for key, n in known.items()}
