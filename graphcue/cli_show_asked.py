"""Answers to plain questions, chains, paths and profiles, for people."""

from collections.abc import Mapping, Sequence

from graphcue.cli_screen import QUIET, TITLE, WARNING, Screen
from graphcue.cli_show import headline, number_of
from graphcue.cli_show_answer import show_answer
from graphcue.cli_show_listing import show_items
from graphcue.graph import Asked, Chain, Conflicting, Figure, Path, Profile, State, Walked
from graphcue.model import Memory
from graphcue.presentation import edge_word, moment_text
from graphcue.presentation_asked import parsed_json

ID_WIDTH = 34


def show_asked(screen: Screen, asked: Asked) -> None:
    """Nothing; how the question was understood, and its answer."""
    _show_parse(screen, asked)
    for note in asked.answered.notes:
        screen.line((note, WARNING))
    if asked.recalled is not None:
        screen.line(("no complete answer; this is what is remembered", WARNING))
        show_answer(screen, asked.recalled, {})
    elif asked.answered.profile:
        show_profile(screen, asked.answered.profile)
    elif asked.answered.path:
        _show_steps(screen, asked.answered.path.steps)
    elif asked.answered.listing:
        _show_listing(screen, asked)


def _show_parse(screen: Screen, asked: Asked) -> None:
    shown = parsed_json(asked.parsed)
    arguments = (f"{name}={_plain(value)}" for name, value in shown["arguments"].items())
    screen.line((f"{shown['call']}({', '.join(arguments)})", QUIET))


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _show_listing(screen: Screen, asked: Asked) -> None:
    listing = asked.answered.listing
    if listing is None:
        return
    also = f", {listing.also} of them only mentioned otherwise" if listing.also else ""
    screen.line((f"{number_of(listing.total, 'memory', 'memories')}{also}", TITLE))
    if len(listing.groups) > 1:
        screen.rows([[one.name, f"{one.total:,}", one.how] for one in listing.groups], indent=2, right=[1])
    for role in asked.answered.roles:
        screen.line((role.name, TITLE), f"  {edge_word(role.role)}, {number_of(role.total, 'memory', 'memories')}")
    if listing.gone:
        screen.line((f"{number_of(listing.gone, 'memory', 'memories')} gone since the first page", WARNING))
    show_items(screen, listing, kinds=True)


def show_chain(screen: Screen, chain: Chain, memories: Mapping[str, Memory]) -> None:
    """Nothing; the memories of a walk in order, the edges below, cycles last."""
    for id in chain.ids:
        memory = memories.get(id)
        time = (moment_text(memory.occurred_at) if memory else None) or "undated"
        screen.line(f"{time:<12}", (headline(memory) if memory else "", TITLE), (f"  {id}", QUIET))
    _show_steps(screen, chain.steps)
    for edge in chain.cycles:
        screen.line((f"a cycle: {edge.source} {edge_word(edge.type)} {edge.target}", WARNING))


def _show_steps(screen: Screen, steps: Sequence[Walked]) -> None:
    for step in steps:
        edge = step.edge
        screen.line(f"{edge.source}  ", (edge_word(edge.type), TITLE), f"  {edge.target}", (f"  {edge.rule}", QUIET))
        if step.sentence:
            screen.line((step.sentence, QUIET), indent=4)


def show_path(screen: Screen, path: Path, memories: Mapping[str, Memory], called: Mapping[str, str]) -> None:
    """Nothing; the nodes of a path, one a line, with the edges between them."""
    if not path.nodes:
        screen.line(("nothing connects them", WARNING))
    for at, node in enumerate(path.nodes):
        name = headline(memories[node]) if node in memories else called.get(node, node)
        if at:
            screen.line((edge_word(path.steps[at - 1].edge.type), QUIET), indent=4)
        screen.line((name, TITLE), (f"  {node}", QUIET))
    if path.passed_over:
        screen.line((f"{number_of(path.passed_over, 'hub was', 'hubs were')} passed over", QUIET))


def show_profile(screen: Screen, profile: Profile) -> None:
    """Nothing; a profile, a figure a line."""
    screen.line((profile.name, TITLE))
    for name, how in profile.names:
        if name != profile.name:
            screen.line(f"also {name}", (f"  by {how}", QUIET), indent=2)
    for title, figures in (
        ("in all", (*profile.roles, profile.open_actions)),
        ("by year", profile.years),
        ("with", profile.people),
        ("projects", profile.projects),
    ):
        if figures:
            screen.line((title, QUIET))
            screen.rows([[f"{one.total:,}", _what(one)] for one in figures], indent=2, right=[0])


def _what(figure: Figure) -> str:
    first, _, rest = figure.what.partition(" ")
    return f"{edge_word(first)} {rest}".strip() if first.isupper() else figure.what


def show_conflicts(screen: Screen, found: Sequence[Conflicting]) -> None:
    """Nothing; each conflict with both its values."""
    if not found:
        screen.line("no conflicts")
    for one in found:
        screen.line((one.slot, TITLE))
        screen.line(f"{one.first_value}  ", (one.first, QUIET), indent=2)
        screen.line(f"{one.second_value}  ", (one.second, QUIET), indent=2)


def show_states(screen: Screen, states: Sequence[State], memories: Mapping[str, Memory]) -> None:
    """Nothing; the state after each step, a memory a line."""
    for one in states:
        memory = memories.get(one.id)
        time = (moment_text(memory.occurred_at) if memory else None) or "undated"
        screen.line(f"{time:<12}", (headline(memory) if memory else "", TITLE), (f"  {one.id}", QUIET))
        for title, ids in (("in force", one.in_force), ("open", one.open), ("done", one.done)):
            for at, id in enumerate(ids):
                name = headline(memories[id]) if id in memories else ""
                screen.line((f"{'' if at else title:<9}", QUIET), name, (f"  {id}", QUIET), indent=2, hang=11)
