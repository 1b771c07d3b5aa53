"""The command `eval`: figures of recall over questions with their gold."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command

if TYPE_CHECKING:
    from graphcue.cli_screen import Screen
    from graphcue.evaluation import Evaluation
    from graphcue.evaluation_runs import Comparison


def evaluate(
    common: Common,
    folder: Annotated[
        str | None,
        typer.Argument(metavar="[DIR]", help="A folder with memories.jsonl, questions.jsonl, aliases.jsonl."),
    ] = None,
    memories: Annotated[
        str | None,
        typer.Option("--memories", metavar="FILE", help="JSON Lines: id, content, time, author, project, source."),
    ] = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="FILE", help="JSON Lines: question, gold, kind, project, session, before."),
    ] = None,
    aliases: Annotated[
        str | None, typer.Option("--aliases", metavar="FILE", help="JSON Lines: kind (project), alias, name.")
    ] = None,
    mode: Annotated[
        str, typer.Option("--mode", help="recall, or ask: plain questions with a complete answer.")
    ] = "recall",
    sessions: Annotated[
        str, typer.Option("--sessions", help="kept: a dialogue is a session; own: each question is one; none.")
    ] = "kept",
    save: Annotated[
        str | None, typer.Option("--save", metavar="RUN", help="Keep what each question found in this file.")
    ] = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar="RUN", help="Say what moved since a run that was kept.")
    ] = None,
) -> None:
    """Ask questions whose answers are known, and say how many were found.

    Fills a fresh store (:memory:, or --store with a --namespace that was never written to) and asks in order, with a
    clock that stands still, so that the receipt repeats. A question's project is a filter. Questions of one session are
    asked in one conversation, in which what was said before each is heard. Rewritten forms are never read.
    """
    import graphcue.graph
    from graphcue import evaluation, evaluation_runs

    evaluation.check_mode(mode)
    then = evaluation_runs.read_run(against) if against else None
    zone = {"zone": common.zone} if common.zone else {}
    memories, questions, aliases = evaluation.files_of(folder, memories, questions, aliases)
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
            found = evaluation.evaluate(graph, records, to_ask, sessions=sessions, on_progress=progress)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    run = evaluation_runs.run_json(found, graph.settings)
    if save:
        evaluation_runs.save_run(save, run)
    moved = evaluation_runs.compare(then, run) if then else None
    if common.json:
        common.print_json(found.as_dict() | ({"against": moved.as_dict()} if moved else {}))
        return
    show_evaluation(common.screen(), found)
    if moved:
        show_comparison(common.screen(), moved)


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


def show_comparison(screen: "Screen", moved: "Comparison") -> None:
    """Nothing; what moved since another run is shown, the largest moves first."""
    screen.blank()
    for name, then, now in moved.settings:
        screen.line(f"{name}  {then} → {now}")
    screen.line("  ".join(f"{name} {then:.3f} → {now:.3f}" for name, then, now in moved.figures))
    for title, moves in (("better", moved.better), ("worse", moved.worse)):
        screen.line((f"{title}  {len(moves)}", "bold"))
        for move in moves:
            ranks = ", ".join(f"{id} {_rank(move.then[id])} → {_rank(move.now.get(id, 0))}" for id in move.then)
            screen.line(f"{move.question}  ", (ranks, "cyan"), indent=2)
    screen.line(f"as before  {moved.same}")
    if moved.only_then or moved.only_now:
        screen.line(f"only in that run  {moved.only_then}, only in this one  {moved.only_now}")


def _rank(rank: int) -> str:
    return str(rank) if rank else "–"


def add_to(app: typer.Typer) -> None:
    """Nothing; the command of this file is in the app."""
    command(app, "eval", "Look around")(evaluate)
