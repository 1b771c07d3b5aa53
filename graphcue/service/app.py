"""The application of one worker: `made(config)` is what uvicorn runs."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from graphcue.audit import Audit
from graphcue.errors import GraphcueError, InvalidInput, NotFound, WrongMethod
from graphcue.graph_tenants import Tenants
from graphcue.keys import KeyFile
from graphcue.operations_schemas import part
from graphcue.service import openapi
from graphcue.service.assistants import PATH, Assistants
from graphcue.service.config import VARIABLE, Config, config_of
from graphcue.service.door import Door
from graphcue.service.endpoints import endpoint_of
from graphcue.service.limits import Rates
from graphcue.service.logs import RecallLog
from graphcue.service.metrics import Metrics, sizes_of
from graphcue.service.page import docs_page
from graphcue.service.readiness import Readiness
from graphcue.service.routes import ROUTES
from graphcue.service.streams import Streams
from graphcue.service.wire import JSON, NDJSON, answer, refusal, to_bytes
from graphcue.service.working import Service, failed
from graphcue.settings_service import ServiceSettings, service_settings

TITLE = "graphcue"
SWITCH_SECONDS = 0.001
"""After how long a thinking thread lets the one that takes requests on; Python's own 5 ms would be most of an answer's time."""


def from_environment() -> ASGIApp:
    """The application that `graphcue serve` asked this worker for."""
    sys.setswitchinterval(SWITCH_SECONDS)
    return made(config_of(os.environ[VARIABLE]), service_settings())


def made(config: Config, settings: ServiceSettings) -> ASGIApp:
    """The application for a configuration. Raises InvalidInput for settings that cannot be used."""
    service = _service(config, settings)
    assistants = Assistants(service)
    app = FastAPI(
        title=TITLE,
        version=version("graphcue"),
        description=openapi.DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=lambda app: _lifespan(service, assistants),
    )
    app.router.routes.append(Route(PATH, assistants, methods=["GET", "POST", "DELETE"]))
    for route in ROUTES:
        app.add_api_route(
            route.path.replace("}", ":path}"),
            endpoint_of(service, route),
            methods=[route.method],
            summary=route.operation.help,
            description=f"The same as {route.alias_of}." if route.alias_of else "",
            response_model=None,
            openapi_extra=openapi.told(route),
        )
    _add_own(app, service)
    app.add_exception_handler(GraphcueError, _refused)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(Exception, lambda _, error: refusal(failed(error)))
    return Door(app, service, Rates(settings.service_rate, config.shared))


def _service(config: Config, settings: ServiceSettings) -> Service:
    metrics = Metrics(config.shared)
    tenants = Tenants(config.store, config.settings, config.now or None)
    looking = ThreadPoolExecutor(1, "readiness")

    async def run(work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(looking, work)

    return Service(
        config=config,
        settings=settings,
        keys=KeyFile(settings.keys_file),
        tenants=tenants,
        metrics=metrics,
        readiness=Readiness(tenants, run, metrics, config.parent),
        audit=Audit(settings.audit_file),
        log=RecallLog(settings),
        threads=ThreadPoolExecutor(settings.service_threads, "asked"),
    )


@asynccontextmanager
async def _lifespan(service: Service, assistants: Assistants) -> AsyncIterator[None]:
    """While the service runs: the store is watched; at the end writes under way are finished, then all is closed."""
    async with AsyncExitStack() as stack:
        watching = asyncio.create_task(service.readiness.watch())
        stack.callback(watching.cancel)
        await stack.enter_async_context(assistants.running())
        yield
    await asyncio.get_running_loop().run_in_executor(None, _close, service)


def _close(service: Service) -> None:
    service.threads.shutdown(wait=True)
    service.tenants.close()
    service.audit.close()


def _add_own(app: FastAPI, service: Service) -> None:
    """Nothing; the addresses that are about the service itself are there."""

    def document() -> dict[str, Any]:
        if not app.openapi_schema:
            app.openapi_schema = openapi.completed(
                get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            )
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # FastAPI's own way to change the document

    async def health(request: Request) -> Response:
        return answer(to_bytes({"status": "ok"}))

    async def ready(request: Request) -> Response:
        return answer(*_readiness(service))

    async def metrics(request: Request) -> Response:
        service_call = request.scope["graphcue"]
        service_call.caller.check_access("admin")
        loop = asyncio.get_running_loop()
        return Response(await loop.run_in_executor(service.threads, _metrics, service), media_type="text/plain")

    async def described(request: Request) -> Response:
        return answer(to_bytes(document()))

    async def docs(request: Request) -> Response:
        return HTMLResponse(docs_page(document(), str(request.base_url).rstrip("/")))

    for path, work, help in (
        ("/health", health, "Whether the process runs."),
        ("/ready", ready, "Whether the store answers; 503 with the cause while it does not."),
        ("/metrics", metrics, "Numbers for Prometheus; needs an admin key where keys are in force."),
    ):
        kind = "text/plain" if path == "/metrics" else JSON
        good = {"description": "done", "content": {kind: {"schema": {}}}}
        extra = {"responses": {"200": good, **openapi.refusals(*openapi.ALWAYS)}}
        app.add_api_route(path, work, methods=["GET"], summary=help, response_model=None, openapi_extra=extra)
    _add_streams(app, Streams(service))
    for path, work in (("/openapi.json", described), ("/docs", docs)):
        app.add_api_route(path, work, methods=["GET"], include_in_schema=False, response_model=None)


def _add_streams(app: FastAPI, streams: Streams) -> None:
    """Nothing; export and import are there."""
    lines = {"content": {NDJSON: {"schema": {"type": "string"}}}}
    told = {"200": {"description": "lines", **lines}, **openapi.refusals(*openapi.ALWAYS, 404)}
    app.add_api_route(
        "/export",
        streams.export,
        methods=["GET"],
        summary="The namespace as lines of JSON; needs an admin key where keys are in force.",
        response_model=None,
        openapi_extra={"responses": told, "parameters": [openapi.NAMESPACE]},
    )
    done = {"description": "done", "content": {JSON: {"schema": part("Imported")}}}
    app.add_api_route(
        "/import",
        streams.import_,
        methods=["POST"],
        summary="Take in the lines of an export, all verified first; needs an admin key where keys are in force.",
        response_model=None,
        openapi_extra={
            "responses": {"200": done, **openapi.refusals(*openapi.ALWAYS, 404, 409, 422)},
            "requestBody": {"required": True, **lines},
            "parameters": [openapi.NAMESPACE],
        },
    )


def _readiness(service: Service) -> tuple[bytes, int]:
    """What `/ready` says, with its status. Whoever has no key where they are in force learns the kind of cause alone."""
    cause = service.readiness.cause
    if service.readiness.ready:
        return to_bytes({"ready": True}), 200
    if cause is None:
        return to_bytes(_starting().as_dict()), 503
    if service.keys.in_force:
        cause = type(cause)(f"the store does not answer ({cause.code}); the log says more")
    return to_bytes(cause.as_dict()), 503


def _starting() -> GraphcueError:
    from graphcue.errors import StoreUnavailable

    return StoreUnavailable("the store was not looked at yet; ask again in a second")


def _metrics(service: Service) -> bytes:
    try:
        sizes = sizes_of(one.counts for one in service.tenants.described().values())
    except GraphcueError:
        sizes = {}
    return service.metrics.told(sizes)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, GraphcueError)
    return refusal(error)


async def _not_found(request: Request, error: Exception) -> Response:
    """The one shape for what the framework refuses: an address that is not there, a method that it does not take."""
    assert isinstance(error, HTTPException)
    path, method = request.scope["path"][:200], request.method
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        response = refusal(WrongMethod(f"{path} takes {allowed}, not {method}", path=path, allowed=allowed))
        response.headers["Allow"] = allowed
        return response
    if error.status_code == 404:
        return refusal(NotFound(f"there is no address {path}; see /docs", path=path))
    return refusal(InvalidInput(f"the request cannot be read: {error.detail}", field="body"))
