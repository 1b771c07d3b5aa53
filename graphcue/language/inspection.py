"""What a text gives as cues: which, where, by which rule. For people and tests; writing itself reads without places."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from graphcue.language.amount_cues import amount_cues
from graphcue.language.cues import given_key, memory_cues
from graphcue.language.folding import Folded, fold_with_offsets, has_han
from graphcue.language.identifiers import find_identifiers
from graphcue.language.marks import find_marks
from graphcue.language.spoken import spoken_times
from graphcue.language.words import base_form, bounded, pieces
from graphcue.model import Moment

Place = tuple[int, int]
PART = "part of an identifier"


@dataclass(frozen=True, slots=True)
class FoundCue:
    """A cue of a text: its key, the edge weight it would have, the rule that found it, and the places [start, end) of the
    text as written, in code points; none for what was given beside the text. `note` says how it was understood."""

    key: str
    rule: str
    weight: int = 0
    places: tuple[Place, ...] = ()
    note: str = ""

    @property
    def type(self) -> str:
        """What stands before the colon: word, char, pair, id, time, amount, behavior, tag, cue, person, entity."""
        return self.key.partition(":")[0]

    @property
    def value(self) -> str:
        """What stands behind the colon."""
        return self.key.partition(":")[2]


def found_cues(
    text: str, *, cues: Sequence[str] = (), tags: Sequence[str] = (), occurred_at: Moment | None = None
) -> tuple[FoundCue, ...]:
    """The cues that a memory of this text has, sorted by key, as `memory_cues` weighs them."""
    weights = memory_cues(text, cues, tags, (), (), occurred_at=occurred_at)
    merged: dict[str, FoundCue] = {}
    for one in (*_told(text, occurred_at), *_said(text)):
        before = merged.setdefault(one.key, one)
        if before is not one and one.rule != PART:
            merged[one.key] = replace(before, places=tuple(sorted({*before.places, *one.places})))
    given = {given_key(kind, value): "given" for kind, values in (("cue", cues), ("tag", tags)) for value in values}
    return tuple(
        replace(merged.get(key) or FoundCue(key, given.get(key) or "given"), weight=weight)
        for key, weight in weights.items()
    )


def _told(text: str, occurred_at: Moment | None) -> Iterator[FoundCue]:
    """What is read as more than words."""
    for name in find_identifiers(text):
        place = ((name.start, name.end),)
        for whole in (name.text, *name.inside):
            yield FoundCue(f"id:{whole}", name.rule, places=place)
    for spoken in spoken_times(text, occurred_at):
        span = spoken.span
        note = "ambiguous" if span.ambiguous else ""
        yield FoundCue(spoken.key, span.rule, places=((span.text_start, span.text_end),), note=note)
    for key, amount in amount_cues(text):
        yield FoundCue(key, amount.rule, places=((amount.text_start, amount.text_end),), note=amount.unit or "no unit")
    for mark in find_marks(text):
        yield FoundCue(mark.key, mark.rule, places=((mark.start, mark.end),))


def _said(text: str) -> Iterator[FoundCue]:
    """Words, pairs of them, and characters."""
    folded = fold_with_offsets(text)
    words = list(pieces(folded.text))
    for word, start, end in words:
        rule = "segment" if has_han(word) else "stem"
        yield FoundCue(f"word:{word}", rule, places=(folded.written(start, end),))
    for (first, start, _), (second, _, end) in pairwise(words):
        yield FoundCue(f"pair:{first} {second}", "side by side", places=(folded.written(min(start, end), end),))
    yield from _characters(folded)
    for name in find_identifiers(text):
        for part in name.parts:
            place = _within(text, name.start, name.end, part)
            yield FoundCue(f"word:{base_form(bounded(part))}", PART, places=place)


def _characters(folded: Folded) -> Iterable[FoundCue]:
    for at, char in enumerate(folded.text):
        if not char.isascii():
            yield FoundCue(f"char:{char}", "character", places=(folded.written(at, at + 1),))


def _within(text: str, start: int, end: int, part: str) -> tuple[Place, ...]:
    at = text.lower().find(part, start, end)
    return ((at, at + len(part)),) if at >= 0 else ((start, end),)
