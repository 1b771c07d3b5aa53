"""docker-compose.yml, as far as it can be checked without a Docker engine."""

import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.neo4j_fixtures import server_or_skip
from tests.neo4j_server.starter import IMAGE, LocalServer

COMPOSE = Path(__file__).parents[1] / "docker-compose.yml"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def neo4j(compose: dict[str, Any]) -> dict[str, Any]:
    service: dict[str, Any] = compose["services"]["neo4j"]
    return service


def settings_of(environment: dict[str, str]) -> dict[str, str]:
    """The lines of neo4j.conf that the image makes of its environment: `a_b__c` stands for `a.b_c`."""
    names = {name: name.removeprefix("NEO4J_") for name in environment if name != "NEO4J_AUTH"}
    return {
        short.replace("__", "\0").replace("_", ".").replace("\0", "_"): environment[name]
        for name, short in names.items()
    }


def test_the_image_is_the_one_the_tests_use(neo4j: dict[str, Any]) -> None:
    assert neo4j["image"] == IMAGE


def test_the_password_comes_from_the_environment_and_is_required(neo4j: dict[str, Any]) -> None:
    assert neo4j["environment"]["NEO4J_AUTH"].startswith("neo4j/${NEO4J_PASSWORD:?")


def test_the_environment_holds_settings_only(neo4j: dict[str, Any]) -> None:
    """The image takes any other NEO4J_ name, such as NEO4J_PASSWORD, for a setting, and then refuses to start."""
    names = set(neo4j["environment"]) - {"NEO4J_AUTH"}
    assert names
    assert all(name.startswith(("NEO4J_server_", "NEO4J_dbms_", "NEO4J_client_", "NEO4J_browser_")) for name in names)


def test_memory_is_bounded_and_nothing_is_reported_home(neo4j: dict[str, Any]) -> None:
    settings = settings_of(neo4j["environment"])
    assert settings["server.memory.heap.max_size"] == settings["server.memory.heap.initial_size"]
    assert "server.memory.pagecache.size" in settings
    assert settings["dbms.usage_report.enabled"] == "false"
    assert settings["client.allow_telemetry"] == "false"


def test_all_ports_are_bound_to_this_machine(neo4j: dict[str, Any]) -> None:
    assert neo4j["ports"] == ["127.0.0.1:7474:7474", "127.0.0.1:7687:7687"]


def test_the_data_lives_in_a_named_volume(compose: dict[str, Any], neo4j: dict[str, Any]) -> None:
    [(volume, folder)] = [line.split(":") for line in neo4j["volumes"]]
    assert folder == "/data"
    assert volume in compose["volumes"]


def test_health_is_asked_at_the_port_that_comes_up_last(neo4j: dict[str, Any]) -> None:
    check = neo4j["healthcheck"]
    assert check["test"][:2] == ["CMD", "wget"]
    assert check["test"][-1] == "http://127.0.0.1:7474/"
    assert {"interval", "timeout", "retries", "start_period"} <= set(check)


def test_neo4j_accepts_the_settings(neo4j: dict[str, Any]) -> None:
    settings = settings_of(neo4j["environment"])
    with closing(server_or_skip(lambda: LocalServer(settings=settings))) as server:
        assert "validation successful" in server.validate_configuration()


def docker_compose(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["docker", "compose", "--file", str(COMPOSE), *arguments]
    inherited = {name: value for name, value in os.environ.items() if name != "NEO4J_PASSWORD"}
    return subprocess.run(command, check=False, env={**inherited, **environment}, capture_output=True, text=True)


@pytest.fixture(scope="module")
def compose_plugin() -> None:
    if shutil.which("docker") is None or docker_compose("version").returncode:
        pytest.skip("the docker command with its compose plugin is not installed")


@pytest.mark.usefixtures("compose_plugin")
def test_docker_compose_accepts_the_file() -> None:
    done = docker_compose("config", "--quiet", NEO4J_PASSWORD="long-enough")
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("compose_plugin")
def test_docker_compose_refuses_a_missing_password() -> None:
    done = docker_compose("config", "--quiet")
    assert done.returncode != 0
    assert "NEO4J_PASSWORD" in done.stderr
