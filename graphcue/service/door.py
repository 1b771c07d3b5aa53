"""The door of the service: who comes in, how much they bring, and what every answer carries."""

import asyncio
import sys
import traceback
from collections.abc import MutableMapping
from time import perf_counter
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphcue.errors import GraphcueError, TooLarge
from graphcue.service.callers import Caller, Headers, caller_of, check_host, check_origin, key_text, namespace_of
from graphcue.service.limits import Rates, bounded, drained, too_large
from graphcue.service.wire import refusal
from graphcue.service.working import Call, Service, failed

OPEN = ("/health", "/ready")
"""What is for whoever starts and stops the service: no key, and by any name of the machine."""

PUBLIC = ("/docs", "/openapi.json")
"""What tells of the service and of nothing in it: no key."""

STREAMED = ("/import",)
"""Bodies of any length, whose lines are bounded one by one."""

SECURITY = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
]
PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST, PATCH, DELETE"),
    (b"access-control-allow-headers", b"authorization, content-type, graphcue-namespace, idempotency-key"),
    (b"access-control-max-age", b"600"),
]


class Door:
    """Lets requests in to the application, or answers them itself with an error."""

    def __init__(self, app: ASGIApp, service: Service, rates: Rates) -> None:
        self._app = app
        self._service = service
        self._rates = rates
        self._origins = service.settings.origins
        self._hosts = service.settings.hosts
        self._names = service.config.names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passage = Passage(send)
        start = perf_counter()
        try:
            await self._through(scope, receive, passage)
        except GraphcueError as error:
            self._service.metrics.refused(error.code)
            if isinstance(error, TooLarge):
                await drained(receive)
            await passage.answer(refusal(error), scope, receive)
        except Exception as error:  # whatever it is, a client gets the one shape of errors, and the log the rest
            traceback.print_exc(file=sys.stderr)
            await passage.answer(refusal(failed(error)), scope, receive)
        route = getattr(scope.get("route"), "path", "none")
        self._service.metrics.request(route, scope["method"], passage.status, perf_counter() - start)

    async def _through(self, scope: Scope, receive: Receive, passage: "Passage") -> None:
        headers: Headers = dict(scope["headers"])
        if scope["path"] in OPEN:
            await self._app(scope, receive, passage)
            return
        check_host(headers, self._names, self._hosts)
        passage.origin = check_origin(headers, self._origins)
        if passage.origin and scope["method"] == "OPTIONS":
            await passage.answer(Response(status_code=204, headers=_texts(PREFLIGHT)), scope, receive)
            return
        if scope["path"] in PUBLIC:
            await self._app(scope, receive, passage)
            return
        caller = await self._caller(key_text(headers))
        self._rates.take(caller.slot)
        scope["graphcue"] = Call(caller, namespace_of(headers, caller, self._service.config.namespace))
        most = self._service.settings.service_body
        if scope["path"] not in STREAMED:
            if _length(headers) > most:
                raise too_large(most)
            receive = bounded(receive, most)
        await self._app(scope, receive, passage)

    async def _caller(self, text: str | None) -> Caller:
        keys = self._service.keys
        if text is None or keys.known(text):
            return caller_of(keys, text)
        return await asyncio.get_running_loop().run_in_executor(None, caller_of, keys, text)


class Passage:
    """Sends an answer with the headers that every answer carries, and knows its status."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.origin = ""
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self._further(message)]
        await self._send(message)

    def _further(self, message: MutableMapping[str, Any]) -> list[tuple[bytes, bytes]]:
        if not self.origin:
            return SECURITY
        allowed = [(b"access-control-allow-origin", self.origin.encode("latin-1")), (b"vary", b"origin")]
        return [*(one for one in SECURITY if one[0] != b"cross-origin-resource-policy"), *allowed]

    async def answer(self, response: Response, scope: Scope, receive: Receive) -> None:
        """Nothing; the response was sent, unless another had begun."""
        if not self.status:
            await response(scope, receive, self)


def _length(headers: Headers) -> int:
    text = headers.get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


def _texts(pairs: list[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("ascii"): value.decode("ascii") for name, value in pairs}
