"""What was looked up stays known until the next write, and is never known of a read that may have seen two revisions."""

from graphcue.model import Memory
from graphcue.stores.known import FEW, MOST_LOOKED_UP, SHORT, Knowledge, Looking, Lookups, cheaper


class Asked:
    """Looks up squares of even numbers, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def __call__(self, keys: list[int]) -> dict[int, int]:
        self.asked.append(keys)
        return {key: key * key for key in keys if key % 2 == 0}


def test_each_is_asked_for_once_and_what_is_not_there_too() -> None:
    look, looking = Asked(), Looking(Lookups(7))
    assert looking.each("square", [4, 3, 2, 4], look) == {4: 16, 2: 4}
    assert list(looking.each("square", [2, 3, 6, 4], look)) == [2, 6, 4]
    assert look.asked == [[4, 3, 2], [6]]
    assert looking.each("cube", [2], look) == {2: 4} and look.asked[-1] == [2]


def test_nobody_knows_it_before_the_read_is_sure() -> None:
    look, known = Asked(), Lookups(7)
    unsure, sure = Looking(known), Looking(known)
    unsure.each("square", [2], look)
    assert sure.each("square", [2], look) == {2: 4} and len(look.asked) == 2
    known.take(sure)
    assert Looking(known).each("square", [2], look) == {2: 4} and len(look.asked) == 2


def test_a_write_ends_it_and_so_does_too_much_of_it() -> None:
    knowledge = Knowledge(Lookups)
    known = knowledge.at("a", 7)
    assert knowledge.at("a", 7) is known and knowledge.at("b", 7) is not known
    assert knowledge.at("a", 8) is not known
    known = knowledge.at("a", 8)
    known.kept = MOST_LOOKED_UP + 1
    assert knowledge.at("a", 8) is not known
    known = knowledge.at("a", 8)
    knowledge.forget("a")
    assert knowledge.at("a", 8) is not known


def test_what_is_large_is_kept_where_it_is_little() -> None:
    def texts(ids: list[str]) -> dict[str, Memory]:
        asked.append(len(ids))
        return {id: Memory(id, "x" * (SHORT + 1) if id == "long" else "x") for id in ids}

    asked: list[int] = []
    looking = Looking(Lookups(7))
    for ids in (["a", "b"], ["b", "a"], ["long"], ["long"], [str(i) for i in range(FEW + 1)]):
        assert list(looking.few("memory", ids, texts)) == ids
    assert asked == [2, 1, 1, FEW + 1]


def test_walking_is_for_what_many_pass() -> None:
    assert cheaper(101, 100_000, 20_000)
    assert not cheaper(101, 100_000, 200) and not cheaper(1, 100, 0)
