"""The command `demo`: the packaged sample, asked three ways."""

import os
import shlex
import sys
from collections.abc import Sequence
from importlib.resources import as_file, files

import typer

from graphcue.cli_common import Common, command, writing

DEMO_STORE = "graphcue-demo.db"
QUESTION_ZH = "缓存击穿怎么处理的"
QUESTION_EN = "how did we fix the order timeout"
PERSON = "林若川"
PROJECT = "栖页"


def demo(common: Common) -> None:
    """Try it on a small project of a bookshop that comes along, in Chinese and English.

    Ingests it into graphcue-demo.db in the working folder and shows a recall with its path, all decisions by a person,
    and the timeline of the project. Each command line that is shown can be pasted.
    """
    from graphcue.cli_reading import Standing, Times, decisions, recall, timeline

    chosen = Common(common.store or DEMO_STORE, common.namespace, common.json, common.now, common.zone)
    with as_file(files("graphcue") / "sample") as folder:
        sample = os.path.relpath(folder) if folder.is_relative_to(os.getcwd()) else str(folder)
        _say(chosen, ["ingest", sample, "--root", sample])
        _ingest(chosen, sample)
    _say(chosen, ["recall", QUESTION_ZH, "--limit", "3"])
    recall(chosen, [QUESTION_ZH], limit=3)
    _say(chosen, ["recall", QUESTION_EN, "--limit", "2"])
    recall(chosen, [QUESTION_EN], limit=2)
    _say(chosen, ["decisions", "--by", PERSON, "--include-superseded"])
    decisions(chosen, by=PERSON, standing=Standing(include_superseded=True))
    _say(chosen, ["timeline", PROJECT, "--since", "2025-11"])
    timeline(chosen, PROJECT, times=Times(since="2025-11"))


def _ingest(common: Common, sample: str) -> None:
    from graphcue.cli_writing import show_report
    from graphcue.ingestion import ingest

    with writing(common) as graph:
        report = ingest(graph, [sample], root=sample)
    show_report(common, report, None)


def _say(common: Common, words: Sequence[str]) -> None:
    """Nothing; the command line is shown. Where answers are JSON it is kept out of their way."""
    line = " ".join(_quoted(word) for word in ["graphcue", *words, "--store", common.url])
    if common.json:
        print(f"$ {line}", file=sys.stderr)
        return
    screen = common.screen()
    screen.blank()
    screen.line(("$ ", "dim"), (line, "bold"))
    screen.blank()


def _quoted(word: str) -> str:
    """The word as a shell takes it; Chinese characters mean nothing to a shell."""
    return word if word.isalnum() else shlex.quote(word)


def add_to(app: typer.Typer) -> None:
    """Nothing; the command of this file is in the app."""
    command(app, "demo", "Look around")(demo)
