"""What a text retells: the memories that a large part of stands in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphcue.language.cues import rarity
from graphcue.language.folding import fold
from graphcue.language.words import read_words, telling_words
from graphcue.model import Memory
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
    return shares(reader, topics, matches, weights, len(text))


def shares(
    reader: Reader, topics: Topics, matches: Sequence[Match], weights: Mapping[str, int], length: int
) -> tuple[Retold, ...]:
    """How much of each matched memory was said by a text of these words (cue key → rarity) and that length."""
    found = reader.get([match.id for match in matches])
    words = {id: _words(memory) for id, memory in found.items() if len(memory.content) <= 8 * length + 100}
    names = {memory.project: topics.words(PROJECT + memory.project) for memory in found.values() if memory.project}
    needed = {f"word:{word}" for own in words.values() for word in own} - weights.keys()
    rare = dict(weights) | _rarities(reader, needed)
    told = []
    for id, own in words.items():
        memory = found[id]
        left = own - names.get(memory.project, frozenset())
        mass = sum(rare.get(f"word:{word}", 0) for word in left)
        said = sum(weights[f"word:{word}"] for word in left if f"word:{word}" in weights)
        share = 1000 * said // mass if mass else 0
        if share >= LEAST_SHARE:
            told.append(Retold(id, memory.project, share, mass, memory.order_time))
    return tuple(sorted(told, key=lambda one: one.order))


def _words(memory: Memory) -> frozenset[str]:
    given = (word for value in (*memory.cues, *memory.tags) for word in read_words(fold(value)).words)
    return frozenset((*read_words(fold(memory.content)).words, *given))


def _rarities(reader: Reader, keys: Iterable[str]) -> dict[str, int]:
    memories = reader.describe().memories
    return {key: rarity(memories, n) for key, n in reader.cues(keys).items()}
