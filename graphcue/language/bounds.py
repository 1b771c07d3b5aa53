"""Written bounds of a stretch of time → half-open intervals in ms UTC."""

import calendar
import re
from datetime import UTC, datetime, timedelta, tzinfo

from graphcue.errors import InvalidTime

_BOUND = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")


def interval(text: str, zone: tzinfo) -> tuple[int, int]:
    """[start, end) in ms UTC of what is written: `2023`, `2023-03`, `2023-03-05` in the zone, or a full ISO time,
    which is one millisecond long.

    Raises InvalidTime naming the text when no such time exists.
    """
    written = text.strip()
    match = _BOUND.fullmatch(written)
    try:
        if match:
            year, month, day = (int(part) if part else None for part in match.groups())
            return _days(year or 0, month, day, zone)
        moment = datetime.fromisoformat(written)
    except (ValueError, OverflowError):
        advice = "write 2023, 2023-03, 2023-03-05 or an ISO time"
        raise InvalidTime(f"no such date or time: {written!r}; {advice}", time=written) from None
    start = _ms(moment if moment.tzinfo else moment.replace(tzinfo=zone))
    return start, start + 1


def _days(year: int, month: int | None, day: int | None, zone: tzinfo) -> tuple[int, int]:
    first = datetime(year, month or 1, day or 1)
    last = datetime(year, month or 12, day or calendar.monthrange(year, month or 12)[1])
    return _ms(first.replace(tzinfo=zone)), _ms((last + timedelta(days=1)).replace(tzinfo=zone))


def _ms(moment: datetime) -> int:
    return (moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
