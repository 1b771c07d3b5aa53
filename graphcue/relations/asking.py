"""A parsed question → its answer, from one reader."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphcue.errors import GraphcueError, NotFound
from graphcue.language.folding import fold_name
from graphcue.model import PERSON
from graphcue.relations import chains
from graphcue.relations import parsed as calls
from graphcue.relations.chains import Chain, Path
from graphcue.relations.complete import ALSO, NAMED, Group, Listing, Turning, items_of, listing, turning
from graphcue.relations.filters import Synonyms, known_topic, spellings, where_of
from graphcue.relations.open_actions import open_actions
from graphcue.relations.parsed import Parsed
from graphcue.relations.people import Meant, nearest, people_meant, people_or_error, shown_name, told
from graphcue.relations.profiles import Profile, person_profile, project_profile
from graphcue.relations.reading import DECIDING
from graphcue.relations.timeline import course, paged
from graphcue.stores.contract import Direction, Edge, NameNode, Reader, Where

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
    """What answering looks at beside the reader: names by key, aliases as `synonyms` (other names of things), `same` (keys of one
    and the same) and `projects` (folded name or alias → project), the page asked for, from how many edges on a node is
    a hub, and whether people are looked for across scripts though the name itself is known (`across`)."""

    nodes: Mapping[str, NameNode]
    synonyms: Synonyms = field(default_factory=dict)
    same: Mapping[str, frozenset[str]] = field(default_factory=dict)
    projects: Mapping[str, str] = field(default_factory=dict)
    limit: int = 100
    after: str | None = None
    hub: int = 200
    across: bool = True
    namespace: str = ""

    def people(self, asked: str) -> tuple[Meant, ...]:
        """The people whom a name means. Raises NotFound."""
        return people_or_error(self.nodes, asked, self.same, self.across)

    def where(self, given: Mapping[str, Any]) -> Where:
        """The filter of a call's conditions. Raises NotFound for a project that nothing belongs to."""
        named = [given["project"]] if "project" in given else list(given.get("projects", ()))
        for project in named:
            if fold_name(project) not in self.projects:
                near = nearest(project, self.projects.values())
                raise NotFound(f"there is no project {project!r}{told(near)}", project=project, nearest=near)
        plain = {name: value for name, value in given.items() if name != "project"}
        projects = tuple(dict.fromkeys(self.projects[fold_name(project)] for project in named))
        return where_of({**plain, "projects": projects}, self.synonyms)


def answered(reader: Reader, parsed: Parsed, known: Known) -> Answered:
    """The answer of a call. What names nobody or nothing is a `problem` that offers the nearest names."""
    try:
        return _CALLS[parsed.call](reader, parsed.given, known) if parsed.call in _CALLS else NOTHING
    except NotFound as error:
        return Answered(problem=error, complete=False)


def _decisions(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    where = known.where(given)
    if "about" in given and not known_topic(reader, where.any_of):
        return NOTHING
    page = _page(reader, calls.DECISIONS, given, known)
    if "by" not in given:
        return Answered(listing(reader, known.nodes, where, (), page))
    people = known.people(given["by"])
    notes: tuple[str, ...] = ()
    asked = replace(where, names=_keys(people), edges=tuple(given["roles"]))
    if "other" in given:
        people, asked = _two(people, known.people(given["other"]), asked, bool(given.get("either")))
    if "soft" in given and not reader.page(asked, "oldest", None, 0).total:
        asked = replace(asked, edges=DECIDING)
        notes = ("nobody stands in just that role; author, presenter, decider and approver were looked at",)
    return Answered(listing(reader, known.nodes, asked, people, page), notes=(*notes, *_about_people(people)))


def _page(reader: Reader, call: str, given: Mapping[str, Any], known: Known) -> Turning:
    # a cursor of another namespace is one of another question
    return turning(reader, call, {**given, "namespace": known.namespace}, known.limit, known.after)


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
    bearers = Counter(one.node.folded for one in same)
    for name in (name for name, number in bearers.items() if number > 1):
        shown = ", ".join(shown_name(one.node) for one in same if one.node.folded == name)
        notes.insert(0, f"ambiguous: {shown} bear that name")
    return tuple(notes)


def _timeline(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    where = known.where({"state": "all", **given})
    page = _page(reader, calls.TIMELINE, given, known)
    if "by" in given:
        people = known.people(given["by"])
        asked = replace(where, names=_keys(people), edges=tuple(given.get("roles", DECIDING)))
        return Answered(listing(reader, known.nodes, asked, people, page), notes=_about_people(people))
    if "subject" not in given:
        return Answered(listing(reader, known.nodes, where, (), page))
    spelled = spellings(given["subject"], known.synonyms)
    found = course(reader, known.nodes, spelled, where, page)
    if found.total:
        return Answered(found)
    near = nearest(given["subject"], (node.name for node in known.nodes.values()))
    raise NotFound(f"nothing is called {given['subject']!r}{told(near)}", name=given["subject"], nearest=near)


def _linked(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    """What the asked memory says of itself; where others say so too, or only others do, that is told apart."""
    starts = [given["id"]] if "id" in given else _about(reader, given, known)
    wanted: tuple[Direction, ...] = ("out", "in") if given["direction"] == "both" else (given["direction"],)
    marks: dict[str, str] = {}
    for direction in wanted:
        walked = reader.neighbours(starts, [given["relation"]], direction, PAGE)
        edges = [edge for id in starts for edge in walked.get(id, ())]
        own = [edge for edge in edges if _says_itself(edge, direction) or len(wanted) > 1]
        marks |= {_other(edge, direction): NAMED if edge in own or not own else ALSO for edge in edges}
    if not marks and "id" not in given:
        return NOTHING
    memories = sorted(reader.get(list(marks)).values(), key=lambda memory: (marks[memory.id] == ALSO, memory.order_key))
    found = items_of(reader, known.nodes, [memory.id for memory in memories])
    items = tuple(replace(item, mark=marks[item.memory.id]) for item in found)
    also = sum(mark == ALSO for mark in marks.values())
    return Answered(Listing(items, len(items), 0, (), None, also=also))


def _about(reader: Reader, given: Mapping[str, Any], known: Known) -> tuple[str, ...]:
    """The memories that words mean, whatever became of them."""
    where = known.where({"about": given["about"], "state": "all"})
    return all_ids(reader, where) if known_topic(reader, where.any_of) else ()


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
        where = known.where({**given, "state": "all"})
        if "about" in given and not known_topic(reader, where.any_of):
            return NOTHING
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
    where = known.where(given)
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
    first, second = (nodes_called(reader, end, known) for end in given["ends"])
    return Answered(path=chains.path(reader, (first, second), known.hub))


def nodes_called(reader: Reader, end: str, known: Known) -> tuple[str, ...]:
    """The nodes that one end of a path may be: a memory, people, an entity, a project."""
    if reader.get([end]):
        return (end,)
    people = people_meant(known.nodes, end, known.same)
    if people:
        return _keys(people)
    entities = sorted(
        node.key for node in known.nodes.values() if node.label != PERSON and node.folded == fold_name(end)
    )
    if entities:
        return tuple(entities)
    if fold_name(end) in known.projects:
        return (known.projects[fold_name(end)],)
    near = nearest(end, (node.name for node in known.nodes.values()))
    raise NotFound(f"nothing is called {end!r}{told(near)}", name=end, nearest=near)


def _person(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    people = known.people(given["name"])
    return Answered(profile=person_profile(reader, known.nodes, people), notes=_about_people(people))


def _project(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    project = known.where({"project": given["name"]}).projects[0]
    return Answered(profile=project_profile(reader, known.nodes, project))


def _open(reader: Reader, given: Mapping[str, Any], known: Known) -> Answered:
    where = known.where(given)
    people: tuple[Meant, ...] = ()
    if "by" in given:
        people = known.people(given["by"])
        where = replace(where, names=_keys(people), edges=("ASSIGNED_TO",))
    page = _page(reader, calls.OPEN_ACTIONS, given, known)
    where = page.pinned(where)
    ids = open_actions(reader, where)
    memories = reader.get(ids)
    found = paged(reader, known.nodes, [(memories[id].order_key, id, "") for id in ids], page)
    called = tuple((one.node.key, shown_name(one.node)) for one in people)
    groups = tuple(_group_of_open(reader, where, one) for one in people)
    return Answered(replace(found, people=called, groups=groups), notes=_about_people(people))


def _group_of_open(reader: Reader, where: Where, one: Meant) -> Group:
    own = open_actions(reader, replace(where, names=(one.node.key,)))
    return Group(one.node.key, shown_name(one.node), one.how, len(own))


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
