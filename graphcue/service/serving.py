"""Running the service: one worker in this process, or several below it."""

import os
import signal
import sys
import tempfile
from dataclasses import replace

from graphcue.errors import InvalidInput, MissingExtra, Refused, StoreError
from graphcue.graph_tenants import Tenants
from graphcue.keys import KeyFile
from graphcue.service.config import LOOPBACK, VARIABLE, Config
from graphcue.settings_service import service_settings

APPLICATION = "graphcue.service.app:from_environment"
KEEP_SECONDS = 75
"""How long an idle connection is kept: longer than the pools of common clients and proxies keep theirs."""


def check_address(config: Config, keys: KeyFile) -> None:
    """Nothing, for an address that may be opened: any with keys, else this machine's own. Raises Refused."""
    if config.host not in LOOPBACK and not keys.in_force:
        raise Refused(
            f"without keys the service listens on this machine only, not on {config.host}; make one first: "
            "graphcue keys add NAME --for NAMESPACE",
            host=config.host,
        )


def serve(config: Config, store: str) -> None:
    """Nothing, once the service was stopped; `store` is what people call the store.

    Raises Refused, InvalidInput, MissingExtra.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra("the service is not installed: pip install 'graphcue[service]'", extra="service") from error
    settings = service_settings()
    _check_store(config)
    keys = KeyFile(settings.keys_file)
    check_address(config, keys)
    if config.store == ":memory:" and config.workers > 1:
        raise InvalidInput("a :memory: store is one process's own: use one worker, or a file", field="workers")
    with tempfile.TemporaryDirectory(prefix="graphcue-") as folder:
        if config.workers > 1:
            config = replace(config, shared=folder, parent=os.getpid())
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        os.environ[VARIABLE] = config.as_text()
        print(_told(config, keys, store), file=sys.stderr, flush=True)
        # uvicorn stops gracefully and then raises the signal again; it must not cut off the cleaning up
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        uvicorn.run(
            APPLICATION,
            factory=True,
            host=config.host,
            port=config.port,
            workers=config.workers if config.workers > 1 else None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="on",
            timeout_keep_alive=KEEP_SECONDS,
            timeout_graceful_shutdown=settings.service_stop_seconds,
            h11_max_incomplete_event_size=65_536,
        )


def _check_store(config: Config) -> None:
    """Nothing, for a store that can be, also one that does not answer now. Raises InvalidInput before a worker starts."""
    tenants = Tenants(config.store, config.settings, config.now or None)
    try:
        tenants.of(config.namespace)
    except StoreError:  # it is waited for
        pass
    finally:
        tenants.close()


def _told(config: Config, keys: KeyFile, store: str) -> str:
    host = f"[{config.host}]" if ":" in config.host else config.host
    who = "with keys" if keys.in_force else "no keys: this machine only, and it may do everything"
    return f"graphcue serves {store} on http://{host}:{config.port} ({who}); /docs describes it"
