"""Files: what is found, under which key, and one clear line for everything that cannot be read."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphcue.errors import NotUtf8, SourceError, TooLarge
from graphcue.sources.files import Document, Found, find_files, read_file, read_files


def keys(*paths: Path | str, root: Path) -> list[str]:
    return [found.key for found in find_files(paths, root)]


def only(path: Path, root: Path, limit: int = 1000) -> Document:
    documents = list(read_files([path], root, limit))
    assert len(documents) == 1
    return documents[0]


def test_a_folder_is_walked_by_name_and_junk_is_passed_over(tmp_path: Path) -> None:
    for name in (
        "b.md",
        "a/z.md",
        "a/甲.md",
        ".git/x.md",
        "node_modules/x.md",
        ".hidden.md",
        "a/.obsidian/x",
        "venv/x",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert keys(tmp_path, root=tmp_path) == ["a/z.md", "a/甲.md", "b.md"]


def test_a_path_given_by_name_is_never_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden/x.md").write_text("x")
    assert keys(tmp_path / ".hidden", root=tmp_path) == [".hidden/x.md"]


def test_a_file_outside_the_root_has_its_absolute_path_as_key(tmp_path: Path) -> None:
    (tmp_path / "out.md").write_text("x")
    (tmp_path / "in").mkdir()
    assert keys(tmp_path / "out.md", root=tmp_path / "in") == [(tmp_path / "out.md").resolve().as_posix()]


def test_a_file_is_read_once_however_often_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "again.md").symlink_to("a.md")
    assert keys(tmp_path, tmp_path / "a.md", f"{tmp_path}/../{tmp_path.name}/a.md", root=tmp_path) == ["a.md"]


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/x.md").write_text("x")
    (tmp_path / "a/up").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    found = list(find_files([tmp_path], tmp_path))
    assert [(one.key, bool(one.error)) for one in found] == [("a/x.md", False), ("self", True)]


def test_a_folder_deeper_than_the_stack_is_walked(tmp_path: Path) -> None:
    folders = [tmp_path]
    for _ in range(1200):
        folders.append(folders[-1] / "d")
        os.mkdir(folders[-1])
    (folders[-1] / "x.md").write_text("x")
    try:
        assert len(keys(tmp_path, root=tmp_path)) == 1
    finally:
        (folders[-1] / "x.md").unlink()
        for folder in reversed(folders[1:]):
            folder.rmdir()


def test_text_fingerprint_and_time_of_a_file(tmp_path: Path) -> None:
    data = "\ufeff# 标题\r\n正文\r最后\n".encode()
    (tmp_path / "a.md").write_bytes(data)
    os.utime(tmp_path / "a.md", (1_700_000_000, 1_700_000_000))
    document = only(tmp_path / "a.md", tmp_path)
    assert document.text == "# 标题\n正文\n最后\n"
    assert document.fingerprint == hashlib.sha256(data).hexdigest()
    assert document.modified_at == 1_700_000_000_000
    assert document.error is None


@pytest.mark.parametrize(
    ("data", "byte"),
    [
        (b"abc" + "缓存".encode("gb18030"), 3),
        (b"\xef\xbb\xbfab\xff", 5),
        ("中".encode()[:2], 0),
        (b"\xed\xa0\x80", 0),
        (b"\xc0\xaf", 0),
        ("文本".encode("utf-16"), 0),
        (b"a" * 999 + b"\xfe", 999),
    ],
)
def test_a_file_that_is_not_utf8_names_its_first_bad_byte(tmp_path: Path, data: bytes, byte: int) -> None:
    (tmp_path / "bad.md").write_bytes(data)
    (tmp_path / "good.md").write_text("x")
    bad, good = read_files([tmp_path], tmp_path, 1000)
    assert isinstance(bad.error, NotUtf8)
    assert bad.error.fields == {"path": "bad.md", "byte": byte}
    assert "bad.md" in bad.error.message and str(byte) in bad.error.message
    assert good.text == "x"


def test_a_binary_file_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_bytes(b"SQLite format 3\0" + b"\xff" * 100)
    error = only(tmp_path / "x.md", tmp_path).error
    assert type(error) is SourceError and "binary" in error.message


def test_the_limit_is_inclusive_and_a_larger_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_bytes(b"a" * 1000)
    assert len(only(tmp_path / "x.md", tmp_path, limit=1000).text) == 1000
    assert isinstance(only(tmp_path / "x.md", tmp_path, limit=999).error, TooLarge)
    with open(tmp_path / "huge.md", "wb") as file:
        file.truncate(2**40)
    assert only(tmp_path / "huge.md", tmp_path, limit=0).error is not None


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "no such file"),
        (_dangling, "no such file"),
        (_fifo, "not a regular file"),
        (_device, "not a regular file"),
    ],
)
def test_what_is_no_file_gets_one_clear_line(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    make(tmp_path / "x.md")
    error = only(tmp_path / "x.md", tmp_path).error
    assert type(error) is SourceError
    assert reason in error.message and "\n" not in error.message


def test_a_file_that_vanishes_while_read_does_not_stop_the_rest(tmp_path: Path) -> None:
    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_text(name)
    found = list(find_files([tmp_path], tmp_path))
    (tmp_path / "b.md").unlink()
    documents = [read_file(one) for one in found]
    assert [document.text for document in documents] == ["a.md", "", "c.md"]
    assert documents[1].error is not None and documents[1].error.message == "b.md: vanished while read"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "x.md").write_text("x")
    (tmp_path / "shut").chmod(0)
    (tmp_path / "x.md").chmod(0)
    try:
        messages = [document.error.message for document in read_files([tmp_path], tmp_path) if document.error]
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert messages == ["shut: no permission to read it", "x.md: no permission to read it"]


def test_a_refusal_of_the_system_is_a_line_and_no_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.md").write_text("x")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    found = list(find_files([tmp_path], tmp_path))
    monkeypatch.setattr(os, "open", refuse)
    error = read_file(found[0]).error
    assert error is not None and error.message == "x.md: no permission to read it"


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "\udcff\ud800", "no/such/thing", "two\nlines"])
def test_a_name_that_cannot_be_is_a_line(tmp_path: Path, path: str) -> None:
    (found,) = find_files([path], tmp_path)
    assert isinstance(found.error, SourceError)
    found.error.message.encode("utf-8")
    assert "\n" not in found.error.message


def test_a_file_name_that_is_not_utf8_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    (tmp_path / "ok.md").write_text("x")
    bad, good = find_files([tmp_path], tmp_path)
    assert bad == Found(bad.key, bad.path, bad.error) and bad.error is not None and "not UTF-8" in bad.error.message
    bad.key.encode("utf-8")
    assert good.key == "ok.md"


def test_a_folder_that_may_not_be_listed_is_a_line_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "x.md").write_text("x")
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if path.endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = list(find_files([tmp_path], tmp_path))
    assert [one.error.message if one.error else one.key for one in found] == ["shut: no permission to read it", "x.md"]
