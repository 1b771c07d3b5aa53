"""One operation for one caller: checked, worked in a thread, stopped when nobody waits, counted, logged, audited."""

import asyncio
import functools
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from graphcue.audit import Audit
from graphcue.errors import GraphcueError, StoreError
from graphcue.graph import MemoryGraph
from graphcue.graph_tenants import Stopped, Tenants, Watch, watched
from graphcue.keys import KeyFile
from graphcue.operations import Operation
from graphcue.operations_read import RECALL
from graphcue.service.callers import Caller
from graphcue.service.config import Config
from graphcue.service.logs import RecallLog
from graphcue.service.metrics import Metrics
from graphcue.service.readiness import Readiness
from graphcue.service.wire import answer, to_bytes
from graphcue.settings_service import ServiceSettings

T = TypeVar("T")
PATIENCE = 0.05
"""Seconds after which one looks whether the client is still there: most answers are quicker than the look."""
GONE = 499
"""The status that nobody reads: the client went away."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request as the door let it in."""

    caller: Caller
    namespace: str


@dataclass(frozen=True, slots=True)
class Done:
    """What an operation gave: its value, the value as bytes, and seconds by stage."""

    value: Any
    data: bytes
    seconds: Mapping[str, float]
    watch: Watch


@dataclass(frozen=True, slots=True)
class Service:
    """What every request of a worker shares."""

    config: Config
    settings: ServiceSettings
    keys: KeyFile
    tenants: Tenants
    metrics: Metrics
    readiness: Readiness
    audit: Audit
    log: RecallLog
    threads: ThreadPoolExecutor

    def graph(self, call: Call, access: str) -> MemoryGraph:
        """The graph that a call may use. Raises Refused, InvalidInput, StoreError."""
        call.caller.check(call.namespace, access)
        self.readiness.check()
        return self.tenants.of(call.namespace)

    async def answered(self, request: Request, operation: Operation, given: dict[str, Any]) -> Response:
        """The response to a request for an operation with these arguments. Raises GraphcueError."""
        call: Call = request.scope["graphcue"]
        route = request.scope["route"].path
        watch = Watch()
        work = functools.partial(self.done, call, operation, given, watch, perf_counter())
        try:
            done = await self.in_thread(work, request, watch if operation.access == "read" else None)
        except Stopped:
            return Response(status_code=GONE)
        self.metrics.stages(route, done.seconds)
        return answer(done.data, 201 if operation.creates and _created(done.value) else 200)

    def done(
        self, call: Call, operation: Operation, given: dict[str, Any], watch: Watch, asked: float | None = None
    ) -> Done:
        """What the operation gives, worked in this thread, with everything that is told about it afterwards.

        Raises GraphcueError, Stopped.
        """
        start = perf_counter()
        asked_for = dict(given)
        graph = self.graph(call, operation.access)
        try:
            own = given.get("session")
            if own is not None and self.settings.hash_ids:
                given["session"] = self.keys.hashed_id(call.namespace, own)
            if operation is RECALL:
                given["elsewhere"] = _elsewhere(call, graph)
            value = watched(watch, lambda: operation.work(graph, given))
            if own is not None and operation.answer == "Session":
                value["id"] = own
        except StoreError as error:
            self.metrics.store_failed(error.code)
            raise
        worked = perf_counter()
        data = to_bytes(value)
        written = perf_counter()
        in_store = watch.store_ns / 1e9
        seconds = {"wait": start - (asked or start), "store": in_store, "think": worked - start - in_store}
        done = Done(value, data, {**seconds, "json": written - worked}, watch)
        self._tell(call, operation, asked_for, done, written - start)
        return done

    def _tell(self, call: Call, operation: Operation, given: Mapping[str, Any], done: Done, seconds: float) -> None:
        if operation.touched:
            ids = operation.touched(given, done.value)
            self.audit.tell(call.caller.actor, call.namespace, operation.name, ids, **_outline(done.value))
        elif operation.answer == "Answer":
            self.metrics.recalled(done.value, done.watch.candidates)
            self.log.recalled(call, done.value, done.watch, seconds)

    async def in_thread(self, work: Callable[[], T], request: Request, watch: Watch | None) -> T:
        """What the work returns; a watched one is told to stop when the client goes away. Raises what it raises."""
        future = asyncio.get_running_loop().run_in_executor(self.threads, work)
        try:
            done, _ = await asyncio.wait((future,), timeout=PATIENCE)
            if not done and watch:
                await _until_done_or_gone(future, request, watch)
            return await future
        except asyncio.CancelledError:
            if watch:
                watch.stopped.set()
            raise


async def _until_done_or_gone(future: "asyncio.Future[Any]", request: Request, watch: Watch) -> None:
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((future, gone), return_when=asyncio.FIRST_COMPLETED)
        if not future.done():
            watch.stopped.set()
    finally:
        gone.cancel()


async def _gone(request: Request) -> None:
    """Nothing, once the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _elsewhere(call: Call, graph: MemoryGraph) -> Iterator[str]:
    """The namespaces that the caller may read, worked out only if an empty answer looks there."""
    key = call.caller.key
    yield from (name for name in graph.readable() if key is None or key.may_use(name))


def _created(value: Any) -> bool:
    return any(one["state"] == "created" for one in value.get("outcomes", (value,)))


def _outline(value: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a write's answer, for the audit."""
    if "outcomes" in value:
        return {"states": sorted({one["state"] for one in value["outcomes"]})}
    return {name: value[name] for name in ("state", "made", "removed") if name in value}


def failed(error: Exception) -> GraphcueError:
    """The error that a fault of ours is told as: what kind, and nothing of what it was about."""
    kind = type(error).__name__
    return GraphcueError(f"the service failed ({kind}); its log says where, please report it", kind=kind)
