"""The command line between its streams: encodings, closed pipes, Ctrl-C, terminals, and a lean start."""

import os
import pty
import re
import resource
import select
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphcue.cli_screen import cells
from tests.cli_process import PROGRAM, clean, folder, graphcue, kept, memories_in, run

__all__ = ["folder", "kept"]  # the fixtures

RECALL_CPU_SECONDS = 0.6
BUSY = 2.5
"""How much more processor time a call may take where other work shares the caches and the cores."""

NEVER_FOR_A_RECALL = ("spacy", "fastapi", "uvicorn", "neo4j", "networkx", "yaml", "markdown_it", "rich.console")
NOT_OURS_FOR_A_RECALL = ("graphcue.sources", "graphcue.ingestion", "graphcue.evaluation", "graphcue.stores.memory")


# streams


@pytest.mark.parametrize("encoding", ["cp936", "ascii", "utf-8"])
def test_output_is_utf8_whatever_the_locale_says(kept: Path, encoding: str) -> None:
    environment = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shown = graphcue(kept, "show", "new", environment=environment)
    assert shown.code == 0
    assert "project        订单系统\n" in shown.out
    stored = graphcue(kept, "show", "new", "--json", environment=environment)
    assert stored.json["project"] == "订单系统"


def test_an_argument_that_is_no_text_is_an_error(kept: Path) -> None:
    done = run(kept, [*PROGRAM, "show", b"\xff\xfe"], {"LC_ALL": "C.UTF-8"})
    assert (done.code, done.out) == (2, "")
    assert re.fullmatch(r"error: [^\n]+\n", done.err)


def test_a_closed_pipe_is_silent(kept: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = graphcue(kept, "settings", stdout=writer)
    os.close(writer)
    assert (done.code, done.err) == (141, "")


def test_a_full_disk_behind_the_output_is_one_line(kept: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        done = graphcue(kept, "settings", stdout=full)
    assert done.code == 1
    assert re.fullmatch(r"error: [^\n]+\n", done.err)


def test_what_is_not_foreseen_is_one_line_too(kept: Path) -> None:
    program = "from graphcue import cli; import graphcue.graph as g; g.MemoryGraph.get = None; cli.main()"
    done = run(kept, [sys.executable, "-c", program, "show", "new"])
    assert (done.code, done.out) == (1, "")
    assert re.fullmatch(r"error: graphcue failed \(TypeError: .*\); please report it, .*\n", done.err)


def test_ctrl_c_in_the_middle_of_an_ingest_keeps_what_was_acknowledged(folder: Path) -> None:
    notes = folder / "notes"
    notes.mkdir()
    total = 8000
    for number in range(total):
        (notes / f"{number:04}.txt").write_text(f"Note {number} on the cache of page {number % 17}\n", encoding="utf-8")
    command = [*PROGRAM, "ingest", "notes"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, env=clean(), **streams) as process:
        until = time.monotonic() + 60
        while memories_in(folder) < 64 and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b""), err
    told = re.fullmatch(
        rf"interrupted: ([0-9]+) of {total} files are done and ([0-9]+) memories kept; run the same command .*\n",
        err.decode("utf-8"),
    )
    assert told, err
    assert 0 < int(told[2]) <= memories_in(folder) < total
    again = graphcue(folder, "ingest", "notes", "--json")
    assert again.json["made"] + again.json["unchanged"] == total == memories_in(folder)
    assert again.json["unchanged"] >= int(told[2])


# terminals


def on_terminal(folder: Path, *arguments: str, typed: str = "", columns: int = 60) -> tuple[int, str]:
    """(exit code, what a terminal of that width showed)"""
    process, screen = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(PROGRAM[0], [*PROGRAM, *arguments], clean({"TERM": "xterm-256color", "COLUMNS": str(columns)}))
    if typed:
        os.write(screen, typed.encode())
    shown = b""
    while select.select([screen], [], [], 60)[0]:
        try:
            part = os.read(screen, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(screen)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode("utf-8").replace("\r\n", "\n")


def plain(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_a_terminal_shows_colours_and_wraps_between_characters(kept: Path) -> None:
    code, shown = on_terminal(kept, "recall", "缓存", "--include-superseded", "--limit", "1", columns=44)
    assert code == 0
    assert "\x1b[1m缓存击穿\x1b[0m" in shown
    assert max(cells(line) for line in plain(shown).splitlines()) <= 44
    assert "   给热点商品加了 Redis 缓存，过期时间加随机\n   抖动。\n" in plain(shown)


def test_content_cannot_speak_to_the_terminal(kept: Path) -> None:
    _, shown = on_terminal(kept, "show", "odd")
    assert "Ring \\x1b[31mred\\x1b[0m [bold]bell[/bold] \\u202eabc" in plain(shown)
    assert "\x1b[31m" not in shown
    assert "\\u202e" in graphcue(kept, "recall", "bell").out


def test_a_deletion_asks_on_a_terminal(folder: Path) -> None:
    graphcue(folder, "remember", "one", "--id", "first")
    code, shown = on_terminal(folder, "delete", "first", typed="n\n")
    assert code == 1
    assert "Delete first, “one”?" in shown
    assert memories_in(folder) == 1
    code, _ = on_terminal(folder, "delete", "first", typed="y\n")
    assert (code, memories_in(folder)) == (0, 0)
    graphcue(folder, "remember", "one", "--id", "first")
    code, _ = on_terminal(folder, "delete", "first", "--yes")
    assert (code, memories_in(folder)) == (0, 0)


def test_an_ingest_shows_a_bar_on_a_terminal(folder: Path) -> None:
    for number in range(20):
        (folder / f"{number}.txt").write_text(f"note {number}\n", encoding="utf-8")
    code, shown = on_terminal(folder, "ingest", ".", columns=100)
    assert code == 0
    assert "/20" in plain(shown)
    assert "20 memories made" in plain(shown)


# lean start-up


def test_a_recall_loads_only_what_it_needs(kept: Path) -> None:
    program = (
        "import sys; from graphcue.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, *sorted(sys.modules), file=sys.stderr)"
    )
    done = run(kept, [sys.executable, "-c", program, "recall", "缓存 cache"])
    code, *loaded = done.err.split()
    assert code == "0"
    assert "old cache" in done.out
    assert "graphcue.recall.pipeline" in loaded
    assert [name for name in loaded if name.startswith(NOT_OURS_FOR_A_RECALL)] == []
    assert [name for name in NEVER_FOR_A_RECALL if name in loaded] == []


def test_a_cold_recall_is_quick(kept: Path, tmp_path: Path) -> None:
    # as it is installed: with its bytecode beside it
    environment = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}

    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = graphcue(kept, "recall", "缓存击穿怎么处理的", "--include-superseded", environment=environment)
        assert answer.code == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    seconds()
    assert statistics.median(seconds() for _ in range(5)) <= RECALL_CPU_SECONDS * BUSY
