"""The JSON form of what is drawn."""

from typing import TYPE_CHECKING, Any

from graphcue.presentation import edge_word

if TYPE_CHECKING:
    from graphcue.relations.neighbourhood import Neighbourhood


def neighbourhood_json(found: "Neighbourhood") -> dict[str, Any]:
    """Nodes, the nearest first, and the edges that join two of them; `cut` says that there were more."""
    return {
        "nodes": [{"key": one.key, "label": one.label, "name": one.name, "depth": one.depth} for one in found.nodes],
        "edges": [{"edge": edge_word(one.type), "source": one.source, "target": one.target} for one in found.edges],
        "cut": found.cut,
    }
