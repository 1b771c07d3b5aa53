"""A real Neo4j for the tests: `resolve()` finds one, `LocalServer` starts one from Maven artifacts, without Docker.

`python -m tests.neo4j_server.starter` starts one, prints its addresses and runs until Ctrl-C.
"""

import gc
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT
from tempfile import TemporaryDirectory
from typing import Protocol, Self
from urllib.parse import unquote, urlsplit

from neo4j import Driver, GraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import DriverError, TransientError

POM = Path(__file__).with_name("pom.xml")
VERSION = "5.26.30"
IMAGE = "neo4j:5.26-community"
OLDEST_JAVA = 17
BOOT_SECONDS = 180.0  # seven on an idle machine, forty seen on a crowded one

# Neo4j reads its page cache through these packages, which Java closes by default.
OPENED_PACKAGES = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.nio", "java.io", "sun.nio.ch")]

# Seeded by the system: a test run that seeds `random` would give every worker the same ports.
_random = random.SystemRandom()


class NoServer(Exception):
    """No Neo4j can be had here; the message is the sentence that a skipped test shows."""


class ServerFailed(Exception):
    """A Neo4j that should run does not; the message ends with what its log says."""


class Server(Protocol):
    """What the tests need of a Neo4j, wherever it runs."""

    @property
    def url(self) -> str: ...

    def driver(self) -> Driver: ...

    def close(self) -> None: ...


def resolve() -> Server:
    """A running server: the one at GRAPHCUE_TEST_NEO4J, else Docker, else Maven artifacts; else raises `NoServer`."""
    if url := os.environ.get("GRAPHCUE_TEST_NEO4J"):
        return GivenServer(url)
    reasons = ["GRAPHCUE_TEST_NEO4J is not set"]
    starts: list[Callable[[], Server]] = [DockerServer, lambda: LocalServer().start()]
    for start in starts:
        try:
            return start()
        except NoServer as reason:
            reasons.append(str(reason))
    raise NoServer(f"no Neo4j for this test: {'; '.join(reasons)}")


class GivenServer:
    """A server that somebody else runs, at a URL that may carry `user:password@`; its data is the tests' to wipe."""

    def __init__(self, url: str) -> None:
        self.url = url
        _wait(lambda: bolt_problem(self))

    def driver(self) -> Driver:
        parts = urlsplit(self.url)
        address = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        return open_driver(address, auth)

    def close(self) -> None:
        """Nothing: whoever started it stops it."""


class DockerServer:
    """Neo4j Community in a container of its own, without a password; raises `NoServer` where no engine answers."""

    def __init__(self) -> None:
        if (problem := _docker_problem()) is not None:
            raise NoServer(problem)
        from testcontainers.core.container import DockerContainer

        container = DockerContainer(IMAGE).with_env("NEO4J_AUTH", "none").with_exposed_ports(7687)
        try:
            self._container = container.start()
        except Exception as error:  # an image that cannot be pulled has many causes, and Maven may still do
            raise NoServer(f"Docker cannot start {IMAGE} ({_one_line(error)})") from error
        self.url = f"bolt://{container.get_container_host_ip()}:{container.get_exposed_port(7687)}"
        _wait(lambda: bolt_problem(self))

    def driver(self) -> Driver:
        return open_driver(self.url, None)

    def close(self) -> None:
        self._container.stop()


def _docker_problem() -> str | None:
    """Why no container can be started here, None if a Docker engine answers within three seconds."""
    with warnings.catch_warnings():
        # Where no engine answers, Docker's client leaves its socket open; a later test would fail for it.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            from testcontainers.core.docker_client import DockerClient

            DockerClient(timeout=3).client.close()
            return None
        except ImportError:
            problem = "testcontainers is not installed"
        except Exception:  # the client raises whatever its transport raises; each means the same
            problem = "no Docker engine answers"
        gc.collect()
        return problem


class LocalServer:
    """Neo4j Community with Neo4j Browser as a child process, in a temporary home, on ports of its own.

    The process ends with this one, even when this one is killed. `stop` and `kill` keep ports and data for the next
    `start`; `close` deletes them. Sizes are Java's (`700m`); `settings` are lines of neo4j.conf that win over ours.
    """

    def __init__(
        self,
        *,
        password: str | None = None,
        heap: str = "700m",
        pagecache: str = "64m",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        if os.name != "posix":
            raise NoServer("Neo4j is started from Maven artifacts on Linux and macOS only")
        self._jvm = [_java(), *OPENED_PACKAGES, f"-Xmx{heap}", "-cp", f"{jars()}/*"]
        self.password = password
        self.bolt_port = _free_port()
        self.http_port = _free_port()
        self._folder = TemporaryDirectory(prefix="graphcue-neo4j-")
        self.home = Path(self._folder.name)
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._write_configuration({"server.memory.pagecache.size": pagecache, **(settings or {})})
        if password is not None:
            self.admin("dbms", "set-initial-password", password)

    @property
    def url(self) -> str:
        return f"bolt://localhost:{self.bolt_port}"

    def driver(self) -> Driver:
        return open_driver(self.url, None if self.password is None else ("neo4j", self.password))

    def start(self) -> Self:
        """This server, once Bolt and HTTP answer: on the same ports and data as before, if it ran before."""
        if self._process is not None and self._end() is None:
            return self
        self.kill()
        folders = [f"--home-dir={self.home}", f"--config-dir={self.home / 'conf'}"]
        with (self.home / "console.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._jvm, "org.neo4j.server.CommunityEntryPoint", *folders],
                stdin=DEVNULL,
                stdout=log,
                stderr=STDOUT,
                start_new_session=True,  # else Ctrl-C reaches it too, and it is gone before the tests clean up
            )
        self._guard = _kill_when_this_process_ends(self._process.pid)
        try:
            _wait(self._problem, self._end)
        except Exception as failure:
            self.kill()
            raise ServerFailed(f"Neo4j at {self.url}: {failure}; its log ends:\n{self.log_tail()}") from failure
        return self

    def stop(self) -> None:
        """Ends the process in order, as a shutdown of the machine would: commits are checkpointed."""
        if self._process is not None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=60)
        self.kill()

    def kill(self) -> None:
        """Ends the process at once, as a loss of power would (SIGKILL)."""
        for process in (self._process, self._guard):
            if process is not None:
                process.kill()
                process.communicate()
        self._process = self._guard = None

    def close(self) -> None:
        """Ends the process and deletes the data."""
        self.kill()
        self._folder.cleanup()

    def admin(self, *arguments: str) -> str:
        """What `neo4j-admin` prints for `arguments`; nearly all of its commands need the server stopped."""
        return self._run("org.neo4j.cli.AdminTool", *arguments)

    def validate_configuration(self) -> str:
        """What Neo4j says about this server's neo4j.conf; raises `ServerFailed` if it would not start with it."""
        # AdminTool refuses this one command outside the launcher, which is slower for all the others.
        return self._run("org.neo4j.server.startup.Neo4jAdminCommand", "server", "validate-config")

    def log_tail(self, lines: int = 20) -> str:
        """The last lines of the server's log and of what Java printed beside it."""
        logs = [self.home / "logs" / "neo4j.log", self.home / "console.log"]
        tails = [log.read_text("utf-8", "replace").splitlines()[-lines:] for log in logs if log.exists()]
        return "\n".join(line for tail in tails for line in tail)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _problem(self) -> str | None:
        # HTTP comes up more than a second after Bolt.
        return bolt_problem(self) or _port_problem(self.http_port)

    def _end(self) -> str | None:
        code = None if self._process is None else self._process.poll()
        return None if code is None else f"its process ended with code {code}"

    def _run(self, main_class: str, *arguments: str) -> str:
        code, output = _output(
            *self._jvm, main_class, *arguments, NEO4J_HOME=str(self.home), NEO4J_CONF=str(self.home / "conf")
        )
        if code:
            raise ServerFailed(f"neo4j-admin {' '.join(arguments[:2])} failed:\n{output}")
        return output

    def _write_configuration(self, extra: Mapping[str, str]) -> None:
        bolt, http = f"localhost:{self.bolt_port}", f"localhost:{self.http_port}"
        settings = {
            "server.bolt.listen_address": bolt,
            "server.bolt.advertised_address": bolt,  # else Browser and neo4j:// are sent to port 7687
            "internal.dbms.bolt.netty_server_shutdown_quiet_period": "0",  # else each stop waits ten seconds
            "server.http.listen_address": http,
            "server.http.advertised_address": http,
            "server.https.enabled": "false",
            "dbms.security.auth_enabled": str(self.password is not None).lower(),
            "dbms.usage_report.enabled": "false",
            "client.allow_telemetry": "false",
            "db.tx_log.preallocate": "false",  # else each start reserves 512 MB of disk
            **extra,
        }
        path = self.home / "conf" / "neo4j.conf"
        path.parent.mkdir()
        path.write_text("".join(f"{name}={value}\n" for name, value in settings.items()), "utf-8")


def open_driver(address: str, auth: tuple[str, str] | None) -> Driver:
    """A driver that fails within seconds and is silent about labels an empty database does not know yet."""
    return GraphDatabase.driver(
        address,
        auth=auth,
        connection_timeout=5,
        max_transaction_retry_time=5,
        notifications_min_severity=NotificationMinimumSeverity.OFF,
    )


def bolt_problem(server: Server) -> str | None:
    """Why `server` cannot answer a query yet, None if it can; a refused password is raised, since waiting is vain."""
    try:
        with server.driver() as driver, driver.session() as session:
            session.run("RETURN 1").consume()
    except (DriverError, TransientError) as error:
        return _one_line(error)
    return None


def _port_problem(port: int) -> str | None:
    try:
        socket.create_connection(("localhost", port), timeout=1).close()
    except OSError as error:
        return f"port {port}: {error}"
    return None


def _wait(problem: Callable[[], str | None], end: Callable[[], str | None] = lambda: None) -> None:
    """Returns once there is no `problem`; raises `ServerFailed` after BOOT_SECONDS, or as soon as there is an `end`."""
    until = time.monotonic() + BOOT_SECONDS
    while (found := problem()) is not None:
        if (ended := end()) is not None:
            raise ServerFailed(ended)
        if time.monotonic() > until:
            raise ServerFailed(f"no answer after {BOOT_SECONDS:.0f} s ({found})")
        time.sleep(0.1)


def jars() -> Path:
    """The folder of the server's jars, copied by Maven the first time (140 MB); safe in several processes at once.

    It is `lib` below GRAPHCUE_NEO4J_HOME, by default below the user's cache.
    """
    home = os.environ.get("GRAPHCUE_NEO4J_HOME") or f"~/.cache/graphcue/neo4j-{VERSION}"
    lib = Path(home).expanduser().resolve() / "lib"  # absolute, since Maven reads paths from the pom's folder
    if not lib.is_dir():
        lib.parent.mkdir(parents=True, exist_ok=True)
        with _alone(lib.with_suffix(".lock")):
            if not lib.is_dir():
                _copy_jars(lib)
    return lib


def _copy_jars(lib: Path) -> None:
    """Makes `lib` in one step, so that a folder of that name is always whole."""
    maven = shutil.which("mvn")
    if maven is None:
        raise NoServer("Maven (mvn) is not installed")
    with TemporaryDirectory(prefix="copying-", dir=lib.parent) as folder:
        copied = Path(folder) / "lib"
        goal = "dependency:copy-dependencies"
        code, output = _output(maven, "-q", "-B", "-f", str(POM), goal, f"-DoutputDirectory={copied}")
        if code or not copied.is_dir():
            raise NoServer(f"Maven cannot copy Neo4j's jars ({_one_line(output)})")
        copied.rename(lib)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Holds while no other process is inside; the lock ends with its process, so a crash leaves none behind."""
    import fcntl  # not on Windows

    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _java() -> str:
    """The `java` of JAVA_HOME, else of the path; raises `NoServer` if it is missing or older than Neo4j 5 needs."""
    java_home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(java_home) / "bin")) if java_home else shutil.which("java")
    if java is None:
        raise NoServer(f"Java {OLDEST_JAVA} or later is not installed")
    _, told = _output(java, "-version")
    version = re.search(r'version "(\d+)', told)
    if version is None or int(version[1]) < OLDEST_JAVA:
        raise NoServer(f"Java {OLDEST_JAVA} or later is needed, {java} is {_one_line(told)}")
    return java


def _free_port() -> int:
    """A port nobody listens on, below those that outgoing connections take, so that it is still free at a restart."""
    while True:
        port = _random.randrange(20_000, 30_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _kill_when_this_process_ends(pid: int) -> subprocess.Popen[bytes]:
    """A shell that waits on a pipe of this process, which closes however this process ends, and then kills `pid`."""
    command = ["sh", "-c", f"read -r _; kill -9 {pid}"]
    return subprocess.Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)


def _output(*command: str, **environment: str) -> tuple[int, str]:
    """The exit code of a program and all that it printed."""
    environment = {**os.environ, **environment}
    done = subprocess.run(command, check=False, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, text=True)
    return done.returncode, done.stdout


def _one_line(message: object) -> str:
    """The first line that says something, 200 characters at most."""
    lines = [line.strip() for line in str(message).splitlines() if line.strip()]
    return lines[0][:200] if lines else "no message"


def main() -> None:
    """Runs one server until Ctrl-C or SIGTERM."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell's background job ignores the first
        signal.signal(number, signal.default_int_handler)
    with suppress(KeyboardInterrupt), LocalServer() as server:
        print(server.url)
        print(f"http://localhost:{server.http_port}/browser/?preselectAuthMethod=NO_AUTH", flush=True)
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
