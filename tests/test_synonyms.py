"""The synonym tables: what is written in them, what leads where, and what a user's own table may be."""

import subprocess
import sys

import pytest

from graphcue.errors import InvalidInput
from graphcue.language.folding import fold
from graphcue.language.synonyms import LONGEST_LINE, MOST, Synonyms, default_synonyms, read_synonyms
from graphcue.language.words import base_form, data_lines, is_stop_word, read_words

TABLES = ["synonyms_en.txt", "synonyms_zh.txt", "synonyms_mixed.txt"]
KINDS = ["kinds_en.txt", "kinds_zh.txt"]


def written(name: str) -> list[list[str]]:
    return [line.removeprefix("=").replace(":", " ").split() for line in data_lines(name)]


def pairs(synonyms: Synonyms) -> set[tuple[str, str]]:
    words = {base_form(word) for name in TABLES for line in written(name) for word in line}
    return {(word, other) for word in words for other in synonyms.of(word)}


@pytest.mark.parametrize("name", TABLES + KINDS)
def test_every_word_can_stand_in_a_text_as_one(name: str) -> None:
    words = {word for line in written(name) for word in line}
    assert not [word for word in words if fold(word) != word], "folded as texts are"
    assert not [word for word in words if is_stop_word(word)], "carries nothing"
    assert not [word for word in words if base_form(word) not in read_words(word).words], "the segmenter cuts it"


@pytest.mark.parametrize("name", TABLES + KINDS)
def test_lines_are_groups_without_repetition(name: str) -> None:
    lines = data_lines(name)
    assert len(set(lines)) == len(lines)
    for words in written(name):
        bases = [base_form(word) for word in words]
        assert len(words) > 1, words
        assert len(set(bases)) == len(bases), words
    read_synonyms(["\n".join(lines)])


def test_the_tables_are_as_large_as_meant() -> None:
    sizes = [len(data_lines(name)) for name in TABLES]
    assert [size > least for size, least in zip(sizes, (700, 900, 100), strict=True)] == [True] * 3


def test_packaged_words_lead_both_ways_and_none_has_more_than_the_limit() -> None:
    found = pairs(default_synonyms())
    assert {(other, word) for word, other in found} == found
    assert not [word for word, other in found if word == other]
    ways: dict[str, set[str]] = {}
    for name in TABLES:
        for head, *others in (list(map(base_form, line)) for line in written(name)):
            ways.setdefault(head, set()).update(others)
    assert not {head: others for head, others in ways.items() if not others <= set(default_synonyms().of(head))}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sport", "tennis"),
        ("pet", "dog"),
        ("instrument", "guitar"),
        ("bug", "defect"),
        ("postpone", "defer"),
        ("customer", "client"),
        ("database", "db"),
        ("outage", "downtime"),
        ("水果", "苹果"),
        ("运动", "跑步"),
        ("推迟", "延期"),
        ("决策", "拍板"),
        ("上线", "部署"),
        ("配偶", "妻子"),
        ("作词", "词作者"),
        ("缓存", "cache"),
        ("负责人", "owner"),
    ],
)
def test_known_pairs(one: str, other: str) -> None:
    assert base_form(other) in default_synonyms().of(base_form(one))
    assert base_form(one) in default_synonyms().of(base_form(other))


def test_the_words_of_a_text_find_their_synonyms() -> None:
    synonyms = default_synonyms()
    english = [other for word in read_words(fold("They Postponed the Meetings")).words for other in synonyms.of(word)]
    assert base_form("delay") in english
    assert base_form("sync") in english
    chinese = [other for word in read_words(fold("發布時間推迟了")).words for other in synonyms.of(word)]
    assert {"上线", "延期"} <= set(chinese)


def test_a_head_leads_to_all_and_the_others_only_to_it() -> None:
    synonyms = read_synonyms(["sport tennis golf\n// a comment\n\n= 甲方 客户 顾客"])
    assert synonyms.of("sport") == ("golf", "tenni")
    assert synonyms.of("golf") == ("sport",)
    assert synonyms.of("顾客") == ("客户", "甲方")
    assert synonyms.of("chess") == ()


def test_words_are_folded_and_normalised() -> None:
    synonyms = read_synonyms(["Children KIDS", "會議 評審"])
    assert synonyms.of("child") == ("kid",)
    assert synonyms.of("会议") == ("评审",)
    assert read_synonyms(["cafés bars"]).of(read_words("cafés").words[0]) == ("bar",)


def test_what_cannot_be_one_word_and_what_carries_nothing_is_passed_over() -> None:
    synonyms = read_synonyms(["deadline due_date e-mail the cutoff", "turn_down reject refuse", "= the now soon"])
    assert synonyms.of("deadlin") == ("cutoff",)
    assert synonyms.of("reject") == ()
    assert synonyms.of("soon") == ("now",)


def test_of_many_words_the_first_written_are_kept() -> None:
    words = [f"w{number}" for number in range(30, 0, -1)]
    synonyms = read_synonyms([" ".join(["head", *words])])
    assert synonyms.of("head") == tuple(sorted(words[:MOST]))
    assert synonyms.of("w1") == ("head",)


def test_the_version_is_what_the_tables_say() -> None:
    one = read_synonyms(["a1 b1 c1"])
    same = read_synonyms(["// the same\n  A1  b1 c1", ""])
    assert (one, hash(one)) == (same, hash(same))
    assert one.version != read_synonyms(["a1 c1 b1"]).version, "the order decides which are kept"
    assert one.version != read_synonyms(["= a1 b1 c1"]).version
    assert one.version != default_synonyms().version
    assert len(one.version) == 16
    assert read_synonyms([]).of("a1") == ()


def test_packaged_tables_read_as_a_users_own_are_the_same() -> None:
    texts = ["\n".join(data_lines(f"synonyms_{name}.txt")) for name in ("mixed", "en", "zh")]
    texts += ["\n".join(data_lines(name)) for name in KINDS]
    assert read_synonyms(texts) == default_synonyms()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("alone", "fewer than two words"),
        ("=", "fewer than two words"),
        ("甲方,客户 顾客", "is not a word"),
        ("a = b", "is not a word"),
        ("dog Dog", "'dog' twice"),
        (" ".join(f"w{number}" for number in range(LONGEST_LINE + 1)), "more than 200 words"),
    ],
)
def test_a_malformed_line_is_named(line: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says) as caught:
        read_synonyms(["fine enough", f"// first\nfine enough\n{line}\n"])
    assert caught.value.fields == {"field": "synonyms", "table": 2, "line": 3}
    assert "Line 3 of synonym table 2" in caught.value.message


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        default_synonyms().version = "other"  # type: ignore[misc]
    assert default_synonyms() is default_synonyms()


def test_loading_is_quick_and_needs_neither_segmenter_nor_converter() -> None:
    code = """
import sys, time
from graphcue.language.synonyms import default_synonyms
start = time.process_time()
default_synonyms()
print(time.process_time() - start, "rjieba" in sys.modules, "opencc" in sys.modules)
"""
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(2)]
    assert {tuple(run[1:]) for run in runs} == {("False", "False")}
    assert min(float(run[0]) for run in runs) < 0.06, "about 0.015 s, and as much for what all words need"


def test_a_kind_leads_to_its_members_by_each_of_its_names_and_not_back() -> None:
    synonyms = read_synonyms(["sport sports: tennis golf\n水果: 苹果\nball: tennis"])
    assert synonyms.members("sport") == ("golf", "tenni")
    assert synonyms.members("水果") == ("苹果",)
    assert synonyms.members("tenni") == synonyms.of("tenni") == synonyms.of("sport") == ()
    assert read_synonyms(["sport: tennis golf"]).version != read_synonyms(["sport tennis golf"]).version


def test_a_member_that_is_a_synonym_is_no_second_cue() -> None:
    synonyms = read_synonyms(["sport tennis\nsport: tennis golf"])
    assert (synonyms.of("sport"), synonyms.members("sport")) == (("tenni",), ("golf",))


def test_every_packaged_kind_has_members() -> None:
    heads = {base_form(head) for name in KINDS for line in data_lines(name) for head in line.split(":")[0].split()}
    assert len(heads) > 150
    found = default_synonyms()
    assert not [head for head in heads if not (found.members(head) or found.of(head))]
