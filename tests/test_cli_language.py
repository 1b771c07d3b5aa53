"""The commands that show how texts are read, as people start them."""

from pathlib import Path

import pytest

import graphcue as package
from tests.cli_process import graphcue


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("language")
    with package.open(str(folder / "graphcue.db"), now="2026-01-01T00:00:00Z") as graph:
        graph.remember("vendor_kaihong 的预算5万", id="a")
    (folder / "tags.txt").write_text("饮食, 食物\n", "utf-8")
    return folder


def test_cues_are_shown_as_json_and_for_people(kept: Path) -> None:
    text = "kaihong 的预算5万，下周三"
    found = graphcue(kept, "cues", text, "--at", "2026-01-20", "--json").json
    cues = {one["cue"]: one for one in found["cues"]}
    assert cues["word:kaihong"]["memories"] == 1
    amount = cues["amount:number-zh:05:50000"]
    assert amount["places"] == [{"start": 11, "end": 13, "text": "5万"}] and amount["memories"] == 1
    assert cues["time:2026-01-28T00:00/2026-01-29T00:00"]["rule"] == "zh_weekday"
    assert graphcue(kept, "inspect-cues", text, "--at", "2026-01-20", "--json").json == found
    shown = graphcue(kept, "cues", text, "--at", "2026-01-20").out
    assert "11–13 5万" in shown and "word: " in shown


def test_cues_need_no_store_and_make_none(tmp_path: Path) -> None:
    assert graphcue(tmp_path, "cues", "缓存", "--json").json["cues"]
    assert "no cue" in graphcue(tmp_path, "cues", "，").out
    assert not list(tmp_path.iterdir())


def test_synonyms_and_tags_are_shown(kept: Path) -> None:
    assert {one["word"] for one in graphcue(kept, "synonyms", "buy", "--json").json["synonyms"]} >= {"purchas"}
    assert "no table of tags" in graphcue(kept, "tags").out
    given = {"GRAPHCUE_TAG_TABLE": "tags.txt"}
    assert graphcue(kept, "tags", "--json", environment=given).json["tags"] == [{"tag": "饮食", "names": ["食物"]}]
    assert "饮食  食物" in graphcue(kept, "tags", environment=given).out
    said = graphcue(kept, "remember", "燕麦粥", "--tag", "早餐", environment=given).out
    assert "no '早餐'" in said
