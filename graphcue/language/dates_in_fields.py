"""A date written in a field, a heading or a file name → ISO text; Chinese, English and numbers alike."""

import re
from datetime import UTC, date

from graphcue.language.moments import find_date, format_moment

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_ENGLISH = (
    (re.compile(rf"\b{_MONTH}\.? ?(\d{{1,2}})(?:st|nd|rd|th)?,? +(\d{{4}})\b"), (3, 1, 2)),
    (re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?[ -]{_MONTH}\.?,?[ -](\d{{4}})\b"), (3, 2, 1)),
    (re.compile(r"(?<![0-9])(\d{1,2})[_-](\d{1,2})[_-](\d{4})(?![0-9])"), (3, 1, 2)),
)
"""Patterns with the groups of year, month and day: `Jan 13, 2022`, `13-Jun-2000`, `01_13_2023`."""


def written_date(text: str) -> str:
    """The first whole date in the text as `YYYY-MM-DD`, '' where there is none or it does not exist."""
    moment = find_date(text, UTC)
    if moment:
        return format_moment(moment)
    folded = text.casefold()
    for pattern, groups in _ENGLISH:
        match = pattern.search(folded)
        if match:
            year, month, day = (match.group(group) for group in groups)
            number = int(month) if month.isdigit() else _MONTHS.index(month[:3]) + 1
            try:
                return date(int(year), number, int(day)).isoformat()
            except ValueError:
                continue
    return ""
