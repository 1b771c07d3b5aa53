"""What superseded what, asked by words instead of an id: the answer is what did it, not what it was done to."""

import pytest

from tests.conftest import Graph


def told(graph: Graph) -> dict[str, str]:
    """Question → the ids of its answer."""
    with graph() as kept:
        kept.remember("Caching: keep pages in Redis", id="old", kind="decision", occurred_at="2025-01-01")
        kept.remember("We drop Redis", id="new", kind="decision", occurred_at="2025-02-01", supersedes=["old"])
        kept.remember("Caching of images", id="other", kind="decision", occurred_at="2025-03-01", people=["Ana Lima"])
        asked = ("what superseded the caching decision", "superseded decisions about caching")
        return {question: " ".join(item.memory.id for item in kept.ask(question).items) for question in asked}


def test_what_superseded_something_is_what_took_its_place(graph: Graph) -> None:
    found = told(graph)
    assert found["what superseded the caching decision"] == "new"
    assert found["superseded decisions about caching"] == "old"


def test_words_that_nothing_superseded_are_recalled(graph: Graph) -> None:
    with graph() as kept:
        kept.remember("Caching of images", id="other", kind="decision", occurred_at="2025-03-01")
        asked = kept.ask("what superseded the caching decision")
        assert not asked.complete and asked.recalled is not None


@pytest.mark.parametrize("status", ["concluded", ""])
def test_what_somebody_approved_is_told_by_the_edge_whatever_its_status(graph: Graph, status: str) -> None:
    with graph() as kept:
        approver = {"name": "Ana Lima", "role": "approver"}
        kept.remember("Keys for refunds", id="a", kind="decision", status=status, people=[approver])
        kept.remember("Keys for orders", id="b", kind="decision", status=status, author="Ana Lima")
        asked = kept.ask("what did Ana Lima approve")
        assert [item.memory.id for item in asked.items] == ["a"] and asked.complete
