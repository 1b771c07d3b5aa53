"""URL → store: the one place that knows which kinds there are."""

from graphcue.errors import InvalidInput
from graphcue.stores.contract import Store

NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


def open_store(url: str) -> Store:
    """The store at `url`: `:memory:`, a path of a SQLite file (or `sqlite:PATH`), or a Neo4j URL.

    Imports only what that store needs. Raises InvalidInput for a URL of another kind.
    """
    if not url.strip():
        raise InvalidInput("the store's URL is empty; give a path, :memory: or neo4j://host", field="store")
    if url == ":memory:":
        from graphcue.stores.memory import MemoryStore

        return MemoryStore()
    scheme, separator, _ = url.partition("://")
    if separator and scheme in NEO4J_SCHEMES:
        from graphcue.stores.neo4j import Neo4jStore

        return Neo4jStore(url)
    if separator:
        known = ", ".join(f"{name}://" for name in NEO4J_SCHEMES)
        raise InvalidInput(
            f"there is no store of kind {scheme}://; use a path, :memory: or one of {known}", field="store"
        )
    from graphcue.stores.sqlite import SqliteStore

    return SqliteStore(url.removeprefix("sqlite:"))
