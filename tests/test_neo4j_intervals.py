"""Tests of `graphcue.stores.neo4j_intervals`: what a cue's node carries beside its key."""

import pytest

from graphcue.graph import MemoryGraph
from graphcue.language.amount_cues import amount_cues
from graphcue.stores.neo4j import Neo4jStore
from graphcue.stores.neo4j_intervals import interval_of


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("预算 51,000.5 元", {"unit": "CNY", "low": 51000.5, "high": 51000.5}),
        ("报销100元以上", {"unit": "CNY", "low": 100.0}),
        ("少于500元", {"unit": "CNY", "high": 499.999}),
        ("50~80.25块", {"unit": "CNY", "low": 50.0, "high": 80.25}),
    ],
)
def test_an_amount_is_unit_and_ends(text: str, wanted: dict[str, object]) -> None:
    ((key, _),) = amount_cues(text)
    assert interval_of(key) == wanted


def test_a_time_is_start_and_end_and_no_other_cue_is_any() -> None:
    key = "time:2025-12-31T00:00/2026-01-01T00:00"
    assert interval_of(key) == {"start": "2025-12-31T00:00", "end": "2026-01-01T00:00"}
    assert interval_of("word:amount:CNY:05:1") == interval_of("amount:") == interval_of("tag:time") == {}
    assert interval_of("amount:x:y") == {"unit": "x"}


def test_the_nodes_of_a_server_carry_them(neo4j_url: str, neo4j_driver: object) -> None:
    with MemoryGraph(Neo4jStore(neo4j_url), "intervals") as memory:
        memory.remember("预算5万元，2025年12月31日到账", id="a")
    query = "MATCH (c:Cue {namespace: 'intervals'}) WHERE c.type IN ['amount', 'time'] RETURN c.unit, c.low, c.start ORDER BY c.key"
    rows = neo4j_driver.execute_query(query).records  # type: ignore[attr-defined]  # the driver is imported lazily
    assert [tuple(row) for row in rows] == [("CNY", 50000.0, None), (None, None, "2025-12-31T00:00")]
