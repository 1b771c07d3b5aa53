"""Several processes share a conversation in one file, and a killed one loses at most the turn in flight."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import graphcue

TALK = """
import sys, graphcue
with graphcue.open(sys.argv[1], now="2026-01-05T08:00:00Z") as graph:
    conversation = graph.session("shared")
    for _ in range(int(sys.argv[2])):
        conversation.hear("订单超时", "assistant")
        print("heard", flush=True)
"""


def started(store: Path, turns: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", TALK, str(store), str(turns)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONUTF8": "1"})


def filled(store: Path) -> None:
    with graphcue.open(str(store)) as graph:
        graph.remember("下单接口超时，给热点商品加了缓存", project="订单系统", id="m1")
        graph.remember("订单超时的告警阈值是三秒", project="订单系统", id="m2")


def turns(store: Path) -> int:
    with graphcue.open(str(store), now="2026-01-05T08:00:00Z") as graph:
        return graph.session("shared").state().turns


def test_no_turn_of_several_processes_is_lost(tmp_path: Path) -> None:
    store = tmp_path / "shared.db"
    filled(store)
    running = [started(store, 8) for _ in range(3)]
    told = [one.communicate(timeout=300)[0].count(b"heard") for one in running]
    assert told == [8, 8, 8] and [one.returncode for one in running] == [0, 0, 0]
    assert turns(store) == 24


def test_a_killed_process_loses_at_most_the_turn_in_flight(tmp_path: Path) -> None:
    store = tmp_path / "killed.db"
    filled(store)
    with started(store, 10_000) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        said = 5 + process.stdout.read().count(b"heard")
    assert said <= turns(store) <= said + 1
    with graphcue.open(str(store), now="2026-01-05T08:00:00Z") as graph:
        assert graph.session("shared").recall("订单超时").results
