"""The OpenAPI document: what FastAPI is told of each route, with examples."""

from typing import Any

from graphcue import errors
from graphcue.errors import GraphcueError
from graphcue.operations_schemas import ANSWERS, arguments_schema, field_schema, part
from graphcue.service.routes import Route
from graphcue.service.wire import JSON

DESCRIPTION = """A memory that answers the same way every time. Every answer is JSON, an error is
`{"error": {"code", "message", "fields"}}`. The header `Graphcue-Namespace` chooses the tenant; `Authorization: Bearer KEY`
says who asks, where keys are in force."""

ALWAYS = (400, 401, 403, 413, 429, 500, 503, 507)
"""Statuses that any request may meet."""


def _says(status: int) -> str:
    """What a status means: the codes of the errors that have it."""
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, GraphcueError)]
    codes = sorted({one.code for one in classes if one.status == status})
    return ", ".join(codes)


def refusals(*statuses: int) -> dict[str, Any]:
    """The answers to a request that is refused or fails."""
    content = {JSON: {"schema": part("Error")}}
    return {str(status): {"description": _says(status), "content": content} for status in sorted(statuses)}


def told(route: Route) -> dict[str, Any]:
    """What the document says of a route beside its summary."""
    operation = route.operation
    good = {"description": "done", "content": {JSON: {"schema": part(operation.answer)}}}
    made = {"201": {**good, "description": "made"}} if operation.creates else {}
    if operation.creates:
        good = {"description": "done", "content": {JSON: {"schema": {"anyOf": [part("Outcome"), part("Outcomes")]}}}}
        made = {"201": {**good, "description": "made"}}
    document: dict[str, Any] = {
        "operationId": f"{operation.name}_by_{route.path.strip('/').partition('/')[0]}",
        "responses": {"200": good, **made, **refusals(*ALWAYS, 404, 409, 501)},
        "parameters": [NAMESPACE, *_parameters(route)],
        "security": [{"key": []}, {}],
    }
    if route.has_body:
        document["requestBody"] = {"required": True, "content": {JSON: _body(route)}}
    return document


NAMESPACE = {
    "name": "Graphcue-Namespace",
    "in": "header",
    "required": False,
    "description": "the tenant; by default the key's own, else `default`",
    "schema": {"type": "string", "minLength": 1},
}


def _parameters(route: Route) -> list[dict[str, Any]]:
    """The arguments in path and query."""
    found = []
    for field in route.operation.fields:
        in_path = field.name == route.argument
        if in_path or not route.has_body:
            schema = field_schema(field)
            found.append(
                {
                    "name": field.name,
                    "in": "path" if in_path else "query",
                    "required": in_path or field.required,
                    "description": schema.pop("description"),
                    "schema": schema,
                }
            )
    return found


def _body(route: Route) -> dict[str, Any]:
    fields = [field for field in route.operation.fields if field.name != route.argument and field.example is not None]
    schema = arguments_schema(route.operation, route.argument)
    if route.operation.creates:
        batch = {"type": "object", "properties": {"memories": {"type": "array", "items": {"type": "object"}}}}
        schema = {"anyOf": [schema, {**batch, "required": ["memories"], "additionalProperties": False}]}
    return {"schema": schema, "examples": {"one": {"value": {field.name: field.example for field in fields}}}}


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """FastAPI's document with the schemas of answers and the ways to say who asks."""
    parts = document.setdefault("components", {})
    parts["schemas"] = {**parts.get("schemas", {}), **ANSWERS}
    parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    return document
