"""The MCP server, talked to by the official client over both transports, in both forms of the protocol."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError

import graphcue
from graphcue.mcp_server_budget import tokens_of, within
from graphcue.mcp_server_tools import TOOLS
from graphcue.presentation import answer_json, listing_json, memory_json, to_text
from graphcue.presentation_asked import asked_json, chain_json, profile_json
from tests.mcp_clients import TRANSPORTS, over_http, over_stdio, tool
from tests.service_process import Running, serving
from tests.service_world import OURS, fill

NOW = "2026-02-01T00:00:00Z"
Talk = Callable[[Any], Any]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("mcp"), "--now", NOW) as started:
        fill(started.client.as_(namespace=OURS), OURS)
        yield started


@pytest.fixture(params=[*TRANSPORTS, "http legacy"])
def talk(request: pytest.FixtureRequest, running: Running) -> Talk:
    """`talk(conversation)`: what it comes to over a transport."""
    transport, _, mode = request.param.partition(" ")
    if transport == "http":
        headers = running.client.as_(namespace=OURS).headers
        return lambda conversation: over_http(running.port, conversation, headers, mode or "auto")
    options = ("--namespace", OURS, "--now", NOW)
    return lambda conversation: over_stdio(running.log.parent, conversation, *options, mode=mode or "auto")


@pytest.fixture
def memory(running: Running) -> Iterator[graphcue.MemoryGraph]:
    with graphcue.open(str(running.log.parent / "graphcue.db"), namespace=OURS, now=NOW) as opened:
        yield opened


def test_tools_are_few_and_described_in_short_words(talk: Talk) -> None:
    async def conversation(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = talk(conversation)
    names = {"remember", "recall", "ask", "decisions", "timeline", "why", "relate", "forget", "suggest"}
    assert {one.name for one in tools} == names
    for one in tools:
        assert 10 < len(one.description) < 100
        assert one.input_schema["type"] == "object" and one.output_schema["type"] == "object"
        Draft202012Validator.check_schema(one.input_schema)
        Draft202012Validator.check_schema(one.output_schema)
    assert {t.name for t in tools if t.annotations.destructive_hint} == {"forget"}
    assert {t.name for t in tools if not t.annotations.read_only_hint} == {"remember", "relate", "forget"}


def test_answers_are_typed_and_in_the_one_form(talk: Talk, memory: graphcue.MemoryGraph) -> None:
    expected = {
        ("recall", ("question", "小舟的母亲")): answer_json(memory.recall("小舟的母亲")),
        ("ask", ("question", "小舟的所有决策")): asked_json(memory.ask("小舟的所有决策")),
        ("decisions", ("by", "小舟")): listing_json(memory.decisions(by="小舟")),
        ("timeline", ("project", "家")): listing_json(memory.timeline("家")),
        ("why", ("id", "m2")): chain_json(memory.why("m2")),
    }

    async def conversation(client: Client) -> Any:
        # listing the tools makes the client check each answer against its schema
        await client.list_tools()
        return [await client.call_tool(name, dict([given])) for name, given in expected]

    for result, value in zip(talk(conversation), expected.values(), strict=True):
        assert result.is_error is False
        assert result.structured_content == value
        assert json.loads(result.content[0].text) == value
        assert len(to_text(value)) > 100


def test_what_is_written_is_found_tied_and_erased(talk: Talk, request: pytest.FixtureRequest) -> None:
    mark = f"标记{abs(hash(request.node.name)) % 10_000}"

    async def conversation(client: Client) -> Any:
        made = await client.call_tool("remember", {"content": f"会议室{mark}订好了", "tags": ["订"]})
        id = made.structured_content["id"]
        found = await client.call_tool("recall", {"question": mark})
        tied = await client.call_tool("relate", {"source": id, "relation": "related_to", "target": "m1"})
        gone = await client.call_tool("forget", {"id": id})
        after = await client.call_tool("recall", {"question": mark})
        return id, found.structured_content, tied.structured_content, gone.structured_content, after.structured_content

    id, found, tied, gone, after = talk(conversation)
    assert found["results"][0]["memory"]["id"] == id
    assert tied["made"] == {"RELATED_TO": 1}
    assert gone["memories"] == 1
    assert id not in [one["memory"]["id"] for one in after["results"]]


def test_an_error_is_a_result_in_the_one_shape(talk: Talk) -> None:
    result = talk(tool("why", id="nosuch"))
    assert result.is_error is True and result.structured_content is None
    error = json.loads(result.content[0].text)["error"]
    assert error == {"code": "not_found", "message": "there is no memory 'nosuch'", "fields": {"id": "nosuch"}}


def test_resources_are_a_memory_and_a_project(talk: Talk, memory: graphcue.MemoryGraph) -> None:
    async def conversation(client: Client) -> Any:
        templates = await client.list_resource_templates()
        one = await client.read_resource("memory://m1")
        project = await client.read_resource("project://%E5%AE%B6")
        try:
            await client.read_resource("memory://nosuch")
        except MCPError as error:
            return templates, one, project, error
        raise AssertionError

    templates, one, project, error = talk(conversation)
    assert {t.uri_template for t in templates.resource_templates} == {"memory://{id}", "project://{name}"}
    shown = json.loads(one.contents[0].text)
    assert shown.pop("relations") and shown == memory_json(memory.get("m1"))
    assert json.loads(project.contents[0].text) == profile_json(memory.project("家"))
    assert error.message == "there is no memory 'nosuch'"


def test_the_prompt_tells_what_happened_in_a_project(talk: Talk) -> None:
    async def conversation(client: Client) -> Any:
        listed = await client.list_prompts()
        return listed, await client.get_prompt("catch_me_up", {"project": "家"})

    listed, prompt = talk(conversation)
    assert [one.name for one in listed.prompts] == ["catch_me_up"]
    text = prompt.messages[0].content.text
    assert "小舟改了行程" in text and "买药" in text


def test_the_older_handshake_works_over_stdio_too(running: Running, memory: graphcue.MemoryGraph) -> None:
    options = ("--namespace", OURS, "--now", NOW)
    result = over_stdio(running.log.parent, tool("timeline", project="家"), *options, mode="legacy")
    assert result.structured_content == listing_json(memory.timeline("家"))


# over http, with rights


def test_another_host_name_and_site_are_refused_over_http_too(running: Running) -> None:
    client = running.client
    for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
        assert client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers).status == 403


def test_the_server_never_waits_to_speak_first(running: Running) -> None:
    assert running.client.get("/mcp").status == 405


# the budget


def test_tokens_are_counted_for_both_languages() -> None:
    assert (tokens_of("缓存击穿"), tokens_of("cache"), tokens_of("")) == (4, 2, 0)


@pytest.mark.parametrize("tokens", [200, 400, 1_000, 4_000])
def test_an_answer_keeps_to_its_budget_and_says_what_was_left_out(tokens: int) -> None:
    with graphcue.open(":memory:") as memory:
        for i in range(60):
            memory.remember(f"第{i}条：" + "缓存击穿的处理经过很长" * 10, project="长", kind="decision")
        whole = listing_json(memory.decisions())
    cut = within(whole, tokens)
    assert tokens_of(to_text(cut)) <= max(tokens, 900)  # one memory alone has its own least size
    assert len(cut["items"]) + cut["left_out"]["items"] == 60 == cut["total"]
    assert within(whole, 10**9) == whole


def test_a_tool_keeps_to_its_budget(tmp_path: Path) -> None:
    with graphcue.open(str(tmp_path / "graphcue.db")) as memory:
        for i in range(200):
            memory.remember(f"第{i}条：缓存击穿的处理经过", project="长")
    result = over_stdio(tmp_path, tool("timeline", project="长", limit=200), GRAPHCUE_MCP_TOKENS="3000")
    assert tokens_of(result.content[0].text) <= 3000
    assert result.structured_content["total"] == 200 and result.structured_content["left_out"]["items"] > 100


def test_every_tool_stands_in_the_documentation() -> None:
    text = (Path(__file__).parents[1] / "docs" / "service.md").read_text("utf-8")
    assert [one.name for one in TOOLS if f"`{one.name}`" not in text] == []
