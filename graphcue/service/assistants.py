"""MCP over HTTP: the same tools at `/mcp`, for the namespace and with the rights of whoever asks."""

import asyncio
import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from graphcue.errors import MissingExtra
from graphcue.graph_tenants import Watch
from graphcue.operations import JsonValue, Operation
from graphcue.service.wire import refusal
from graphcue.service.working import Call, Service

PATH = "/mcp"


class Assistants:
    """The ASGI application at `/mcp`. Each request stands for itself, so any worker may answer it. The SDK takes a second to
    load, so it is loaded with the first request."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._manager: Any = None
        self._serving: asyncio.Task[None] | None = None
        self._begun = asyncio.Event()
        self._ending = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET":
            # there is nothing to listen to: the server never speaks first
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve())
        await self._begun.wait()
        if self._manager is None:
            missing = MissingExtra("MCP is not installed here: pip install 'graphcue[mcp]'", extra="mcp")
            await refusal(missing)(scope, receive, send)
        else:
            await self._manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While requests are answered."""
        yield
        self._ending.set()
        if self._serving:
            await self._serving

    async def _serve(self) -> None:
        """Nothing, once the service ends; the manager of requests has to begin and end in one task."""
        try:
            self._manager = await asyncio.get_running_loop().run_in_executor(None, self._made)
        except ImportError:
            self._begun.set()
            return
        async with self._manager.run():
            self._begun.set()
            await self._ending.wait()

    def _made(self) -> Any:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        from graphcue.mcp_server import server_of

        settings = self._service.settings
        server = server_of(self._work, settings.mcp_tokens)
        return StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, max_request_body_size=settings.service_body
        )

    async def _work(self, request: Any, operation: Operation, given: dict[str, Any]) -> JsonValue:
        call: Call = request.scope["graphcue"]
        watch = Watch()
        work = functools.partial(self._service.done, call, operation, given, watch)
        return (await self._service.in_thread(work, request, None)).value
