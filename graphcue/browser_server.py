"""Style, guide, queries and favourites for Neo4j Browser over HTTP, to this machine only."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from graphcue import browser
from graphcue.errors import InvalidInput

HOST = "127.0.0.1"
PORT = 8474

Content = tuple[str, bytes]
"""(media type, bytes)"""


def contents() -> dict[str, Content]:
    """Path → what is served there, and nothing else is."""
    texts: dict[str, Callable[[], str]] = {
        "style.grass": lambda: browser.asset("style.grass"),
        "guide.html": lambda: browser.asset("guide.html"),
        "all.cypher": browser.all_queries,
    }
    kinds = {"grass": "text/plain", "html": "text/html", "cypher": "text/plain"}
    found = {
        f"/{name}": (f"{kinds[name.rpartition('.')[2]]}; charset=utf-8", text().encode("utf-8"))
        for name, text in texts.items()
    }
    found |= {
        f"/browser/{name}.cypher": ("text/plain; charset=utf-8", browser.saved(name).text.encode("utf-8"))
        for name in browser.ORDER
    }
    found["/favourites.zip"] = ("application/zip", browser.favourites())
    return found


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with the content of the path, OPTIONS with what is allowed."""

    server: "Pages"
    server_version = "graphcue"
    sys_version = ""

    def do_GET(self) -> None:
        """Nothing; the content is sent."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Nothing; what goes before the content is sent."""
        self._answer(with_body=False)

    def do_OPTIONS(self) -> None:
        """Nothing; what is allowed is sent."""
        self._head(HTTPStatus.NO_CONTENT, "text/plain", 0)

    def _answer(self, with_body: bool) -> None:
        found = self.server.served.get(self.path.partition("?")[0])
        status = HTTPStatus.OK if found else HTTPStatus.NOT_FOUND
        kind, body = found or ("text/plain; charset=utf-8", b"there is nothing here\n")
        self._head(status, kind, len(body))
        if with_body:
            self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, length: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
        self.send_header("Access-Control-Allow-Headers", "*")
        # a page of the web may ask a server of this machine only where that says so
        self.send_header("Access-Control-Allow-Private-Network", "true")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: who asked for what is nobody's business."""


class Pages(ThreadingHTTPServer):
    """A server of these pages, by path."""

    def __init__(self, port: int, served: Mapping[str, Content]) -> None:
        self.served = served
        super().__init__((HOST, port), Handler)


def server(port: int = PORT) -> Pages:
    """A server that listens on this machine's loopback address; port 0 takes a free one. Whoever asks serves and closes it.

    Any page may read what it serves (CORS): it is the same for everybody. Raises InvalidInput if the port is taken.
    """
    try:
        return Pages(port, contents())
    except OSError as error:
        raise InvalidInput(
            f"port {port} cannot be served from ({error.strerror or error}); choose another with --port", port=port
        ) from error
