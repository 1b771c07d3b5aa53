"""A small world for the tests of the Neo4j store: memories with cues, names, places, threads and relations."""

from collections.abc import Iterator

from graphcue.model import (
    ENTITY,
    FOLLOWS,
    NAME_EDGES,
    PERSON,
    RELATIONS,
    SUPERSEDES,
    Contribution,
    Memory,
    Moment,
    Name,
    Place,
)
from graphcue.stores.contract import FROM_DOCUMENT, IN_PROJECT, Changes, Edge, NameNode

NAMES = (
    NameNode("person:zhang", PERSON, "张三", "张三", forms=(("name:张三", 2),)),
    NameNode("entity:atlas", ENTITY, "atlas", "Atlas", "Acme", "product", (("name:Atlas", 1),)),
)


def memory(i: int) -> Memory:
    """The i-th memory; every seventh has no time, and is in the thread of its document."""
    timed = i % 7 != 0
    project, document = f"project-{i % 5}", f"notes/{i // 50}.md"
    return Memory(
        id=f"m{i:05d}",
        content=f"第{i}条 memory number {i}",
        kind=("note", "decision", "action")[i % 3],
        status=("", "open")[i % 2],
        project=project,
        author="张三",
        occurred_at=Moment(1_700_000_000_000 + i // 2 * 60_000, 480, "minute") if timed else None,
        recorded_at=i,
        updated_at=i,
        thread=project if timed else document,
        document=document,
        position=i % 50,
        caption=f"第{i}条",
        contributions=(Contribution(Place(document, i, i + 1, i % 50), names=(Name("张三"),)),),
    )


def cue_keys(i: int) -> list[str]:
    """Rare and common ones: `word:all` is on every memory."""
    return sorted({"word:all", f"word:a{i % 3}", f"word:b{i % 40}", f"word:c{i // 4}", f"tag:t{i % 11}"})


def edges(i: int) -> Iterator[Edge]:
    """At least one of every type once there are a few dozen memories."""
    it = memory(i)
    yield Edge(IN_PROJECT, it.id, it.project)
    yield Edge(FROM_DOCUMENT, it.id, it.document, place=Place(it.document, i, i + 1, it.position))
    yield Edge(NAME_EDGES[i % len(NAME_EDGES)], it.id, NAMES[i % 2].key, "declared")
    if i >= 5:
        yield Edge(FOLLOWS, it.id, f"m{i - 5:05d}")
    if i >= 9 and i % 4 == 0:
        yield Edge(RELATIONS[i // 4 % len(RELATIONS)], it.id, f"m{i - 9:05d}", "link")


def world(start: int, stop: int) -> Changes:
    """All there is about the memories from `start` up to `stop`; the names come with the first."""
    span = range(start, stop)
    linked = [edge for i in span for edge in edges(i)]
    return Changes(
        put_memories=tuple(memory(i) for i in span),
        put_names=NAMES if start == 0 else (),
        add_postings=tuple((f"m{i:05d}", key, i % 9 + 1) for i in span for key in cue_keys(i)),
        add_edges=tuple(linked),
        superseded=tuple((edge.target, 1_700_000_500_000) for edge in linked if edge.type == SUPERSEDES),
        fingerprint_delta=sum(i**9 for i in span),
        language="1",
    )


def without(i: int, last: int) -> Changes:
    """What takes one memory out of a world of `last` memories, everything that leads to or from it included."""
    id = f"m{i:05d}"
    linked = [edge for j in range(last) for edge in edges(j) if id in (edge.source, edge.target)]
    return Changes(
        drop_edges=tuple(linked),
        drop_postings=tuple((id, key) for key in cue_keys(i)),
        drop_memories=(id,),
        fingerprint_delta=-(i**9),
    )
