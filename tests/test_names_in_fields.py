"""The people in the value of a field: lists, organisations, handles, and what is nobody."""

import pytest

from graphcue.language.names_in_fields import WrittenName, split_names


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("张三、李四, 王五 / 赵六 ; 孙七", ["张三", "李四", "王五", "赵六", "孙七"]),
        ("张三 李四 王小五", ["张三", "李四", "王小五"]),
        ("张三和李四", ["张三", "李四"]),
        ("易  明", ["易明"]),
        ("Ada Byron and Grace Murray", ["Ada Byron", "Grace Murray"]),
        ("Ada Byron <ada@example.org>, Guido van den Berg <g@x.org>", ["Ada Byron", "Guido van den Berg"]),
        ("ada@example.org (Ada Byron)", ["Ada Byron"]),
        ("李雷（lilei@example.org)", ["李雷"]),
        ("李雷(lilei.ab", ["李雷"]),
        ("someone1@example.org", ["someone1"]),
        ("刘海等32人", ["刘海"]),
        ("- 张三\n- 李四", ["张三", "李四"]),
        ("刘海及各厂商代表", ["刘海"]),
        ("Fred L. Duck, Jr.", ["Fred L. Duck"]),
        ("阿依古丽·买买提", ["阿依古丽·买买提"]),
    ],
)
def test_names(value: str, expected: list[str]) -> None:
    assert [name.name for name in split_names(value)] == expected


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("任小林 [@ren](https://example.org/ren)", WrittenName("任小林", "", "ren")),
        ("强明   [@strong_ming](https://example.org/x)", WrittenName("强明", "", "strong_ming")),
        ("@cwc(https://example.org/cwc) 蔡小苍", WrittenName("蔡小苍", "", "cwc")),
        ("[@only_handle](https://example.org)", WrittenName("only_handle", "", "only_handle")),
        ("张三@zhang-san", WrittenName("张三", "", "zhang-san")),
        ("张三（深蓝云）", WrittenName("张三", "深蓝云")),
        ("深蓝云-孙小鑫", WrittenName("孙小鑫", "深蓝云")),
        ("石小得-使能部", WrittenName("石小得", "使能部")),
        ("[石小得-深蓝云]", WrittenName("石小得", "深蓝云")),
        ("睿睿(深蓝云-郭小峰)", WrittenName("郭小峰", "深蓝云")),
        ("李雷（Kid）", WrittenName("李雷")),
        ("李雷（请假）", WrittenName("李雷")),
        ("Li Lei (Acme)", WrittenName("Li Lei", "Acme")),
    ],
)
def test_organisation_and_handle(value: str, name: WrittenName) -> None:
    assert split_names(value) == (name,)


def test_an_organisation_before_a_colon_holds_for_its_line() -> None:
    assert split_names("深蓝云：王蓉，谢海\n 绿洲：成军") == (
        WrittenName("王蓉", "深蓝云"),
        WrittenName("谢海", "深蓝云"),
        WrittenName("成军", "绿洲"),
    )


@pytest.mark.parametrize(
    "value",
    [
        "ALL",
        "全体",
        "全体参会人员",
        "各厂商代表",
        "各SIG",
        "无",
        "N/A",
        "TBD",
        "/",
        "",
        "DevBoard-SIG",
        "待定",
        "合规SIG组成员",
        "123456@qq.com",
        "等",
    ],
)
def test_groups_and_blanks_are_nobody(value: str) -> None:
    assert split_names(value) == ()
