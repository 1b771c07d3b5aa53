"""What a text retells: the memories that a large part of stands in it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from graphcue.language.cues import rarity
from graphcue.language.folding import fold
from graphcue.language.words import telling_words
from graphcue.recall.candidates import admit
from graphcue.recall.session.state import PROJECT
from graphcue.recall.session.topics import Topics
from graphcue.settings import Settings
from graphcue.stores.contract import Match, Reader, Where

LEAST_SHARE = 200
"""Less of a memory (per mille of its words' rarity) is not telling it."""
LOOKED_AT = 24
"""Memories that are looked at for one text."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A memory of which `share` per mille were said; `mass` is the rarity of all its words together."""

    id: str
    project: str
    share: int
    mass: int
    time: int

    @property
    def order(self) -> tuple[int, int, str]:
        """Most first, then the newest, then by id."""
        return (-self.share * self.mass, -self.time, self.id)


def words_of(text: str) -> tuple[str, ...]:
    """The telling words of a text, each once."""
    return tuple(dict.fromkeys(telling_words(fold(text))))


def retold(reader: Reader, topics: Topics, text: str, settings: Settings) -> tuple[Retold, ...]:
    """The memories that the text retells, most first. Words of the names of their projects do not count."""
    cues = reader.cues(f"word:{word}" for word in words_of(text))
    if not cues:
        return ()
    memories = reader.describe().memories
    weights = {key: rarity(memories, n) for key, n in cues.items()}
    admitted = admit(weights, cues, settings.posting_budget).admitted
    chosen = {key: weights[key] for key in admitted}
    matches = reader.match(chosen, Where(), LOOKED_AT, settings.posting_budget)
    return shares(reader, topics, matches, weights)


def shares(reader: Reader, topics: Topics, matches: Sequence[Match], weights: Mapping[str, int]) -> tuple[Retold, ...]:
    """How much of each matched memory was said by a text of these words (cue key → rarity)."""
    memories = reader.describe().memories
    names = {one.outline.project: topics.words(PROJECT + one.outline.project) for one in matches if one.outline.project}
    found = reader.words([match.id for match in matches])
    told = []
    for match in matches:
        of_name = names.get(match.outline.project, frozenset())
        words = found.get(match.id, {}).items()
        own = {key: rarity(memories, n) for key, n in words if key.removeprefix("word:") not in of_name}
        mass = sum(own.values())
        share = 1000 * sum(worth for key, worth in own.items() if key in weights) // mass if mass else 0
        if share >= LEAST_SHARE:
            told.append(Retold(match.id, match.outline.project, share, mass, match.outline.order_time))
    return tuple(sorted(told, key=lambda one: one.order))


def is_of(told: Retold, active: Collection[str]) -> bool:
    """Whether a text can have told the memory: what is in another project than those talked about only sounds alike."""
    projects = [key for key in active if key.startswith(PROJECT)]
    return not projects or not told.project or PROJECT + told.project in projects
