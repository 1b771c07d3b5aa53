"""Who may import whom, as drawn in the design; what is pure; what a recall must not load."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import graphcue

ROOT = Path(graphcue.__file__).parent

LAYERS: dict[str, tuple[str, ...]] = {
    "model": (),
    "errors": (),
    "settings": ("model", "errors"),
    "receipts": ("model", "errors", "settings"),
    "language": ("model", "errors", "settings"),
    "tables": ("model", "errors", "settings", "language"),
    "stores.values": ("model",),
    "stores.contract": ("model", "errors", "stores.values"),
    "stores.serial": ("model", "errors", "stores.contract"),
    "writing": ("model", "errors", "settings", "language", "tables", "stores.contract", "stores.serial"),
    "recall": ("model", "errors", "settings", "receipts", "language", "stores.contract", "stores.serial"),
    "relations": ("model", "errors", "settings", "language", "stores.contract", "stores.serial"),
    "stores": ("model", "errors", "stores.contract", "stores.serial"),
    "semantic": ("errors", "stores.contract"),
    "sources": ("model", "errors", "language"),
    "records": ("model", "errors", "settings", "language"),
    "checks": ("model", "errors", "records"),
    "doctor": ("model", "errors", "language", "stores.contract", "writing"),
    "reindexing": ("model", "errors", "language", "stores.contract", "writing", "doctor"),
    "graph": (
        "checks",
        "doctor",
        "reindexing",
        "model",
        "errors",
        "settings",
        "receipts",
        "language",
        "semantic",
        "tables",
        "records",
        "recall",
        "relations",
        "writing",
        "stores",
        "stores.contract",
    ),
    "copying": ("model", "errors", "graph"),
    "backup": ("errors", "graph"),
    "ingestion": ("model", "errors", "settings", "graph", "sources", "language", "records"),
    "browser": ("errors", "stores"),  # where the query files are, and nothing else of the stores
    "presentation": (
        "model",
        "errors",
        "settings",
        "receipts",
        "doctor",
        "graph",
        "backup",
        "ingestion",
        "language",
        "records",
    ),
    "drawing": ("browser", "model", "errors", "graph", "presentation"),
    "operations": ("model", "errors", "checks", "graph", "presentation", "drawing", "records"),
    "keys": ("errors",),
    "audit": ("presentation",),
    "mcp": ("errors", "graph", "presentation", "operations", "audit"),
    "service": ("errors", "settings", "graph", "presentation", "operations", "keys", "audit", "mcp"),
    "evaluation": (
        "model",
        "errors",
        "settings",
        "receipts",
        "graph",
        "ingestion",
        "presentation",
        "language",
        "records",
        "sources",
    ),
    "__init__": ("model", "errors", "graph"),
    "cli": (
        "model",
        "errors",
        "settings",
        "receipts",
        "graph",
        "ingestion",
        "presentation",
        "evaluation",
        "records",
        "checks",
        "copying",
        "backup",
        "keys",
        "audit",
        "mcp",
        "service",
        "doctor",
        "__init__",
        "browser",
        "drawing",
    ),
}
"""Part → the parts it may import, beside itself."""

STAGES = (
    "aliases",
    "asking",
    "broadening",
    "candidates",
    "currency",
    "diversity",
    "expansion",
    "explanation",
    "feedback",
    "filters",
    "ranking",
    "reasons",
    "semantic",
    "standing",
)
ORDERING = ("feedback", "standing")
"""Stages that change scores, and so sort by the order of the ranking again."""
PARTS = {"asking": ("akin", "constraints", "when")}
"""Stage → the files that it was cut into."""
IMPURE = {
    "asyncio",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "time",
}
HEAVY = ("spacy", "numpy", "onnxruntime", "fastapi", "mcp", "neo4j", "networkx", "markdown_it", "rich", "typer", "yaml")


def modules() -> list[str]:
    """Every module of the package, without its name in front."""
    found = pkgutil.walk_packages([str(ROOT)], "graphcue.")
    return sorted(module.name.removeprefix("graphcue.") for module in found)


MODULES = modules()


def part_of(module: str) -> str:
    """The line of the table that a module stands in."""
    if module in LAYERS:
        return module
    head = module.split(".", maxsplit=1)[0]
    # a file that was cut in several keeps its first word: cli_show, evaluation_ask, graph_questions
    return head if head in LAYERS else head.split("_")[0]


def source(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def imports(path: Path, *, at_the_top: bool = False) -> Iterator[str]:
    """Every module that a file imports, anywhere in it or only when it is imported itself, but for the types alone."""
    tree = ast.parse(path.read_text("utf-8"))
    if at_the_top:
        tree.body = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports by a relative path"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name.removeprefix("graphcue.") in MODULES else node.module or "" for name in inner)


def ours(module: str, *, at_the_top: bool = False) -> set[str]:
    """The modules of our own that a module imports."""
    names = {name for name in imports(source(module), at_the_top=at_the_top) if name.split(".")[0] == "graphcue"}
    return {name.removeprefix("graphcue").removeprefix(".") or "__init__" for name in names}


def test_the_table_speaks_of_what_is_there() -> None:
    assert len(MODULES) > 50
    assert {part_of(module) for module in MODULES} <= LAYERS.keys()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_stands_before_it(module: str) -> None:
    part = part_of(module)
    forbidden = {name for name in ours(module) if part_of(name) not in (part, *LAYERS[part])}
    assert not forbidden, f"{module} ({part}) imports {sorted(forbidden)}"


def test_later_parts_are_never_imported_by_earlier_ones() -> None:
    order = list(LAYERS)
    later = {
        (part, other) for part, known in LAYERS.items() for other in known if order.index(other) > order.index(part)
    }
    assert later == set()


@pytest.mark.parametrize("stage", STAGES)
def test_stages_know_the_values_and_not_each_other(stage: str) -> None:
    known = {"recall.values"} | ({"recall.ranking"} if stage in ORDERING else set())
    known |= {f"recall.{part}" for part in PARTS.get(stage, ())}
    assert {name for name in ours(f"recall.{stage}") if name.startswith("recall.")} <= known
    assert f"recall.{stage}" in ours("recall.pipeline")


def test_every_stage_is_listed() -> None:
    assert {m for m in MODULES if m.startswith("recall.") and not m.startswith("recall.session")} == {
        f"recall.{s}"
        for s in (
            *STAGES,
            *(part for parts in PARTS.values() for part in parts),
            "pipeline",
            "presets",
            "suggestion",
            "values",
        )
    }


@pytest.mark.parametrize(
    "module", [m for m in MODULES if m.split(".")[0] == "language" or m in ("recall.ranking", "recall.values")]
)
def test_what_is_pure_has_no_clock_no_chance_and_no_input(module: str) -> None:
    assert not {name.split(".")[0] for name in imports(source(module))} & IMPURE
    called = {
        ast.unparse(n.func) for n in ast.walk(ast.parse(source(module).read_text("utf-8"))) if isinstance(n, ast.Call)
    }
    assert not called & {"open", "input", "print", "datetime.now", "datetime.utcnow", "date.today", "datetime.today"}


def test_ranking_asks_no_store() -> None:
    assert "stores.contract" not in ours("recall.ranking")


RECALL = """
import sys, graphcue
memory = graphcue.open(sys.argv[1])
if sys.argv[2] == "write":
    memory.remember("缓存击穿：给热点商品加了 Redis 缓存", project="订单系统", author="林若川", occurred_at="2026-01-01")
else:
    assert memory.recall("缓存击穿怎么处理的").results and memory.timeline("订单系统").total == 1
print(*(name for name in sys.modules if "." not in name))
"""


def test_a_recall_on_sqlite_loads_nothing_heavy(tmp_path: Path) -> None:
    for what in ("write", "recall"):
        done = subprocess.run(
            [sys.executable, "-c", RECALL, str(tmp_path / "g.db"), what], check=True, capture_output=True, text=True
        )
        assert not set(done.stdout.split()) & set(HEAVY)


def test_every_module_imports_alone() -> None:
    """Whatever is imported first: no module needs, while it is imported, one that is not done with its own imports."""
    graph = {module: {name for name in ours(module, at_the_top=True) if name != module} for module in MODULES}
    assert sum(map(len, graph.values())) > 500
    tuple(TopologicalSorter(graph).static_order())  # raises CycleError


@pytest.mark.parametrize("module", ["__init__", *MODULES])
def test_all_is_sorted_and_true(module: str) -> None:
    loaded = importlib.import_module(f"graphcue.{module}" if module != "__init__" else "graphcue")
    listed = getattr(loaded, "__all__", None)
    if listed is None:
        return
    # constants, then classes, then functions, as ruff sorts them
    assert listed == sorted(listed, key=lambda name: (not name.isupper(), name[0].islower() or name[0] == "_", name))
    assert all(hasattr(loaded, name) for name in listed)


@pytest.mark.parametrize("module", MODULES)
def test_what_is_public_says_what_comes_out(module: str) -> None:
    loaded = importlib.import_module(f"graphcue.{module}")
    assert loaded.__doc__, f"{module} says nothing of itself"
    own = [
        one
        for name, one in vars(loaded).items()
        if not name.startswith("_") and getattr(one, "__module__", "") == loaded.__name__
    ]
    silent = [one.__name__ for one in own if inspect.isfunction(one) and not one.__doc__]
    silent += [one.__name__ for one in own if inspect.isclass(one) and not one.__dict__.get("__doc__")]
    assert not silent, f"{module}: {silent} say nothing of themselves"


def test_files_are_short() -> None:
    sizes = {module: len(source(module).read_text("utf-8").splitlines()) for module in MODULES}
    assert {module: size for module, size in sizes.items() if size > 400} == {}
