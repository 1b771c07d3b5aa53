"""The JSON form of what is drawn, and of what a conversation is about."""

from typing import TYPE_CHECKING, Any

from graphcue.presentation import edge_word, instant_text

if TYPE_CHECKING:
    from graphcue.graph_session import SessionState
    from graphcue.recall.values import Carry
    from graphcue.relations.neighbourhood import Neighbourhood


def neighbourhood_json(found: "Neighbourhood") -> dict[str, Any]:
    """Nodes, the nearest first, and the edges that join two of them; `cut` says that there were more."""
    return {
        "nodes": [{"key": one.key, "label": one.label, "name": one.name, "depth": one.depth} for one in found.nodes],
        "edges": [{"edge": edge_word(one.type), "source": one.source, "target": one.target} for one in found.edges],
        "cut": found.cut,
    }


def session_json(state: "SessionState") -> dict[str, Any]:
    """What a conversation is about: nodes and cues, strongest first, and ids of memories that were told, last first."""
    return {
        "id": state.id,
        "turns": state.turns,
        "nodes": [_carried(one) for one in state.nodes],
        "cues": [_carried(one) for one in state.cues],
        "told": list(state.told),
        "expires": instant_text(state.expires) if state.turns else None,
    }


def _carried(one: "Carry") -> dict[str, Any]:
    return {"key": one.key, "name": one.name, "points": one.points, "turn": one.turn, "rule": one.rule}
