"""The MCP server: the operations an assistant can use well, as tools, resources and a prompt.

`run` serves standard input and output; the REST service serves the same at `/mcp`. Who asks and which namespace is theirs
is the transport's to say: a server is made with the work that does an operation for a request.
"""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any, TypeAlias
from urllib.parse import unquote

import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from graphcue.audit import Audit
from graphcue.errors import GraphcueError, InvalidInput, NotFound
from graphcue.graph_tenants import Tenants
from graphcue.mcp_server_budget import within
from graphcue.mcp_server_tools import BY_NAME, INSTRUCTIONS, TOOLS, tool_of
from graphcue.operations import JsonValue, Operation
from graphcue.operations_read import MEMORY, PROJECT
from graphcue.presentation import to_text

Work: TypeAlias = Callable[[Any, Operation, dict[str, Any]], Awaitable[JsonValue]]
"""(request or None, operation, arguments) → the answer's JSON form; raises GraphcueError."""

JSON = "application/json"
PROMPT = "catch_me_up"
RESOURCES = {"memory": (MEMORY, "id", "One memory whole"), "project": (PROJECT, "name", "A project in numbers")}
"""Scheme of a resource → its operation, the argument that stands in the address, what it is."""


def server_of(work: Work, tokens: int) -> "Server[Any]":
    """An MCP server whose tools are done by `work`; their answers have about `tokens` tokens at most."""

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool_of(tool) for tool in TOOLS])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await _called(work, context.request, params, tokens)

    async def list_templates(context: Any, params: Any) -> types.ListResourceTemplatesResult:
        templates = [
            types.ResourceTemplate(name=name, uri_template=f"{name}://{{{argument}}}", description=help, mime_type=JSON)
            for name, (_, argument, help) in RESOURCES.items()
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def list_resources(context: Any, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    async def read_resource(context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text = await _read(work, context.request, str(params.uri), tokens)
        content = types.TextResourceContents(uri=params.uri, mime_type=JSON, text=text)
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
        argument = types.PromptArgument(name="project", description="the name of the project", required=True)
        prompt = types.Prompt(name=PROMPT, title="Catch me up on a project", arguments=[argument])
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(context: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await _prompted(work, context.request, params, tokens)

    return Server(
        "graphcue",
        version=version("graphcue"),
        title="graphcue",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def _called(work: Work, request: Any, params: types.CallToolRequestParams, tokens: int) -> types.CallToolResult:
    """What a tool gives; an error of ours is its result, in the one shape, so that the assistant can mend it."""
    tool = BY_NAME.get(params.name)
    if tool is None:
        raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name[:100]!r}")
    try:
        given = tool.operation.arguments(params.arguments or {})
        value = within(await work(request, tool.operation, given), tokens)
    except GraphcueError as error:
        return _result(error.as_dict(), failed=True)
    return _result(value, failed=False)


def _result(value: JsonValue, *, failed: bool) -> types.CallToolResult:
    text = types.TextContent(type="text", text=to_text(value))
    # a failure need not fit the schema of the tool's answers, so it goes as text
    return types.CallToolResult(content=[text], structured_content=None if failed else value, is_error=failed)


async def _read(work: Work, request: Any, uri: str, tokens: int) -> str:
    """The text of a resource. Raises MCPError with the error's shape as its data."""
    scheme, _, rest = uri.partition("://")
    try:
        if scheme not in RESOURCES:
            raise NotFound(f"there is no resource {uri[:200]!r}; use memory://ID or project://NAME", uri=uri[:200])
        operation, argument, _ = RESOURCES[scheme]
        return to_text(within(await work(request, operation, {argument: unquote(rest)}), tokens))
    except GraphcueError as error:
        raise _protocol_error(error) from error


async def _prompted(
    work: Work, request: Any, params: types.GetPromptRequestParams, tokens: int
) -> types.GetPromptResult:
    """The prompt with the project's figures and its latest decisions in it."""
    from graphcue.operations_read import DECISIONS, OPEN_ACTIONS

    if params.name != PROMPT:
        raise MCPError(types.INVALID_PARAMS, f"there is no prompt {params.name[:100]!r}")
    project = (params.arguments or {}).get("project", "")
    try:
        if not project.strip():
            raise InvalidInput("project is empty: name one", field="project")
        figures = await work(request, PROJECT, {"name": project})
        decisions = await work(request, DECISIONS, {"project": project, "limit": 1000})
        actions = await work(request, OPEN_ACTIONS, {"project": project, "limit": 20})
    except GraphcueError as error:
        raise _protocol_error(error) from error
    decisions = {**decisions, "items": decisions["items"][-20:]}
    share = tokens // 3
    told = "\n\n".join(
        f"{title}:\n{to_text(within(value, share))}"
        for title, value in (("Figures", figures), ("Latest decisions", decisions), ("Open actions", actions))
    )
    text = f"Catch me up on project {project}: what was decided, what is open, what changed.\n\n{told}"
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=f"What happened in {project}", messages=[message])


def _protocol_error(error: GraphcueError) -> MCPError:
    return MCPError(types.INVALID_PARAMS, error.message, error.as_dict()["error"])


def run(tenants: Tenants, namespace: str, tokens: int, audit: Audit) -> None:
    """Nothing, once the other end has closed. Every request is for the one namespace."""

    def done(operation: Operation, given: dict[str, Any]) -> JsonValue:
        asked = dict(given)
        value = operation.work(tenants.of(namespace), given)
        if operation.touched:
            audit.tell("stdio", namespace, operation.name, operation.touched(asked, value))
        return value

    async def work(request: Any, operation: Operation, given: dict[str, Any]) -> JsonValue:
        return await asyncio.get_running_loop().run_in_executor(None, functools.partial(done, operation, given))

    async def serve() -> None:
        server = server_of(work, tokens)
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        asyncio.run(serve())
    finally:
        tenants.close()
        audit.close()
