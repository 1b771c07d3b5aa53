"""Stage 7: what a memory is worth by its age, its source and how often it was recalled; nothing unless set. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from graphcue.errors import InvalidInput
from graphcue.model import NO_TIME
from graphcue.recall.ranking import order
from graphcue.recall.values import Ranked
from graphcue.settings import Settings
from graphcue.stores.contract import Outline

DAY = 86_400_000
MOST_LOST = 900
"""Per mille of a score that being recalled often may cost at most."""


def standing(ranked: Sequence[Ranked], now: int, counts: Mapping[str, int], settings: Settings) -> tuple[Ranked, ...]:
    """The ranking with the factors of age, source and use, in this order, each told as a change of the score."""
    if not (settings.decay or settings.authority or settings.frequency_penalty):
        return tuple(ranked)
    worth = authorities(settings.authority)
    weighed = (_weighed(one, _factors(one.candidate.outline, now, counts, worth, settings)) for one in ranked)
    return tuple(sorted((one for one in weighed if one.score > 0), key=order))


def _weighed(one: Ranked, factors: Iterable[tuple[str, int]]) -> Ranked:
    score, changes = one.score, list(one.changes)
    for label, factor in factors:
        after = score * factor // 1000
        if after != score:
            changes.append((label, after - score))
        score = after
    return one._replace(score=score, changes=tuple(changes))


def _factors(
    outline: Outline, now: int, counts: Mapping[str, int], worth: Mapping[str, int], settings: Settings
) -> Iterable[tuple[str, int]]:
    if settings.decay and outline.order_time != NO_TIME:
        left = remaining(now - outline.order_time, settings.half_life_days)
        yield "fades with age", 1000 - settings.decay + settings.decay * left // 1000
    yield "authority of its source", authority(outline, worth)
    if settings.frequency_penalty:
        lost = settings.frequency_penalty * counts.get(outline.id, 0).bit_length()
        yield "recalled often", 1000 - min(lost, MOST_LOST)


def remaining(age: int, half_life_days: int) -> int:
    """Per mille that is left after `age` ms: half after each half-life, in a straight line between."""
    if age <= 0:
        return 1000
    halves, rest = divmod(age, half_life_days * DAY)
    return (1000 >> min(halves, 60)) * (2 * half_life_days * DAY - rest) // (2 * half_life_days * DAY)


def authority(outline: Outline, worth: Mapping[str, int]) -> int:
    """Per mille for a memory: of the longest beginning of its document's path that is told, else of its kind."""
    paths = [start for start in worth if outline.document and outline.document.startswith(start)]
    return worth[max(paths, key=len)] if paths else worth.get(outline.kind, 1000)


def authorities(text: str) -> dict[str, int]:
    """Kind or beginning of a path → per mille, as in `decision=1300 chat/=700`. Raises InvalidInput."""
    worth = {}
    for part in text.split():
        what, _, number = part.rpartition("=")
        if not what or not (number.isascii() and number.isdigit()) or int(number) > 10_000:
            raise InvalidInput(
                f"setting 'authority' has {part!r}; write KIND=PER_MILLE or PATH=PER_MILLE, up to 10000, as in decision=1300",
                setting="authority",
            )
        worth[what] = int(number)
    return worth
