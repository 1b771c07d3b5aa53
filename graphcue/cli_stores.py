"""The commands about stores: copy, neo4j."""

import sys
from dataclasses import replace
from typing import Annotated

import typer

from graphcue.cli_common import Common, command, reading, shown_url, store_file, writing
from graphcue.errors import InvalidInput

PANEL = "Stores"

SETUP = """Neo4j for graphcue. Community Edition 5.26 is enough; no plugin is needed.

With Docker, beside docker-compose.yml:
  NEO4J_PASSWORD=choose-8-or-more docker compose up --detach --wait

Without Docker (needs Java 17 or 21):
  1. Download Neo4j Community 5.26 (tar or zip) from neo4j.com/deployment-center and unpack it.
  2. Set the first password, before the first start:
       bin/neo4j-admin dbms set-initial-password choose-8-or-more
  3. In conf/neo4j.conf, for a store of this machine only:
       server.default_listen_address=127.0.0.1
       server.memory.heap.max_size=1g
       server.memory.pagecache.size=1g
  4. Start it, and wait until Neo4j Browser answers at http://localhost:7474:
       bin/neo4j start

Then, either way:
  export GRAPHCUE_NEO4J_USER=neo4j GRAPHCUE_NEO4J_PASSWORD=choose-8-or-more
  graphcue ingest PATH... --store neo4j://localhost
  graphcue copy --from graphcue.db --to neo4j://localhost     # what a file holds already

graphcue makes its constraints and indexes at the first write; cypher/schema.cypher shows them.
To look at it in Neo4j Browser, with a style, a guide and saved queries:  graphcue browser
"""


def copy(
    common: Common,
    source: Annotated[str, typer.Option("--from", metavar="URL", help="The store to copy from.")],
    target: Annotated[str, typer.Option("--to", metavar="URL", help="The store to copy to.")],
    into: Annotated[
        str | None, typer.Option("--into", metavar="NAME", help="The namespace to make there; else the same name.")
    ] = None,
) -> None:
    """Copy a namespace from one store to another: the same memories, relations, answers and fingerprint."""
    from graphcue.copying import copy as copy_namespace

    if source == target and (into is None or into == common.tenant):
        raise InvalidInput("--from and --to are the same namespace", store=shown_url(source))
    ends = replace(common, store=source), replace(common, store=target, namespace=into or common.tenant)
    with reading(ends[0]) as old, writing(ends[1]) as new:
        copied = copy_namespace(old, new, None if common.json or not sys.stderr.isatty() else _on_progress)
    if common.json:
        common.print_json(
            {
                "memories": copied.memories,
                "relations": copied.relations,
                "aliases": copied.aliases,
                "fingerprint": f"{copied.fingerprint:032x}",
            }
        )
        return
    screen = common.screen()
    screen.line(f"{copied.memories:,} memories copied to ", (str(store_file(target) or shown_url(target)), "cyan"))
    screen.line("fingerprint  ", (f"{copied.fingerprint:032x}", "cyan"))


def _on_progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} lines", end="\n" if done == total else "", file=sys.stderr, flush=True)


def neo4j(
    common: Common,
    print_setup: Annotated[
        bool, typer.Option("--print-setup", help="How to get a server, with Docker and without.")
    ] = False,
) -> None:
    """How to use Neo4j as the store."""
    if common.json:
        common.print_json({"setup": SETUP})
    elif print_setup:
        print(SETUP, end="")
    else:
        print(
            "Give a Neo4j URL as the store: --store neo4j://localhost. `graphcue neo4j --print-setup` tells how to get one."
        )


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "copy", PANEL)(copy)
    command(app, "neo4j", PANEL)(neo4j)
