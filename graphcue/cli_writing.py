"""The commands that write: ingest, remember, relate, delete."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphcue.cli_common import Common, command, interrupted, reading, shown_url, store_file, writing
from graphcue.errors import InvalidInput, NotUtf8, SourceError

if TYPE_CHECKING:
    from graphcue.graph import MemoryGraph
    from graphcue.ingestion import Progress, Report

PANEL = "Remember"

WARNINGS = {
    "no_cues": "it has no word, number or symbol that a question could find it by; give it a --cue",
    "unknown_tag": "the table of tags has no {!r}; see `graphcue tags`",
}
"""What the warnings of a writing say to people."""


def ingest(
    common: Common,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files and folders: Markdown, minutes, text, JSON Lines.")
    ],
    root: Annotated[
        str, typer.Option("--root", metavar="FOLDER", help="Documents are known by their path from here.")
    ] = ".",
    remove_missing: Annotated[
        bool, typer.Option("--remove-missing", help="Forget documents under PATH that are no longer on disk.")
    ] = False,
    spacy_model: Annotated[
        str,
        typer.Option("--spacy-model", metavar="NAME", help="A spaCy pipeline that finds more people and companies."),
    ] = "",
) -> None:
    """Remember what files and folders say. Doing it again changes only what has changed.

    A file that cannot be read keeps what is remembered of it, and the rest goes on.
    """
    from graphcue.ingestion import Interrupted, forget_missing, names_by_spacy

    _check_paths(paths, common)
    names_of = names_by_spacy(spacy_model)
    with writing(common) as graph:
        try:
            report = _ingested(graph, paths, root=root, leave_out=_own_files(common), names_of=names_of)
        except Interrupted as stop:
            raise typer.Exit(interrupted(_so_far(stop.report))) from stop
        forgotten = forget_missing(graph, report.missing) if remove_missing and report.missing else 0
    show_report(common, report, forgotten if remove_missing else None)
    if report.faults:
        raise SourceError(_told(report.faults), faults=len(report.faults))


def _check_paths(paths: list[str], common: Common) -> None:
    """Nothing, when there is something to do. Raises SourceError before a store is made for nothing."""
    file = store_file(common.url)
    if file and not file.exists() and not any(Path(path).exists() for path in paths):
        raise SourceError(f"{paths[0]}: no such file or folder", path=paths[0])


def _own_files(common: Common) -> list[str]:
    """The files of the store, which may lie in the folder that is read."""
    file = store_file(common.url)
    return (
        [f"{file}{end}" for end in ("", "-wal", "-shm", "-journal", "-semantic", "-semantic-journal")] if file else []
    )


def _ingested(graph: "MemoryGraph", paths: list[str], **options: Any) -> "Report":
    from graphcue.ingestion import ingest as ingest_paths

    with _progress() as on_progress:
        return ingest_paths(graph, paths, on_progress=on_progress, **options)


def _progress() -> AbstractContextManager["Callable[[Progress], None] | None"]:
    """A bar on standard error while it is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(None)
    from graphcue.cli_progress import bar

    return bar()


def _so_far(report: "Report") -> str:
    remembered = report.made + report.changed + report.unchanged
    return (
        f": {report.documents} of {report.total} files are done and {remembered} memories kept; "
        "run the same command again to go on"
    )


def _told(faults: Sequence[tuple[str, str]]) -> str:
    document, reason = faults[0]
    first = f"{document}: {reason}" if not reason.startswith(f"{document}:") else reason
    return first if len(faults) == 1 else f"{len(faults)} faults in what was read, the first is {first}"


def show_report(common: Common, report: "Report", forgotten: int | None) -> None:
    """Nothing; what became of the files is told."""
    if common.json:
        from graphcue.presentation import report_json

        extra = {} if forgotten is None else {"forgotten": forgotten}
        common.print_json(report_json(report) | extra)
    else:
        from graphcue.cli_show_report import show_report as show_to_people

        show_to_people(common.screen(), report, forgotten, shown_url(common.url))


def remember(
    common: Common,
    content: Annotated[str, typer.Argument(metavar="TEXT", help="What to remember; - reads it from standard input.")],
    project: Annotated[str, typer.Option("--project", help="The line of work it belongs to.")] = "",
    cue: Annotated[list[str] | None, typer.Option("--cue", help="An exact key to find it by.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A class it belongs to.")] = None,
    author: Annotated[str, typer.Option("--author", help="Who says so.")] = "",
    person: Annotated[
        list[str] | None, typer.Option("--person", metavar="[ROLE:]NAME[@ORG]", help="Somebody it is about.")
    ] = None,
    entity: Annotated[list[str] | None, typer.Option("--entity", help="A thing, product or place it is about.")] = None,
    kind: Annotated[str, typer.Option("--kind", help="note, decision, action, event, …")] = "",
    status: Annotated[str, typer.Option("--status", help="concluded, open, done, …")] = "",
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it happened, in ISO form.")] = None,
    supersedes: Annotated[
        list[str] | None, typer.Option("--supersedes", metavar="ID", help="A memory that it takes the place of.")
    ] = None,
    memory_id: Annotated[
        str, typer.Option("--id", help="An id of your own; writing it again changes the memory.")
    ] = "",
    key: Annotated[str, typer.Option("--key", help="A key under which it is written once.")] = "",
) -> None:
    """Remember a text. The same text again is there already."""
    fields: dict[str, Any] = {
        "project": project,
        "cues": cue,
        "tags": tag,
        "author": author,
        "people": [person_of(one) for one in person or ()],
        "entities": entity,
        "kind": kind,
        "status": status,
        "occurred_at": at,
        "supersedes": supersedes,
        "id": memory_id,
        "key": key,
    }
    text = _standard_input() if content == "-" else content
    if not text.strip():
        raise InvalidInput("there is nothing to remember: the text is empty", field="content")
    with writing(common) as graph:
        outcome = graph.remember(text, **fields)
    if common.json:
        from graphcue.presentation import outcome_json

        common.print_json(outcome_json(outcome))
    else:
        said = {"created": "remembered", "changed": "changed", "unchanged": "there already"}[outcome.state]
        screen = common.screen()
        screen.line(f"{said}  ", (outcome.id, "cyan"))
        for warning in outcome.warnings:
            code, _, thing = warning.partition(":")
            screen.line((f"note: {WARNINGS.get(code, code).format(thing)}", "yellow"))


def person_of(written: str) -> dict[str, str]:
    """The parts of `role:name@organisation`."""
    from graphcue.records import ROLE_WORDS

    role, colon, rest = written.replace("：", ":", 1).partition(":")
    has_role = bool(colon) and role.strip().lower() in ROLE_WORDS
    name, _, organisation = (rest if has_role else written).partition("@")
    return {"name": name.strip(), "org": organisation.strip(), "role": role.strip().lower() if has_role else ""}


def _standard_input() -> str:
    data = sys.stdin.buffer.read()
    try:
        return data.decode("utf-8").removeprefix("\ufeff").removesuffix("\n")
    except UnicodeDecodeError as error:
        raise NotUtf8(f"standard input is not UTF-8 (byte {error.start})", byte=error.start) from None


def relate(
    common: Common,
    source: Annotated[str, typer.Argument(metavar="A", help="The id of a memory.")],
    relation: Annotated[
        str, typer.Argument(metavar="RELATION", help="related_to, caused_by, depends_on, resolves, supersedes.")
    ],
    target: Annotated[str, typer.Argument(metavar="B", help="The id of another.")],
) -> None:
    """Tie a memory to another: `relate A related_to B`."""
    from graphcue.presentation import counts_json

    with reading(common) as graph:
        counts = graph.relate(source, relation, target)
    if common.json:
        common.print_json(counts_json(counts))
    else:
        word = relation.strip().lower().replace("-", "_").replace(" ", "_")
        common.screen().line("related  " if counts.made else "related already  ", (f"{source} {word} {target}", "cyan"))


def delete(
    common: Common,
    memory_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a memory.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Remove a memory and whatever only it needed. Asks on a terminal."""
    from graphcue.cli_screen import is_terminal
    from graphcue.presentation import counts_json

    with reading(common) as graph:
        if is_terminal() and not yes:
            from graphcue.cli_show import headline

            typer.confirm(f"Delete {memory_id}, “{headline(graph.get(memory_id))}”?", abort=True, err=True)
        counts = graph.delete(memory_id)
    if common.json:
        common.print_json(counts_json(counts))
    else:
        from graphcue.cli_show_report import show_removal

        show_removal(common.screen(), memory_id, counts)


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "ingest", PANEL)(ingest)
    command(app, "remember", PANEL)(remember)
    command(app, "relate", PANEL)(relate)
    command(app, "delete", PANEL)(delete)
