"""The service under load and under kills: no error, nothing lost, nothing twice, memory bounded."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli_process import graphcue
from tests.neo4j_server.starter import LocalServer
from tests.service_kills import kill_again_and_again, last_look
from tests.service_load import load, lost_or_twice, memory_of
from tests.service_process import Running, serving

SECONDS = float(os.environ.get("GRAPHCUE_LOAD_SECONDS", "20"))
KILLS_SQLITE = int(os.environ.get("GRAPHCUE_KILLS", "20"))
KILLS_NEO4J = int(os.environ.get("GRAPHCUE_KILLS", "10"))
QUIET = {"GRAPHCUE_LOG_RECALLS": "0", "GRAPHCUE_SERVICE_RATE": "0", "GRAPHCUE_AUDIT_FILE": "audit.jsonl"}


def test_nine_reads_to_a_write_on_two_workers_without_error_or_loss(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", environment=QUIET) as running:
        client = running.client
        load(client, 2, 1.0, 1.0, seed=0)
        time.sleep(2)
        before = memory_of(running)
        found = load(client, 8, SECONDS, 0.1)
        assert found.faults == []
        assert len(found.acknowledged) > 10 and len(found.seconds) > 100
        assert lost_or_twice(client, found.acknowledged) == []
        time.sleep(2)
        assert memory_of(running) - before < 60_000_000  # caches fill in the first minute; the bench looks at the next
        audited = (tmp_path / "audit.jsonl").read_text("utf-8").splitlines()
        assert {id for _, id in found.acknowledged} <= {id for line in audited for id in json.loads(line)["ids"]}


def test_two_processes_writing_at_once_share_one_person_b47(tmp_path: Path) -> None:
    with serving(tmp_path, environment=QUIET) as one, serving(tmp_path, environment=QUIET) as other:
        faults: list[Any] = []

        def write(running: Running, name: str) -> None:
            client = running.client
            for i in range(50):
                reply = client.post(
                    "/memories", {"content": f"{name} 的第 {i} 条", "project": "同", "people": ["闻笛"]}
                )
                if reply.status != 201:
                    faults.append(reply.body)

        writers = [threading.Thread(target=write, args=pair) for pair in ((one, "甲"), (other, "乙"))]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert faults == []
        for running in (one, other):
            counts = running.client.get("/describe").json["counts"]
            assert (counts["Memory"], counts["Person"], counts["MENTIONS"]) == (100, 1, 100)
            assert running.client.get("/timeline", person="闻笛").json["total"] == 100


def test_a_service_killed_under_writes_loses_nothing_on_sqlite(tmp_path: Path) -> None:
    url = str(tmp_path / "kept.db")
    found = kill_again_and_again(tmp_path, url, KILLS_SQLITE)
    running = last_look(tmp_path, url, found)
    try:
        assert found.kills == KILLS_SQLITE and len(found.acknowledged) > KILLS_SQLITE
        assert lost_or_twice(running.client, found.acknowledged) == []
    finally:
        running.stop()
    assert graphcue(tmp_path, "doctor", "--store", url, "--json").json["whole"] is True


@pytest.fixture
def server(local_neo4j_server: LocalServer) -> Iterator[LocalServer]:
    yield local_neo4j_server


def test_a_service_killed_under_writes_loses_nothing_on_neo4j(tmp_path: Path, server: LocalServer) -> None:
    found = kill_again_and_again(tmp_path, server.url, KILLS_NEO4J)
    running = last_look(tmp_path, server.url, found)
    try:
        assert found.kills == KILLS_NEO4J and len(found.acknowledged) > KILLS_NEO4J
        assert lost_or_twice(running.client, found.acknowledged) == []
    finally:
        running.stop()
    assert graphcue(tmp_path, "doctor", "--store", server.url, "--json").json["whole"] is True


def test_a_stopping_service_finishes_its_writes(tmp_path: Path) -> None:
    with serving(tmp_path, environment=QUIET) as running:
        found: list[Any] = []

        def write() -> None:
            rows = [{"content": f"长批次第{i}条 缓存 订单 超时 预算", "project": "批"} for i in range(1000)]
            found.append(running.client.post("/memories", {"memories": rows}))

        writer = threading.Thread(target=write)
        writer.start()
        time.sleep(0.3)
        code = running.stop(signal.SIGTERM)
        writer.join()
        assert code == 0
        assert found[0].status == 201
    assert graphcue(tmp_path, "describe", "--json").json["memories"] == 1000


def test_a_client_that_goes_away_stops_its_query(tmp_path: Path) -> None:
    with serving(tmp_path, environment={**QUIET, "GRAPHCUE_SERVICE_THREADS": "1"}) as running:
        client = running.client
        rows = [
            {"content": f"第{i}条 缓存 订单 超时 预算 " * 5, "project": "长", "kind": "decision"} for i in range(1000)
        ]
        for start in range(3):
            batch = [{**row, "id": f"{start}-{n}"} for n, row in enumerate(rows)]
            client.post("/memories", {"memories": batch})
        impatient = client.as_()
        impatient.timeout = 0.02
        for _ in range(10):
            with pytest.raises(OSError):
                impatient.ask("GET", "/timeline?project=%E9%95%BF&limit=1000")
            impatient.close()
        text = client.get("/metrics").body.decode()
        assert 'status="499"' in text
