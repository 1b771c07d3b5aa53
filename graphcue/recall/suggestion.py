"""What should come to mind without a question: the best above a bar, or nothing. Pure.

Small talk shares a word with something nearly always; what comes to mind for a reason shares two different ones at least,
or something that was given as a cue, and shares more than the store's memories do as a rule.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from graphcue.language.cues import rarity
from graphcue.recall.values import Result

LOOKED_AT = 20
"""Results by whose evidence the bar is set."""
LEAST_WORDS = 2
LEAST_WORTH = 600
"""Evidence of its own that a memory needs, per mille of the rarest cue's worth."""
GIVEN = ("cue:", "tag:", "id:", "person:", "entity:")
"""Cues and names that say by themselves what is meant."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What comes to mind, best first; `bar` is the evidence (in points) that a memory has to have more than, `best` what
    the best one has, `reason` says in a sentence why something came, or nothing."""

    results: tuple[Result, ...]
    bar: int
    best: int
    reason: str


def suggestion(found: Sequence[Result], memories: int, seen: Collection[str], limit: int) -> Suggestion:
    """The results that come to mind. `found` are those of a recall, best first; `memories` how many there are; `seen` are
    ids that were shown in this conversation."""
    evidence = {one.memory.id: own_evidence(one) for one in found[:LOOKED_AT]}
    usual = sorted(evidence.values())[len(evidence) // 2] if len(evidence) > 2 else 0
    bar = max(LEAST_WORTH * rarity(memories, 1) // 1000, usual)
    fitting = [one for one in found[:LOOKED_AT] if evidence[one.memory.id] > bar and is_specific(one)]
    best = max(evidence.values(), default=0)
    new = tuple(one for one in fitting if one.memory.id not in seen)[:limit]
    return Suggestion(new, bar, best, _reason(new, fitting, best, bar))


def own_evidence(result: Result) -> int:
    """Points that the memory has for cues of its own, not from its surroundings."""
    return sum(points for cue, points in result.hits if not cue.startswith("char:"))


def is_specific(result: Result) -> bool:
    """Whether it shares enough different words, or a given cue or a name."""
    cues = [cue for cue, _ in result.hits]
    words = [cue.partition(":")[2] for cue in cues if cue.startswith("word:")]
    different = [word for word in words if not any(word != other and word in other for other in words)]
    return len(different) >= LEAST_WORDS or any(cue.startswith(GIVEN) for cue in cues)


def _reason(new: Sequence[Result], fitting: Sequence[Result], best: int, bar: int) -> str:
    if new:
        shared = dict.fromkeys(
            cue.partition(":")[2] for cue, _ in new[0].hits if not cue.startswith(("char:", "person:"))
        )
        return f"shares {', '.join(list(shared)[:5])}"
    if fitting:
        return "what fits was shown before"
    if not best:
        return "nothing here has any of its words"
    if best > bar:
        return "only a single word is shared"
    return f"nothing stands out: {best:,} points, the bar is {bar:,}"
