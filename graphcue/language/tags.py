"""A controlled table of tags: the tags that there are, each with what else it is called.

One tag a line, then its other names, with commas between: `饮食, 食物, diet`. `//` begins a comment.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graphcue.errors import InvalidInput
from graphcue.language.folding import fold_name

_COMMA = re.compile("[,，、]")


@dataclass(frozen=True, slots=True)
class TagTable:
    """The tags in the order of the file, with their other names; `version` is '' where there is no table."""

    version: str = ""
    tags: tuple[tuple[str, tuple[str, ...]], ...] = ()
    _known: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    def settled(self, written: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tags by the names of the table, and those that the table does not know: both sorted, each once."""
        if not self.version:
            return tuple(sorted(set(written))), ()
        asked = sorted(set(written))
        unknown = tuple(tag for tag in asked if fold_name(tag) not in self._known)
        return tuple(sorted({self._known.get(fold_name(tag), tag) for tag in asked})), unknown


def read_tags(text: str, file: str) -> TagTable:
    """The table that a text writes. Raises InvalidInput with the number of the line that says a name twice."""
    known: dict[str, str] = {}
    tags = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        names = [name.strip() for name in _COMMA.split(line.partition("//")[0]) if name.strip()]
        for name in names:
            if known.setdefault(fold_name(name), names[0]) != names[0]:
                first = known[fold_name(name)]
                raise InvalidInput(
                    f"{file}:{number}: {name!r} stands for {first!r} already; a name belongs to one tag",
                    setting="tag_table",
                    line=number,
                )
        if names:
            tags.append((names[0], tuple(names[1:])))
    said = "\n".join(", ".join((tag, *others)) for tag, others in tags)
    return TagTable(hashlib.sha256(said.encode()).hexdigest()[:12], tuple(tags), known)
