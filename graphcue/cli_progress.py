"""The bar that people see while files are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from graphcue import ingestion
from graphcue.cli_text import one_line

LONGEST_NAME = 40


@contextmanager
def bar() -> Iterator[Callable[[ingestion.Progress], None]]:
    """What an ingest reports to; the bar is gone when it is done."""
    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[file]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None, file="")

        def on_progress(at: ingestion.Progress) -> None:
            shown.update(task, completed=at.done, total=at.total, file=_end(at.document))

        yield on_progress


def _end(document: str) -> str:
    line = one_line(document, 10_000)
    return line if len(line) <= LONGEST_NAME else f"…{line[1 - LONGEST_NAME :]}"
