"""The command `eval`: figures of recall over questions with their gold."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command

if TYPE_CHECKING:
    from graphcue.cli_screen import Screen
    from graphcue.evaluation import Evaluation


def evaluate(
    common: Common,
    memories: Annotated[
        str, typer.Option("--memories", metavar="FILE", help="JSON Lines: id, content, time, author, project, source.")
    ],
    questions: Annotated[
        str, typer.Option("--questions", metavar="FILE", help="JSON Lines: question, gold, kind, project.")
    ],
    aliases: Annotated[
        str | None, typer.Option("--aliases", metavar="FILE", help="JSON Lines: kind (project), alias, name.")
    ] = None,
    mode: Annotated[
        str, typer.Option("--mode", help="recall, or ask: plain questions with a complete answer.")
    ] = "recall",
) -> None:
    """Ask questions whose answers are known, and say how many were found.

    Fills a fresh store (:memory:, or --store with a --namespace that was never written to) and asks in order, with a
    clock that stands still, so that the receipt repeats. A question's project is a filter. There are no sessions yet:
    what was said before a question is heard, not asked, and so passed over. Rewritten forms are never read.
    """
    import graphcue.graph
    from graphcue import evaluation

    evaluation.check_mode(mode)
    zone = {"zone": common.zone} if common.zone else {}
    names = evaluation.read_aliases(aliases) if aliases else {}
    to_ask = evaluation.read_questions(questions, names)
    url = common.store or ":memory:"
    with graphcue.graph.open(url, namespace=common.tenant, now=common.now or evaluation.NOW, **zone) as graph:
        records = evaluation.read_memories(memories, graph.settings.tzinfo)
        progress = _on_progress if sys.stderr.isatty() else None
        if mode == "ask":
            from graphcue.evaluation_ask import evaluate_ask

            found = evaluate_ask(graph, records, to_ask, names, on_progress=progress)
        else:
            found = evaluation.evaluate(graph, records, to_ask, on_progress=progress)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    if common.json:
        common.print_json(found.as_dict())
    else:
        show_evaluation(common.screen(), found)


def _on_progress(done: int, total: int) -> None:
    if done % 10 == 0:
        print(f"\r{done} of {total} questions", end="", file=sys.stderr, flush=True)


def show_evaluation(screen: "Screen", found: "Evaluation") -> None:
    """Nothing; the figures are shown, a kind a line."""
    rows = [(kind, figures) for kind, figures in found.by_kind.items()] + [("overall", found.overall)]
    columns = list(found.overall)
    table = [["kind", *columns]]
    table += [
        [kind, f"{figures['questions']:,.0f}", *(f"{figures[one]:.3f}" for one in columns[1:])]
        for kind, figures in rows
    ]
    screen.rows(table, right=range(1, len(columns) + 1))
    screen.blank()
    screen.line(f"latency  {found.latency_ms['p50']:.1f} ms median, {found.latency_ms['p99']:.1f} ms p99")
    screen.line("receipt  ", (found.receipt, "cyan"))


def add_to(app: typer.Typer) -> None:
    """Nothing; the command of this file is in the app."""
    command(app, "eval", "Look around")(evaluate)
