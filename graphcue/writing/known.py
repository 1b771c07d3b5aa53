"""What a process knows of a namespace's names, kept from one transaction to the next."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphcue.language.gazetteer import Gazetteer
from graphcue.language.words import read_words, telling_words
from graphcue.model import Memory
from graphcue.stores.contract import Alias, NameNode, Reader, Where

SCAN_PAGE = 500


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names as they were at `revision`: nodes by key, and the matcher of those that a bare text may mean."""

    revision: int
    nodes: Mapping[str, NameNode]
    gazetteer: Gazetteer
    aliases: tuple[Alias, ...] = ()

    def changed(
        self,
        put: tuple[NameNode, ...],
        drop: tuple[str, ...],
        revision: int,
        aliases: tuple[Alias, ...] | None = None,
    ) -> "KnownNames":
        """The names after these nodes were put and dropped; the aliases stay unless others are given."""
        nodes = {key: node for key, node in self.nodes.items() if key not in set(drop)}
        come = [(node.folded, node.key) for node in put if bare(node) and node.key not in self.nodes]
        nodes.update({node.key: node for node in put})
        gazetteer = self.gazetteer.changed(come, drop) if come or drop else self.gazetteer
        return KnownNames(revision, nodes, gazetteer, self.aliases if aliases is None else aliases)


NO_NAMES = KnownNames(0, {}, Gazetteer(()))


def known_names(reader: Reader, before: KnownNames) -> KnownNames:
    """The names as the reader sees them: `before` itself while they have not changed."""
    described = reader.describe()
    revision = described.names_revision
    if revision == before.revision:
        return before
    nodes = {node.key: node for node in reader.names()}
    gazetteer = Gazetteer((node.folded, node.key) for node in nodes.values() if bare(node))
    return KnownNames(revision, nodes, gazetteer, described.aliases)


def bare(node: NameNode) -> bool:
    """True for a name without organisation: the one that a bare mention in a text goes to."""
    return not node.organisation


def memories_naming(reader: Reader, folded: str) -> dict[str, Memory]:
    """The memories in whose text a folded name may stand: all that have its characters and words as cues.

    A name of words that are not kept has no cue; then every memory may.
    """
    chars = read_words(folded).chars
    keys = {f"char:{char}" for char in chars}
    keys |= {f"word:{word}" for word in telling_words(folded) if not set(word) & set(chars)}
    return reader.get(reader.carriers(sorted(keys))) if keys else _everything(reader)


def _everything(reader: Reader) -> dict[str, Memory]:
    found: dict[str, Memory] = {}
    after: str | None = None
    while True:
        page = reader.page(Where(), "oldest", after, SCAN_PAGE)
        found.update(reader.get(page.ids))
        if page.after is None:
            return found
        after = page.after
