"""Pages for people without Neo4j: one file each, with its library inside and nothing asked from outside.

The data stands in the page as JSON in which no `<` is left; a page's own scripts are named by their hashes, so that no
other script runs even if one came in, and no address may be asked.
"""

import base64
import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from graphcue.graph import Edge, Item, Listing, Neighbourhood, Node
from graphcue.model import ATTENDED_BY, MENTIONS, Memory, Moment
from graphcue.presentation import edge_word, moment_text

LIBRARY = "cytoscape-3.35.0.min.js"
"""Cytoscape.js, MIT; its licence stands beside it."""
TEXT = 2_000
HEADLINE = 100
"""Characters of a memory's text, and of its first line, that a page carries."""


def graph_page(found: Neighbourhood, title: str) -> str:
    """The page that draws a neighbourhood: nodes to click, to drag and to search."""
    data = {
        "title": title,
        "nodes": [_node(node) for node in found.nodes],
        "edges": [_edge(edge) for edge in found.edges],
        "cut": found.cut,
    }
    return _page("graph", data, {"library": _asset(LIBRARY)})


def timeline_page(listing: Listing, newer: Mapping[str, Memory], title: str) -> str:
    """The page that tells a timeline: what superseded what, and how it stood at any moment.

    `newer` are the memories that supersede some of the page's, by id, whether they stand on it or not.
    """
    data = {"title": title, "total": listing.total, "steps": [_step(item, newer) for item in listing.items]}
    return _page("timeline", data, {})


def superseding(listing: Listing) -> list[str]:
    """The ids of what supersedes a memory of the list, sorted."""
    return sorted({id for item in listing.items for id in item.superseded_by})


def _node(node: Node) -> dict[str, Any]:
    memory = node.memory
    return {
        "id": node.key,
        "caption": node.name,
        "look": _look(memory) if memory else node.label,
        "depth": node.depth,
        "text": _short(memory.content, TEXT) if memory else "",
        "time": _time(memory.occurred_at) if memory else "",
        "status": memory.status if memory else "",
        "project": memory.project if memory else "",
    }


def _edge(edge: Edge) -> dict[str, str]:
    return {"source": edge.source, "target": edge.target, "type": edge.type, "rule": edge.rule}


def _look(memory: Memory, superseded: bool | None = None) -> str:
    """The label that Neo4j Browser would colour it by."""
    if memory.superseded_at is not None if superseded is None else superseded:
        return "Superseded"
    return {"decision": "Decision", "action": "Action"}.get(memory.kind, "Memory")


def _step(item: Item, newer: Mapping[str, Memory]) -> dict[str, Any]:
    memory = item.memory
    return {
        "id": memory.id,
        "headline": _headline(memory),
        "look": _look(memory, superseded=False),
        "kind": memory.kind,
        "status": memory.status,
        "people": _people(item.names),
        "time": _time(memory.occurred_at),
        "ms": memory.occurred_at.ms if memory.occurred_at else None,
        "supersedes": list(item.supersedes),
        "superseded_by": [_newer(newer[id]) for id in item.superseded_by if id in newer],
    }


def _newer(memory: Memory) -> dict[str, Any]:
    when = memory.occurred_at
    return {
        "id": memory.id,
        "headline": _headline(memory),
        "ms": when.ms if when else None,
        "time": _time(when),
    }


def _time(moment: Moment | None) -> str:
    """As it was written, without its offset, to the minute: `2026-01-07 09:12`; "" without one."""
    day, _, clock = (moment_text(moment) or "").partition("T")
    return f"{day} {clock[:5]}".strip()


def _people(names: Sequence[tuple[str, str]]) -> str:
    roles: dict[str, list[str]] = {}
    for edge, name in names:
        if edge not in (MENTIONS, ATTENDED_BY):
            roles.setdefault(name, []).append(edge_word(edge))
    return ", ".join(f"{name} ({', '.join(words)})" for name, words in roles.items())


def _headline(memory: Memory) -> str:
    lines = (line.strip(" #*->\t|") for line in memory.content.splitlines())
    return _short(next((line for line in lines if line), memory.content), HEADLINE)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


# the page


def _page(name: str, data: Mapping[str, Any], more: Mapping[str, str]) -> str:
    program = _asset(f"{name}.js")
    parts = {
        "title": html.escape(str(data["title"])),
        "style": _asset("page.css") + _asset(f"{name}.css"),
        "policy": _policy(program, *more.values()),
        "data": _as_json(data),
        "program": program,
        **more,
    }
    first, *rest = _asset(f"{name}.html").split("{{")
    pieces = [first]
    for piece in rest:  # each place is filled once; what fills it is not looked into
        place, _, after = piece.partition("}}")
        pieces += [parts[place], after]
    return "".join(pieces)


def _policy(*scripts: str) -> str:
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode('utf-8')).digest()).decode('ascii')}'"
        for script in scripts
    )
    return f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:"


def _as_json(data: Mapping[str, Any]) -> str:
    """JSON that ends no element and no line of a script, whatever text is in it."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, allow_nan=False)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return "".join(f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char for char in text)


def _asset(name: str) -> str:
    return files("graphcue").joinpath("web", name).read_text("utf-8")
