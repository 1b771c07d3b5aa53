"""Minutes → records: forms of agenda items, people, dates, open points; and the real minutes of the shared data."""

from pathlib import Path

import pytest

from graphcue.language.fields import read_fields
from graphcue.language.moments import format_moment
from graphcue.model import ASSIGNED_TO, ATTENDED_BY, PRESENTED_BY, Link, Record
from graphcue.sources.minutes import is_minutes, read_minutes
from graphcue.sources.reading import Reading

DATA = Path(__file__).parent / "data"
PATH = "sig/sig_storage/meetings/2024_03_05_meeting.md"
MINUTES = """# 存储SIG例会 2024-3-5 9:30-11:30(UTC+08:00)Beijing

## 议题(Agenda)

议题1、新建仓：fast_cache
议题2、旧仓下线
议题3、自由讨论

## 与会人(Attendees)

林晓岚 [@lin](https://example.org/lin)
周  远 [@zhou](https://example.org/zhou)
等

## 会议纪要(Notes)

**议题1、新建仓：fast_cache**
汇报人：林晓岚
会议结论：
1、同意新建fast_cache仓。
遗留问题：
1、补充架构图。责任人：周远
2、压测报告 --- 林晓岚
3、清理二进制文件（已闭环）

**议题2、旧仓下线**
汇报人：周远
会议结论：
遗留问题：
无。
"""


def read(text: str, path: str = PATH) -> tuple[Record, ...]:
    return read_minutes(path, text).records


def decisions(text: str, path: str = PATH) -> list[Record]:
    return [record for record in read(text, path) if record.kind == "decision"]


def actions(text: str) -> list[Record]:
    return [record for record in read(text) if record.kind == "action"]


def topics(text: str) -> list[str]:
    return [record.metadata["topic"] for record in decisions(text)]


def people(record: Record, edge: str) -> list[str]:
    return [name.name for name in record.names if name.edge == edge]


def day_of(record: Record) -> str:
    return format_moment(record.occurred_at) if record.occurred_at else ""


def test_one_record_an_agenda_item() -> None:
    first, second, third = decisions(MINUTES)
    assert first.content == (
        "议题1、新建仓：fast_cache\n汇报人：林晓岚\n会议结论：\n1、同意新建fast_cache仓。\n"
        "遗留问题：\n1、补充架构图。责任人：周远\n2、压测报告 --- 林晓岚\n3、清理二进制文件（已闭环）"
    )
    assert (first.status, second.status, third.status) == ("concluded", "discussed", "discussed")
    assert (first.project, day_of(first)) == ("storage", "2024-03-05")
    assert first.titles == (f"{PATH}#1",)
    assert first.place and (first.place.line_start, first.place.line_end, first.place.position) == (17, 24, 0)
    assert people(first, PRESENTED_BY) == ["林晓岚"]
    assert all(people(record, ATTENDED_BY) == ["林晓岚", "周远"] for record in (first, second, third))
    assert third.content == "议题3、自由讨论"


def test_open_points_are_actions() -> None:
    found = actions(MINUTES)
    assert [record.content for record in found] == [
        "补充架构图。责任人：周远",
        "压测报告 --- 林晓岚",
        "清理二进制文件（已闭环）",
    ]
    assert [people(record, ASSIGNED_TO) for record in found] == [["周远"], ["林晓岚"], []]
    assert [record.status for record in found] == ["open", "open", "closed"]
    assert found[0].links == (Link("RELATED_TO", f"{PATH}#1", "minutes:open_item"),)
    assert [record.place.line_start for record in found if record.place] == [22, 23, 24]
    assert {(record.project, day_of(record)) for record in found} == {("storage", "2024-03-05")}


def test_positions_count_all_records_of_the_file() -> None:
    assert [record.place.position for record in read(MINUTES) if record.place] == [0, 1, 2, 3, 4, 5]


def test_the_content_gives_topic_and_presenter_back() -> None:
    for record in decisions(MINUTES)[:2]:
        fields = {field.role: field.value for field in read_fields(record.content)}
        assert fields["topic"] == record.metadata["topic"]
        assert fields["presenter"] in people(record, PRESENTED_BY)


def test_reading_is_repeatable() -> None:
    assert read(MINUTES) == read(MINUTES)
    assert read(MINUTES.replace("\n", "\r\n")) == read("\ufeff" + MINUTES) == read(MINUTES)


@pytest.mark.parametrize(
    "line",
    [
        "**议题1、新仓**",
        "**议题1：新仓**",
        "**议题1、新仓：**",
        "**议题1**、新仓",
        "### 议题一、 新仓",
        "议题1.新仓",
        "- 议题一、新仓",
        "议题1. 新仓",
        "议题：新仓",
    ],
)
def test_forms_of_an_agenda_item(line: str) -> None:
    text = f"# 例会\n\n## 会议纪要\n{line}\n汇报人：林晓岚\n会议结论：同意"
    (record,) = decisions(text)
    assert (record.metadata["topic"], record.status) == ("新仓", "concluded")
    assert people(record, PRESENTED_BY) == ["林晓岚"]


def test_labels_as_headings_and_bold() -> None:
    text = (
        "## Notes\n\n#### 议题一、新仓（周远）\n\n**进展**\n\n写完了\n\n**结论**\n+ 同意\n\n"
        "### 议题二、旧仓\n#### 汇报人：林晓岚\n#### 会议结论：\n1) 下线\n"
    )
    first, second = decisions(text)
    assert people(first, PRESENTED_BY) == ["周远"] and first.metadata["topic"] == "新仓"
    assert people(second, PRESENTED_BY) == ["林晓岚"]
    assert (first.status, second.status) == ("concluded", "concluded")
    assert "#" not in first.content + second.content and "**" not in first.content


def test_a_table_as_agenda_names_the_presenters() -> None:
    text = (
        "# Mar 5, 2024\n\n## Agenda\n| 时间 | 议题 | 发言人 |\n|--|--|--|\n| 14:00 | 新仓 | 林晓岚/周远 |\n"
        "| 14:10 | 旧仓 | 全体 |\n\n## Notes\n\n### 议题一、新仓\n**结论**\n- 同意\n"
    )
    first, second = decisions(text)
    assert people(first, PRESENTED_BY) == ["林晓岚", "周远"]
    assert (first.status, second.status) == ("concluded", "discussed")
    assert second.content == "议题：旧仓\n时间：14:10\n发言人：全体"
    assert people(second, PRESENTED_BY) == []


def test_a_table_that_holds_the_notes() -> None:
    text = (
        "# 周会\n\n| 序号 | 议题 | 汇报人 | 结论 | 遗留问题 |\n|--|--|--|--|--|\n"
        "| 1 | 新仓 | 林晓岚 | 同意 | 补文档（周远） |\n"
        "| 2 | 旧仓 | 周远 | | 无 |\n"
    )
    first, second = decisions(text)
    assert (first.metadata["topic"], first.status, second.status) == ("新仓", "concluded", "discussed")
    assert people(first, PRESENTED_BY) == ["林晓岚"]
    (action,) = actions(text)
    assert (action.content, people(action, ASSIGNED_TO)) == ("补文档（周远）", ["周远"])
    assert action.place and action.place.line_start == 5


def test_english_minutes() -> None:
    text = (
        "# March 5, 2024 at 14:30pm GMT+8\n\n## Agenda\n- Set up the cache repository\n- Retire the old one\n\n"
        "## Attendees\n- Ada Byron\n- [@grace](https://example.org)\n\n## Notes\n"
        "1. Set up the cache repository\nAgreed.\n"
        "2. Retire the old one\nNot yet.\n\n## Action items\n- Write the documentation, owner: Ada Byron\n- None\n"
    )
    first, second = decisions(text)
    assert first.content == "1. Set up the cache repository\nAgreed."
    assert [record.metadata["topic"] for record in (first, second)] == [
        "Set up the cache repository",
        "Retire the old one",
    ]
    assert people(first, ATTENDED_BY) == ["Ada Byron", "grace"]
    (action,) = actions(text)
    assert people(action, ASSIGNED_TO) == ["Ada Byron"] and action.links == ()


def test_the_notes_of_a_single_item_are_its_body() -> None:
    text = "## Agenda\n- The cache\n\n## Notes\nWe talked.\n\n## Action items\n- Measure it\n"
    (record,) = decisions(text)
    assert record.content == "The cache\nWe talked."
    assert actions(text)[0].links == (Link("RELATED_TO", f"{PATH}#1", "minutes:open_item"),)


def test_an_agenda_of_another_day_makes_no_second_items() -> None:
    text = MINUTES.replace(
        "议题1、新建仓：fast_cache\n议题2、旧仓下线\n议题3、自由讨论", "议题1、日志分级\n议题2、告警收敛"
    )
    assert topics(text) == ["新建仓：fast_cache", "旧仓下线"]


def test_items_that_stand_in_the_agenda_only_keep_their_place() -> None:
    agenda = (
        "## Agenda\n+ 遗留事项汇总\n+ 缓存改造进展\n+ 自由讨论\n\n## Notes\n\n#### 议题一、缓存改造进展\n结论：同意"
    )
    assert topics(agenda) == ["遗留事项汇总", "缓存改造进展", "自由讨论"]


def test_notes_without_a_heading_of_their_own() -> None:
    text = MINUTES.replace("## 会议纪要(Notes)\n\n", "").replace("议题3、自由讨论\n", "")
    assert topics(text) == ["新建仓：fast_cache", "旧仓下线"]


def test_a_bare_number_takes_its_topic_from_the_agenda() -> None:
    text = "## Agenda\n1. 缓存改造\n2. 日志分级\n\n## Notes\n\n议题一：\n* 做完了\n\n议题二：\n* 没做完\n"
    assert [record.content for record in decisions(text)] == [
        "议题一：缓存改造\n* 做完了",
        "议题二：日志分级\n* 没做完",
    ]


def test_a_two_column_table_is_a_meeting() -> None:
    text = (
        "|   |   |\n| - | - |\n| **会议主题** | 缓存评审 |\n"
        "| **会议时间** | 2024/03/05 14:10 |\n| **参会人员** | 林晓岚、周远 |\n"
        "| **遗留问题** | 1、补文档 --- @zhou <br> 2、压测 |\n"
    )
    path = "storage/meetings/records.md"
    assert is_minutes(path, text)
    (record,) = decisions(text, path)
    assert (record.metadata["topic"], record.project, day_of(record)) == ("缓存评审", "storage", "2024-03-05")
    assert people(record, ATTENDED_BY) == ["林晓岚", "周远"]
    found = [one for one in read(text, path) if one.kind == "action"]
    assert [(one.content, people(one, ASSIGNED_TO)) for one in found] == [("补文档 --- @zhou", ["zhou"]), ("压测", [])]


@pytest.mark.parametrize(
    ("path", "title", "day"),
    [
        ("meetings/2024_03_05_meeting.md", "# 例会 2024-3-4", "2024-03-05"),
        ("minutes/03_05_2024_minutes.md", "# 例会", "2024-03-05"),
        ("meetings/例会.md", "# 存储SIG例会 2024年3月5日", "2024-03-05"),
        ("meetings/meeting.md", "# Mar.5, 2024 at 15:00pm GMT+8", "2024-03-05"),
        ("meetings/meeting.md", "# 例会\n\n会议时间：2024-03-05 10:00", "2024-03-05"),
        ("meetings/meeting.md", "# 例会\n\n## 会议时间\n2024 年 03 月 05 日 15:00", "2024-03-05"),
        ("meetings/meeting.md", "# 例会", ""),
    ],
)
def test_the_day_of_a_meeting(path: str, title: str, day: str) -> None:
    (record,) = decisions(f"{title}\n\n## 会议纪要\n议题1、新仓\n汇报人：林晓岚", path)
    assert day_of(record) == day


@pytest.mark.parametrize(
    ("path", "title", "project"),
    [
        ("sig/sig_storage/meetings/2024/a.md", "# 例会", "storage"),
        ("work/meetings/a.md", "# 例会\n\n项目：订单系统", "订单系统"),
        ("work/meetings/a.md", "# Gateway SIG例会", "Gateway"),
        ("work/meetings/a.md", "# OpenHarmony QA_SIG评审", "QA"),
        ("orders/meetings/2024/a.md", "# 例会", "orders"),
        ("a.md", "# 例会", ""),
    ],
)
def test_the_project_of_a_meeting(path: str, title: str, project: str) -> None:
    (record,) = decisions(f"{title}\n\n## 会议纪要\n议题1、新仓\n汇报人：林晓岚", path)
    assert record.project == project


@pytest.mark.parametrize(
    ("point", "names"),
    [
        ("1、补文档 责任人：周远、林晓岚，完成时间2024.4.20；", ["周远", "林晓岚"]),
        ("- 补文档 责任人 —— 周远", ["周远"]),
        ("1. 补文档 @zhou @lin", ["zhou", "lin"]),
        ("1、补文档（周远）", ["周远"]),
        ("1、补文档 -- 周远/林晓岚 闭环时间：0704", ["周远", "林晓岚"]),
        ("- 待办（周远）： 补文档", ["周远"]),
        ("1、由周远负责补文档", ["周远"]),
        ("1、补文档 责任人：All", []),
        ("1、补文档---已闭环", []),
        ("1、架构图与周远对齐", []),
        ("1、跟进 @scope/package 的升级", []),
    ],
)
def test_who_is_responsible(point: str, names: list[str]) -> None:
    (action,) = actions(f"# 例会\n\n## 会议纪要\n议题1、新仓\n汇报人：林晓岚\n遗留问题：\n{point}")
    assert people(action, ASSIGNED_TO) == names


@pytest.mark.parametrize("nothing", ["无", "无。", "None", "N/A", "/", "", "- 无"])
def test_nothing_open_gives_no_action(nothing: str) -> None:
    assert actions(f"## 会议纪要\n议题1、新仓\n汇报人：林晓岚\n遗留问题：\n{nothing}") == []


def test_lines_below_a_point_go_with_it() -> None:
    found = actions(
        "## 会议纪要\n议题1、新仓\n汇报人：林晓岚\n遗留问题：\n1、测试\n   - 压测\n   - 监控\n答复：在做\n2、文档\n"
    )
    assert [record.content for record in found] == ["测试\n   - 压测\n   - 监控\n答复：在做", "文档"]


def test_equal_points_have_ordinals() -> None:
    text = "## 会议纪要\n议题1、新仓\n遗留问题：\n1、继续跟进\n\n议题2、旧仓\n遗留问题：\n1、继续跟进\n"
    assert [(record.content, record.ordinal) for record in actions(text)] == [("继续跟进", 0), ("继续跟进", 1)]


def test_what_belongs_to_no_item_is_kept_as_a_note() -> None:
    text = (
        MINUTES
        + "\n### 总结\n周远：缓存改造要在六月之前做完，过程中每周同步一次进展。\n\n## 会议回放\n录制文件：https://example.org/a\n"
    )
    (note,) = [record for record in read(text) if record.kind == "note"]
    assert note.content.startswith("总结\n周远")


def test_pictures_are_left_out() -> None:
    text = "## 会议纪要\n议题1、新仓\n汇报人：周远\n结论：同意\n\n[picture]:data:image/png;base64," + "iVBOR" * 1000
    assert "base64" not in "".join(record.content for record in read(text))


def test_files_without_an_item_say_why() -> None:
    template = "# July 6, 2024 at 14:30pm GMT+8\n\n## Agenda\n- Topic\n\n## Notes\n- TODO\n\n## Action items\n- TODO\n"
    assert is_minutes("docs/template.md", template)
    assert read_minutes("docs/template.md", template) == Reading(
        (), "no agenda item is written in it; it looks like a template"
    )
    assert read_minutes("meetings/a.md", " \n") == Reading((), "the file is empty")


def test_what_is_minutes() -> None:
    assert is_minutes("a.md", MINUTES)
    assert is_minutes("meetings/a.md", "")
    assert not is_minutes("a.md", "")
    assert not is_minutes("meetings/a.md", "# 安装说明\n\n先装依赖。\n")
    assert not is_minutes("README.md", "# graph\n\n## Notes\n\nNothing.\n")
    assert not is_minutes("a.md", "---\ntitle: x\nauthor: y\n---\n# x\n\ntext\n")
