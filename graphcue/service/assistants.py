"""MCP over HTTP: the same tools at `/mcp`, for the namespace and with the rights of whoever asks."""

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
    """The ASGI application at `/mcp`. Each request stands for itself, so any worker may answer it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._manager: Any = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._manager is None:
            missing = MissingExtra("MCP is not installed here: pip install 'graphcue[mcp]'", extra="mcp")
            await refusal(missing)(scope, receive, send)
        elif scope["method"] == "GET":
            # there is nothing to listen to: the server never speaks first
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
        else:
            await self._manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While requests are answered."""
        try:
            from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

            from graphcue.mcp_server import server_of
        except ImportError:
            yield
            return
        settings = self._service.settings
        server = server_of(self._work, settings.mcp_tokens)
        self._manager = StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, max_request_body_size=settings.service_body
        )
        async with self._manager.run():
            yield
        self._manager = None

    async def _work(self, request: Any, operation: Operation, given: dict[str, Any]) -> JsonValue:
        call: Call = request.scope["graphcue"]
        watch = Watch()
        work = functools.partial(self._service.done, call, operation, given, watch)
        return (await self._service.in_thread(work, request, None)).value
