"""The command `replay`: an answer again from its receipt, and whether it is the same."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphcue.cli_common import Common, command, reading
from graphcue.errors import NotUtf8, SourceError

if TYPE_CHECKING:
    from graphcue.receipts import Replayed

DIFFERENT = 1
LONGEST = 10_000_000


def replay(
    common: Common,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A receipt, as --receipt wrote it; - for standard input.")
    ],
) -> None:
    """The answer of a receipt, asked for again, and what has changed since.

    Question, options, settings and time are those of the receipt; the memories are those of --store. The answer is
    shown as `recall` or `ask` shows it, byte for byte; a last line says whether the fingerprint of the memories, the
    versions of the language rules and of the synonyms, and the answer are the same. Exit code 1: other memories, or the
    same in another order, or other points though no memory has changed.
    """
    receipt = read_receipt(file)
    with reading(common) as graph:
        found = graph.replay_answer(receipt)
        if found.then.call == "recall":
            from graphcue.cli_reading import show_recalled

            show_recalled(common, graph, found.answer)
        else:
            from graphcue.cli_asking import show_answered

            show_answered(common, found.answer)
    _show_verdict(common, found)
    if not found.same_memories or (not found.same and "fingerprint" not in found.differences):
        raise typer.Exit(DIFFERENT)


def read_receipt(file: str) -> str:
    """The text of a receipt. Raises SourceError for a file that cannot be read, NotUtf8."""
    try:
        data = sys.stdin.buffer.read(LONGEST) if file == "-" else _bytes_of(file)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}", path=file) from None
    except UnicodeDecodeError as error:
        raise NotUtf8(f"{file}: not UTF-8 at byte {error.start}", path=file, byte=error.start) from None


def _bytes_of(file: str) -> bytes:
    with open(file, "rb") as stream:
        return stream.read(LONGEST)


def verdict_json(found: "Replayed") -> dict[str, Any]:
    """Whether the answer is the same, and both sides of what may differ."""
    from graphcue.receipts import receipt_json

    then, now = receipt_json(found.then), receipt_json(found.now)
    parts = ("fingerprint", "language", "synonyms", "digest")
    return {
        "same": found.same,
        "same_memories": found.same_memories,
        "differences": list(found.differences),
        "then": {part: then[part] for part in parts},
        "now": {part: now[part] for part in parts},
    }


def _show_verdict(common: Common, found: "Replayed") -> None:
    if common.json:
        common.print_json(verdict_json(found))
        return
    memories = "memories changed" if "fingerprint" in found.differences else "memories the same"
    rules = ", language rules changed" if "language" in found.differences else ""
    rules += ", synonyms changed" if "synonyms" in found.differences else ""
    answer = "another answer"
    if found.same_memories:
        answer = (
            "the same answer, bit for bit" if found.same else "the same memories in the same order, with other points"
        )
    common.screen().line(f"replay  {memories}{rules}: {answer}")


def add_to(app: typer.Typer) -> None:
    """Nothing; the command of this file is in the app."""
    command(app, "replay", "Ask")(replay)
