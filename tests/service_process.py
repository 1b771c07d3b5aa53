"""The service as people start it: a process of its own on a loopback port, and a plain client."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from tests.cli_process import PROGRAM, clean

BOOT_SECONDS = 180.0


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> Any:
        return self.json["error"]


@dataclass
class Client:
    """Requests to one address; a connection is kept between them."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    host: str = "127.0.0.1"
    timeout: float = 60.0
    _connection: http.client.HTTPConnection | None = None

    def as_(self, key: str | None = None, namespace: str | None = None) -> "Client":
        """The same for somebody with this key, or for this namespace."""
        further = {"Authorization": f"Bearer {key}"} if key else {}
        if namespace is not None:
            further["Graphcue-Namespace"] = quote(namespace)
        return Client(self.port, {**self.headers, **further}, self.host, self.timeout)

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Reply:
        """The reply; `body` is JSON unless it is bytes."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        for again in (False, True):
            connection = self._connection or http.client.HTTPConnection(self.host, self.port, timeout=self.timeout)
            self._connection = connection
            try:
                connection.request(method, path, data, {**self.headers, **(headers or {})})
                response = connection.getresponse()
                return Reply(response.status, dict(response.headers), response.read())
            except (http.client.HTTPException, ConnectionError, OSError):
                self.close()
                if again or method != "GET":
                    raise
        raise AssertionError

    def get(self, path: str, /, **query: Any) -> Reply:
        """The reply to a GET; a list is a name given several times."""
        given = {name: value for name, value in query.items() if value is not None}
        return self.ask("GET", f"{path}?{urlencode(given, doseq=True)}" if given else path)

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Reply:
        return self.ask("POST", path, body, headers)

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None


@dataclass
class Running:
    """A service that was started, with the file of what it says."""

    process: "subprocess.Popen[bytes]"
    port: int
    log: Path

    @property
    def client(self) -> Client:
        return Client(self.port)

    @property
    def said(self) -> str:
        return self.log.read_text("utf-8")

    def ready(self, seconds: float = BOOT_SECONDS) -> "Running":
        """Itself, once it is ready; one that does not become so is stopped."""
        try:
            self.answers("/ready", 200, seconds)
        except BaseException:
            self.stop(signal.SIGKILL)
            raise
        return self

    def answers(self, path: str, status: int, seconds: float = BOOT_SECONDS) -> Reply:
        """The reply with that status, as soon as there is one."""
        until = time.monotonic() + seconds
        last: Any = None
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the service ended with {self.process.returncode}:\n{self.said}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                last = Client(self.port, timeout=10).get(path)
                if last.status == status:
                    return last
            time.sleep(0.05)
        raise AssertionError(f"no {status} from {path} within {seconds} s, but {last}:\n{self.said}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """The exit code after the signal, which goes to the workers too when it kills."""
        if self.process.poll() is None:
            if number == signal.SIGKILL:
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)
        return self.process.wait(60)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def start(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None, port: int = 0) -> Running:
    """A service in `folder`, not yet ready."""
    port = port or free_port()
    log = folder / f"service-{port}.log"
    with log.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", *PROGRAM[1:], "serve", "--port", str(port), *arguments],
            cwd=folder,
            env=clean(environment),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Running(process, port, log)


@contextlib.contextmanager
def serving(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Running]:
    """A service that is ready; it is stopped in the end."""
    running = start(folder, *arguments, environment=environment)
    try:
        yield running.ready()
    finally:
        running.stop(signal.SIGKILL)
