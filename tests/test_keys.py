"""Keys: shown once, kept as slow hashes, looked up in files that change, revoked at once."""

import json
import os
import stat
import threading
import time
from pathlib import Path

import pytest

from graphcue.errors import Conflict, InvalidInput, NotFound, StoreError
from graphcue.keys import KeyFile
from tests.cli_process import graphcue

NOW = "2026-01-05T08:00:00Z"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.json"


def test_a_key_opens_what_it_is_for_and_nothing_else(file: Path) -> None:
    keys = KeyFile(str(file))
    assert not keys.in_force and keys.holder("gcue_a_b") is None
    key, text = keys.add("ada", ["orders", "notes"], "write", NOW)
    assert keys.in_force
    held = keys.holder(text)
    assert held == key and held.may_use("orders") and not held.may_use("order") and not held.may_use("*")
    assert held.may("read") and held.may("write") and not held.may("admin")
    for wrong in (text[:-1], text + "x", text.replace(key.id, "0" * 10), "", "gcue_", f"gcue_{key.id}_", "x" * 10_000):
        assert keys.holder(wrong) is None
    assert keys.holder(text) == key


def test_the_file_holds_no_key_and_nobody_else_may_read_it(file: Path) -> None:
    _, text = KeyFile(str(file)).add("ada", ["orders"], "read", NOW)
    kept = file.read_text("utf-8")
    assert text not in kept and text.split("_", 2)[2] not in kept
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert text.split("_", 2)[2] not in repr(KeyFile(str(file)).listed())
    assert json.loads(kept)["keys"][0]["salt"] not in repr(KeyFile(str(file)).listed())


def test_a_guess_is_slow_and_a_known_key_is_not(file: Path) -> None:
    keys = KeyFile(str(file))
    key, text = keys.add("ada", ["orders"], "read", NOW)
    start = time.process_time()
    keys.holder(f"gcue_{key.id}_wrong")
    slow = time.process_time() - start
    keys.holder(text)
    start = time.process_time()
    for _ in range(100):
        assert keys.holder(text)
    assert slow > 0.01 > (time.process_time() - start) / 100
    assert keys.known(text) and keys.known("gcue_nosuch_x") and not keys.known(f"gcue_{key.id}_other")


def test_a_revoked_key_opens_nothing_in_another_process_that_has_seen_it(file: Path) -> None:
    one, other = KeyFile(str(file)), KeyFile(str(file))
    _, text = one.add("ada", ["orders"], "read", NOW)
    assert other.holder(text)
    one.revoke("ada", NOW)
    assert other.holder(text) is None and other.in_force
    with pytest.raises(NotFound):
        one.revoke("ada", NOW)
    again, _ = one.add("ada", ["orders"], "read", NOW)
    assert [key.revoked_at for key in other.listed()] == [NOW, ""] and again.number == 2


def test_what_makes_no_key_is_refused(file: Path) -> None:
    keys = KeyFile(str(file))
    keys.add("ada", ["a"], "read", NOW)
    for name, spaces, scope, error in (
        ("ada", ["a"], "read", Conflict),
        ("bob", ["a"], "all", InvalidInput),
        ("bob", [], "read", InvalidInput),
        ("bob", [""], "read", InvalidInput),
        (" ", ["a"], "read", InvalidInput),
    ):
        with pytest.raises(error):
            keys.add(name, spaces, scope, NOW)
    assert len(keys.listed()) == 1


def test_a_broken_file_lets_nobody_in(file: Path) -> None:
    file.write_text("{", "utf-8")
    with pytest.raises(StoreError):
        KeyFile(str(file)).holder("gcue_a_b")


def test_makers_take_turns(file: Path) -> None:
    threads = [threading.Thread(target=KeyFile(str(file)).add, args=(f"k{i}", ["a"], "read", NOW)) for i in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(key.number for key in KeyFile(str(file)).listed()) == [*range(1, 9)]


def test_ids_are_hashed_alike_by_all_who_share_the_file_and_by_nobody_else(file: Path, tmp_path: Path) -> None:
    one = KeyFile(str(file)).hashed_id("a", "talk")
    assert one == KeyFile(str(file)).hashed_id("a", "talk") and len(one) == 32
    assert one != KeyFile(str(file)).hashed_id("b", "talk") != KeyFile(str(file)).hashed_id("bt", "alk")
    assert one != KeyFile(str(tmp_path / "other.json")).hashed_id("a", "talk")
    assert not KeyFile(str(file)).in_force


def test_the_commands_make_list_and_revoke(tmp_path: Path) -> None:
    made = graphcue(tmp_path, "keys", "add", "ada", "--for", "orders", "--scope", "write", "--json").json
    assert made["key"].startswith(f"gcue_{made['id']}_") and made["namespaces"] == ["orders"]
    listed = graphcue(tmp_path, "keys", "list", "--json")
    assert listed.json == [{name: value for name, value in made.items() if name != "key"}]
    assert KeyFile(str(tmp_path / "graphcue-keys.json")).holder(made["key"])
    assert graphcue(tmp_path, "keys", "revoke", "ada", "--json").json["revoked_at"]
    assert KeyFile(str(tmp_path / "graphcue-keys.json")).holder(made["key"]) is None
    assert graphcue(tmp_path, "keys", "revoke", "ada").code == 3
