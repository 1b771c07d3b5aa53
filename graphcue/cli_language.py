"""The commands that show how texts are read: cues, inspect-cues, synonyms, tags."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, as_list, command, store_file, writing

if TYPE_CHECKING:
    from graphcue.graph import Inspected, MemoryGraph

PANEL = "How texts are read"
SHOWN = ("word", "pair", "char")
"""Types of cue that have a line each for people, after all others, since there are many of them."""

Text = Annotated[list[str], typer.Argument(metavar="TEXT", help="A text, as a memory would have it.")]
Cue = Annotated[list[str] | None, typer.Option("--cue", help="A cue given beside it; several times.")]
Tag = Annotated[list[str] | None, typer.Option("--tag", help="A tag given beside it; several times.")]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was said; now, if it is not given.")]


def cues(common: Common, text: Text, cue: Cue = None, tag: Tag = None, at: At = None) -> None:
    """What a text gives as cues: which, where in it, by which rule, how heavy, and how many memories have each.

    Nothing is written. Times are seen from --at.
    """
    with looking(common) as graph:
        found = graph.inspect_cues(" ".join(text), cues=as_list(cue), tags=as_list(tag), at=at)
    if common.json:
        from graphcue.presentation_language import inspected_json

        common.print_json(inspected_json(found))
    else:
        _show_cues(common, found)


def _show_cues(common: Common, found: "Inspected") -> None:
    screen = common.screen()
    if not found.cues:
        screen.line(("no cue: no word, number or symbol", "yellow"))
    rows: list[list[str]] = []
    for one, memories in found.cues:
        if one.type not in SHOWN:
            places = ", ".join(f"{start}–{end} {found.text[start:end]}" for start, end in one.places)
            rows.append([one.key, str(one.weight), str(memories), one.rule, one.note, places])
    if rows:
        screen.rows([["cue", "weight", "memories", "rule", "", "where"], *rows], right=[1, 2])
    for kind in SHOWN:
        told = [f"{one.value} {one.weight}×{memories}" for one, memories in found.cues if one.type == kind]
        if told:
            screen.line((f"{kind}: ", "bold"), " · ".join(told))
    if found.names:
        screen.line(("names: ", "bold"), " · ".join(f"{one.text} ({one.kind})" for one in found.names))
    screen.line((f"rules and dictionaries: {found.version}", "dim"))


def synonyms(common: Common, word: Annotated[str, typer.Argument(metavar="WORD", help="A word.")]) -> None:
    """What a word leads to in a recall, by the synonyms in force, and how many memories have each.

    The packaged tables are joined by the file of the setting synonyms, or replaced by it where synonyms_packaged is 0.
    """
    with looking(common) as graph:
        found = graph.synonyms_of(word)
    if common.json:
        from graphcue.presentation_language import leading_json

        common.print_json(leading_json(found))
        return
    screen = common.screen()
    screen.line((found.base, "bold"), f"  {found.memories} memories")
    if not found.synonyms:
        screen.line(("it stands for itself alone", "yellow"))
    screen.rows([[other, str(memories)] for other, memories in found.synonyms], indent=2, right=[1])
    screen.line((found.version or "packaged tables", "dim"))


def tags(common: Common) -> None:
    """The tags that there are, each with its other names, as the file of the setting tag_table says."""
    with looking(common) as graph:
        table = graph.tag_table()
        rule = graph.settings.unknown_tags
    if common.json:
        from graphcue.presentation_language import tags_json

        common.print_json(tags_json(table))
        return
    screen = common.screen()
    if not table.version:
        screen.line(("no table of tags: every tag is kept as it is written (setting tag_table)", "yellow"))
        return
    screen.rows([[tag, ", ".join(names)] for tag, names in table.tags])
    said = {"keep": "kept", "warn": "kept, with a warning", "refuse": "refused"}[rule]
    screen.line((f"any other tag is {said}", "dim"))


def looking(common: Common) -> "MemoryGraph":
    """The graph, for a command that reads texts: without a file of memories it counts none, and makes no file."""
    from dataclasses import replace

    file = store_file(common.url)
    return writing(replace(common, store=":memory:") if file and not file.exists() else common)


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    named: Sequence[tuple[str, object]] = (
        ("cues", cues),
        ("inspect-cues", cues),
        ("synonyms", synonyms),
        ("tags", tags),
    )
    for name, work in named:
        command(app, name, PANEL)(work)  # type: ignore[arg-type]  # each takes common and its own arguments
