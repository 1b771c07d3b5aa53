"""The contract of `match`, `neighbours`, `degrees`, `nearby`, `before`, `after` and `page`, on every store."""

from typing import Any

import pytest

from graphcue.model import ASSIGNED_TO, AUTHORED_BY, DECIDED_BY, FOLLOWS, MENTIONS, SUPERSEDES
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Changes, Page, Store, Where, cues_with
from tests.contract_world import DAY, WORLD, ask, ids, matched, newest_first, page, put
from tests.stores import filled, store

__all__ = ["filled", "store"]  # the fixtures


def test_match_adds_up_and_orders_by_points_time_and_id(filled: Store) -> None:
    # m7 has no time: the oldest of its points
    assert matched(filled, {"word:a": 10, "tag:x": 3}) == "m1:23 m7:23 m3:20 m2:10 m5:6"
    assert matched(filled, {"word:all": 1}) == "m4:2 m5:1 m2:1 m3:1 m1:1 m6:1 m7:1"
    assert matched(filled, {"word:all": 1}, 3) == "m4:2 m5:1 m2:1"
    assert matched(filled, {"word:all": 1, "word:b": -1}, 2) == "m2:1 m3:1"
    assert matched(filled, {"no": 1}) == matched(filled, {}) == matched(filled, {"word:all": 1}, 0) == ""


def test_a_match_carries_its_hits_and_outline(filled: Store) -> None:
    weights = {"word:a": 10, "tag:x": 3, "no": 5}
    for match in ask(filled, "match", weights, Where(), 99, 99):
        assert match.hits == {k: w for (id, k), w in WORLD.postings.items() if id == match.id and k in weights}
        assert list(match.hits) == sorted(match.hits)
        assert match.outline == ask(filled, "outlines", [match.id])[match.id]
        assert match.points == sum(weights[key] * weight for key, weight in match.hits.items())


def test_filters_come_before_the_cut(filled: Store) -> None:
    assert matched(filled, {"word:a": 10, "tag:x": 3}, 2, kinds=("decision",)) == "m1:23 m2:10"
    assert matched(filled, {"word:all": 1}, 1, documents=("c.md",)) == "m6:1"
    assert matched(filled, {"word:all": 1}, 1, projects=("alpha",), until=2 * DAY) == "m1:1"


def test_a_common_cue_is_followed_to_its_newest_before_filters(filled: Store) -> None:
    assert matched(filled, {"word:all": 1, "tag:x": 5}, newest=3) == "m5:11 m1:5 m7:5 m2:1 m3:1"
    assert matched(filled, {"word:all": 1}, newest=2, projects=("alpha",)) == "m2:1"
    assert matched(filled, {"word:all": 1}, newest=7) == matched(filled, {"word:all": 1})
    order = sorted((m for m in WORLD.memories.values() if (m.id, "word:all") in WORLD.postings), key=newest_first)
    for newest in range(8):
        found = matched(filled, {"word:all": 1}, newest=newest).split()
        assert {it.split(":")[0] for it in found} == {memory.id for memory in order[:newest]}


def walked(
    store: Store, nodes: list[str], types: list[str], direction: Any, per_node: int = 99
) -> dict[str, list[str]]:
    found = ask(store, "neighbours", nodes, types, direction, per_node)
    assert all(edge == WORLD.edges[edge.identity] for edges in found.values() for edge in edges)
    far = "target" if direction == "out" else "source"
    return {node: [f"{edge.type} {getattr(edge, far)}" for edge in edges] for node, edges in found.items()}


def test_edges_out_come_by_type_target_and_position(filled: Store) -> None:
    found = walked(filled, ["m1", "person:zhang", "m6"], [FROM_DOCUMENT, DECIDED_BY, "RELATED_TO", SUPERSEDES], "out")
    expected = ["FROM_DOCUMENT a.md", "FROM_DOCUMENT b.md", "DECIDED_BY person:zhang", "RELATED_TO m2"]
    assert found == {"m1": expected, "m6": ["FROM_DOCUMENT c.md", "RELATED_TO m2"]}
    assert [*found] == ["m1", "m6"]
    cut = walked(filled, ["m1"], [FROM_DOCUMENT, DECIDED_BY, "RELATED_TO", SUPERSEDES], "out", 3)
    assert cut == {"m1": expected[:3]}
    assert walked(filled, ["m1"], ["UNHEARD_OF"], "out") == walked(filled, [], [FOLLOWS], "out") == {}
    assert walked(filled, ["m1"], [FOLLOWS], "out", 0) == {}


def test_edges_in_come_by_type_newest_source_and_id(filled: Store) -> None:
    found = walked(filled, ["m2", "person:zhang", "alpha", "a.md", "no"], ["RELATED_TO", AUTHORED_BY, DECIDED_BY], "in")
    assert found == {
        "m2": ["RELATED_TO m3", "RELATED_TO m8", "RELATED_TO m1", "RELATED_TO m6"],
        "person:zhang": ["AUTHORED_BY m5", "AUTHORED_BY m1", "DECIDED_BY m2", "DECIDED_BY m1"],
    }
    cut = walked(filled, ["person:zhang", "m2"], [DECIDED_BY, "RELATED_TO", AUTHORED_BY], "in", 3)
    assert cut["person:zhang"] == ["DECIDED_BY m2", "DECIDED_BY m1", "AUTHORED_BY m5"]
    assert cut["m2"] == found["m2"][:3]
    assert walked(filled, ["alpha", "b.md"], [IN_PROJECT, FROM_DOCUMENT], "in", 2) == {
        "alpha": ["IN_PROJECT m2", "IN_PROJECT m3"],
        "b.md": ["FROM_DOCUMENT m5", "FROM_DOCUMENT m4"],
    }


def test_degrees_count_what_leads_to_a_node(filled: Store) -> None:
    found = ask(filled, "degrees", ["person:zhang", "no", "alpha", "m2", "m1"], [*EDGES])
    assert found == {"person:zhang": 6, "alpha": 4, "m2": 4, "m1": 1}
    assert [*found] == ["person:zhang", "alpha", "m2", "m1"]
    assert ask(filled, "degrees", ["person:zhang"], [MENTIONS, ASSIGNED_TO]) == {"person:zhang": 2}
    assert ask(filled, "degrees", [], [FOLLOWS]) == ask(filled, "degrees", ["m1"], []) == {}


EDGES = sorted({edge.type for edge in WORLD.edges.values()})


def test_nearby_stand_two_steps_along_follows_each_way(filled: Store) -> None:
    every = sorted(WORLD.memories)
    out = ask(filled, "neighbours", every, [FOLLOWS], "out", 9)
    back = ask(filled, "neighbours", every, [FOLLOWS], "in", 9)
    outlines = ask(filled, "outlines", every)
    before = {id: min((edge.target for edge in out.get(id, ())), default="") for id in (*every, "")}
    after = {id: min((edge.source for edge in back.get(id, ())), default="") for id in (*every, "")}
    nearby = ask(filled, "nearby", ["nobody", *every])
    assert list(nearby) == every
    assert any(len(one.before) == 2 for one in nearby.values())
    for id, one in nearby.items():
        assert [o.id for o in one.before] == [x for x in (before[id], before[before[id]]) if x]
        assert [o.id for o in one.after] == [x for x in (after[id], after[after[id]]) if x]
        assert all(outlines[o.id] == o for o in (*one.before, *one.after))


def test_cues_between_are_those_of_the_ranges(filled: Store) -> None:
    put(filled, WORLD, namespace="ranges")
    more = [("m1", "amount:CNY:03:200", 1), ("m2", "amount:CNY:03:200", 1), ("m2", "amount:CNY:04:1500", 1)]
    more += [("m3", "amount:USD:03:200", 1), ("m3", "word:ab", 1), ("m3", "word:a中", 1), ("m3", "word:a~", 1)]
    filled.write("ranges", lambda writer: writer.apply(Changes(add_postings=tuple(more))))

    def between(*ranges: tuple[str, str]) -> dict[str, int]:
        found = ask(filled, "cues_between", ranges, namespace="ranges")
        assert list(found) == sorted(found)
        return dict(found)

    assert between(("amount:CNY:03:100", "amount:CNY:03:201")) == {"amount:CNY:03:200": 2}
    assert between(("amount:CNY:03:200", "amount:CNY;"), ("amount:CNY:03:300", "amount:CNY;")) == {
        "amount:CNY:03:200": 2,
        "amount:CNY:04:1500": 1,
    }
    assert between(("amount:CNY:03:100", "amount:CNY:03:200")) == between() == {}
    assert between(cues_with("word:a")) == {"word:a": 4, "word:ab": 1, "word:all": 7, "word:a~": 1}
    filled.write("ranges", lambda writer: writer.apply(Changes(drop_postings=(("m3", "word:ab"),))))
    assert between(cues_with("word:ab")) == {}
    assert ask(filled, "cues_between", [cues_with("amount:")]) == {}


def test_a_group_without_cues_lets_nothing_through(filled: Store) -> None:
    assert matched(filled, {"word:all": 1}, any_of=(("word:a",),)) != ""
    assert (
        matched(filled, {"word:all": 1}, any_of=((),))
        == matched(filled, {"word:all": 1}, any_of=(("word:a",), ()))
        == ""
    )
    assert ids(filled, any_of=((),)) == ids(filled, any_of=((), ("word:all",))) == ""


def test_words_say_how_many_memories_have_each_of_them(filled: Store) -> None:
    every = sorted(WORLD.memories)
    found = ask(filled, "words", ["nobody", *every])
    postings = ask(filled, "postings", every)
    frequencies = ask(filled, "cues", {key for cues in postings.values() for key in cues})
    assert any(found.values())
    assert found == {
        id: {key: frequencies[key] for key in cues if key.startswith("word:")} for id, cues in postings.items()
    }
    assert list(found) == list(postings)


def test_the_period_is_that_of_the_memories_with_a_time(filled: Store, store: Store) -> None:
    times = [memory.order_time for memory in WORLD.memories.values() if memory.occurred_at]
    assert ask(filled, "period") == (min(times), max(times))
    assert len(times) < len(WORLD.memories)


def test_before_and_after_go_along_a_thread(filled: Store) -> None:
    keys = {id: memory.order_key for id, memory in WORLD.memories.items()}
    places = [("alpha", keys[id]) for id in ("m1", "m3", "m8", "m2")]
    assert ask(filled, "before", places) == (None, "m1", "m3", "m8")
    assert ask(filled, "after", places) == ("m3", "m8", "m2", None)
    elsewhere = [("c.md", keys["m7"]), ("alpha", keys["m5"]), ("no", keys["m5"]), ("beta", "0")]
    assert ask(filled, "before", elsewhere) == ("m6", "m2", None, None)
    assert ask(filled, "after", elsewhere) == (None, None, None, "m4")
    assert ask(filled, "before", []) == ask(filled, "after", []) == ()


@pytest.mark.parametrize("order", ["oldest", "newest"])
@pytest.mark.parametrize(
    "where",
    [Where(), Where(thread="alpha"), Where(projects=("alpha", "beta")), Where(names=("person:zhang",)),
     Where(cues=("word:all",)), Where(documents=("a.md", "b.md")), Where(ids=("m1", "m2", "m3", "no", "m7"))],
)  # fmt: skip
def test_pages_join_to_the_whole(filled: Store, where: Where, order: Any) -> None:
    whole = page(filled, where, order)
    keys = [WORLD.memories[id].order_key for id in whole.ids]
    assert keys == sorted(keys, reverse=order == "newest")
    assert whole == Page(whole.ids, len(whole.ids), None)
    assert len(whole.ids) > 3
    for limit in (1, 2, len(whole.ids)):
        found: list[str] = []
        cursor = None
        for _ in whole.ids:
            part = page(filled, where, order, cursor, limit)
            assert part.total == whole.total
            found += part.ids
            cursor = part.after
            if cursor is None:
                break
            assert cursor == WORLD.memories[part.ids[-1]].order_key
        assert cursor is None
        assert tuple(found) == whole.ids


def test_each_part_of_where_must_hold(filled: Store) -> None:
    assert ids(filled) == "m6 m7 m1 m3 m8 m2 m4 m5"
    assert ids(filled, ids=("m8", "no", "m1", "m8")) == "m1 m8"
    assert ids(filled, projects=("beta", "no")) == "m4 m5"
    assert ids(filled, kinds=("action", "note"), projects=("alpha", "beta")) == "m3 m8 m4"
    assert ids(filled, statuses=("concluded", "open")) == "m1 m2 m5"
    assert ids(filled, documents=("b.md",)) == "m1 m4 m5"  # m1 stands there too
    assert ids(filled, thread="c.md") == "m6 m7"
    assert ids(filled, since=2 * DAY) == "m3 m8 m2 m4 m5"
    assert ids(filled, until=2 * DAY) == "m1"
    assert ids(filled, since=2 * DAY, until=3 * DAY, kinds=("action",)) == "m3 m8"
    assert ids(filled, known_at=40, projects=("alpha", "beta")) == "m1 m3 m2 m4"
    assert ids(filled, state="superseded") == "m4"
    assert ids(filled, state="current", projects=("beta",)) == "m5"
    assert page(filled, Where(state="current", projects=("beta",))) == Page(("m5",), 1, None, 1)
    assert page(filled, Where(state="current", projects=("beta",), kinds=("note", "decision")), limit=0).superseded == 1
    assert page(filled, Where(state="current", at=3 * DAY - 1, projects=("beta",))).superseded == 0
    assert page(filled, Where(state="superseded", projects=("beta",))).superseded == 0
    assert ids(filled, state="superseded", at=3 * DAY) == "m4"
    assert ids(filled, state="superseded", at=3 * DAY - 1) == ""
    assert ids(filled, state="current", at=3 * DAY - 1, projects=("beta",)) == "m4 m5"
    assert ids(filled, names=("person:zhang",)) == "m1 m3 m8 m2 m5"
    assert ids(filled, names=("person:zhang", "person:li"), edges=(AUTHORED_BY,)) == "m1 m2 m5"
    assert ids(filled, names=("person:zhang",), edges=(DECIDED_BY, ASSIGNED_TO), kinds=("decision",)) == "m1 m2"
    assert ids(filled, names=("person:no",)) == ids(filled, cues=("no", "word:all")) == ids(filled, ids=("no",)) == ""
    assert ids(filled, cues=("word:all", "tag:x")) == "m7 m1 m5"
    assert ids(filled, cues=("tag:x",), names=("person:zhang",), documents=("a.md",), thread="alpha") == "m1"


def test_a_page_of_nothing_is_no_cursor(filled: Store) -> None:
    assert page(filled, Where(), limit=0) == Page((), 8, None)
    assert page(filled, Where(), after="9" * 20) == Page((), 8, None)
