"""The commands of the service: serve, mcp, keys add, keys list, keys revoke."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command, shown_url

if TYPE_CHECKING:
    from graphcue.keys import KeyFile

PANEL = "Service"


def serve(
    common: Common,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; others than loopback need keys.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on.")] = 8642,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that share the work.")] = 1,
) -> None:
    """Answer over HTTP, with the same JSON as the commands; MCP is at /mcp. Ctrl-C ends it once writes are done."""
    from graphcue.service.config import Config
    from graphcue.service.serving import serve as run

    config = Config(
        store=common.url,
        namespace=common.tenant,
        zone=common.zone or "",
        now=common.now or "",
        host=host,
        port=port,
        workers=workers,
    )
    run(config, shown_url(common.url))


def mcp(common: Common) -> None:
    """Be an MCP server on standard input and output, for an assistant that starts it."""
    from graphcue.errors import MissingExtra

    try:
        from graphcue.mcp_server import run
    except ImportError as error:
        raise MissingExtra("MCP is not installed: pip install 'graphcue[mcp]'", extra="mcp") from error
    from graphcue.audit import Audit
    from graphcue.graph_tenants import Tenants
    from graphcue.settings import from_environment
    from graphcue.settings_service import service_settings

    own = service_settings()
    settings = from_environment(None, **({"zone": common.zone} if common.zone else {}))
    run(Tenants(common.url, settings, common.now), common.tenant, own.mcp_tokens, Audit(own.audit_file))


def add(
    common: Common,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose key it is.")],
    namespaces: Annotated[
        list[str] | None, typer.Option("--for", metavar="NAMESPACE", help="What it is for; several, or * for all.")
    ] = None,
    scope: Annotated[
        str, typer.Option("--scope", help="read, write or admin; each includes those before it.")
    ] = "read",
) -> None:
    """Make a key. It is shown now and never again."""
    key, text = _keys().add(name, namespaces or [common.tenant], scope, _now())
    if common.json:
        common.print_json({**key.shown(), "key": text})
    else:
        common.screen().line((text, "cyan"))
        common.screen().line(
            (f"key {key.id} for {', '.join(key.namespaces)} ({key.scope}); keep it, it is not shown again", "dim")
        )


def listed(common: Common) -> None:
    """Every key that was made, without what opens the door."""
    found = _keys().listed()
    if common.json:
        common.print_json([key.shown() for key in found])
    elif not found:
        common.screen().line("no keys: the service listens on this machine only")
    else:
        rows = [
            [k.id, k.name, k.scope, ", ".join(k.namespaces), f"revoked {k.revoked_at}" if k.revoked_at else ""]
            for k in found
        ]
        common.screen().rows(rows)


def revoke(
    common: Common, name: Annotated[str, typer.Argument(metavar="NAME", help="The name or id of a key.")]
) -> None:
    """Take a key out of force, at once, also in services that run."""
    key = _keys().revoke(name, _now())
    if common.json:
        common.print_json(key.shown())
    else:
        common.screen().line(f"key {key.id} of {key.name} opens nothing any more")


def _keys() -> "KeyFile":
    from graphcue.keys import KeyFile
    from graphcue.settings_service import service_settings

    return KeyFile(service_settings().keys_file)


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "serve", PANEL)(serve)
    command(app, "mcp", PANEL)(mcp)
    group = typer.Typer(no_args_is_help=True, help="Keys of the service.")
    for name, work in (("add", add), ("list", listed), ("revoke", revoke)):
        command(group, name, "")(work)
    app.add_typer(group, name="keys", rich_help_panel=PANEL)
