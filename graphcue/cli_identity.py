"""The commands that say who is who: alias add, remove, list, load; merge; split."""

from typing import Annotated

import typer

from graphcue.cli_common import Common, command, reading, writing

PANEL = "Who is who"

Kind = Annotated[
    str | None, typer.Option("--kind", help="person, entity or project; else what either name is known as.")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="NAME, or NAME@ORGANISATION for one of several people.")]


def add(
    common: Common,
    alias: Annotated[str, typer.Argument(metavar="ALIAS", help="The other name.")],
    name: Name,
    kind: Kind = None,
) -> None:
    """Say that two names are one's. Nothing is merged; `alias remove` leaves what was before."""
    from graphcue.presentation import counts_json

    with writing(common) as graph:
        counts = graph.add_alias(alias, name, kind=kind)
        if common.json:
            common.print_json(counts_json(counts))
        else:
            common.screen().line(f"{alias} stands for {name}" if counts.made else f"{alias} stood for {name} already")


def remove(
    common: Common,
    alias: Annotated[str, typer.Argument(metavar="ALIAS", help="The other name.")],
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Which of several it stands for.")] = None,
) -> None:
    """Take an alias back, as if it had never been."""
    from graphcue.presentation import counts_json

    with reading(common) as graph:
        counts = graph.remove_alias(alias, name)
        if common.json:
            common.print_json(counts_json(counts))
        else:
            common.screen().line(f"{alias} is an alias no more")


def listed(common: Common) -> None:
    """Every alias, by kind and name."""
    from graphcue.presentation import aliases_json

    with reading(common) as graph:
        found = graph.aliases()
        if common.json:
            common.print_json(aliases_json(found))
        elif not found:
            common.screen().line("no aliases")
        else:
            common.screen().rows([[one.kind, one.alias, one.name] for one in found])


def load(
    common: Common,
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON Lines: kind, alias, name.")],
) -> None:
    """Declare the aliases of a file, all or none."""
    from graphcue.evaluation import read_alias_lines
    from graphcue.presentation import counts_json

    wanted = [one for one in read_alias_lines(file) if one[0].casefold() != one[1].casefold()]
    with writing(common) as graph:
        counts = graph.add_aliases(wanted)
        if common.json:
            common.print_json(counts_json(counts))
        else:
            common.screen().line(f"{counts.made.get('ALIAS_OF', 0)} of {len(wanted)} aliases are new")


def merge(
    common: Common,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The names that are one's.")],
    into: Annotated[str, typer.Option("--into", metavar="NAME", help="The name to go by; may be one of them.")],
    kind: Kind = None,
) -> None:
    """Say that several names are one's; `split` takes it back."""
    from graphcue.presentation import counts_json

    with writing(common) as graph:
        counts = graph.merge(names, into, kind=kind)
        if common.json:
            common.print_json(counts_json(counts))
        else:
            common.screen().line(f"{', '.join(names)} stand for {into}")


def split(common: Common, name: Name) -> None:
    """Take back every alias that leads to or from a name."""
    from graphcue.presentation import counts_json

    with reading(common) as graph:
        counts = graph.split(name)
        if common.json:
            common.print_json(counts_json(counts))
        else:
            common.screen().line(f"{counts.removed.get('ALIAS_OF', 0)} aliases of {name} were taken back")


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    group = typer.Typer(no_args_is_help=True, help="Other names of people, entities and projects.")
    for name, work in (("add", add), ("remove", remove), ("list", listed), ("load", load)):
        command(group, name, "")(work)
    app.add_typer(group, name="alias", rich_help_panel=PANEL)
    command(app, "merge", PANEL)(merge)
    command(app, "split", PANEL)(split)
