"""Where a Neo4j is and who asks: a URL, taken apart once, that never shows its password."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

from graphcue.errors import InvalidInput

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


@dataclass(frozen=True, slots=True)
class Address:
    """`url` has neither credentials nor database, so it can be shown; without a `user` nobody is authenticated."""

    url: str
    user: str = ""
    password: str = field(default="", repr=False)
    database: str = ""

    @property
    def shown(self) -> str:
        """What messages say: the URL and the database, if one is named."""
        return f"{self.url} (database {self.database})" if self.database else self.url


def address_of(
    url: str,
    user: str | None = None,
    password: str | None = None,
    database: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Address:
    """The address that `neo4j://user:password@host:port/database?key=value` names.

    What is given beside the URL wins over the URL, and the URL over GRAPHCUE_NEO4J_USER, GRAPHCUE_NEO4J_PASSWORD and
    GRAPHCUE_NEO4J_DATABASE. User and password are taken from one place, never mixed.
    """
    parts = _split(url)
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2], path="", fragment="").geturl()
    name = database or unquote(parts.path.strip("/")) or environment.get("GRAPHCUE_NEO4J_DATABASE", "")
    candidates = (
        (user, password),
        (parts.username and unquote(parts.username), unquote(parts.password or "")),
        (environment.get("GRAPHCUE_NEO4J_USER"), environment.get("GRAPHCUE_NEO4J_PASSWORD")),
    )
    for who, secret in candidates:
        if who:
            return Address(bare, who, secret or "", name)
    return Address(bare, database=name)


def _split(url: str) -> SplitResult:
    """The parts of a URL with a known scheme, a host and a possible port; messages leave its credentials out."""
    shown = f"{url.partition('://')[0]}://{url.rpartition('@')[2].rpartition('://')[2]}"
    try:
        parts = urlsplit(url)
        valid = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise InvalidInput(f"{shown!r} is not a Neo4j address: write neo4j://host:port", field="url") from None
    return parts
