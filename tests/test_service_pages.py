"""What the pages say of the service is so: curl lines, settings, alerts, the image, the composition; and no way outside."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphcue.service.metrics import Metrics
from graphcue.service.routes import ROUTES
from graphcue.settings import table
from graphcue.settings_service import ServiceSettings
from tests.cli_process import clean
from tests.docs_pages import ROOT, blocks, text_of
from tests.service_process import Running, serving, start

PAGE = ROOT / "docs" / "service.md"
ADDRESS = "http://127.0.0.1:8642"
NOW = "2025-01-15T08:00:00Z"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("pages"), "--now", NOW) as started:
        yield started


def curl(running: Running, text: str) -> list[Any]:
    """The JSON that each `curl` of a block prints, in order."""
    lines = re.split(r"^(?=curl )", text.replace(ADDRESS, f"http://127.0.0.1:{running.port}"), flags=re.MULTILINE)
    found = []
    for line in (one for one in lines if one.strip()):
        done = subprocess.run(
            ["bash", "-c", line], cwd=running.log.parent, capture_output=True, text=True, timeout=60, check=True
        )
        found.append(json.loads(done.stdout) if done.stdout.startswith(("{", "[")) else done.stdout)
    return found


def results(answer: Any) -> list[str]:
    assert "error" not in answer, answer
    return [one["memory"]["id"] for one in answer["results"]]


def test_the_requests_of_the_page_carry_a_cue_from_question_to_question_w1(running: Running) -> None:
    first, second = (block.text for block in blocks(text_of(PAGE)) if block.language == "bash")
    wrote, low, then, alone, hundred, four = curl(running, first)
    assert [one["state"] for one in wrote["outcomes"]] == ["created"] * 3
    assert sorted(results(low)) == ["a", "b"]
    for one in low["results"]:
        assert "tag:低糖" in [hit["cue"] for hit in one["hits"]]
    assert results(then)[0] == "b" and "低糖" in json.dumps(then, ensure_ascii=False)
    assert results(alone)[0] == "b" and "tag:低糖" not in json.dumps(alone, ensure_ascii=False).partition("leaves")[2]
    assert results(hundred)[0] == "c"
    assert "c" not in results(four)
    assert "amount" in json.dumps(four["because"])

    done, page, erased, exported, imported = curl(running, second)
    assert done["state"] == "changed" and erased["memories"] == 1
    assert page["total"] == 2 and len(page["items"]) == 1 and page["after"]
    assert exported == "" and imported["equal"] is True


def test_the_requests_of_the_readme_run(running: Running) -> None:
    (block,) = [one for one in blocks(text_of(ROOT / "README.md")) if one.text.startswith("curl")]
    wrote, found = curl(running, block.text)
    assert wrote["id"] in results(found)


def test_every_setting_of_the_service_is_in_its_table() -> None:
    text = text_of(PAGE)
    for row in table(ServiceSettings):
        assert f"| `{row.name}` | `{row.variable}` | {row.default} | {row.help} |" in text, row.name


def test_the_lines_for_clients_are_json_and_start_the_server() -> None:
    configurations = [json.loads(one.text) for one in blocks(text_of(PAGE)) if one.language == "json"]
    assert len(configurations) == 2
    command = configurations[0]["mcpServers"]["graphcue"]
    assert (command["command"], command["args"][-1]) == ("graphcue", "mcp")


def test_alerts_name_metrics_that_there_are_and_the_page_names_every_metric() -> None:
    page = Metrics().told({"Memory": 1}).decode()
    there = set(re.findall(r"^# TYPE (\w+)", page, re.MULTILINE))
    rules = yaml.safe_load((ROOT / "docs" / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    assert len(rules) >= 5
    for rule in rules:
        for name in re.findall(r"graphcue_\w+", rule["expr"]):
            assert name.removesuffix("_bucket") in there, rule["alert"]
        assert rule["annotations"]["summary"] and rule["annotations"]["what_to_do"]
    assert [one for one in sorted(there) if f"`{one}`" not in text_of(PAGE) and not one.endswith("_created")] == []


# the image, as far as can be checked without an engine


def dockerfile() -> list[tuple[str, str]]:
    """(instruction, rest) of each line of the Dockerfile, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]  # type: ignore[misc]


def test_the_image_runs_without_rights_checks_its_health_and_starts_the_service() -> None:
    found = dockerfile()
    user = [n for n, (name, _) in enumerate(found) if name == "USER"]
    start_at = [n for n, (name, _) in enumerate(found) if name == "ENTRYPOINT"]
    assert user and user[-1] < start_at[-1] and found[user[-1]][1] not in ("root", "0")
    assert [rest for name, rest in found if name == "ENTRYPOINT"] == ['["graphcue"]']
    (check,) = [rest for name, rest in found if name == "HEALTHCHECK"]
    assert "/ready" in check
    for name, rest in found:
        if name == "COPY" and not rest.startswith("--from"):
            assert all((ROOT / source).exists() for source in rest.split()[:-1])


def test_the_health_check_of_the_image_passes_while_ready_and_fails_else(running: Running, tmp_path: Path) -> None:
    (check,) = [rest for name, rest in dockerfile() if name == "HEALTHCHECK"]
    command = json.loads(check.partition("CMD")[2])
    for port, good in ((running.port, True), (1, False)):
        code = command[-1].replace("8642", str(port))
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=30, check=False)
        assert (done.returncode == 0) == good


def test_the_composition_waits_for_neo4j_and_opens_this_machines_port_alone() -> None:
    service = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]["service"]
    assert service["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert service["environment"]["GRAPHCUE_STORE"] == "neo4j://neo4j:7687"
    assert service["ports"] == ["127.0.0.1:8642:8642"]


# no way outside

GUARD = """
import socket, sys
real = socket.socket.connect
def connect(self, address, *rest):
    if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1"):
        print("OUTSIDE", address, file=sys.stderr, flush=True)
        raise OSError("blocked")
    return real(self, address, *rest)
socket.socket.connect = connect
look = socket.getaddrinfo
def lookup(host, *rest, **more):
    if host not in ("127.0.0.1", "::1", "localhost", None):
        print("OUTSIDE", host, file=sys.stderr, flush=True)
        raise OSError("blocked")
    return look(host, *rest, **more)
socket.getaddrinfo = lookup
"""


def test_the_service_calls_nobody(tmp_path: Path) -> None:
    (tmp_path / "guard").mkdir()
    (tmp_path / "guard" / "sitecustomize.py").write_text(GUARD, "utf-8")
    environment = {"PYTHONPATH": str(tmp_path / "guard")}
    probe = "import urllib.request as u\ntry: u.urlopen('http://192.0.2.1', timeout=2)\nexcept OSError as e: print(e)"
    control = subprocess.run(
        [sys.executable, "-c", probe], env=clean(environment), capture_output=True, text=True, timeout=60, check=False
    )
    assert "OUTSIDE" in control.stderr
    running = start(tmp_path, environment=environment).ready()
    try:
        client = running.client
        client.post("/memories", {"content": "午餐少糖", "id": "m1"})
        for route in ROUTES:
            path = re.sub(r"\{\w+\}", "m1", route.path)
            client.ask(route.method, path, {} if route.has_body else None)
        for path in ("/docs", "/metrics", "/openapi.json", "/export"):
            assert client.get(path).status == 200
        assert running.stop() == 0
        assert "OUTSIDE" not in running.said
    finally:
        running.stop()
