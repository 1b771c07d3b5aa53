"""The real minutes of the shared data: every item, against another reader's and against thirty files read by hand."""

import hashlib
import json
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

from shared_data import shared, shared_lines

from graphcue.language.dates_in_fields import written_date
from graphcue.language.fields import read_facts, read_fields
from graphcue.language.moments import format_moment
from graphcue.model import ATTENDED_BY, PRESENTED_BY, Record
from graphcue.sources.minutes import is_minutes, read_minutes
from graphcue.sources.reading import Reading

DATA = Path(__file__).parent / "data"


def people(record: Record, edge: str) -> list[str]:
    return [name.name for name in record.names if name.edge == edge]


def day_of(record: Record) -> str:
    return format_moment(record.occurred_at) if record.occurred_at else ""


@lru_cache(maxsize=1)
def real() -> dict[str, Reading]:
    root = shared("data/raw-openharmony")
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.md"))
    return {path: read_minutes(path, (root / path).read_text(encoding="utf-8")) for path in paths}


def real_decisions() -> dict[str, list[Record]]:
    return {path: [one for one in reading.records if one.kind == "decision"] for path, reading in real().items()}


def meeting_of(path: str) -> str:
    """Project and day as the other reader writes them in its ids: `architecture/2025-09-26am`."""
    half = "am" if "_am_" in path else "pm" if "_pm_" in path else ""
    return f"{path.split('/')[1].removeprefix('sig_')}/{written_date(path.rpartition('/')[2])}{half}"


def others() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for memory in shared_lines("data/openharmony/memories.jsonl"):
        found.setdefault(memory["id"].rpartition("/")[0], []).append(memory)
    return found


def test_all_real_files_are_minutes() -> None:
    root = shared("data/raw-openharmony")
    assert len(real()) == 453
    assert all(is_minutes(path, (root / path).read_text(encoding="utf-8")) for path in real())


def test_real_files_without_an_item_are_templates() -> None:
    skipped = {
        path.split("/")[1] + "/" + path.rpartition("/")[2]: one.skipped
        for path, one in real().items()
        if not one.records
    }
    assert skipped == {
        "sig_docs/2021_07_06_meeting_template.md": "no agenda item is written in it; it looks like a template",
        "sig_knowlege/2021-07-xx-meeting-template.md": "no agenda item is written in it; it looks like a template",
        "sig_release/2021_07_06_meeting_template.md": "no agenda item is written in it; it looks like a template",
        "sig_template/2021_07_06_meeting_template.md": "no agenda item is written in it; it looks like a template",
        "sig_tv/MeetingTemplate.md": "the file is empty",
    }


def test_every_real_agenda_item_is_a_record() -> None:
    counts = Counter(record.kind for reading in real().values() for record in reading.records)
    assert counts["decision"] == 1712


def test_real_counts_differ_from_the_other_reader_for_stated_reasons_only() -> None:
    mine: Counter[str] = Counter()
    for path, found in real_decisions().items():
        mine[meeting_of(path)] += len(found)
    theirs = {meeting: len(memories) for meeting, memories in others().items() if meeting in mine}
    different = {one: [count, theirs.get(one, 0)] for one, count in mine.items() if count != theirs.get(one, 0)}
    reasons = json.loads((DATA / "minutes_differences.json").read_text(encoding="utf-8"))
    assert different == {meeting: counts for stated in reasons.values() for meeting, counts in stated.items()}
    assert {meeting for meeting in others() if meeting not in mine and not meeting.startswith("pmc/")} == set()


def folded(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def pairs() -> list[tuple[Record, dict[str, Any]]]:
    """Records and the other reader's items of the meetings in which both have as many."""
    mine: dict[str, list[Record]] = {}
    for path, found in real_decisions().items():
        mine.setdefault(meeting_of(path), []).extend(
            sorted(found, key=lambda one: one.place.position if one.place else 0)
        )
    return [
        pair
        for meeting, memories in others().items()
        if len(mine.get(meeting, ())) == len(memories)
        for pair in zip(mine[meeting], memories, strict=True)
    ]


def test_real_topics_presenters_and_status_are_those_of_the_other_reader() -> None:
    compared = pairs()
    assert len(compared) > 1500
    odd = []
    for record, memory in compared:
        topic, other = folded(record.metadata["topic"]), folded(memory["content"].split("\n")[0].removeprefix("议题："))
        theirs = {name.name for name in read_facts(memory["content"]).names if name.edge == PRESENTED_BY}
        if topic not in other and other not in topic:
            odd.append((memory["id"], "topic"))
        if not theirs <= set(people(record, PRESENTED_BY)):
            odd.append((memory["id"], "presenter"))
        if record.status != (read_facts(memory["content"]).status or "discussed"):
            odd.append((memory["id"], "status"))
    # Where the notes say 议题一 and no more, the other reader took the first point for the topic; twice it took
    # a sentence with the word 结论 in it, or a list of next steps, for a conclusion; once it left out the notes with their vote.
    assert sorted({one for one in odd if one[1] != "status"}) == [
        (f"riscv/2021-08-05/{number}", "topic") for number in (1, 2, 3, 4)
    ]
    assert len([one for one in odd if one[1] == "status"]) == 3


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_thirty_files_are_those_of_the_lowest_digests() -> None:
    expected = json.loads((DATA / "minutes_expected.json").read_text(encoding="utf-8"))
    assert list(expected) == sorted(real(), key=digest)[:30]


def test_thirty_files_read_by_hand() -> None:
    expected = json.loads((DATA / "minutes_expected.json").read_text(encoding="utf-8"))
    found = real_decisions()
    assert sum(len(meeting["items"]) for meeting in expected.values() if meeting) == 138
    for path, meeting in expected.items():
        items = meeting["items"] if meeting else []
        assert len(found[path]) == len(items), path
        for record, item in zip(found[path], items, strict=True):
            conclusions = [field.value for field in read_fields(record.content) if field.role == "conclusion"]
            assert digest(flat(record.metadata["topic"])) == item["topic"], path
            assert digest("、".join(sorted(people(record, PRESENTED_BY)))) == item["presenter"], path
            assert digest(flat(conclusions[0] if conclusions else "")) == item["conclusion"], path
            assert digest(day_of(record)) == meeting["date"], path
            assert digest("、".join(sorted(people(record, ATTENDED_BY)))) == meeting["attendees"], path


def test_real_open_points() -> None:
    found = [record for reading in real().values() for record in reading.records if record.kind == "action"]
    assert len(found) > 2000
    assert sum(bool(record.names) for record in found) > 200
    titles = {title for reading in real().values() for record in reading.records for title in record.titles}
    assert all(link.target in titles for record in found for link in record.links)


def test_real_places_are_lines_of_the_file() -> None:
    root = shared("data/raw-openharmony")
    for path, reading in real().items():
        length = (root / path).read_text(encoding="utf-8").count("\n") + 1
        for record in reading.records:
            assert record.place and 1 <= record.place.line_start <= record.place.line_end <= length, path
