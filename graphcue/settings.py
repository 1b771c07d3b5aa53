"""Every setting in one table: name, type, default, help. The help, the documentation and the checks are made from it.

A setting is given as an argument, or as `GRAPHCUE_<NAME>` in the environment; the argument wins.
Weights and factors are per mille of what they apply to, unless their help says otherwise.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphcue.errors import InvalidInput


def setting(default: Any, help: str, low: int = 0, high: int = 10**9) -> Any:
    """A field of a class of settings: its default, its help, and the range of a number."""
    return field(default=default, metadata={"help": help, "low": low, "high": high})


UNKNOWN_TAGS = ("keep", "warn", "refuse")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as one value; part of what an answer is a function of."""

    zone: str = setting("UTC", "time zone of times written without one, as in the IANA database")
    max_results: int = setting(6, "results of a recall when the call does not say", 1, 100)
    max_content: int = setting(1_000_000, "characters a memory may have", 1)
    sentence_rules: str = setting("", "file of further rules for who did what in sentences")
    synonyms: str = setting("", "file of further synonyms; {namespace} in its name gives each namespace its own")
    synonyms_packaged: int = setting(1, "1 keeps the packaged synonyms beside those of a file, 0 drops them", 0, 1)
    dictionary: str = setting("", "file of Chinese words that are never cut, one a line; reindex when it changes")
    tag_table: str = setting("", "file of the tags that there are, with their other names, one tag a line")
    unknown_tags: str = setting("warn", "what becomes of a tag that the table lacks: keep, warn, refuse")
    posting_budget: int = setting(2_000, "postings that a recall adds up", 1)
    posting_budget_max: int = setting(40_000, "to what the budget is doubled while an answer is underfull", 1)
    candidates: int = setting(150, "memories that the second stage of a recall looks at", 1, 10_000)
    given_tier: int = setting(3, "how many times a given cue counts", 1, 100)
    tag_tier: int = setting(2, "how many times a given tag counts", 1, 100)
    text_tier: int = setting(1, "how many times what is read from the text counts", 1, 100)
    pair_weight: int = setting(300, "two words side by side, of the pair's own rarity", 0, 1000)
    char_weight: int = setting(200, "one character of a Chinese word, of the character's own rarity", 0, 1000)
    synonym_weight: int = setting(500, "a synonym of a word, of the synonym's own rarity", 0, 1000)
    kind_weight: int = setting(400, "a member of the kind that a word names, of the member's own rarity", 0, 1000)
    akin_weight: int = setting(300, "a word that begins with the same five letters, of its own rarity", 0, 1000)
    compound_weight: int = setting(800, "a word written in two, or two written as one, of its own rarity", 0, 1000)
    name_weight: int = setting(1000, "an edge to a person or entity that the question names", 0, 10_000)
    walked: int = setting(80, "candidates from which edges are walked", 0, 10_000)
    said_before: int = setting(300, "evidence of the turn before, in a conversation", 0, 1000)
    asked_before: int = setting(800, "evidence of the turn before when it asks something", 0, 1000)
    said_after: int = setting(200, "evidence of the turn after, and of those two steps away", 0, 1000)
    said_earlier: int = setting(300, "evidence of the turn two before", 0, 1000)
    near_hours: int = setting(500, "evidence of a neighbour in the thread within two hours", 0, 1000)
    near_day: int = setting(300, "evidence of a neighbour in the thread within a day", 0, 1000)
    near_thread: int = setting(100, "evidence of a neighbour in the thread further away", 0, 1000)
    related: int = setting(300, "evidence of a memory that a declared relation leads to", 0, 1000)
    relations_per_memory: int = setting(8, "relations that are walked from one memory", 0, 1000)
    hub_degree: int = setting(200, "relations that make a memory a hub, which is not walked through", 1)
    coverage: int = setting(500, "what covering the whole question adds to a score", 0, 10_000)
    date_fit: int = setting(3000, "what lying in the question's dates adds to a score", 0, 100_000)
    spoken_fit: int = setting(400, "what speaking of the question's dates counts, against lying in them", 0, 1000)
    author_fit: int = setting(400, "what being written by a person whom the question names adds", 0, 10_000)
    speaker_fit: int = setting(800, "what telling of the speaker who asks adds to a score", 0, 10_000)
    thread: int = setting(300, "share of what a memory's whole thread covers", 0, 1000)
    feedback: int = setting(300, "what sharing words with the best answers adds, of the best score", 0, 1000)
    session_minutes: int = setting(30, "minutes after its last turn at which a session is forgotten", 1, 5_256_000)
    mask_users: int = setting(0, "1 keeps ids of sessions as hashes and shows names of people masked in them", 0, 1)
    asking_penalty: int = setting(400, "what a turn that only asks loses", 0, 1000)
    min_top_k: int = setting(3, "memories below which a question is broadened by words that begin alike", 0, 100)
    prefix_weight: int = setting(300, "a word that begins like one that no memory has, of its own rarity", 0, 1000)
    semantic: int = setting(0, "1: where few are found, also what means the like; needs graphcue[semantic]", 0, 1)
    semantic_least: int = setting(200, "how alike in meaning a memory must be to be found so, per mille", 1, 1000)
    semantic_weight: int = setting(1000, "meaning quite the same, against a word that one memory has", 0, 10_000)
    lac: int = setting(0, "1: ingest finds more Chinese names of people in texts; needs graphcue[lac]", 0, 1)
    decay: int = setting(0, "what a memory loses in the long run by its age; 0: nothing", 0, 1000)
    half_life_days: int = setting(90, "days after which half of that is lost", 1, 100_000)
    authority: str = setting("", "worth of kinds and paths per mille, as in `decision=1300 chat/=700`")
    count_recalls: int = setting(0, "1: count how often each memory is recalled", 0, 1)
    frequency_penalty: int = setting(0, "what a memory loses each time its count of recalls doubles", 0, 1000)
    per_document: int = setting(0, "results of one document that may stand before others; 0: any number", 0, 100)
    per_source_type: int = setting(0, "results from chats, meetings or notes before others; 0: any number", 0, 100)
    per_month: int = setting(0, "results of one month that may stand before others; 0: any number", 0, 100)

    def __post_init__(self) -> None:
        checked(self)

    @property
    def tzinfo(self) -> ZoneInfo:
        """The zone as an object."""
        return ZoneInfo(self.zone)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of settings."""

    name: str
    type: str
    default: Any
    help: str

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"GRAPHCUE_{self.name.upper()}"


def table(kind: Any = Settings) -> tuple[Row, ...]:
    """Every setting of a class of them, in its order."""
    return tuple(Row(f.name, type(f.default).__name__, f.default, f.metadata["help"]) for f in fields(kind))


def from_environment(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from `GRAPHCUE_…` variables, overridden by what is given.

    Raises InvalidInput naming the setting and what it takes.
    """
    return Settings(**read(Settings, environment, given))


def read(kind: Any, environment: Mapping[str, str] | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values for a class of settings, from `GRAPHCUE_…` variables, overridden by what is given. Raises InvalidInput."""
    found = os.environ if environment is None else environment
    known = {row.name: row for row in table(kind)}
    for name in given:
        if name not in known:
            raise InvalidInput(f"there is no setting {name!r}; see `graphcue settings`", setting=name)
    values = {name: _parse(row, found[row.variable]) for name, row in known.items() if row.variable in found}
    return values | dict(given)


def _parse(row: Row, text: str) -> Any:
    if row.type != "int":
        return text
    try:
        return int(text)
    except ValueError:
        raise InvalidInput(f"{row.variable} must be a whole number, not {text!r}", setting=row.name) from None


def checked(settings: Any) -> None:
    """Nothing, for settings that can be used. Raises InvalidInput naming the first that cannot."""
    for item in fields(settings):
        _check(item.name, getattr(settings, item.name), type(item.default), item.metadata)


def _check(name: str, value: Any, expected: type, limits: Mapping[str, Any]) -> None:
    if not isinstance(value, expected) or isinstance(value, bool):
        raise InvalidInput(f"setting {name!r} must be {expected.__name__}, not {value!r}", setting=name)
    if isinstance(value, int) and not limits["low"] <= value <= limits["high"]:
        raise InvalidInput(f"setting {name!r} must lie in {limits['low']}…{limits['high']}, not {value}", setting=name)
    if name == "unknown_tags" and value not in UNKNOWN_TAGS:
        raise InvalidInput(f"unknown_tags must be one of {', '.join(UNKNOWN_TAGS)}, not {value!r}", setting=name)
    if name == "zone":
        try:
            ZoneInfo(str(value))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise InvalidInput(
                f"there is no time zone {value!r}; use a name such as Asia/Shanghai", setting=name
            ) from None
