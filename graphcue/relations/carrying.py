"""A fragment after a plain question → that question's call with one part changed: `那李四的呢`, `and in 2023?`, `only the
rejected ones`. Pure."""

import re
from typing import Any

from graphcue.relations import parsed as calls
from graphcue.relations.parsed import Parsed, Piece, call
from graphcue.relations.reading import Reading, looks_like_name
from graphcue.relations.tokens import ENTITY, IDENTIFIER, MEMORY, PERSON, REST, TAG
from graphcue.relations.vocabulary import Vocabulary

LISTS = (calls.DECISIONS, calls.TIMELINE)
PEOPLE = {calls.DECISIONS: "by", calls.TIMELINE: "by", calls.OPEN_ACTIONS: "by", calls.PERSON: "name"}
"""The argument of each call that names its person."""
THINGS = {calls.DECISIONS: "about", calls.TIMELINE: "subject", calls.WHO: "about", calls.WHY: "about"}
"""The argument of each call that says what it is about."""
CONDITIONS = {
    **dict.fromkeys(LISTS, ("project", "projects", "since", "until", "statuses", "state", "kinds", "series", "tags")),
    calls.OPEN_ACTIONS: ("project", "projects"),
    calls.WHO: ("project", "projects", "since", "until"),
    calls.WHY: ("project", "projects", "since", "until"),
    calls.PROJECT: ("project",),
}
_OPENING = re.compile(
    r"^\W*(?:那么?|再|还有|另外|然后|只要|只看|只|换成|改成|我说的是|不对|and|but|what about|how about|only|just|now|no|i mean"
    r"|i meant|same for|the same for)(?:[\s,，:：]+|(?=[^\x00-\x7f]))",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"(?:的呢|呢|的吧|吧|的|ones?|too|instead|as well)?[\s?？。.!！]*$", re.IGNORECASE)
_GROUPS = (("project", "projects"), ("since", "until"))
"""Arguments that replace each other together."""
MOST = 80
"""Characters of a fragment: what is longer is a question of its own."""


def fragment(question: str) -> str:
    """The question without the words that only tie it to what was asked before; '' for none that is a fragment."""
    text, stripped = question.strip(), False
    while match := _OPENING.match(text):
        text, stripped = text[match.end() :], True
    closed = _CLOSING.sub("", text)
    ending = text[len(closed) :].strip(" ?？。.!！")
    return closed.strip() if len(closed) <= MOST and (stripped or ending) else ""


def carried(question: str, last: Parsed, vocabulary: Vocabulary) -> Parsed | None:
    """The last call with what the fragment says in the place of what it said; None where the fragment fits nowhere."""
    text = fragment(question)
    if not text or last.call not in PEOPLE | THINGS | CONDITIONS:
        return None
    reading = Reading(text, vocabulary)
    given = dict(last.arguments)
    changed = _changed(reading, last.call)
    if not changed or reading.left():
        return None
    for group in _GROUPS:
        if any(name in changed for name in group):
            given = {name: value for name, value in given.items() if name not in group}
    pieces = tuple(Piece(one.text, one.start, one.end, one.kind, one.value) for one in reading.tokens)
    found = call(last.call, f"{last.rule.removesuffix(CARRIED)}{CARRIED}", **(given | changed))
    return Parsed(found.call, found.arguments, found.rule, pieces, last.counting)


CARRIED = ", carried"
"""Behind the name of a rule whose call was carried on."""


def _changed(reading: Reading, name: str) -> dict[str, Any]:
    """The arguments that the fragment gives anew."""
    changed: dict[str, Any] = {}
    people = reading.of(PERSON) or [at for at in reading.of(REST) if looks_like_name(reading.written(at))]
    if len(people) == 1 and name in PEOPLE:
        reading.used |= set(people)
        changed[PEOPLE[name]] = reading.written(people[0])
    conditions = reading.conditions()
    if name == calls.PROJECT and "project" in conditions:
        conditions = {"name": conditions["project"]}
    elif any(key not in CONDITIONS.get(name, ()) for key in conditions):
        return {}
    changed |= conditions
    things = [at for at in reading.of(REST, ENTITY, IDENTIFIER, TAG) if at not in reading.used]
    if things and not people and name in THINGS and not reading.of(MEMORY):
        reading.used |= set(things)
        changed[THINGS[name]] = reading.span(things[0], things[-1])
    return changed
