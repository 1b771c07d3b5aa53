"""Tests of graphcue.language.assignees, and of actions that are texts of their own."""

import pytest

from graphcue.language.assignees import assignees_of
from graphcue.language.fields import read_facts


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Tobias Okafor to write the migration guide by 2023-04-01", ["Tobias Okafor"]),
        ("[ ] Ana Ruiz to announce the cadence", ["Ana Ruiz"]),
        ("Mara to rotate the key", ["Mara"]),
        ("ACTION: Ana Ruiz and Jo van Dijk to ask around", ["Ana Ruiz", "Jo van Dijk"]),
        ("ACTION (Jo van Dijk): collect usage figures", ["Jo van Dijk"]),
        ("ACTION on Ana Ruiz: send it", ["Ana Ruiz"]),
        ("AI: Bob: do it", ["Bob"]),
        ("Mara Lindqvist will rotate the key by May 2.", ["Mara Lindqvist"]),
        ("方砚于 2023-06-01 前更新规范。", ["方砚"]),
        ("行动项：石青禾更新文档", ["石青禾"]),
        ("由石青禾负责", ["石青禾"]),
        ("补充测试 责任人：方砚", ["方砚"]),
        ("Upgrade to python 3", []),
        ("Everyone to review", []),
        ("Need to fix it", []),
        ("Docs: add a page", []),
        ("The chair will ask", []),
    ],
)
def test_whom_a_point_is_given_to(text: str, people: list[str]) -> None:
    assert [one.name for one in assignees_of(text)] == people


@pytest.mark.parametrize(
    ("text", "who"),
    [("ACTION: Tobias Okafor to write the guide", "Tobias Okafor"), ("行动项：方砚于 6 月前更新规范。", "方砚")],
)
def test_a_text_that_is_one_action_is_open_for_somebody(text: str, who: str) -> None:
    facts = read_facts(text)
    assert (facts.kind, facts.status, [(name.name, name.edge) for name in facts.names]) == (
        "action",
        "open",
        [(who, "ASSIGNED_TO")],
    )


@pytest.mark.parametrize("text", ["TODO: buy milk", "行动项：无", "待办：补测试\n\n会议结论：同意"])
def test_what_is_nobodys_is_no_action(text: str) -> None:
    assert read_facts(text).kind != "action"
