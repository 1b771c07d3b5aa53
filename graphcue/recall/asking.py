"""Stage 1: the question's cues as the store knows them, with the worth that their rarity gives them."""

from collections.abc import Mapping, Sequence

from graphcue.language.cues import QuestionCues, Row, question_cues, rarity
from graphcue.language.folding import fold
from graphcue.language.gazetteer import Gazetteer
from graphcue.language.times import TimeSpan, find_times
from graphcue.language.words import read_words
from graphcue.model import AUTHORED_BY
from graphcue.recall.values import Asked, AskedRow
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Reader

def ask(reader: Reader, question: str, names: Mapping[str, NameNode], gazetteer: Gazetteer, settings: Settings, now: int) -> Asked:
    """The question as the store knows it.

    Dates are taken out of the text: they score, they are no words. Names of people who author memories are no words either:
    they lead along edges.
    """
    times = find_times(question, now, settings.tzinfo)
    cues = question_cues(_without(question, times), settings)
    named = tuple(names[key] for key in dict.fromkeys(k for found in gazetteer.find(question) for k in found.keys))
    authors = reader.degrees([node.key for node in named], [AUTHORED_BY])
    spoken = {word for node in named if node.key in authors for word in read_words(fold(node.folded)).words}
    memories = reader.describe().memories
    frequencies = reader.cues(_keys(cues, spoken))
    rows = [_asked(row, frequencies, memories) for row in cues.rows if row.term not in spoken]
    return Asked(
        rows=tuple(row for row in rows if row.cues),
        pairs=tuple((key, worth * rarity(memories, frequencies[key]) // 1000) for key, worth in cues.pairs if key in frequencies),
        names=named,
        spans=tuple(dict.fromkeys((time.start, time.end) for time in times)),
        unmatched=tuple(word for word in dict.fromkeys(cues.words) if word not in spoken and f"word:{word}" not in frequencies),
        frequencies=frequencies,
        memories=memories,
    )


def _keys(cues: QuestionCues, spoken: set[str]) -> set[str]:
    rows = (row for row in cues.rows if row.term not in spoken)
    return {key for row in rows for key, _ in row.cues} | {key for key, _ in cues.pairs}


def _asked(row: Row, frequencies: dict[str, int], memories: int) -> AskedRow:
    """A weaker cue is never worth more than the row's own, where the store has that."""
    own = row.cues[0][0]
    limit = rarity(memories, frequencies[own]) if own in frequencies else None
    cues = []
    for key, worth in row.cues:
        if key in frequencies:
            rare = rarity(memories, frequencies[key])
            cues.append((key, row.tier * worth * (rare if limit is None else min(rare, limit)) // 1000))
    return AskedRow(row.term, tuple(cues), limit is not None, limit * row.tier if limit is not None else 0)


def _without(text: str, times: Sequence[TimeSpan]) -> str:
    """The text with its expressions of time blanked out."""
    for time in reversed(times):
        text = f"{text[: time.text_start]} {text[time.text_end :]}"
    return text
