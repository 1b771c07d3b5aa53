"""The command line as a newcomer meets it: what it prints, and how it ends."""

import ctypes
import json
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import graphcue as package
from tests.cli_process import Ended, folder, graphcue, kept, run

__all__ = ["folder", "kept"]  # the fixtures

LINE = re.compile(r"error: [^\n]+\n")
ID = re.compile(r"\b[mk][a-z2-7]{26}\b")


def failed(ended: Ended, code: int, *words: str) -> None:
    """Asserts one clear line with these words, that exit code, and nothing on standard output."""
    assert (ended.code, ended.out) == (code, "")
    assert LINE.fullmatch(ended.err), ended.err
    for word in words:
        assert word in ended.err


# a first session


def test_from_nothing_to_an_answer(folder: Path) -> None:
    (folder / "notes").mkdir()
    front = "---\nproject: 订单系统\ndate: 2025-03-01\nauthors: [林若川]\n---\n\n"
    (folder / "notes" / "cache.md").write_text(f"{front}# 缓存击穿\n\n热点键改为逻辑过期。\n", encoding="utf-8")
    assert (
        graphcue(folder, "ingest", "notes").out
        == "1 memory made, 0 changed, 0 unchanged, 0 removed  from 1 file into graphcue.db\n"
    )
    again = graphcue(folder, "ingest", "notes")
    assert (again.code, again.out) == (0, "Nothing changed: 1 memory of 1 file are as they were  in graphcue.db\n")
    answer = graphcue(folder, "recall", "缓存击穿怎么处理的")
    assert answer.code == 0
    first, text, facts, points, memory_id, *_ = answer.out.splitlines()
    assert first == "1  缓存击穿"
    assert text == "   热点键改为逻辑过期。"
    assert facts == "   2025-03-01 · 订单系统 · 林若川 (author) · notes/cache.md:7-9"
    assert re.fullmatch(r"   [0-9,]+ points  .*缓存 \+[0-9,]+.*", points)
    shown = graphcue(folder, "show", memory_id.strip())
    assert shown.code == 0
    assert "stands in      notes/cache.md:7-9" in shown.out
    assert shown.out.endswith("# 缓存击穿\n\n热点键改为逻辑过期。\n")


def test_remember_relate_and_delete(folder: Path) -> None:
    made = graphcue(
        folder,
        "remember",
        "缓存击穿：加了 Redis",
        "--project",
        "订单系统",
        "--cue",
        "订单超时",
        "--tag",
        "运维",
        "--author",
        "林若川",
        "--person",
        "decider:张三@研发部",
        "--entity",
        "Redis",
        "--kind",
        "decision",
        "--status",
        "concluded",
        "--at",
        "2025-03-01",
    )
    (memory_id,) = ID.findall(made.out)
    assert made.out == f"remembered  {memory_id}\n"
    with package.open(str(folder / "graphcue.db")) as graph:
        memory = graph.get(memory_id)
        assert (memory.project, memory.cues, memory.tags) == ("订单系统", ("订单超时",), ("运维",))
        assert [item.memory.id for item in graph.decisions(by="张三@研发部", role="decider").items] == [memory_id]
    said = graphcue(folder, "remember", "-", "--id", "second", "--json", input="来自标准输入，\n两行。\n".encode())
    assert said.json == {"id": "second", "state": "created", "warnings": []}
    assert (
        graphcue(folder, "relate", memory_id, "related_to", "second").out == f"related  {memory_id} related_to second\n"
    )
    assert graphcue(folder, "relate", memory_id, "related-to", "second").out.startswith("related already")
    shown = graphcue(folder, "show", "second").out
    assert f"related to     {memory_id}  缓存击穿：加了 Redis  by relate\n" in shown
    assert shown.endswith("\n来自标准输入，\n两行。\n")
    gone = graphcue(folder, "delete", memory_id)
    assert gone.out.startswith(f"deleted  {memory_id}\nremoved ")
    failed(graphcue(folder, "show", memory_id), 3, memory_id)


def test_the_demo_shows_a_path_the_decisions_of_a_person_and_a_timeline(folder: Path) -> None:
    shown = graphcue(folder, "demo")
    assert (shown.code, shown.err) == (0, "")
    assert [path.name for path in folder.glob("*.db")] == ["graphcue-demo.db"]
    for words in (
        "$ graphcue ingest ",
        "$ graphcue recall 缓存击穿怎么处理的",
        "$ graphcue decisions --by 林若川",
        "$ graphcue timeline 栖页",
    ):
        assert words in shown.out
    assert re.search(r"   path  “.+” → .+ → this\n", shown.out)
    assert "5 decisions by 林若川" in shown.out
    assert "incidents/2025-10-16-order-timeout.md:" in shown.out
    assert "Nothing changed" in graphcue(folder, "demo").out


def test_what_no_question_can_find_is_remembered_with_a_note(folder: Path) -> None:
    made = graphcue(folder, "remember", "。。。！")
    assert made.code == 0
    assert "note: it has no word" in made.out


# reading


def test_options_stand_before_or_after_the_command(kept: Path) -> None:
    after = graphcue(kept, "recall", "cache", "--json", "--limit", "1", "--store", "graphcue.db").json
    before = graphcue(kept, "--json", "--store", "graphcue.db", "recall", "cache", "--limit", "1").json
    environment = graphcue(
        kept.parent,
        "recall",
        "cache",
        "--json",
        "--limit",
        "1",
        environment={"GRAPHCUE_STORE": str(kept / "graphcue.db")},
    )
    assert after == before == environment.json
    assert [result["memory"]["id"] for result in after["results"]] == ["new"]


def test_several_words_need_no_quotes(kept: Path) -> None:
    assert graphcue(kept, "recall", "old", "cache").out == graphcue(kept, "recall", "old cache").out


def test_filters_and_what_they_hide(kept: Path) -> None:
    answer = graphcue(kept, "recall", "缓存")
    assert "缓存击穿" not in answer.out
    assert "1 superseded memory is hidden; --include-superseded shows them" in answer.out
    assert "superseded by new" in graphcue(kept, "recall", "缓存", "--include-superseded").out
    as_of = graphcue(kept, "recall", "缓存", "--as-of", "2025-03-02", "--json").json
    assert len(as_of["results"]) == 1
    assert graphcue(kept, "recall", "bell", "--project", "订单系统", "--json").json["reason"] == "filtered_out"
    assert graphcue(kept, "recall", "cache", "--kind", "action", "--json").json["results"] == []
    assert graphcue(kept, "recall", "cache", "--since", "2025-04", "--json").json["results"] == []


def test_an_explanation_adds_up(kept: Path) -> None:
    shown = graphcue(kept, "recall", "old cache", "--explain", "--limit", "1").out
    points = [int(number.replace(",", "")) for number in re.findall(r"^ +([+-][0-9,]+)  ", shown, re.MULTILINE)]
    (score,) = re.findall(r"^ +([0-9,]+)  points$", shown, re.MULTILINE)
    assert points and sum(points) == int(score.replace(",", ""))
    assert re.search(r"^  extracted +.*word:old", shown, re.MULTILINE)
    assert re.search(r"^  candidates +[0-9]", shown, re.MULTILINE)


def test_a_question_without_cues_is_answered(kept: Path) -> None:
    ended = graphcue(kept, "recall", "？！…")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "Nothing found: the question has no word, name or date to go by  (no_cues)\n"
    explained = graphcue(kept, "recall", "？！…", "--explain", "--json").json
    assert (explained["results"], explained["reason"]) == ([], "no_cues")
    unknown = graphcue(kept, "recall", "zebra").out
    assert unknown.splitlines() == [
        "Nothing found: no memory has any of its words  (cues_unknown)",
        "unknown words: zebra",
    ]


def test_decisions_and_pages(kept: Path) -> None:
    everything = graphcue(kept, "decisions", "--include-superseded").out
    assert everything.startswith("2 decisions\n\n2025-03-01  缓存击穿  superseded by new\n")
    page = graphcue(kept, "decisions", "--include-superseded", "--limit", "1").out
    assert page.startswith("2 decisions  (1 on this page)\n")
    (cursor,) = re.findall(r"--after (\S+)$", page, re.MULTILINE)
    second = graphcue(kept, "decisions", "--include-superseded", "--limit", "1", "--after", cursor, "--json").json
    assert [item["memory"]["id"] for item in second["items"]] == ["new"]
    assert (second["total"], second["after"]) == (2, None)
    by = graphcue(kept, "decisions", "--by", "林若川").out
    assert by.startswith("0 decisions by 林若川\n")
    assert "1 superseded one is hidden" in by


def test_a_timeline_shows_times_as_they_were_written(kept: Path) -> None:
    shown = graphcue(kept, "timeline", "订单系统").out.splitlines()
    assert shown[0] == "订单系统: 2 memories"
    assert shown[2] == "2025-03-01  缓存击穿  superseded by new"
    assert "2025-03-05T09:30+08:00  We gave up on the old cache." in shown
    assert graphcue(kept, "timeline", "订单系统", "--until", "2025-03-01", "--json").json["total"] == 1


def test_describe_and_settings(kept: Path) -> None:
    assert graphcue(kept, "describe").out.startswith("3 memories  in graphcue.db, namespace default\n")
    described = graphcue(kept, "describe", "--json").json
    assert (described["memories"], described["counts"]["Memory"], len(described["fingerprint"])) == (3, 3, 32)
    table = graphcue(kept, "settings", "--json", environment={"GRAPHCUE_MAX_RESULTS": "7"}).json
    assert [(row["value"], row["default"]) for row in table if row["variable"] == "GRAPHCUE_MAX_RESULTS"] == [(7, 6)]
    assert "GRAPHCUE_MAX_RESULTS" in graphcue(kept, "settings").out


def test_help_names_every_command(kept: Path) -> None:
    shown = graphcue(kept, "--help")
    assert shown.code == 0
    for name in (
        "ingest",
        "recall",
        "decisions",
        "timeline",
        "show",
        "remember",
        "relate",
        "delete",
        "describe",
        "settings",
        "eval",
        "demo",
    ):
        assert f" {name} " in shown.out
    assert re.fullmatch(r"graphcue [0-9]+\.[0-9]+\.[0-9]+\n", graphcue(kept, "--version").out)


# what goes wrong


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("recall", ""), 2, ("question is empty",)),
        (("recall", "  "), 2, ("question is empty",)),
        (("recall",), 2, ("QUESTION", "graphcue recall --help")),
        (("recall", "x", "--nosuch"), 2, ("--nosuch",)),
        (("recall", "x", "--limit", "many"), 2, ("--limit",)),
        (("recall", "x", "--limit", "0"), 2, ("1…100",)),
        (("recall", "x", "--since", "2025-13"), 2, ("2025-13",)),
        (("recall", "x", "--now", "yesterday"), 2, ("yesterday",)),
        (("recall", "x", "--zone", "Mars/Base"), 2, ("Mars/Base",)),
        (("recall", "x", "--store", "http://host"), 2, ("http://",)),
        (("recall", "x", "--namespace", "nosuch"), 3, ("nosuch",)),
        (("recall", "x", "--store", "nosuch.db"), 3, ("nosuch.db", "graphcue ingest")),
        (("recall", "x", "--store", "nosuch/graphcue.db"), 3, ("nosuch/graphcue.db",)),
        (("recall", "x", "--store", "."), 6, ()),
        (("decisions", "--by", "林若"), 3, ("林若川",)),
        (("decisions", "--role", "king"), 2, ("king", "author")),
        (("timeline", "订单"), 3, ("订单系统",)),
        (("timeline", "订单系统", "--after", "here"), 2, ("here",)),
        (("show", "nosuch"), 3, ("nosuch",)),
        (("relate", "new", "likes", "odd"), 2, ("likes", "related_to")),
        (("relate", "new", "related_to", "nosuch"), 3, ("nosuch",)),
        (("relate", "new", "related_to", "new"), 2, ("itself",)),
        (("delete", "nosuch"), 3, ("nosuch",)),
        (("remember", "  "), 2, ("empty",)),
        (("remember", "x", "--at", "soon"), 2, ("soon",)),
        (("remember", "x", "--supersedes", "nosuch"), 3, ("nosuch",)),
        (("ingest", "nosuch"), 5, ("nosuch", "no such file or folder")),
        (("eval", "--memories", "nosuch", "--questions", "nosuch"), 5, ("nosuch",)),
        (("nosuch",), 2, ("nosuch",)),
    ],
)
def test_an_error_is_one_clear_line(kept: Path, arguments: tuple[str, ...], code: int, words: tuple[str, ...]) -> None:
    failed(graphcue(kept, *arguments), code, *words)


def test_an_error_is_an_object_with_json(kept: Path) -> None:
    ended = graphcue(kept, "show", "nosuch", "--json")
    assert (ended.code, ended.out) == (3, "")
    assert json.loads(ended.err) == {
        "error": {"code": "not_found", "message": "there is no memory 'nosuch'", "fields": {"id": "nosuch"}}
    }
    misused = graphcue(kept, "--json", "recall", "x", "--nosuch")
    assert (misused.code, json.loads(misused.err)["error"]["code"]) == (2, "invalid_input")


def test_reading_makes_no_file(folder: Path) -> None:
    for words in (
        "recall x",
        "decisions",
        "timeline x",
        "show x",
        "describe",
        "delete x",
        "relate a related_to b",
        "ingest x",
    ):
        assert graphcue(folder, *words.split()).code in (3, 5)
    assert list(folder.iterdir()) == []


def test_a_conflict_has_its_own_code(folder: Path) -> None:
    assert graphcue(folder, "remember", "one", "--key", "k").code == 0
    failed(graphcue(folder, "remember", "two", "--key", "k"), 4, "k")


def test_a_store_of_a_newer_schema_is_left_alone(folder: Path) -> None:
    graphcue(folder, "remember", "one")
    with sqlite3.connect(folder / "graphcue.db") as raw:
        raw.execute("PRAGMA user_version = 999")
    raw.close()
    failed(graphcue(folder, "recall", "one"), 6, "schema 999", "upgrade graphcue")


def test_what_is_no_store_is_left_alone(folder: Path) -> None:
    (folder / "graphcue.db").write_text("my diary, not a database\n" * 100, encoding="utf-8")
    failed(graphcue(folder, "remember", "one"), 6, "not an SQLite file")
    assert (folder / "graphcue.db").read_text(encoding="utf-8").startswith("my diary")


def test_faults_of_an_ingest_are_told_and_the_rest_goes_on(folder: Path) -> None:
    (folder / "good.txt").write_text("Good words.\n", encoding="utf-8")
    (folder / "bad.txt").write_bytes(b"ab\xff")
    (folder / "chat.jsonl").write_text('{"id": "1", "content": "one"}\n' + "x" * 10_000_000 + "\n", encoding="utf-8")
    ended = graphcue(folder, "ingest", "bad.txt", "chat.jsonl", "good.txt", "nosuch.md")
    assert ended.code == 5
    assert ended.err == "error: 3 faults in what was read, the first is bad.txt: not UTF-8 (byte 2); save it as UTF-8\n"
    assert ended.out.splitlines() == [
        "2 memories made, 0 changed, 0 unchanged, 0 removed  from 2 files into graphcue.db",
        "skipped 3:",
        "  bad.txt: not UTF-8 (byte 2); save it as UTF-8",
        "  chat.jsonl:2: longer than the limit of 1048576 bytes",
        "  nosuch.md: no such file or folder",
    ]


def test_missing_documents_are_forgotten_only_when_asked(folder: Path) -> None:
    (folder / "notes").mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / "notes" / name).write_text(f"Words of {name}\n", encoding="utf-8")
    graphcue(folder, "ingest", "notes")
    (folder / "notes" / "a.txt").unlink()
    offered = graphcue(folder, "ingest", "notes")
    assert offered.code == 0
    assert "1 document is no longer on disk, and still remembered:\n  notes/a.txt\n" in offered.out
    assert graphcue(folder, "describe", "--json").json["memories"] == 2
    done = graphcue(folder, "ingest", "notes", "--remove-missing", "--json").json
    assert (done["missing"], done["forgotten"]) == (["notes/a.txt"], 1)
    assert graphcue(folder, "describe", "--json").json["memories"] == 1


def test_a_text_that_is_not_utf8_is_refused(folder: Path) -> None:
    failed(graphcue(folder, "remember", "-", input="好".encode("gbk")), 5, "standard input is not UTF-8 (byte 0)")
    assert list(folder.iterdir()) == []


def without_power_over_permissions() -> None:
    """Makes root obey permissions in the process that is about to start."""
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def test_a_read_only_folder_can_be_read_and_not_written(kept: Path, tmp_path: Path) -> None:
    target = tmp_path / "closed"
    target.mkdir()
    (target / "graphcue.db").write_bytes((kept / "graphcue.db").read_bytes())
    (target / "graphcue.db").chmod(0o444)
    target.chmod(0o555)
    probe: Callable[[], None] | None = without_power_over_permissions if os.geteuid() == 0 else None
    try:
        if run(target, ["/bin/sh", "-c", "echo > x"], preexec_fn=probe).code == 0:
            pytest.skip("this process may write anywhere")
        failed(graphcue(target, "remember", "more", preexec_fn=probe), 6, "can be read but not written")
        answer = graphcue(target, "recall", "old cache", "--json", preexec_fn=probe)
        assert [result["memory"]["id"] for result in answer.json["results"]] == ["new"]
        failed(graphcue(target, "remember", "more", "--store", "other.db", preexec_fn=probe), 6, "other.db")
    finally:
        target.chmod(0o755)
