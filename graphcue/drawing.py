"""An answer → the one query that shows just this answer as a graph in Neo4j Browser, and the link that opens it there.

It names the answer's memories by id, so it shows what was answered whatever the filters were. Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graphcue import browser
from graphcue.graph import DEFAULT_NAMESPACE, Answer, Asked, Chain, Edge, Listing, Path
from graphcue.model import APPROVED_BY, ASSIGNED_TO, AUTHORED_BY, DECIDED_BY, FOLLOWS, PRESENTED_BY, SUPERSEDES

MEMORIES = 150
"""Memories of one answer that are drawn at most; with the ends of edges, people and cues no more than 300 nodes."""
CUES = 50
STEPS = 150
STANDING = (AUTHORED_BY, DECIDED_BY, PRESENTED_BY, APPROVED_BY, ASSIGNED_TO)
"""The roles that show who stands behind the memories of a list."""

Step = tuple[str, str, str]
"""(source, edge type, target), as the edge stands in the store."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What to draw: memories in the order of the answer, the cues that found them, edges, types of edges that are drawn
    wherever they join two of them, roles in which people stand."""

    ids: tuple[str, ...]
    cues: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    between: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """The query; the link that opens Neo4j Browser with it, None where it would be too long for one; how many of the
    answer's nodes it draws."""

    query: str
    link: str | None
    drawn: int
    total: int

    def as_dict(self) -> dict[str, Any]:
        """The field `cypher` of an answer's JSON."""
        return {"query": self.query, "link": self.link, "drawn": self.drawn, "total": self.total}


Drawable = Answer | Asked | Listing | Chain | Path


def cypher_of(
    answer: Drawable, *, note: str = "", namespace: str = DEFAULT_NAMESPACE, address: str = browser.LOCAL
) -> Shown:
    """How an answer is shown in Neo4j Browser at that address; `note` (what was asked) stands in a comment above.

    Raises InvalidInput for an address that is none.
    """
    drawing = drawing_of(answer)
    drawn = drawing.ids[:MEMORIES]
    more = f"the first {len(drawn)} of " if len(drawn) < len(drawing.ids) else ""
    query = browser.filled(
        "answer",
        f"{note} · {more}{len(drawing.ids)} nodes" if note else f"{more}{len(drawing.ids)} nodes",
        namespace=namespace,
        ids=list(drawn),
        cues=list(drawing.cues[:CUES]),
        steps=[list(step) for step in drawing.steps[:STEPS]],
        between=list(drawing.between),
        roles=list(drawing.roles),
    )
    return Shown(query, browser.link(query, address), len(drawn), len(drawing.ids))


def drawing_of(answer: Drawable) -> Drawing:
    """What there is to draw of an answer of any kind."""
    if isinstance(answer, Answer):
        return _recalled(answer)
    if isinstance(answer, Chain):
        return Drawing(answer.ids, steps=_edges([*(step.edge for step in answer.steps), *answer.cycles]))
    if isinstance(answer, Path):
        return Drawing(answer.nodes, steps=_edges(step.edge for step in answer.steps))
    if isinstance(answer, Asked):
        return _asked(answer)
    return _listed(answer)


def _asked(asked: Asked) -> Drawing:
    found = asked.answered
    for part in (asked.recalled, found.chain, found.path, found.listing):
        if part is not None:
            return drawing_of(part)
    return Drawing(())


def _recalled(answer: Answer) -> Drawing:
    """The memories, each cue that gave points, and each way that evidence took."""
    ids = [result.memory.id for result in answer.results]
    leaves = [leaf for result in answer.results for leaf in result.leaves]
    steps = dict.fromkeys(_as_stored(step.source, step.edge, step.target) for leaf in leaves for step in leaf.path)
    return Drawing(tuple(ids), tuple(sorted({leaf.cue for leaf in leaves if leaf.cue})), tuple(steps))


def _as_stored(source: str, edge: str, target: str) -> Step:
    """A step as it was walked → the edge, which may lead the other way."""
    if edge == "FOLLOWED_BY":
        return (target, FOLLOWS, source)
    if edge.endswith("_BACK"):
        return (target, edge.removesuffix("_BACK"), source)
    return (source, edge, target)


def _listed(listing: Listing) -> Drawing:
    """The memories of the page, who stands behind them, what supersedes what and what follows what among them."""
    ids = tuple(item.memory.id for item in listing.items)
    return Drawing(ids, between=(FOLLOWS, SUPERSEDES), roles=STANDING)


def _edges(edges: Iterable[Edge]) -> tuple[Step, ...]:
    return tuple(dict.fromkeys((edge.source, edge.type, edge.target) for edge in edges))
