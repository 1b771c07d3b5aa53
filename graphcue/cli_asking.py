"""The commands of complete answers: ask, chain, why, consequences, path, person, project, open-actions, conflicts."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_chat import SessionId
from graphcue.cli_common import Common, command, reading
from graphcue.cli_drawing import Cypher, cypher_of, show_cypher, with_cypher
from graphcue.cli_modes import ReceiptFile, keep_receipt
from graphcue.errors import InvalidInput

if TYPE_CHECKING:
    from graphcue.drawing import Shown
    from graphcue.graph import Asked, Chain, MemoryGraph, Profile

PANEL = "Complete answers"

MemoryId = Annotated[str, typer.Argument(metavar="ID", help="The id of a memory.")]
Limit = Annotated[int, typer.Option("--limit", help="Memories on a page, 1 to 1000.")]
After = Annotated[str | None, typer.Option("--after", metavar="CURSOR", help="Where the page before ended.")]


def ask(
    common: Common,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="A plain question, Chinese or English.")],
    limit: Limit = 100,
    after: After = None,
    receipt: ReceiptFile = None,
    cypher: Cypher = False,
    session: SessionId = None,
) -> None:
    """Everything that answers a plain question, counted, with the way it was understood.

    What has no complete answer is recalled, and said to be so. A name that nobody bears ends with exit code 3 and the
    nearest names. With --session a fragment (`only the rejected ones`) changes a part of that conversation's last question.
    """
    if session is not None and receipt:
        raise InvalidInput("a receipt of ask stands for itself: leave out --session or --receipt", field="session")
    with reading(common) as graph:
        plain = " ".join(question)
        asked = (
            graph.session(session).ask(plain, limit=limit, after=after)
            if session is not None
            else graph.ask(plain, limit=limit, after=after, receipt=bool(receipt))
        )
        keep_receipt(receipt, asked.receipt)
        shown = cypher_of(common, graph, asked, f"ask {asked.question}") if cypher else None
        if shown and not common.json and not asked.problem:
            show_cypher(shown)
        else:
            show_answered(common, asked, shown)
        if asked.problem:
            raise asked.problem


def show_answered(common: Common, asked: "Asked", shown: "Shown | None" = None) -> None:
    """Nothing; the answer is shown, without its receipt, which has a file of its own."""
    if common.json:
        from dataclasses import replace

        from graphcue.presentation_asked import asked_json

        common.print_json(with_cypher(asked_json(replace(asked, receipt=None)), shown))
    else:
        from graphcue.cli_show_asked import show_asked

        show_asked(common.screen(), asked)


def chain(common: Common, memory_id: MemoryId, cypher: Cypher = False) -> None:
    """What superseded what, through one memory, both ways, oldest first."""
    with reading(common) as graph:
        found = graph.chain(memory_id)
        _show_chain(common, graph, found, cypher_of(common, graph, found, f"chain {memory_id}") if cypher else None)


def why(common: Common, memory_id: MemoryId, cypher: Cypher = False) -> None:
    """The causes of a memory, and theirs, with the sentence that each rests on."""
    with reading(common) as graph:
        found = graph.why(memory_id)
        _show_chain(common, graph, found, cypher_of(common, graph, found, f"why {memory_id}") if cypher else None)


def consequences(common: Common, memory_id: MemoryId, cypher: Cypher = False) -> None:
    """What a memory caused, and what that caused."""
    with reading(common) as graph:
        found = graph.consequences(memory_id)
        _show_chain(
            common, graph, found, cypher_of(common, graph, found, f"consequences {memory_id}") if cypher else None
        )


def _show_chain(common: Common, graph: "MemoryGraph", found: "Chain", shown: "Shown | None") -> None:
    """Nothing; the chain is shown, or the query that draws it, if that is asked for."""
    if common.json:
        from graphcue.presentation_asked import chain_json

        common.print_json(with_cypher(chain_json(found), shown))
    elif shown:
        show_cypher(shown)
    else:
        from graphcue.cli_show_asked import show_chain

        show_chain(common.screen(), found, graph.find(found.ids))


def path(
    common: Common,
    first: Annotated[str, typer.Argument(metavar="FROM", help="A memory, person, entity or project.")],
    second: Annotated[str, typer.Argument(metavar="TO", help="Another one.")],
    cypher: Cypher = False,
) -> None:
    """The shortest explained path between two things, crowded ones passed over."""
    with reading(common) as graph:
        found = graph.path(first, second)
        shown = cypher_of(common, graph, found, f"path {first} – {second}") if cypher else None
        if common.json:
            from graphcue.presentation_asked import path_json

            common.print_json(with_cypher(path_json(found), shown))
        elif shown:
            show_cypher(shown)
        else:
            from graphcue.cli_show_asked import show_path

            show_path(common.screen(), found, graph.find(found.nodes), graph.called(found.nodes))


def person(
    common: Common, name: Annotated[str, typer.Argument(metavar="NAME", help="NAME or NAME@ORGANISATION.")]
) -> None:
    """A person in numbers: roles, years, open actions, company, projects."""
    with reading(common) as graph:
        _show_profile(common, graph.person(name))


def project(common: Common, name: Annotated[str, typer.Argument(metavar="NAME", help="Its name or an alias.")]) -> None:
    """A project in numbers: kinds, years, open actions, people."""
    with reading(common) as graph:
        _show_profile(common, graph.project(name))


def _show_profile(common: Common, found: "Profile") -> None:
    if common.json:
        from graphcue.presentation_asked import profile_json

        common.print_json(profile_json(found))
    else:
        from graphcue.cli_show_asked import show_profile

        show_profile(common.screen(), found)


def open_actions(
    common: Common,
    by: Annotated[str | None, typer.Option("--by", metavar="PERSON", help="Whose.")] = None,
    project: Annotated[str | None, typer.Option("--project", metavar="NAME", help="Of which project.")] = None,
    limit: Limit = 100,
    after: After = None,
) -> None:
    """What is assigned and neither done nor resolved, oldest first."""
    with reading(common) as graph:
        listing = graph.open_actions(by=by, project=project, limit=limit, after=after)
        if common.json:
            from graphcue.presentation import listing_json

            common.print_json(listing_json(listing))
        else:
            from graphcue.cli_show_listing import show_timeline

            show_timeline(common.screen(), listing, "open")


def conflicts(
    common: Common,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="Only what holds on that day.")] = None,
) -> None:
    """Slots that are declared with different values for the same time."""
    with reading(common) as graph:
        found = graph.conflicts(as_of=as_of)
        if common.json:
            from graphcue.presentation_asked import conflicts_json

            common.print_json(conflicts_json(found))
        else:
            from graphcue.cli_show_asked import show_conflicts

            show_conflicts(common.screen(), found)


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    for name, work in (
        ("ask", ask),
        ("chain", chain),
        ("why", why),
        ("consequences", consequences),
        ("path", path),
        ("person", person),
        ("project", project),
        ("open-actions", open_actions),
        ("conflicts", conflicts),
    ):
        command(app, name, PANEL)(work)
