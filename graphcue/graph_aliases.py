"""Aliases of people, entities and projects, as methods of `MemoryGraph`: edges that can be taken back."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from graphcue.checks import checked_text, nearest
from graphcue.errors import Forgotten, InvalidInput, NotFound
from graphcue.graph_part import Part
from graphcue.language.folding import fold_name
from graphcue.relations.identity import ends, reaches
from graphcue.stores.contract import Alias, Counts, Reader, Writer
from graphcue.writing.aliases import alias_of, change_aliases
from graphcue.writing.changes import Written
from graphcue.writing.known import KnownNames, known_names
from graphcue.writing.tombstones import graves_of, people_of_aliases

T = TypeVar("T")


class Aliases(Part):
    """Who is who, as declared; part of `MemoryGraph`."""

    def aliases(self) -> tuple[Alias, ...]:
        """Every alias, by kind and name."""
        return self._read(lambda reader: reader.describe().aliases)

    def add_alias(self, alias: str, name: str, *, kind: str | None = None) -> Counts:
        """What was made: nothing when the alias is there. `kind` is person, entity or project; left out, what either name is
        known as, else entity. From now on a question by either name finds what belongs to both; nothing is merged.

        Raises InvalidInput for an alias of itself and for one that would close a cycle, Forgotten for a person who was
        forgotten.
        """
        return self.add_aliases([(alias, name, kind)])

    def add_aliases(self, wanted: Iterable[tuple[str, str, str | None]]) -> Counts:
        """What was made: all of (alias, name, kind) in one transaction, or none. Raises InvalidInput, Forgotten."""
        asked = [(checked_text("alias", alias), checked_text("name", name), kind) for alias, name, kind in wanted]

        def work(writer: Writer) -> tuple[Counts, Written | None]:
            names = known_names(writer, self._names)
            come: list[Alias] = []
            for alias, name, kind in asked:
                made = alias_of(kind or _kind(writer, names, alias, name), alias, name)
                _check_graves(writer, made)
                standing = [*names.aliases, *come]
                if ends(made) in map(ends, standing):
                    continue
                if reaches(standing, *reversed(ends(made))):
                    raise InvalidInput(f"{name!r} is an alias of {alias!r} already: that would be a cycle", alias=alias)
                come.append(made)
            if not come:
                return Counts(), None
            done = change_aliases(writer, come, (), names)
            return done.counts, done

        return self._write(work)[0]

    def remove_alias(self, alias: str, name: str | None = None) -> Counts:
        """What was removed: the alias, as if it had never been; `name` chooses among several. Raises NotFound."""
        folded = fold_name(checked_text("alias", alias))

        def chosen(standing: Sequence[Alias]) -> list[Alias]:
            found = [one for one in standing if fold_name(one.alias) == folded]
            found = [one for one in found if name is None or fold_name(one.name) == fold_name(name)]
            if not found:
                near = nearest(alias, (one.alias for one in standing))
                raise NotFound(f"there is no alias {alias!r}{near}", alias=alias)
            return found

        return self._without(chosen)

    def merge(self, sources: Sequence[str], into: str, *, kind: str | None = None) -> Counts:
        """What was made: each source is an alias of `into` from now on, unless it is that itself. `split` takes it back."""
        wanted = [(source, into, kind) for source in sources if fold_name(source) != fold_name(into)]
        if not wanted:
            raise InvalidInput(
                "name two or more to merge, one of which may be what they are merged into", field="sources"
            )
        return self.add_aliases(wanted)

    def split(self, name: str) -> Counts:
        """What was removed: every alias that leads to or from the name. Raises NotFound when none does."""
        folded = fold_name(checked_text("name", name))

        def chosen(standing: Sequence[Alias]) -> list[Alias]:
            found = [one for one in standing if folded in (fold_name(one.alias), fold_name(one.name))]
            if not found:
                near = nearest(name, (text for one in standing for text in (one.alias, one.name)))
                raise NotFound(f"nothing was merged with {name!r}{near}", name=name)
            return found

        return self._without(chosen)

    def _without(self, chosen: Callable[[Sequence[Alias]], list[Alias]]) -> Counts:
        def work(writer: Writer) -> tuple[Counts, Written | None]:
            names = known_names(writer, self._names)
            done = change_aliases(writer, (), chosen(names.aliases), names)
            return done.counts, done

        return self._write(work)[0]


def _check_graves(reader: Reader, alias: Alias) -> None:
    names = people_of_aliases([alias])
    graves = graves_of(reader, (), names)
    for name in names:
        if graves and graves.hold_person(name):
            raise Forgotten(f"the person {name.name!r} was forgotten; revive the name first", person=name.name)


def _kind(reader: Reader, names: KnownNames, alias: str, name: str) -> str:
    """What either name is known as: a person, a project, else an entity."""
    folded = {fold_name(text.partition("@")[0]) for text in (alias, name)}
    labels = {node.label for node in names.nodes.values() if node.folded in folded}
    if "Person" in labels:
        return "person"
    if "Entity" not in labels and folded & {fold_name(project) for project in reader.listed("Project")}:
        return "project"
    return "entity"
