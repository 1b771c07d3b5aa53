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
from graphcue.language.words import base_form, data_lines, is_stop_word

MOST = 12
"""Words that one word leads to; of more, those that were written first."""
_TABLES = ("synonyms_mixed.txt", "synonyms_en.txt", "synonyms_zh.txt")
_PHRASE = re.compile(r"[^\W_]+(?:[_\-.'/+#&]+[^\W_]+)*")
_Group = tuple[bool, list[str]]


@dataclass(frozen=True, slots=True)
class Synonyms:
    """What each word leads to; equal where the tables say the same."""

    version: str
    _leads: Mapping[str, tuple[str, ...]] = field(repr=False, compare=False)

    def of(self, word: str) -> tuple[str, ...]:
        """The words that this one leads to, as `read_words` gives words: sorted, without itself, at most `MOST`."""
        return self._leads.get(word, ())


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
            message = f"Line {number} of synonym table {table} {problem}. Write at least two words apart by blanks."
            raise InvalidInput(message, field="synonyms", table=table, line=number)
        groups.append(group)
    return groups


def _problem(words: list[str]) -> str:
    odd = [word for word in words if not _PHRASE.fullmatch(word)]
    if odd:
        return f"has {odd[0]!r}, which is not a word"
    if len(set(words)) < len(words):
        return f"has {next(word for word in words if words.count(word) > 1)!r} twice"
    return "" if len(words) > 1 else "has fewer than two words"


def _group(line: str) -> _Group:
    written = line.strip()
    mutual = written.startswith("=")
    return mutual, written.removeprefix("=").split()


def _joined(groups: Iterable[_Group]) -> Synonyms:
    found: dict[str, dict[str, None]] = {}  # a dict as an ordered set
    for mutual, written in groups:
        words = [base_form(word) for word in written if word.isalnum() and not is_stop_word(word)]
        # a head that is passed over leads nowhere: the next word must not take its place
        heads = words if mutual else words[:1] if words and words[0] == base_form(written[0]) else []
        for head in heads:
            for word in words:
                if word != head:
                    found.setdefault(head, {})[word] = None
                    found.setdefault(word, {})[head] = None
    leads = {word: tuple(sorted(list(others)[:MOST])) for word, others in sorted(found.items())}
    said = "\n".join(f"{word} {' '.join(others)}" for word, others in leads.items())
    return Synonyms(hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16], leads)
