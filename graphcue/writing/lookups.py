"""What a memory is looked up by beside its text: its status as the table of statuses reads it, the series it is one of."""

import re
from collections.abc import Iterable

from graphcue.language.cues import given_key
from graphcue.language.statuses import statuses_of
from graphcue.model import Memory

_NUMBERED = re.compile(r"(?:^|/)([A-Za-z]{2,12})[-_ #]?[0-9]{1,6}(?![0-9A-Za-z])")


def lookup_cues(memory: Memory, titles: Iterable[str]) -> dict[str, int]:
    """Cue key → 0: `status:rejected`, the status as written (`said:…`), and `series:pep` for what is called PEP 8.

    They have no weight, so that no recall finds a memory by them.
    """
    keys = {f"status:{status}" for status in statuses_of(memory.status)}
    if memory.status:
        keys.add(given_key("said", memory.status))
    keys |= {f"series:{name}" for title in (memory.id, *titles) for name in series_of(title)}
    keys |= {f"series:{name}" for place in memory.places for name in series_of(place.document)}
    return dict.fromkeys(keys, 0)


def series_of(title: str) -> tuple[str, ...]:
    """The series that an id, a title or a path numbers: `pep` of `PEP 8`, `adr` of `docs/adr-0005-queue.md`."""
    return tuple(dict.fromkeys(name.casefold() for name in _NUMBERED.findall(title)))
