"""README and docs as tests read them: their texts, their examples with what these print, their tables.

`python -m tests.docs_pages` writes outputs and tables anew, with the URL of an empty Neo4j those that need one; read the
difference before you keep it.
"""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphcue.browser import ORDER, saved
from graphcue.settings import table
from tests.cli_process import PROGRAM, clean, run

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
ELLIPSIS = "…"
DEMO = "graphcue-demo.db"
NEO4J = "neo4j://localhost"
"""What stands in the pages for the server of the tests."""


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def everything() -> str:
    return "\n".join(text_of(page) for page in PAGES)


def settings_table() -> str:
    """The table of settings as the page shows it."""
    rows = [f"| `{row.name}` | `{row.variable}` | {row.default} | {row.help} |" for row in table()]
    return "\n".join(["| setting | variable | default | what it is |", "| --- | --- | ---: | --- |", *rows])


def queries_table() -> str:
    """The table of store queries as the page shows it: the first sentence of each file."""
    rows = []
    for path in sorted((ROOT / "cypher" / "store").glob("*.cypher")):
        lines = [line[2:].strip() for line in text_of(path).splitlines() if line.startswith("//")]
        sentence = re.split(r"(?<=[.:;])\s", " ".join(lines))[0].rstrip(".:;")
        rows.append(f"| [`{path.stem}`](../{path.relative_to(ROOT).as_posix()}) | {sentence.replace('|', ' or ')} |")
    return "\n".join(["| file | what it does |", "| --- | --- |", *rows])


def routes_table() -> str:
    """The table of the service's addresses as the page shows it."""
    from graphcue.service.routes import ROUTES

    rows = [f"| `{one.method} {one.path}` | {one.operation.help} |" for one in ROUTES if not one.alias_of]
    return "\n".join(["| address | what it does |", "| --- | --- |", *rows])


def saved_table() -> str:
    """The table of saved queries of Neo4j Browser as the page shows it: title, and the first sentence of each file."""
    rows = []
    for name in ORDER:
        query = saved(name)
        lines = [line[2:].strip() for line in query.text.splitlines() if line.startswith("//")]
        sentence = " ".join(" ".join(lines[1:]).split()).partition(" Parameters: ")[0].rstrip(".")
        title = query.title.replace("|", " or ")
        rows.append(f"| [{title}](../cypher/browser/{name}.cypher) | {sentence.replace('|', ' or ')} |")
    return "\n".join(["| saved query | what it draws |", "| --- | --- |", *rows])


TABLES = {
    "docs/explore.md": saved_table,
    "docs/neo4j.md": queries_table,
    "docs/service.md": routes_table,
    "docs/settings.md": settings_table,
}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the word after it, its lines, where its text begins in the page."""

    language: str
    word: str
    text: str
    start: int

    @property
    def commands(self) -> list[tuple[str, str]]:
        """(command line, the output that is shown) of a console block."""
        if self.language not in ("", "console") or not re.match(r"\$ graphcue\b", self.text):
            return []
        parts = re.split(r"^\$ (graphcue\b.*)\n", self.text, flags=re.MULTILINE)
        return list(zip(parts[1::2], parts[2::2], strict=True))


def blocks(text: str) -> list[Block]:
    found = []
    for match in FENCE.finditer(text):
        language, _, word = match[1].partition(" ")
        found.append(Block(language, word.strip(), match[2], match.start(2)))
    return found


def lines_of(text: str) -> list[str]:
    """Lines without trailing spaces, none empty at the ends."""
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n").split("\n")


def same(shown: str, real: str) -> bool:
    """Whether an output is the one shown, in which a line `…` stands for any lines and a `…` at the end for any end.

    A line that ends in … though the program writes so is itself.
    """
    pattern = ""
    for line in lines_of(shown):
        if line.strip() == ELLIPSIS:
            pattern += r"(?:[^\n]*\n)*?"
        elif line.endswith(ELLIPSIS):
            pattern += re.escape(line.removesuffix(ELLIPSIS)) + r"[^\n]*\n"
        else:
            pattern += re.escape(line) + r"\n"
    return re.fullmatch(pattern, "\n".join(lines_of(real)) + "\n") is not None


def after_demo(folder: Path) -> Path:
    shutil.copytree(ROOT / "graphcue" / "sample", folder / "graphcue" / "sample")
    ended = run(folder, [*PROGRAM, "ingest", "graphcue/sample", "--root", "graphcue/sample", "--store", DEMO])
    assert ended.code == 0, ended.err
    return folder


def output(folder: Path, line: str, server: str | None) -> str:
    """What a person sees who types the line: both streams as they come."""
    words = shlex.split(line if server is None else line.replace(NEO4J, server))
    done = subprocess.run(
        [*PROGRAM, *words[1:]],
        cwd=folder,
        env=clean({"GRAPHCUE_STORE": DEMO}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    text = done.stdout.decode("utf-8")
    return text if server is None else text.replace(server, NEO4J)


def outputs(page: Path, folder: Path, server: str | None = None) -> Iterator[tuple[Block, str, str, str]]:
    """(block, command line, output shown, real output) of each example of a page, run in order; files that it shows are
    written first. Those that need a server are run when there is one, the others when there is none."""
    for block in blocks(text_of(page)):
        if block.language == "jsonl" and block.word:
            (folder / block.word).write_text(block.text, "utf-8")
        for line, shown in block.commands:
            if (NEO4J in line) == (server is not None):
                yield block, line, shown, output(folder, line, server)


# writing them anew


def rewrite(page: Path, folder: Path, server: str | None) -> None:
    """Nothing; the page shows the real outputs. A line that ends in … keeps that end; what a line of … alone stood for is
    shown whole where it no longer fits."""
    text = text_of(page)
    for _, line, shown, real in list(outputs(page, folder, server)):
        if not same(shown, real):
            print(f"{named(page)}: $ {line}")
            old, new = (
                f"$ {line}\n{shown}",
                f"$ {line}\n" + "\n".join(cut_short(lines_of(real), lines_of(shown))) + "\n",
            )
            text = text.replace(old, new + ("\n" if shown.endswith("\n\n") else ""), 1)
    page.write_text(text, "utf-8")


def cut_short(real: list[str], shown: list[str]) -> list[str]:
    """The lines, those cut short that were shown so: what changes from run to run (a digest, a time) stays out."""
    stubs = [line for line in shown if line.endswith(ELLIPSIS) and line.strip() != ELLIPSIS]
    return [next((stub for stub in stubs if line.startswith(stub.removesuffix(ELLIPSIS))), line) for line in real]


def rewrite_table(page: Path, made: str) -> None:
    head = "\n".join(made.split("\n")[:2])
    text = text_of(page)
    start = text.index(head)
    end = re.compile(r"\n(?!\|)").search(text, start)
    page.write_text(text[:start] + made + (text[end.start() :] if end else "\n"), "utf-8")


def main() -> None:
    """Rewrites all that needs no server, and with the URL of a server without data what needs one."""
    from tempfile import TemporaryDirectory

    server = sys.argv[1] if len(sys.argv) > 1 else None
    for page, made in TABLES.items():
        rewrite_table(ROOT / page, made())
    for page in PAGES:
        with TemporaryDirectory() as folder:
            after_demo(Path(folder))
            for one in {None, server}:
                rewrite(page, Path(folder), one)


if __name__ == "__main__":
    main()
