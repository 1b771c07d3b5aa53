"""Readers and writers on a service at once, and what became of what was acknowledged."""

import http.client
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from tests.service_process import Client, Running

WORDS = ("缓存", "订单", "超时", "预算", "灰度", "回滚", "cache", "order", "budget", "deploy", "review", "莫岚")


@dataclass
class Load:
    """What a load came to. `acknowledged` are (idempotency key, id) of writes; `seconds` are those of the recalls."""

    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def per_second(self, seconds: float) -> float:
        return len(self.seconds) / seconds

    def quantile(self, share: float) -> float:
        """Milliseconds."""
        return sorted(self.seconds)[int(len(self.seconds) * share)] * 1e3


def text_of(chance: random.Random, number: str) -> str:
    return f"第{number}条 {' '.join(chance.sample(WORDS, 4))}"


def load(client: Client, clients: int, seconds: float, writes: float, seed: int = 1) -> Load:
    """What came of so many clients, each of which reads and writes one after the other for that long."""
    found = Load()
    until = time.monotonic() + seconds
    workers = [
        threading.Thread(target=_work, args=(client.as_(), found, until, writes, f"{seed}.{n}")) for n in range(clients)
    ]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    return found


def _work(client: Client, found: Load, until: float, writes: float, name: str) -> None:
    chance = random.Random(name)
    number = 0
    while time.monotonic() < until:
        number += 1
        try:
            if chance.random() < writes:
                key = f"{name}.{number}"
                body = {"content": text_of(chance, key), "key": key, "project": "负载", "people": ["闻笛"]}
                reply = client.post("/memories", body)
                if reply.status == 201:
                    found.acknowledged.append((key, reply.json["id"]))
                    continue
            else:
                start = time.perf_counter()
                reply = client.post("/recall", {"question": " ".join(chance.sample(WORDS, 3))})
                found.seconds.append(time.perf_counter() - start)
            if reply.status != 200:
                found.faults.append(f"{reply.status} {reply.body[:200]!r}")
        except (OSError, http.client.HTTPException) as error:
            found.faults.append(repr(error))
    client.close()


def lost_or_twice(client: Client, acknowledged: list[tuple[str, str]]) -> list[str]:
    """What is wrong with acknowledged writes: one that is not there, or a key that two memories have."""
    wrong = []
    there: dict[str, list[str]] = {}
    after: Any = None
    while True:
        page = client.get("/timeline", project="负载", limit=1000, after=after).json
        if "items" not in page:
            return [str(page)] if acknowledged else []
        for item in page["items"]:
            there.setdefault(item["memory"]["key"], []).append(item["memory"]["id"])
        after = page["after"]
        if after is None:
            break
    for key, id in acknowledged:
        if there.get(key) != [id]:
            wrong.append(f"{key}: acknowledged as {id}, there are {there.get(key)}")
    return wrong + [f"{key} is there {len(ids)} times" for key, ids in there.items() if len(ids) > 1]


def memory_of(running: Running) -> int:
    """Resident bytes of the service's workers, as it tells them."""
    text = running.client.get("/metrics").body.decode()
    return int(float(next(line for line in text.splitlines() if line.startswith("graphcue_worker_memory")).split()[1]))
