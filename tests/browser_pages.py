"""A memory full of text that looks like code, for the tests of pages."""

from graphcue.graph import MemoryGraph

HOSTILE_TEXT = "</script><script>window.broken=1</script><img src=x onerror=window.broken=2>{{data}}<!--"


def hostile(graph: MemoryGraph) -> None:
    """Text that looks like a script in every field that a page shows."""
    graph.remember(
        f"{HOSTILE_TEXT}\n\nsecond line {HOSTILE_TEXT}",
        id="one",
        project=HOSTILE_TEXT,
        author=HOSTILE_TEXT,
        kind="decision",
        status=HOSTILE_TEXT,
        occurred_at="2025-01-01",
    )
    graph.remember(
        f"newer {HOSTILE_TEXT}",
        id="<b>two</b>",
        project=HOSTILE_TEXT,
        people=[HOSTILE_TEXT],
        occurred_at="2025-01-02",
        supersedes=["one"],
    )
