"""The texts of the query files: `cypher/` of a checkout, `graphcue/cypher/` of an installed package."""

from functools import cache
from pathlib import Path

from graphcue.errors import StoreError

_HERE = Path(__file__).resolve()
_PLACES = (_HERE.parents[1] / "cypher", _HERE.parents[2] / "cypher")


def folder() -> Path:
    """The folder that holds `schema.cypher` and `store/`."""
    for place in _PLACES:
        if (place / "schema.cypher").is_file():
            return place
    raise StoreError(f"graphcue's query files are missing from {_PLACES[0]}: install graphcue again")


@cache
def query(name: str) -> str:
    """The text of `store/NAME.cypher`; a name with a folder (`doctor/orphans`) says its own."""
    path = name if "/" in name else f"store/{name}"
    return (folder() / f"{path}.cypher").read_text("utf-8")


@cache
def schema_statements() -> dict[str, str]:
    """Name of each constraint and index → the statement that makes it, in the order of `schema.cypher`."""
    text = (folder() / "schema.cypher").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("//")]
    statements = [part.strip() for part in "\n".join(lines).split(";") if part.strip()]
    return {statement.split()[2]: statement for statement in statements}
