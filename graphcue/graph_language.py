"""How texts are read, shown: cues with their places, synonyms, the table of tags. Part of `MemoryGraph`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from graphcue.checks import checked_text
from graphcue.errors import InvalidInput, TooLarge
from graphcue.graph_part import Part
from graphcue.language import LANGUAGE_VERSION
from graphcue.language.folding import fold, fold_with_offsets
from graphcue.language.inspection import FoundCue, found_cues
from graphcue.language.lac_names import find_more_names
from graphcue.language.names import Named, find_names
from graphcue.language.tags import TagTable
from graphcue.language.words import read_words, versioned
from graphcue.model import NAME_EDGES
from graphcue.records import moment_of
from graphcue.stores.contract import Reader
from graphcue.writing.known import KnownNames

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a text gives as cues, sorted by key, each with the number of memories that have it; `names` that it says though
    no memory may have declared them: declare those that matter. `version` is that of the rules and dictionaries, with
    those of the user's own tables."""

    text: str
    cues: tuple[tuple[FoundCue, int], ...]
    names: tuple[Named, ...]
    version: str


@dataclass(frozen=True, slots=True)
class Leading:
    """What a word leads to: its base form, the synonyms of it with the number of memories that have each, and the version
    of the user's own tables, '' for the packaged ones."""

    word: str
    base: str
    memories: int
    synonyms: tuple[tuple[str, int], ...]
    version: str


class Languages(Part):
    """How texts are read; part of `MemoryGraph`."""

    def inspect_cues(
        self, text: str, *, cues: Sequence[str] = (), tags: Sequence[str] = (), at: str | datetime | None = None
    ) -> Inspected:
        """The cues that a memory of this text would have: which, where, by which rule, how heavy, and how many memories
        have each. `at` is the moment that the times in the text are seen from, now if it is not given. Writes nothing.

        Raises InvalidInput, TooLarge, InvalidTime.
        """
        if len(checked_text("text", text)) > self.settings.max_content:
            raise TooLarge(
                f"a text may have {self.settings.max_content} characters, this has {len(text)}", field="text"
            )
        moment = moment_of(self._today() if at is None else at, self.settings, "at")

        def work(reader: Reader) -> Inspected:
            found = found_cues(text, cues=tuple(cues), tags=tuple(tags), occurred_at=moment)
            known = self._known(reader)
            named = _named(text, known)
            counts = reader.cues([one.key for one in found])
            counts |= reader.degrees([one.key for one in named], list(NAME_EDGES))
            version = " ".join(filter(None, (versioned(LANGUAGE_VERSION), self._tables().version)))
            whole = sorted((*found, *named), key=lambda one: one.key)
            said = find_more_names(text) if self.settings.lac else find_names(text)
            return Inspected(text, tuple((one, counts.get(one.key, 0)) for one in whole), said, version)

        return self._reading(work)

    def synonyms_of(self, word: str) -> Leading:
        """What a word leads to in a recall, as the tables in force say. Raises InvalidInput for what is not one word."""

        def work(reader: Reader) -> Leading:
            words = read_words(fold(checked_text("word", word))).words
            if len(words) != 1:
                raise InvalidInput(f"{word!r} is not one word, but {len(words)}: {', '.join(words)}", field="word")
            others = self._tables().synonyms.of(words[0])
            counts = reader.cues([f"word:{one}" for one in (*words, *others)])
            leading = tuple((one, counts.get(f"word:{one}", 0)) for one in others)
            return Leading(word, words[0], counts.get(f"word:{words[0]}", 0), leading, self._tables().version)

        return self._reading(work)

    def tag_table(self) -> TagTable:
        """The table of tags; one without tags lets every tag through."""
        return self._tables().tags

    def _today(self) -> datetime:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=self._clock())).astimezone(
            self.settings.tzinfo
        )

    def _reading(self, work: Callable[[Reader], T]) -> T:
        """What the work returns, in a namespace that need not have been written to."""
        with self._tables().in_force():
            return self._store.read(self.namespace, work)


def _named(text: str, known: KnownNames) -> list[FoundCue]:
    """The people and entities whom the text names, each once."""
    folded = fold_with_offsets(text)
    found: dict[str, FoundCue] = {}
    for name in known.gazetteer.find(text):
        for key in name.keys:
            node = known.nodes[key]
            at = folded.text.find(node.folded)
            places = (folded.written(at, at + len(node.folded)),) if at >= 0 else ()
            found.setdefault(key, FoundCue(key, "gazetteer", places=places, note=node.name))
    return list(found.values())
