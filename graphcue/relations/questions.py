"""Plain questions, Chinese and English → the call that answers them completely, or `recall`.

Rules are tried in the order of `RULES`; each looks at the words of the table and at what is named. A rule gives up when a part of
the question is left that it does not understand: then nothing complete answers it. Pure.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from graphcue.relations import parsed as calls
from graphcue.relations.parsed import Parsed, Piece, call
from graphcue.relations.questions_links import linked
from graphcue.relations.reading import DECIDING, Reading, looks_like_name
from graphcue.relations.tokens import ENTITY, IDENTIFIER, MEMORY, PERSON, PROJECT, REST, SERIES, TAG, TIME
from graphcue.relations.vocabulary import Vocabulary

ASKING = ("all", "which", "count")


def parse(question: str, vocabulary: Vocabulary) -> Parsed:
    """The call that a question means, with the rule that fired and what each stretch was taken for."""
    plain = Reading(question, vocabulary)
    pieces = tuple(Piece(one.text, one.start, one.end, one.kind, one.value) for one in plain.tokens)
    for rule in RULES:
        found = rule(Reading(question, vocabulary))
        if found:
            return replace(found, pieces=pieces, counting=plain.has("count"))
    return Parsed(calls.RECALL, rule="nothing complete", pieces=pieces)


def profile(reading: Reading) -> Parsed | None:
    """`张三是谁`, `who is Zhang San`, `profile of X`."""
    if not reading.has("profile") and not (
        reading.has("who") and not reading.has("role", "noun", SERIES, "rel", "open")
    ):
        return None
    people = reading.of(PERSON) or [at for at in reading.of(REST) if looks_like_name(reading.written(at))]
    projects = reading.of(PROJECT)
    reading.used |= {*people, *projects}
    if reading.left() or reading.has(TIME, "status") or len(people) + len(projects) != 1:
        return None
    if projects:
        return call(calls.PROJECT, "profile", name=reading.tokens[projects[0]].value)
    return call(calls.PERSON, "profile", name=reading.written(people[0]))


def why(reading: Reading) -> Parsed | None:
    """`为什么选择 X`, `why was PEP 5 rejected`: the causes of a memory, or of the one that the words mean."""
    if not reading.has("why"):
        return None
    memories = reading.of(MEMORY)
    things = reading.of(REST, ENTITY, IDENTIFIER, TAG)
    if len(memories) == 1 and not things:
        return call(calls.WHY, "why of a memory", id=reading.tokens[memories[0]].value)
    if memories or not things or reading.of(PERSON):
        return None
    reading.used |= {*things}
    return call(calls.WHY, "why of words", about=_stretch(reading, things), **_named_conditions(reading))


def chain(reading: Reading) -> Parsed | None:
    """`PEP 5 的取代链`, `consequences of ADR-7`."""
    memories = reading.of(MEMORY)
    if len(memories) != 1 or reading.of(REST, PERSON, ENTITY, IDENTIFIER):
        return None
    id = reading.tokens[memories[0]].value
    if reading.has("chain") or reading.has("timeline"):
        return call(calls.CHAIN, "chain", id=id)
    if reading.has("effects"):
        return call(calls.CONSEQUENCES, "consequences", id=id)
    return None


def path(reading: Reading) -> Parsed | None:
    """`张三和订单系统有什么关系`, `path between A and B`."""
    if not reading.has("path"):
        return None
    ends = reading.of(PERSON, ENTITY, PROJECT, MEMORY, IDENTIFIER, TAG, REST)
    reading.used |= {*ends}
    if len(ends) != 2 or reading.has(TIME, "noun", SERIES, "status", "role"):
        return None
    return call(calls.PATH, "between two", ends=tuple(_end(reading, at) for at in ends))


def _end(reading: Reading, at: int) -> str:
    token = reading.tokens[at]
    return token.value if token.kind in (PROJECT, MEMORY) else reading.written(at)


def open_actions(reading: Reading) -> Parsed | None:
    """`张三还有什么没完成`, `what is open for X`, `open actions of project Y`."""
    actions = any(reading.tokens[at].value == "action" for at in reading.of("noun"))
    if not reading.has("open") and not (actions and not reading.has("status", "role")):
        return None
    people = list(reading.of(PERSON))
    people += [at for at in reading.of(REST) if looks_like_name(reading.written(at)) and not reading.is_project(at)]
    reading.used |= {*people}
    by = tuple(reading.written(at) for at in people)
    given = _named_conditions(reading)
    if reading.left() or len(by) > 1 or (reading.has(SERIES) and not actions) or reading.has("status"):
        return None
    if not by and not given and not actions:
        return None
    return call(calls.OPEN_ACTIONS, "open", by="".join(by), **given)


def who(reading: Reading) -> Parsed | None:
    """`谁决定的 X`, `who approved X`: the people in a role of what the words mean."""
    people = any(reading.tokens[at].value == "person" for at in reading.of("noun")) and reading.has("which")
    if not (reading.has("who") or people) or reading.of(PERSON):
        return None
    edges, _, _ = reading.people_roles()
    if not edges:
        return None
    memories = reading.of(MEMORY)
    things = [at for at in reading.of(REST, ENTITY, IDENTIFIER, TAG) if not reading.is_project(at)]
    if memories:
        return (
            None
            if things or len(memories) > 1
            else call(calls.WHO, "who of a memory", roles=edges, id=reading.tokens[memories[0]].value)
        )
    reading.used |= {*things}
    given = _named_conditions(reading) | _asked_nouns(reading)
    about = _stretch(reading, things)
    if reading.left() or not (about or given.keys() & {"project", "since", "until", "series"}):
        return None
    return call(calls.WHO, "who of words", roles=edges, about=about, **given)


def _asked_nouns(reading: Reading) -> dict[str, Any]:
    return {key: value for key, value in reading.nouns().items() if key == "series"}


def timeline(reading: Reading) -> Parsed | None:
    """`PMC在2023年3月的全部决策时间线`, `X 仓库的决策演进过程`, `timeline of Packaging PEPs created in 2011`."""
    if not reading.has("timeline") or reading.has("who", "count"):
        return None
    people = reading.actors()
    given = _for_timeline(reading)
    subject = _subject(reading, given)
    if reading.left() or len(people) > 1 or (people and "subject" in subject):
        return None
    if not (people or subject or given.keys() & {"project", "projects", "tags", "series"}):
        return None
    edges, statuses, _ = reading.people_roles()
    if statuses and "statuses" not in given:
        given["statuses"] = statuses
    return call(calls.TIMELINE, "timeline", by="".join(people), roles=edges if people else (), **given, **subject)


def _for_timeline(reading: Reading) -> dict[str, Any]:
    """The conditions; a thing that is called by a suffix (`X 仓库`) is no project of that name."""
    given = reading.conditions()
    words = " ".join(reading.tokens[at].text for at in reading.of("timeline"))
    if "series" not in given and (given.pop("kinds", ()) == ("decision",) or "决策" in words or "decision" in words):
        given["items"] = "decision"
    return given


def _subject(reading: Reading, given: dict[str, Any]) -> dict[str, Any]:
    things = [at for at in reading.of(REST, ENTITY, IDENTIFIER) if at not in reading.used]
    if not things or "tags" in given:
        return {}
    reading.used |= {*things}
    return {"subject": _stretch(reading, things)}


def decisions(reading: Reading) -> Parsed | None:
    """Everything by somebody, about something, of a project, a time, a status; any of these together."""
    if reading.has("who", "why", "path", "chain", "effects") or reading.of(MEMORY):
        return None
    asks = reading.has("noun", SERIES, "role", "made")
    if not asks or reading.has("open"):
        return None
    people = reading.actors()
    topic = reading.topic()
    given = reading.conditions()
    if reading.left() or len(people) > 2:
        return None
    edges, statuses, soft = reading.people_roles()
    if edges == ("DECIDED_BY",) and not people and not given.keys() & {"kinds", "series"}:
        given["kinds"] = ("decision",)  # what was decided is a decision, whoever did
    if statuses:
        given["statuses"] = tuple(dict.fromkeys((*given.get("statuses", ()), *statuses)))
    bound = people or topic or given.keys() - {"kinds", "series"}
    if not bound and not (reading.has(*ASKING) and reading.has("noun", SERIES)):
        return None
    if people and not edges:
        edges, soft = _roles_without_verb(reading, given)
    state = given.pop("state", "") or ("all" if _includes_superseded(reading, given) else "current")
    return call(
        calls.DECISIONS,
        "by person" if people else "by condition",
        by=people[0] if people else "",
        other=people[1] if len(people) > 1 else "",
        either=len(people) > 1 and any(reading.tokens[at].text in ("or", "或", "或者") for at in reading.of("and")),
        roles=edges if people else (),
        soft=soft,
        about=topic,
        state=state,
        **given,
    )


def _roles_without_verb(reading: Reading, given: dict[str, Any]) -> tuple[tuple[str, ...], bool]:
    """`PEPs by X` are what X wrote, or else what X stands in; decisions of X are X's in any deciding role."""
    nouns = {reading.tokens[at].value for at in reading.of("noun")}
    if "series" in given or "document" in nouns or "motion" in nouns:
        return DECIDING[:1], "motion" not in nouns
    if "action" in nouns:
        return ("ASSIGNED_TO",), False
    return DECIDING, False


def _includes_superseded(reading: Reading, given: dict[str, Any]) -> bool:
    """What somebody did stays done; a decision that was superseded is none any more, unless it is asked for."""
    nouns = {reading.tokens[at].value for at in reading.of("noun")}
    decides = not reading.has("role") and (bool(nouns & {"decision", "adr"}) or (reading.has("made") and not nouns))
    return reading.has("including") or "statuses" in given or not decides


def _named_conditions(reading: Reading) -> dict[str, Any]:
    """Project and time only."""
    given = reading.conditions()
    return {key: value for key, value in given.items() if key in ("project", "projects", "since", "until")}


def _stretch(reading: Reading, at: list[int]) -> str:
    """The things from the first to the last, as written."""
    if not at:
        return ""
    if len(at) == 1:
        return reading.written(at[0])
    return reading.span(at[0], at[-1])


RULES: tuple[Callable[[Reading], Parsed | None], ...] = (
    profile,
    why,
    linked,
    chain,
    path,
    open_actions,
    who,
    timeline,
    decisions,
)
