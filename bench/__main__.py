"""`python -m bench [--store URL] [--size N] [--words W]`: writes a generated store and asks it, and prints what both cost.

The store must be empty or made by the same call before; then only the asking is measured. Wall times, in milliseconds.
"""

import argparse
import gc
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import graphcue
from graphcue import MemoryGraph
from tests.generated import PEOPLE, PROJECTS, WORDS, questions, records

BATCH = 1000
ASKED = 150


def main() -> None:
    """Nothing; the figures are printed, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", default="")
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--words", type=int, default=WORDS)
    given = parser.parse_args()
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    )
    with tempfile.TemporaryDirectory() as folder:
        url = given.store or os.path.join(folder, "bench.db")
        with graphcue.open(url, namespace="bench", now="2026-01-05") as graph:
            if not graph.written():
                written(graph, given.size, given.words)
            asked(graph)
        if not given.store:
            print(f"file {os.path.getsize(url) / given.size:.0f} bytes a memory")


def written(graph: MemoryGraph, size: int, words: int) -> None:
    """Nothing; the store is filled, batch by batch."""
    start, source = time.perf_counter(), records(size, words)
    while batch := list(islice(source, BATCH)):
        graph.remember_all(batch)
    took = time.perf_counter() - start
    cues = graph.describe().counts["HAS_CUE"] / size
    print(f"{size:,} memories of {cues:.0f} cues written, {size / took:,.0f} a second")


def asked(graph: MemoryGraph) -> None:
    """Nothing; each kind of question is asked of the store."""
    lap("recall", graph.recall, questions(ASKED))
    lap("decisions by a person, first page", lambda name: graph.decisions(by=name), PEOPLE[1:])
    lap("decisions by the busiest person, first page", lambda name: graph.decisions(by=name), PEOPLE[:1] * 30)
    lap("timeline of a project, first page", graph.timeline, PROJECTS)


def lap(what: str, call: Callable[[str], Any], given: Iterable[str]) -> None:
    """Nothing; the median and the 99th percentile of the calls are printed. Ten calls before them warm up;
    the collector leaves alone what is loaded then, as in the service."""
    values = list(given)
    for value in values[:10]:
        call(value)
    gc.collect()
    gc.freeze()
    took = []
    for value in values:
        start = time.perf_counter()
        call(value)
        took.append(1000 * (time.perf_counter() - start))
    took.sort()
    print(f"{what}: p50 {took[len(took) // 2]:.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms")


if __name__ == "__main__":
    main()
