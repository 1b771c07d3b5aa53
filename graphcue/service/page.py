"""The page at `/docs`: the OpenAPI document as plain HTML, so that nothing is loaded from anywhere."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{font:600 1rem ui-monospace,monospace;margin:2rem 0 .3rem;border-top:1px solid #ddd;padding-top:1rem}
pre{background:#f5f5f5;padding:.6rem;overflow-x:auto}td{padding:.1rem .8rem .1rem 0;vertical-align:top}
.post{color:#205080}.get{color:#207040}.delete{color:#a03020}.patch{color:#806010}"""


def docs_page(document: dict[str, Any], address: str) -> str:
    """The HTML of a document; `address` is where the service was asked for it."""
    parts = "".join(
        section
        for path, methods in document["paths"].items()
        for method, told in methods.items()
        for section in _section(path, method, told, address)
    )
    title = escape(document["info"]["title"])
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
        f"<h1>{title} {escape(document['info']['version'])}</h1><p>{escape(document['info']['description'])}</p>"
        f"<p>For programs: <a href=/openapi.json>openapi.json</a></p>{parts}</html>"
    )


def _section(path: str, method: str, told: dict[str, Any], address: str) -> Iterator[str]:
    yield f"<h2><span class={method}>{method.upper()}</span> {escape(path)}</h2><p>{escape(told.get('summary', ''))}</p>"
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = body.get("schema", {})
    fields = schema.get("anyOf", [schema])[0].get("properties", {})
    rows = [(one["name"], one.get("description", "")) for one in told.get("parameters", ())]
    rows += [(name, one.get("description", "")) for name, one in fields.items()]
    yield "<table>"
    yield from (f"<tr><td><code>{escape(name)}</code><td>{escape(help)}" for name, help in rows)
    yield "</table>"
    example = body.get("examples", {}).get("one", {}).get("value")
    data = f" -d '{json.dumps(example, ensure_ascii=False)}'" if example is not None else ""
    yield f"<pre>curl -X {method.upper()} {escape(address)}{escape(path)}{escape(data)}</pre>"
