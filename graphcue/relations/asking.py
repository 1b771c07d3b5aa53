"""A parsed question → its answer, from one reader."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphcue.errors import GraphcueError, NotFound
from graphcue.model import APPROVED_BY, AUTHORED_BY, DECIDED_BY, MENTIONS, PERSON, PRESENTED_BY, Memory
from graphcue.relations import chains, parsed as calls
from graphcue.relations.chains import Chain, Path
from graphcue.relations.complete import ALSO, NAMED, Group, Item, Listing, items_of
from graphcue.relations.filters import Synonyms, known_topic, spellings, where_of
from graphcue.relations.open_actions import open_actions
from graphcue.relations.parsed import Parsed
from graphcue.relations.people import Meant, nearest, people_meant, people_or_error, shown_name, told
from graphcue.relations.profiles import Profile, person_profile, project_profile
from graphcue.relations.reading import DECIDING
from graphcue.relations.timeline import course
from graphcue.stores.contract import Edge, NameNode, Reader, Where

OF_A_CAUSE = 2
PAGE = 1000


@dataclass(frozen=True, slots=True)
class Role:
    """Somebody in a role of the memories that a question means, and in how many of them."""

    role: str
    name: str
    total: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """What a call returned: one of a listing, people in roles, a chain, a path, a profile. `complete` says that all that
    fits is in it, page by page; `notes` are sentences on how the question was taken; `problem` is why it has no answer."""

    listing: Listing | None = None
    roles: tuple[Role, ...] = ()
    chain: Chain | None = None
    path: Path | None = None
    profile: Profile | None = None
    notes: tuple[str, ...] = ()
    problem: GraphcueError | None = None
    complete: bool = True


NOTHING = Answered(complete=False)
"""The question fits nothing that has a complete answer: it is to be recalled."""


@dataclass(frozen=True, slots=True)
class Known:
    """What answering looks at beside the reader: names by key, other names (`synonyms`), keys declared to be the same
    (`same`), the page asked for, and from how many edges on a node is a hub."""

    nodes: Mapping[str, NameNode]
    synonyms: Synonyms
    same: Mapping[str, frozenset[str]]
    limit: int = 100
    after: str | None = None
    hub: int = 200


def answered(reader: Reader, parsed: Parsed, known: Known) -> Answered:
    """The answer of a call. What names nobody or nothing is a `problem` that offers the nearest names."""
    try:
        return _CALLS[parsed.call](reader, parsed.given, known) if parsed.call in _CALLS else NOTHING
    except NotFound as error:
        return Answered(problem=error, complete=False)


def _decisions(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    where = where_of(given, known.synonyms)
    if "about" in given and not known_topic(reader, where.any_of):
        return NOTHING
    _check_projects(reader, where)
    if "by" not in given:
        return Answered(_listed(reader, where, (), known))
    people = people_or_error(known.nodes, given["by"], known.same)
    roles = tuple(given["roles"])
    notes: tuple[str, ...] = ()
    asked = replace(where, names=_keys(people), edges=roles)
    if "other" in given:
        others = people_or_error(known.nodes, given["other"], known.same)
        people, asked = _two(people, others, asked, bool(given.get("either")))
    if "soft" in given and not reader.page(asked, "oldest", None, 0).total:
        asked = replace(asked, edges=DECIDING)
        notes = ("nobody stands in just that role; author, presenter, decider and approver were looked at",)
    return Answered(_listed(reader, asked, people, known), notes=(*notes, *_about_people(people)))


def _two(
    people: tuple[Meant, ...], others: tuple[Meant, ...], where: Where, either: bool
) -> tuple[tuple[Meant, ...], Where]:
    if either:
        return (*people, *others), replace(where, names=(*where.names, *_keys(others)))
    return (*people, *others), replace(where, tied=(*where.tied, _keys(others)))


def _keys(people: Sequence[Meant]) -> tuple[str, ...]:
    return tuple(one.node.key for one in people)


def _about_people(people: Sequence[Meant]) -> tuple[str, ...]:
    """How the name was taken, where it is not by itself the only one."""
    notes = [f"also matched by {one.how}: {shown_name(one.node)}" for one in people if one.how != "name"]
    same = [one for one in people if one.how == "name"]
    names = {one.node.folded for one in same}
    if len(same) > len(names):
        notes.insert(0, "ambiguous: " + ", ".join(shown_name(one.node) for one in same) + " bear that name")
    return tuple(notes)


def _listed(reader: Reader, where: Where, people: Sequence[Meant], known: Known) -> Listing:
    """A page of what fits, with the superseded memories that were left out, and what each of the people contributes."""
    page = reader.page(where, "oldest", known.after, known.limit)
    hidden = 0
    if where.state == "current":
        hidden = reader.page(replace(where, state="superseded"), "oldest", None, 0).total
    groups = tuple(
        Group(
            one.node.key,
            shown_name(one.node),
            one.how,
            reader.page(replace(where, names=(one.node.key,)), "oldest", None, 0).total,
        )
        for one in people
        if one.node.key in where.names
    )
    items = items_of(reader, known.nodes, page.ids, _keys(people), where.edges)
    called = tuple((one.node.key, shown_name(one.node)) for one in people)
    return Listing(items, page.total, hidden, called, page.after, groups)


def _check_projects(reader: Reader, where: Where) -> None:
    for project in where.projects:
        if project not in (known := reader.listed("Project")):
            near = nearest(project, known)
            raise NotFound(f"there is no project {project!r}{told(near)}", project=project, nearest=near)


def _timeline(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    where = where_of({"state": "all", **given}, known.synonyms)
    _check_projects(reader, where)
    if "by" in given:
        people = people_or_error(known.nodes, given["by"], known.same)
        asked = replace(where, names=_keys(people), edges=tuple(given.get("roles", DECIDING)))
        return Answered(_listed(reader, asked, people, known), notes=_about_people(people))
    if "subject" not in given:
        return Answered(_listed(reader, where, (), known))
    spelled = spellings(given["subject"], known.synonyms)
    start = int(known.after) if known.after and known.after.isdigit() else 0
    listing = course(reader, known.nodes, spelled, where, start, known.limit)
    if listing.total:
        return Answered(listing)
    near = nearest(given["subject"], (node.name for node in known.nodes.values()))
    return Answered(
        problem=NotFound(f"nothing is called {given['subject']!r}{told(near)}", name=given["subject"], nearest=near),
        complete=False,
    )


def _linked(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    """What the asked memory says of itself; where others say so too, or only others do, that is told apart."""
    direction = "out" if given["direction"] == "out" else "in"
    edges = reader.neighbours([given["id"]], [given["relation"]], direction, PAGE).get(given["id"], ())
    own = [edge for edge in edges if _says_itself(edge, direction)]
    marks = {_other(edge, direction): NAMED if edge in own or not own else ALSO for edge in edges}
    memories = sorted(reader.get(list(marks)).values(), key=lambda memory: (marks[memory.id] == ALSO, memory.order_key))
    found = items_of(reader, known.nodes, [memory.id for memory in memories])
    items = tuple(replace(item, mark=marks[item.memory.id]) for item in found)
    also = sum(mark == ALSO for mark in marks.values())
    return Answered(Listing(items, len(items), 0, (), None, also=also))


def _other(edge: Edge, direction: str) -> str:
    return edge.target if direction == "out" else edge.source


def _says_itself(edge: Edge, direction: str) -> bool:
    """Whether the asked memory, at the end of the edge where the walk began, declares it."""
    rules = edge.rule.split(", ")
    passive = "field:superseded_by" in rules
    return any(rule != "field:superseded_by" for rule in rules) if direction == "out" else passive or "relate" in rules


def _who(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    """The people in these roles of a memory, or of all memories about something."""
    if "id" in given:
        ids: tuple[str, ...] = (given["id"],)
    else:
        where = where_of({**given, "state": "all"}, known.synonyms)
        if "about" in given and not known_topic(reader, where.any_of):
            return NOTHING
        _check_projects(reader, where)
        ids = all_ids(reader, where)
    items = items_of(reader, known.nodes, ids)
    found: dict[tuple[str, str], list[str]] = {}
    for item in items:
        for role, name in item.names:
            if role in given["roles"]:
                found.setdefault((role, name), []).append(item.memory.id)
    if not found and "id" not in given:
        return NOTHING
    roles = [Role(role, name, len(ids), tuple(ids)) for (role, name), ids in found.items()]
    roles.sort(key=lambda one: (-one.total, given["roles"].index(one.role), one.name))
    in_roles = {id for one in roles for id in one.ids}
    shown = tuple(item for item in items if item.memory.id in in_roles)
    return Answered(Listing(shown[: known.limit], len(shown), 0, (), None), roles=tuple(roles))


def all_ids(reader: Reader, where: Where) -> tuple[str, ...]:
    """All ids that fit, oldest first."""
    ids: list[str] = []
    after: str | None = None
    while True:
        page = reader.page(where, "oldest", after, PAGE)
        ids += page.ids
        if page.after is None:
            return tuple(ids)
        after = page.after


def _why(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    if "id" in given:
        return _walked(reader, known, chains.why(reader, given["id"]))
    where = where_of(given, known.synonyms)
    ids = all_ids(reader, where) if known_topic(reader, where.any_of) else ()
    caused = [id for id in ids if chains.CAUSED_BY in {edge.type for edge in _out(reader, id)}]
    if len(caused) != 1 and len(ids) != 1:
        return NOTHING
    return _walked(reader, known, chains.why(reader, (caused or list(ids))[0]))


def _out(reader: Reader, id: str) -> tuple[Edge, ...]:
    return reader.neighbours([id], [chains.CAUSED_BY], "out", 1).get(id, ())


def _walked(reader: Reader, known: Known, chain: Chain) -> Answered:
    items = items_of(reader, known.nodes, chain.ids)
    return Answered(Listing(items, len(items), 0, (), None), chain=chain)


def _chain(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    return _walked(reader, known, chains.chain(reader, given["id"]))


def _consequences(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    return _walked(reader, known, chains.consequences(reader, given["id"]))


def _path(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    first, second = (_node(reader, end, known) for end in given["ends"])
    return Answered(path=chains.path(reader, (first, second), known.hub))


def _node(reader: Reader, end: str, known: Known) -> tuple[str, ...]:
    """The nodes that one end of a path may be: a memory, people, an entity, a project."""
    if reader.get([end]):
        return (end,)
    people = people_meant(known.nodes, end, known.same)
    if people:
        return _keys(people)
    from graphcue.language.folding import fold_name

    entities = sorted(
        node.key for node in known.nodes.values() if node.label != PERSON and node.folded == fold_name(end)
    )
    if entities:
        return tuple(entities)
    if end in reader.listed("Project"):
        return (end,)
    near = nearest(end, (node.name for node in known.nodes.values()))
    raise NotFound(f"nothing is called {end!r}{told(near)}", name=end, nearest=near)


def _person(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    people = people_or_error(known.nodes, given["name"], known.same)
    return Answered(profile=person_profile(reader, known.nodes, people), notes=_about_people(people))


def _project(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    _check_projects(reader, Where(projects=(given["name"],)))
    return Answered(profile=project_profile(reader, known.nodes, given["name"]))


def _open(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    where = where_of(given, known.synonyms)
    _check_projects(reader, where)
    people: tuple[Meant, ...] = ()
    if "by" in given:
        people = people_or_error(known.nodes, given["by"], known.same)
        where = replace(where, names=_keys(people), edges=("ASSIGNED_TO",))
    ids = open_actions(reader, where)
    start = int(known.after) if known.after and known.after.isdigit() else 0
    shown = ids[start : start + known.limit]
    more = str(start + known.limit) if start + known.limit < len(ids) else None
    called = tuple((one.node.key, shown_name(one.node)) for one in people)
    items = items_of(reader, known.nodes, shown, _keys(people), ("ASSIGNED_TO",))
    return Answered(Listing(items, len(ids), 0, called, more), notes=_about_people(people))


Call = Callable[[Reader, Mapping[str, Any], Known], Answered]
_CALLS: dict[str, Call] = {
    calls.DECISIONS: _decisions,
    calls.TIMELINE: _timeline,
    calls.LINKED: _linked,
    calls.WHO: _who,
    calls.WHY: _why,
    calls.CHAIN: _chain,
    calls.CONSEQUENCES: _consequences,
    calls.PATH: _path,
    calls.PERSON: _person,
    calls.PROJECT: _project,
    calls.OPEN_ACTIONS: _open,
}
