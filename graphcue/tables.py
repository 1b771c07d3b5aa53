"""The files of a user's own that settings name: rules for sentences, synonyms, words of Chinese, tags.

A file is read when it is needed, and anew when it has changed. `{namespace}` in its name gives each namespace a file of its
own; one that has none does without.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from graphcue.errors import InvalidInput
from graphcue.language.dictionary import read_dictionary
from graphcue.language.sentence_rules import Rule, read_rules
from graphcue.language.synonyms import Synonyms, default_synonyms, read_synonyms, standing_for
from graphcue.language.tags import TagTable, read_tags
from graphcue.language.words import Dictionary, cutting_by
from graphcue.settings import Settings

T = TypeVar("T")
NAMESPACE = "{namespace}"
_Read = Callable[[str, str], object]


@dataclass(frozen=True, slots=True)
class Tables:
    """What texts are read with in one namespace."""

    synonyms: Synonyms
    dictionary: Dictionary
    tags: TagTable

    @property
    def version(self) -> str:
        """What tells these tables from others: equal versions, equal answers. '' for the packaged tables."""
        own = "" if self.synonyms == default_synonyms() else self.synonyms.version
        parts = (("synonyms", own), ("dictionary", self.dictionary.version), ("tags", self.tags.version))
        return " ".join(f"{name}:{version}" for name, version in parts if version)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Within it, texts are read with these tables."""
        with cutting_by(self.dictionary), standing_for(self.synonyms):
            yield


def tables_of(settings: Settings, namespace: str) -> Tables:
    """The tables of a namespace. Raises InvalidInput for a file that cannot be read, with the line that is wrong."""
    dictionary = _table(settings.dictionary, "dictionary", namespace, read_dictionary)
    return Tables(_synonyms(settings, namespace), dictionary or Dictionary(), tag_table(settings.tag_table, namespace))


def tag_table(path: str, namespace: str) -> TagTable:
    """The table of tags of a namespace; without a file an empty one, which lets every tag through."""
    return _table(path, "tag_table", namespace, read_tags) or TagTable()


def further_rules(path: str, namespace: str) -> tuple[Rule, ...]:
    """The user's own rules for sentences, none for ''."""
    return _table(path, "sentence_rules", namespace, read_rules) or ()


def _synonyms(settings: Settings, namespace: str) -> Synonyms:
    read = _synonyms_beside if settings.synonyms_packaged else _synonyms_alone
    own = _table(settings.synonyms, "synonyms", namespace, read)
    if own is None:
        return default_synonyms() if settings.synonyms_packaged else _synonyms_alone("", "")
    return own


def _synonyms_beside(text: str, file: str) -> Synonyms:
    return read_synonyms([text], packaged=True)


def _synonyms_alone(text: str, file: str) -> Synonyms:
    return read_synonyms([text])


def _table(path: str, setting: str, namespace: str, read: Callable[[str, str], T]) -> T | None:
    """What a file of a setting says; None without one."""
    if not path:
        return None
    # a namespace may be any text: as a part of a path it must not lead elsewhere
    file = path.replace(NAMESPACE, quote(namespace, safe="").replace(".", "%2E"))
    try:
        state = Path(file).stat()
    except FileNotFoundError as error:
        if NAMESPACE in path:
            return None
        raise _unreadable(file, setting, error) from None
    except OSError as error:
        raise _unreadable(file, setting, error) from None
    found: T = _parsed(file, setting, (state.st_mtime_ns, state.st_size), read)
    return found


@lru_cache(maxsize=256)
def _parsed(file: str, setting: str, state: tuple[int, int], read: Callable[[str, str], T]) -> T:
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(file, setting, error) from None
    return read(text, file)


def _unreadable(file: str, setting: str, error: Exception) -> InvalidInput:
    why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", "") or str(error)
    return InvalidInput(f"{file} of the setting {setting} cannot be read: {why}", setting=setting)
