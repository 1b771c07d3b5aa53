"""ISO text ↔ `Moment`, and the date that a file name or a heading bears. The zone of the host is never asked."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from graphcue.errors import InvalidTime
from graphcue.model import Moment

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ISO = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[T ](?P<minute>[0-9]{2}:[0-9]{2})(?P<second>:[0-9]{2}(?:\.[0-9]{1,9})?)?"
    r" ?(?P<offset>Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_WRITTEN_DATE = re.compile(
    r"(?<![0-9A-Za-z.])(?:"
    r"(?P<y1>[12][0-9]{3})(?P<mark>[-_/.])(?P<m1>[0-9]{1,2})(?P=mark)(?P<d1>[0-9]{1,2})"
    r"|(?P<y2>[12][0-9]{3}) ?年 ?(?P<m2>[0-9]{1,2}) ?月 ?(?P<d2>[0-9]{1,2}) ?[日号]?"
    r"|(?P<y3>[12][0-9]{3})(?P<m3>[0-9]{2})(?P<d3>[0-9]{2})"
    r")(?![0-9A-Za-z]|\.[0-9])"
)
_VERSION_BEFORE = re.compile(r"(?:版本|version|release)[ :：]*$", re.IGNORECASE)
_WIDTH_OF_GRAIN = {"day": 10, "minute": 16, "second": 19}


def parse_time(text: str, zone: tzinfo) -> Moment:
    """The moment that `text` names: `YYYY-MM-DD`, or a date with `T` or a space, minutes or seconds, and `Z` or an
    offset. Without an offset it is in `zone`. A day is its first millisecond there; parts below it are cut.

    Raises InvalidTime, with the text, for another form and for a date that does not exist.
    """
    written = text.strip()
    match = _ISO.fullmatch(written)
    if not match:
        raise _invalid(written, "write it as YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, with an offset if need be")
    clock = (match["minute"] or "00:00") + (match["second"] or "")
    try:
        local = datetime.fromisoformat(f"{match['date']}T{clock}")
        offset = _offset_minutes(match["offset"], local, zone)
    except (ValueError, OverflowError) as error:
        raise _invalid(written, "no such date or time") from error
    return _moment(local, offset, _grain(match))


def format_moment(moment: Moment) -> str:
    """ISO text of the moment at its grain: `2023-02-23`, `2023-02-23T09:30+08:00`, `2023-02-23T09:30:15Z`.

    Milliseconds are shown where there are any. Raises InvalidTime outside the years 1 to 9999.
    """
    width = _WIDTH_OF_GRAIN.get(moment.grain, 19)
    try:
        local = _EPOCH + timedelta(milliseconds=moment.ms, minutes=moment.offset)
    except OverflowError as error:
        raise _invalid(str(moment.ms), "outside the years 1 to 9999") from error
    if width == 10:
        return local.date().isoformat()
    fraction = f".{local.microsecond // 1000:03}" if width == 19 and local.microsecond else ""
    return local.replace(tzinfo=None).isoformat()[:width] + fraction + _offset_text(moment.offset)


def find_date(text: str, zone: tzinfo) -> Moment | None:
    """The first whole date written in a file name or heading (`2026-01-15`, `20260115`, `2026_1_15`,
    `2026年1月15日`), as a day in `zone`; None where there is none. `版本2024.1.2` and `v2024.1.2` are no dates.
    """
    for match in _WRITTEN_DATE.finditer(text):
        if _VERSION_BEFORE.search(text[: match.start()]):
            continue
        year, month, day = (part for part in match.group("y1", "m1", "d1", "y2", "m2", "d2", "y3", "m3", "d3") if part)
        try:
            return parse_time(f"{year}-{month:0>2}-{day:0>2}", zone)
        except InvalidTime:
            continue
    return None


def _grain(match: re.Match[str]) -> str:
    if match["second"]:
        return "second"
    return "minute" if match["minute"] else "day"


def _moment(local: datetime, offset: int, grain: str) -> Moment:
    since_epoch = local.replace(tzinfo=UTC) - _EPOCH
    return Moment(since_epoch // timedelta(milliseconds=1) - offset * 60_000, offset, grain)


def _offset_minutes(written: str | None, local: datetime, zone: tzinfo) -> int:
    if written is None:
        return (local.replace(tzinfo=zone).utcoffset() or timedelta()) // timedelta(minutes=1)
    if written == "Z":
        return 0
    hours, minutes = int(written[1:3]), int(written[-2:])
    if minutes > 59:
        raise ValueError(written)
    size = timezone(timedelta(hours=hours, minutes=minutes)).utcoffset(None) // timedelta(minutes=1)
    return -size if written[0] == "-" else size


def _offset_text(offset: int) -> str:
    if offset == 0:
        return "Z"
    hours, minutes = divmod(abs(offset), 60)
    return f"{'-' if offset < 0 else '+'}{hours:02}:{minutes:02}"


def _invalid(text: str, reason: str) -> InvalidTime:
    shown = text if len(text) <= 60 else text[:60] + "…"
    return InvalidTime(f"invalid time {shown!r}: {reason}", text=shown)
