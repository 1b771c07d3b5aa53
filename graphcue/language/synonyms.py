"""Words that lead to one another: a table of both languages that users can replace and extend.

One group a line, words apart by blanks. The first word leads to each of the others and each of them back to it; in a
line that begins with `=` all of them lead to one another. Lines that begin with `//` are comments. What cannot stand in
a text as one word (`due_date`, `e-mail`) and what carries nothing (`the`, 的) is passed over.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from graphcue.errors import InvalidInput
from graphcue.language.folding import fold
from graphcue.language.words import base_form, chinese_stop_words, data_lines, english_stop_words

MOST = 12
"""Words that one word leads to; of more, those that were written first."""
LONGEST_LINE = 200
"""Words of one line of a user's table."""
_TABLES = ("synonyms_mixed.txt", "synonyms_en.txt", "synonyms_zh.txt")
_PHRASE = re.compile(r"[^\W_]+(?:[_\-.'/+#&]+[^\W_]+)*")
_Group = tuple[bool, list[str]]


@dataclass(frozen=True, slots=True)
class Synonyms:
    """What each word leads to; `version` is a hash of the groups: equal tables, equal answers."""

    version: str
    _leads: Mapping[str, str] = field(repr=False, compare=False)

    def of(self, word: str) -> tuple[str, ...]:
        """The words that this one leads to, as `read_words` gives words: sorted, without itself, at most `MOST`."""
        written = self._leads.get(word)
        if written is None:
            return ()
        others = dict.fromkeys(written.split())
        others.pop(word, None)
        return tuple(sorted(list(others)[:MOST]))


@cache
def default_synonyms() -> Synonyms:
    """The packaged tables of both languages, which stand folded in their files."""
    return _joined(_group(line) for name in _TABLES for line in data_lines(name))


def read_synonyms(texts: Iterable[str]) -> Synonyms:
    """Tables of one's own. InvalidInput names the line, and the text where there are several."""
    return _joined([group for table, text in enumerate(texts, 1) for group in _checked(text, table)])


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
    mutual = written.startswith("=")
    return mutual, written.removeprefix("=").split()


def _joined(groups: Iterable[_Group]) -> Synonyms:
    stop_words = english_stop_words() | chinese_stop_words()
    leads: dict[str, str] = {}
    said = []
    for mutual, written in groups:
        usable = [word for word in written if word.isalnum() and word not in stop_words]
        # a head that is passed over leads nowhere: the next word must not take its place
        if len(usable) < 2 or not (mutual or usable[0] == written[0]):
            continue
        # no Chinese word has another form
        words = [base_form(word) if word[0] < "\u3005" else word for word in usable]
        said.append(("= " if mutual else "") + " ".join(words))
        for place, head in enumerate(words if mutual else words[:1], 1):
            others = words[place:]
            leads[head] = " ".join([leads[head], *others] if head in leads else others)
            for word in others:
                leads[word] = f"{leads[word]} {head}" if word in leads else head
    version = hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Synonyms(version, leads)
