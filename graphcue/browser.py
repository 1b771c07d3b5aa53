"""What Neo4j Browser is given: the saved queries, one filled in for an answer, links, and a folder of favourites.

A query's parameters stand in its first clause, one a line: `WITH 'default' AS namespace,` and so on, so that it runs as it
is and a person changes a value where it stands. `filled` puts other values there, each through `literal`.
"""

import io
import re
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote, urlsplit

from graphcue.errors import InvalidInput
from graphcue.stores.cypher_files import folder

ORDER = (
    "overview",
    "memory",
    "answer",
    "decisions_by_person",
    "timeline",
    "chain",
    "causes",
    "path",
    "together",
    "shared_cues",
    "across_projects",
    "open_actions",
    "hubs",
    "orphans",
)
"""The saved queries, in the order of the favourites."""

DRAWN = 300
"""Nodes that a saved query draws at most: what Neo4j Browser shows at first."""
LONGEST_LINK = 7_000
"""Characters: the server refuses a request line of more than 8 kB."""
FAVOURITES = "graphcue"
"""The folder that the favourites stand in."""
LOCAL = "http://localhost:7474/browser/"

Literal = str | int | list["Literal"]

_ESCAPED = re.compile("['\\\\]|[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_SHORT = {"'": "\\'", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved query: its title in both languages, its whole text, and its parameters as written there."""

    name: str
    title: str
    text: str
    parameters: tuple[tuple[str, str], ...]


@cache
def saved(name: str) -> Saved:
    """The saved query of that name. Raises InvalidInput for one that does not exist."""
    if name not in ORDER:
        raise InvalidInput(f"there is no saved query {name!r}; there are {', '.join(ORDER)}", query=name)
    text = asset(f"browser/{name}.cypher")
    return Saved(name, text.partition("\n")[0].removeprefix("// "), text, _parameters(text))


def place() -> Path:
    """The folder that style, guide and queries are in."""
    return folder()


def asset(path: str) -> str:
    """The text of a file of `cypher/`, such as `style.grass`."""
    return Path(place(), path).read_text("utf-8")


def _head(text: str) -> tuple[int, int]:
    """Where the first clause begins and ends: it goes on while lines are indented."""
    match = re.search(r"^WITH .*\n(?: .*\n)*", text, re.MULTILINE)
    if match is None:
        raise InvalidInput("a saved query begins with its parameters: WITH 'default' AS namespace")
    return match.span()


def _parameters(text: str) -> tuple[tuple[str, str], ...]:
    start, end = _head(text)
    clause = text[start:end].removeprefix("WITH ").rstrip("\n")
    parts = re.split(r" AS (\w+)(?:,\n|$)", clause)
    return tuple((name, value.strip()) for value, name in zip(parts[::2], parts[1::2], strict=False))


def filled(name: str, note: str = "", /, **given: Literal) -> str:
    """The query with these parameters and its defaults for the others; `note` stands in a comment above it.

    Raises InvalidInput for a parameter that it does not have, or a text that Cypher cannot hold.
    """
    query = saved(name)
    known = dict(query.parameters)
    for parameter in given:
        if parameter not in known:
            raise InvalidInput(f"the query {name} has no parameter {parameter!r}; it has {', '.join(known)}")
    values = known | {parameter: literal(value) for parameter, value in given.items()}
    start, end = _head(query.text)
    clause = "WITH " + ",\n     ".join(f"{value} AS {parameter}" for parameter, value in values.items())
    above = f"// {comment(note)}\n" if note else query.text[:start]
    return f"{above}{clause}\n{query.text[end:]}"


def literal(value: Literal) -> str:
    """The value as Cypher text that stands for it and nothing else, whatever is in it.

    A backslash before a `u` would be read as a character's number even inside a string, before strings are read: there
    the string is cut in two. Raises InvalidInput for half a surrogate pair, which no store can hold.
    """
    if isinstance(value, list):
        return f"[{', '.join(literal(one) for one in value)}]"
    if isinstance(value, int):
        return str(value)
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise InvalidInput(f"the text {value!r} has half a character: Cypher cannot hold it")
    parts = re.split(r"(?<=\\)(?=[uU])", value)
    texts = [f"'{_ESCAPED.sub(lambda match: _spelled(match[0]), part)}'" for part in parts]
    return texts[0] if len(texts) == 1 else f"({' + '.join(texts)})"


def _spelled(char: str) -> str:
    return _SHORT.get(char) or f"\\u{ord(char):04x}"


def comment(text: str) -> str:
    """The text as it may stand in a comment: on one line, without a backslash, which could spell a line's end."""
    line = " ".join(_ESCAPED.sub(lambda match: match[0] if match[0] == "'" else " ", text).split())
    return line if len(line) <= 100 else f"{line[:99]}…"


def link(query: str, browser: str = LOCAL) -> str | None:
    """The address that opens Neo4j Browser with the query in its editor; None where it would be too long.

    `browser` is the address of Neo4j Browser. Nothing runs before the person there says so.
    """
    parts = urlsplit(browser)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise InvalidInput(f"{browser!r} is no address of Neo4j Browser; write http://host:7474/browser/")
    # no literal holds a line break, so those that are there only lay the text out
    text = quote(re.sub(r"\n +", "\n", query), safe="(),:*;=/")
    found = f"{browser}{'&' if parts.query else '?'}cmd=edit&arg={text}"
    return found if len(found) <= LONGEST_LINK else None


def browser_of(store: str) -> str:
    """The address of Neo4j Browser beside a store's URL, on Neo4j's usual port; this machine's for stores that are none."""
    if "://" not in store:
        return LOCAL
    parts = urlsplit(store)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    secure = parts.scheme.endswith(("+s", "+ssc"))
    return f"{'https' if secure else 'http'}://{host}:{7473 if secure else 7474}/browser/"


def all_queries() -> str:
    """All saved queries as one file, each ending in a semicolon."""
    return "\n".join(f"{saved(name).text.rstrip()};\n" for name in ORDER)


def favourites() -> bytes:
    """A ZIP file that Neo4j Browser, when it is dropped there, keeps as a folder of favourites; always the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name in ORDER:
            archive.writestr(zipfile.ZipInfo(f"{FAVOURITES}/{name}.cypher", (1980, 1, 1, 0, 0, 0)), saved(name).text)
    return file.getvalue()
