"""Chinese names ↔ how they are written in Latin letters. Used when a question is asked, never to make two names one."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product

from graphcue.language.folding import fold_name, has_han

SURNAMES = {
    "单": "shan", "曾": "zeng", "解": "xie", "仇": "qiu", "朴": "piao", "查": "zha", "盖": "ge", "缪": "miao", "乐": "yue",
    "区": "ou", "任": "ren", "尉迟": "yuchi", "宓": "mi", "员": "yun", "召": "shao", "冼": "xian", "折": "she", "句": "gou",
    "秘": "bi", "洗": "xian", "燕": "yan", "纪": "ji", "华": "hua", "繁": "po", "黑": "he", "那": "na", "重": "chong",
    "晁": "chao", "种": "chong", "尹": "yin", "覃": "qin", "长孙": "zhangsun", "万俟": "moqi", "澹台": "tantai", "呙": "guo",
    "翟": "zhai", "牟": "mou", "佴": "nai", "卜": "bu", "应": "ying", "宿": "su", "逄": "pang", "隗": "kui", "适": "kuo",
    "车": "che", "石": "shi", "沈": "shen", "郇": "xun", "贾": "jia", "都": "du", "葛": "ge", "广": "guang", "降": "jiang",
}  # fmt: skip
"""Family names whose reading is not that of the character in other words."""

_LATIN = re.compile(r"[a-z'’.·-]+(?:,? [a-z'’.·-]+){0,3}")
LONGEST_READINGS = 64


def readings(name: str) -> frozenset[str]:
    """The ways a name may be written in plain letters without spaces, in either order: `zhangsan` and `sanzhang`.

    Empty for a name that is neither of Chinese characters nor of plain words.
    """
    folded = fold_name(name)
    if has_han(folded):
        return _of_han(folded)
    return _of_latin(folded)


@lru_cache(maxsize=200_000)
def _of_han(name: str) -> frozenset[str]:
    if not 2 <= len(name) <= 4 or not all(has_han(char) for char in name):
        return frozenset()
    first = 2 if name[:2] in SURNAMES or len(name) == 4 else 1
    found: set[str] = set()
    for size in {first, 1}:
        family = [SURNAMES[name[:size]]] if name[:size] in SURNAMES else _spelled(name[:size])
        given = _spelled(name[size:])
        for one, other in product(family, given):
            found |= {one + other, other + one}
    return frozenset(sorted(found)[:LONGEST_READINGS])


def _spelled(text: str) -> list[str]:
    """All readings of the characters, with lü as lv, lyu and lu."""
    from pypinyin import Style, pinyin

    choices = pinyin(text, style=Style.NORMAL, heteronym=True, v_to_u=False)
    joined = ("".join(parts) for parts in product(*[sorted(set(one))[:3] for one in choices]))
    return sorted({form for one in joined for form in _forms(one)})


def _forms(spelled: str) -> Iterable[str]:
    if "v" not in spelled:
        return (spelled,)
    return (spelled, spelled.replace("v", "yu"), spelled.replace("v", "u"))


@lru_cache(maxsize=200_000)
def _of_latin(name: str) -> frozenset[str]:
    plain = plain_letters(name)
    if not _LATIN.fullmatch(plain):
        return frozenset()
    words = [re.sub(r"[^a-z]", "", word) for word in plain.split()]
    turned = [words, [*words[1:], words[0]], [words[-1], *words[:-1]]]
    return frozenset(form for order in turned for form in _forms("".join(order)))


@cache
def _marks() -> dict[int, str]:
    return {ord("ü"): "v", ord("ǖ"): "v", ord("ǘ"): "v", ord("ǚ"): "v", ord("ǜ"): "v"}


def plain_letters(text: str) -> str:
    """The folded text without tone marks and other accents; ü as v."""
    marked = unicodedata.normalize("NFC", fold_name(text)).translate(_marks())
    return "".join(char for char in unicodedata.normalize("NFD", marked) if not unicodedata.combining(char))


def word_orders(name: str) -> frozenset[str]:
    """The folded orders in which a Latin name of two to four words is written: `San Zhang` for `Zhang San`, `ZHANG, San`."""
    folded = fold_name(name)
    words = folded.replace(",", " ").split()
    if has_han(folded) or not 2 <= len(words) <= 4:
        return frozenset()
    return frozenset(" ".join(order) for order in (words, [*words[1:], words[0]], [words[-1], *words[:-1]]))
