"""Options of the command line that narrow answers to people and things, as people start it."""

from pathlib import Path

import pytest

import graphcue as package
from tests.cli_process import graphcue


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose store holds decisions of two people."""
    folder = tmp_path_factory.mktemp("relations")
    with package.open(str(folder / "graphcue.db"), now="2026-01-01T00:00:00Z") as graph:
        graph.remember("议题：缓存预热\n汇报人：林若川\n决策人：莫岚\n会议结论：同意", id="both")
        graph.remember("议题：缓存清理\n汇报人：林若川\n会议结论：同意", id="alone")
        graph.remember("议题：网关限流\n汇报人：林若川\n决策人：莫岚\n会议结论：同意", id="gateway")
        graph.remember("The cache is warmed with Redis", id="thing", entities=["Redis"])
    return folder


def listed(kept: Path, *options: str) -> list[str]:
    return sorted(item["memory"]["id"] for item in graphcue(kept, "decisions", "--json", *options).json["items"])


def test_decisions_about_words_and_beside_somebody(kept: Path) -> None:
    assert listed(kept, "--by", "林若川") == ["alone", "both", "gateway"]
    assert listed(kept, "--about", "缓存") == ["alone", "both"]
    assert listed(kept, "--by", "林若川", "--other", "莫岚") == ["both", "gateway"]
    assert listed(kept, "--by", "林若川", "--other", "莫岚", "--about", "缓存") == ["both"]


@pytest.mark.parametrize(
    ("options", "code", "word"),
    [
        (("--other", "莫岚"), 2, "by"),
        (("--by", "林若川", "--other", "莫兰兰"), 3, "莫岚"),
        (("--about", " "), 2, "about is empty"),
    ],
)
def test_what_decisions_refuse(kept: Path, options: tuple[str, ...], code: int, word: str) -> None:
    ended = graphcue(kept, "decisions", *options)
    assert (ended.code, ended.out) == (code, "")
    assert word in ended.err


def test_recall_of_what_is_tied_to_somebody_or_something(kept: Path) -> None:
    def found(name: str) -> list[str]:
        answer = graphcue(kept, "recall", "缓存 cache", "--related-to", name, "--json").json
        return sorted(result["memory"]["id"] for result in answer["results"])

    assert found("莫岚") == ["both"]
    assert found("Redis") == ["thing"]
    nobody = graphcue(kept, "recall", "缓存", "--related-to", "莫兰")
    assert (nobody.code, nobody.out) == (3, "")
    assert "莫岚" in nobody.err
