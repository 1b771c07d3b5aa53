"""Export and import over HTTP: lines as they come, in both directions."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from graphcue.errors import NotUtf8, TooLarge
from graphcue.presentation_keeping import imported_json
from graphcue.service.wire import NDJSON, answer, to_bytes
from graphcue.service.working import Call, Service

LINES = 500
IN_MEMORY = 1_048_576


class Streams:
    """The two endpoints; both need an admin key, since an export holds everything, the tombstones' key too."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def export(self, request: Request) -> Response:
        """The lines of the namespace, at one revision."""
        call: Call = request.scope["graphcue"]
        service = self._service
        lines = await service.in_thread(lambda: service.graph(call, "admin").export(), request, None)
        return StreamingResponse(self._pieces(lines), media_type=NDJSON)

    async def _pieces(self, lines: Iterator[str]) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        while piece := await loop.run_in_executor(self._service.threads, _joined, lines):
            yield piece

    async def import_(self, request: Request) -> Response:
        """What an import of the body's lines did."""
        call: Call = request.scope["graphcue"]
        service = self._service
        service.graph(call, "admin")
        with SpooledTemporaryFile(IN_MEMORY) as body:
            async for chunk in request.stream():
                body.write(chunk)
            body.seek(0)
            value = await service.in_thread(lambda: self._imported(call, body), request, None)
        return answer(to_bytes(value))

    def _imported(self, call: Call, body: IO[bytes]) -> dict[str, Any]:
        service = self._service
        imported = service.graph(call, "admin").import_(lines_of(body, service.settings.service_body))
        value = imported_json(call.namespace, imported)
        told = {name: number for name, number in value.items() if isinstance(number, int)}
        service.audit.tell(call.caller.actor, call.namespace, "import", (), **told)
        return value


def _joined(lines: Iterator[str]) -> bytes:
    """The next lines; nothing at the end."""
    return "".join(f"{line}\n" for line in islice(lines, LINES)).encode("utf-8")


def lines_of(body: IO[bytes], most: int) -> Iterator[str]:
    """The lines of a body, without their ends. Raises NotUtf8, TooLarge."""
    number = 0
    while line := body.readline(most + 1):
        number += 1
        if len(line) > most:
            raise TooLarge(f"line {number} has more than {most} bytes; raise GRAPHCUE_SERVICE_BODY", line=number)
        try:
            yield line.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise NotUtf8(f"line {number} is not UTF-8 (byte {error.start})", line=number, byte=error.start) from None
