"""`python -m bench.decisions [--store URL] [--size N] [--busy N]`: all decisions of one busy person, page by page.

Prints the median of the first page in milliseconds, whether the pages of 100 add up to the decisions that there were
at the first while another process writes more of them and supersedes some, and for Neo4j what PROFILE says of the
query. The store must be empty or made by the same call before.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Any

import graphcue
from bench.__main__ import BATCH, lap
from graphcue import MemoryGraph
from graphcue.model import DECIDED_BY, Name, Record
from graphcue.stores import cypher_files
from graphcue.stores.neo4j_read import Cypher, Rows
from tests.generated import records

SIZE, BUSY, PAGE, ROUNDS = 100_000, 20_000, 100, 30
NAMESPACE, NOW = "decisions", "2036-01-05"
PERSON = "温若水"
SCANS = ("AllNodesScan", "LabelScan", "RelationshipTypeScan", "RelationshipTypesScan")


def main() -> None:
    """Nothing; the figures are printed, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", default="")
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--busy", type=int, default=BUSY)
    parser.add_argument("--writing", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.store or os.path.join(folder, "bench.db")
        with graphcue.open(url, namespace=NAMESPACE, now=NOW) as graph:
            if given.writing:
                keep_writing(graph)
            if not graph.written():
                filled(graph, given.size, given.busy)
            lap("first page of all decisions of one person", lambda by: graph.decisions(by=by), [PERSON] * ROUNDS)
            print(f"pages add up while another process writes: {adds_up(graph, url)}")
            if "://" in url:
                print(profiled(graph))


def filled(graph: MemoryGraph, size: int, busy: int) -> None:
    """Nothing; the store holds `size` memories, `busy` of them decisions of PERSON, spread over all."""
    start, source = time.perf_counter(), of_somebody_busy(size, busy)
    while batch := list(islice(source, BATCH)):
        graph.remember_all(batch)
    print(f"{size:,} memories, {busy:,} of them hers, written in {time.perf_counter() - start:.0f} s")


def of_somebody_busy(size: int, busy: int) -> Iterator[Record]:
    """The generated records; every so many of them are decisions of PERSON, together `busy`."""
    for number, record in enumerate(records(size)):
        if (number + 1) * busy // size > number * busy // size:
            yield replace(record, kind="decision", status="concluded", names=(Name(PERSON, DECIDED_BY),))
        else:
            yield record


def adds_up(graph: MemoryGraph, url: str) -> str:
    """`yes` with numbers, or what is wrong: the pages against the set at the first page's revision."""
    wanted = every(graph)
    writer = subprocess.Popen(  # noqa: S603  # this very program
        [sys.executable, "-m", "bench.decisions", "--writing", "--store", url], stdout=subprocess.PIPE, text=True
    )
    try:
        found, first, pages = pages_beside(graph, writer)
    finally:
        writer.kill()
        writer.wait()
    grown = graph.decisions(by=PERSON, include_superseded=True, limit=1).total
    state = "yes" if found == wanted else f"NO, {len(set(wanted) ^ set(found))} differ"
    return f"{state}: {pages} pages, {len(found):,} of {first:,} told at first, {grown:,} in the store afterwards"


def pages_beside(graph: MemoryGraph, writer: "subprocess.Popen[str]") -> tuple[list[str], int, int]:
    """(all ids in the order of the pages, the total that the first tells, how many pages): the writer starts after it."""
    page = graph.decisions(by=PERSON, limit=PAGE)
    found, first, pages = [item.memory.id for item in page.items], page.total, 1
    assert writer.stdout is not None
    writer.stdout.readline()  # it has written something
    while page.after:
        page = graph.decisions(by=PERSON, limit=PAGE, after=page.after)
        found += [item.memory.id for item in page.items]
        pages += 1
    return found, first, pages


def every(graph: MemoryGraph) -> list[str]:
    """The ids of all her decisions now, in large pages."""
    found: list[str] = []
    after: str | None = None
    while True:
        page = graph.decisions(by=PERSON, limit=1000, after=after)
        found += [item.memory.id for item in page.items]
        after = page.after
        if after is None:
            return found


def keep_writing(graph: MemoryGraph) -> None:
    """Never returns: decisions of hers come at every time, and each supersedes one of hers that was there before."""
    old = every(graph)
    for number in count():
        later = graph.get(old[-1 - number * 7 % len(old)])
        told: dict[str, Any] = {"kind": "decision", "occurred_at": later.occurred_at, "supersedes": [later.id]}
        graph.remember(f"改了主意 {os.getpid()} {number}", people=[{"name": PERSON, "role": "decider"}], **told)
        print(number, flush=True)


def profiled(graph: MemoryGraph) -> str:
    """What PROFILE says of the queries behind a first page: the operators that look something up, and the scans."""
    operators: list[str] = []

    def rows(self: Cypher, name: str, **parameters: object) -> Rows:
        result = self.transaction.run(f"PROFILE {cypher_files.query(name)}", self._given(parameters))
        found = result.values()
        operators.extend(operators_of(result.consume().profile))
        return found

    plain, Cypher.rows = Cypher.rows, rows  # type: ignore[method-assign]  # put back below
    try:
        graph.decisions(by=PERSON)
    finally:
        Cypher.rows = plain  # type: ignore[method-assign]
    seeks = sum("Seek" in operator for operator in operators)
    scans = sorted({operator for operator in operators if any(scan in operator for scan in SCANS)})
    return f"PROFILE: {seeks} index seeks, scans of labels or types: {', '.join(scans) or 'none'}"


def operators_of(plan: Any) -> Iterator[str]:
    """The names of the operators of a plan."""
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators_of(child)


if __name__ == "__main__":
    main()
