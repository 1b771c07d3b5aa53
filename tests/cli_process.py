"""The command line as people start it: one process a call."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def graphcue(
    folder: Path, *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None, **options: Any
) -> Ended:
    """How `graphcue ARGUMENTS` ends in `folder`; its output must be UTF-8."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        env=clean(environment),
        timeout=120,
        check=False,
        **options,
    )
    return Ended(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
