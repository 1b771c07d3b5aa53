"""README and docs say what is there, and what they show is what comes out. `tests.docs_pages` writes outputs anew."""

import difflib
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer

import graphcue
from graphcue import errors
from graphcue.cli_app import app
from graphcue.cli_common import EXIT_CODES
from graphcue.errors import GraphcueError
from graphcue.settings import table
from tests.cli_process import PROGRAM, run
from tests.docs_pages import (
    DEMO,
    FENCE,
    LINK,
    PAGES,
    ROOT,
    TABLES,
    after_demo,
    blocks,
    everything,
    lines_of,
    named,
    outputs,
    same,
    text_of,
)
from tests.neo4j_server.starter import Server
from tests.shared_data import shared

# what the pages must name


def commands(group: Any = None, before: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """(`alias add`, its command) for each command."""
    for name, one in (group or typer.main.get_command(app)).commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, (*before, name))
        else:
            yield " ".join((*before, name)), one


def options(command: Any) -> set[str]:
    """The long options of a command."""
    return {text for one in command.params for text in one.opts if text.startswith("--")} - {"--help"}


SHARED_OPTIONS = {"--store", "--namespace", "--json", "--now", "--zone"}


def sections() -> dict[str, str]:
    """Heading → text below it, of the page of commands."""
    parts = re.split(r"^### (.+)$", text_of(ROOT / "docs/commands.md"), flags=re.MULTILINE)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return {title.strip("` "): body.partition("\n## ")[0] for title, body in pairs}


def test_every_command_has_its_section_with_its_options_and_an_example() -> None:
    there = dict(commands())
    assert len(there) > 20
    found = sections()
    assert sorted(found) == sorted(there)
    for name, command in there.items():
        body = found[name]
        own = options(command) - SHARED_OPTIONS
        shown = set(re.findall(r"`(--[a-z-]+)", body))
        assert own <= shown, f"{name}: the page lacks {sorted(own - shown)}"
        assert shown <= options(command), f"{name} has no {sorted(shown - options(command))}"
        assert re.search(rf"^\$ graphcue (?:.* )?{name}\b", body, re.MULTILINE), f"{name} has no example"


def test_the_options_of_every_command_are_told_once() -> None:
    for name, command in commands():
        assert options(command) >= SHARED_OPTIONS, name
    text = text_of(ROOT / "docs/commands.md").partition("### ")[0]
    assert {one for one in SHARED_OPTIONS if f"`{one}" not in text} == set()


def test_every_exit_code_is_told_where_it_is_looked_for() -> None:
    text = text_of(ROOT / "docs/commands.md")
    for code in {0, 130, 141, *(code for _, code in EXIT_CODES)}:
        assert f"| {code} |" in text, code


def test_every_environment_variable_is_told() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "graphcue").rglob("*.py"))
    variables = set(re.findall(r"GRAPHCUE_[A-Z0-9_]*[A-Z0-9]", source)) | {row.variable for row in table()}
    assert len(variables) > 30
    assert {one for one in variables if one not in everything()} == set()


@pytest.mark.parametrize("page", sorted(TABLES))
def test_a_table_is_what_the_program_says(page: str) -> None:
    made = TABLES[page]()
    assert made.count("\n") > 10
    assert made in text_of(ROOT / page), f"run `python -m tests.docs_pages`; {page} must hold\n{made}"


def test_every_error_has_its_row() -> None:
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, GraphcueError)]
    assert len(classes) > 15
    rows = dict(re.findall(r"^\| `([a-z0-9_]+)` (\| `[A-Z].*)$", text_of(ROOT / "docs/errors.md"), re.MULTILINE))
    assert sorted(rows) == sorted(one.code for one in classes)
    for one in classes:
        exit_code = next(code for kind, code in EXIT_CODES if issubclass(one, kind))
        cells = [cell.strip() for cell in rows[one.code].strip("|").split("|")]
        assert cells[:3] == [f"`{one.__name__}`", str(one.status), str(exit_code)], one.code
        assert len(cells) == 4 and len(cells[3]) > 20, f"{one.code}: what to do?"


def test_the_page_of_python_names_all_that_is_public() -> None:
    text = text_of(ROOT / "docs/python.md")
    methods = [name for name in dir(graphcue.MemoryGraph) if not name.startswith("_")]
    fields = [name for kind in (graphcue.Record, graphcue.Memory) for name in kind.__dataclass_fields__]
    assert len(methods) > 20
    assert [one for one in {*graphcue.__all__, *methods, *fields} if not re.search(rf"\b{one}\b", text)] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(FENCE.sub("", text_of(page))) if "://" not in link and link[0] != "#"]
    assert [link for link in links if not (page.parent / link.partition("#")[0]).exists()] == []
    for link in links:
        file, _, anchor = link.partition("#")
        if anchor:
            titles = re.findall(r"^#+ (.+)$", text_of(page.parent / file), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {link.partition("#")[0] for link in LINK.findall(text_of(ROOT / "README.md"))}
    assert {named(page) for page in PAGES[1:]} - linked == set()


# examples


def test_an_output_that_differs_is_seen() -> None:
    assert same("a\n…\nd\n", "a\nb\nc\nd\n")
    assert same("a  \nid …\n\n", "a\nid m123\n")
    assert not same("a\n…\nd\n", "a\nb\nc\n")
    assert not same("a\nb\n", "a\nc\n")
    assert not same("a\n", "a\nb\n")
    assert not same("a\nb\n", "a\n")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `graphcue demo` leaves in the root of the repository."""
    return after_demo(tmp_path_factory.mktemp("demo"))


def check(page: Path, folder: Path, server: str | None = None) -> int:
    """How many examples the page has. Fails with the differences of all of them."""
    found = list(outputs(page, folder, server))
    wrong = [
        "\n".join(difflib.ndiff([f"$ {line}", *lines_of(shown)], [f"$ {line}", *lines_of(real)]))
        for _, line, shown, real in found
        if not same(shown, real)
    ]
    assert not wrong, f"{named(page)} ({len(wrong)} of {len(found)} examples)\n" + "\n\n".join(wrong)
    return len(found)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_shell_examples_print_what_is_shown(page: Path, demo: Path, tmp_path: Path) -> None:
    shutil.copytree(demo, tmp_path, dirs_exist_ok=True)
    count = check(page, tmp_path)
    assert count >= {"README.md": 2, "docs/commands.md": 30}.get(named(page), 0)


@pytest.mark.parametrize("page", ["README.md", "docs/neo4j.md"])
def test_examples_with_neo4j_print_what_is_shown(page: str, demo: Path, tmp_path: Path, neo4j_url: str) -> None:
    shutil.copytree(demo, tmp_path, dirs_exist_ok=True)
    assert check(ROOT / page, tmp_path, neo4j_url) >= 1


def test_cypher_examples_find_something(demo: Path, neo4j_url: str, neo4j_server: Server) -> None:
    ended = run(demo, [*PROGRAM, "copy", "--from", DEMO, "--to", neo4j_url])
    assert ended.code == 0, ended.err
    queries = [block.text for page in PAGES for block in blocks(text_of(page)) if block.language == "cypher"]
    assert len(queries) >= 4
    with neo4j_server.driver() as driver, driver.session() as session:
        for query in queries:
            assert session.run(query).to_eager_result().records, f"nothing found:\n{query}"


def test_the_picture_shows_the_first_of_the_queries() -> None:
    script = text_of(ROOT / "docs" / "take_pictures.py")
    (query,) = re.findall(r'^QUERY = """(.*?)"""', script, re.MULTILINE | re.DOTALL)
    cypher = [block.text for block in blocks(text_of(ROOT / "docs/neo4j.md")) if block.language == "cypher"]
    assert cypher[0].strip() == query.strip()
    assert (ROOT / "docs" / "images" / "neo4j-browser.png").stat().st_size < 400_000


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_python_examples_run(page: Path, tmp_path: Path) -> None:
    """The blocks of a page are one program; `print(x)  # text` must print that text, where it is shown."""
    program = "\n".join(block.text for block in blocks(text_of(page)) if block.language == "python")
    if not program:
        return
    done = run(tmp_path, [sys.executable, "-W", "error", "-c", program])
    assert (done.code, done.err) == (0, "")
    shown = re.findall(r"^ *print\(.*\)  # (.+)$", program, re.MULTILINE)
    assert shown and len(done.out.splitlines()) == len(shown)
    for line, expected in zip(done.out.splitlines(), shown, strict=True):
        assert line == expected or expected.startswith(f"{line}: "), (line, expected)


def test_every_command_line_that_is_shown_is_one() -> None:
    """Also those that are not run: their command and options exist."""
    there = dict(commands())
    seen = 0
    for page in PAGES:
        for block in blocks(text_of(page)):
            for line in re.findall(r"^\s*(?:\$ )?graphcue ([^\n#]+)", block.text, re.MULTILINE):
                for part in line.split(" · "):
                    words = [word for word in shlex.split(part) if word != "graphcue"]
                    name = " ".join(words[:2]) if " ".join(words[:2]) in there else words[0]
                    assert name in there or name in ("COMMAND", "--help"), f"{named(page)}: graphcue {part}"
                    wrong = {w for w in words if w.startswith("--")} - {"--help"} - options(there[name])
                    assert not wrong, f"{named(page)}: graphcue {part}"
                    seen += 1
    assert seen > 40


# figures


def figures(page: str) -> Iterator[tuple[str, str, list[str]]]:
    """(set, who, figures) of each row of the README's table of figures."""
    pattern = r"^\| (\S[^|]*?) +\| (BM25|graphcue) +\|((?: *[01]?\.[0-9]{3} *\|){4})"
    for match in re.finditer(pattern, page, re.MULTILINE):
        yield match[1], match[2], [cell.strip() for cell in match[3].strip("|").split("|")]


def rounded(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def evaluated(name: str, *more: str) -> Any:
    folder = shared(f"data/{name}")
    aliases = ["--aliases", str(folder / "aliases.jsonl")] if (folder / "aliases.jsonl").exists() else []
    files = ["--memories", str(folder / "memories.jsonl"), "--questions", str(folder / "questions.jsonl")]
    ended = run(ROOT, [*PROGRAM, "eval", *files, *aliases, *more, "--json"])
    assert ended.code == 0, ended.err
    return ended.json


def by_kind(found: Mapping[str, Any]) -> dict[str, Any]:
    return {"all": found["overall"], **found["by_kind"]}


@pytest.mark.parametrize("name", ["locomo-2", "openharmony"])
def test_the_figures_of_recall_are_those_of_today(name: str) -> None:
    found = by_kind(evaluated(name))
    peer = run(ROOT, [sys.executable, str(shared("peers/compare.py")), "bm25", str(shared(f"data/{name}"))])
    rows = [row for row in figures(text_of(ROOT / "README.md")) if row[0].startswith(name)]
    assert {who for _, who, _ in rows} == {"BM25", "graphcue"}
    for what, who, shown in rows:
        kind = what.partition(", ")[2] or "all"
        if who == "graphcue":
            assert shown == [rounded(found[kind][f"R@{k}"]) for k in (1, 5, 10, 20)], what
        else:
            (line,) = re.findall(rf"^ +bm25 +{kind} .*$", peer.out, re.MULTILINE)
            assert shown == [rounded(float(one)) for one in re.findall(r"R@\d+=([0-9.]+)", line)], what


def test_the_figures_of_complete_answers_are_those_of_today() -> None:
    found = evaluated("openharmony", "--mode", "ask")["overall"]
    text = " ".join(text_of(ROOT / "README.md").split())
    shown = {
        one: rounded(found[one]) if found[one] < 1 else "1.000" for one in ("set_precision", "set_recall", "exact")
    }
    sentence = "precision {set_precision}, recall {set_recall}, {exact} of the answers exact".format(**shown)
    assert sentence in text, sentence
