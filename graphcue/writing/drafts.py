"""Record → draft: a checked, complete form of one writing, before the store is looked at. Pure."""

from dataclasses import dataclass
from datetime import tzinfo

from graphcue.errors import InvalidInput, InvalidTime, TooLarge
from graphcue.language.fields import read_facts, told_further
from graphcue.language.folding import fold_name
from graphcue.language.marks import hashtags
from graphcue.language.moments import parse_time
from graphcue.model import LINKS, NAME_EDGES, NO_TIME, Contribution, Memory, Moment, Name, Record
from graphcue.settings import Settings
from graphcue.tables import further_rules, tag_table
from graphcue.writing.identity import memory_id
from graphcue.writing.links import DECLARED_BY_CALL
from graphcue.writing.merging import complete

LONGEST_NAME = 500
LAST_LINE = 99_999_999
MINUTES_OF_A_DAY = 1440
UNKNOWN_TAG = "unknown_tag"
UNBOUNDED = ("content", "metadata", "place")
"""Fields that are no keys, or have a limit of their own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory as this one writing alone would make it. `named`: the caller gave the id, so the last writing wins.
    `warnings`: `unknown_tag:…` for each tag that the table of tags does not know."""

    memory: Memory
    named: bool
    warnings: tuple[str, ...] = ()


def draft(record: Record, namespace: str, now: int, settings: Settings) -> Draft:
    """The draft of a record. Raises InvalidInput or TooLarge naming the field."""
    check(record, settings)
    facts = read_facts(record.content)
    occurred_at = record.occurred_at or _moment(facts.date, settings.tzinfo)
    project = _name(record.project or facts.project)
    author = _name(record.author)
    tags, unknown = _tags(record, facts.tags, namespace, settings)
    contribution = Contribution(
        place=record.place,
        kind=record.kind.strip(),
        status=record.status.strip(),
        valid_from=record.valid_from or _moment(facts.valid_from, settings.tzinfo),
        valid_until=record.valid_until or _moment(facts.valid_until, settings.tzinfo),
        cues=_texts((*record.cues, *facts.cues)),
        tags=tags,
        names=tuple(sorted({*record.names, *_told(record.content, namespace, settings)}, key=_name_order)),
        links=tuple(sorted(set(record.links), key=lambda link: (link.type, link.target, link.rule))),
        titles=_texts(record.titles),
        metadata=tuple(sorted(record.metadata.items())),
        recorded_at=now,
    )
    id = memory_id(record, namespace, occurred_at, project, author)
    memory = Memory(
        id=id,
        content=record.content,
        project=project,
        author=author,
        occurred_at=occurred_at,
        key=record.key,
        contributions=(contribution,),
        updated_at=now,
    )
    return Draft(complete(memory), bool(record.id), tuple(f"{UNKNOWN_TAG}:{tag}" for tag in unknown))


def _tags(
    record: Record, told: tuple[str, ...], namespace: str, settings: Settings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags as the table of tags calls them, and those that it does not know. What a file marks with # its reader
    has told already. Raises InvalidInput for an unknown one where unknown tags are refused."""
    marked = () if record.place else tuple(hashtags(record.content))
    tags, unknown = tag_table(settings.tag_table, namespace).settled(_texts((*record.tags, *told, *marked)))
    if unknown and settings.unknown_tags == "refuse":
        raise InvalidInput(
            f"the table of tags has no {unknown[0]!r}; use one that `graphcue tags` lists, or add it", field="tags"
        )
    return tags, unknown if settings.unknown_tags == "warn" else ()


def check(record: Record, settings: Settings) -> None:
    """Nothing, for a record that can be kept. Raises InvalidInput or TooLarge naming the field."""
    if not record.content.strip():
        raise InvalidInput("a memory needs a text", field="content")
    if len(record.content) > settings.max_content:
        size = len(record.content)
        raise TooLarge(
            f"a memory may have {settings.max_content} characters, this one has {size}; split it or raise max_content",
            field="content",
        )
    for field, text in _texts_of(record):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InvalidInput(f"{field} is not valid Unicode at character {error.start}", field=field) from None
        if field not in UNBOUNDED and len(text) > LONGEST_NAME:
            raise TooLarge(f"{field} may have {LONGEST_NAME} characters, this has {len(text)}", field=field)
    _check_numbers(record)
    _check_edges(record)


def _texts_of(record: Record) -> list[tuple[str, str]]:
    single = [(name, getattr(record, name)) for name in ("content", "id", "key", "kind", "status", "project", "author")]
    many = [(name, text) for name in ("cues", "tags", "titles") for text in getattr(record, name)]
    names = [("names", text) for one in record.names for text in (one.name, one.organisation, one.kind, one.rule)]
    links = [("links", text) for link in record.links for text in (link.target, link.rule)]
    place = [("place", record.place.document)] if record.place else []
    metadata = [("metadata", text) for pair in record.metadata.items() for text in pair]
    return single + many + names + links + place + metadata


def _check_numbers(record: Record) -> None:
    for field in ("occurred_at", "valid_from", "valid_until"):
        moment = getattr(record, field)
        if moment and not (NO_TIME < moment.ms < -NO_TIME and abs(moment.offset) < MINUTES_OF_A_DAY):
            raise InvalidTime(f"{field} lies outside of any calendar: {moment.ms} ms, {moment.offset} min", field=field)
    place = record.place
    if place and not all(0 <= n <= LAST_LINE for n in (place.line_start, place.line_end, place.position)):
        raise InvalidInput(f"lines and positions lie in 0…{LAST_LINE}", field="place")


def _check_edges(record: Record) -> None:
    for name in record.names:
        if name.edge not in NAME_EDGES:
            raise InvalidInput(f"there is no role {name.edge!r}; use one of {', '.join(NAME_EDGES)}", field="names")
        if not fold_name(name.name):
            raise InvalidInput("a name needs a visible character", field="names")
        if not name.rule or "," in name.rule:
            raise InvalidInput(f"the rule of a name cannot be {name.rule!r}; name what declared it", field="names")
    for link in record.links:
        if link.type not in LINKS:
            raise InvalidInput(f"there is no relation {link.type!r}; use one of {', '.join(LINKS)}", field="links")
        if "," in link.rule or link.rule == DECLARED_BY_CALL:
            raise InvalidInput(f"the rule of a link cannot be {link.rule!r}; name what declared it", field="links")


def _moment(text: str, zone: tzinfo) -> Moment | None:
    try:
        return parse_time(text, zone) if text else None
    except InvalidTime:  # a date that a text writes wrongly is no reason to refuse the text
        return None


def _told(content: str, namespace: str, settings: Settings) -> tuple[Name, ...]:
    """Whom the user's own rules find; what they say is kept with the memory, so the graph is one of its memories alone."""
    return told_further(content, further_rules(settings.sentence_rules, namespace))


def _name(text: str) -> str:
    return " ".join(text.split())


def _texts(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({_name(value) for value in values if value.strip()}))


def _name_order(name: Name) -> tuple[str, ...]:
    return (name.label, name.edge, name.name, name.organisation, name.kind, name.rule)
