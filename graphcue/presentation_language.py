"""The JSON forms of how texts are read: cues, synonyms, the table of tags."""

from typing import Any

from graphcue.graph import Inspected, Leading
from graphcue.language.tags import TagTable


def inspected_json(inspected: Inspected) -> dict[str, Any]:
    """The cues of a text, sorted by key, and the names that it says; places are [start, end) in code points of the text as written."""
    cues = [
        {
            "cue": one.key,
            "type": one.type,
            "value": one.value,
            "rule": one.rule,
            "weight": one.weight,
            "places": [{"start": start, "end": end, "text": inspected.text[start:end]} for start, end in one.places],
            "note": one.note,
            "memories": memories,
        }
        for one, memories in inspected.cues
    ]
    names = [
        {"name": one.text, "kind": one.kind, "start": one.start, "end": one.end, "rule": one.rule}
        for one in inspected.names
    ]
    return {"text": inspected.text, "version": inspected.version, "cues": cues, "names": names}


def leading_json(leading: Leading) -> dict[str, Any]:
    """A word with its synonyms, and how many memories have each."""
    synonyms = [{"word": word, "memories": memories} for word, memories in leading.synonyms]
    return {
        "word": leading.word,
        "base": leading.base,
        "memories": leading.memories,
        "synonyms": synonyms,
        "version": leading.version,
    }


def tags_json(table: TagTable) -> dict[str, Any]:
    """The table of tags in the order of its file; version "" where there is none."""
    return {"version": table.version, "tags": [{"tag": tag, "names": list(names)} for tag, names in table.tags]}
