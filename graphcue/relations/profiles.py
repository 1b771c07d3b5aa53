"""A person or a project in numbers, each with the call that lists what it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphcue.model import NAME_EDGES, ROLES, Memory
from graphcue.relations.open_actions import open_actions
from graphcue.relations.people import Meant, shown_name
from graphcue.stores.contract import NameNode, Reader, Where

PAGE = 1000
MOST = 10
"""People, and projects, that a profile names."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a profile: what it counts, and the call that lists it (name and arguments)."""

    what: str
    total: int
    call: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """`names` as written with how each came to be meant; figures by role, by role and year, of open actions; the people and
    projects with most memories in common."""

    name: str
    names: tuple[tuple[str, str], ...]
    roles: tuple[Figure, ...]
    years: tuple[Figure, ...]
    open_actions: Figure
    people: tuple[Figure, ...]
    projects: tuple[Figure, ...]


def person_profile(reader: Reader, nodes: Mapping[str, NameNode], people: Sequence[Meant]) -> Profile:
    """The profile of the people whom a name means, together."""
    keys = tuple(one.node.key for one in people)
    name = shown_name(people[0].node)
    where = Where(names=keys)
    tied = _tied(reader, where, set(keys))
    roles = {role: [memory for memory, edges in tied if role in edges] for role in NAME_EDGES}
    counted = tuple(
        _figure("decisions", role, len(found), by=name, role=role) for role, found in roles.items() if found
    )
    assigned = len(open_actions(reader, Where(names=keys, edges=("ASSIGNED_TO",))))
    memories = [memory for memory, _ in tied]
    return Profile(
        name,
        tuple((shown_name(one.node), one.how) for one in people),
        counted,
        _years(name, roles),
        _figure("open_actions", "open action" if assigned == 1 else "open actions", assigned, by=name),
        _company(reader, nodes, memories, set(keys), name),
        _projects(memories, name),
    )


def project_profile(reader: Reader, nodes: Mapping[str, NameNode], project: str) -> Profile:
    """The profile of a project: its people instead of roles."""
    where = Where(projects=(project,))
    memories = [memory for memory, _ in _tied(reader, where, set())]
    kinds = sorted({memory.kind for memory in memories})
    counted = [(kind, sum(memory.kind == kind for memory in memories)) for kind in kinds]
    years = _by_year(memories)
    return Profile(
        project,
        ((project, "name"),),
        tuple(_figure("timeline", kind, total, project=project, kind=kind) for kind, total in counted),
        tuple(_figure("timeline", year, total, project=project, since=year, until=year) for year, total in years),
        _figure("open_actions", "open actions", len(open_actions(reader, where)), project=project),
        _company(reader, nodes, memories, set(), "", project),
        (),
    )


def _figure(call: str, what: str, total: int, **arguments: str) -> Figure:
    return Figure(what, total, (("call", call), *sorted(arguments.items())))


def _tied(reader: Reader, where: Where, keys: set[str]) -> list[tuple[Memory, set[str]]]:
    """The memories that fit, oldest first, with the edges that tie them to one of the keys."""
    found: list[tuple[Memory, set[str]]] = []
    after: str | None = None
    while True:
        page = reader.page(where, "oldest", after, PAGE)
        edges = reader.neighbours(page.ids, NAME_EDGES, "out", PAGE) if keys else {}
        for id, memory in reader.get(page.ids).items():
            found.append((memory, {edge.type for edge in edges.get(id, ()) if edge.target in keys}))
        if page.after is None:
            return found
        after = page.after


def _years(name: str, roles: Mapping[str, list[Memory]]) -> tuple[Figure, ...]:
    return tuple(
        _figure("decisions", f"{role} {year}", total, by=name, role=role, since=year, until=year)
        for role in ROLES
        for year, total in _by_year(roles[role])
    )


def _by_year(memories: Sequence[Memory]) -> list[tuple[str, int]]:
    counted: dict[str, int] = {}
    for memory in memories:
        if memory.occurred_at:
            moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(
                milliseconds=memory.occurred_at.ms, minutes=memory.occurred_at.offset
            )
            counted[f"{moment.year:04}"] = counted.get(f"{moment.year:04}", 0) + 1
    return sorted(counted.items())


def _company(
    reader: Reader,
    nodes: Mapping[str, NameNode],
    memories: Sequence[Memory],
    own: set[str],
    name: str,
    project: str = "",
) -> tuple[Figure, ...]:
    """The people who stand in a role of most of these memories."""
    counted: dict[str, int] = {}
    ids = [memory.id for memory in memories]
    for start in range(0, len(ids), PAGE):
        edges = reader.neighbours(ids[start : start + PAGE], ROLES, "out", PAGE)
        for found in edges.values():
            for key in {edge.target for edge in found} - own:
                counted[key] = counted.get(key, 0) + 1
    most = sorted((key for key in counted if key in nodes), key=lambda key: (-counted[key], key))[:MOST]
    arguments = {"by": name} if name else {"project": project}
    return tuple(
        _figure("decisions", shown_name(nodes[key]), counted[key], **arguments, other=shown_name(nodes[key]))
        for key in most
    )


def _projects(memories: Sequence[Memory], name: str) -> tuple[Figure, ...]:
    counted: dict[str, int] = {}
    for memory in memories:
        if memory.project:
            counted[memory.project] = counted.get(memory.project, 0) + 1
    most = sorted(counted, key=lambda project: (-counted[project], project))[:MOST]
    return tuple(_figure("decisions", project, counted[project], by=name, project=project) for project in most)
