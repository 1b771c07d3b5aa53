"""Generated stores: chat-like memories whose words follow Zipf's law, the same for the same size."""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate

from graphcue.model import DECIDED_BY, Moment, Name, Record

DAY = 86_400_000
START = 1_577_836_800_000
"""2020-01-01 UTC."""
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai", "or", "en")]
PEOPLE = [
    f"{a}{b}" for a in "赵钱孙李周吴郑王冯陈" for b in ("若川", "慕白", "知遥", "望舒", "清晏", "云岫", "听澜", "照野")
]
PROJECTS = [f"项目{number}" for number in range(50)]
WORDS = 7
"""Words of a memory: with pairs of neighbours they make about 14 cues."""


def vocabulary(size: int) -> list[str]:
    """That many made-up words, commonest first."""
    dice = random.Random("vocabulary")
    found: dict[str, None] = {}
    while len(found) < size:
        found["".join(dice.choices(SYLLABLES, k=dice.randint(2, 4)))] = None
    return list(found)


def records(size: int, words: int = WORDS) -> Iterator[Record]:
    """`size` memories, every fifth a decision of somebody, one an hour, in 50 projects."""
    dice = random.Random(size)
    known = vocabulary(20_000)
    weights = list(accumulate(1 / rank for rank in range(1, len(known) + 1)))
    for number in range(size):
        text = " ".join(dice.choices(known, cum_weights=weights, k=words))
        decision = number % 5 == 0
        # one person in five decisions: a fifth of all decisions are hers
        person = PEOPLE[0] if number % 25 == 0 else PEOPLE[1 + number // 5 % (len(PEOPLE) - 1)]
        yield Record(
            f"{text}",
            id=f"g{number}",
            kind="decision" if decision else "note",
            status="concluded" if decision else "",
            project=dice.choice(PROJECTS),
            occurred_at=Moment(START + number * DAY // 24, 0, "minute"),
            names=(Name(person, DECIDED_BY),) if decision else (),
        )


def questions(count: int) -> Sequence[str]:
    """Questions of three words as they occur."""
    dice = random.Random("questions")
    known = vocabulary(20_000)
    weights = list(accumulate(1 / rank for rank in range(1, len(known) + 1)))
    return [" ".join(dice.choices(known, cum_weights=weights, k=3)) for _ in range(count)]
