"""Tests of `graphcue.language.spacy_names`: names that a pipeline of the user's finds."""

import sys
from pathlib import Path

import pytest

import graphcue as package
from graphcue.errors import InvalidInput, MissingExtra
from graphcue.ingestion import ingest
from graphcue.language.spacy_names import names_by
from tests.cli_process import graphcue
from tests.graph_checks import check_graph


def test_without_spacy_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"pip install 'graphcue\[spacy\]'"):
        names_by("en_core_web_sm")


@pytest.fixture
def model(tmp_path: Path) -> str:
    """A pipeline that knows a person and two companies by rule."""
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("xx")
    ruler = pipeline.add_pipe("entity_ruler")
    patterns = [("PERSON", "Zoe Marlow"), ("ORG", "Tidewater"), ("ORG", "Quillfeather"), ("GPE", "Paris")]
    ruler.add_patterns([{"label": label, "pattern": name} for label, name in patterns])
    pipeline.to_disk(tmp_path / "house")
    return str(tmp_path / "house")


def test_people_and_companies_of_a_pipeline_are_names(model: str) -> None:
    found = names_by(model)("Tidewater met Zoe Marlow of Tidewater in Paris")
    assert [(name.name, name.label, name.kind, name.rule) for name in found] == [
        ("Tidewater", "Entity", "organisation", "spacy:house"),
        ("Zoe Marlow", "Person", "", "spacy:house"),
    ]


def test_what_it_finds_is_kept_with_the_memories(model: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("# Visit\n\nAuthor: Zoe Marlow\n\nZoe Marlow saw Quillfeather.\n", "utf-8")
    with package.open(":memory:") as memory:
        ingest(memory, [notes], root=notes, names_of=names_by(model))
        world = check_graph(memory)
        called = {node.key: node.name for node in world.names}
        rules = {(edge.type, called[edge.target]): edge.rule for edge in world.edges if edge.target in called}
        assert rules == {("AUTHORED_BY", "Zoe Marlow"): "field:author", ("MENTIONS", "Quillfeather"): "spacy:house"}
        again = ingest(memory, [notes], root=notes, names_of=names_by(model))
        assert (again.made, again.changed) == (0, 0)


def test_a_pipeline_that_is_not_there_is_told_before_anything_is_written(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    with pytest.raises(InvalidInput, match="python -m spacy download"):
        names_by("nosuch_pipeline")
    (tmp_path / "a.md").write_text("# A\n\na\n", "utf-8")
    ended = graphcue(tmp_path, "ingest", "a.md", "--spacy-model", "nosuch_pipeline")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: there is no spaCy pipeline 'nosuch_pipeline'")
    assert not list(tmp_path.glob("*.db"))


def test_the_command_reads_with_a_pipeline(model: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nQuillfeather sent a parcel.\n", "utf-8")
    assert graphcue(tmp_path, "ingest", "a.md", "--spacy-model", model).code == 0
    answer = graphcue(tmp_path, "recall", "parcel", "--related-to", "Quillfeather", "--json").json
    assert len(answer["results"]) == 1
