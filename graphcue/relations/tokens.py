"""A question → tokens: the names, times, projects and memories it names, the words of the table, and the rest as it stands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from graphcue.language.folding import HAN, fold_name
from graphcue.language.statuses import status_words
from graphcue.language.times import find_times
from graphcue.relations.vocabulary import Vocabulary

PERSON, ENTITY, PROJECT, TIME, MEMORY, TAG = "person", "entity", "project", "time", "memory", "tag"
IDENTIFIER, SERIES, REST = "identifier", "series", "rest"
NAMED = frozenset((PERSON, ENTITY, PROJECT, TIME, MEMORY, TAG, IDENTIFIER))
THINGS = frozenset((ENTITY, TAG, IDENTIFIER, REST))
KNOWN_SERIES = frozenset(("adr", "pep", "rfc", "kep", "jep", "sip", "dr", "tep", "kip", "bip", "eip", "rep", "fep"))

_REFERENCE = re.compile(
    r"(?<![\w/.-])(?:[a-z]{2,12}[-_ #]?#?[0-9]{1,6}|#[0-9]{1,6}|[\w.-]+(?:/[\w.-]+)+|[a-z][a-z0-9]{26})(?![\w/])",
    re.ASCII,
)
_QUOTED = re.compile(r"\[\[([^\[\]]+)\]\]|[\"“”「『《]([^\"“”「」『』《》]{2,120})[\"“”」』》]")
_TITLE_AFTER = re.compile(r" ?[(（](?:[^()（）]|[(（][^()（）]*[)）])*[)）]")
_IDENTIFIER = re.compile(
    r"(?<![\w.-])[a-z0-9]+(?:[_./-][a-z0-9]+)*_[a-z0-9]+(?:[_./-][a-z0-9]+)*(?![\w])|(?<![\w.-])[a-z0-9]+(?:\.[a-z0-9]+)+(?![\w])",
    re.ASCII,
)
_SERIES = re.compile(r"(?<![a-z0-9_])([a-z]{2,7})(?![a-z0-9_])", re.ASCII)
_ALWAYS = "的了过被由吗呢吧啊嘛"
_ALONE = "在于和与跟及是有中里对为上下内到从都还也就把给让会做能可以,，。.?？!！:：;；、()（）'\"“” -—"


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch [start, end) of the folded question, what it is (`kind`) and what it stands for (`value`).

    For a time `value` is `start:end` in ms UTC, either may be empty; for names the keys parted by spaces.
    """

    kind: str
    value: str
    text: str
    start: int
    end: int


def tokens(question: str, vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens of a question, in order; what is left between them is `rest`."""
    folded = fold_name(question)
    placed = _without_overlap(_named(folded, question, vocabulary))
    found: list[Token] = []
    reached = 0
    for token in [*placed, Token("end", "", "", len(folded), len(folded))]:
        found += _words(folded, reached, token.start, vocabulary)
        found.append(token)
        reached = token.end
    return tuple(found[:-1])


def _named(folded: str, question: str, vocabulary: Vocabulary) -> Iterator[Token]:
    """Everything that is named, overlapping still."""
    yield from _memories(folded, question, vocabulary)
    yield from _projects(folded, vocabulary)
    for time in find_times(folded, vocabulary.now, vocabulary.zone):
        bounds = ":".join("" if moment is None else str(moment) for moment in (time.start, time.end))
        yield _token(TIME, bounds, folded, time.text_start, time.text_end)
    for found in vocabulary.names.find(folded):
        people = [key for key in found.keys if vocabulary.is_person(key)]
        keys = people or list(found.keys)
        yield _token(PERSON if people else ENTITY, " ".join(keys), folded, found.start, found.end)
    for match in _IDENTIFIER.finditer(folded):
        yield _token(IDENTIFIER, match.group(), folded, *match.span())
    yield from _series(folded, question, vocabulary)


def _series(folded: str, question: str, vocabulary: Vocabulary) -> Iterator[Token]:
    """`PEPs` and `ADR`: what some memories are numbered as, in capitals, or one that everybody knows."""
    for match in _SERIES.finditer(folded):
        name = match.group(1) if match.group(1) in KNOWN_SERIES else match.group(1).removesuffix("s")
        if name in KNOWN_SERIES or (_is_acronym(question, match.group(1)) and vocabulary.known([f"series:{name}"])):
            yield _token(SERIES, name, folded, *match.span())


def _is_acronym(question: str, folded: str) -> bool:
    written = as_written(question, folded).removesuffix("s")
    return len(written) > 1 and written.isupper()


def _memories(folded: str, question: str, vocabulary: Vocabulary) -> Iterator[Token]:
    for match in _REFERENCE.finditer(folded):
        id = vocabulary.memory_called(as_written(question, match.group()))
        if id:
            title = _TITLE_AFTER.match(folded, match.end())
            yield _token(MEMORY, id, folded, match.start(), title.end() if title else match.end())
    for match in _QUOTED.finditer(folded):
        id = vocabulary.memory_called(as_written(question, match.group(1) or match.group(2)))
        if id:
            yield _token(MEMORY, id, folded, *match.span())


def _projects(folded: str, vocabulary: Vocabulary) -> Iterator[Token]:
    for name, project in vocabulary.projects.items():
        if name in words():
            continue
        for match in re.finditer(re.escape(name), folded):
            if _free(folded, *match.span()):
                yield _token(PROJECT, project, folded, *match.span())


def _free(text: str, start: int, end: int) -> bool:
    """Whether no word of an alphabet goes on at the ends."""
    return not any(0 < at < len(text) and _latin(text[at - 1]) and _latin(text[at]) for at in (start, end))


def _latin(char: str) -> bool:
    return char in "_-" or (char.isalnum() and not re.match(f"[{HAN}]", char))


_PRIORITY = (MEMORY, PERSON, PROJECT, TIME, ENTITY, IDENTIFIER, SERIES)


def _without_overlap(found: Iterable[Token]) -> list[Token]:
    """The longest of what overlaps; among equals a memory, then a person, a project, a time, an entity."""
    order = sorted(found, key=lambda one: (one.start - one.end, _PRIORITY.index(one.kind), one.start, one.value))
    kept: list[Token] = []
    for one in order:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _words(folded: str, start: int, end: int, vocabulary: Vocabulary) -> Iterator[Token]:
    """The tokens of a stretch in which nothing is named: words of the table, series, tags, and the rest."""
    reached = start
    for match in matcher().finditer(folded, start, end):
        if match.end() > end:
            break
        yield from _rest(folded, reached, match.start(), vocabulary)
        category = words()[match.group()]
        kind, _, value = category.partition(" ")
        yield _token(kind, value, folded, *match.span())
        reached = match.end()
    yield from _rest(folded, reached, end, vocabulary)


def _rest(folded: str, start: int, end: int, vocabulary: Vocabulary) -> Iterator[Token]:
    """The rest of a stretch, without the small words at its ends."""
    before, start, end, after = _trimmed(folded, start, end)
    yield from before
    if start < end:
        yield from _divided(folded, start, end, vocabulary)
    yield from after


def _trimmed(folded: str, start: int, end: int) -> tuple[list[Token], int, int, list[Token]]:
    before: list[Token] = []
    after: list[Token] = []
    while start < end and folded[start] in _ALWAYS + " ,，。.?？!！:：;；、'\"“”":
        before += _small(folded, start)
        start += 1
    while start < end and folded[end - 1] in _ALWAYS + " ,，。.?？!！:：;；、'\"“”":
        end -= 1
        after += _small(folded, end)
    if end - start == 1 and folded[start] in _ALONE:
        before += _small(folded, start)
        start += 1
    return before, start, end, after[::-1]


_SMALL = {
    "的": "de",
    "被": "passive",
    "由": "by",
    "在": "in",
    "和": "and",
    "与": "and",
    "跟": "and",
    "及": "and",
    "、": "and",
    "都": "filler",
}


def _small(folded: str, at: int) -> list[Token]:
    char = folded[at]
    if char.isspace() or not (char.isalnum() or char == "、"):
        return []
    return [_token(_SMALL.get(char, "filler"), "", folded, at, at + 1)]


def _divided(folded: str, start: int, end: int, vocabulary: Vocabulary) -> Iterator[Token]:
    """A tag or cue that some memory has, or plain rest."""
    text = folded[start:end]
    tags = vocabulary.known([f"tag:{text}", f"cue:{text}"])
    if tags:
        yield _token(TAG, " ".join(sorted(tags)), folded, start, end)
    else:
        yield _token(REST, text, folded, start, end)


def _token(kind: str, value: str, folded: str, start: int, end: int) -> Token:
    return Token(kind, value, folded[start:end], start, end)


def as_written(question: str, folded: str) -> str:
    """The stretch of the question that was folded to this, as it stands there; the folded one where it cannot be told."""
    pattern = r"\s*".join(re.escape(char) if not char.isspace() else r"\s+" for char in folded)
    match = re.search(pattern, question, re.IGNORECASE)
    return match.group() if match else folded


@cache
def words() -> dict[str, str]:
    """Folded phrase → its category, with a value after a space: `role author`, `status rejected`."""
    found: dict[str, str] = {}
    text = resources.files("graphcue.relations").joinpath("data/question_words.txt").read_text("utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            category, _, phrases = line.partition(":")
            for phrase in phrases.split(","):
                found.setdefault(fold_name(phrase), category)
    for word, status in status_words().items():
        found.setdefault(word, f"status {status}")
    return {phrase: category for phrase, category in found.items() if category != "plain"}


@cache
def matcher() -> re.Pattern[str]:
    """All phrases of the table, the longest first; those of an alphabet at word borders only."""
    ordered = sorted(words(), key=lambda phrase: (-len(phrase), phrase))
    latin = "|".join(re.escape(phrase) for phrase in ordered if not re.match(f"[{HAN}]", phrase))
    han = "|".join(
        re.escape(phrase)
        for phrase in ordered
        if (re.match(f"[{HAN}]", phrase) and len(phrase) > 1) or phrase in ("谁", "哪")
    )
    return re.compile(rf"(?<![a-z0-9_])(?:{latin})(?![a-z0-9_])|{han}|(?<=[a-z0-9_ ])仓")
