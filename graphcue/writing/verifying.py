"""The lines of an export, verified before anything of them is kept: in order, whole, and as they were written."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphcue.settings import Settings
from graphcue.stores.contract import Alias
from graphcue.writing.identity import MODULUS, line_digest
from graphcue.writing.lines import (
    CHECK_DIGITS,
    COUNTED,
    LONGEST_LINE,
    Header,
    Relation,
    alias_in,
    broken,
    check_memory,
    check_of,
    header_of,
    memory_in,
    relation_in,
    tombstone_of,
    value_of,
)


class Verifier:
    """Reads an export line by line; `header` is its first line. Raises BrokenExport with the line that is wrong."""

    def __init__(self, settings: Settings) -> None:
        self.header: Header | None = None
        self._settings = settings
        self._number = 0
        self._fingerprint = 0
        self._checks = bytearray()
        self._counts = dict.fromkeys(COUNTED, 0)
        self._section = 0
        self._last: Any = None
        self._ids: set[str] = set()
        self._relations: set[Relation] = set()
        self._ended = False

    def take(self, line: str) -> None:
        """Nothing; the line may stand where it does. What is altered and yet could have been written is found at the end."""
        self._number += 1
        if self._ended:
            broken(self._number, "stands after its end")
        if len(line) > LONGEST_LINE:
            broken(self._number, f"is longer than {LONGEST_LINE:,} characters")
        if self.header is None:
            self.header = header_of(line)
        elif line.startswith('{"end":'):
            self._end(value_of(self._number, line))
            return
        else:
            self._body(line)
            self._fingerprint += line_digest(line)
        self._checks += check_of(line).encode("ascii")

    def finish(self) -> Header:
        """The header, once all lines were taken and their end was among them."""
        if self.header is None:
            broken(1, "is missing: it is empty")
        if not self._ended:
            broken(
                self._number + 1,
                f"is missing: it was cut off after {self._number:,} of {self.header.lines + 1:,} lines",
            )
        return self.header

    def _body(self, line: str) -> None:
        value = value_of(self._number, line)
        kind = next((kind for kind in COUNTED if kind in value), None)
        if kind is None:
            broken(self._number, "is of no known kind")
        section = COUNTED.index(kind)
        if section < self._section:
            broken(self._number, "stands out of order")
        if section > self._section:
            self._section, self._last = section, None
        self._counts[kind] += 1
        place = getattr(self, f"_{kind}")(value)
        if place is not None:
            if self._last is not None and place <= self._last:
                broken(self._number, "stands out of order, or twice")
            self._last = place

    def _tombstone(self, value: dict[str, Any]) -> str:
        if not self.header or not self.header.tombstone_key:
            broken(self._number, "is a tombstone, for which the header has no key")
        return tombstone_of(self._number, value)

    def _alias(self, value: dict[str, Any]) -> tuple[str, str, str]:
        alias: Alias = alias_in(self._number, value)
        return (alias.kind, alias.alias, alias.name)

    def _memory(self, value: dict[str, Any]) -> str:
        memory = memory_in(self._number, value)
        check_memory(self._number, memory, self._settings)
        self._ids.add(memory.id)
        return memory.order_key

    def _relation(self, value: dict[str, Any]) -> None:
        found = relation_in(self._number, value)
        if found in self._relations:
            broken(self._number, "says the same as an earlier one")
        for id in found[1:]:
            if id not in self._ids:
                broken(self._number, f"leads to memory {id!r}, which it has not")
        self._relations.add(found)

    def _end(self, value: dict[str, Any]) -> None:
        """Raises BrokenExport for the first line that is not as it was written."""
        assert self.header
        self._ended = True
        checks, lines = value.get("checks"), value.get("end")
        if not isinstance(checks, str) or not isinstance(lines, int) or len(checks) != lines * CHECK_DIGITS:
            broken(self._number, "is an end that was altered")
        found = self._checks.decode("ascii")
        for at in range(0, min(len(found), len(checks)), CHECK_DIGITS):
            if found[at : at + CHECK_DIGITS] != checks[at : at + CHECK_DIGITS]:
                broken(at // CHECK_DIGITS + 1, "is not what was written there")
        if lines != self._number - 1:
            broken(
                self._number,
                f"ends {lines:,} lines, where there are {self._number - 1:,}: some were taken out or put in",
            )
        if self._counts != dict(self.header.counts):
            broken(1, "counts other lines than there are")
        if self._fingerprint % MODULUS != self.header.fingerprint:
            broken(1, "has another fingerprint than the lines")


def verified(lines: Iterable[str], settings: Settings, keep: Callable[[str], object]) -> Header:
    """The header of an export that is whole; each line was given to `keep`. Raises BrokenExport, NewerExport."""
    verifier = Verifier(settings)
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            broken(number, "is no text")
        text = line[:-1] if line.endswith("\n") else line
        if number == 1:
            text = text.removeprefix("\ufeff")
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            broken(number, "is not valid Unicode")
        verifier.take(text)
        keep(text)
    return verifier.finish()


def sections(lines: Iterable[str]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(number, kind, value) of each line between the first and the last of an export that was verified."""
    for number, line in enumerate(lines, 1):
        value = value_of(number, line)
        for kind in COUNTED:
            if kind in value:
                yield number, kind, value
