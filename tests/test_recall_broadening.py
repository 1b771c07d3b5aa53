"""Beyond the question's own words, on every store: aliases, synonyms, beginnings; and why an answer is empty."""

import pytest

from graphcue.graph import Answer, MemoryGraph
from tests.conftest import Graph


def ids(answer: Answer) -> list[str]:
    return [one.memory.id for one in answer.results]


def steps(answer: Answer) -> dict[str, str]:
    return {one.term: one.step for one in answer.broadened}


@pytest.fixture
def world(graph: Graph) -> MemoryGraph:
    memory = graph()
    memory.remember("采用 GraphQL 替代 REST 接口", id="graphql", kind="decision", author="李四")
    memory.remember("网关的接口限流改为每秒二百次", id="limit", occurred_at="2026-01-02")
    memory.remember("The vendor_kaihong kernel builds with Kubernetes", id="kernel", occurred_at="2026-01-03")
    memory.remember("食堂周三吃什么", id="lunch")
    return memory


# aliases


def test_a_question_by_an_alias_finds_what_goes_by_the_name(world: MemoryGraph) -> None:
    assert "graphql" not in ids(world.recall("GQL 的决定", min_score=0.1))
    world.add_alias("GQL", "GraphQL", kind="entity")
    world.add_alias("API", "接口", kind="entity")
    answer = world.recall("GQL 的进展")
    assert ids(answer)[0] == "graphql"
    assert "gql" not in " ".join(answer.unmatched).lower()
    assert steps(answer)["gql"] == "alias"
    assert set(ids(world.recall("API", min_score=0.5))) == {"graphql", "limit"}
    assert ids(world.recall("GQL", match="all")) == ["graphql"]
    world.remove_alias("GQL")
    assert "graphql" not in ids(world.recall("GQL 的决定", min_score=0.1))


def test_an_alias_works_both_ways_and_in_several_words(world: MemoryGraph) -> None:
    world.add_alias("K8S", "Kubernetes", kind="entity")
    world.add_alias("冰河", "vendor kaihong kernel", kind="project")
    world.remember("k8s 集群扩容到六台", id="cluster")
    assert set(ids(world.recall("Kubernetes", min_score=0.9))) == {"kernel", "cluster"}
    assert set(ids(world.recall("k8s", min_score=0.9))) == {"kernel", "cluster"}
    assert ids(world.recall("冰河"))[0] == "kernel"


def test_people_are_found_by_each_of_their_names(world: MemoryGraph) -> None:
    world.remember("阮青批准了扩容", id="approved", people=["阮青"])
    world.add_alias("Ruan Qing", "阮青", kind="person")
    assert "approved" in ids(world.recall("what did Ruan Qing approve"))


# broadening


def test_a_word_that_no_memory_has_may_be_a_beginning(world: MemoryGraph) -> None:
    answer = world.recall("kubern")
    assert ids(answer)[0] == "kernel"
    assert steps(answer) == {"kubern": "prefix"}
    assert steps(world.recall("kubernetes")) == {}
    assert world.recall("kubern", preset="exact").results == ()
    assert world.recall("ku").results == ()


def test_enough_is_not_broadened(graph: Graph) -> None:
    memory = graph(min_top_k=2, akin_weight=0)
    for n in range(3):
        memory.remember(f"Kubernetes upgrade {n}", id=f"u{n}")
    memory.remember("Kubelet restarts", id="kubelet")
    assert steps(memory.recall("upgrade kube")) == {}
    assert steps(memory.recall("kube")) == {"kube": "prefix"}


def test_a_synonym_that_stands_in_is_told(graph: Graph) -> None:
    memory = graph()
    memory.remember("缓存击穿", id="a")
    answer = memory.recall("cache")
    assert ids(answer) == ["a"]
    assert steps(answer) == {"cache": "synonym"}


# nothing found


def test_nothing_found_says_what_was_near(world: MemoryGraph) -> None:
    answer = world.recall("graphqql", min_score=0.1, preset="exact")
    assert answer.reason == "cues_unknown"
    assert answer.because is not None and dict(answer.because.nearest)["graphqql"][0] == "graphql"


def test_nothing_found_says_how_many_each_filter_left_out(world: MemoryGraph) -> None:
    world.remember("接口改为 gRPC", id="grpc", supersedes="limit", occurred_at="2026-01-04", project="网关")
    for asked, expected in (
        ({"project": "查无"}, {"project": 3, "superseded": 1}),
        ({"kinds": ["action"]}, {"kind": 3, "superseded": 1}),
        ({"until": "2020"}, {"date": 3, "superseded": 1}),
        ({"known_at": "2020"}, {"known_at": 3, "superseded": 1}),
        ({"related_to": "李四", "project": "网关", "include_superseded": True}, {"project": 2, "related_to": 2}),
    ):
        answer = world.recall("接口", **asked)  # type: ignore[arg-type]
        assert (answer.results, answer.reason) == ((), "filtered_out")
        assert answer.because is not None and answer.because.fitting == 3
        assert dict(answer.because.filtered) == expected


def test_nothing_found_here_may_be_found_elsewhere(graph: Graph) -> None:
    here, there = graph(), graph("其他")
    here.remember("食堂周三吃什么")
    there.remember("缓存击穿怎么处理", id="a")
    there.remember("缓存预热", id="b")
    assert here.recall("缓存").reason == "cues_unknown"
    answer = here.recall("缓存", elsewhere=["其他", "default", "未写过"])
    assert answer.reason == "elsewhere"
    assert answer.because is not None and answer.because.elsewhere == (("其他", 2),)
    assert here.recall("火星", elsewhere=["其他"]).reason == "cues_unknown"
    assert graph("空").settings == here.settings


def test_what_was_hidden_is_named_with_what_supersedes_it(graph: Graph) -> None:
    memory = graph()
    memory.remember("账本用 MySQL", id="a", occurred_at="2025-01-01")
    memory.remember("账本改用 PostgreSQL", id="b", supersedes="a", occurred_at="2025-02-01")
    memory.remember("账本改用 SQLite", id="c", supersedes="b", occurred_at="2025-03-01")
    answer = memory.recall("账本")
    assert (ids(answer), answer.hidden) == (["c"], 2)
    assert dict(answer.superseded) == {"a": ("b",), "b": ("c",)}
    assert memory.recall("账本", include_superseded=True).superseded == ()
