"""The question's rows as the conversation weighs them, with rows for the cues that it carries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graphcue.language.cues import rarity
from graphcue.language.folding import has_han
from graphcue.recall.session.context import CUES_BESIDE_ENTITIES, Context
from graphcue.recall.values import Asked, AskedRow
from graphcue.settings import Settings
from graphcue.stores.contract import Reader

TIME_WORDS = 500


def carrying(reader: Reader, asked: Asked, context: Context, settings: Settings) -> tuple[Asked, int]:
    """The question with its words weighed and the carried cues after its own rows, and the number of its own rows."""
    own = tuple(_weighed(row, context) for row in asked.rows)
    have = {key for row in own for key, _ in row.cues[:1]}
    lost = _lost_with_times(reader, asked, context, have)
    carried = [key for key in context.cues if key not in have and key not in lost]
    known = reader.cues([*lost, *carried])
    own += tuple(_plain_row(key, lost[key], known[key], asked.memories) for key in lost if key in known)
    chosen = [key for key in carried if key in known]
    chosen = _strongest(context, known, chosen, asked.memories) if context.active else chosen
    chars = {f"char:{char}" for key in chosen for char in _characters(key)} - asked.frequencies.keys()
    frequencies = {**asked.frequencies, **known, **(reader.cues(chars) if chars else {})}
    rows = tuple(_row(key, context.cues[key], frequencies, asked.memories, settings) for key in chosen)
    return replace(asked, rows=(*own, *rows), frequencies=frequencies), len(own)


def _weighed(row: AskedRow, context: Context) -> AskedRow:
    """The row times the weight of its word; a word that is carried at more than that counts so much."""
    key = row.cues[0][0]
    if not key.startswith("word:"):
        return row
    share = context.weights.get(key.removeprefix("word:"), 1000)
    if not context.active:
        share = max(share, min(1000, context.cues.get(key, 0)))
    if share == 1000:
        return row
    return replace(
        row, cues=tuple((key, worth * share // 1000) for key, worth in row.cues), worth=row.worth * share // 1000
    )


def _lost_with_times(reader: Reader, asked: Asked, context: Context, have: set[str]) -> dict[str, int]:
    """Cue key → per mille for the words that the question lost with its times. Where no memory has a time, a weekday is
    a word like any other; elsewhere it tells half as much, and only within a conversation."""
    if asked.only_times:
        return {}
    lost = [f"word:{word}" for word in context.words if word not in asked.spoken and f"word:{word}" not in have]
    share = 1000 if lost and reader.period() is None else TIME_WORDS if context.running else 0
    return dict.fromkeys(lost, share) if share else {}


def _plain_row(key: str, share: int, having: int, memories: int) -> AskedRow:
    worth = share * rarity(memories, having) // 1000
    return AskedRow(key.partition(":")[2], ((key, worth),), True, worth)


def _strongest(context: Context, known: Mapping[str, int], carried: Sequence[str], memories: int) -> list[str]:
    """The carried cues that are worth most, beside what is active."""
    worth = {key: context.cues[key] * rarity(memories, known[key]) for key in carried}
    return sorted(worth, key=lambda key: (-worth[key], key))[:CUES_BESIDE_ENTITIES]


def _characters(key: str) -> Iterable[str]:
    word = key.removeprefix("word:") if key.startswith("word:") else ""
    return (char for char in dict.fromkeys(word) if has_han(char))


def _row(key: str, share: int, frequencies: Mapping[str, int], memories: int, settings: Settings) -> AskedRow:
    """A row for a carried cue: itself and, for a Chinese word, its characters."""
    worth = share * rarity(memories, frequencies[key]) // 1000
    cues = [(key, worth)]
    for char in _characters(key):
        if f"char:{char}" in frequencies:
            rare = min(worth, share * rarity(memories, frequencies[f"char:{char}"]) // 1000)
            cues.append((f"char:{char}", settings.char_weight * rare // 1000))
    return AskedRow(key.partition(":")[2], tuple(cues), True, worth)
