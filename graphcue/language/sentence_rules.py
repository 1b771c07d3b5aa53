"""Who did what, from sentences: `由张三决定`, `decided by Ana Ruiz`, `Ana Ruiz will write the tests by Friday`.

The rules are lines of data/sentence_rules.txt, and of a file of the user's own (setting `sentence_rules`): `role: words with
{person} once`; {thing} and {time} stand for some words; // begins a comment. A name must look like one: Chinese names
begin with a family name, others are two to four words with capitals, as in rules that are all ASCII; so a rule rather misses
somebody than makes a person of a word.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from graphcue.errors import InvalidInput
from graphcue.language.names_in_fields import is_han_name
from graphcue.language.words import data_lines

_HAN_NAME = r"(?P<han>[\u4e00-\u9fff]{2,4}?)"
_LATIN_NAME = r"(?P<latin>[A-Z][\w'’.-]*(?: (?:[A-Z][\w'’-]*|[A-Z]\.|van|von|de|der)){1,3})"
_BEFORE_HAN = r"(?:(?<=[，。；、：:！？\s)）])|(?<=最后)|(?<=最终)|(?<=后来)|(?<=会上)|^)"
_PLACES = {"{thing}": r"[^.;\n]{2,120}?", "{time}": r"[^.;,\n]{2,40}"}
_PLACE = re.compile(r"\{[^{}]*\}")
ROLES = (
    "decider",
    "approver",
    "presenter",
    "author",
    "assignee",
    "attendees",
    "reviewer",
    "sponsor",
    "scribe",
    "chair",
    "people",
)
"""The roles in which a rule may put somebody."""
_SENTENCE = re.compile(r"[^。！？!?\n]+")


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody in a role, as a sentence tells; `rule` is the line that read it."""

    role: str
    name: str
    rule: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: the role, the line as written, what must stand in a text before it is tried, how it reads."""

    role: str
    line: str
    trigger: str
    pattern: re.Pattern[str]


@lru_cache(maxsize=4096)
def told_by_sentences(text: str, further: tuple[Rule, ...] | None = None) -> tuple[Told, ...]:
    """The people whom the sentences of a text put in a role, in the order of the rules, each once; by `further` rules
    alone, if they are given."""
    low = text.casefold()
    rules = _rules() if further is None else further
    found: dict[tuple[str, str], Told] = {}
    for rule in (rule for rule in rules if rule.trigger in low):
        for sentence in _SENTENCE.findall(text):
            for name in _names(rule.pattern, sentence):
                found.setdefault((rule.role, name), Told(rule.role, name, rule.line))
    return tuple(found.values())


def _names(pattern: re.Pattern[str], sentence: str) -> list[str]:
    """The names that a pattern finds; what is no name is tried again from its next character."""
    found, at = [], 0
    while match := pattern.search(sentence, at):
        name = _name(match)
        found += [name] if name else []
        at = match.end() if name else match.start() + 1
    return found


def _name(match: re.Match[str]) -> str:
    groups = match.groupdict()
    han = groups.get("han") or ""
    return han if han and is_han_name(han) else (groups.get("latin") or "").rstrip(".")


def read_rules(text: str, file: str) -> tuple[Rule, ...]:
    """The rules that the lines of a file write. Raises InvalidInput with the number of the line that is none."""
    lines = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    return tuple(_rule(line, f"{file}:{n}") for n, line in lines if line.strip() and not line.lstrip().startswith("//"))


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(_rule(line, "sentence_rules.txt") for line in data_lines("sentence_rules.txt"))


def _rule(line: str, place: str) -> Rule:
    role, colon, written = (part.strip() for part in line.partition(":"))
    problem = _problem(role, colon, written)
    if problem:
        raise InvalidInput(f"{place}: {problem}", setting="sentence_rules", line=place.rpartition(":")[2])
    return Rule(role, written, _trigger(written), _pattern(written))


def _problem(role: str, colon: str, written: str) -> str:
    """Why a line is no rule, '' for one that is."""
    if not colon:
        return "a rule is `role: words with {person}`"
    if role not in ROLES:
        return f"there is no role {role!r}; use one of {', '.join(ROLES)}"
    places = _PLACE.findall(written)
    unknown = [place for place in places if place not in ("{person}", *_PLACES)]
    if unknown or set(_PLACE.sub("", written)) & {"{", "}"}:
        return f"{unknown[0] if unknown else 'a brace'} stands for nothing; use {{person}}, {', '.join(_PLACES)}"
    if places.count("{person}") != 1:
        return "a rule has {person} just once"
    return "" if _trigger(written) else "a rule needs words beside its places"


def _trigger(written: str) -> str:
    """What must stand in a text before the rule is tried: the longest piece of it between its places."""
    return max(re.split(r"\{[a-z]+\}", written), key=len).strip().casefold()


def _pattern(written: str) -> re.Pattern[str]:
    latin = written.isascii()
    name = _LATIN_NAME if latin else (_BEFORE_HAN if written.startswith("{person}") else "") + _HAN_NAME
    pieces = [
        _PLACES.get(part, name if part == "{person}" else _literal(part)) for part in re.split(r"(\{[a-z]+\})", written)
    ]
    pattern = "".join(pieces)
    return re.compile(rf"\b{pattern}\b" if latin else pattern)


def _literal(part: str) -> str:
    """The words of a rule in any case."""
    return f"(?i:{re.escape(part)})" if part else ""
