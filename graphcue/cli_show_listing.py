"""Complete answers and single memories, for people: aligned by time, ids whole so that they can be pasted."""

from collections.abc import Iterable, Mapping, Sequence

from graphcue.cli_screen import PLACE, QUIET, TITLE, WARNING, Part, Screen
from graphcue.cli_show import headline, joined, number_of, people_text, place_text, superseded_mark
from graphcue.cli_text import one_line
from graphcue.graph import Edge, Item, Listing
from graphcue.model import Memory
from graphcue.presentation import edge_word, instant_text, moment_text, titles

ITEM_INDENT = 12

_BACK = {
    "FOLLOWS": "followed by",
    "RELATED_TO": "related to",
    "SUPERSEDES": "superseded by",
    "CAUSED_BY": "cause of",
    "DEPENDS_ON": "needed by",
    "RESOLVES": "resolved by",
}
"""How an edge reads from its other end."""


def show_decisions(screen: Screen, listing: Listing, by: str | None) -> None:
    """Nothing; the page of decisions is shown, oldest first."""
    called = ", ".join(name for _, name in listing.people) if by is not None else ""
    whose = f" by {called}" if called else ""
    screen.line((f"{number_of(listing.total, 'decision', 'decisions')}{whose}", TITLE), *_page(listing))
    if sum(one.how == "name" for one in listing.groups) > 1:  # not one person's aliases, orders or scripts
        screen.line(("several people have that name; give one as NAME@ORGANISATION", WARNING))
    show_items(screen, listing, kinds=False)


def show_timeline(screen: Screen, listing: Listing, project: str) -> None:
    """Nothing; the page of the timeline is shown, oldest first."""
    screen.line((f"{project}: {number_of(listing.total, 'memory', 'memories')}", TITLE), *_page(listing))
    show_items(screen, listing, kinds=True)


def _page(listing: Listing) -> list[Part]:
    shown = len(listing.items)
    return [(f"  ({shown} on this page)", QUIET)] if shown < listing.total else []


def show_items(screen: Screen, listing: Listing, kinds: bool) -> None:
    """Nothing; the memories of a page, and where it goes on."""
    for item in listing.items:
        time = moment_text(item.memory.occurred_at) or "undated"
        screen.blank()
        screen.line(
            f"{time:<{ITEM_INDENT - 2}}  ", (headline(item.memory), TITLE), *superseded_mark(item.superseded_by)
        )
        screen.line(*joined(_item_facts(item, kinds)), indent=ITEM_INDENT)
        screen.line((item.memory.id, QUIET), indent=ITEM_INDENT)
    if listing.items:
        screen.blank()
    if listing.hidden:
        hidden = number_of(listing.hidden, "superseded one is", "superseded ones are")
        option = "" if kinds else "; --include-superseded shows them"  # an option of `decisions` alone
        screen.line((f"{hidden} hidden{option}", QUIET))
    if listing.after is not None:
        screen.line(("more: the same command with  ", QUIET), f"--after {listing.after}")


def _item_facts(item: Item, kinds: bool) -> list[Part]:
    memory = item.memory
    parts: list[Part] = []
    if item.roles:
        parts.append(", ".join(edge_word(role) for role in item.roles))
    if kinds:
        parts.append(f"{memory.kind}, {memory.status}" if memory.status else memory.kind)
    elif memory.project:
        parts += [memory.project, *([memory.status] if memory.status else [])]
    people = people_text(item.names) if not item.roles else ""
    if people:
        parts.append(people)
    if item.supersedes:
        parts.append(f"supersedes {', '.join(item.supersedes)}")
    return [*parts, *((place_text(place), PLACE) for place in memory.places)]


def show_memory(screen: Screen, memory: Memory, edges: Sequence[Edge], called: Mapping[str, str]) -> None:
    """Nothing; the memory is shown whole."""
    rows: list[tuple[str, str]] = [
        ("id", memory.id),
        ("kind", f"{memory.kind}, {memory.status}" if memory.status else memory.kind),
        ("project", memory.project),
        ("happened", moment_text(memory.occurred_at) or ""),
        ("valid", _span(memory)),
        ("recorded", instant_text(memory.recorded_at) or ""),
        ("superseded", instant_text(memory.superseded_at) or ""),
        *(("stands in", place_text(place)) for place in memory.places),
        ("titles", ", ".join(titles(memory))),
        ("cues", ", ".join(memory.cues)),
        ("tags", ", ".join(memory.tags)),
        ("key", memory.key),
        *((key, value) for key, value in memory.metadata.items()),
        *_ties(memory.id, edges, called),
    ]
    for label, value in rows:
        if value:
            screen.line((f"{one_line(label, 40):<15}", QUIET), (value, PLACE if label == "stands in" else ""), hang=15)
    screen.blank()
    screen.text(memory.content)


def _span(memory: Memory) -> str:
    start, end = moment_text(memory.valid_from), moment_text(memory.valid_until)
    return f"{start or '…'} to {end or '…'}" if start or end else ""


def _ties(own: str, edges: Sequence[Edge], called: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """The names a role a line, then the other memories one a line, each with the rule that its edge rests on."""
    roles: dict[str, list[str]] = {}
    others = []
    for edge in edges:
        other = edge.target if edge.source == own else edge.source
        rule = f"  by {edge.rule}" if edge.rule else ""
        if other.startswith(("person:", "entity:")):
            roles.setdefault(edge_word(edge.type), []).append(f"{called.get(other, other)}{rule}")
        else:
            word = edge_word(edge.type) if edge.source == own else _BACK.get(edge.type, f"{edge_word(edge.type)} of")
            others.append((word.replace("_", " "), f"{other}  {called.get(other, '')}{rule}"))
    return [*((role, ", ".join(names)) for role, names in roles.items()), *others]
