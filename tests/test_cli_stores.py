"""The commands about stores: `copy`, `neo4j`, and what a person sees of a server that is not there."""

from pathlib import Path

import pytest

from tests.cli_process import graphcue

DEAD = "bolt://127.0.0.1:1"


def test_a_copy_says_what_it_copied_and_answers_alike(tmp_path: Path) -> None:
    graphcue(tmp_path, "remember", "缓存预热改到凌晨三点", "--store", "a.db", "--tag", "缓存")
    copied = graphcue(tmp_path, "copy", "--from", "a.db", "--to", "b.db", "--json")
    assert copied.json["memories"] == 1
    described = [
        graphcue(tmp_path, "describe", "--store", name, "--json").json["fingerprint"] for name in ("a.db", "b.db")
    ]
    assert described[0] == described[1] == copied.json["fingerprint"]
    found = graphcue(tmp_path, "recall", "缓存", "--store", "b.db")
    assert "缓存预热改到凌晨三点" in found.out


def test_a_copy_onto_itself_or_from_nowhere_is_refused(tmp_path: Path) -> None:
    same = graphcue(tmp_path, "copy", "--from", "a.db", "--to", "a.db")
    nowhere = graphcue(tmp_path, "copy", "--from", "a.db", "--to", "b.db")
    assert (same.code, nowhere.code) == (2, 3)
    assert not list(tmp_path.iterdir())


def test_the_setup_of_neo4j_is_printed(tmp_path: Path) -> None:
    printed = graphcue(tmp_path, "neo4j", "--print-setup")
    assert printed.code == 0
    for word in ("docker compose up", "set-initial-password", "GRAPHCUE_NEO4J_PASSWORD", "graphcue copy"):
        assert word in printed.out


@pytest.mark.parametrize("command", [("recall", "缓存"), ("describe",), ("decisions",), ("remember", "a note")])
def test_a_dead_server_is_one_line_with_its_cause_never_an_empty_answer(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    ended = graphcue(tmp_path, *command, "--store", f"{DEAD}")
    assert ended.code == 6
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("error: Neo4j at bolt://127.0.0.1:1: ")


def test_a_password_in_the_url_is_never_shown(tmp_path: Path) -> None:
    ended = graphcue(tmp_path, "recall", "x", "--store", "bolt://neo4j:geheim-123@127.0.0.1:1")
    assert ended.code == 6
    assert "geheim" not in ended.out + ended.err
