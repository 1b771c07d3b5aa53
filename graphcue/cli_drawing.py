"""What the commands that answer share: `--cypher`, which shows the answer in Neo4j Browser, and `--html`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphcue.cli_common import Common, shown_url
from graphcue.errors import GraphcueError

if TYPE_CHECKING:
    from graphcue.drawing import Drawable, Shown
    from graphcue.graph import Listing, MemoryGraph

ADDRESS = "GRAPHCUE_BROWSER_URL"
"""The environment variable that says where Neo4j Browser is, where it is not beside the store."""

Cypher = Annotated[
    bool,
    typer.Option("--cypher", help="Print the query that shows this answer in Neo4j Browser, and a link that opens it."),
]


def address_of(common: Common) -> str:
    """Where Neo4j Browser is: as the environment says, else beside the store."""
    from graphcue.browser import browser_of

    return os.environ.get(ADDRESS) or browser_of(shown_url(common.url))


def cypher_of(common: Common, graph: "MemoryGraph", answer: "Drawable", note: str) -> "Shown":
    """How the answer is shown in Neo4j Browser; `note` says what was asked."""
    from graphcue import drawing

    return drawing.cypher_of(answer, note=note, namespace=graph.bearing(), address=address_of(common))


def with_cypher(value: dict[str, Any], shown: "Shown | None") -> dict[str, Any]:
    """The JSON of an answer, with the field `cypher` where that is wanted."""
    return value | {"cypher": shown.as_dict()} if shown else value


def show_cypher(shown: "Shown") -> None:
    """Nothing; the query is printed whole, its link in a comment, so that all of it can be pasted."""
    first, _, rest = shown.query.partition("\n")
    print(first)
    print(f"// {shown.link}" if shown.link else "// too long for a link: paste it into Neo4j Browser")
    print(rest, end="")


def write_timeline(common: Common, file: Path, graph: "MemoryGraph", listing: "Listing", named: str) -> None:
    """Nothing; the timeline stands in the file as a page."""
    from graphcue.drawing_pages import superseding, timeline_page

    page = timeline_page(listing, graph.find(superseding(listing)), f"{named} · 时间线 timeline")
    write_page(common, file, page, f"the timeline of {named}")


def write_page(common: Common, file: Path, page: str, what: str) -> None:
    """Nothing; the page is in the file, and that is told."""
    content = page.encode("utf-8")
    write_file(file, content)
    if common.json:
        common.print_json({"file": str(file), "bytes": len(content)})
    else:
        common.screen().line(f"{what} is in ", (str(file), "cyan"), "; open it in any browser")


def write_file(file: Path, content: bytes) -> None:
    """Nothing; the file holds the content, whole or not at all. Raises GraphcueError where it cannot be written."""
    try:
        part = file.with_name(f"{file.name}.part")
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        raise GraphcueError(f"{file} cannot be written: {error.strerror or error}", path=str(file)) from error
