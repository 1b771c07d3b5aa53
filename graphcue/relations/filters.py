"""The conditions of a parsed question → `Where`."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from graphcue.language.cues import given_key
from graphcue.language.folding import fold, fold_name
from graphcue.language.statuses import NONE, OTHER, statuses_of
from graphcue.language.words import read_words
from graphcue.stores.contract import Reader, Where

LONGEST_TOPIC = 6
"""Words of a topic that a memory must have; those behind them do not narrow it."""

Synonyms = Mapping[str, tuple[str, ...]]
"""Folded name → the other names that aliases give it."""


def where_of(given: Mapping[str, Any], synonyms: Synonyms) -> Where:
    """What the conditions of a parse let through, people apart."""
    projects = given.get("projects") or ((given["project"],) if "project" in given else ())
    any_of: list[tuple[str, ...]] = []
    if "statuses" in given:
        any_of.append(tuple(f"status:{status}" for status in given["statuses"]))
    if "status" in given:
        any_of.append(status_cues(given["status"]))
    if "tags" in given:
        any_of.append(tuple(given["tags"]))
    if "about" in given:
        any_of += topic_groups(given["about"], synonyms)
    return Where(
        projects=tuple(projects),
        kinds=given.get("kinds", ()),
        since=given.get("since"),
        until=given.get("until"),
        known_at=given.get("known_at"),
        state=given.get("state", "all"),
        at=given.get("at"),
        cues=tuple(f"{cue}:{given[name]}" for name, cue in (("series", "series"), ("items", "item")) if name in given),
        any_of=tuple(any_of),
        valid_at=given.get("valid_at"),
    )


def status_cues(written: str) -> tuple[str, ...]:
    """The cues of a status as somebody writes it: just so, or any spelling that the table knows of the same."""
    known = tuple(f"status:{status}" for status in statuses_of(written) if status not in (NONE, OTHER))
    return (given_key("said", written), *known)


def topic_groups(topic: str, synonyms: Synonyms) -> list[tuple[str, ...]]:
    """Groups of cues, one of each of which a memory about the topic has: all words of one of its names, or the name as
    a tag or given cue."""
    names = spellings(topic, synonyms)
    whole = {given_key(kind, name) for name in names for kind in ("tag", "cue")}
    ways = [_words(name) for name in names]
    return [tuple(sorted({*choice, *whole})) for choice in product(*ways)]


def spellings(name: str, synonyms: Synonyms) -> tuple[str, ...]:
    """The name and its other names, as they were given."""
    return (name, *synonyms.get(fold_name(name), ()))


def _words(name: str) -> tuple[str, ...]:
    """The cues that every text with these words has."""
    words = read_words(fold(name))
    keys = [f"word:{word}" for word in dict.fromkeys(words.words)] or [f"char:{char}" for char in words.chars]
    return tuple(keys[:LONGEST_TOPIC])


def known_topic(reader: Reader, groups: Iterable[tuple[str, ...]]) -> bool:
    """Whether some memory has one cue of each group."""
    return all(reader.cues(group) for group in groups)
