"""A memory written anew in part, as a method of `MemoryGraph`: what is not named stays as it was declared."""

from collections.abc import Iterable
from dataclasses import fields as fields_of
from typing import Any, TypeVar

from graphcue.checks import checked_text
from graphcue.errors import InvalidInput, NotFound
from graphcue.graph_part import Part
from graphcue.model import Memory, Moment, Name, Record
from graphcue.records import LINK_WORDS, record_of
from graphcue.stores.contract import Writer
from graphcue.writing.changes import Written
from graphcue.writing.drafts import draft
from graphcue.writing.planning import Outcome, Plan, plan

T = TypeVar("T")
NOTHING = Memory("", "")
FIXED = ("id", "key")
TOLD = {"content", "project", "author", "occurred_at"}
"""What an idempotency key stands for: with other content the memory goes on without its key."""


class Updates(Part):
    """Changes of what was remembered; part of `MemoryGraph`."""

    def update(self, id: str, /, **changes: Any) -> Outcome:
        """What became of the memory when these fields of `remember` take the place of its own; the others stay.

        A new text says anew what texts say by themselves (tags, dates, names). From now on the memory is the caller's own:
        the last writing wins. Raises NotFound, InvalidInput, NotFound for a link to what is not there.
        """
        checked_text("id", id)
        for field in FIXED:
            if field in changes:
                raise InvalidInput(f"the {field} of a memory cannot be changed; remember a new one", field=field)
        given = record_of(**{"content": "", **changes}, settings=self.settings)
        now = self._clock()

        def work(writer: Writer) -> tuple[Plan, Written | None]:
            found = writer.get([id])
            if id not in found:
                raise NotFound(f"there is no memory {id!r}", id=id)
            said = draft(Record(found[id].content), self.namespace, now, self.settings).memory
            record = _changed(found[id], said if "content" in changes else NOTHING, given, {*changes})
            made = plan(writer, [draft(record, self.namespace, now, self.settings)])
            outcome = made.outcomes[0]
            if outcome.error:
                raise outcome.error
            _check_links(writer, given)
            return made, self._apply(writer, made.difference)

        return self._write(work)[0].outcomes[0]


def _check_links(writer: Writer, given: Record) -> None:
    targets = [link.target for link in given.links]
    there = writer.get(targets) if targets else {}
    for target in targets:
        if target not in there:
            raise NotFound(f"there is no memory {target!r} to link to; nothing was written", id=target)


def _changed(memory: Memory, said: Memory, given: Record, named: set[str]) -> Record:
    """The record of the memory as it stands, with the fields that were named taken from `given`."""
    standing = _declared(memory, said, named)
    values = {item.name: getattr(standing, item.name) for item in fields_of(Record)}
    for name in named & values.keys():
        values[name] = getattr(given, name)
    if named & {"people", "entities"}:
        values["names"] = _names(standing.names, given.names, named)
    words = {word: LINK_WORDS[word] for word in named & LINK_WORDS.keys()}
    values["links"] = tuple(link for link in standing.links if link.type not in words.values()) + given.links
    return Record(**values)


def _names(standing: tuple[Name, ...], given: tuple[Name, ...], named: set[str]) -> tuple[Name, ...]:
    labels = {label for word, label in (("people", "Person"), ("entities", "Entity")) if word in named}
    return tuple(name for name in standing if name.label not in labels) + given


def _declared(memory: Memory, said: Memory, named: set[str]) -> Record:
    """The record that would make the memory, without what its old text `said` by itself."""
    parts = memory.contributions
    told = {name for part in said.contributions for name in part.names}
    same_text = "content" not in named
    return Record(
        memory.content,
        id=memory.id,
        key=memory.key if not named & TOLD else "",
        kind=_first(part.kind for part in parts),
        status=_first(part.status for part in parts),
        project=memory.project if memory.project != said.project else "",
        author=memory.author,
        occurred_at=_unless(memory.occurred_at, said.occurred_at),
        valid_from=_unless(memory.valid_from, said.valid_from),
        valid_until=_unless(memory.valid_until, said.valid_until),
        cues=tuple(sorted({*memory.cues} - {*said.cues})),
        tags=tuple(sorted({*memory.tags} - {*said.tags})),
        names=tuple(dict.fromkeys(name for part in parts for name in part.names if name not in told)),
        links=tuple(dict.fromkeys(link for part in parts for link in part.links)),
        titles=tuple(sorted({title for part in parts for title in part.titles})),
        place=next((part.place for part in parts if part.place), None) if same_text else None,
        metadata=memory.metadata,
    )


def _unless(moment: Moment | None, said: Moment | None) -> Moment | None:
    return moment if moment != said else None


def _first(values: Iterable[str]) -> str:
    return next((value for value in values if value), "")
