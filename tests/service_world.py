"""A small world in the services that tests call: two tenants whose ids, names and cues collide."""

from typing import Any

from tests.service_process import Client

OURS, THEIRS = "甲", "乙"
SECRETS = {OURS: "梅姨", THEIRS: "兰姨"}
"""A word that stands in one tenant's memories alone."""

NAMES = ("小舟", "家")


def memories(space: str) -> list[dict[str, Any]]:
    """The memories of a tenant: the same ids, names and cues, other content."""
    word = SECRETS[space]
    return [
        {
            "id": "m1",
            "content": f"小舟的母亲是{word}",
            "project": "家",
            "cues": ["母亲"],
            "tags": ["亲戚"],
            "kind": "decision",
            "author": "小舟",
            "occurred_at": "2026-01-02",
        },
        {
            "id": "m2",
            "content": f"因为{word}病了，小舟改了行程",
            "project": "家",
            "author": "小舟",
            "kind": "decision",
            "occurred_at": "2026-01-03",
            "caused_by": ["m1"],
            "supersedes": ["m1"],
        },
        {"id": "m3", "content": f"买药给{word}", "project": "家", "kind": "action", "status": "open",
         "people": [{"name": "小舟", "role": "assignee"}]},
    ]  # fmt: skip


def fill(client: Client, space: str, further: bool = True) -> None:
    """Nothing; the tenant has its memories, and one that only it has."""
    rows = memories(space)
    if further:
        rows.append({"id": f"only-{space}", "content": f"只有{SECRETS[space]}知道", "entities": [f"秘方{space}"]})
    assert client.post("/memories", {"memories": rows}).status in (200, 201)
    assert client.post("/aliases", {"alias": "小船", "name": "小舟", "kind": "person"}).status == 200
