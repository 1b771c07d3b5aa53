"""What a reader of files hands back."""

from dataclasses import dataclass

from graphcue.model import Record


@dataclass(frozen=True, slots=True)
class Reading:
    """The records of one file in the order they stand; without any, `skipped` is the reason in one sentence."""

    records: tuple[Record, ...] = ()
    skipped: str = ""
