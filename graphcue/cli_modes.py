"""The options of `recall` beside its filters, and the file of a receipt."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.errors import SourceError

if TYPE_CHECKING:
    from graphcue.receipts import Receipt

Exact = Annotated[
    bool, typer.Option("--exact-match", help="Only memories in which the question stands as a phrase.")
]  # fmt: skip
Match = Annotated[str, typer.Option("--match", metavar="any|all", help="all: only memories that have every cue.")]
MinScore = Annotated[
    float, typer.Option("--min-score", metavar="SHARE", help="Only what matches this share of the question, 0 to 1.")
]
DateRange = Annotated[
    str | None,
    typer.Option("--date-range", metavar="RANGE", help="Only what happened in 2026-01..2026-03, ..2025, 2026 or 上周."),
]
SortBy = Annotated[str, typer.Option("--sort-by", metavar="score|date", help="date: the same results, newest first.")]
ContextBudget = Annotated[
    int | None, typer.Option("--context-budget", metavar="TOKENS", help="Contents of at most so many tokens.")
]
PresetName = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help="chat, notes, minutes or exact; else by what is found.")
]
ReceiptFile = Annotated[
    str | None, typer.Option("--receipt", metavar="FILE", help="Write what `graphcue replay` needs into this file.")
]


@dataclass(frozen=True, slots=True)
class Modes:
    """How a recall chooses and orders."""

    exact_match: Exact = False
    match: Match = "any"
    min_score: MinScore = 0
    date_range: DateRange = None
    sort_by: SortBy = "score"
    context_budget: ContextBudget = None
    preset: PresetName = None


def keep_receipt(file: str | None, receipt: "Receipt | None") -> None:
    """Nothing; the receipt stands in the file, one line of JSON. Raises SourceError for a file that cannot be written."""
    if not file or receipt is None:
        return
    from graphcue.presentation import to_text
    from graphcue.receipts import receipt_json

    try:
        Path(file).write_text(to_text(receipt_json(receipt)) + "\n", encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}", path=file) from None
