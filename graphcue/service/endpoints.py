"""Route → the function that FastAPI calls: a request's parts become arguments, its operation is answered."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from graphcue.errors import InvalidInput
from graphcue.operations import Operation, read_query
from graphcue.operations_write import REMEMBER, REMEMBER_ALL
from graphcue.service.routes import Route
from graphcue.service.wire import from_bytes
from graphcue.service.working import Service

Endpoint = Callable[[Request], Awaitable[Response]]
KEY_HEADER = "idempotency-key"


def endpoint_of(service: Service, route: Route) -> Endpoint:
    """The function that answers requests for a route."""

    async def endpoint(request: Request) -> Response:
        operation, given = await _asked(request, route)
        return await service.answered(request, operation, operation.arguments(given))

    return endpoint


async def _asked(request: Request, route: Route) -> tuple[Operation, dict[str, Any]]:
    """The operation that a request means, and its arguments as given. Raises InvalidInput."""
    operation = route.operation
    if route.has_body:
        if request.scope["query_string"]:
            raise InvalidInput("this address takes its arguments as a JSON body, not in the query", field="query")
        given = from_bytes(await request.body())
        if operation is REMEMBER:
            operation, given = _batch_or_one(given, request.headers.get(KEY_HEADER))
    else:
        given = read_query(operation, request.query_params.multi_items())
    if route.argument:
        given = _with_path(given, route.argument, request.path_params[route.argument])
    return operation, given


def _with_path(given: Any, name: str, value: str) -> Any:
    if not isinstance(given, dict):
        return given
    if name in given:
        raise InvalidInput(f"{name} stands in the address already", field=name)
    return {name: value, **given}


def _batch_or_one(given: Any, key: str | None) -> tuple[Operation, Any]:
    """A batch is an object with `memories`. An idempotency key from the header counts for one as `key`, and for the rows of a
    batch as `key:1`, `key:2`, …"""
    rows = given.get("memories") if isinstance(given, dict) else None
    if rows is None:
        return REMEMBER, _keyed(given, key)
    if key and isinstance(rows, list):
        rows = [_keyed(row, f"{key}:{number}") for number, row in enumerate(rows, 1)]
    return REMEMBER_ALL, {**given, "memories": rows}


def _keyed(given: Any, key: str | None) -> Any:
    if not key or not isinstance(given, dict):
        return given
    if given.get("key") not in (None, key):
        raise InvalidInput("the header Idempotency-Key and the field key differ", field="key")
    return {**given, "key": key}
