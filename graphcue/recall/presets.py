"""Named settings for what is asked: chosen by the call, or by what the question finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphcue.errors import InvalidInput
from graphcue.recall.values import Candidate
from graphcue.settings import Settings
from graphcue.stores.contract import Outline

CHAT, NOTES, MINUTES = "chat", "notes", "minutes"
LOOKED_AT = 50
"""Candidates whose types choose the preset."""
_MEETING_KINDS = ("decision", "action")
_DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Preset:
    """A name, what it is for, and the settings that it sets."""

    name: str
    help: str
    values: Mapping[str, Any] = field(default_factory=dict)


PRESETS = {
    one.name: one
    for one in (
        Preset(CHAT, "conversations: the turns around a turn count"),
        Preset(NOTES, "notes and documents: of one document at most three results stand before those of others",
               {"per_document": 3}),
        Preset(MINUTES, "decisions and actions of meetings: of one meeting at most three results stand first",
               {"per_document": 3}),
        Preset(
            "exact",
            "only what the question says itself: no synonyms, single characters, neighbours or words of other answers",
            dict.fromkeys(("synonym_weight", "kind_weight", "akin_weight", "char_weight", "walked", "thread", "feedback",
                           "min_top_k", "semantic"), 0),
        ),
    )
}  # fmt: skip


def checked_preset(name: str) -> str:
    """The name itself, empty for none. Raises InvalidInput for a preset that does not exist."""
    if name and name not in PRESETS:
        raise InvalidInput(f"there is no preset {name!r}; use one of {', '.join(PRESETS)}", field="preset")
    return name


def with_preset(settings: Settings, name: str) -> Settings:
    """The settings as the preset of that name sets them; as they are without one."""
    return replace(settings, **PRESETS[name].values) if name and PRESETS[name].values else settings


def chosen_by(settings: Settings, found: Sequence[Candidate]) -> tuple[str, Settings]:
    """(the preset that fits the most of what was found, the settings with it); settings that were given stay.

    No name where nothing was found. On equal numbers the first of chat, minutes, notes.
    """
    types = [source_type(one.outline) for one in found[:LOOKED_AT]]
    if not types:
        return "", settings
    name = max((CHAT, MINUTES, NOTES), key=types.count)
    values = {one: value for one, value in PRESETS[name].values.items() if _untouched(settings, one)}
    return name, replace(settings, **values) if values else settings


def _untouched(settings: Settings, name: str) -> bool:
    return bool(getattr(settings, name) == getattr(_DEFAULTS, name))


def source_type(outline: Outline) -> str:
    """What a memory was read from: a conversation (somebody says it), a meeting (a decision, an action), or notes."""
    if outline.kind in _MEETING_KINDS:
        return MINUTES
    return CHAT if outline.author else NOTES
