"""The value of a field → the people named in it, with organisation and handle; groups and blanks are no people."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严金魏陶姜戚谢邹喻柏水窦章苏潘葛范彭郎鲁韦马苗凤方俞任袁柳"
    "鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄穆萧肖尹姚邵湛汪祁毛狄米贝明臧计伏成戴谈"
    "宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫经房裘缪干解"
    "应宗丁宣邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁荀惠甄曲封芮储靳段焦巴牧山谷车侯候全班仰仲伊宫宁仇栾甘厉祖武符刘景"
    "詹束龙叶幸司黎薄印怀蒲邰鄂索赖卓屠蒙池乔阴闻党翟谭劳申扶堵冉宰桑桂牛寿通边燕浦尚农温别庄晏柴瞿阎充慕连习艾鱼容"
    "向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧沃利蔚越隆师巩聂晁敖融冷辛那简饶曾沙鞠关相查红游权盖益桓公揣"
    "佘佟涂佴帅商牟后海岳冒仝闫户苑代兰原由靖滑禹逯苟集凡随卿矫贡隗缑亢况门邸初仉粟丛揭占战"
)
"""The hundred family names and those that are common today; it decides between a name and an organisation only."""

DOUBLE_SURNAMES = (
    "欧阳",
    "上官",
    "司马",
    "诸葛",
    "夏侯",
    "皇甫",
    "尉迟",
    "公孙",
    "慕容",
    "令狐",
    "司徒",
    "端木",
    "东方",
)
_ORGANISATION = re.compile(
    r"公司|集团|大学|学院|研究|科技|中心|软件|基金|委员|组织|实验室|工作组|使能部|部门|[部院所厂会局处]$"
    r"|华为|中兴|腾讯|阿里|百度|小米|(?:sig|team|inc|ltd|corp|group)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"(?:(?:all|none|nobody|everyone|everybody|tbd|todo|n/?a|nil|null|unknown|various|team|me|us|we|待定|待补充|待确认|未定|暂无|无"
    r"|没有|同上|其他|其它|不详|未知|大家|我们|空|略|等|人员|以上)(?:[ .。]*)"
    r"|(?:全体|全部|所有|各|与会|参会|相关|以上|大家|其他|其它|多个|若干).*"
    r"|.*(?:代表|团队|成员|人员|小组|组长|全员|众人|伙伴|厂商|单位|负责人|责任人|开发者|志愿者|组员|领导|专家|社区|议题[一二三四五六七八九十\d]*)"
    r"|[\W\d_]*|(?:jr|sr|ii|iii)\.?|sig[_-].*|.*[_-]sig|.*\b(?:sig|team|group|members|committee|council|board|community|all)\b.*)",
    re.IGNORECASE,
)
_NOT_APPLICABLE = re.compile(r"n\s*/\s*a[.。]?", re.IGNORECASE)
_AND_MORE = re.compile(r"(?:等等?(?:[共一]?[ \d多余几]*(?:[人位名]|人员|同学|老师|专家)?)?|et al\.?|and others)$")
_SEPARATORS = re.compile(
    r"[、，,；;/／|\n\t]|\s(?:and|&|与|和|及)\s|(?<=[^\sA-Za-z])\s*&\s*(?=[^\sA-Za-z])|\s{3,}(?![\s\x00@(（])"
)
_JOINED = re.compile(r"([\u4e00-\u9fff]{2,4}?)[和与及]([\u4e00-\u9fff]{2,})")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]\s+|\d{1,2}[.、)）]\s*)")
_LINK = re.compile(r"\[ ?(@?)([^\[\]\n]{0,80})\]\(([^()\s]{0,300})\)?")
_HANDLE_LINK = re.compile(r"@([\w.+-]+)\s*[(（]\s*(?:https?:|[\w.+-]+@)[^()（）]*[)）]?")
_ANGLE = re.compile(r"<[^<>]*>?")
_BRACKETED = re.compile(r"[(（]([^()（）]*)(?:[)）]|$)")
_MAIL = re.compile(r"[\w.+-]+(?:@| at )[\w-]+(?:\.[\w-]+)+")
_HANDLE = re.compile(r"@([\w.+-]+)")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+")
_HAN_NAME = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]{2,4}")
_LATIN_WORD = re.compile(r"[^\W\d_][\w.'’-]*")
_SMALL_WORDS = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "da",
        "di",
        "la",
        "le",
        "del",
        "bin",
        "ibn",
        "al",
        "y",
        "dos",
        "du",
        "ten",
        "ter",
    ]
)
_DASHES = re.compile(r"\s*(?:-{1,2}|—{1,2}|–|_|·(?=\S{2,4}$))\s*")
_AFTER_ORGANISATION = re.compile(r"([^\s:：、，,;；\[(（]{2,20})[:：]\s*(?=\S)")
_BOXED = re.compile(r"\[([^\[\]]+)\](?!\()")
_SPACED_OUT = re.compile(r"^([\u4e00-\u9fff]) ([\u4e00-\u9fff])$")
_NOTE = re.compile(
    r"请假|缺席|线上|线下|远程|主持|记录|代|主讲|待|\d|[，,、|]|适配|协调|制定|对接|管理|开发|测试|维护|跟踪|负责|支持|输出"
    r"|确认|主导|牵头|截止"
)
_PART_TAKEN = re.compile(
    r"(?:co-?|vice[- ]|acting |deputy )?(?:chairs?|chairman|chairwoman|chairperson|convener|secretary|scribe|minutes|minute taker"
    r"|note taker|notes|host|facilitator|moderator|speaker|presenter|author|editor|guest|observer|remote|remotely|online|by phone"
    r"|virtual|in person|late|joined late|left early|part time|partial|proxy.*|via .*|until .*|from .*|mover|seconder|lead|pm|tl"
    r"|主席|副主席|秘书|组长|副组长|嘉宾|观察员|列席)",
    re.IGNORECASE,
)
"""What stands in brackets beside a name and tells of the part somebody takes in a meeting, not of where they belong."""
_INNER_SPACE = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")
_ABSENT = re.compile(r"\s*[-—]\s*(?:请假|缺席|未参加|线上|线下)$")
_LONGEST = 40
_LONGEST_PART = 400
_LONGEST_KEPT = 200


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A person as written in a field; `organisation` and `handle` are '' where none stands beside the name."""

    name: str
    organisation: str = ""
    handle: str = ""


def split_names(value: str) -> tuple[WrittenName, ...]:
    """The people in the value of a field, each once, in the order they stand.

    `任小林 [@ren](url)`, `Name <a@b>`, `张三（深蓝云）`, `深蓝云-孙小鑫` and `深蓝云：张三、李四` are understood; lists
    are parted by 、 ， , ; / "and" or newlines, Chinese names by spaces too. `全体`, `ALL`, `各厂商代表`, `无`, `TBD`
    are nobody.
    """
    return _split_short(value) if len(value) <= _LONGEST_KEPT else _split(value)


def _split(value: str) -> tuple[WrittenName, ...]:
    found: dict[tuple[str, str], WrittenName] = {}
    for line in value.split("\n"):
        organisation, rest = _leading_organisation(_LIST_MARK.sub("", line))
        for part in () if _NOT_APPLICABLE.fullmatch(rest) else _parts(rest):
            name = _one(part)
            if name:
                name = replace(name, organisation=name.organisation or organisation)
                found.setdefault((name.name, name.organisation), name)
    return tuple(found.values())


_split_short = lru_cache(maxsize=4096)(_split)
"""The same few people stand in most texts, so short values are read once."""


def is_han_name(text: str) -> bool:
    """Whether the text has the shape of a Chinese name and begins with a family name."""
    if not _HAN_NAME.fullmatch(text):
        return False
    return text[:2] in DOUBLE_SURNAMES if len(text) == 4 else text[0] in SURNAMES


def _leading_organisation(line: str) -> tuple[str, str]:
    line = line.strip()
    match = _AFTER_ORGANISATION.match(line)
    if match and is_han_name(match.group(1)):
        return "", match.group(1)
    if match and not match.group(1).lower().startswith("http"):
        return match.group(1).strip("*_ "), line[match.end() :]
    return "", line


def _parts(line: str) -> list[str]:
    """The line cut at its separators, except inside brackets and links."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match.group(0))
        return f"\x00{len(kept) - 1}\x01"

    masked = _ANGLE.sub(keep, _BRACKETED.sub(keep, _LINK.sub(keep, line.replace("\x00", ""))))
    parts = [piece for part in _SEPARATORS.split(masked) for piece in _spaced(part.strip())]
    return [_restore(piece, kept) for piece in parts if piece]


def _restore(text: str, kept: list[str]) -> str:
    while "\x00" in text:
        text = re.sub("\x00(\\d+)\x01", lambda match: kept[int(match.group(1))], text)
    return text


def _spaced(part: str) -> list[str]:
    """Chinese names parted by spaces or 和 are several; single characters apart (`易  见`) are one name."""
    words = part.split()
    if len(words) > 1 and all(_HAN_NAME.fullmatch(word.split("\x00")[0]) for word in words):
        return words
    if len(words) == 2 and all(len(word) == 1 and _HAN.fullmatch(word) for word in words):
        return ["".join(words)]
    joined = _JOINED.fullmatch(part)
    if joined and is_han_name(joined.group(1)) and is_han_name(joined.group(2)):
        return [joined.group(1), joined.group(2)]
    if joined and is_han_name(joined.group(1)) and _GROUP.fullmatch(joined.group(2)):
        return [joined.group(1)]
    return _before_group(part)


def _before_group(part: str) -> list[str]:
    """`李雷及各厂商代表` names 李雷."""
    match = re.fullmatch(r"([\u4e00-\u9fff]{2,4})[及和与](?:各|全体|其他|相关).*", part)
    return [match.group(1)] if match else [part]


def _one(part: str) -> WrittenName | None:
    """The person of one part, None for a group, a blank or a text that is no name."""
    if len(part) > _LONGEST_PART:
        return None
    part, handle = _take_handle(_BOXED.sub(r"\1", part.strip(" \t*`。.!！\"“”'")))
    outer, inside = _brackets(part)
    outer = _AND_MORE.sub("", _MAIL.sub("", outer)).strip(" \t*_`[]-:：()（）")
    outer = _ABSENT.sub("", _SPACED_OUT.sub(r"\1\2", " ".join(outer.split())))
    if not outer:
        return _only_inside(inside, handle or _mail_box(part))
    inner_name, inner_organisation = _divide(_INNER_SPACE.sub("-", inside))
    if inner_organisation and is_han_name(inner_name):
        return WrittenName(inner_name, inner_organisation, handle)
    if _GROUP.fullmatch(outer):
        return None
    if inside.casefold() == outer.casefold():
        return WrittenName(*_divide(outer), handle)
    return _outer(outer, inside, handle)


def _outer(outer: str, inside: str, handle: str) -> WrittenName | None:
    name, organisation = _divide(outer)
    if not _is_name(name):
        return None
    if is_han_name(inside):
        return WrittenName(name if _HAN_NAME.fullmatch(name) else inside, organisation, handle)
    beside = not inside or inside.startswith("http") or _is_note(inside, name) or _are_initials(inside, name)
    return WrittenName(name, organisation or ("" if beside else inside), handle)


def _mail_box(part: str) -> str:
    """The name before the @ of a bare e-mail address."""
    match = _MAIL.search(part)
    box = re.split(r"@| at ", match.group(0))[0] if match else ""
    return box if any(letter.isalpha() for letter in box) else ""


def _brackets(part: str) -> tuple[str, str]:
    """The text outside of brackets, and the one inside them; of several (`李雷（Kid）(李雷)`) no one counts."""
    found = [match.group(1).strip() for match in _BRACKETED.finditer(part)]
    outer = _BRACKETED.sub(" ", part)
    while _BRACKETED.search(outer):
        outer = _BRACKETED.sub(" ", outer)
    return outer, _MAIL.sub("", found[0]).strip() if len(found) == 1 else ""


def _only_inside(inside: str, handle: str) -> WrittenName | None:
    """Nothing outside the brackets: `(李雷)` and a handle alone are names."""
    name = inside if _is_name(inside) and not _GROUP.fullmatch(inside) else handle
    return WrittenName(name, "", handle) if name else None


def _take_handle(part: str) -> tuple[str, str]:
    """The part without its links and handles, and the first handle: `[@a](url)`, `@a(url)`, `@a`."""
    handle = ""

    def linked(match: re.Match[str]) -> str:
        nonlocal handle
        if match.group(1):
            handle = handle or match.group(2).strip()
            return " "
        return f" {match.group(2)} "

    part = _LINK.sub(linked, _ANGLE.sub(" ", part))
    for pattern in (_HANDLE_LINK, _HANDLE):
        match = pattern.search(_MAIL.sub("", part) if pattern is _HANDLE else part)
        if match:
            handle = handle or match.group(1)
            part = part.replace(match.group(0), " ")
    return part.strip(), handle


def _divide(text: str) -> tuple[str, str]:
    """Name and organisation of `深蓝云-孙小鑫` or `石小得-使能部`; (text, '') where nothing is divided."""
    parts = _DASHES.split(text)
    if len(parts) != 2 or not all(parts) or not _HAN.search(text):
        return text, ""
    left, right = parts
    if is_han_name(right) and (not is_han_name(left) or _ORGANISATION.search(left)):
        return right, left
    if right.isascii() and _HAN.fullmatch(left) and not is_han_name(left) and _LATIN_WORD.fullmatch(right):
        return right, left
    if is_han_name(left) and not _HAN.fullmatch(right) and not _ORGANISATION.search(right):
        return text, ""
    if is_han_name(left):
        return (left, right) if not is_han_name(right) or _ORGANISATION.search(right) else (right, left)
    return text, ""


def _is_name(text: str) -> bool:
    if not text or len(text) > _LONGEST or "://" in text:
        return False
    if _HAN.fullmatch(text):
        return 2 <= len(text) <= 3 or is_han_name(text)
    if _HAN.search(text):
        return len(text) <= 12 and not re.search(r"[。！？!?：:的了]", text)
    words = text.split()
    if not all(_LATIN_WORD.fullmatch(word.strip(",")) for word in words):
        return False
    if len(words) == 1:
        return True
    return len(words) <= 6 and all(word[0].isupper() or word.lower() in _SMALL_WORDS for word in words)


def _are_initials(text: str, name: str) -> bool:
    """Whether a text in brackets only shortens the name, as minutes do: `Mathias Bynens (MB)`."""
    initials = "".join(word[0] for word in _LATIN_WORD.findall(name))
    return len(text) > 1 and text.isupper() and text.casefold() == initials.casefold()


def _is_note(text: str, name: str) -> bool:
    """Whether a text in brackets says something about the person's part, or another name, not where they belong.

    A single Latin word beside a Chinese name (`李雷（Kid）`) is a nickname as often as a company, so it does not count
    unless it is in capitals: a wrong organisation would make two people of one.
    """
    if _NOTE.search(text) or len(text) > 20 or _PART_TAKEN.fullmatch(text.strip()):
        return True
    nickname = text.isascii() and " " not in text and not text.isupper() and not _ORGANISATION.search(text)
    return nickname and bool(_HAN.fullmatch(name))
