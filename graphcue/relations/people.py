"""A name as asked → the people it may mean, and how each of them came to be meant."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphcue.errors import NotFound
from graphcue.language.folding import fold_name, has_han
from graphcue.model import PERSON
from graphcue.relations.pinyin import plain_letters, readings, word_orders
from graphcue.stores.contract import NameNode

BY_NAME, BY_ALIAS, BY_ORDER, BY_PINYIN = "name", "alias", "order", "pinyin"


@dataclass(frozen=True, slots=True)
class Meant:
    """A person whom an asked name may mean; `how`: by the name itself, an alias, another order of its words, or pinyin."""

    node: NameNode
    how: str


def people_meant(
    nodes: Mapping[str, NameNode],
    asked: str,
    aliases: Mapping[str, frozenset[str]] | None = None,
    across: bool = True,
) -> tuple[Meant, ...]:
    """The people whom a name means, `name@organisation` for one of several; those of the name itself first.

    `aliases` leads from a node's key to the keys that are declared to be the same. Without `across`, other orders and
    scripts of the name are tried only where nobody bears the name itself.
    """
    name, _, organisation = asked.partition("@")
    people = [node for node in nodes.values() if node.label == PERSON]
    folded = fold_name(name)
    found = {node.key: Meant(node, BY_NAME) for node in people if node.folded == folded}
    if across or not found:
        for node, how in _otherwise(people, name):
            found.setdefault(node.key, Meant(node, how))
    for key in list(found):
        for other in sorted((aliases or {}).get(key, ())):
            if other in nodes:
                found.setdefault(other, Meant(nodes[other], BY_ALIAS))
    if organisation:
        found = {k: one for k, one in found.items() if fold_name(one.node.organisation) == fold_name(organisation)}
    order = (BY_NAME, BY_ALIAS, BY_ORDER, BY_PINYIN)
    return tuple(sorted(found.values(), key=lambda one: (order.index(one.how), one.node.key)))


def _otherwise(people: Iterable[NameNode], name: str) -> Iterable[tuple[NameNode, str]]:
    orders = word_orders(name)
    asked = readings(name)
    han = has_han(fold_name(name))
    for node in people:
        if orders and (node.folded in orders or word_orders(node.folded) & orders):
            yield node, BY_ORDER
        elif asked and has_han(node.folded) != han and readings(node.folded) & asked:
            yield node, BY_PINYIN
        elif not han and not has_han(node.folded) and plain_letters(node.folded) in _plain(name):
            yield node, BY_ORDER


def _plain(name: str) -> frozenset[str]:
    plain = plain_letters(name)
    return frozenset((plain, *word_orders(plain)))


def people_or_error(
    nodes: Mapping[str, NameNode],
    asked: str,
    aliases: Mapping[str, frozenset[str]] | None = None,
    across: bool = True,
) -> tuple[Meant, ...]:
    """`people_meant`. Raises NotFound with the nearest names when nobody is meant."""
    found = people_meant(nodes, asked, aliases, across)
    if not found:
        near = nearest(asked, (shown_name(node) for node in nodes.values() if node.label == PERSON))
        raise NotFound(f"no memory names a person {asked!r}{told(near)}", person=asked, nearest=near)
    return found


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """At most three of the known names that are most like this one, the nearest first."""
    return difflib.get_close_matches(name, sorted(set(known)), n=3, cutoff=0.4)


def told(near: list[str]) -> str:
    """The end of a message that offers the nearest names."""
    return f"; the nearest are {', '.join(near)}" if near else ""


def shown_name(node: NameNode) -> str:
    """The name as commonly spelled, with its organisation if it has one."""
    return f"{node.name}@{node.organisation}" if node.organisation else node.name
