"""The JSON form of the answers that are more than a list: plain questions, chains, paths, profiles."""

from collections.abc import Iterable
from typing import Any

from graphcue.graph import Asked, Chain, Conflicting, Figure, Parsed, Path, Profile, State, Walked
from graphcue.presentation import answer_json, edge_word, instant_text, listing_json
from graphcue.receipts import receipt_json
from graphcue.records import ROLE_WORDS

_EDGE_ARGUMENTS = ("roles", "relation")
_TIME_ARGUMENTS = ("since", "until")
_WORDS = {edge: word for word, edge in ROLE_WORDS.items()}


def asked_json(asked: Asked) -> dict[str, Any]:
    """The answer to a plain question: its parse, what the call returned, and whether it is complete."""
    found = asked.answered
    return {
        "question": asked.question,
        "parsed": parsed_json(asked.parsed),
        "complete": asked.complete,
        "count": asked.total,
        "listing": listing_json(found.listing) if found.listing else None,
        "roles": [
            {"role": edge_word(one.role), "name": one.name, "total": one.total, "memories": list(one.ids)}
            for one in found.roles
        ],
        "chain": chain_json(found.chain) if found.chain else None,
        "path": path_json(found.path) if found.path else None,
        "profile": profile_json(found.profile) if found.profile else None,
        "notes": list(found.notes),
        "problem": found.problem.as_dict()["error"] if found.problem else None,
        "recalled": answer_json(asked.recalled) if asked.recalled else None,
        "receipt": receipt_json(asked.receipt) if asked.receipt else None,
    }


def parsed_json(parsed: Parsed) -> dict[str, Any]:
    """The call that a question means, as the call's own arguments, and what each stretch was taken for."""
    return {
        "call": parsed.call,
        "arguments": {name: _argument(name, value) for name, value in parsed.arguments},
        "rule": parsed.rule,
        "counting": parsed.counting,
        "pieces": [{"text": one.text, "kind": one.kind, "start": one.start, "end": one.end} for one in parsed.pieces],
    }


def _argument(name: str, value: Any) -> Any:
    if name in _TIME_ARGUMENTS:
        return instant_text(value)
    if name in _EDGE_ARGUMENTS:
        return edge_word(value) if isinstance(value, str) else [edge_word(one) for one in value]
    return list(value) if isinstance(value, tuple) else value


def chain_json(chain: Chain) -> dict[str, Any]:
    """The memories of a walk in order, its edges, and those that would have closed a cycle."""
    return {
        "ids": list(chain.ids),
        "steps": [walked_json(step) for step in chain.steps],
        "cycles": [_edge(edge.type, edge.source, edge.target) for edge in chain.cycles],
    }


def path_json(path: Path) -> dict[str, Any]:
    """The nodes of a path and its edges; empty where there is none."""
    return {
        "nodes": list(path.nodes),
        "steps": [walked_json(step) for step in path.steps],
        "passed_over": path.passed_over,
    }


def walked_json(step: Walked) -> dict[str, Any]:
    """One edge that was walked, what declared it, and the sentence it rests on."""
    edge = step.edge
    return {
        **_edge(edge.type, edge.source, edge.target),
        "rule": edge.rule,
        "sentence": step.sentence,
        "depth": step.depth,
    }


def profile_json(profile: Profile) -> dict[str, Any]:
    """A profile; each figure with the call that lists what it counts."""
    return {
        "name": profile.name,
        "names": [{"name": name, "how": how} for name, how in profile.names],
        "roles": [figure_json(one) for one in profile.roles],
        "years": [figure_json(one) for one in profile.years],
        "open_actions": figure_json(profile.open_actions),
        "people": [figure_json(one) for one in profile.people],
        "projects": [figure_json(one) for one in profile.projects],
    }


def conflicts_json(found: Iterable[Conflicting]) -> list[dict[str, str]]:
    """Each conflict with both memories and what they say."""
    return [
        {
            "slot": one.slot,
            "first": one.first,
            "first_value": one.first_value,
            "second": one.second,
            "second_value": one.second_value,
        }
        for one in found
    ]


def states_json(states: Iterable[State]) -> list[dict[str, Any]]:
    """The state after each step of a timeline, by ids."""
    return [
        {"id": one.id, "in_force": list(one.in_force), "open": list(one.open), "done": list(one.done)} for one in states
    ]


def figure_json(figure: Figure) -> dict[str, Any]:
    """One number, and the call that lists it."""
    return {"what": _WORDS.get(figure.what, figure.what), "total": figure.total, "call": dict(figure.call)}


def _edge(type: str, source: str, target: str) -> dict[str, str]:
    return {"edge": edge_word(type), "source": source, "target": target}
