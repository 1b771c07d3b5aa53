"""Aliases as they are declared and taken back: edges beside the memories, so that taking one back leaves the graph as it was."""

from collections.abc import Iterable

from graphcue.errors import InvalidInput
from graphcue.language.folding import fold_name
from graphcue.language.gazetteer import name_key
from graphcue.model import ENTITY, MENTIONS, PERSON, Name
from graphcue.stores.contract import Alias, Changes, Counts, Writer
from graphcue.writing.changes import Difference, Written, applied, renamed_mentions, total
from graphcue.writing.identity import alias_line, line_digest
from graphcue.writing.known import KnownNames, bare
from graphcue.writing.names import Declared, adjusted

LABELS = {"person": PERSON, "entity": ENTITY}
KINDS = (*LABELS, "project")


def alias_of(kind: str, alias: str, name: str) -> Alias:
    """The alias that these words declare. Raises InvalidInput for an empty name, another kind, and an alias of itself."""
    if kind not in KINDS:
        raise InvalidInput(f"there is no kind of alias {kind!r}; use one of {', '.join(KINDS)}", kind=kind)
    alias, name = " ".join(alias.split()), " ".join(name.split())
    for field, text in (("alias", alias), ("name", name)):
        if not fold_name(text.partition("@")[0]):
            raise InvalidInput("an alias and the name it stands for need a visible character", field=field)
    if fold_name(alias) == fold_name(name):
        raise InvalidInput(f"{alias!r} cannot be an alias of itself", alias=alias)
    if kind not in LABELS:
        return Alias(kind, alias, name)
    return Alias(kind, alias, name, _key(kind, alias), _key(kind, name))


def change_aliases(writer: Writer, come: Iterable[Alias], gone: Iterable[Alias], names: KnownNames) -> Written:
    """Makes the graph what it is with these aliases and without those; both sides of an alias live by it."""
    come, gone = tuple(come), tuple(gone)
    put, drop = adjusted(dict(names.nodes), names_of(gone), names_of(come))
    shifting = [node for node in put if node.key not in names.nodes] + [names.nodes[key] for key in drop]
    aliases = tuple(sorted((set(names.aliases) - set(gone)) | set(come)))
    after = names.changed(put, drop, writer.describe().revision + 1, aliases)
    first = Changes(
        put_names=put,
        add_aliases=come,
        drop_aliases=gone,
        fingerprint_delta=sum(map(alias_digest, come)) - sum(map(alias_digest, gone)),
    )
    folded = tuple(sorted({node.folded for node in shifting if bare(node)}))
    steps = [applied(writer, first)]
    mentions = renamed_mentions(writer, Difference({}, {}), folded, after)
    if drop or mentions != Changes():
        steps.append(
            writer.apply(Changes(add_edges=mentions.add_edges, drop_edges=mentions.drop_edges, drop_names=drop))
        )
    return Written(total(steps), after)


def alias_digest(alias: Alias) -> int:
    """The alias's share of the fingerprint."""
    return line_digest(alias_line(alias.kind, alias.alias, alias.name))


def nothing_made() -> Counts:
    """What declaring an alias that is there makes."""
    return Counts()


def _key(kind: str, text: str) -> str:
    name, _, organisation = text.partition("@")
    return name_key(LABELS[kind], name, organisation)


def names_of(aliases: Iterable[Alias]) -> list[Declared]:
    """What the aliases declare: both names of each, but for those of projects."""
    return [
        Declared(key, (Name(name, MENTIONS, LABELS[alias.kind], organisation),))
        for alias in aliases
        if alias.kind in LABELS
        for key, text in ((alias.source, alias.alias), (alias.target, alias.name))
        for name, _, organisation in (text.partition("@"),)
    ]
