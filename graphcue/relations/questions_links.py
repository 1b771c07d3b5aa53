"""Which X superseded, replaces, requires Y: the direction of the question from the order of its words."""

from graphcue.relations.parsed import LINKED, Parsed, call
from graphcue.relations.reading import Reading
from graphcue.relations.tokens import ENTITY, IDENTIFIER, MEMORY, PERSON, PROJECT, REST, SERIES, TAG, TIME

OUT, IN, BOTH = "out", "in", "both"
_RELATED = frozenset(("related to", "relating to", "相关", "有关"))
_NEAR = 3
PASSIVE_STATUS = {"superseded": "SUPERSEDES"}


def linked(reading: Reading) -> Parsed | None:
    """The memories that a relation ties to a named one: `out` are those that its own relations lead to."""
    memories = reading.of(MEMORY)
    if not memories:
        return _linked_by_words(reading)
    if len(memories) != 1 or reading.of(REST, TIME) or reading.has("why", "path", "chain", "effects"):
        return None
    at = memories[0]
    found = _relation(reading, at)
    if not found:
        return None
    type, direction = found
    return call(LINKED, f"{type.lower()} {direction}", id=reading.tokens[at].value, relation=type, direction=direction)


def _linked_by_words(reading: Reading) -> Parsed | None:
    """`what superseded the REST decision`: the words mean the memories that the relation ties to what is asked for."""
    verbs, things = reading.of("rel"), reading.of(REST, ENTITY, IDENTIFIER, TAG)
    other = reading.has(PERSON, PROJECT, TIME, "why", "path", "chain", "effects", "role", "status", "count", "timeline")
    if len(verbs) != 1 or not things or other or not reading.has("which", "by", "passive"):
        return None
    verb = verbs[0]
    following = reading.next(verb, ())
    if (following and following.kind in ("noun", SERIES)) or things[0] < verb < things[-1]:
        return None  # `superseded decisions`: the verb says which of them
    reading.used |= {*things}
    value = reading.tokens[verb].value
    direction = _direction(reading, things[0], verb)
    if value.endswith(("^", "_")):
        value, direction = value[:-1], IN if value.endswith("^") else OUT
    about = reading.span(things[0], things[-1])
    return call(LINKED, f"{value.lower()} {direction} of words", about=about, relation=value, direction=direction)


def _relation(reading: Reading, memory: int) -> tuple[str, str] | None:
    verbs = reading.of("rel")
    if verbs:
        verb = verbs[0]
        value = reading.tokens[verb].value
        if value.endswith("^"):
            return value[:-1], IN
        if value.endswith("_"):
            return value[:-1], OUT
        if value == "RELATED_TO" and not reading.tokens[verb].text.startswith("refer"):
            return value, BOTH
        return value, _direction(reading, memory, verb)
    if _relates(reading, memory):
        return "RELATED_TO", BOTH
    for at in reading.of("status"):
        type = PASSIVE_STATUS.get(reading.tokens[at].value)
        if type and reading.has("which", "who", "by", SERIES, "passive"):
            agent = reading.before(memory, ("filler",))
            return type, OUT if agent and agent.kind in ("passive", "by") else IN
    return None


def _relates(reading: Reading, memory: int) -> bool:
    """`which KIPs are related to KIP-480`, `与 ADR-5 相关的 ADR`: relations of either direction."""
    words = {reading.tokens[at].text for at in reading.of("about") if abs(at - memory) <= _NEAR}
    return bool(words & _RELATED) and reading.has("which", "noun", SERIES, "all") and not reading.has("role", "status")


def _direction(reading: Reading, memory: int, verb: int) -> str:
    """`out` where the named memory is what does it (A supersedes what?), `in` where it is done to."""
    if _passive(reading, verb):
        agent = reading.before(memory, ("filler", "all"))
        return OUT if agent and agent.kind in ("passive", "by") else IN
    return OUT if memory < verb else IN


def _passive(reading: Reading, verb: int) -> bool:
    if any(at < verb for at in reading.of("passive")):
        return True
    following = reading.next(verb, ())
    forms = {token.text for token in reading.tokens[:verb]} & {
        "was",
        "is",
        "were",
        "are",
        "been",
        "be",
        "that were",
        "what was",
        "what is",
        "which was",
        "which were",
    }
    return bool(following and following.kind == "by") or bool(
        forms and reading.tokens[verb].text.endswith("ed") and not _does(reading, verb)
    )


def _does(reading: Reading, verb: int) -> bool:
    return any(token.text in ("does", "do", "did") for token in reading.tokens[:verb])
