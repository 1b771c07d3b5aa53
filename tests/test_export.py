"""Exports: the same lines from every store, taken in whole or not at all."""

import json
import random
import string
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from graphcue.errors import BrokenExport, Conflict, GraphcueError, NewerExport, StoreError, UnknownNamespace
from graphcue.graph import MemoryGraph
from graphcue.ingestion import ingest
from graphcue.model import DECIDED_BY, Contribution, Memory, Moment, Name, Place, Record
from graphcue.stores.contract import Changes, Store
from graphcue.stores.memory import MemoryStore
from graphcue.stores.sqlite import SqliteStore
from graphcue.stores.sqlite_write import SqliteWriter
from graphcue.writing.changes import memory_digest
from graphcue.writing.lines import Header, check_of, end_line
from graphcue.writing.merging import complete
from tests.conftest import Graph, graph_on
from tests.graph_checks import check_graph
from tests.stores import FACTORIES

SAMPLE = Path(__file__).parents[1] / "graphcue" / "sample"
SPACE = "栖页"
HOSTILE = (
    "\u2028\u2029\x85\x0b\x0c one line, for all that",
    'a "quoted" \\ back\\slash \\u0000 \x01\x02\x1a\x7f',
    "tab\tnew\nline\r\nreturn\rend",
    "𠮷野 🎉 \ufdd0 \U0010ffff \u200b\u202e",
    '{"memory":"x"}\n{"end":3}',
    "' OR 1=1; DROP TABLE memory; -- $name `x`",
)


def sample(graph: MemoryGraph) -> MemoryGraph:
    """The sample with something of every kind: relations, aliases, tombstones of each kind."""
    assert ingest(graph, [SAMPLE], root=SAMPLE).made > 30
    ids = [memory.id for memory in graph.stored().memories]
    graph.relate(ids[0], "related_to", ids[5])
    graph.relate(ids[7], "supersedes", ids[2])
    graph.add_alias("老林", "林若川", kind="person")
    graph.add_alias("cache", "缓存", kind="entity")
    graph.forget(ids[9])
    graph.forget_document(graph.listed("Document")[3])
    graph.forget_person("苏禾")
    return graph


def hostile(graph: MemoryGraph) -> MemoryGraph:
    """Texts that are not what they look like, in every field."""
    for number, text in enumerate(HOSTILE):
        graph.remember(
            text, id=f"h{number}", project=text[:20], author=text[:9], cues=[text], tags=[text], titles=[text]
        )
        place = Place(text.replace("\n", " "), number, number, number)
        graph.remember_all(
            [Record(f"{text} {number}", place=place, metadata={text: text}, names=(Name(text, DECIDED_BY),))]
        )
    graph.relate("h0", "caused_by", "h1")
    graph.add_alias(HOSTILE[0], HOSTILE[1], kind="entity")
    graph.forget("h2")
    return graph


def scattered(seed: int) -> Callable[[MemoryGraph], MemoryGraph]:
    """A random corpus, with some of it deleted, forgotten, revived."""

    def made(graph: MemoryGraph) -> MemoryGraph:
        dice = random.Random(seed)
        people = ("张三", "李四", "Zhang San", "张三丰")
        for number in range(40):
            text = "".join(dice.choices("缓存订单回滚张三李四" + string.ascii_letters + " \n🎉", k=dice.randint(1, 60)))
            graph.remember_all(
                [
                    Record(
                        text + "。",
                        id=dice.choice(("", f"r{number}")),
                        author=dice.choice(("", *people)),
                        occurred_at=dice.choice((None, Moment(dice.randint(-(10**12), 2 * 10**12), 480, "minute"))),
                        names=tuple(Name(dice.choice(people), organisation=dice.choice(("", "甲"))) for _ in range(2)),
                        place=dice.choice((None, Place(f"d{dice.randint(0, 4)}.md", 1, 2, dice.randint(0, 3)))),
                    )
                ]
            )
        ids = [memory.id for memory in graph.stored().memories]
        for id in dice.sample(ids, 6):
            graph.delete(id) if dice.random() < 0.5 else graph.forget(id)
        graph.add_alias("老张", "张三", kind="person")
        graph.forget_person("李四")
        return graph

    return made


WORLDS: dict[str, Callable[[MemoryGraph], MemoryGraph]] = {
    "sample": sample,
    "hostile": hostile,
    "random 1": scattered(1),
    "random 2": scattered(2),
    "nothing": lambda graph: graph,
}


@pytest.fixture
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, Store]]:
    """A store of each kind."""
    with ExitStack() as closing:
        found = {name: make(request, tmp_path) for name, make in sorted(FACTORIES.items())}
        for store in found.values():
            closing.callback(store.close)
        yield found


@pytest.mark.parametrize("world", sorted(WORLDS))
def test_export_import_export_is_the_same_between_any_two_stores(stores: dict[str, Store], world: str) -> None:
    """All nine pairs. The name of the namespace is part of the header only."""
    first: list[str] | None = None
    for name, store in stores.items():
        source = graph_on(store, "default")
        source._chance = bytes
        lines = list(WORLDS[world](source).export())
        first = first or lines
        assert lines == first, name
        for other, target_store in stores.items():
            target = graph_on(target_store, f"{name} {other}")
            came = target.import_(lines, None)
            assert came.equal
            if world == "nothing":
                continue
            assert list(target.export())[1:-1] == lines[1:-1]
            assert target.describe().counts == source.describe().counts
            if name == "memory":
                assert check_graph(target).told() == check_graph(source).told()
    assert first and (world == "nothing" or len(first) > 8)


def test_the_lines_are_sorted_and_say_what_they_are(memory: MemoryGraph) -> None:
    first, *lines, last = sample(memory).export()
    header = json.loads(first)
    order = ["tombstone", "alias", "memory", "relation"]
    kinds = [next(kind for kind in order if kind in json.loads(one)) for one in lines]
    assert {kind: kinds.count(kind) for kind in order} == header["counts"]
    assert kinds == sorted(kinds, key=order.index) and len(set(kinds)) == 4
    assert header["fingerprint"] == f"{memory.describe().fingerprint:032x}" == f"{memory.check_fingerprint():032x}"
    assert json.loads(last)["end"] == len(lines) + 1
    assert first.startswith('{"graphcue":1,')


def test_an_unknown_namespace_is_no_empty_export(graph: Graph) -> None:
    with pytest.raises(UnknownNamespace):
        graph("nie").export()


def test_a_store_that_is_not_what_it_says_is_not_exported(kept: Store, graph: Graph) -> None:
    memory = graph()
    memory.remember("端口 8431")
    kept.write("default", lambda writer: writer.apply(Changes(fingerprint_delta=1)))
    for call in (memory.export, memory.check_fingerprint):
        with pytest.raises(StoreError, match="run graphcue doctor"):
            call()


def test_an_import_that_was_broken_off_is_gone_on_with(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphcue.graph_importing.BATCH", 6)
    source = sample(graph_on(MemoryStore()))
    lines = list(source.export())
    target = graph()
    steps: list[int] = []

    def stop(done: int, total: int) -> None:
        steps.append(done)
        if len(steps) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        target.import_(lines, stop)
    half = target.describe().memories
    assert 0 < half < source.describe().memories
    check_graph(target)
    done = target.import_(lines)
    assert done.equal and done.unchanged == half
    assert check_graph(target).told() == check_graph(source).told()
    revision = target.describe().revision
    again = target.import_(f"{line}\n" for line in lines)
    assert (again.made, again.changed, again.relations, again.aliases, again.tombstones) == (0, 0, 0, 0, 0)
    assert again.equal and target.describe().revision == revision


def altered(lines: list[str], number: int, old: str, new: str) -> list[str]:
    assert old in lines[number - 1]
    return [*lines[: number - 1], lines[number - 1].replace(old, new, 1), *lines[number:]]


def resealed(lines: list[str]) -> list[str]:
    """The lines under an end and a header that fit them: what only somebody with intent would make."""
    body = lines[1:-1]
    told = json.loads(lines[0])
    kinds = [next(iter([k for k in told["counts"] if f'"{k}":' in one]), "memory") for one in body]
    from graphcue.writing.identity import MODULUS, line_digest

    counts = {kind: kinds.count(kind) for kind in told["counts"]}
    total = sum(map(line_digest, body)) % MODULUS
    first = Header(told["namespace"], told["language"], total, counts, told["tombstone_key"]).line()
    return [first, *body, end_line(len(body) + 1, "".join(map(check_of, (first, *body))))]


def test_what_was_cut_off_or_altered_is_refused_with_its_line(memory: MemoryGraph) -> None:
    lines = list(sample(graph_on(MemoryStore())).export())
    number = next(n for n, line in enumerate(lines, 1) if '"content":' in line)
    cases: list[tuple[list[str], str]] = [
        ([], "line 1 of the export is missing: it is empty"),
        ([""], "line 1 .* is not JSON"),
        (["[]"], "line 1 .* is not a JSON object"),
        (["{}"], "line 1 .* is not the header"),
        (lines[:-1], f"line {len(lines)} .* is missing: it was cut off after {len(lines) - 1} of {len(lines)} lines"),
        ([*lines[:20], lines[20][:40]], "line 21 .* is not JSON: it was cut off"),
        (altered(lines, number + 3, '"content":"', '"content":"x'), f"line {number + 3} .* is not what was written"),
        ([f"{line}\r\n" for line in lines], "line 1 .* altered"),
        ([*lines[:19], *lines[20:]], "line 20 .* is not what was written"),
        ([*lines[:19], lines[20], lines[19], *lines[21:]], "line 21 .* out of order"),
        ([*lines, "{}"], f"line {len(lines) + 1} .* stands after its end"),
        (altered(lines, 1, '"memory":', '"memory":1'), "line 1 .* is not what was written|counts other"),
        (altered(lines, 1, '"graphcue":1', '"graphcue":"1"'), "line 1 .* is not the header"),
        (altered(lines, number, '"content":', '"Content":'), f"line {number} .* lacks a field, or has one too many"),
    ]
    before = check_graph(memory)
    for broken, says in cases:
        with pytest.raises(BrokenExport, match=says) as caught:
            memory.import_(broken)
        assert isinstance(caught.value.fields["line"], int)
    with pytest.raises(NewerExport, match="has form 2, this graphcue reads up to 1: upgrade"):
        memory.import_(altered(lines, 1, '"graphcue":1', '"graphcue":2'))
    assert check_graph(memory) == before
    assert memory.import_(lines).equal  # the control


def test_what_could_not_have_been_written_is_refused_even_if_all_sums_fit(memory: MemoryGraph) -> None:
    lines = list(hostile(graph_on(MemoryStore())).export())
    number = next(n for n, line in enumerate(lines, 1) if '"memory":"h0"' in line)
    assert memory.import_(resealed(lines)).equal  # the control
    fresh = graph_on(MemoryStore())
    long = "x" * 600
    for old, new in (
        ('"memory":"h0"', '"memory":"h0\\u0000"'),
        ('"memory":"h0"', '"memory":7'),
        ('"memory":"h0"', f'"memory":"{long}"'),
        ('"content":"', '"content":"\\ud800'),
        ('"author":"', f'"author":"{long}'),
        ('"occurred_at":null', '"occurred_at":[1,2]'),
        ('"occurred_at":null', '"occurred_at":[99999999999999999999,0,"day"]'),
        ('"contributions":[', '"contributions":[{"links":[["KNOWS","h1","declared"]]},'),
        ('"contributions":[', '"contributions":[{"unknown":1},'),
        ('"contributions":[', '"contributions":[{"recorded_at":-5},'),
        ('"contributions":[', '"contributions":[{"names":[["a","KNOWS","Person","",""]]},'),
        ('"contributions":[', '"contributions":[{"place":["a.md",-1,0,0]},'),
    ):
        with pytest.raises(BrokenExport, match=f"line {number} "):
            fresh.import_(resealed(altered(lines, number, old, new)))
    relation = next(n for n, line in enumerate(lines, 1) if line.startswith('{"relation":'))
    for old, new in (("CAUSED_BY", "OWNS"), ('"h1"', '"h9"'), ('"h1"', '"h0"')):
        with pytest.raises(BrokenExport, match=f"line {relation} "):
            fresh.import_(resealed(altered(lines, relation, old, new)))
    for line in (
        '{"tombstone":"memory:xyz"}',
        '{"alias":["person","a","a"]}',
        '{"alias":["pet","a","b"]}',
        '{"what":1}',
    ):
        with pytest.raises(BrokenExport, match="line 2 "):
            fresh.import_(resealed([lines[0], line, *lines[2:]]))
    assert not fresh.written()


def test_two_namespaces_unite_as_if_all_had_been_told_to_one(graph: Graph) -> None:
    one, other = graph_on(MemoryStore()), graph()
    for target, tags in ((one, ("a",)), (other, ("b",))):
        target.remember("同一件事", project="甲", tags=tags)
        target.remember(f"只在{tags[0]}", project="甲")
    came = other.import_(one.export())
    assert (came.made, came.changed, came.unchanged, came.equal) == (1, 1, 0, False)
    same = graph_on(MemoryStore())
    same.import_(other.export())
    assert check_graph(same).told() == check_graph(other).told()
    assert sorted(memory.tags for memory in other.stored().memories) == [(), (), ("a", "b")]


def test_an_id_of_the_callers_own_takes_the_exports_version(graph: Graph) -> None:
    one, other = graph_on(MemoryStore()), graph()
    one.remember("端口 8432", id="port")
    other.remember("端口 8431", id="port")
    other.remember("x", key="k")
    assert other.import_(one.export()).changed == 1
    assert other.get("port").content == "端口 8432"


def test_tombstones_win_on_either_side(graph: Graph) -> None:
    one, here = graph_on(MemoryStore()), graph()
    for target in (one, here):
        target.remember("留下", id="stays", author="莫岚")
        target.remember("机密", id="goes", author="邬绮")
        target.add_alias("邬工", "邬绮", kind="person")
    plain = list(one.export())
    one.forget("goes")
    one.forget_person("邬绮")
    came = here.import_(one.export())
    assert came.tombstones == 3 and came.equal
    assert check_graph(here).told() == check_graph(one).told()
    back = here.import_(plain)
    assert (back.made, back.unchanged, back.forgotten) == (0, 1, 2)
    assert check_graph(here).told() == check_graph(one).told()


def test_tombstones_under_two_keys_do_not_mix(graph: Graph) -> None:
    one, here = graph_on(MemoryStore()), graph()
    for target in (one, here):
        target.remember("机密", id="goes")
        target.forget("goes")
    before = check_graph(here)
    with pytest.raises(Conflict, match="different keys"):
        here.import_(one.export())
    assert check_graph(here) == before
    here.revive("goes")
    assert here.import_(one.export()).equal


def test_aliases_that_would_lead_in_a_circle_are_refused(graph: Graph) -> None:
    one, here = graph_on(MemoryStore()), graph()
    one.add_alias("a", "b", kind="entity")
    here.add_alias("b", "a", kind="entity")
    with pytest.raises(Conflict, match="circle"):
        here.import_(one.export())


def test_an_idempotency_key_that_was_used_for_something_else_is_refused(graph: Graph) -> None:
    one, here = graph_on(MemoryStore()), graph()
    one.remember("端口 8431", key="k")
    here.remember("端口 8432", key="k")
    with pytest.raises(Conflict, match="idempotency key 'k'"):
        here.import_(one.export())


def test_random_alterations_are_never_taken_in(memory: MemoryGraph) -> None:
    """One character of a random line is another: whatever it is, it is refused, or the line says the same."""
    lines = list(hostile(graph_on(MemoryStore())).export())
    dice = random.Random(5)
    for _ in range(150):
        number = dice.randrange(len(lines))
        at = dice.randrange(len(lines[number]))
        other = chr(dice.choice((32, 48, 49, 65, 92, 34, 0x7F16)))
        line = lines[number][:at] + other + lines[number][at + 1 :]
        if line != lines[number]:
            with pytest.raises(GraphcueError):
                memory.import_([*lines[:number], line, *lines[number + 1 :]])
    assert not memory.written()


def test_a_large_namespace_never_stands_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times the memories need no more room: lines come and go page by page, through files."""
    monkeypatch.setattr("graphcue.graph_exporting.PAGE", 10)
    monkeypatch.setattr("graphcue.graph_importing.BATCH", 10)
    peaks = []
    for size in (40, 120):
        store = SqliteStore(str(tmp_path / f"{size}.db"))
        told = (Contribution(recorded_at=1),)
        found = tuple(complete(Memory(f"m{n}", f"{n} {'占位 ' * 5_000}", contributions=told)) for n in range(size))
        changes = Changes(put_memories=found, fingerprint_delta=sum(map(memory_digest, found)))
        store.write("default", partial(SqliteWriter.apply, changes=changes))
        del found, changes
        with graph_on(store) as graph, graph_on(MemoryStore()) as nobody:
            tracemalloc.start()
            header = nobody.verify_export(graph.export())
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            assert header.counts["memory"] == size
    assert peaks[1] < 1.3 * peaks[0]
