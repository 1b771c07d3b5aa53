"""Stage 1: the question's cues as the store knows them, with the worth that their rarity gives them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graphcue.language.amount_cues import asked_amounts
from graphcue.language.cues import QuestionCues, Row, given_rows, question_cues, rarity
from graphcue.language.folding import fold
from graphcue.language.gazetteer import Gazetteer
from graphcue.language.times import TimeSpan, find_times
from graphcue.language.words import is_stop_word, read_words, telling_words
from graphcue.model import AUTHORED_BY
from graphcue.recall.akin import akin
from graphcue.recall.constraints import constraints, spoken_of
from graphcue.recall.values import Asked, AskedRow
from graphcue.recall.when import CALENDAR, when
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Reader

_SPEAKER = re.compile(r"\s*<(\w{1,40})>\s*[:：]\s*")


def ask(
    reader: Reader, question: str, names: Mapping[str, NameNode], gazetteer: Gazetteer, settings: Settings, now: int
) -> Asked:
    """The question as the store knows it.

    Dates of the calendar are taken out of the text: they score, they are no words, unless there is nothing else. What
    else tells a time (last year, 周五晚上) scores and is words too, which no memory has to have. Names of people who author
    memories are no words: they lead along edges.
    """
    mark = _SPEAKER.match(question)
    text = question[mark.end() :] if mark else question
    times = find_times(text, now, settings.tzinfo)
    amounts = asked_amounts(text, times)
    bounds = [(amount.start, amount.end) for amount in amounts if amount.filters]
    said = _without(text, [*_places(time for time in times if time.rule in CALENDAR), *bounds])
    plain = _without(text, [*_places(times), *bounds])
    beside = frozenset(telling_words(fold(plain)))
    bare = not beside
    only_times = bool(times) and bare and not bounds
    cues = question_cues(text if only_times else said, settings, text)
    cues = replace(cues, rows=akin(reader, cues.rows, settings))
    named = tuple(names[key] for key in dict.fromkeys(k for found in gazetteer.find(text) for k in found.keys))
    authors = reader.degrees([node.key for node in named], [AUTHORED_BY])
    spoken = frozenset(word for node in named if node.key in authors for word in read_words(fold(node.folded)).words)
    memories = reader.describe().memories
    held = constraints(reader, amounts, memories, settings, alone=bare)
    asked_for = when(reader, text, times, settings.tzinfo, now)
    dates = spoken_of(reader, asked_for.spans, settings.tzinfo, memories, settings)
    frequencies = reader.cues(_keys(cues, spoken))
    if held.frequencies or dates:
        more = {**held.frequencies, **{key: n for key, (n, _) in dates.items()}}
        frequencies = dict(sorted((frequencies | more).items()))
    asked = [*cues.rows, *given_rows(cues.given, frequencies, settings)]
    aside = frozenset() if only_times else frozenset(row.word for row in asked if row.word) - beside
    rows = [_asked(row, frequencies, memories, row.word in aside) for row in asked if not _is_spoken(row, spoken)]
    known_pairs = [(key, worth) for key, worth in cues.pairs if key in frequencies]
    words = [row for row in cues.rows if row.word and row.word not in spoken | aside and not only_times]
    return Asked(
        rows=(*(row for row in rows if row.cues), *held.rows),
        pairs=tuple((key, worth * rarity(memories, frequencies[key]) // 1000) for key, worth in known_pairs),
        names=named,
        spans=asked_for.spans,
        around=asked_for.around,
        unmatched=tuple(row.term for row in words if not _is_known(row, frequencies) and not is_stop_word(row.word)),
        frequencies=frequencies,
        memories=memories,
        speaker=fold(mark[1]) if mark else "",
        spoken=spoken,
        only_times=only_times,
        text=text,
        dates=tuple((key, worth) for key, (_, worth) in dates.items()),
        required=held.required,
        bounds=held.bounds,
        dated=asked_for.dated,
    )


def _keys(cues: QuestionCues, spoken: frozenset[str]) -> set[str]:
    rows = (row for row in cues.rows if not _is_spoken(row, spoken))
    given = {f"{kind}:{value}" for value in cues.given for kind in ("cue", "tag")}
    return given | {key for row in rows for key, _ in row.cues} | {key for key, _ in cues.pairs}


def _is_spoken(row: Row, spoken: frozenset[str]) -> bool:
    """True for a word of an author's name; a cue that was given in the same letters is still a cue."""
    return bool(row.word) and row.word in spoken


def _asked(row: Row, frequencies: dict[str, int], memories: int, aside: bool) -> AskedRow:
    """A weaker cue is never worth more than the row's own, where the store has that."""
    own = row.cues[0][0]
    limit = rarity(memories, frequencies[own]) if own in frequencies else None
    cues = []
    for key, worth in row.cues:
        if key in frequencies:
            rare = rarity(memories, frequencies[key])
            cues.append((key, row.tier * worth * (rare if limit is None else min(rare, limit)) // 1000))
    worth = limit if limit is not None else _best_word(row, frequencies, memories)
    return AskedRow(row.term, tuple(cues), limit is not None, worth * row.tier, aside)


def _best_word(row: Row, frequencies: Mapping[str, int], memories: int) -> int:
    """What covering a row is worth whose own cue no memory has: the rarity of the best word that stands for it."""
    words = (key for key, _ in row.cues if key.startswith("word:") and key in frequencies)
    return max((rarity(memories, frequencies[key]) for key in words), default=0)


def _is_known(row: Row, frequencies: Mapping[str, int]) -> bool:
    """Whether some memory has the word, as one or in two."""
    return any(key in frequencies for key, _ in row.cues if key == f"word:{row.word}" or key.startswith("pair:"))


def _places(times: Iterable[TimeSpan]) -> list[tuple[int, int]]:
    return [(time.text_start, time.text_end) for time in times]


def _without(text: str, stretches: Sequence[tuple[int, int]]) -> str:
    """The text with these stretches of it blanked out, which do not overlap."""
    for start, end in sorted(stretches, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text
