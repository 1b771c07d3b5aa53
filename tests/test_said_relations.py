"""Tests of graphcue.language.said_relations."""

import pytest

from graphcue.graph import MemoryGraph
from graphcue.language.said_relations import said_relations
from tests.conftest import Graph

SUPERSEDES, BY = "SUPERSEDES", "SUPERSEDED_BY"


@pytest.mark.parametrize(
    ("line", "links"),
    [
        ("* Supersedes ADR 3", [(SUPERSEDES, "ADR 3")]),
        ("This ADR replaces 0003.", [(SUPERSEDES, "ADR 3")]),
        ("Superseded by [7. Use Kafka](0007-use-kafka.md)", [(BY, "7. Use Kafka"), (BY, "0007-use-kafka")]),
        ("- Status: superseded by [ADR-0009](0009-graphql.md)", [(BY, "ADR 9")]),
        ("**Status**: Superseded by ADR-7 and ADR-8", [(BY, "ADR 7"), (BY, "ADR 8")]),
        ("Accepted, superseded by KIP-12", [(BY, "KIP 12")]),
        ("Replaced by [[新的缓存方案]]", [(BY, "新的缓存方案")]),
        ("- 状态：已被 ADR-0012 取代", [(BY, "ADR 12")]),
        ("由 ADR-12 取代", [(BY, "ADR 12")]),
        ("本决策取代ADR-5", [(SUPERSEDES, "ADR 5")]),
        ("Depends on DEP 9", [("DEPENDS_ON", "DEP 9")]),
        ("Amends ADR-0008", [("RELATED_TO", "ADR 8")]),
        ("We replaced Redis by Kafka in ADR-7", []),
        ("ADR-5 was superseded by ADR-7 last year", []),
        ("Requires Python 3.8", []),
        ("由张三取代李四", []),
        ("Supersedes: ADR-5", []),  # a field, read as such
    ],
)
def test_a_line_says_what_it_supersedes(line: str, links: list[tuple[str, str]]) -> None:
    assert [(link.type, link.target) for link in said_relations(line, "ADR")] == links


def test_a_bare_number_counts_only_in_a_series() -> None:
    assert said_relations("Superseded by 9") == ()


def test_a_chain_of_records_is_made_of_what_their_status_says(graph: Graph) -> None:
    memory: MemoryGraph = graph()
    memory.remember(
        "# 3. Use a queue\n\nDate: 2021-02-11\n\n## Status\n\nSuperseded by [7. Use a log](0007-use-a-log.md)\n\n"
        "## Decision\n\nWe use a queue.\n",
        id="a",
    )
    memory.remember(
        "# 7. Use a log\n\nDate: 2022-06-01\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a log.\n", id="b"
    )
    memory.remember(
        "# 9. Use two logs\n\nDate: 2023-06-01\n\n## Status\n\nAccepted\n\nSupersedes ADR 7\n\n## Decision\n\nTwo.\n",
        id="c",
    )
    assert memory.chain("a").ids == ("a", "b", "c")
    assert [item.memory.id for item in memory.ask("which ADRs are superseded?").items] == ["a", "b"]
    assert [item.memory.id for item in memory.ask("what superseded ADR-3?").items] == ["b"]
    assert [item.memory.id for item in memory.ask("ADR 9 取代了哪个 ADR").items] == ["b"]
