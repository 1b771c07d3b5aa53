"""The table of commands, and what stands before all of them."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer

from graphcue import (
    cli_asking,
    cli_browser,
    cli_chat,
    cli_demo,
    cli_doctor,
    cli_erase,
    cli_eval,
    cli_identity,
    cli_language,
    cli_reading,
    cli_replay,
    cli_service,
    cli_stores,
    cli_transfer,
    cli_writing,
)
from graphcue.cli_common import Common, JsonOption, NamespaceOption, NowOption, StoreOption, ZoneOption, tell
from graphcue.errors import InvalidInput

HELP = """A memory that answers the same way every time: notes, minutes and decisions as a graph, recalled by cues.

Begin with `graphcue demo`, or with `graphcue ingest PATH...` and `graphcue recall "..."`.
"""

EPILOG = (
    "Exit codes: 0 done, 1 any other error, 2 wrong usage or invalid input, 3 not found, 4 conflict, 5 a source cannot be "
    "read, 6 the store failed. An error is one line on standard error; with --json it is a JSON object."
)

ClickError = cast(type[Exception], typer.BadParameter.__mro__[2])
"""The class of all errors of usage, wherever this version of typer keeps it."""

WRONG_USAGE = 2

app = typer.Typer(
    name="graphcue",
    help=HELP,
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"graphcue {version('graphcue')}")
        raise typer.Exit


@app.callback()
def before(
    context: typer.Context,
    store: StoreOption = None,
    namespace: NamespaceOption = None,
    as_json: JsonOption = False,
    now: NowOption = None,
    zone: ZoneOption = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Nothing; the options before the command are kept for it."""
    context.obj = Common(store, namespace, as_json, now, zone)


for part in (
    cli_writing,
    cli_reading,
    cli_replay,
    cli_asking,
    cli_chat,
    cli_identity,
    cli_language,
    cli_demo,
    cli_eval,
    cli_erase,
    cli_stores,
    cli_transfer,
    cli_doctor,
    cli_service,
    cli_browser,
):
    part.add_to(app)


def run(arguments: Sequence[str]) -> int:
    """The exit code of the command that the arguments name."""
    try:
        code = app(list(arguments), standalone_mode=False, prog_name="graphcue")
    except ClickError as error:
        if not str(error):  # no arguments at all: the help was shown, and says more than an error could
            return WRONG_USAGE
        return tell(_misused(error), "--json" in arguments)
    except typer.Abort:
        print("nothing was done", file=sys.stderr)
        return 1
    return code if isinstance(code, int) else 0


def _misused(error: Any) -> InvalidInput:
    """The error of ours that a wrong option or argument stands for, with the command whose help says more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "graphcue"
    return InvalidInput(f"{str(error.format_message()).rstrip('.')}; see `{path} --help`")
