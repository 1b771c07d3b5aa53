"""The JSON form of conversations and of what comes to mind. Pure: values in, plain values out."""

from typing import Any

from graphcue.graph import SessionState, Suggestion
from graphcue.presentation import carry_json, instant_text, result_json


def state_json(state: SessionState) -> dict[str, Any]:
    """What is active in a conversation; `expires` is null before its first turn."""
    return {
        "id": state.id,
        "turns": state.turns,
        "nodes": [carry_json(one) for one in state.nodes],
        "cues": [carry_json(one) for one in state.cues],
        "told": list(state.told),
        "expires": instant_text(state.expires or None),
    }


def suggestion_json(suggestion: Suggestion) -> dict[str, Any]:
    """What comes to mind, and the bar that it had to pass."""
    return {
        "results": [result_json(one) for one in suggestion.results],
        "bar": suggestion.bar,
        "best": suggestion.best,
        "reason": suggestion.reason,
    }
