"""Bytes and JSON: what is read from a request, what is written into an answer."""

import json
from typing import Any

import orjson
from starlette.responses import Response

from graphcue.errors import GraphcueError, InvalidInput, TooMany

JSON = "application/json"
NDJSON = "application/x-ndjson"


def from_bytes(data: bytes) -> Any:
    """The value of a JSON text. Half a surrogate pair passes, so that every surface refuses it in the same words.

    Raises InvalidInput with the place of the fault.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        pass
    try:
        return json.loads(data, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"the body is not JSON: {_told(error)}", field="body") from None


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _told(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def to_bytes(value: Any) -> bytes:
    """The JSON text of a value, UTF-8."""
    try:
        return orjson.dumps(value)
    except TypeError:  # a text with half a surrogate pair, which an error repeats
        return json.dumps(value, ensure_ascii=True, default=str).encode("ascii")


def answer(data: bytes, status: int = 200) -> Response:
    """The response of a JSON text."""
    return Response(data, status, media_type=JSON)


def refusal(error: GraphcueError) -> Response:
    """The response of an error: the one shape of errors."""
    response = Response(to_bytes(error.as_dict()), error.status, media_type=JSON)
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.fields.get("wait", 1))
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
