"""Words that lead to one another: a table of both languages that users can replace and extend.

One group a line, words apart by blanks. The first word leads to each of the others and each of them back to it; in a
line that begins with `=` all of them lead to one another. In a line with a colon, what stands before it are names of a
kind, and each leads to what is of that kind, but not back: asked about sport, tennis will do; asked about tennis, not
every sport. Lines that begin with `//` are comments. What cannot stand in a text as one
word (`due_date`, `e-mail`) and what carries nothing (`the`, 的) is passed over.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache

from graphcue.errors import InvalidInput
from graphcue.language.folding import fold
from graphcue.language.words import base_form, chinese_stop_words, data_lines, english_stop_words

MOST = 12
"""Words that one word leads to; of more, those that were written first."""
MOST_MEMBERS = 64
"""Members that a kind leads to; of more, those that were written first."""
LONGEST_LINE = 200
"""Words of one line of a user's table."""
_TABLES = ("synonyms_mixed.txt", "synonyms_en.txt", "synonyms_zh.txt", "kinds_en.txt", "kinds_zh.txt")
_PHRASE = re.compile(r"[^\W_]+(?:[_\-.'/+#&]+[^\W_]+)*")
_COLON = ":"
_Group = tuple[str, list[str]]
"""How the words of a line lead to one another: from the first (empty), mutually (`=`), from those before a colon
(which is one of the words) to those after it (`:`)."""
_IN_FORCE: ContextVar["Synonyms | None"] = ContextVar("synonyms", default=None)


@dataclass(frozen=True, slots=True)
class Synonyms:
    """What each word leads to; `version` is a hash of the groups: equal tables, equal answers."""

    version: str
    _leads: Mapping[str, str] = field(repr=False, compare=False)
    _members: Mapping[str, str] = field(repr=False, compare=False)

    def of(self, word: str) -> tuple[str, ...]:
        """The words that this one leads to, as `read_words` gives words: sorted, without itself, at most `MOST`."""
        return _first(self._leads.get(word), {word}, MOST)

    def members(self, word: str) -> tuple[str, ...]:
        """What is of the kind that this word names, apart from its synonyms: sorted, at most `MOST_MEMBERS`."""
        return _first(self._members.get(word), {word, *self.of(word)}, MOST_MEMBERS)


def _first(written: str | None, without: Set[str], most: int) -> tuple[str, ...]:
    """The first of the words, sorted."""
    if written is None:
        return ()
    others = [word for word in dict.fromkeys(written.split()) if word not in without]
    return tuple(sorted(others[:most]))


def synonyms_in_force() -> Synonyms:
    """The tables that stand for words now: the packaged ones, or those of a `standing_for`."""
    return _IN_FORCE.get() or default_synonyms()


@contextmanager
def standing_for(synonyms: Synonyms | None) -> Iterator[None]:
    """Within it, these are the synonyms; None: the packaged ones. Ambient, as `words.cutting_by` is."""
    token = _IN_FORCE.set(synonyms)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


@cache
def default_synonyms() -> Synonyms:
    """The packaged tables of both languages, which stand folded in their files."""
    return _joined(_packaged())


def read_synonyms(texts: Iterable[str], *, packaged: bool = False) -> Synonyms:
    """Tables of one's own, before the packaged ones if these are to count too. InvalidInput names the line, and the text
    where there are several."""
    own = [group for table, text in enumerate(texts, 1) for group in _checked(text, table)]
    return _joined([*own, *(_packaged() if packaged else ())])


def _packaged() -> Iterator[_Group]:
    return (_group(line) for name in _TABLES for line in data_lines(name))


def _checked(text: str, table: int) -> list[_Group]:
    groups = []
    for number, line in enumerate(fold(text).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("//"):
            continue
        group = _group(line)
        if problem := _problem(group[1]):
            message = f"Line {number} of synonym table {table} {problem}. Write two words or more, apart by blanks."
            raise InvalidInput(message, field="synonyms", table=table, line=number)
        groups.append(group)
    return groups


def _problem(words: list[str]) -> str:
    words = [word for word in words if word != _COLON]
    odd = [word for word in words if not _PHRASE.fullmatch(word)]
    if odd:
        return f"has {odd[0]!r}, which is not a word"
    if len(set(words)) < len(words):
        return f"has {next(word for word in words if words.count(word) > 1)!r} twice"
    if len(words) > LONGEST_LINE:
        return f"has more than {LONGEST_LINE} words"
    return "" if len(words) > 1 else "has fewer than two words"


def _group(line: str) -> _Group:
    written = line.strip()
    if written.startswith("="):
        return "=", written.removeprefix("=").split()
    heads, colon, members = written.partition(_COLON)
    return (_COLON, [*heads.split(), _COLON, *members.split()]) if colon else ("", written.split())


def _joined(groups: Iterable[_Group]) -> Synonyms:
    stop_words = english_stop_words() | chinese_stop_words()
    leads: dict[str, str] = {}
    members: dict[str, str] = {}
    said = []
    for form, written in groups:
        usable = [word for word in written if word == _COLON or (word.isalnum() and word not in stop_words)]
        # a head that is passed over leads nowhere: the next word must not take its place
        if len(usable) < 2 or not (form or usable[0] == written[0]):
            continue
        # no Chinese word has another form
        words = [base_form(word) if word[0] < "\u3005" else word for word in usable]
        said.append(f"{form} {' '.join(words)}")
        if form == _COLON:
            _kind(members, words)
            continue
        for place, head in enumerate(words if form else words[:1], 1):
            others = words[place:]
            leads[head] = " ".join([leads[head], *others] if head in leads else others)
            for word in others:
                leads[word] = f"{leads[word]} {head}" if word in leads else head
    version = hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Synonyms(version, leads, members)


def _kind(members: dict[str, str], words: list[str]) -> None:
    """Nothing; the names of the kind lead to its members too."""
    colon = words.index(_COLON)
    for head in words[:colon]:
        members[head] = " ".join([*members.get(head, "").split(), *words[colon + 1 :]])
