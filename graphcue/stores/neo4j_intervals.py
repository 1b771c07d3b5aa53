"""What a time or an amount is, as properties of its cue: for people and their own queries; graphcue seeks by the key."""

import re

_SAID = re.compile(r"amount:(?P<unit>[^:~]+)(?::(?P<point>.*)|~(?P<low>.*?)\.\.(?P<high>[0-9]{2}:.*|))", re.DOTALL)


def interval_of(key: str) -> dict[str, str | float]:
    """`start` and `end` on the clock of the place, or `unit`, `low` and `high`; an open end and any other cue lack theirs."""
    if key.startswith("time:"):
        start, _, end = key.removeprefix("time:").partition("/")
        return {"start": start, "end": end}
    found = _SAID.fullmatch(key)
    if found is None:
        return {}
    low, high = (found["point"],) * 2 if found["point"] else (found["low"], found["high"])
    ends = {name: _number(end) for name, end in (("low", low), ("high", high)) if end}
    return {"unit": found["unit"], **{name: number for name, number in ends.items() if number is not None}}


def _number(digits: str) -> float | None:
    """The number of `05:51000.5`; None for what was not made by graphcue."""
    try:
        return float(digits.partition(":")[2])
    except ValueError:
        return None
