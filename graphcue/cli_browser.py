"""The commands that draw: `browser` prepares Neo4j Browser, `graph` writes a page for people without it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from graphcue.cli_common import Common, command, reading
from graphcue.cli_drawing import address_of, write_file, write_page

PANEL = "Look around"

STEPS = """Neo4j Browser for graphcue: {address}

1. Serve the style and the guide from here, and leave it running:
     graphcue browser --serve
2. Open the address above and log in as neo4j.
3. Paste these two lines into the editor at the top, one after the other:
     :style http://127.0.0.1:{port}/style.grass
     :play http://127.0.0.1:{port}/guide.html
   If Neo4j Browser refuses the address, or to do it at every login, put these lines into neo4j.conf and start Neo4j again:
     browser.remote_content_hostname_whitelist=127.0.0.1,localhost
     browser.post_connect_cmd=style http://127.0.0.1:{port}/style.grass; play http://127.0.0.1:{port}/guide.html
   (docker-compose.yml has them.)
4. The {count} saved queries: write them to a file with `graphcue browser --favourites graphcue.zip` and drop it on the window:
   they are a folder behind the star on the left. Each is also a file in cypher/browser/, all of them in all.cypher.
5. No memories there yet? graphcue demo --store neo4j://localhost
   Any answer as a graph: --cypher after recall, ask, decisions, timeline, chain, why, consequences, path.

Without a server for the style: drop cypher/style.grass, which is in {folder}, on the window.
"""

SERVING = """Serving Neo4j Browser's style and guide on this machine; Ctrl-C ends it. Paste into Neo4j Browser:
  :style http://{host}:{port}/style.grass
  :play http://{host}:{port}/guide.html
or let neo4j.conf do it at every login:
  browser.remote_content_hostname_whitelist=127.0.0.1,localhost
  browser.post_connect_cmd=style http://{host}:{port}/style.grass; play http://{host}:{port}/guide.html
"""


def browser(
    common: Common,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve style, guide and queries to Neo4j Browser, on this machine only.")
    ] = False,
    port: Annotated[int, typer.Option("--port", help="Where to serve; 0 takes a free one.")] = 8474,
    favourites: Annotated[
        Path | None,
        typer.Option("--favourites", metavar="FILE", help="Write the saved queries, to drop on the window."),
    ] = None,
) -> None:
    """How to see the graph in Neo4j Browser: its address, and the steps to style, guide and saved queries."""
    from graphcue.browser import ORDER, place

    if favourites is not None:
        _write_favourites(common, favourites)
    elif serve:
        _serve(common, port)
    elif common.json:
        common.print_json({"address": address_of(common), "folder": str(place()), "queries": list(ORDER)})
    else:
        print(STEPS.format(address=address_of(common), port=port, count=len(ORDER), folder=place()), end="")


def _write_favourites(common: Common, file: Path) -> None:
    from graphcue.browser import ORDER
    from graphcue.browser import favourites as archive

    write_file(file, archive())
    if common.json:
        common.print_json({"file": str(file), "queries": list(ORDER)})
    else:
        common.screen().line(
            f"{len(ORDER)} queries are in ", (str(file), "cyan"), "; drop it on Neo4j Browser's window"
        )


def _serve(common: Common, port: int) -> None:
    """Nothing; it serves until it is interrupted."""
    from graphcue.browser_server import HOST, server

    with server(port) as serving:
        own = serving.server_address[1]
        if common.json:
            common.print_json({"host": HOST, "port": own})
        else:
            print(SERVING.format(host=HOST, port=own), end="")
        sys.stdout.flush()
        serving.serve_forever()


def graph(
    common: Common,
    start: Annotated[str, typer.Argument(metavar="START", help="A memory's id, a person, an entity or a project.")],
    page: Annotated[Path, typer.Option("--html", metavar="FILE", help="The page to write.")],
    steps: Annotated[int, typer.Option("--steps", help="How many edges away, 1 to 5.")] = 2,
    limit: Annotated[int, typer.Option("--limit", help="Nodes at most, 1 to 1000.")] = 100,
) -> None:
    """What stands near something, as a page to explore without Neo4j: one file, nothing is asked from outside."""
    from graphcue.drawing_pages import graph_page

    with reading(common) as opened:
        found = opened.neighbourhood(start, steps=steps, limit=limit)
    title = found.nodes[0].name
    what = (
        f"{len(found.nodes)} nodes and {len(found.edges)} edges near {title}{', there is more,' if found.cut else ''}"
    )
    write_page(common, page, graph_page(found, title), f"a page of {what}")


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "browser", PANEL)(browser)
    command(app, "graph", PANEL)(graph)
