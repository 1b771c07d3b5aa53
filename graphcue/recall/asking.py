"""Stage 1: the question's cues as the store knows them, with the worth that their rarity gives them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo

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
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Reader

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
    amounts = asked_amounts(text, times)
    bounds = [(amount.start, amount.end) for amount in amounts if amount.filters]
    said = _without(text, [*((time.text_start, time.text_end) for time in times), *bounds])
    bare = not telling_words(fold(said))
    only_times = bool(times) and bare and not bounds
    cues = question_cues(text if only_times else said, settings, text)
    cues = replace(cues, rows=akin(reader, cues.rows, settings))
    named = tuple(names[key] for key in dict.fromkeys(k for found in gazetteer.find(text) for k in found.keys))
    authors = reader.degrees([node.key for node in named], [AUTHORED_BY])
    spoken = frozenset(word for node in named if node.key in authors for word in read_words(fold(node.folded)).words)
    memories = reader.describe().memories
    held = constraints(reader, amounts, memories, settings, alone=bare)
    spans = _spans(reader, text, times, settings.tzinfo, now)
    dates = spoken_of(reader, spans, settings.tzinfo, memories, settings)
    frequencies = reader.cues(_keys(cues, spoken))
    if held.frequencies or dates:
        more = {**held.frequencies, **{key: n for key, (n, _) in dates.items()}}
        frequencies = dict(sorted((frequencies | more).items()))
    asked = [*cues.rows, *given_rows(cues.given, frequencies, settings)]
    rows = [_asked(row, frequencies, memories) for row in asked if not _is_spoken(row, spoken)]
    known_pairs = [(key, worth) for key, worth in cues.pairs if key in frequencies]
    words = [row for row in cues.rows if row.word and row.word not in spoken and not only_times]
    return Asked(
        rows=(*(row for row in rows if row.cues), *held.rows),
        pairs=tuple((key, worth * rarity(memories, frequencies[key]) // 1000) for key, worth in known_pairs),
        names=named,
        spans=spans,
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
        dated=any(time.year_given or time.rule not in UNDATED for time in times),
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
    period = reader.period() or ()
    years = [(_EPOCH + timedelta(milliseconds=time)).astimezone(zone).year for time in period]
    found: dict[Span, None] = {}
    for year in range(min(years), max(years) + 1)[-MOST_YEARS:] if years else ():
        middle = (datetime(year, 7, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
        read = find_times(text, middle, zone)
        found |= {(one.start, one.end): None for one in read if one.text_start == asked.text_start}
    return list(found)


def _keys(cues: QuestionCues, spoken: frozenset[str]) -> set[str]:
    rows = (row for row in cues.rows if not _is_spoken(row, spoken))
    given = {f"{kind}:{value}" for value in cues.given for kind in ("cue", "tag")}
    return given | {key for row in rows for key, _ in row.cues} | {key for key, _ in cues.pairs}


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
    worth = limit if limit is not None else _best_word(row, frequencies, memories)
    return AskedRow(row.term, tuple(cues), limit is not None, worth * row.tier)


def _best_word(row: Row, frequencies: Mapping[str, int], memories: int) -> int:
    """What covering a row is worth whose own cue no memory has: the rarity of the best word that stands for it."""
    words = (key for key, _ in row.cues if key.startswith("word:") and key in frequencies)
    return max((rarity(memories, frequencies[key]) for key in words), default=0)


def _is_known(row: Row, frequencies: Mapping[str, int]) -> bool:
    """Whether some memory has the word, as one or in two."""
    return any(key in frequencies for key, _ in row.cues if key == f"word:{row.word}" or key.startswith("pair:"))


def _without(text: str, stretches: Sequence[tuple[int, int]]) -> str:
    """The text with these stretches of it blanked out, which do not overlap."""
    for start, end in sorted(stretches, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text
