"""Stage 1: the question's cues as the store knows them, with the worth that their rarity gives them."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from graphcue.language.cues import QuestionCues, Row, question_cues, rarity
from graphcue.language.folding import fold
from graphcue.language.gazetteer import Gazetteer
from graphcue.language.times import TimeSpan, find_times
from graphcue.language.words import is_stop_word, read_words, telling_words
from graphcue.model import AUTHORED_BY, NO_TIME
from graphcue.recall.values import Asked, AskedRow
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Reader, Where

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SPEAKER = re.compile(r"\s*<(\w{1,40})>\s*[:：]\s*")
MOST_YEARS = 50
"""Years that a date without a year may mean: the last of those that the memories lie in."""

UNDATED = frozenset(
    {
        "zh_weekday",
        "en_weekday",
        "zh_daypart",
        "en_daypart",
        "zh_day",
        "en_ordinal_day",
        "zh_days",
        "zh_third",
        "clock",
        "zh_clock",
        "en_clock",
        "en_clock_range",
        "en_bare_hour",
        "en_spoken_clock",
        "en_oclock",
        "en_named_hour",
    }
)
"""Rules of times that name no stretch of the year: they repeat every day, week or month."""

Span = tuple[int | None, int | None]


def ask(
    reader: Reader, question: str, names: Mapping[str, NameNode], gazetteer: Gazetteer, settings: Settings, now: int
) -> Asked:
    """The question as the store knows it.

    Dates are taken out of the text: they score, they are no words, unless there is nothing else. Names of people who
    author memories are no words either: they lead along edges.
    """
    mark = _SPEAKER.match(question)
    text = question[mark.end() :] if mark else question
    times = find_times(text, now, settings.tzinfo)
    said = _without(text, times)
    only_times = bool(times) and not telling_words(fold(said))
    cues = question_cues(text if only_times else said, settings, text)
    named = tuple(names[key] for key in dict.fromkeys(k for found in gazetteer.find(text) for k in found.keys))
    authors = reader.degrees([node.key for node in named], [AUTHORED_BY])
    spoken = frozenset(word for node in named if node.key in authors for word in read_words(fold(node.folded)).words)
    memories = reader.describe().memories
    frequencies = reader.cues(_keys(cues, spoken))
    rows = [_asked(row, frequencies, memories) for row in cues.rows if not _is_spoken(row, spoken)]
    known_pairs = [(key, worth) for key, worth in cues.pairs if key in frequencies]
    words = [row for row in cues.rows if row.word and row.word not in spoken and not only_times]
    return Asked(
        rows=tuple(row for row in rows if row.cues),
        pairs=tuple((key, worth * rarity(memories, frequencies[key]) // 1000) for key, worth in known_pairs),
        names=named,
        spans=_spans(reader, text, times, settings.tzinfo, now),
        unmatched=tuple(
            row.term for row in words if f"word:{row.word}" not in frequencies and not is_stop_word(row.word)
        ),
        frequencies=frequencies,
        memories=memories,
        speaker=fold(mark[1]) if mark else "",
        spoken=spoken,
        only_times=only_times,
    )


def _spans(reader: Reader, text: str, times: Sequence[TimeSpan], zone: tzinfo, now: int) -> tuple[Span, ...]:
    """The stretches of time asked for. A day or month without a year means any year that the memories lie in; a bare
    weekday or part of a day counts only where no date stands; what vaguely lies ahead (`a few days later`) not at all."""
    dated = [time for time in times if time.year_given or time.rule not in UNDATED]
    found: dict[Span, None] = {}
    for time in dated or times:
        if time.year_given or time.rule in UNDATED:
            if not (time.ambiguous and time.start is not None and time.start >= now):
                found[(time.start, time.end)] = None
        else:
            found |= dict.fromkeys(_every_year(reader, text, time, zone))
    return tuple(found)


def _every_year(reader: Reader, text: str, asked: TimeSpan, zone: tzinfo) -> list[Span]:
    """What a time without a year means when it is read in each of the years that the memories lie in."""
    ends = [reader.page(Where(since=NO_TIME + 1), order, None, 1).ids for order in ("oldest", "newest")]
    outlines = reader.outlines([id for ids in ends for id in ids])
    years = [(_EPOCH + timedelta(milliseconds=one.order_time)).astimezone(zone).year for one in outlines.values()]
    found: dict[Span, None] = {}
    for year in range(min(years), max(years) + 1)[-MOST_YEARS:] if years else ():
        middle = (datetime(year, 7, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
        read = find_times(text, middle, zone)
        found |= {(one.start, one.end): None for one in read if one.text_start == asked.text_start}
    return list(found)


def _keys(cues: QuestionCues, spoken: frozenset[str]) -> set[str]:
    rows = (row for row in cues.rows if not _is_spoken(row, spoken))
    return {key for row in rows for key, _ in row.cues} | {key for key, _ in cues.pairs}


def _is_spoken(row: Row, spoken: frozenset[str]) -> bool:
    """True for a word of an author's name; a cue that was given in the same letters is still a cue."""
    return bool(row.word) and row.word in spoken


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
