"""Tables of expressions with what they mean, as `tests/data/families_*.txt` write them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

DATA = Path(__file__).parent / "data"
HOUR = 3_600_000
Bounds = tuple[int | None, int | None]


@dataclass(frozen=True)
class Expected:
    """A text, and the readings that count as right; none: nothing is to be found. `slack`: ms that ends may be off."""

    text: str
    accepted: tuple[tuple[Bounds, str], ...]
    slack: int = 0

    def fits(self, found: Bounds, unit: str = "") -> bool:
        """Whether a reading is one of those accepted."""
        return any(unit == said and self._near(found, wanted) for wanted, said in self.accepted)

    def _near(self, found: Bounds, wanted: Bounds) -> bool:
        if None not in wanted and wanted[0] == wanted[1]:  # a moment, however long the grammar lets it last
            return found[0] == wanted[0] and found[1] is not None and found[1] - (found[0] or 0) <= HOUR
        return all(
            a == b if a is None or b is None else abs(a - b) <= self.slack for a, b in zip(found, wanted, strict=True)
        )


def rows(name: str) -> list[list[str]]:
    """The cells of each line of a table, without comments."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if line and not line.startswith("//")]


def times(name: str) -> list[Expected]:
    """Expressions of time; bounds are ms UTC."""
    found = []
    for text, wanted in rows(name):
        readings, _, slack = wanted.partition(" ~")
        accepted = [] if readings == "none" else [(_span(one.strip()), "") for one in readings.split(";")]
        found.append(Expected(text, tuple(accepted), int(slack or 0) * HOUR))
    return found


def amounts(name: str) -> list[Expected]:
    """Amounts; bounds are thousandths."""
    found = []
    for text, wanted in rows(name):
        accepted = [] if wanted == "none" else [_amount(one.strip()) for one in wanted.split(";")]
        found.append(Expected(text, tuple(accepted)))
    return found


def _span(written: str) -> Bounds:
    start, parted, end = written.partition("..")
    return _ms(start), _ms(end if parted else start)


def _ms(written: str) -> int | None:
    if written == "open":
        return None
    moment = datetime.fromisoformat(written).replace(tzinfo=UTC)
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def _amount(written: str) -> tuple[Bounds, str]:
    numbers, _, unit = written.partition(" ")
    low, parted, high = numbers.partition("..")
    return (_thousandths(low), _thousandths(high if parted else low)), "percent" if unit == "%" else unit


def _thousandths(written: str) -> int | None:
    return None if written == "open" else int(Decimal(written) * 1000)
