"""The server that the other tests rest on: it starts, keeps data over a kill, refuses strangers, and is wiped."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from neo4j import Driver
from neo4j.exceptions import AuthError

from tests.neo4j_fixtures import server_or_skip
from tests.neo4j_server import starter
from tests.neo4j_server.starter import GivenServer, LocalServer, NoServer, ServerFailed, open_driver, resolve

ROOT = Path(__file__).parents[1]
PASSWORD = "cue-and-graph"

# Puts two jars into the folder it is told, slowly enough for others to come in between.
FAKE_MAVEN = """#!/bin/sh
echo run >> "$(dirname "$0")/runs"
for argument; do case "$argument" in -DoutputDirectory=*) out="${argument#*=}" ;; esac; done
mkdir -p "$out" && touch "$out/one.jar" && sleep 1 && touch "$out/two.jar"
"""

# Starts a child with a guard, and is killed; the child has its standard output.
KILLED_OWNER = """
import os, signal, subprocess
from tests.neo4j_server.starter import _kill_when_this_process_ends
_kill_when_this_process_ends(subprocess.Popen(["sleep", "60"]).pid)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def guarded() -> Iterator[LocalServer]:
    """One server with a password for this whole file: a boot takes seconds."""
    with closing(server_or_skip(lambda: LocalServer(password=PASSWORD).start())) as server:
        yield server


def one_number(driver: Driver, query: str) -> int:
    with driver.session() as session:
        number: int = session.run(query).single(strict=True)[0]
        return number


def process_of(server: LocalServer) -> subprocess.Popen[bytes]:
    assert server._process is not None
    return server._process


def test_it_answers_a_query(guarded: LocalServer) -> None:
    assert guarded.url == f"bolt://localhost:{guarded.bolt_port}"
    with guarded.driver() as driver:
        assert one_number(driver, "RETURN 1") == 1


def test_its_version_is_the_one_that_names_the_cache(guarded: LocalServer) -> None:
    with guarded.driver() as driver:
        assert driver.get_server_info().agent == f"Neo4j/{starter.VERSION}"


def test_it_answers_on_the_routing_scheme(guarded: LocalServer) -> None:
    with open_driver(guarded.url.replace("bolt:", "neo4j:"), ("neo4j", PASSWORD)) as driver:
        assert one_number(driver, "RETURN 1") == 1


def test_it_serves_neo4j_browser(guarded: LocalServer) -> None:
    with urllib.request.urlopen(f"http://localhost:{guarded.http_port}/browser/", timeout=10) as page:
        assert page.status == 200
        assert b"<title>Neo4j Browser</title>" in page.read()


def test_it_refuses_a_wrong_password(guarded: LocalServer) -> None:
    with open_driver(guarded.url, ("neo4j", "not-" + PASSWORD)) as driver, pytest.raises(AuthError):
        driver.verify_connectivity()


def test_data_survives_a_kill_and_a_start(guarded: LocalServer) -> None:
    address = guarded.url
    with guarded.driver() as driver:
        driver.execute_query("CREATE (:Memory {id: 'kept'})")
    process = process_of(guarded)
    guarded.kill()
    assert process.returncode == -signal.SIGKILL
    assert starter.bolt_problem(guarded) is not None

    guarded.start()
    assert process_of(guarded).pid != process.pid
    assert guarded.url == address
    with guarded.driver() as driver:
        assert one_number(driver, "MATCH (m:Memory {id: 'kept'}) RETURN count(m)") == 1


def test_a_server_given_by_url_is_used_with_its_password(guarded: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    url = guarded.url.replace("//", f"//neo4j:{PASSWORD}@")
    monkeypatch.setenv("GRAPHCUE_TEST_NEO4J", url)
    with closing(resolve()) as server:
        assert isinstance(server, GivenServer)
        assert server.url == url
        with server.driver() as driver:
            assert one_number(driver, "RETURN 1") == 1
    assert starter.bolt_problem(guarded) is None


def test_a_given_server_that_does_not_answer_is_an_error_and_not_a_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHCUE_TEST_NEO4J", f"bolt://localhost:{starter._free_port()}")
    monkeypatch.setattr(starter, "BOOT_SECONDS", 0.2)
    with pytest.raises(ServerFailed, match="no answer after"):
        resolve()


def test_a_failed_start_tells_what_the_log_says_and_leaves_no_process() -> None:
    with closing(server_or_skip(lambda: LocalServer(settings={"server.no_such_setting": "1"}))) as server:
        with pytest.raises(ServerFailed, match=r"(?s)ended with code 1.*server\.no_such_setting"):
            server.start()
        assert server._process is None


def test_a_killed_owner_takes_its_server_along() -> None:
    # The output only ends when the child has ended too.
    done = subprocess.run(
        [sys.executable, "-c", KILLED_OWNER], check=False, cwd=ROOT, stdout=subprocess.PIPE, timeout=30
    )
    assert done.returncode == -signal.SIGKILL


@pytest.fixture
def leftovers(neo4j_driver: Driver) -> None:
    """What an earlier test may have left: more memories than a batch holds, all on one cue, and a constraint."""
    neo4j_driver.execute_query("CREATE CONSTRAINT kept IF NOT EXISTS FOR (c:Cue) REQUIRE (c.kind, c.key) IS UNIQUE")
    neo4j_driver.execute_query(
        "CREATE (c:Cue {kind: 'word', key: 'budget'}), (:Other) WITH c"
        " UNWIND range(1, 2500) AS i CREATE (:Memory {id: toString(i)})-[:HAS_CUE]->(c)"
    )
    assert one_number(neo4j_driver, "MATCH (n) RETURN count(n)") >= 2502


@pytest.mark.usefixtures("leftovers", "neo4j_url")
def test_data_is_wiped_before_a_test_and_the_schema_is_kept(neo4j_driver: Driver) -> None:
    assert one_number(neo4j_driver, "MATCH (n) RETURN count(n)") == 0
    assert one_number(neo4j_driver, "SHOW CONSTRAINTS YIELD name WHERE name = 'kept' RETURN count(*)") == 1
    neo4j_driver.execute_query("DROP CONSTRAINT kept")


def test_the_url_of_the_fixture_is_all_that_a_driver_needs(neo4j_url: str) -> None:
    with closing(GivenServer(neo4j_url)) as server, server.driver() as driver:
        assert one_number(driver, "MATCH (n) RETURN count(n)") == 0


def test_parallel_processes_copy_the_jars_once(tmp_path: Path) -> None:
    environment = fake_maven(tmp_path, FAKE_MAVEN)
    code = "from tests.neo4j_server.starter import jars; print(sorted(p.name for p in jars().iterdir()))"
    running = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in running] == ["['one.jar', 'two.jar']\n"] * 3
    assert (tmp_path / "bin" / "runs").read_text() == "run\n"
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == ["lib", "lib.lock"]


def test_a_failed_copy_is_the_reason_and_leaves_no_half_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in fake_maven(tmp_path, FAKE_MAVEN + "echo '[ERROR] offline'; exit 1\n").items():
        monkeypatch.setenv(name, value)
    with pytest.raises(NoServer, match=r"\[ERROR\] offline"):
        starter.jars()
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["lib.lock"]


def fake_maven(folder: Path, script: str) -> dict[str, str]:
    """The environment in which `mvn` is `script` and the cache is empty."""
    maven = folder / "bin" / "mvn"
    maven.parent.mkdir()
    maven.write_text(script)
    maven.chmod(0o755)
    path = f"{maven.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "GRAPHCUE_NEO4J_HOME": str(folder / "cache")}


def test_without_any_way_to_a_server_the_reason_names_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRAPHCUE_TEST_NEO4J", raising=False)
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(NoServer, match="GRAPHCUE_TEST_NEO4J is not set; no Docker engine answers; Java 17"):
        resolve()


def test_an_old_java_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(NoServer, match=r"Java 17 or later is needed.*11\.0\.2"):
        LocalServer()


def nowhere() -> LocalServer:
    raise NoServer("no Neo4j anywhere")


def test_no_server_is_a_skip_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRAPHCUE_REQUIRE_NEO4J", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Neo4j anywhere"):
        server_or_skip(nowhere)


def test_no_server_is_a_failure_where_one_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHCUE_REQUIRE_NEO4J", "1")
    with pytest.raises(pytest.fail.Exception, match="no Neo4j anywhere"):
        server_or_skip(nowhere)
