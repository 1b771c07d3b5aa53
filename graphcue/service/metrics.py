"""What Prometheus sees of the service: numbers without content and without names of tenants."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.002, 0.004, 0.008, 0.015, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
NUMBERS = (0, 1, 3, 10, 30, 100, 300, 1000, 3000)
LOW = 500
"""Per mille of the question: an answer whose best matches less is of low relevance."""


class Metrics:
    """The counters of one worker; with `folder` those of all workers are told together."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder
        self._registry = CollectorRegistry()
        given: dict[str, Any] = {"registry": self._registry}
        self._requests = Histogram(
            "graphcue_request_seconds", "Time of a request.", ["route", "method", "status"], buckets=SECONDS, **given
        )
        self._stages = Histogram(
            "graphcue_stage_seconds",
            "Time of a stage: waiting for a thread, in the store, thinking, writing JSON.",
            ["route", "stage"],
            buckets=SECONDS,
            **given,
        )
        self._candidates = Histogram(
            "graphcue_recall_candidates", "Memories that a recall looked at.", buckets=NUMBERS, **given
        )
        self._results = Histogram("graphcue_recall_results", "Results of a recall.", buckets=NUMBERS[:6], **given)
        self._truncated = Counter("graphcue_recall_truncated", "Recalls that a budget cut.", **given)
        self._empty = Counter("graphcue_recall_empty", "Recalls without a result, by reason.", ["reason"], **given)
        self._low = Counter("graphcue_recall_low_relevance", "Recalls whose best matches less than half.", **given)
        self._streak = Gauge(
            "graphcue_low_relevance_streak",
            "Answers in a row whose best matches less than half of the question.",
            multiprocess_mode="max",
            **given,
        )
        self._failures = Counter("graphcue_store_errors", "Errors of the store, by code.", ["code"], **given)
        self._refused = Counter("graphcue_refused", "Requests refused at the door, by code.", ["code"], **given)
        self._memory = Gauge(
            "graphcue_worker_memory_bytes", "Resident memory of the workers.", multiprocess_mode="livesum", **given
        )
        self._ready = Gauge("graphcue_ready", "1 while the store answers.", multiprocess_mode="min", **given)
        self._in_a_row = 0

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Nothing; a request is counted."""
        self._requests.labels(route, method, str(status)).observe(seconds)

    def stages(self, route: str, seconds: Mapping[str, float]) -> None:
        """Nothing; the stages of a request are counted."""
        for stage, spent in seconds.items():
            self._stages.labels(route, stage).observe(spent)

    def recalled(self, value: Mapping[str, Any], candidates: int) -> None:
        """Nothing; the answer of a recall is counted."""
        found = value["results"]
        self._candidates.observe(candidates)
        self._results.observe(len(found))
        if value["truncated"]:
            self._truncated.inc()
        if not found:
            self._empty.labels(value["reason"]).inc()
        low = not found or found[0]["relevance"] < LOW
        self._in_a_row = self._in_a_row + 1 if low else 0
        if low:
            self._low.inc()
        self._streak.set(self._in_a_row)

    def store_failed(self, code: str) -> None:
        """Nothing; an error of the store is counted."""
        self._failures.labels(code).inc()

    def refused(self, code: str) -> None:
        """Nothing; a refusal is counted."""
        self._refused.labels(code).inc()

    def state(self, *, ready: bool) -> None:
        """Nothing; what the worker is like now is set."""
        self._ready.set(1 if ready else 0)
        self._memory.set(resident_bytes())

    def told(self, sizes: Mapping[str, int]) -> bytes:
        """The page for Prometheus; `sizes` are nodes by label and edges by type, of all namespaces together."""
        registry = self._registry
        if self._folder:
            registry = CollectorRegistry()
            MultiProcessCollector(registry, path=self._folder)  # type: ignore[no-untyped-call]
        whole = CollectorRegistry()
        whole.register(_Sizes(sizes))
        return generate_latest(registry) + generate_latest(whole)


class _Sizes(Collector):
    def __init__(self, sizes: Mapping[str, int]) -> None:
        self._sizes = sizes

    def collect(self) -> Iterator[Metric]:
        """The size of the index."""
        family = GaugeMetricFamily("graphcue_index_size", "Nodes and edges of the store by kind.", labels=["kind"])
        for kind, number in sorted(self._sizes.items()):
            family.add_metric([kind], number)
        yield family


def sizes_of(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The sums of the counts."""
    found: dict[str, int] = {}
    for one in counts:
        for kind, number in one.items():
            found[kind] = found.get(kind, 0) + number
    return found


def resident_bytes() -> int:
    """The resident memory of this process, where the system tells it; else 0."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
