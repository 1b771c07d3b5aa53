"""A point to be done → the people it is given to: `责任人：张三`, `@x`, `Ana Ruiz to write the tests`, `--- 张三`, `由张三负责`."""

import re

from graphcue.language.names_in_fields import WrittenName, is_han_name, split_names

_RESPONSIBLE = re.compile(
    r"(?:责任人|负责人|责任方|[Oo]wner|[Aa]ssignee|AR)(?:[ \t]*[:：—–-]+[ \t]*|[ \t]+)"
    r"([^:：]+?)(?=\s+\S{2,8}[:：]|[;；。]|$)"
)
_UP_TO_DATE = re.compile(r"[,，]?\s*(?:完成时间|截止|计划|预计|\d{4}|\d{1,2}月|\d{1,2}[./-]\d).*$")
_TRAILING = re.compile(r"(?:-{2,}|—{1,2}|–)\s*>?\s*([^-—–:：]{2,40})$|\s-\s*([^-—–:：\s]{2,20})$")
_IN_BRACKETS = re.compile(r"[(（]([^()（）]{2,40})[)）]\s*[;；。.]?\s*$")
_LABEL_PERSON = re.compile(r"(?:待办|行动项?|TODO|Action)\s*[(（]([^()（）]{2,40})[)）]\s*[:：]", re.IGNORECASE)
_BY = re.compile(
    r"由([\u4e00-\u9fff]{2,4}?(?:[、和与][\u4e00-\u9fff]{2,4}?)*)(?:负责|牵头|跟进|主导|完成|组织|输出|提供|确认|推动)"
)
_HANDLE = re.compile(r"(?<![\w./])@([\w+-]+(?:\.[\w+-]+)*)(?![\w/(])")
_DEADLINE = re.compile(r"\s*[(（]?(?:闭环|预计完成|计划完成|完成|截止)(?:时间|日期)[:：].*$")
_LABEL = r"(?:行动项?|待办(?:事项)?|action(?: item)?|ai|todo)\s*\d{0,2}\s*[:：]\W*"
_LEAD = rf"^\W*(?:\[[ xX]\]\W*)?(?:{_LABEL})?"
_LATIN = r"[^\W\d_a-zà-ÿ][\w'’.-]*(?: (?:[^\W\d_a-zà-ÿ][\w'’.-]*|van|von|de|der|da|al|bin)){0,3}"
_SEVERAL = rf"({_LATIN}(?:(?:, | and |, and | & ){_LATIN}){{0,5}})"
_HAN_DOES = re.compile(
    rf"(?i:{_LEAD})([\u4e00-\u9fff]{{2,4}}?(?:[、和与][\u4e00-\u9fff]{{2,4}}?)*)"
    r"(?:[于在将需应]|负责|牵头|跟进|主导|完成|组织|输出|提供|确认|推动|补充|更新|整理|[:：])"
)
_LATIN_DOES = re.compile(rf"(?i:{_LEAD}){_SEVERAL} (?:to [a-z]|will |shall |should |is to |are to )")
_LATIN_NAMED = re.compile(rf"^\W*(?i:{_LABEL}){_SEVERAL}: [A-Za-z]")
_LATIN_LABEL = re.compile(r"^\W*(?i:action(?: item)?|ai|todo)\s*(?:[(\[]([^()\[\]]{2,80})[)\]]|on ([^:]{2,60}))\s*:")
_NOBODY = frozenset(
    [
        "action",
        "need",
        "needs",
        "try",
        "plan",
        "plans",
        "have",
        "how",
        "what",
        "when",
        "where",
        "who",
        "why",
        "we",
        "all",
        "everyone",
        "anybody",
        "nobody",
        "somebody",
        "someone",
        "it",
        "this",
        "that",
        "there",
        "these",
        "those",
        "next",
        "note",
        "done",
        "open",
        "decision",
        "agreed",
        "resolved",
        "move",
        "switch",
        "migrate",
        "upgrade",
        "downgrade",
        "release",
        "respond",
        "reply",
        "talk",
        "speak",
        "return",
        "send",
        "write",
        "report",
        "submit",
        "refer",
        "link",
        "listen",
        "convert",
        "push",
        "publish",
        "deploy",
        "port",
        "due",
        "access",
        "update",
        "back",
        "go",
        "look",
        "reach",
        "get",
        "add",
    ]
)
"""Words that begin a point with `to` or `will` behind them, and are nobody's name."""
_LONGEST = 2000


def assignees_of(text: str) -> tuple[WrittenName, ...]:
    """The people a point is given to, by the first form that names any.

    None in a line of more than 2,000 characters, which is no point of a list but something pasted.
    """
    if len(text) > _LONGEST:
        return ()
    for match in _RESPONSIBLE.finditer(text):
        names = split_names(_UP_TO_DATE.sub("", match.group(1)).strip(" 。.；;，,"))
        if names:
            return names
    handles = tuple(WrittenName(handle, "", handle) for handle in dict.fromkeys(_HANDLE.findall(text)))
    return handles or _by_place(_DEADLINE.sub("", text))


def _by_place(text: str) -> tuple[WrittenName, ...]:
    for pattern in (_LABEL_PERSON, _TRAILING, _IN_BRACKETS, _BY, _HAN_DOES):
        names = _people_only(_group(pattern, text))
        if names:
            return names
    for pattern in (_LATIN_LABEL, _LATIN_DOES, _LATIN_NAMED):
        names = split_names(_group(pattern, text))
        if names and not any(one.name.split()[0].casefold() in _NOBODY for one in names):
            return names
    return ()


def _group(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return next((part for part in found.groups() if part), "") if found else ""


def _people_only(text: str) -> tuple[WrittenName, ...]:
    """The names where the text is nothing but names of people: `张三、李四`, `深蓝云孙小鑫` is none."""
    names = split_names(text.strip(" 。.；;，,"))
    return names if names and all(is_han_name(one.name) for one in names) else ()
