"""The settings of the service, as one value: they say how it runs, never what an answer is."""

from dataclasses import dataclass

from graphcue.settings import checked, read, setting


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How `graphcue serve` and `graphcue mcp` run. Lists are texts with commas between."""

    service_threads: int = setting(4, "requests that one worker works on at once", 1, 256)
    service_hosts: str = setting(
        "", "names under which the service may be called, beside those of this machine; * for any"
    )
    service_origins: str = setting("", "web pages (https://name) that may call the service; none by default")
    service_body: int = setting(8_388_608, "bytes that a request, or a line of an import, may have", 1_024)
    service_rate: int = setting(6_000, "requests a minute that a key may make; 0 for any number")
    service_stop_seconds: int = setting(30, "how long a stopping service waits for requests under way", 1, 3_600)
    keys_file: str = setting("graphcue-keys.json", "file of the service's keys, hashed; made by `graphcue keys add`")
    audit_file: str = setting("", "file that gets a line for each write and erase; empty: beside the log")
    log_recalls: int = setting(1, "1 writes a line for each recall to standard error, 0 none", 0, 1)
    log_content: int = setting(0, "1 puts questions into those lines, 0 only numbers", 0, 1)
    hash_ids: int = setting(0, "1 keeps ids of sessions and users as keyed hashes, in store and logs", 0, 1)
    mcp_tokens: int = setting(6_000, "tokens that the answer of an MCP tool may have, about", 200, 1_000_000)

    def __post_init__(self) -> None:
        checked(self)

    @property
    def hosts(self) -> frozenset[str]:
        """The further names of the service."""
        return frozenset(listed(self.service_hosts))

    @property
    def origins(self) -> frozenset[str]:
        """The web pages that may call."""
        return frozenset(one.rstrip("/") for one in listed(self.service_origins))


def listed(text: str) -> list[str]:
    """The parts between commas, lower case."""
    return [part.strip().lower() for part in text.split(",") if part.strip()]


def service_settings() -> ServiceSettings:
    """The settings of the service, from the environment. Raises InvalidInput."""
    return ServiceSettings(**read(ServiceSettings, None, {}))
