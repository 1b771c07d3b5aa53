"""What every command shares: the options that stand before or after it, the graph they open, and how errors end."""

import inspect
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeVar

import typer

from graphcue.errors import Conflict, GraphcueError, InvalidInput, NotFound, SourceError, StoreError

if TYPE_CHECKING:  # a usage error or a help text needs none of it
    from graphcue.cli_screen import Screen
    from graphcue.graph import MemoryGraph

T = TypeVar("T")

EXIT_CODES: tuple[tuple[type[GraphcueError], int], ...] = (
    (InvalidInput, 2),
    (NotFound, 3),
    (Conflict, 4),
    (SourceError, 5),
    (StoreError, 6),
    (GraphcueError, 1),
)
"""The first class that an error belongs to says the exit code."""

INTERRUPTED = 130
PIPE_CLOSED = 141
TRACEBACK = "GRAPHCUE_TRACEBACK"
"""The environment variable that lets an error of graphcue itself show where it arose."""

PANEL = "Options of every command (before or after its name)"

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        rich_help_panel=PANEL,
        help="A file, neo4j://…, or :memory:. (GRAPHCUE_STORE; else graphcue.db)",
    ),
]
NamespaceOption = Annotated[
    str | None,
    typer.Option(
        "--namespace", metavar="NAME", rich_help_panel=PANEL, help="The tenant. (GRAPHCUE_NAMESPACE; else default)"
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", rich_help_panel=PANEL, help="Print one JSON object a line.")]
NowOption = Annotated[
    str | None,
    typer.Option("--now", metavar="TIME", rich_help_panel=PANEL, help="Hold the clock at this ISO time."),
]
ZoneOption = Annotated[
    str | None,
    typer.Option(
        "--zone",
        metavar="ZONE",
        rich_help_panel=PANEL,
        help="Where times without an offset are. (GRAPHCUE_ZONE; else UTC)",
    ),
]


@dataclass(frozen=True, slots=True)
class Common:
    """The options that every command has."""

    store: StoreOption = None
    namespace: NamespaceOption = None
    json: JsonOption = False
    now: NowOption = None
    zone: ZoneOption = None

    def or_else(self, before: "Common") -> "Common":
        """These options; those that are not given are taken from `before`."""
        return Common(**{one.name: getattr(self, one.name) or getattr(before, one.name) for one in fields(self)})

    @property
    def url(self) -> str:
        """The store's URL: as given, or from the environment, or the file in the working folder."""
        return self.store or os.environ.get("GRAPHCUE_STORE") or "graphcue.db"

    @property
    def tenant(self) -> str:
        """The namespace: as given, or from the environment, or `default`."""
        return self.namespace or os.environ.get("GRAPHCUE_NAMESPACE") or "default"

    def screen(self) -> "Screen":
        """Where people read answers."""
        from graphcue.cli_screen import Screen

        return Screen(sys.stdout)

    def print_json(self, value: Any) -> None:
        """Nothing; the value is one line on standard output."""
        from graphcue.presentation import to_text

        print(to_text(value))


def reading(common: Common) -> "MemoryGraph":
    """The graph, for a command that only reads or changes what is there: it never makes a file.

    Raises NotFound when there is no file yet.
    """
    file = store_file(common.url)
    if file and not file.exists():
        raise NotFound(
            f"nothing is remembered in {file} yet; run `graphcue ingest PATH` or `graphcue remember`", path=str(file)
        )
    return writing(common)


def writing(common: Common) -> "MemoryGraph":
    """The graph, for a command that may make it."""
    import graphcue.graph

    if "://" in common.url:
        import logging

        # the driver logs what it tries again; people get the one line that says how it ended
        logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    zone = {"zone": common.zone} if common.zone else {}
    return graphcue.graph.open(common.url, namespace=common.tenant, now=common.now, **zone)


def store_file(url: str) -> Path | None:
    """The file of a store that is one."""
    return None if url == ":memory:" or "://" in url else Path(url.removeprefix("sqlite:"))


def shown_url(url: str) -> str:
    """The URL without user and password."""
    scheme, separator, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}" if separator else url


def command(app: typer.Typer, name: str, panel: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function whose first argument is `common` a command that has the options of every command too.

    An argument whose type is a dataclass of options stands for all of them: each field is an option of the command.
    """

    def made(work: Callable[..., None]) -> Callable[..., None]:
        @wraps(work)
        def call(**given: Any) -> None:
            context = given.pop("context")
            common = _gathered(Common, given).or_else(context.obj or Common())
            groups = {p.name: _gathered(p.annotation, given) for p in parameters if _is_group(p)}
            guarded(common, lambda: work(common, **given, **groups))

        _, *parameters = inspect.signature(work).parameters.values()
        own = [one for parameter in parameters for one in _options_of(parameter)]
        whole = [_parameter("context", typer.Context), *own, *_spread(Common)]
        call.__signature__ = inspect.Signature(whole)  # type: ignore[attr-defined]  # what typer reads
        call.__annotations__ = {p.name: p.annotation for p in whole}
        app.command(name, help=unwrapped(work.__doc__ or ""), rich_help_panel=panel)(call)
        return work

    return made


def _gathered(group: type[T], given: dict[str, Any]) -> T:
    """The options of a group as one value; they are taken out of what was given."""
    return group(**{one.name: given.pop(one.name) for one in fields(group)})  # type: ignore[arg-type]  # a dataclass


def _spread(group: Any) -> list[inspect.Parameter]:
    """The options of a group, one by one."""
    return [_parameter(one.name, one.type, one.default) for one in fields(group)]


def _is_group(parameter: inspect.Parameter) -> bool:
    return is_dataclass(parameter.annotation)


def _options_of(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    """The options that an argument of a command's function stands for."""
    if _is_group(parameter):
        return _spread(parameter.annotation)
    return [parameter.replace(kind=parameter.KEYWORD_ONLY)]


def unwrapped(text: str) -> str:
    """A help text with each paragraph on one line: the screen wraps it, at its own width."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def guarded(common: Common, work: Callable[[], None]) -> None:
    """Nothing; the work was done. Raises typer.Exit with the exit code of whatever went wrong, once it is told."""
    try:
        work()
        sys.stdout.flush()
    except (typer.Exit, typer.Abort):
        raise
    except GraphcueError as error:
        raise typer.Exit(tell(error, common.json)) from error
    except BrokenPipeError as error:
        raise typer.Exit(_pipe_closed()) from error
    except KeyboardInterrupt as error:
        raise typer.Exit(interrupted("")) from error
    except Exception as error:  # whatever it is, people get a line and no traceback
        if os.environ.get(TRACEBACK):
            raise
        raise typer.Exit(tell(_unexpected(error), common.json)) from error


def tell(error: GraphcueError, as_json: bool) -> int:
    """The exit code of an error, which is told as one line on standard error."""
    if as_json:
        print(json.dumps(error.as_dict(), ensure_ascii=False, default=str), file=sys.stderr)
    else:
        from graphcue.cli_text import escaped

        print(f"error: {escaped(' '.join(error.message.splitlines()))}", file=sys.stderr)
    return next(code for kind, code in EXIT_CODES if isinstance(error, kind))


def interrupted(so_far: str) -> int:
    """The exit code of Ctrl-C, which is told as one line."""
    print(f"interrupted{so_far}", file=sys.stderr)
    return INTERRUPTED


def _pipe_closed() -> int:
    """The exit code for an output that nobody reads; Python's own flush at the end must not complain either."""
    _to_nowhere(sys.stdout)
    return PIPE_CLOSED


def _to_nowhere(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _unexpected(error: Exception) -> GraphcueError:
    if isinstance(error, OSError):
        return GraphcueError(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    kind = type(error).__name__
    return GraphcueError(f"graphcue failed ({kind}: {error}); please report it, {TRACEBACK}=1 shows where", kind=kind)


def as_list(values: Sequence[str] | None) -> list[str]:
    """The values of an option that may be given several times."""
    return list(values or ())
