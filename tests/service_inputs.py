"""Inputs that cannot be used, as each surface takes them: Python, the command line, REST, MCP."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import graphcue


@dataclass(frozen=True)
class Bad:
    """One bad input. `tool` is empty where MCP has no such tool, `command` where the command line cannot be told so."""

    name: str
    python: Callable[[graphcue.MemoryGraph], Any]
    command: tuple[str, ...]
    rest: tuple[str, str, Any]
    tool: tuple[str, dict[str, Any]] = field(default=("", {}))


def asked(name: str, call: str, given: dict[str, Any], *command: str) -> Bad:
    """One that every surface calls by the same name with the same fields."""
    rest = ("POST", f"/{call}", given)
    return Bad(name, lambda graph: getattr(graph, call)(**given), command, rest, (call, given))


def listed(name: str, call: str, given: dict[str, Any], *command: str) -> Bad:
    """One of a list, whose fields are in the query."""
    from urllib.parse import urlencode

    rest = ("GET", f"/{call}?{urlencode(given, doseq=True)}", None)
    return Bad(name, lambda graph: getattr(graph, call)(**given), command, rest, (call, given))


def of_id(name: str, call: str, id: str) -> Bad:
    tool = (call, {"id": id}) if call == "why" else ("", {})
    return Bad(name, lambda graph: getattr(graph, call)(id), (call, id), ("GET", f"/{call}/{id}", None), tool)


def relate(name: str, source: str, relation: str, target: str) -> Bad:
    given = {"source": source, "relation": relation, "target": target}
    return Bad(
        name,
        lambda graph: graph.relate(source, relation, target),
        ("relate", source, relation, target),
        ("POST", "/relations", given),
        ("relate", given),
    )


def remember(name: str, given: dict[str, Any], *command: str) -> Bad:
    return Bad(name, lambda graph: graph.remember(**given), command, ("POST", "/memories", given), ("remember", given))


INPUTS = (
    asked("an empty question", "recall", {"question": " "}, "recall", " "),
    asked("a question too long", "recall", {"question": "x" * 20_001}, "recall", "x" * 20_001),
    asked("a limit of none", "recall", {"question": "x", "limit": 0}, "recall", "x", "--limit", "0"),
    asked("a limit too high", "recall", {"question": "x", "limit": 101}, "recall", "x", "--limit", "101"),
    asked("a day that is none", "recall", {"question": "x", "since": "2025-02-30"}, "recall", "x", "--since", "2025-02-30"),
    asked("a word for a day", "recall", {"question": "x", "as_of": "soon"}, "recall", "x", "--as-of", "soon"),
    asked(
        "an end before its start",
        "recall",
        {"question": "x", "since": "2026", "until": "2025"},
        *("recall", "x", "--since", "2026", "--until", "2025"),
    ),
    asked("an empty project", "recall", {"question": "x", "project": " "}, "recall", "x", "--project", " "),
    asked("an empty status", "recall", {"question": "x", "status": ""}, "recall", "x", "--status", ""),
    asked("a share above one", "recall", {"question": "x", "min_score": 2.0}, "recall", "x", "--min-score", "2"),
    asked("a match of some", "recall", {"question": "x", "match": "some"}, "recall", "x", "--match", "some"),
    asked("a preset of none", "recall", {"question": "x", "preset": "nosuch"}, "recall", "x", "--preset", "nosuch"),
    asked("a range of nothing", "recall", {"question": "x", "date_range": ".."}, "recall", "x", "--date-range", ".."),
    asked("a name nobody bears", "recall", {"question": "x", "related_to": "无此人"}, "recall", "x", "--related-to", "无此人"),
    asked("an empty plain question", "ask", {"question": ""}, "ask", ""),
    listed("a person nobody knows", "decisions", {"by": "无此人"}, "decisions", "--by", "无此人"),
    listed("a role nobody has", "decisions", {"by": "小舟", "role": "boss"}, "decisions", "--by", "小舟", "--role", "boss"),
    listed("a role of nobody", "decisions", {"role": "author"}, "decisions", "--role", "author"),
    listed("a page too long", "decisions", {"limit": 1001}, "decisions", "--limit", "1001"),
    listed("a cursor that is none", "decisions", {"after": "x!"}, "decisions", "--after", "x!"),
    listed("a project nobody works on", "timeline", {"project": "无此项目"}, "timeline", "无此项目"),
    listed("an empty timeline", "timeline", {}, "timeline"),
    listed("a blank tag", "timeline", {"tag": " "}, "timeline", "--tag", " "),
    of_id("no such cause", "why", "nosuch"),
    of_id("no such chain", "chain", "nosuch"),
    of_id("no such consequence", "consequences", "nosuch"),
    relate("a relation to nothing b36", "m1", "related_to", "nosuch"),
    relate("a relation from nothing", "nosuch", "related_to", "m1"),
    relate("a relation to itself", "m1", "related_to", "m1"),
    relate("a relation that is none b39", "m1", "依赖 于", "m2"),
    remember("a time that is none", {"content": "x", "occurred_at": "2025-13-01"}, "remember", "x", "--at", "2025-13-01"),
    remember("a link to nothing", {"content": "x", "supersedes": ["nosuch"]}, "remember", "x", "--supersedes", "nosuch"),
    remember("a name too long", {"content": "x", "project": "p" * 501}, "remember", "x", "--project", "p" * 501),
    remember("an id that cannot be", {"content": "x", "id": "a\tb"}, "remember", "x", "--id", "a\tb"),
    remember("a key used before", {"content": "other", "key": "used"}, "remember", "other", "--key", "used"),
    remember("a text too long", {"content": "x" * 1_000_001}),
    Bad(
        "an alias in a circle",
        lambda graph: graph.add_alias("小舟", "小船"),
        ("alias", "add", "小舟", "小船"),
        ("POST", "/aliases", {"alias": "小舟", "name": "小船"}),
    ),
    Bad(
        "an alias nobody has",
        lambda graph: graph.remove_alias("nosuch"),
        ("alias", "remove", "nosuch"),
        ("DELETE", "/aliases?alias=nosuch", None),
    ),
    Bad(
        "a path to nowhere",
        lambda graph: graph.path("m1", "nosuch"),
        ("path", "m1", "nosuch"),
        ("GET", "/path?from=m1&to=nosuch", None),
    ),
    Bad("no such person", lambda graph: graph.person("无"), ("person", "无"), ("GET", "/persons/%E6%97%A0", None)),
    Bad("no such project", lambda graph: graph.project("无"), ("project", "无"), ("GET", "/projects/%E6%97%A0", None)),
    Bad("nothing to delete", lambda graph: graph.delete("nosuch"), ("delete", "nosuch"), ("DELETE", "/memories/nosuch", None)),
    Bad(
        "nothing to forget",
        lambda graph: graph.forget("nosuch"),
        ("forget", "nosuch", "--yes"),
        ("POST", "/forget", {"id": "nosuch"}),
        ("forget", {"id": "nosuch"}),
    ),
)  # fmt: skip
