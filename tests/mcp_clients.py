"""The official MCP client, over each transport, to a server in a process of its own."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.cli_process import PROGRAM, clean

T = TypeVar("T")
Conversation = Callable[[Client], Awaitable[T]]
TRANSPORTS = ("stdio", "http")


def over_stdio(folder: Path, talk: Conversation[T], *arguments: str, mode: Any = "auto", **variables: str) -> T:
    """What a conversation with `graphcue mcp`, started in `folder`, comes to."""
    server = StdioServerParameters(
        command=sys.executable, args=[*PROGRAM[1:], *arguments, "mcp"], cwd=folder, env=clean(variables)
    )

    async def whole() -> T:
        async with Client(server, mode=mode, cache=None) as client:
            return await talk(client)

    return asyncio.run(whole())


def over_http(port: int, talk: Conversation[T], headers: Mapping[str, str] | None = None, mode: Any = "auto") -> T:
    """What a conversation with the service's `/mcp` comes to."""

    async def whole() -> T:
        async with httpx2.AsyncClient(headers=dict(headers or {}), timeout=60) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)
            async with Client(transport, mode=mode, cache=None) as client:
                return await talk(client)

    return asyncio.run(whole())


def tool(name: str, **given: Any) -> Conversation[Any]:
    """A conversation of one call: its result."""

    async def talk(client: Client) -> Any:
        return await client.call_tool(name, given)

    return talk
