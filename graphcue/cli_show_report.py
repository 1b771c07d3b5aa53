"""What became of writings, and what a namespace holds, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphcue.cli_screen import PLACE, QUIET, TITLE, WARNING, Screen
from graphcue.cli_show import number_of
from graphcue.graph import Counts, Description
from graphcue.settings import Row, Settings

if TYPE_CHECKING:
    from graphcue.ingestion import Report

SHOWN_DOCUMENTS = 5


def show_removal(screen: Screen, memory_id: str, counts: Counts) -> None:
    """Nothing; what went is told."""
    went = ", ".join(f"{number} {label}" for label, number in counts.removed.items())
    screen.line("deleted  ", (memory_id, PLACE))
    screen.line((f"removed {went}", QUIET))


def show_report(screen: Screen, report: "Report", forgotten: int | None, store: str) -> None:
    """Nothing; what an ingest did is told: counts, what was skipped and why, what is missing."""
    files = number_of(report.documents, "file", "files")
    unchanged = number_of(report.unchanged, "memory", "memories")
    if report.made or report.changed or report.removed:
        counts = f"{number_of(report.made, 'memory', 'memories')} made, {report.changed:,} changed, "
        counts += f"{report.unchanged:,} unchanged, {report.removed:,} removed"
        screen.line((counts, TITLE), f"  from {files} into {store}")
    elif report.documents:
        screen.line((f"Nothing changed: {unchanged} of {files} are as they were", TITLE), f"  in {store}")
    elif not report.total:
        screen.line(("No files there", TITLE), f"  {store} is as it was")
    if report.documents or report.skipped != report.faults:  # a lone fault is told by the error
        _show_skipped(screen, report.skipped)
    if forgotten is not None:
        gone = number_of(len(report.missing), "document that is", "documents that are")
        screen.line(f"forgot {number_of(forgotten, 'memory', 'memories')} of {gone} no longer on disk")
    elif report.missing:
        _show_missing(screen, report.missing)


def _show_missing(screen: Screen, missing: Sequence[str]) -> None:
    many = number_of(len(missing), "document is", "documents are")
    screen.line((f"{many} no longer on disk, and still remembered:", WARNING))
    for document in missing[:SHOWN_DOCUMENTS]:
        screen.line((document, PLACE), indent=2)
    if len(missing) > SHOWN_DOCUMENTS:
        screen.line(f"and {len(missing) - SHOWN_DOCUMENTS} more", indent=2)
    screen.line(("the same command with --remove-missing forgets them", QUIET))


def _show_skipped(screen: Screen, skipped: Sequence[tuple[str, str]]) -> None:
    """A line for each reason with the documents it holds for; most are met once."""
    reasons: dict[str, list[str]] = {}
    for document, reason in skipped:
        reasons.setdefault(reason, []).append(document)
    if skipped:
        screen.line(f"skipped {len(skipped)}:")
    for reason, documents in reasons.items():
        if len(documents) == 1 and reason.startswith(f"{documents[0]}:"):
            screen.line((reason, ""), indent=2)
            continue
        more = f" and {len(documents) - SHOWN_DOCUMENTS} more" if len(documents) > SHOWN_DOCUMENTS else ""
        screen.line((", ".join(documents[:SHOWN_DOCUMENTS]) + more, PLACE), f": {reason}", indent=2)


def show_description(screen: Screen, description: Description, store: str, namespace: str) -> None:
    """Nothing; what the namespace holds is shown."""
    screen.line(
        (f"{number_of(description.memories, 'memory', 'memories')}", TITLE), f"  in {store}, namespace {namespace}"
    )
    nodes = [(name, number) for name, number in description.counts.items() if not name.isupper()]
    edges = [(name, number) for name, number in description.counts.items() if name.isupper()]
    for label, counts in (("nodes", nodes), ("edges", edges)):
        if counts:
            screen.blank()
            screen.line((label, QUIET))
            screen.rows([[name, f"{number:,}"] for name, number in counts], indent=2, right=[1])
    screen.blank()
    facts = (
        ("fingerprint", f"{description.fingerprint:032x}"),
        ("revision", str(description.revision)),
        ("language", description.language),
        ("schema", str(description.schema)),
    )
    screen.rows([[(name, QUIET), value] for name, value in facts])


def show_settings(screen: Screen, rows: Sequence[Row], settings: Settings) -> None:
    """Nothing; the table of settings is shown, those that are not at their default in bold."""
    for row in rows:
        value = getattr(settings, row.name)
        style = QUIET if value == row.default else TITLE
        screen.line(f"{row.variable:<31}", (f"{value!s:>8}", style), f"  {row.help}", hang=41)
    screen.blank()
    screen.line(("Set them in the environment, or as arguments of graphcue.open in Python.", QUIET))
