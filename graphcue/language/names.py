"""Names that a text says though nobody declared them, by rules: for people to look at and declare. Nothing is linked by them.

People: appellations (小王, 张总, Dr. Okafor), Chinese full names where a sentence has a place for one, and words with capitals.
Organisations: what ends as one does (公司, 大学, Inc), and a few that everybody knows. A rule rather misses somebody than
makes a person of a word.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from graphcue.language.folding import fold_with_offsets, has_han
from graphcue.language.names_in_fields import DOUBLE_SURNAMES, SURNAMES
from graphcue.language.words import data_lines

PERSON, ORGANISATION = "person", "organisation"
_HAN = "\u4e00-\u9fff"
_SURNAME = f"(?:{'|'.join(DOUBLE_SURNAMES)}|[{''.join(sorted(SURNAMES))}])"
_FAMILY = "".join(sorted(SURNAMES))
_DOUBLE = "|".join(DOUBLE_SURNAMES)
_TITLES = (
    "总监|总裁|总(?![是共结之体部数的算计量额线会裁监])|工(?![作程厂人具资业会序时期地])|经理|主任|主管|老师|医生|博士|教授"
    "|部长|局长|院长|校长|处长|科长|律师|先生|女士|同学|师傅|董事长"
)
_STARTS = f"(?:^|(?<=[^{_HAN}])|(?<=[和与跟给找请让由问、对向在]))"
_BEFORE = (
    "(?:^|(?<=[，。、；：！？\\s,.:;!?（(“])|(?<=[由和与跟给找请让向被对叫问的])|(?<=见了)|(?<=根据)|(?<=系人)|(?<=责人)"
    "|(?<=交给了)|(?<=事长))"
)
"""Where a sentence has a place for somebody, and below what goes on after them."""
_AFTER = (
    "(?=$|[，。、；：！？\\s,.;:!?@（()）]|[和与跟说都也已在把将要是来从谈做见写看提问让请批查]|负责|提交|决定|确认|参加|主持|开会"
    "|讨论|签收|一起|同意|觉得|建议|拍板|出席|过生日|对了|发了|反馈|认为|表示|反对|支持|完成|会(?!议))"
)
_FULL = re.compile(
    f"{_BEFORE}(?P<name>(?:{_DOUBLE})[{_HAN}]{{1,2}}?|(?!{_DOUBLE})[{_FAMILY}][{_HAN}]{{1,2}}?)"
    f"(?:(?P<of>的(?!话))|{_AFTER})"
)
_ROW = re.compile(f"{_BEFORE}((?:{_SURNAME}[{_HAN}]{{1,2}}?){{2,4}}){_AFTER}")
_NICK = re.compile(f"{_STARTS}([小老阿](?![时米于计康麦家板路包白区费关常])[{_FAMILY}明])(?=[^板师家友])")
_TITLED = re.compile(f"{_STARTS}({_SURNAME}(?:{_TITLES}))")
_PLACE_ENDS = "口井店河山市县镇村路街桥湖岛港湾省州"
_HAN_ORGANISATION = re.compile(f"{_STARTS}([{_HAN}]{{2,10}}?(?:有限公司|公司|集团|大学|学院|银行|医院|研究院|实验室))")
_KNOWN = tuple(word for line in data_lines("organisations.txt") for word in line.split())
_KNOWN_ONES = re.compile("|".join(f"(?<![A-Za-z]){name}(?![A-Za-z])" if name.isascii() else name for name in _KNOWN))
_PRODUCT = re.compile(" ?(?:地图|手机|云|网盘|文档|Maps|Drive|Cloud|Chrome)")
_WORD = "[A-Z][a-z]+(?:[-'][A-Z]?[a-z]+)?"
_ASKED = "|".join(
    rf"(?<=\b{word} ){_WORD}" for word in ("Ask", "ask", "Assigned to", "assigned to", "Talked to", "talked to")
)
_SAYS = "said|says|wrote|thinks|thought|asked|agreed|approved|decided"
_LATIN = re.compile(
    rf"(?P<organisation>(?:{_WORD} )+(?:Inc|Ltd|LLC|GmbH|Corp|Labs|University|Bank)\b)"
    rf"|(?P<title>(?:Dr|Mr|Mrs|Ms|Prof)\.? {_WORD}(?: {_WORD})?)|(?P<initial>(?:[A-Z]\. ?)+{_WORD})"
    rf"|(?P<two>{_WORD} {_WORD})|(?P<one>{_ASKED}|^{_WORD}(?= (?:{_SAYS})\b))"
)
_NO_NAMES = frozenset(word for line in data_lines("no_names_en.txt") for word in line.split())


@dataclass(frozen=True, slots=True)
class Named:
    """A name at [start, end) of the text as written, of a person or an organisation, and the rule that found it."""

    text: str
    kind: str
    start: int
    end: int
    rule: str


_ENDINGS = (
    (_NICK, PERSON, "nickname"),
    (_TITLED, PERSON, "title"),
    (_HAN_ORGANISATION, ORGANISATION, "ending"),
)


def find_names(text: str) -> tuple[Named, ...]:
    """The names in a text, in order, never overlapping; the first of those that begin at one place is the surest."""
    found = [*_latin(text), *_known(text)]
    if has_han(text):
        folded = fold_with_offsets(text)
        for start, end, kind, rule in _chinese(folded.text):
            written = folded.written(start, end)
            found.append(Named(text[slice(*written)], kind, *written, rule))
    kept: list[Named] = []
    for one in sorted(found, key=lambda named: (named.start, -named.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def _chinese(text: str) -> Iterator[tuple[int, int, str, str]]:
    for pattern, kind, rule in _ENDINGS:
        for match in pattern.finditer(text):
            yield *match.span(1), kind, rule
    at = 0
    while full := _FULL.search(text, at):
        at = full.start("name") + 1
        if _is_name(full["name"]) and not (full["of"] and len(full["name"]) == 2 and full.start("name") == 0):
            yield *full.span("name"), PERSON, "full name"
    for match in _ROW.finditer(text):
        start = match.start(1)
        for name in re.findall(f"{_SURNAME}[{_HAN}]{{1,2}}?(?={_SURNAME}|$)", match[1]):
            at = text.index(name, start)
            if _is_name(name):
                yield at, at + len(name), PERSON, "names in a row"
            start = at + len(name)


def _is_name(name: str) -> bool:
    """Not for a word of the dictionary (温度, 白名单), for words side by side (谈 合作), nor for a place (张家口)."""
    if name in _KNOWN or (len(name) == 3 and name[-1] in _PLACE_ENDS):
        return False
    (first, kind), *rest = _tagger()(name)
    if not rest:
        return kind.startswith("nr")
    return first in SURNAMES | {*DOUBLE_SURNAMES} and not any(tag.startswith(("v", "p", "u")) for _, tag in rest)


@cache
def _tagger() -> Callable[[str], list[tuple[str, str]]]:
    import rjieba

    tag: Callable[[str], list[tuple[str, str]]] = rjieba.tag
    return tag


def _known(text: str) -> Iterator[Named]:
    for match in _KNOWN_ONES.finditer(text):
        if not _PRODUCT.match(text, match.end()):
            yield Named(match[0], ORGANISATION, *match.span(), "known")


def _latin(text: str) -> Iterator[Named]:
    at = 0
    while match := _LATIN.search(text, at):
        rule = match.lastgroup or ""
        words = [word.strip(".") for word in match[0].split()]
        if rule != "title" and any(word.lower() in _NO_NAMES for word in words):
            at = match.start() + len(words[0])
            continue
        at = match.end()
        yield Named(match[0], ORGANISATION if rule == "organisation" else PERSON, *match.span(), rule)
