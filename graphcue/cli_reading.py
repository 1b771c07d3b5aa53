"""The commands that read: recall, decisions, timeline, show, describe, settings."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_chat import SessionId
from graphcue.cli_common import Common, command, reading, shown_url
from graphcue.cli_drawing import Cypher, cypher_of, show_cypher, with_cypher, write_timeline
from graphcue.cli_modes import Modes, ReceiptFile, keep_receipt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphcue.drawing import Shown
    from graphcue.graph import Answer, MemoryGraph, State

PANEL = "Ask"
WHEN = "a year, month, day or ISO time"

Project = Annotated[str | None, typer.Option("--project", help="Only memories of this project.")]
Since = Annotated[str | None, typer.Option("--since", metavar="WHEN", help=f"Happened at or after: {WHEN}.")]
Until = Annotated[
    str | None, typer.Option("--until", metavar="WHEN", help="Happened at or before, the whole day, month or year.")
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="WHEN", help="As things stood then: later ones are hidden, superseded ones back."),
]
KnownAt = Annotated[str | None, typer.Option("--known-at", metavar="WHEN", help="Only what had been recorded by then.")]
Kind = Annotated[
    list[str] | None, typer.Option("--kind", help="note, decision, action, …; may be given several times.")
]
Status = Annotated[str | None, typer.Option("--status", help="Only memories of this status.")]
Superseded = Annotated[bool, typer.Option("--include-superseded", help="Show superseded memories too.")]
After = Annotated[str | None, typer.Option("--after", metavar="CURSOR", help="Go on where the page before ended.")]


@dataclass(frozen=True, slots=True)
class Times:
    """The times that a question is held to."""

    since: Since = None
    until: Until = None
    as_of: AsOf = None
    known_at: KnownAt = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where memories belong and how they stand."""

    project: Project = None
    status: Status = None
    include_superseded: Superseded = False


ANY_TIME, ANY_STANDING, PLAIN = Times(), Standing(), Modes()


def recall(
    common: Common,
    question: Annotated[
        list[str], typer.Argument(metavar="QUESTION", help="Words, names, dates, in Chinese or English.")
    ],
    standing: Standing = ANY_STANDING,
    times: Times = ANY_TIME,
    modes: Modes = PLAIN,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what was extracted, what each stage had and what was cut.")
    ] = False,
    kind: Kind = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "--max-results", help="Results at most, 1 to 100 (setting max_results)."),
    ] = None,
    related_to: Annotated[
        str | None, typer.Option("--related-to", metavar="NAME", help="Only what is tied to this person or thing.")
    ] = None,
    receipt: ReceiptFile = None,
    cypher: Cypher = False,
    session: SessionId = None,
) -> None:
    """The memories that answer a question best, and why.

    An empty answer says why it is empty, and is no error. With --session a follow-up is understood with what that
    conversation is about.
    """
    filters = asdict(modes) | asdict(standing) | asdict(times)
    filters |= {"kinds": kind or (), "related_to": related_to}
    with reading(common) as graph:
        asked = graph.session(session) if session is not None else graph
        answer = asked.recall(
            " ".join(question),
            limit=limit,
            explain=explain,
            receipt=bool(receipt),
            elsewhere=graph.readable(),
            **filters,
        )
        keep_receipt(receipt, answer.receipt)
        shown = cypher_of(common, graph, answer, f"recall {answer.question}") if cypher else None
        if shown and not common.json:
            show_cypher(shown)
        else:
            show_recalled(common, graph, answer, shown)


def show_recalled(common: Common, graph: "MemoryGraph", answer: "Answer", shown: "Shown | None" = None) -> None:
    """Nothing; the answer is shown, without its receipt, which has a file of its own."""
    if common.json:
        from dataclasses import replace

        from graphcue.presentation import answer_json

        common.print_json(with_cypher(answer_json(replace(answer, receipt=None)), shown))
    else:
        from graphcue.cli_show_answer import show_answer

        show_answer(common.screen(), answer, captions(graph, answer))


def captions(graph: "MemoryGraph", answer: "Answer") -> dict[str, str]:
    """What the memories of an answer, and those that its paths come from, are called."""
    from graphcue.cli_show import headline
    from graphcue.errors import NotFound

    found = {result.memory.id: headline(result.memory) for result in answer.results}
    for result in answer.results:
        for step in result.path:
            for end in (step.source, step.target):
                if end not in found:
                    try:
                        found[end] = headline(graph.get(end))
                    except NotFound:  # a name's key, or a memory that was deleted just now
                        found[end] = ""
    return found


def decisions(
    common: Common,
    standing: Standing = ANY_STANDING,
    times: Times = ANY_TIME,
    by: Annotated[
        str | None, typer.Option("--by", metavar="PERSON", help="Author, presenter, decider or approver.")
    ] = None,
    role: Annotated[
        str | None, typer.Option("--role", help="Only in this role: author, presenter, decider, approver, …")
    ] = None,
    about: Annotated[
        str | None, typer.Option("--about", metavar="TEXT", help="Only those in which these words stand.")
    ] = None,
    other: Annotated[
        str | None, typer.Option("--other", metavar="PERSON", help="Who stands in any role beside --by.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="Decisions on a page, 1 to 1000.")] = 100,
    after: After = None,
    cypher: Cypher = False,
) -> None:
    """All decisions that fit, oldest first, counted and page by page."""
    with reading(common) as graph:
        listing = graph.decisions(
            by=by, role=role, about=about, other=other, limit=limit, after=after, **asdict(standing), **asdict(times)
        )
        note = f"decisions by {by}" if by is not None else "decisions"
        shown = cypher_of(common, graph, listing, note) if cypher else None
        if common.json:
            from graphcue.presentation import listing_json

            common.print_json(with_cypher(listing_json(listing), shown))
        elif shown:
            show_cypher(shown)
        else:
            from graphcue.cli_show_listing import show_decisions

            show_decisions(common.screen(), listing, by)


def timeline(
    common: Common,
    project: Annotated[str | None, typer.Argument(metavar="PROJECT", help="The name of the project.")] = None,
    times: Times = ANY_TIME,
    person: Annotated[str | None, typer.Option("--person", metavar="NAME", help="Of a person instead.")] = None,
    entity: Annotated[str | None, typer.Option("--entity", metavar="NAME", help="Of a thing named in texts.")] = None,
    cue: Annotated[str | None, typer.Option("--cue", metavar="CUE", help="Of a given cue.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", metavar="TAG", help="Of a tag.")] = None,
    replay: Annotated[bool, typer.Option("--replay", help="What is in force, open, done after each step.")] = False,
    kind: Kind = None,
    limit: Annotated[int, typer.Option("--limit", help="Memories on a page, 1 to 1000.")] = 100,
    after: After = None,
    cypher: Cypher = False,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as a page with an as-of slider.")
    ] = None,
) -> None:
    """All memories of a project, a person, a thing, a cue or a tag as they happened, superseded ones too."""
    filters = asdict(times) | {"kinds": kind or (), "person": person, "entity": entity, "cue": cue, "tag": tag}
    with reading(common) as graph:
        if replay:
            _show_replay(common, graph, graph.replay(project, **filters))
            return
        listing = graph.timeline(project, limit=limit, after=after, **filters)
        named = next((one for one in (project, person, entity, cue, tag) if one is not None), "")
        shown = cypher_of(common, graph, listing, f"timeline {named}") if cypher else None
        if page is not None:
            write_timeline(common, page, graph, listing, named)
        elif common.json:
            from graphcue.presentation import listing_json

            common.print_json(with_cypher(listing_json(listing), shown))
        elif shown:
            show_cypher(shown)
        else:
            from graphcue.cli_show_listing import show_timeline

            show_timeline(common.screen(), listing, named)


def _show_replay(common: Common, graph: "MemoryGraph", states: "Sequence[State]") -> None:
    if common.json:
        from graphcue.presentation_asked import states_json

        common.print_json(states_json(states))
    else:
        from graphcue.cli_show_asked import show_states

        ids = {id for one in states for id in (one.id, *one.in_force, *one.open, *one.done)}
        show_states(common.screen(), states, graph.find(sorted(ids)))


def show(common: Common, memory_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a memory.")]) -> None:
    """One memory whole: its text, where it stands, and what it is tied to."""
    from graphcue.presentation import memory_json, relations_json

    with reading(common) as graph:
        memory = graph.get(memory_id)
        edges = graph.relations(memory_id)
        ends = [end for edge in edges for end in (edge.source, edge.target) if end != memory_id]
        called = graph.called(ends)
        if common.json:
            common.print_json(memory_json(memory) | {"relations": relations_json(edges, called)})
        else:
            from graphcue.cli_show import headline
            from graphcue.cli_show_listing import show_memory

            others = [end for end in ends if end not in called]
            show_memory(common.screen(), memory, edges, called | {one: headline(graph.get(one)) for one in others})


def describe(common: Common) -> None:
    """What the namespace holds: counts, revision, fingerprint."""
    with reading(common) as graph:
        description = graph.describe()
    if common.json:
        from graphcue.presentation import description_json

        common.print_json(description_json(description, common.tenant))
    else:
        from graphcue.cli_show_report import show_description

        show_description(common.screen(), description, shown_url(common.url), common.tenant)


def settings(common: Common) -> None:
    """Every setting: its variable, its value and what it means."""
    from graphcue.settings import from_environment, table

    zone = {"zone": common.zone} if common.zone else {}
    chosen = from_environment(None, **zone)
    if common.json:
        from graphcue.presentation import settings_json

        common.print_json(settings_json(table(), chosen))
    else:
        from graphcue.cli_show_report import show_settings

        show_settings(common.screen(), table(), chosen)


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "recall", PANEL)(recall)
    command(app, "decisions", PANEL)(decisions)
    command(app, "timeline", PANEL)(timeline)
    command(app, "show", PANEL)(show)
    command(app, "describe", "Look around")(describe)
    command(app, "settings", "Look around")(settings)
