"""Values that callers give, checked: each error names the thing and the fix."""

import difflib
from collections.abc import Iterable

from graphcue.errors import EmptyQuestion, InvalidInput, TooLarge
from graphcue.model import RELATIONS, is_form
from graphcue.records import ROLE_WORDS

LONGEST_QUESTION = 20_000


def relation(text: str) -> str:
    """The relation that a text means, in any case and with `-` or spaces."""
    name = text.strip().upper().replace("-", "_").replace(" ", "_")
    if name not in RELATIONS:
        known = ", ".join(relation.lower() for relation in RELATIONS)
        raise InvalidInput(f"there is no relation {text!r}; use one of {known}", relation=text)
    return name


def role(text: str) -> str:
    """The edge type of a role as people call it."""
    if text.lower() not in ROLE_WORDS:
        raise InvalidInput(f"there is no role {text!r}; use one of {', '.join(ROLE_WORDS)}", role=text)
    return ROLE_WORDS[text.lower()]


def nearest(name: str, known: Iterable[str]) -> str:
    """An ending for an error: the known names nearest to an unknown one; empty without any."""
    found = difflib.get_close_matches(name, sorted(set(known)), n=3, cutoff=0.4)
    return f"; the nearest are {', '.join(found)}" if found else ""


def checked_namespace(name: str) -> str:
    """The name itself. Raises InvalidInput for one that is empty, too long or unprintable."""
    if not name.strip() or len(name) > 200 or any(not char.isprintable() or ord(char) > 0xFFFF for char in name):
        raise InvalidInput(f"a namespace has 1 to 200 printable characters, not {name!r}", namespace=name)
    if is_form(name):
        raise InvalidInput(
            f"a namespace cannot end in ~ and a number, as {name!r} does: reindexing uses such", namespace=name
        )
    return name


def checked_text(field: str, text: str) -> str:
    """The text itself. Raises InvalidInput for what is no text, or no valid Unicode."""
    if not isinstance(text, str):
        raise InvalidInput(f"{field} must be a text, not {type(text).__name__}", field=field)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{field} is not valid Unicode at character {error.start}", field=field) from None
    return text


def checked_question(question: str) -> str:
    """The question itself. Raises EmptyQuestion, TooLarge, InvalidInput."""
    if not checked_text("question", question).strip():
        raise EmptyQuestion("the question is empty; ask with a word, a name or a date", field="question")
    if len(question) > LONGEST_QUESTION:
        size = len(question)
        raise TooLarge(f"a question may have {LONGEST_QUESTION} characters, this one has {size}", field="question")
    return question


def checked_limit(limit: int, most: int = 100) -> int:
    """The limit itself. Raises InvalidInput outside 1…most."""
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= most:
        raise InvalidInput(f"the limit must lie in 1…{most}, not {limit}", limit=limit)
    return limit
