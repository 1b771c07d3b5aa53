"""Slots: what a text declares a value for, such as who is responsible for one thing."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphcue.language.fields import read_fields


@dataclass(frozen=True, slots=True)
class Slot:
    """A value that a memory declares for something, as written: `负责人(结算): 薛涧` declares the slot 负责人(结算)."""

    name: str
    value: str


def slots_of(content: str, metadata: Mapping[str, str]) -> tuple[Slot, ...]:
    """The slots that a text declares: fields whose label names something in brackets, and `slot` with `value` among its
    metadata."""
    found = [
        Slot(" ".join(field.label.split()), " ".join(field.value.split()))
        for field in read_fields(content)
        if field.role and field.value and field.label.rstrip().endswith((")", "）"))
    ]
    if metadata.get("slot"):
        found.append(Slot(" ".join(metadata["slot"].split()), " ".join(metadata.get("value", content).split())))
    return tuple(dict.fromkeys(found))
