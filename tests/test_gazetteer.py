"""Tests of `graphcue.language.gazetteer`."""

import random

import pytest

from graphcue.language import gazetteer as module
from graphcue.language.folding import fold_for_names, fold_name
from graphcue.language.gazetteer import Gazetteer, name_key
from graphcue.model import ENTITY, PERSON


def gazetteer(*names: str) -> Gazetteer:
    return Gazetteer((fold_name(name), f"person:{name}") for name in names)


def found(known: Gazetteer, text: str) -> list[str]:
    return [fold_for_names(text)[one.start : one.end] for one in known.find(text)]


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (["张三"], "昨天张三说好", ["张三"]),
        (["张三", "张三丰"], "张三丰和张三", ["张三丰", "张三"]),
        (["Redis", "Redis Cluster"], "REDIS  cluster beats redis", ["redis cluster", "redis"]),
        (["Ann"], "Anna cannot, ann can", ["ann"]),
        (["Ann"], "由Ann负责", ["ann"]),
        (["阮青"], "阮 青来过", ["阮青"]),
        (["張三"], "张三", ["张三"]),
        (["ab", "bc"], "ab bc abc", ["ab", "bc"]),
        (["三四", "张三"], "张三四", ["张三"]),
        (["C++"], "we use C++.", ["c++"]),
    ],
)
def test_names_are_found_longest_from_the_left(names: list[str], text: str, expected: list[str]) -> None:
    assert found(gazetteer(*names), text) == expected


def test_two_nodes_of_one_name_are_both_meant() -> None:
    known = Gazetteer([("redis", "person:b"), ("redis", "entity:a")])
    assert known.find("redis")[0].keys == ("entity:a", "person:b")
    assert known.keys_of(" REDIS ") == ("entity:a", "person:b")
    assert known.name_of("entity:a") == "redis"
    assert known.name_of("entity:x") == ""


def test_nothing_is_found_without_names() -> None:
    assert Gazetteer(()).find("张三") == ()
    assert len(Gazetteer([("", "person:x")])) == 0


def test_what_changes_by_and_by_finds_what_is_built_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FRESH_NAMES", 3)
    dice = random.Random(1)
    pool = [f"{a}{b}" for a in "张王李赵" for b in ("三", "四", "三丰", " ann", "ann")]
    known: dict[str, str] = {}
    grown = Gazetteer(())
    for _ in range(200):
        name = dice.choice(pool)
        key = f"person:{name}"
        if key in known:
            del known[key]
            grown = grown.changed([], [key])
        else:
            known[key] = name
            grown = grown.changed([(name, key)], [])
        text = "".join(dice.choice(pool) for _ in range(6))
        assert grown.find(text) == Gazetteer((name, key) for key, name in known.items()).find(text)
    assert len(grown) == len(known) > 0


def test_a_gazetteer_is_a_value() -> None:
    before = gazetteer("张三")
    before.changed([("李四", "person:李四")], ["person:张三"])
    assert found(before, "张三李四") == ["张三"]


def test_keys_are_ascii_and_tell_labels_and_organisations_apart() -> None:
    keys = {
        name_key(PERSON, "许苓"),
        name_key(ENTITY, "许苓"),
        name_key(PERSON, "许苓", "甲公司"),
        name_key(PERSON, "许苓", "乙公司"),
        name_key(PERSON, "许苓甲公司"),
    }
    assert len(keys) == 5
    assert all(key.isascii() for key in keys)
    assert name_key(PERSON, " 許 苓", "甲 公司") == name_key(PERSON, "许苓", "甲公司")
