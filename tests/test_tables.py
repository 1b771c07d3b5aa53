"""Tests of `graphcue.tables`: files of a user's own, for each namespace, and what becomes of texts by them."""

from pathlib import Path

import pytest

from graphcue.errors import InvalidInput
from graphcue.language.synonyms import default_synonyms, synonyms_in_force
from graphcue.language.words import read_words, versioned
from graphcue.settings import Settings
from graphcue.stores.memory import MemoryStore
from graphcue.tables import tables_of
from tests.conftest import Graph, graph_on


def file(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def test_without_files_the_packaged_tables_are_in_force() -> None:
    tables = tables_of(Settings(), "default")
    assert tables.version == "" and tables.synonyms == default_synonyms() and not tables.tags.version
    with tables.in_force():
        assert synonyms_in_force() == default_synonyms() and versioned("7") == "7"


def test_a_word_of_the_dictionary_is_never_cut(tmp_path: Path) -> None:
    words = file(tmp_path, "words.txt", "// names of ours\n云帆計畫\n栖岸大学\n")
    tables = tables_of(Settings(dictionary=words), "default")
    assert "云帆计划" not in read_words("云帆计划启动了").words
    with tables.in_force():
        assert {"云帆计划", "启动"} <= {*read_words("云帆计划启动了").words}
        assert versioned("7").startswith("7+")
    assert versioned("7") == "7"


def test_synonyms_of_a_file_stand_beside_the_packaged_ones_or_for_them(tmp_path: Path, graph: Graph) -> None:
    own = file(tmp_path, "synonyms.txt", "纸鸢 风筝\n")
    memory = graph(synonyms=own)
    memory.remember("周末去放风筝", id="kite")
    memory.remember("deploy the gateway", id="deploy")
    assert [result.memory.id for result in memory.recall("纸鸢").results] == ["kite"]
    assert not graph().recall("纸鸢").results
    beside, alone = tables_of(Settings(synonyms=own), "a"), tables_of(Settings(synonyms=own, synonyms_packaged=0), "a")
    assert "风筝" in beside.synonyms.of("纸鸢") and "风筝" in alone.synonyms.of("纸鸢")
    packaged = next(word for word in ("buy", "purchas", "fix", "car") if default_synonyms().of(word))
    assert beside.synonyms.of(packaged) and not alone.synonyms.of(packaged)
    assert len({beside.version, alone.version, ""}) == 3
    assert not tables_of(Settings(synonyms_packaged=0), "a").synonyms.of(packaged)


def test_each_namespace_may_have_a_file_of_its_own(tmp_path: Path) -> None:
    file(tmp_path, "team-a.txt", "纸鸢 风筝\n")
    named = str(tmp_path / "team-{namespace}.txt")
    assert tables_of(Settings(synonyms=named), "a").synonyms.of("纸鸢") == ("风筝",)
    assert tables_of(Settings(synonyms=named), "b").version == ""
    file(tmp_path, "secret.txt", "甲 乙\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    assert tables_of(Settings(synonyms=str(inner / "{namespace}.txt")), "../secret").version == ""


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    own = file(tmp_path, "synonyms.txt", "纸鸢 风筝\n")
    before = tables_of(Settings(synonyms=own), "a").version
    file(tmp_path, "synonyms.txt", "纸鸢 风筝 鸢尾\n")
    after = tables_of(Settings(synonyms=own), "a")
    assert after.synonyms.of("纸鸢") == ("风筝", "鸢尾") and after.version != before


@pytest.mark.parametrize("setting", ["synonyms", "dictionary", "tag_table", "sentence_rules"])
def test_a_file_that_cannot_be_used_is_told_when_the_graph_is_made(tmp_path: Path, setting: str) -> None:
    (tmp_path / "latin").write_bytes(b"\xff\xfe\xff")
    wrong = {"synonyms": "alone\n", "dictionary": "latin words\n", "tag_table": "a, b\nb\n", "sentence_rules": "x\n"}
    (tmp_path / "wrong").write_text("// mine\n" + wrong[setting], "utf-8")
    for name, words in (("nothing", "cannot be read"), ("latin", "not UTF-8"), (".", "cannot be read"), ("wrong", "")):
        with pytest.raises(InvalidInput) as caught:
            graph_on(MemoryStore(), **{setting: str(tmp_path / name)})
        assert words in caught.value.message


def test_tags_go_by_the_names_of_the_table(tmp_path: Path, graph: Graph) -> None:
    table = file(tmp_path, "tags.txt", "// what we eat\n饮食, 食物、Diet\n低糖\n")
    memory = graph(tag_table=table)
    made = memory.remember("燕麦粥 #食物", tags=["diet", "低糖", "早餐"], id="a")
    assert memory.get("a").tags == ("低糖", "早餐", "饮食")
    assert made.warnings == ("unknown_tag:早餐",)
    assert memory.tag_table().tags == (("饮食", ("食物", "Diet")), ("低糖", ()))
    assert graph(tag_table=table, unknown_tags="keep").remember("粥", tags=["早餐"]).warnings == ()
    with pytest.raises(InvalidInput, match="早餐"):
        graph(tag_table=table, unknown_tags="refuse").remember("粥", tags=["早餐"])
    assert [result.memory.id for result in memory.recall("饮食").results] == ["a"]
    with pytest.raises(InvalidInput, match="keep, warn, refuse"):
        Settings(unknown_tags="drop")
