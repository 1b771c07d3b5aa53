"""The commands that look after a store: doctor, reindex."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command, reading
from graphcue.cli_screen import QUIET, WARNING, Screen

if TYPE_CHECKING:
    from graphcue.doctor import Finding, Health

PANEL = "Stores"


def doctor(
    common: Common,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended; without it nothing is changed.")] = False,
) -> None:
    """Is the namespace whole? Counts, cues, edges, chains, names and fingerprint are held against what the memories say.

    Ends with exit code 1 when something is wrong and was not mended.
    """
    with reading(common) as graph:
        health = graph.mend() if fix else graph.examine()
    if common.json:
        from graphcue.presentation_health import health_json

        common.print_json(health_json(health, common.tenant))
    else:
        _show(common.screen(), health)
    if not health.whole:
        raise typer.Exit(1)


def _show(screen: Screen, health: "Health") -> None:
    for finding in health.findings:
        screen.line(*_line(finding), hang=8)
    if not health.findings:
        screen.line(f"whole: {health.description.memories:,} memories and everything that hangs on them")


def _line(finding: "Finding") -> list[str | tuple[str, str]]:
    head = ("mended  ", QUIET) if finding.mended else ("wrong   ", WARNING)
    examples = ", ".join(finding.examples) + (", …" if finding.number > len(finding.examples) else "")
    cure = "" if finding.mended else f"  → {finding.cure or 'graphcue doctor --fix'}"
    shown = f"  ({examples})" if finding.examples and not finding.says.endswith(finding.examples[0]) else ""
    return [head, f"{finding.number:,} × {finding.says}", (shown, QUIET), cure]


def reindex(common: Common) -> None:
    """Work the namespace's graph out anew, by the rules and dictionaries in force.

    Questions are answered from the old graph until it is done, and from the new one then. What was broken off is gone on
    with when it is run again.
    """
    with reading(common) as graph:
        done = graph.reindex(None if common.json or not sys.stderr.isatty() else _on_progress)
    if common.json:
        common.print_json(
            {
                "namespace": common.tenant,
                "memories": done.memories,
                "language": done.language,
                "before": done.before,
                "fingerprint": f"{done.fingerprint:032x}",
            }
        )
        return
    common.screen().line(
        f"{done.memories:,} memories indexed anew: rules and dictionaries {done.before} → {done.language}"
    )


def _on_progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} memories", end="\n" if done == total else "", file=sys.stderr, flush=True)


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "doctor", PANEL)(doctor)
    command(app, "reindex", PANEL)(reindex)
