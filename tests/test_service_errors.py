"""A bad input is refused with the same code and the same words in Python, on the command line, over REST and MCP."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client as Assistant

import graphcue
from graphcue.cli_app import run
from graphcue.errors import GraphcueError
from tests.mcp_clients import over_http, over_stdio
from tests.service_inputs import INPUTS, Bad
from tests.service_process import Running, serving
from tests.service_world import OURS, fill


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("errors"), "--namespace", OURS) as started:
        fill(started.client, OURS)
        assert started.client.post("/memories", {"content": "first", "key": "used"}).status == 201
        yield started


@pytest.fixture(scope="module")
def told(running: Running) -> Iterator[dict[str, Any]]:
    """Name of the input → the error that Python raises."""
    found = {}
    with graphcue.open(str(running.log.parent / "graphcue.db"), namespace=OURS) as memory:
        for bad in INPUTS:
            with pytest.raises(GraphcueError) as caught:
                bad.python(memory)
            found[bad.name] = json.loads(json.dumps(caught.value.as_dict()["error"]))
    yield found


@pytest.mark.parametrize("bad", INPUTS, ids=lambda one: one.name)
def test_over_rest(running: Running, told: dict[str, Any], bad: Bad) -> None:
    method, path, body = bad.rest
    reply = running.client.ask(method, path, body)
    assert reply.error == told[bad.name]
    assert 400 <= reply.status < 500


@pytest.mark.parametrize("bad", [bad for bad in INPUTS if bad.command], ids=lambda one: one.name)
def test_on_the_command_line(
    running: Running, told: dict[str, Any], bad: Bad, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(running.log.parent / "graphcue.db")
    code = run([*bad.command, "--json", "--namespace", OURS, "--store", store])
    out, err = capsys.readouterr()
    assert json.loads(err)["error"] == told[bad.name]
    assert code and not out


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_over_mcp(running: Running, told: dict[str, Any], transport: str) -> None:
    calls = [bad for bad in INPUTS if bad.tool[0]]
    assert len(calls) > 20

    async def talk(client: Assistant) -> list[Any]:
        return [await client.call_tool(*bad.tool) for bad in calls]

    over = {
        "stdio": lambda: over_stdio(running.log.parent, talk, "--namespace", OURS),
        "http": lambda: over_http(running.port, talk),
    }
    results = over[transport]()
    for bad, result in zip(calls, results, strict=True):
        assert result.is_error, bad.name
        assert json.loads(result.content[0].text)["error"] == told[bad.name], bad.name


def test_nothing_was_written_by_any_of_them(running: Running, told: dict[str, Any], tmp_path: Path) -> None:
    assert running.client.get("/describe").json["memories"] == 5
