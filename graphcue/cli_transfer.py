"""The commands that carry a memory elsewhere and back: export, import, backup, restore."""

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command, reading, shown_url, store_file, writing
from graphcue.errors import Conflict

if TYPE_CHECKING:
    from graphcue.backup import Held
    from graphcue.cli_screen import Part, Screen

PANEL = "Stores"
HEADER = '{"graphcue":'
"""How the first line of an export begins."""


def export(
    common: Common,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The file to write; - for standard output.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is no export.")] = False,
) -> None:
    """Write a namespace as sorted JSON Lines: the same lines from every store that holds the same."""
    from graphcue.backup import made_whole, write_export

    path = Path(file)
    if file != "-" and not force:
        _check_room(path)
    with reading(common) as graph:
        lines = graph.export()
        if file == "-":
            for line in lines:
                sys.stdout.write(f"{line}\n")
            return
        with made_whole(path) as part:
            number = write_export(lines, part)
        fingerprint = graph.describe().fingerprint
    if common.json:
        common.print_json({"path": file, "lines": number, "fingerprint": f"{fingerprint:032x}"})
    else:
        common.screen().line(f"{number:,} lines written to ", (file, "cyan"))


def _check_room(path: Path) -> None:
    """Raises Conflict for a file that is there and no export: an overwritten note would be lost."""
    if not os.path.lexists(path):
        return
    with path.open("rb") as standing:
        if standing.read(len(HEADER)) not in (HEADER.encode(), b""):
            raise Conflict(f"{path} is there and no export; name another file, or --force it", path=str(path))


def import_(
    common: Common,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="An export; - for standard input.")],
) -> None:
    """Take in an export: into the namespace it came from, or that of --namespace. Doing it again changes nothing."""
    from graphcue.backup import lines_of, text_lines
    from graphcue.presentation_keeping import imported_json

    given = text_lines(sys.stdin.buffer, "standard input") if file == "-" else lines_of(file)
    chosen, lines = _into(common, given)
    with writing(chosen) as graph:
        shown = not common.json and sys.stderr.isatty()
        imported = graph.import_(lines, _on_progress if shown else None)
    if common.json:
        common.print_json(imported_json(chosen.tenant, imported))
        return
    screen = common.screen()
    counts = f"{imported.made:,} memories made, {imported.changed:,} changed, {imported.unchanged:,} unchanged"
    store = str(store_file(common.url) or shown_url(common.url))
    screen.line((counts, "bold"), f"  in namespace {chosen.tenant} of {store}")
    if imported.forgotten:
        screen.line((f"{imported.forgotten:,} lines passed over: they were forgotten here", "yellow"))
    if imported.equal:
        screen.line("fingerprint  ", (f"{imported.fingerprint:032x}", "cyan"), "  as in the export")


def _into(common: Common, lines: Iterable[str]) -> tuple[Common, Iterable[str]]:
    """The options with the namespace to import into, and all of the lines."""
    from graphcue.graph_files import header_of, parted

    first, lines = parted(lines)
    named = common.namespace or os.environ.get("GRAPHCUE_NAMESPACE")
    if not named and first:
        named = header_of(first).namespace
    return replace(common, namespace=named), lines


def _on_progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} lines", end="\n" if done == total else "", file=sys.stderr, flush=True)


def backup(
    common: Common,
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where the backups are.")],
    keep: Annotated[
        int | None, typer.Option("--keep", metavar="N", min=1, help="Remove older backups of this store beyond N.")
    ] = None,
) -> None:
    """Make a dated backup and read it back: of an SQLite file whole, while others write; of a namespace of any other store."""
    from graphcue.backup import backup as make_backup
    from graphcue.graph import clock_at
    from graphcue.presentation_keeping import backup_json

    with reading(common) as graph:
        made = make_backup(graph, folder, clock_at(common.now, graph.settings)(), keep)
    if common.json:
        common.print_json(backup_json(made))
        return
    screen = common.screen()
    screen.line("backed up and read back  ", (str(made.path), "cyan"))
    _show_held(screen, made.namespaces)
    for path in made.removed:
        screen.line((f"removed {path}", "dim"))


def restore(
    common: Common,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup, or an export.")],
    force: Annotated[
        bool, typer.Option("--force", help="In place of what the store, or the namespace, holds now.")
    ] = False,
) -> None:
    """Restore a backup: verified first, read back afterwards. Nothing that is there is overwritten without --force."""
    from graphcue.backup import EXPORT, kind_of, lines_of
    from graphcue.backup import restore as restore_backup
    from graphcue.presentation_keeping import restored_json

    chosen = _into(common, lines_of(file))[0] if kind_of(Path(file)) == EXPORT else common
    with writing(chosen) as graph:
        restored = restore_backup(graph, file, force=force)
    if common.json:
        common.print_json(restored_json(restored))
        return
    screen = common.screen()
    screen.line("restored and read back  ", (file, "cyan"))
    _show_held(screen, restored.namespaces)


def _show_held(screen: "Screen", namespaces: Iterable["Held"]) -> None:
    rows: list[list[Part]] = [[(name, "cyan"), f"{n:,} memories", f"{sum:032x}"] for name, n, sum in namespaces]
    screen.rows(rows, indent=2, right=[1])


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "export", PANEL)(export)
    command(app, "import", PANEL)(import_)
    command(app, "backup", PANEL)(backup)
    command(app, "restore", PANEL)(restore)
