"""What a worker of the service has to know, as one value that passes from the command to its workers."""

import json
from dataclasses import asdict, dataclass

from graphcue.settings import Settings, from_environment

VARIABLE = "GRAPHCUE_SERVE"
"""The environment variable in which `graphcue serve` hands this to its workers; nobody else sets it."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Config:
    """Where to listen and on which store. `shared` is a folder of what workers count together; `parent` the process that
    began, whose end is theirs; 0 for none."""

    store: str = "graphcue.db"
    namespace: str = "default"
    zone: str = ""
    now: str = ""
    host: str = "127.0.0.1"
    port: int = 8642
    workers: int = 1
    shared: str = ""
    parent: int = 0

    def as_text(self) -> str:
        """The value as text, for the environment."""
        return json.dumps(asdict(self))

    @property
    def settings(self) -> Settings:
        """The settings that answers are a function of. Raises InvalidInput."""
        return from_environment(None, **({"zone": self.zone} if self.zone else {}))

    @property
    def names(self) -> frozenset[str]:
        """The names of this machine under which it may be called."""
        own = {"127.0.0.1", "localhost", "[::1]"}
        if self.host not in ("0.0.0.0", "::", *LOOPBACK):  # noqa: S104  # compared, not bound
            own.add(f"[{self.host}]" if ":" in self.host else self.host.lower())
        return frozenset(own)


def config_of(text: str) -> Config:
    """The value that the text tells."""
    return Config(**json.loads(text))
