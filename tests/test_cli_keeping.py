"""The commands that forget, and those that carry a memory elsewhere, as people type them."""

import json
from pathlib import Path

import pytest

from tests.cli_process import graphcue

CANARY = "ZK-赤狐-9173"


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder whose store holds two memories."""
    for id, text in (("canary", f"新品 {CANARY} 的报价"), ("sibling", "新品的排期")):
        assert graphcue(tmp_path, "remember", text, "--id", id, "--author", "邬绮").code == 0
    return tmp_path


def test_a_memory_is_forgotten_and_stays_so(filled: Path) -> None:
    tried = graphcue(filled, "forget", "canary", "--dry-run", "--json")
    assert tried.json["dry_run"] and tried.json["memories"] == 1 and not tried.json["wiped"]
    done = graphcue(filled, "forget", "canary")
    assert done.code == 0 and done.out.startswith("forgot canary  1 memory gone\n")
    assert "no byte of it is left in graphcue.db" in done.out
    assert "赤狐".encode() not in b"".join(path.read_bytes() for path in filled.iterdir())
    again = graphcue(filled, "remember", "x", "--id", "canary", "--json")
    assert (again.code, json.loads(again.err)["error"]["code"]) == (4, "forgotten")
    assert graphcue(filled, "forget", "canary").code == 3
    assert graphcue(filled, "revive", "canary").out == "revived  canary\n"
    assert graphcue(filled, "remember", "x", "--id", "canary").code == 0
    assert graphcue(filled, "wipe", "--json").json == {"wiped": True}


def test_a_person_and_everything(filled: Path) -> None:
    person = graphcue(filled, "forget", "--person", "邬绮", "--json")
    assert (person.json["changed"], person.json["mentions"], person.json["made"]) == (2, 0, {"Tombstone": 1})
    assert graphcue(filled, "forget", "--everything").code == 0
    assert graphcue(filled, "describe", "--json").json["counts"] == {}


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("a", "--person", "b"),
        ("a", "--with-memories"),
        ("a", "--keep-tombstones"),
        ("--document", "a", "--everything"),
    ],
)
def test_one_thing_is_forgotten_at_a_time(filled: Path, arguments: tuple[str, ...]) -> None:
    ended = graphcue(filled, "forget", *arguments)
    assert (ended.code, ended.out) == (2, "")


def test_an_export_goes_through_a_pipe_and_back(filled: Path) -> None:
    made = graphcue(filled, "export", "a.jsonl", "--json")
    assert made.json["lines"] == 4
    piped = graphcue(filled, "export", "-")
    assert piped.out == (filled / "a.jsonl").read_text("utf-8")
    came = graphcue(filled, "import", "-", "--store", "b.db", "--json", input=piped.out.encode())
    assert (came.json["made"], came.json["equal"], came.json["namespace"]) == (2, True, "default")
    assert graphcue(filled, "export", "-", "--store", "b.db").out == piped.out
    other = graphcue(filled, "import", "a.jsonl", "--store", "b.db", "--namespace", "乙", "--json")
    assert (other.json["namespace"], other.json["fingerprint"]) == ("乙", made.json["fingerprint"])
    back = graphcue(filled, "export", "乙.jsonl", "--store", "b.db", "--namespace", "乙")
    assert back.code == 0
    named = graphcue(filled, "import", "乙.jsonl", "--store", "c.db", "--json")
    assert named.json["namespace"] == "乙"  # where it came from


def test_a_file_that_is_no_export_is_neither_read_nor_written_over(filled: Path) -> None:
    (filled / "note.md").write_text("# 报价\n", "utf-8")
    refused = graphcue(filled, "export", "note.md")
    assert refused.code == 4 and (filled / "note.md").read_text("utf-8") == "# 报价\n"
    broken = graphcue(filled, "import", "note.md", "--json")
    assert (broken.code, json.loads(broken.err)["error"]["code"]) == (2, "broken_export")
    assert graphcue(filled, "export", "note.md", "--force").code == 0
    assert graphcue(filled, "export", "note.md").code == 0
    assert graphcue(filled, "import", "none.jsonl").code == 5
    assert graphcue(filled, "export", "no/such/folder.jsonl").code == 5


def test_backups_are_dated_kept_and_restored(filled: Path) -> None:
    for day in (5, 6, 7):
        made = graphcue(filled, "backup", "b", "--keep", "2", "--now", f"2026-01-0{day}T08:00:00Z", "--json")
        assert made.code == 0, made.err
    names = sorted(path.name for path in (filled / "b").iterdir())
    assert names == [f"graphcue-graphcue-2026010{day}T080000.000Z.db" for day in (6, 7)]
    assert made.json["removed"] == ["b/graphcue-graphcue-20260105T080000.000Z.db"]
    back = graphcue(filled, "restore", f"b/{names[1]}", "--store", "new.db", "--json")
    assert back.json["namespaces"] == made.json["namespaces"]
    assert graphcue(filled, "restore", f"b/{names[1]}").code == 4
    assert graphcue(filled, "restore", f"b/{names[1]}", "--force").code == 0
    assert graphcue(filled, "recall", CANARY, "--json").json["results"]
