"""The OpenAPI document put to the test: whatever fits it, and much that does not, is answered as documented."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli_process import clean
from tests.service_process import Running, serving
from tests.service_world import fill

SECONDS = 400
"""Before it counts as hanging: on two idle cores it takes half a minute."""
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = {"GRAPHCUE_SERVICE_RATE": "0", "GRAPHCUE_LOG_RECALLS": "0", "GRAPHCUE_AUDIT_FILE": "audit.jsonl"}
    with serving(tmp_path_factory.mktemp("schema"), environment=settings) as started:
        fill(started.client, "甲")  # in the namespace that requests without a header are for
        yield started


def test_no_request_meets_a_fault_or_an_undocumented_status(running: Running, tmp_path: Path) -> None:
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "run", f"http://127.0.0.1:{running.port}/openapi.json"),
        *("--checks", CHECKS, "--phases", "examples,fuzzing", "--max-examples", "5", "--warnings", "off"),
        *(
            "--seed",
            "7",
            "--workers",
            "2",
            "--max-time",
            "45",
            "--max-failures",
            "20",
            "--request-timeout",
            "20",
            "--no-color",
        ),
        *("--suppress-health-check", "all", "--exclude-path", "/import"),  # no strategy makes lines of an export
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env=clean(), capture_output=True, text=True, timeout=SECONDS, check=False
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0, told[-8000:]
    document = running.client.get("/openapi.json").json
    operations = sum(len(methods) for methods in document["paths"].values()) - 1
    assert re.search(rf"Tested: {operations}\b", told), told[-3000:]
    assert "Traceback" not in running.said
