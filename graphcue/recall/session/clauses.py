"""A text of a conversation → what it asks, what it tells before that, and how it points back. Pure.

Chinese and English side by side: each table of words is one rule.
"""

import re
from dataclasses import dataclass

_PARTS = re.compile(r"(?<=[。！!？?；;\n，,])|(?<=[a-z]\.)\s+")
_ASKS = re.compile(
    r"[?？]|吗|呢|什么|谁|哪|多少|怎|几|啥|么|多大|多久|多长|是不是|有没有"
    r"|^\W*(?:and |but |so )?(?:wh(?:at|o|ere|en|y|ich|ose)|how|is|are|was|were|do|does|did|can|could|should|would|will|tell)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"[它他她这那其该]|此片|本片|前者|后者|\b(?:it|its|he|him|his|she|hers?|they|them|theirs?|this|that|these|those|ones?|there)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"[他她]|[这那](?:位|个人|家伙)|\b(?:he|him|his|she|hers?|(?:this|that) (?:person|guy|man|woman|colleague))\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r"它|[这该那](?:部|首|张|座|家|个(?!人))|该片|影片|电影|专辑|歌曲|[这那]里|[这那该]?(?:个项目|个系统|个平台|场会|次会)"
    r"|\bits?\b|\b(?:this|that|the same) (?:project|system|product|meeting|decision|release|repo(?:sitory)?|document)\b",
    re.IGNORECASE,
)
_KNOWS = re.compile(
    r"知道|了解|听说|听过|看过|去过|熟悉|介绍|\b(?:tell me about|know about|heard of|do you know|overview)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"来着|刚才|刚刚说|再说一|再讲一|重复|提醒我|之前说|\b(?:again|remind|repeat|once more|you said)\b", re.IGNORECASE
)
_LEAVES = re.compile(
    r"换个话题|换一个话题|换话题|另外问|题外话|说点别的|\b(?:new topic|different topic|change the subject|changing the subject"
    r"|on another note|something else)\b",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"^\W*(?:不对|不是|不，|错了|我(?:说|问|指)的是|no\b[,.]?|not that|i mean|i meant|actually)", re.IGNORECASE
)
SHORT_TAIL = 5
"""A last clause of fewer letters (`对吗？`) asks what the one before it says."""

WEAK_VERBS = frozenset(
    [
        "知道",
        "了解",
        "喜欢",
        "听说",
        "觉得",
        "关于",
        "对于",
        "的话",
        "时候",
        "真的",
        "非常",
        "应该",
        "比较",
        "可以",
        "不过",
        "这样",
        "那么",
        "还有",
        "怎么样",
        "没有",
        "不是",
        "就是",
        "还是",
    ]
)
"""Words that frame a question and seldom tell what it is about: they count half in a conversation."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """A text in two: `asking` from the first clause on that asks, `telling` what stands before it (all of it, where
    nothing asks). `asks`: something does."""

    asking: str
    telling: str
    asks: bool


def clauses(text: str) -> Clauses:
    """The text in its two parts."""
    parts = [part for part in _PARTS.split(text) if part and part.strip()]
    first = next((n for n, part in enumerate(parts) if _ASKS.search(part)), None)
    if first is None:
        return Clauses(text, text, False)
    if first and first == len(parts) - 1 and len(re.sub(r"\W", "", parts[first])) < SHORT_TAIL:
        first -= 1
    return Clauses("".join(parts[first:]), "".join(parts[:first]), True)


def points_back(text: str) -> bool:
    """Whether a pronoun or a demonstrative stands in it."""
    return _POINTS_BACK.search(text) is not None


def wants_person(text: str) -> bool | None:
    """True for a pronoun of a person, False for one of a thing, None for neither or both."""
    person, thing = bool(_PERSON.search(text)), bool(_THING.search(text))
    return person if person != thing else None


def wants_overview(text: str) -> bool:
    """Whether it asks for a thing as a whole: `知道 X 吗`, `tell me about X`."""
    return _KNOWS.search(text) is not None


def asks_again(text: str) -> bool:
    """Whether it asks for what was said before: `来着`, `remind me`."""
    return _AGAIN.search(text) is not None


def leaves_subject(text: str) -> bool:
    """Whether it says that the subject changes: `换个话题`, `new topic`."""
    return _LEAVES.search(text) is not None


def corrects(text: str) -> bool:
    """Whether it takes back what was asked before: `不对，我说的是…`, `no, I meant …`."""
    return _CORRECTS.search(text) is not None
