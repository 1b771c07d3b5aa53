"""The contract of writing, of fetching by key, and of what holds everywhere, on every store."""

from dataclasses import FrozenInstanceError, replace

import pytest

from graphcue.model import AUTHORED_BY, FOLLOWS, MENTIONS, NO_TIME, Memory, Moment
from graphcue.stores.contract import (
    FROM_DOCUMENT,
    IN_PROJECT,
    Changes,
    Counts,
    Description,
    Edge,
    Page,
    Reader,
    Store,
    Where,
    Writer,
)
from tests.contract_world import (
    ATLAS,
    DAY,
    LI,
    NASTY,
    SPACE,
    WORLD,
    ZHANG,
    ask,
    changes,
    ids,
    matched,
    nasty_world,
    page,
    put,
)
from tests.stores import filled, store

__all__ = ["filled", "store"]  # the fixtures


def test_an_empty_namespace_is_described_as_never_written(store: Store) -> None:
    assert ask(store, "describe") == Description(0, 0, 0, "", {})
    assert store.namespaces() == ()


def test_everything_of_an_unknown_namespace_is_empty(filled: Store) -> None:
    def everything(reader: Reader) -> list[object]:
        return [
            reader.get(["m1"]), reader.outlines(["m1"]), reader.cues(["word:a"]), reader.hits(["m1"], ["word:a"]),
            reader.match({"word:a": 1}, Where(), 9, 9), reader.postings(["m1"]), reader.carriers(["word:a"]),
            reader.neighbours(["m1"], [FOLLOWS, IN_PROJECT], "out", 9), reader.degrees(["m1"], [FOLLOWS]),
            reader.neighbours(["m1", "alpha"], [FOLLOWS, IN_PROJECT], "in", 9), reader.names(),
            reader.listed("Project"),
        ]  # fmt: skip

    assert not any(filled.read("nobody", everything))
    assert ask(filled, "page", Where(), "oldest", None, 9, namespace="nobody") == Page((), 0, None)
    assert ask(filled, "before", [("alpha", "9")], namespace="nobody") == (None,)
    assert filled.namespaces() == ("team", "z")


def test_apply_counts_what_it_made_and_removed(store: Store) -> None:
    made = put(store, WORLD)
    assert made == Counts(WORLD.counts, {})
    assert list(made.made) == sorted(made.made)
    rest = WORLD.without("m5", "m7")
    dropped = put(store, rest, WORLD)
    lost = {name: n - rest.counts.get(name, 0) for name, n in WORLD.counts.items()}
    assert dropped == Counts({}, {name: n for name, n in lost.items() if n})


def test_nodes_that_nothing_leads_to_are_removed_and_others_stay(store: Store) -> None:
    put(store, WORLD)
    counts = put(store, WORLD.without("m4", "m5"), WORLD)
    assert counts.removed["Cue"] == 1
    assert counts.removed["Project"] == 1
    assert "Document" not in counts.removed  # m1 is from b.md too
    assert ask(store, "cues", ["word:b", "tag:x", "word:all"]) == {"tag:x": 2, "word:all": 5}
    assert ask(store, "listed", "Project") == ("alpha",)
    assert ask(store, "listed", "Document") == ("a.md", "b.md", "c.md")
    assert [name.key for name in ask(store, "names")] == ["entity:atlas", "person:li", "person:zhang"]


def test_a_cue_that_moves_in_one_step_is_neither_made_nor_removed(store: Store) -> None:
    put(store, WORLD)
    moved = dict(WORLD.postings)
    moved["m6", "char:中"] = moved.pop(("m2", "char:中"))
    assert put(store, replace(WORLD, postings=moved), WORLD) == Counts({"HAS_CUE": 1}, {"HAS_CUE": 1})


def test_a_memory_put_again_keeps_its_edges_and_postings(store: Store) -> None:
    put(store, WORLD)
    newer = replace(WORLD.memories["m2"], content="neu", occurred_at=Moment(9 * DAY), project="beta", thread="beta")
    assert put(store, replace(WORLD, memories={**WORLD.memories, "m2": newer}), WORLD) == Counts({}, {})
    assert ask(store, "get", ["m2"])["m2"] == replace(newer, revision=2)
    assert ask(store, "postings", ["m2"]) == {"m2": {"char:中": 3, "word:a": 1, "word:all": 1}}
    assert ask(store, "degrees", ["m2"], ["RELATED_TO"]) == {"m2": 4}
    assert page(store, Where(), "newest", None, 1).ids == ("m2",)
    assert ids(store, thread="beta") == "m4 m5 m2"
    assert ids(store, thread="alpha") == "m1 m3 m8"


def test_revision_rises_once_a_write_and_stamps_what_it_touched(store: Store) -> None:
    put(store, WORLD)

    def work(writer: Writer) -> None:
        writer.apply(Changes(superseded=(("m1", 5),), fingerprint_delta=-3, language="rules 2"))
        writer.apply(Changes(superseded=(("m4", None),)))

    store.write(SPACE, work)
    found = ask(store, "describe")
    assert (found.revision, found.names_revision, found.language) == (2, 1, "rules 2")
    assert found.fingerprint == 2**128 - 2
    memories = ask(store, "get", ["m1", "m4", "m2"])
    assert [(m.superseded_at, m.revision) for m in memories.values()] == [(5, 2), (None, 2), (None, 1)]


def test_names_revision_is_that_of_the_last_change_of_names(store: Store) -> None:
    put(store, WORLD)
    store.write(SPACE, lambda w: w.apply(Changes(fingerprint_delta=1)))
    renamed = replace(LI, forms=(("name:李四", 3),))
    store.write(SPACE, lambda w: w.apply(Changes(put_names=(renamed,))))
    store.write(SPACE, lambda w: w.apply(Changes(fingerprint_delta=1)))
    found = ask(store, "describe")
    assert (found.revision, found.names_revision) == (4, 3)
    assert ask(store, "names") == (ATLAS, renamed, ZHANG)


def test_a_write_that_applies_nothing_changes_nothing(filled: Store) -> None:
    assert filled.write(SPACE, lambda writer: writer.describe().memories) == len(WORLD.memories)
    assert ask(filled, "describe").revision == 1
    filled.write("idle", lambda writer: None)
    assert filled.namespaces() == ("team", "z")


def test_an_error_out_of_work_undoes_all_of_it(filled: Store) -> None:
    def everything(reader: Reader) -> object:
        nodes = [*WORLD.memories, "alpha", "person:zhang"]
        return (
            reader.describe(), reader.get([*WORLD.memories]), reader.postings([*WORLD.memories]), reader.names(),
            reader.neighbours(nodes, [FOLLOWS, IN_PROJECT, AUTHORED_BY], "in", 99), reader.listed("Project"),
            reader.page(Where(), "oldest", None, 99), reader.page(Where(thread="alpha"), "oldest", None, 99),
        )  # fmt: skip

    def work(writer: Writer) -> None:
        writer.apply(changes(WORLD, WORLD.without("m1", "m5")))
        writer.apply(Changes(put_memories=(Memory("new", "x", thread="alpha"),), put_names=(replace(LI, folded="x"),)))
        assert writer.describe().memories == len(WORLD.memories) - 1
        raise ZeroDivisionError

    before = filled.read(SPACE, everything)
    with pytest.raises(ZeroDivisionError):
        filled.write(SPACE, work)
    assert filled.read(SPACE, everything) == before
    put(filled, WORLD.without("m1"), WORLD)


def test_a_writer_sees_its_own_writes(filled: Store) -> None:
    def work(writer: Writer) -> tuple[object, ...]:
        writer.apply(changes(WORLD, WORLD.without("m1")))
        new = Memory("m0", "x", occurred_at=Moment(0), thread="alpha", project="alpha")
        postings = (("m0", "word:a", 4), ("m0", "word:fresh", 1))
        writer.apply(Changes(put_memories=(new,), add_postings=postings, add_edges=(Edge(IN_PROJECT, "m0", "alpha"),)))
        return (
            [match.id for match in writer.match({"word:a": 1}, Where(), 2, 99)], writer.cues(["word:a", "word:fresh"]),
            writer.before([("alpha", WORLD.memories["m3"].order_key)]), writer.degrees(["alpha"], [IN_PROJECT]),
            writer.page(Where(thread="alpha"), "oldest", None, 1).ids, writer.describe().memories,
        )  # fmt: skip

    found = filled.write(SPACE, work)
    assert found == (["m0", "m3"], {"word:a": 4, "word:fresh": 1}, ("m0",), {"alpha": 4}, ("m0",), 8)


def test_memories_come_back_whole_and_in_the_order_asked(filled: Store) -> None:
    found = ask(filled, "get", ["m7", "no", "m1", "m7"])
    assert list(found.items()) == [(id, replace(WORLD.memories[id], revision=1)) for id in ("m7", "m1")]
    everything = ask(filled, "get", [*WORLD.memories])
    assert [replace(memory, revision=0) for memory in everything.values()] == [*WORLD.memories.values()]


def test_outlines_are_the_fields_that_ranking_looks_at(filled: Store) -> None:
    found = ask(filled, "outlines", ["m6", "no", "m2"])
    assert list(found) == ["m6", "m2"]
    for id, it in found.items():
        memory = WORLD.memories[id]
        assert it.grain == ("day" if memory.occurred_at else "")
        assert (it.id, it.order_time, it.author, it.project) == (id, memory.order_time, memory.author, memory.project)
        assert (it.kind, it.document, it.thread, it.asks) == (memory.kind, memory.document, memory.thread, memory.asks)
    assert found["m6"].order_time == NO_TIME
    assert found["m2"].asks == 300


def test_cues_count_their_memories(filled: Store) -> None:
    found = ask(filled, "cues", iter(["word:all", "tag:x", "no", "char:中", "tag:x"]))
    assert list(found.items()) == [("char:中", 1), ("tag:x", 3), ("word:all", 7)]


def test_hits_are_the_cues_asked_for_and_postings_all(filled: Store) -> None:
    hits = ask(filled, "hits", ["m5", "m8", "no", "m1"], ["word:a", "tag:x", "no"])
    assert hits == {"m5": {"tag:x": 2}, "m1": {"tag:x": 1, "word:a": 2}}
    assert [*hits] == ["m5", "m1"]
    postings = ask(filled, "postings", ["m8", "no", "m1"])
    assert postings == {"m8": {}, "m1": {"tag:x": 1, "word:a": 2, "word:all": 1}}
    assert [[*cues] for cues in postings.values()] == [[], ["tag:x", "word:a", "word:all"]]


def test_carriers_have_all_of_the_cues(filled: Store) -> None:
    for keys, expected in (
        (["word:all", "tag:x"], ("m1", "m5", "m7")),
        (["tag:x", "word:a", "tag:x"], ("m1", "m7")),
        (["char:中"], ("m2",)),
        (["word:all", "no"], ()),
        ([], ()),
    ):
        assert ask(filled, "carriers", keys) == expected


def test_namespaces_never_see_each_other(store: Store) -> None:
    put(store, WORLD, namespace="a")
    put(store, WORLD, namespace="b")
    put(store, WORLD.without("m1", "m2", "m3", "m8"), WORLD, namespace="b")
    assert store.namespaces() == ("a", "b")
    assert ask(store, "cues", ["word:a"], namespace="a") == {"word:a": 4}
    assert ask(store, "cues", ["word:a"], namespace="b") == {"word:a": 1}
    assert ask(store, "carriers", ["word:a"], namespace="b") == ("m7",)
    assert ask(store, "degrees", ["person:zhang"], [AUTHORED_BY], namespace="a") == {"person:zhang": 2}
    assert ask(store, "degrees", ["person:zhang"], [AUTHORED_BY], namespace="b") == {"person:zhang": 1}
    assert ask(store, "page", Where(), "oldest", None, 9, namespace="a").total == 8
    assert ask(store, "page", Where(), "oldest", None, 9, namespace="b").total == 4
    assert ask(store, "match", {"word:all": 1}, Where(), 99, 1, namespace="a")[0].id == "m5"
    assert ask(store, "listed", "Project", namespace="b") == ("beta",)


def test_what_comes_out_is_a_value(filled: Store) -> None:
    memory = ask(filled, "get", ["m1"])["m1"]
    with pytest.raises(FrozenInstanceError):
        memory.content = "x"
    questions = (("postings", ["m1"]), ("get", ["m1"]), ("cues", ["tag:x"]), ("describe",))
    before = [ask(filled, *question) for question in questions]
    spoiled = [ask(filled, *question) for question in questions]
    spoiled[0]["m1"].clear()
    spoiled[1].clear()
    spoiled[2].clear()
    assert [ask(filled, *question) for question in questions] == before


def test_any_text_is_kept_found_and_dropped_as_it_is(store: Store) -> None:
    world = nasty_world()
    put(store, world)
    every = [*world.memories]
    found = ask(store, "get", every)
    assert [replace(memory, revision=0) for memory in found.values()] == [*world.memories.values()]
    assert ask(store, "names") == tuple(sorted(world.names.values(), key=lambda name: name.key))
    assert ask(store, "listed", "Document") == tuple(
        sorted({e.target for e in world.edges.values() if e.type == FROM_DOCUMENT})
    )
    for n, text in enumerate(NASTY):
        key = f"word:{text}"
        assert ask(store, "cues", [key]) == {key: 1}
        assert matched(store, {key: 2}) == f"n{n}:{2 * (2**31 + n)}"
        for where in (
            Where(projects=(f"项目{text}",)), Where(documents=(f"文档{text}.md",)), Where(thread=f"线{text}"),
            Where(kinds=(text,)), Where(statuses=(text,), ids=(f"n{n}",)), Where(cues=(key,)),
        ):  # fmt: skip
            assert page(store, where).ids == (f"n{n}",), where
        assert ask(store, "degrees", [f"项目{text}"], [IN_PROJECT]) == {f"项目{text}": 1}
    edges = ask(store, "neighbours", every, [IN_PROJECT, FROM_DOCUMENT, MENTIONS], "out", 99)
    assert {edge.identity: edge for found in edges.values() for edge in found} == world.edges
    put(store, world.without("n0", "n3"), world)
    assert [*ask(store, "get", every)] == [id for id in every if id not in ("n0", "n3")]
