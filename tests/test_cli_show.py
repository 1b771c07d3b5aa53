"""What people see of a memory's edges and of a timeline's states: names and rules, not bare ids."""

import io

from graphcue.cli_screen import Screen
from graphcue.cli_show_asked import show_states
from graphcue.cli_show_listing import show_memory
from graphcue.graph import MemoryGraph


def test_each_edge_of_a_memory_tells_what_it_rests_on(memory: MemoryGraph) -> None:
    memory.remember("old", id="a", kind="decision", author="Ana Lima", occurred_at="2025-01-01")
    memory.remember("new", id="b", kind="decision", occurred_at="2025-01-02", supersedes=["a"])
    memory.relate("a", "caused_by", "b")
    edges = memory.relations("a")
    out = io.StringIO()
    called = memory.called(edge.target for edge in edges) | {"b": "new"}
    show_memory(Screen(out), memory.get("a"), edges, called)
    lines = out.getvalue().splitlines()
    assert "author         Ana Lima  by author" in lines
    assert "caused by      b  new  by relate" in lines
    assert "superseded by  b  new  by declared" in lines


def test_a_replay_tells_what_its_memories_say(memory: MemoryGraph) -> None:
    memory.remember("采用 REST", id="a", kind="decision", project="p", occurred_at="2025-01-01")
    memory.remember("写对照表", id="b", kind="action", status="open", project="p", occurred_at="2025-01-02")
    out = io.StringIO()
    show_states(Screen(out), memory.replay("p"), memory.find(["a", "b"]))
    assert out.getvalue().splitlines() == [
        "2025-01-01  采用 REST  a",
        "  in force 采用 REST  a",
        "2025-01-02  写对照表  b",
        "  in force 采用 REST  a",
        "  open     写对照表  b",
    ]
