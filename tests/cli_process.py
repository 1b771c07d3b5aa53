"""The command line as people start it: one process a call."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import graphcue as package

PROGRAM = (sys.executable, "-m", "graphcue.cli")


@dataclass(frozen=True)
class Ended:
    """What a process left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON line of its output."""
        (line,) = self.out.splitlines()
        return json.loads(line)


def clean(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without graphcue's own variables, and with `environment`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHCUE_")}
    return kept | dict(environment or {})


def run(
    folder: Path, command: Sequence[str | bytes], environment: Mapping[str, str] | None = None, **options: Any
) -> Ended:
    """How a command ends in `folder`; what it writes must be UTF-8."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    if "input" in streams:
        del streams["stdin"]
    done = subprocess.run(command, cwd=folder, env=clean(environment), timeout=120, check=False, **streams)
    return Ended(done.returncode, (done.stdout or b"").decode("utf-8"), (done.stderr or b"").decode("utf-8"))


def graphcue(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None, **options: Any) -> Ended:
    """How `graphcue ARGUMENTS` ends in `folder`."""
    return run(folder, [*PROGRAM, *arguments], environment, **options)


def memories_in(folder: Path) -> int:
    """How many memories the store in the folder holds, read beside whoever writes it."""
    if not (folder / "graphcue.db").exists():
        return 0
    with package.open(str(folder / "graphcue.db")) as graph:
        return graph.describe().memories


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose store holds three memories; tests that write make their own."""
    folder = tmp_path_factory.mktemp("kept")
    with package.open(str(folder / "graphcue.db"), now="2026-01-01T00:00:00Z") as graph:
        first = graph.remember(
            "# 缓存击穿\n\n给热点商品加了 Redis 缓存，过期时间加随机抖动。",
            project="订单系统",
            kind="decision",
            author="林若川",
            occurred_at="2025-03-01",
            cues=["订单超时"],
        )
        graph.remember(
            "We gave up on the old cache.",
            id="new",
            kind="decision",
            author="Nora Keller",
            project="订单系统",
            occurred_at="2025-03-05T09:30+08:00",
            supersedes=[first.id],
        )
        graph.remember("Ring \x1b[31mred\x1b[0m [bold]bell[/bold] \u202eabc", id="odd", project="bells")
    return folder
