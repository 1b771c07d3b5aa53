"""`python -m bench.late_names [--store URL] [--size N]`: what one new name costs in a generated store, in milliseconds.

Each name is declared by a record of its own and taken back by deleting that record; the median of five is printed, with the
number of older memories that mention it. The store must be empty or made by the same call before.
"""

import argparse
import os
import statistics
import tempfile
import time
from itertools import islice

import graphcue
from bench.__main__ import BATCH
from graphcue.graph import MemoryGraph
from graphcue.model import Moment, Name, Record
from tests.generated import START, WORDS, records, vocabulary

ROUNDS = 5
NAMED = 200
"""Memories among all that mention the Chinese names."""


def main() -> None:
    """Nothing; the figures are printed, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", default="")
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--words", type=int, default=WORDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.store or os.path.join(folder, "bench.db")
        with graphcue.open(url, namespace="late", now="2026-01-05") as graph:
            if not graph.written():
                _fill(graph, given.size, given.words)
            print(f"{graph.describe().memories:,} memories")
            for what, name in names():
                measure(graph, what, name)


def names() -> list[tuple[str, str]]:
    """What is measured: how often the name's words occur decides what it costs."""
    words = vocabulary(20_000)
    return [
        ("a name that nobody mentions", "龘靐"),
        (f"a Chinese name that {NAMED} mention", "莫岚"),
        ("a Chinese name of common characters", "明月"),
        ("a rare word", words[15_000]),
        ("a word that some hundred texts have", words[400]),
        ("two common words that never meet", f"{words[20]} {words[21]}"),
    ]


def _fill(graph: MemoryGraph, size: int, words: int) -> None:
    source = records(size - 3 * NAMED, words)
    while batch := list(islice(source, BATCH)):
        graph.remember_all(batch)
    moment = Moment(START, 0, "minute")
    texts = [f"第{i}次，莫岚说好" for i in range(NAMED)]
    texts += [f"明天的月报第{i}版" for i in range(NAMED)] + [f"小明在月底看过第{i}版" for i in range(NAMED)]
    graph.remember_all([Record(text, occurred_at=moment) for text in texts])


def measure(graph: MemoryGraph, what: str, name: str) -> None:
    """Nothing; the median of declaring the name and of taking it back is printed."""
    declared, taken_back, before = (
        [],
        [],
        graph.describe().counts.get("MENTIONS", 0),
    )
    mentions = 0
    for n in range(ROUNDS):
        record = Record(f"登记 {n}", id="declaring", occurred_at=Moment(START), names=(Name(name),))
        start = time.perf_counter()
        graph.remember_all([record])
        declared.append(time.perf_counter() - start)
        mentions = graph.describe().counts.get("MENTIONS", 0) - before - 1
        start = time.perf_counter()
        graph.delete("declaring")
        taken_back.append(time.perf_counter() - start)
    print(
        f"{what}: {1000 * statistics.median(declared):.1f} ms, taken back {1000 * statistics.median(taken_back):.1f} ms, "
        f"{mentions} mentions"
    )


if __name__ == "__main__":
    main()
