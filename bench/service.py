"""`python -m bench.service [--memories FILE --questions FILE] [--minutes M]`: what HTTP costs beside the Python call, on one
store in one run: one client, eight clients, then nine reads to a write. Wall times; print them with the machine's load.

FILEs are JSON Lines as `graphcue eval` takes them; without them a generated store of `--size` memories is asked.
"""

import argparse
import json
import os
import platform
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import graphcue
from graphcue.records import record_of
from tests.generated import WORDS, questions, records
from tests.service_load import load, lost_or_twice, memory_of
from tests.service_process import Client, serving

BATCH = 500
QUIET = {"GRAPHCUE_LOG_RECALLS": "0", "GRAPHCUE_SERVICE_RATE": "0", "GRAPHCUE_AUDIT_FILE": "audit.jsonl"}


def main() -> None:
    """Nothing; the figures are printed, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=Path)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=5)
    given = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = written(folder, given)
        in_python(folder, asked)
        with serving(folder, environment=QUIET) as running:
            one_client(running.client, asked)
        with serving(folder, "--workers", str(given.workers), environment=QUIET) as running:
            many_clients(running.client, asked, 8)
            mixed(running, given.minutes * 60)


def written(folder: Path, given: argparse.Namespace) -> list[str]:
    """The questions; the store in the folder holds the memories."""
    with graphcue.open(str(folder / "graphcue.db")) as graph:
        source = lines(graph, given.memories) if given.memories else records(given.size, WORDS)
        while batch := list(islice(source, BATCH)):
            graph.remember_all(batch)
        print(f"{graph.describe().memories:,} memories")
    if given.questions:
        return [json.loads(line)["question"] for line in given.questions.read_text("utf-8").splitlines()]
    return list(questions(200))


def lines(graph: graphcue.MemoryGraph, file: Path) -> Iterator[graphcue.Record]:
    """The records of a file of memories."""
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        fields = {name: row.get(name) for name in ("id", "author", "project")}
        yield record_of(row["content"], graph.settings, occurred_at=row.get("time"), **fields)


def told(what: str, call: Callable[[str], Any], asked: list[str]) -> None:
    """Nothing; the median and the 99th percentile of the calls are printed, after a round that warms up."""
    took = []
    for measured in (False, True, True):
        for question in asked:
            start = time.perf_counter()
            call(question)
            if measured:
                took.append(1000 * (time.perf_counter() - start))
    took.sort()
    print(f"{what}: p50 {took[len(took) // 2]:.2f} ms, p99 {took[len(took) * 99 // 100]:.2f} ms")


def in_python(folder: Path, asked: list[str]) -> None:
    """Nothing; what the call itself costs is printed."""
    with graphcue.open(str(folder / "graphcue.db")) as graph:
        told("Python call, one thread", graph.recall, asked)


def recalled(client: Client, question: str) -> None:
    """Nothing; the question was answered."""
    reply = client.post("/recall", {"question": question})
    assert reply.status == 200, reply.body


def one_client(client: Client, asked: list[str]) -> None:
    """Nothing; what one client waits is printed, and what a request costs that asks nothing."""
    told("HTTP, one client", lambda question: recalled(client, question), asked)
    told("HTTP without an answer (/health)", lambda question: client.get("/health"), asked)


def many_clients(client: Client, asked: list[str], clients: int) -> None:
    """Nothing; how many recalls a second so many clients get is printed."""
    own = [client.as_() for _ in range(clients)]
    rounds = 2

    def work(one: Client) -> None:
        for question in asked * rounds:
            recalled(one, question)

    threads = [threading.Thread(target=work, args=(one,)) for one in own]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - start
    print(f"HTTP, {clients} clients: {clients * rounds * len(asked) / took:.0f} recalls a second")


def mixed(running: Any, seconds: float) -> None:
    """Nothing; what became of nine reads to a write is printed: errors, losses, growth after the first minute."""
    client = running.client
    first = min(60.0, seconds / 3)
    warm = load(client, 8, first, 0.1, seed=1)
    before = memory_of(running)
    found = load(client, 8, max(1.0, seconds - first), 0.1, seed=2)
    time.sleep(2)
    grown = (memory_of(running) - before) / 1e6
    wrong = lost_or_twice(client, [*warm.acknowledged, *found.acknowledged])
    print(
        f"{seconds:.0f} s of 90/10: {found.per_second(seconds - first):.0f} recalls a second, p50 {found.quantile(0.5):.1f} ms, "
        f"p99 {found.quantile(0.99):.1f} ms, {len(warm.acknowledged) + len(found.acknowledged)} writes, "
        f"{len(warm.faults) + len(found.faults)} errors, {len(wrong)} lost or twice, memory {grown:+.1f} MB"
    )
    for fault in (*warm.faults, *found.faults, *wrong)[:5]:
        print(f"  {fault}")


if __name__ == "__main__":
    main()
