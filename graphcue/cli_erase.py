"""The commands that forget: forget, revive, wipe."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command, reading, shown_url, store_file
from graphcue.errors import InvalidInput

if TYPE_CHECKING:
    from graphcue.cli_screen import Screen
    from graphcue.graph import Erased, MemoryGraph

PANEL = "Forget"

DocumentOption = Annotated[
    str | None, typer.Option("--document", metavar="PATH", help="What was read from a document.")
]
PersonOption = Annotated[str | None, typer.Option("--person", metavar="NAME[@ORG]", help="A person of that name.")]


def forget(
    common: Common,
    memory_ids: Annotated[list[str] | None, typer.Argument(metavar="[ID...]", help="The ids of memories.")] = None,
    document: DocumentOption = None,
    person: PersonOption = None,
    with_memories: Annotated[
        bool, typer.Option("--with-memories", help="With --person: each memory tied to the person too.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--everything", help="The whole namespace, and that it ever was.")
    ] = False,
    keep_tombstones: Annotated[
        bool, typer.Option("--keep-tombstones", help="With --everything: no older file may bring a memory back.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be removed, and do nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget for good: remove, keep from coming back, and wipe the bytes from the file. Asks on a terminal."""
    from graphcue.cli_screen import is_terminal
    from graphcue.presentation_keeping import erased_json

    what, work = _chosen(memory_ids or [], document, person, (everything, keep_tombstones, with_memories))
    with reading(common) as graph:
        asking = is_terminal() and not yes and not dry_run
        erased = work(graph, asking or dry_run)
        if asking:
            _show(common.screen(), what, erased)
            typer.confirm("Forget this for good?", abort=True, err=True)
            erased = work(graph, False)
    if common.json:
        common.print_json(erased_json(erased, dry_run=dry_run))
        return
    screen = common.screen()
    _show(screen, what if dry_run else f"forgot {what}", erased)
    if not dry_run:
        _tell_bytes(screen, str(store_file(common.url) or shown_url(common.url)), erased.wiped)


def _chosen(
    ids: list[str], document: str | None, person: str | None, flags: tuple[bool, bool, bool]
) -> tuple[str, Callable[["MemoryGraph", bool], "Erased"]]:
    """What is to be forgotten, in words, and how. Raises InvalidInput unless it is one thing."""
    everything, keep, with_memories = flags
    if sum((bool(ids), document is not None, person is not None, everything)) != 1:
        raise InvalidInput("name what to forget: ids of memories, --document, --person or --everything", field="ids")
    if with_memories and person is None:
        raise InvalidInput("--with-memories goes with --person", field="with_memories")
    if keep and not everything:
        raise InvalidInput("--keep-tombstones goes with --everything", field="keep_tombstones")
    if document is not None:
        return document, lambda graph, dry: graph.forget_document(document, dry_run=dry)
    if person is not None:
        return person, lambda graph, dry: graph.forget_person(person, with_memories=with_memories, dry_run=dry)
    if everything:
        return "everything", lambda graph, dry: graph.forget_namespace(keep_tombstones=keep, dry_run=dry)
    return ", ".join(ids), lambda graph, dry: graph.forget(*ids, dry_run=dry)


def _show(screen: "Screen", what: str, erased: "Erased") -> None:
    from graphcue.cli_screen import PLACE, QUIET, WARNING
    from graphcue.cli_show import number_of

    changed = f", {number_of(erased.changed, 'memory', 'memories')} changed" if erased.changed else ""
    screen.line((what, PLACE), f"  {number_of(erased.memories, 'memory', 'memories')} gone{changed}")
    went = ", ".join(f"{number} {label}" for label, number in erased.counts.removed.items())
    if went:
        screen.line((f"removed {went}", QUIET))
    if erased.mentions:
        still = number_of(erased.mentions, "text still names", "texts still name")
        screen.line((f"{still} the person; --with-memories forgets those tied to the person", WARNING))


def _tell_bytes(screen: "Screen", store: str, wiped: bool) -> None:
    from graphcue.cli_screen import QUIET, WARNING

    if wiped:
        screen.line((f"no byte of it is left in {store}; exports and backups made before still have it", QUIET))
    elif "://" in store:
        screen.line((f"{store} keeps the bytes until it is built again from an export", WARNING))
    else:
        screen.line((f"{store} is being read: run `graphcue wipe` when that is done", WARNING))


def revive(
    common: Common,
    memory_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="The id of a memory.")] = None,
    document: DocumentOption = None,
    person: PersonOption = None,
) -> None:
    """Let what was forgotten be told again. It does not come back by itself."""
    from graphcue.presentation_keeping import revived_json

    with reading(common) as graph:
        counts = graph.revive(memory_id, document=document, person=person)
    if common.json:
        common.print_json(revived_json(counts))
    else:
        common.screen().line(("revived  ", ""), (memory_id or document or person or "", "cyan"))


def wipe(common: Common) -> None:
    """Write the store's file anew, without a byte of what was deleted or forgotten."""
    with reading(common) as graph:
        wiped = graph.wipe()
    if common.json:
        common.print_json({"wiped": wiped})
        return
    _tell_wiped(common.screen(), str(store_file(common.url) or shown_url(common.url)), wiped)


def _tell_wiped(screen: "Screen", store: str, wiped: bool) -> None:
    if wiped:
        screen.line(f"no byte of what was removed is left in {store}")
    else:
        _tell_bytes(screen, store, wiped)


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "forget", PANEL)(forget)
    command(app, "revive", PANEL)(revive)
    command(app, "wipe", PANEL)(wipe)
