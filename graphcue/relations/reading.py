"""The tokens of a question with the slots that all rules look at: who, what about, under which conditions."""

import re
from collections.abc import Iterable
from typing import Any

from graphcue.language.folding import fold_name, has_han
from graphcue.language.names_in_fields import is_han_name
from graphcue.language.statuses import in_force
from graphcue.model import APPROVED_BY, ASSIGNED_TO, ATTENDED_BY, AUTHORED_BY, DECIDED_BY, PRESENTED_BY
from graphcue.relations.tokens import (
    ENTITY,
    IDENTIFIER,
    MEMORY,
    PERSON,
    PROJECT,
    REST,
    SERIES,
    TAG,
    THINGS,
    TIME,
    Token,
    as_written,
    tokens,
)
from graphcue.relations.vocabulary import Vocabulary

EDGES = {
    "author": AUTHORED_BY,
    "presenter": PRESENTED_BY,
    "decider": DECIDED_BY,
    "approver": APPROVED_BY,
    "assignee": ASSIGNED_TO,
    "attendee": ATTENDED_BY,
}
DECIDING = (AUTHORED_BY, PRESENTED_BY, DECIDED_BY, APPROVED_BY)
"""The roles that make a decision somebody's; a mention or an attendance does not."""
BEYOND = "beyond"
"""Words that no call answers to: the longest, all but one."""
DECISION_SERIES = frozenset(("adr", "dr"))

_APPELLATION = re.compile("[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{1,2}(?:总|工|老师|经理|主任|董|博士|教授|博|姐|哥)")
_LATIN_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?:,? [^\W\d_][\w.'’-]*){0,4}")
_PAUSES = frozenset(("filler", "all", "which", "count", "in", "created"))


class Reading:
    """A question's tokens, and which of them a rule has used. One rule reads it at a time."""

    def __init__(self, question: str, vocabulary: Vocabulary) -> None:
        self.question = question
        self.vocabulary = vocabulary
        self.folded = fold_name(question)
        self.tokens = tokens(question, vocabulary)
        self.used: set[int] = set()

    def has(self, *kinds: str) -> bool:
        """Whether a token of one of these kinds stands in the question."""
        return any(token.kind in kinds for token in self.tokens)

    def of(self, *kinds: str) -> list[int]:
        """The indexes of the tokens of these kinds."""
        return [at for at, token in enumerate(self.tokens) if token.kind in kinds]

    def written(self, at: int) -> str:
        """A token as the question writes it."""
        return as_written(self.question, self.tokens[at].text)

    def next(self, at: int, skip: Iterable[str] = _PAUSES) -> Token | None:
        """The next token that is none of the kinds to skip."""
        return next((token for token in self.tokens[at + 1 :] if token.kind not in skip), None)

    def before(self, at: int, skip: Iterable[str] = _PAUSES) -> Token | None:
        """The token before that is none of the kinds to skip."""
        return next((token for token in reversed(self.tokens[:at]) if token.kind not in skip), None)

    def left(self) -> list[int]:
        """The indexes of what is named or not understood and was not used."""
        named = (REST, ENTITY, IDENTIFIER, TAG, PERSON, MEMORY, PROJECT, BEYOND)
        return [at for at in self.of(*named) if at not in self.used]

    # who

    def actors(self) -> tuple[str, ...]:
        """The people whom the question is about, as written: known names, and unknown ones where only a name can stand."""
        found = [at for at in self.of(PERSON) if not self._in_topic(at)]
        found += [at for at in self.of(REST) if self._is_actor(at)]
        self.used |= set(found)
        return tuple(self.written(at) for at in sorted(found))

    def _is_actor(self, at: int) -> bool:
        text = self.written(at)
        if not could_be_name(text):
            return False
        last = self.before(at, ())
        while last and last.kind in ("de", "filler") and last.text not in ("of", "from", "where", "in which"):
            last = self.before(self.tokens.index(last), ())
        following = self.next(at, ("filler", "all"))
        if last and (
            last.kind == "by"
            or (last.kind == "role" and last.text.endswith(("by", "人是", "者是", "者为", "作者", "人")))
        ):
            return True
        if following and following.kind in ("role", "made"):
            return looks_like_name(text) or (following.kind == "role" and has_han(text) and len(text) <= 4)
        if following and following.kind == "suffix" and following.value == "person":
            return True
        return looks_like_name(text) and self._owns(at)

    def _owns(self, at: int) -> bool:
        """Whether it stands where a possessor does: `张三的所有决策`, `decisions of Zhang San`."""
        following = self.next(at, ("filler", "all", "which", "count", "in", "created", "status", TIME, PROJECT))
        if following and following.kind == "de":
            return True
        last = self.before(at, ("filler", "all"))
        return bool(last and last.kind in ("noun", SERIES) and self.tokens[at - 1].text in ("of", "from", "where"))

    def _in_topic(self, at: int) -> bool:
        last = self.before(at, ("filler",))
        return bool(last and last.kind == "about" and len(self.of(PERSON)) > 1)

    # what about

    def topic(self) -> str:
        """What the question is about, as written: behind an `about`, or before the word for what is asked."""
        span = self._about() or self._possessed()
        if not span:
            return ""
        first, last = span
        self.used |= set(range(first, last + 1))
        return self.span(first, last)

    def span(self, first: int, last: int) -> str:
        """The question from one token to another, as written."""
        return as_written(self.question, self.folded[self.tokens[first].start : self.tokens[last].end])

    def _about(self) -> tuple[int, int] | None:
        for at in (*self.of("about"), *self._ons()):
            following = [n for n in self.of(*THINGS, PERSON, MEMORY) if n > at]
            if following and self.next(at, ("filler", "all")) is self.tokens[following[0]]:
                return following[0], self._end_of_topic(following[0])
            leading = [n for n in self.of(*THINGS) if n < at and n not in self.used]
            if leading and self.tokens[at].text in ("相关", "有关", "related to") and leading[-1] == at - 1:
                return leading[-1], leading[-1]
        return None

    def _ons(self) -> list[int]:
        """Where an `on` stands between what is asked for and a thing: `decisions on caching`."""
        found = [at for at in self.of("filler") if at and self.tokens[at].text in ("on", "for")]
        return [at for at in found if self.tokens[at - 1].kind in ("noun", SERIES)]

    def _end_of_topic(self, first: int) -> int:
        """The last token of a topic that begins here: small words inside it belong to it, a condition ends it."""
        last = first
        for at in range(first + 1, len(self.tokens)):
            token = self.tokens[at]
            if token.kind in (PERSON, TIME, PROJECT, "by", "status", "made", "in_force", "including", "who", "which"):
                break
            if (
                token.kind == "de"
                and (following := self.next(at))
                and following.kind in ("noun", SERIES, "role", "timeline")
            ):
                break
            if token.kind in THINGS:
                last = at
        return last

    def _possessed(self) -> tuple[int, int] | None:
        """`缓存的决策`, `caching decisions`: a thing that nothing else used, right before the word for what is asked."""
        for at in self.of(*(THINGS - {TAG})):
            if at in self.used or self.is_project(at):
                continue
            following = self.next(at, ("filler", "all", "which", "count", "de", "suffix", "in_force", "status"))
            if following and following.kind in ("noun", SERIES, "timeline") and following.value != "person":
                return at, at
        return None

    # under which conditions

    def people_roles(self) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        """(edges of the roles asked for, statuses that their verbs imply, whether other roles may stand in for them)"""
        edges: dict[str, None] = {}
        statuses: dict[str, None] = {}
        soft = False
        for at in self.of("role"):
            value = self.tokens[at].value
            roles, _, status = value.removesuffix("?").partition("!")
            if status and not self._is_deed(at):
                statuses[status] = None
                continue
            soft |= value.endswith("?")
            edges |= dict.fromkeys(EDGES[role] for role in roles.split("+"))
            if status and roles != "approver":  # an approver's edge says by itself that it was approved
                statuses[status] = None
        strict = [token.value for token in self.tokens if token.kind == "role" and not token.value.endswith("?")]
        return tuple(edges), tuple(statuses), soft and not strict

    def _is_deed(self, at: int) -> bool:
        """Whether a verb such as `approved` is somebody's: next to a name, to who, or before by."""
        token = self.tokens[at]
        near = [self.before(at, ("filler", "passive")), self.next(at, ("filler",))]
        people = [self.tokens[n] for n in self.of(PERSON, REST) if n in self.used or self.tokens[n].kind == PERSON]
        if token.text.endswith(" by"):
            return True
        before = near[0]
        return bool(before and (before in people or before.kind == "who")) or (
            self.has("who") and not self.has("status")
        )

    def conditions(self) -> dict[str, Any]:
        """Project, time, statuses, kind and series that the question asks for, as arguments of a call."""
        given: dict[str, Any] = self._projects() | self._times()
        statuses = list(dict.fromkeys(self.tokens[at].value for at in self.of("status")))
        if "superseded" in statuses or any(self.tokens[at].value == "SUPERSEDES" for at in self.of("rel")):
            statuses = [status for status in statuses if status != "superseded"]
            given["state"] = "superseded"
        if self.has("in_force"):
            given |= {"state": "current", "statuses": in_force()}
        if statuses:
            given["statuses"] = tuple(statuses)
        tags = [self.tokens[at].value for at in self.of(TAG) if at not in self.used]
        self.used |= set(self.of(TAG))
        return given | ({"tags": tuple(key for tag in tags for key in tag.split())} if tags else {}) | self.nouns()

    def nouns(self) -> dict[str, Any]:
        """The kind and the series of what is asked for."""
        given: dict[str, Any] = {}
        series = [self.tokens[at].value for at in self.of(SERIES)]
        nouns = [self.tokens[at].value for at in self.of("noun")]
        series += ["adr"] if "adr" in nouns else []
        if series and self.vocabulary.known([f"series:{series[0]}"]):
            given["series"] = series[0]
        elif series and series[0] in DECISION_SERIES:
            given["kinds"] = ("decision",)
        elif series:
            given["series"] = series[0]
        elif "decision" in nouns or "motion" in nouns or ("topic" in nouns and not self.has("role")):
            given["kinds"] = ("decision",)
        elif "action" in nouns:
            given["kinds"] = ("action",)
        return given

    def _projects(self) -> dict[str, Any]:
        found = list(dict.fromkeys(self.tokens[at].value for at in self.of(PROJECT)))
        self.used |= set(self.of(PROJECT))
        if len(found) > 1:
            return {"projects": tuple(found)}
        if found:
            return {"project": found[0]}
        for at in self.of(REST):
            if at not in self.used and self.is_project(at):
                self.used.add(at)
                return {"project": self.written(at)}
        return {}

    def is_project(self, at: int) -> bool:
        """Whether a word for a project stands right behind it: `青芒项目`."""
        following = self.next(at, ())
        return bool(following and following.kind == "suffix" and following.value == "project")

    def _times(self) -> dict[str, Any]:
        spans = [self.tokens[at].value.split(":") for at in self.of(TIME)]
        self.used |= set(self.of(TIME))
        starts = [int(start) for start, _ in spans if start]
        ends = [int(end) for _, end in spans if end]
        given: dict[str, Any] = {"since": min(starts)} if starts and all(start for start, _ in spans) else {}
        return given | ({"until": max(ends)} if ends and all(end for _, end in spans) else {})


def looks_like_name(text: str) -> bool:
    """Whether a text is written as people are: `张小三`, `张总`, `Jane Doe`, `ZHANG, San`."""
    if has_han(text):
        return is_han_name(text) or bool(_APPELLATION.fullmatch(text))
    words = re.split(r"[ ,]+", text)
    return (
        bool(_LATIN_NAME.fullmatch(text))
        and len(words) > 1
        and all(word[:1].isupper() for word in words if len(word) > 3)
    )


def could_be_name(text: str) -> bool:
    """Whether a text may be a name where nothing else can stand."""
    return len(text) <= 5 and len(text) > 1 if has_han(text) else bool(_LATIN_NAME.fullmatch(text))
