"""The user's own rules for sentences, from the file that the setting `sentence_rules` names."""

from functools import lru_cache
from pathlib import Path

from graphcue.errors import InvalidInput
from graphcue.language.sentence_rules import Rule, read_rules


def further_rules(path: str) -> tuple[Rule, ...]:
    """The rules of the file, none for ''. A file that has changed is read anew.

    Raises InvalidInput for a file that cannot be read, and with the line's number for a line that is no rule.
    """
    if not path:
        return ()
    try:
        state = Path(path).stat()
    except OSError as error:
        raise _unreadable(path, error) from None
    return _read(path, (state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=8)
def _read(path: str, state: tuple[int, int]) -> tuple[Rule, ...]:
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None
    return read_rules(text, path)


def _unreadable(path: str, error: Exception) -> InvalidInput:
    why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", "") or str(error)
    return InvalidInput(f"the rules for sentences in {path} cannot be read: {why}", setting="sentence_rules")
