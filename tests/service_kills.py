"""A service that is killed at random points under writes, again and again, on one store."""

import http.client
import random
import signal
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.service_load import text_of
from tests.service_process import Client, Running, start

WRITERS = 3


@dataclass
class Kills:
    """What a series of kills came to."""

    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    unsure: list[tuple[str, str]] = field(default_factory=list)
    """(key, text) of writes that were not answered."""
    kills: int = 0


def kill_again_and_again(folder: Path, url: str, times: int, environment: Mapping[str, str] | None = None) -> Kills:
    """What was acknowledged while the service was killed so many times; writes without an answer are sent again after it
    comes back, under the same key."""
    found = Kills()
    chance = random.Random(7)
    settings = {"GRAPHCUE_LOG_RECALLS": "0", **(environment or {})}
    for number in range(times):
        running = start(folder, "--store", url, environment=settings).ready()
        _repeat(running.client, found)
        writers = [
            threading.Thread(target=_write, args=(running.client, found, f"{number}.{n}")) for n in range(WRITERS)
        ]
        for one in writers:
            one.start()
        time.sleep(chance.uniform(0.02, 0.4))
        running.stop(signal.SIGKILL)
        for one in writers:
            one.join()
        found.kills += 1
    return found


def last_look(folder: Path, url: str, found: Kills, environment: Mapping[str, str] | None = None) -> Running:
    """A service on the store as it was left, with every unanswered write sent again."""
    running = start(folder, "--store", url, environment=environment).ready()
    _repeat(running.client, found)
    return running


def _repeat(client: Client, found: Kills) -> None:
    for key, content in found.unsure:
        reply = client.post("/memories", {"content": content, "key": key, "project": "负载", "people": ["闻笛"]})
        assert reply.status in (200, 201), reply.body
        found.acknowledged.append((key, reply.json["id"]))
    found.unsure.clear()


def _write(client: Client, found: Kills, name: str) -> None:
    chance = random.Random(name)
    number = 0
    while True:
        number += 1
        key = f"{name}.{number}"
        content = text_of(chance, key)
        try:
            reply = client.post("/memories", {"content": content, "key": key, "project": "负载", "people": ["闻笛"]})
        except (OSError, http.client.HTTPException):
            found.unsure.append((key, content))
            client.close()
            return
        if reply.status == 201:
            found.acknowledged.append((key, reply.json["id"]))
        else:
            found.unsure.append((key, content))
