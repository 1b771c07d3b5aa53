"""The sample that ships: it can be read whole, and holds what the demonstration asks of it."""

from datetime import timedelta, timezone
from importlib.resources import as_file, files
from typing import NamedTuple

import pytest

from graphcue.model import AUTHORED_BY, DECIDED_BY, PRESENTED_BY, SUPERSEDES, Record
from graphcue.sources.files import read_files
from graphcue.sources.reading import Reading
from graphcue.sources.registry import read_document

EAST = timezone(timedelta(hours=8))


class Sample(NamedTuple):
    readings: dict[str, Reading]
    records: list[Record]


@pytest.fixture(scope="module")
def sample() -> Sample:
    with as_file(files("graphcue") / "sample") as folder:
        documents = list(read_files([folder], folder))
    assert not [document.error for document in documents if document.error]
    readings = {document.key: read_document(document.key, document.text, EAST) for document in documents}
    return Sample(readings, [record for reading in readings.values() for record in reading.records])


def test_every_file_is_read_whole(sample: Sample) -> None:
    assert len(sample.readings) == 14
    assert [key for key, reading in sample.readings.items() if reading.skipped or not reading.records] == []


def test_all_belongs_to_one_project_over_months(sample: Sample) -> None:
    assert {record.project for record in sample.records} == {"栖页"}
    times = sorted(record.occurred_at.ms for record in sample.records if record.occurred_at)
    assert times[-1] - times[0] > 120 * 86_400_000


def test_both_languages_have_their_share(sample: Sample) -> None:
    chinese = [record for record in sample.records if any("\u4e00" <= char <= "\u9fff" for char in record.content[:60])]
    assert 8 <= len(chinese) <= len(sample.records) - 8


def test_the_decisions_of_a_person_are_known(sample: Sample) -> None:
    roles = {AUTHORED_BY, PRESENTED_BY, DECIDED_BY}
    found = [
        record.titles[0] if record.titles else ""
        for record in sample.records
        if record.kind == "decision" and any(one.name == "林若川" and one.edge in roles for one in record.names)
    ]
    assert len(found) == 5
    assert {"开放接口采用 REST", "开放接口改用 GraphQL"} <= set(found)


def test_every_link_leads_to_one_record(sample: Sample) -> None:
    titles = [title for record in sample.records for title in record.titles]
    links = [link for record in sample.records for link in record.links]
    assert len(links) > 8
    assert {link.target: titles.count(link.target) for link in links if titles.count(link.target) != 1} == {}


def test_one_decision_supersedes_an_earlier_one(sample: Sample) -> None:
    (later,) = [record for record in sample.records if any(link.type == SUPERSEDES for link in record.links)]
    (earlier,) = [record for record in sample.records if later.links[0].target in record.titles]
    assert later.occurred_at and earlier.occurred_at
    assert earlier.occurred_at.ms < later.occurred_at.ms
    assert (earlier.kind, later.kind) == ("decision", "decision")


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (("缓存击穿", "回源", "逻辑过期"), "incidents/2025-11-11-cache-stampede.md"),
        (("Stock is now asked once per basket",), "incidents/2025-10-16-order-timeout.md"),
    ],
)
def test_the_answers_of_the_demonstration_are_there(sample: Sample, words: tuple[str, ...], path: str) -> None:
    assert any(all(word in record.content for word in words) for record in sample.readings[path].records)


def test_open_points_of_the_minutes_are_actions(sample: Sample) -> None:
    actions = [record for record in sample.records if record.kind == "action" and record.status == "open"]
    assert len(actions) >= 5
