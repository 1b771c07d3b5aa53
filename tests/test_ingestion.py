"""Files and folders → memories: counts, reasons, and nothing lost."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphcue
from graphcue import ingestion
from graphcue.errors import StoreFull
from graphcue.graph import MemoryGraph
from graphcue.ingestion import Interrupted, Progress, Report, forget_missing, ingest


@pytest.fixture
def graph() -> Iterator[MemoryGraph]:
    with graphcue.open(":memory:") as memory:
        yield memory


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "cache.md").write_text(
        "# 缓存\n\n缓存击穿怎么处理\n\n# Pool\n\nThe pool has 20 connections.\n", encoding="utf-8"
    )
    (folder / "chat.jsonl").write_text(
        lines({"id": "c1", "content": "one"}, {"id": "c2", "content": "two"}), encoding="utf-8"
    )
    (folder / "plain.txt").write_text("Plain words.\n", encoding="utf-8")
    return folder


def lines(*objects: dict[str, str]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)


def taken(graph: MemoryGraph, folder: Path, *more: Path) -> Report:
    return ingest(graph, [folder, *more], root=folder.parent)


def counts(report: Report) -> tuple[int, int, int, int]:
    return (report.made, report.changed, report.unchanged, report.removed)


def test_every_file_is_remembered(graph: MemoryGraph, notes: Path) -> None:
    report = taken(graph, notes)
    assert counts(report) == (5, 0, 0, 0)
    assert (report.documents, report.total) == (3, 3)
    assert graph.listed("Document") == ("notes/cache.md", "notes/chat.jsonl", "notes/plain.txt")
    assert graph.describe().memories == 5


def test_the_second_time_changes_nothing(graph: MemoryGraph, notes: Path) -> None:
    taken(graph, notes)
    before = graph.describe()
    assert counts(taken(graph, notes)) == (0, 0, 5, 0)
    assert graph.describe() == before


def test_a_changed_file_changes_its_own_memories_only(graph: MemoryGraph, notes: Path) -> None:
    taken(graph, notes)
    (notes / "chat.jsonl").write_text(
        lines({"id": "c1", "content": "uno"}, {"id": "c3", "content": "tres"}), encoding="utf-8"
    )
    assert counts(taken(graph, notes)) == (1, 1, 3, 1)
    assert graph.get("c1").content == "uno"


def test_a_memory_that_moved_to_another_batch_is_changed(
    graph: MemoryGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingestion, "BATCH_DOCUMENTS", 1)
    folder = tmp_path / "chat"
    folder.mkdir()
    (folder / "a.jsonl").write_text(
        lines({"id": "1", "content": "one"}, {"id": "2", "content": "two"}), encoding="utf-8"
    )
    (folder / "b.jsonl").write_text(lines({"id": "3", "content": "three"}), encoding="utf-8")
    taken(graph, folder)
    (folder / "a.jsonl").write_text(lines({"id": "1", "content": "one"}), encoding="utf-8")
    (folder / "b.jsonl").write_text(
        lines({"id": "3", "content": "three"}, {"id": "2", "content": "two"}), encoding="utf-8"
    )
    assert counts(taken(graph, folder)) == (0, 1, 2, 0)


def test_batches_do_not_change_the_graph(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fingerprints = set()
    for size in (1, 2, 64):
        monkeypatch.setattr(ingestion, "BATCH_DOCUMENTS", size)
        with graphcue.open(":memory:", now="2026-01-01") as graph:
            assert taken(graph, notes).made == 5
            fingerprints.add(graph.describe().fingerprint)
    assert len(fingerprints) == 1


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(graph: MemoryGraph, notes: Path) -> None:
    (notes / "bad.md").write_bytes("好".encode() + "好".encode("gbk"))
    (notes / "binary.txt").write_bytes(b"a\0b")
    report = taken(graph, notes)
    assert report.made == 5
    assert report.skipped == (
        ("notes/bad.md", "not UTF-8 (byte 3); save it as UTF-8"),
        ("notes/binary.txt", "a binary file (it has NUL bytes)"),
    )
    assert report.faults == report.skipped


def test_what_holds_nothing_is_skipped_without_a_fault(graph: MemoryGraph, notes: Path) -> None:
    (notes / "photo.png").write_bytes(b"\x89PNG\0")
    (notes / "例会纪要模板.md").write_text("# 例会纪要\n\n## 会议议题\n\n## 与会人\n", encoding="utf-8")
    report = taken(graph, notes)
    assert [document for document, _ in report.skipped] == ["notes/photo.png", "notes/例会纪要模板.md"]
    assert ".png is not read" in report.skipped[0][1]
    assert report.faults == ()


def test_bad_lines_are_told_and_good_ones_kept(graph: MemoryGraph, notes: Path) -> None:
    long = json.dumps({"id": "long", "content": "x" * 10_000_000})
    (notes / "chat.jsonl").write_text(f'{{"id": "c1", "content": "one"}}\nnot json\n{long}\n', encoding="utf-8")
    report = taken(graph, notes)
    assert report.made == 4
    assert [reason for _, reason in report.faults] == [
        "notes/chat.jsonl:2: not JSON: Expecting value (column 1)",
        "notes/chat.jsonl:3: longer than the limit of 1048576 bytes",
    ]


def test_a_refused_record_is_told_and_the_rest_is_kept(notes: Path) -> None:
    (notes / "chat.jsonl").write_text(
        lines({"id": "c1", "content": "x" * 200}, {"id": "c2", "content": "two"}), encoding="utf-8"
    )
    with graphcue.open(":memory:", max_content=100) as graph:
        report = taken(graph, notes)
        assert report.made == 4
        ((document, reason),) = report.faults
        assert document == "notes/chat.jsonl"
        assert reason.startswith("a memory may have 100 characters, this one has 200")
        assert graph.get("c2").content == "two"


def test_a_file_that_can_no_longer_be_read_keeps_what_is_remembered(graph: MemoryGraph, notes: Path) -> None:
    taken(graph, notes)
    (notes / "chat.jsonl").write_bytes(b"\xff\xff")
    (notes / "plain.txt").write_text("", encoding="utf-8")
    assert counts(taken(graph, notes)) == (0, 0, 2, 0)
    assert graph.get("c2").content == "two"
    assert graph.describe().memories == 5


def test_a_file_that_vanishes_meanwhile_is_told(graph: MemoryGraph, notes: Path) -> None:
    def on_progress(at: Progress) -> None:
        (notes / "chat.jsonl").unlink(missing_ok=True)

    report = ingest(graph, [notes], root=notes.parent, on_progress=on_progress)
    assert report.made == 3
    assert report.faults == (("notes/chat.jsonl", "vanished while read"),)


def test_a_path_that_is_not_there_is_a_fault(graph: MemoryGraph, notes: Path) -> None:
    report = taken(graph, notes, notes / "nosuch")
    assert report.made == 5
    assert report.faults == (("notes/nosuch", "no such file or folder"),)


def test_missing_documents_are_offered_and_stay(graph: MemoryGraph, notes: Path) -> None:
    taken(graph, notes)
    (notes / "chat.jsonl").unlink()
    report = taken(graph, notes)
    assert report.missing == ("notes/chat.jsonl",)
    assert graph.get("c1").content == "one"
    assert forget_missing(graph, report.missing) == 2
    assert taken(graph, notes).missing == ()
    assert graph.listed("Document") == ("notes/cache.md", "notes/plain.txt")


def test_only_documents_under_the_paths_can_be_missing(graph: MemoryGraph, notes: Path) -> None:
    other = notes.parent / "notes-of-others"
    other.mkdir()
    (other / "x.txt").write_text("other\n", encoding="utf-8")
    taken(graph, notes, other)
    (other / "x.txt").unlink()
    assert taken(graph, notes).missing == ()
    assert ingest(graph, [notes.parent], root=notes.parent).missing == ("notes-of-others/x.txt",)


def test_a_path_that_is_gone_is_missing_when_it_was_remembered(graph: MemoryGraph, notes: Path) -> None:
    taken(graph, notes)
    (notes / "plain.txt").unlink()
    report = ingest(graph, [notes / "plain.txt"], root=notes.parent)
    assert (report.missing, report.faults) == (("notes/plain.txt",), ())


def test_a_document_outside_the_root_goes_by_its_whole_path(graph: MemoryGraph, notes: Path, tmp_path: Path) -> None:
    root = tmp_path / "elsewhere"
    root.mkdir()
    ingest(graph, [notes / "plain.txt"], root=root)
    assert graph.listed("Document") == (os.path.realpath(notes / "plain.txt"),)
    (notes / "plain.txt").unlink()
    assert ingest(graph, [notes], root=root).missing == (os.path.realpath(notes / "plain.txt"),)


def test_progress_counts_up_to_all_files(graph: MemoryGraph, notes: Path) -> None:
    seen: list[Progress] = []
    ingest(graph, [notes], root=notes.parent, on_progress=seen.append)
    assert [(one.done, one.total, one.document) for one in seen] == [
        (0, 3, "notes/cache.md"),
        (1, 3, "notes/chat.jsonl"),
        (2, 3, "notes/plain.txt"),
        (3, 3, ""),
    ]


def test_ctrl_c_keeps_what_was_acknowledged_and_the_next_run_goes_on(
    graph: MemoryGraph, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingestion, "BATCH_DOCUMENTS", 1)

    def on_progress(at: Progress) -> None:
        if at.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        ingest(graph, [notes], root=notes.parent, on_progress=on_progress)
    report = stopped.value.report
    assert (report.made, report.documents, report.total) == (4, 2, 3)
    assert graph.describe().memories == 4
    assert counts(taken(graph, notes)) == (1, 0, 4, 0)


def test_a_store_that_fails_keeps_the_batches_before(
    graph: MemoryGraph, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingestion, "BATCH_DOCUMENTS", 1)
    write, calls = graph.replace_documents, []

    def failing(documents: dict[str, tuple[graphcue.Record, ...]]) -> object:
        calls.append(documents)
        if len(calls) == 2:
            raise StoreFull("no room left")
        return write(documents)

    monkeypatch.setattr(graph, "replace_documents", failing)
    with pytest.raises(StoreFull):
        taken(graph, notes)
    assert graph.describe().memories == 2
