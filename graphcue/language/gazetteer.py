"""All names of a namespace as one matcher over folded text."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from graphcue.language.folding import fold_for_names, fold_name, has_han
from graphcue.model import PERSON

FRESH_NAMES = 500
"""New names beside the large matcher before it is built again."""


@dataclass(frozen=True, slots=True)
class Found:
    """A name that stands in a folded text, at [start, end), with the keys of the nodes it may mean."""

    start: int
    end: int
    keys: tuple[str, ...]


def name_key(label: str, name: str, organisation: str = "") -> str:
    """The ASCII key of a name's node: a hash of the folded name and organisation, after its kind of node."""
    folded = f"{fold_name(name)}\x1f{fold_name(organisation)}"
    kind = "person" if label == PERSON else "entity"
    return f"{kind}:{hashlib.sha256(folded.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}"


class Gazetteer:
    """Finds names in texts: the longest from the left, never overlapping; Latin names at word borders only.

    A value: `changed` gives another one. Names that came since the large matcher was built stand in a small one beside
    it, so that a new name costs little where many are known.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """`names`: (folded name, node key); several keys may share a name."""
        keys: dict[str, list[str]] = {}
        for folded, key in names:
            keys.setdefault(folded, []).append(key)
        self._keys = {folded: tuple(sorted(found)) for folded, found in keys.items() if folded}
        self._index()
        self._built: Mapping[str, object] = self._keys
        self._base = _matchers(self._keys)
        self._matchers = self._base

    def _index(self) -> None:
        self._names = {key: folded for folded, found in self._keys.items() for key in found}

    def __len__(self) -> int:
        return len(self._keys)

    def changed(self, come: Iterable[tuple[str, str]], gone: Iterable[str]) -> "Gazetteer":
        """The gazetteer with these (folded name, key) and without these keys."""
        names = dict(self._names)
        for key in gone:
            names.pop(key, None)
        names.update({key: folded for folded, key in come})
        other = Gazetteer(())
        found: dict[str, list[str]] = {}
        for key, folded in names.items():
            found.setdefault(folded, []).append(key)
        other._keys = {folded: tuple(sorted(keys)) for folded, keys in found.items() if folded}
        other._index()
        fresh = [folded for folded in other._keys if folded not in self._built]
        if len(fresh) > FRESH_NAMES:
            other._built, other._base = other._keys, _matchers(other._keys)
            other._matchers = other._base
        else:
            other._built, other._base = self._built, self._base
            other._matchers = (*self._base, *_matchers(fresh))
        return other

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys of the nodes of exactly this name, sorted."""
        return self._keys.get(fold_name(name), ())

    def name_of(self, key: str) -> str:
        """The folded name that leads to this key; empty for a key it does not know."""
        return self._names.get(key, "")

    def find(self, text: str) -> tuple[Found, ...]:
        """The names in a text as written, in order; offsets are those of `fold_for_names(text)`."""
        if not self._matchers:
            return ()
        folded = fold_for_names(text)
        ends = ((end + 1, name) for matcher in self._matchers for end, name in matcher.iter(folded))
        spans = [(end - len(name), end) for end, name in ends if name in self._keys]
        spans = [span for span in spans if _at_borders(folded, *span)]
        spans.sort(key=lambda span: (span[0], -span[1]))
        found, reached = [], 0
        for start, end in spans:
            if start >= reached:
                found.append(Found(start, end, self._keys[folded[start:end]]))
                reached = end
        return tuple(found)


def _matchers(names: Collection[str]) -> tuple[Any, ...]:
    """The automaton of the names; none without any."""
    if not names:
        return ()
    from ahocorasick import Automaton

    automaton = Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    return (automaton,)


def _at_borders(text: str, start: int, end: int) -> bool:
    return _border(text, start) and _border(text, end)


def _border(text: str, index: int) -> bool:
    """True unless both sides of the index belong to one word of an alphabet."""
    if index in (0, len(text)):
        return True
    return not (_joins(text[index - 1]) and _joins(text[index]))


def _joins(char: str) -> bool:
    return (char.isalnum() or char == "_") and not has_han(char)
