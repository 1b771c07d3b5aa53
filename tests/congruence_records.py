"""Random records, questions and filters of a small world in which much collides: ids, titles, names, times."""

from typing import Any

from hypothesis import strategies as st

from graphcue.model import (
    ATTENDED_BY,
    AUTHORED_BY,
    DECIDED_BY,
    ENTITY,
    LINKS,
    MENTIONS,
    PERSON,
    PRESENTED_BY,
    Link,
    Moment,
    Name,
    Place,
    Record,
)

DAY = 86_400_000
START = 1_672_531_200_000
"""2023-01-01 UTC."""

IDS = ("m1", "M1", "m2", "ｍ3", "决策-1", "m\u00e9", "m\\xe9")
TITLES = ("缓存方案", "PEP 8", "m1", "ADR-7")
PEOPLE = ("张三", "张三丰", "張三", "Zhang San", "zhang  san", "林若川", "欧阳 修", "The-Who", "𠮷野")
ENTITIES = ("Redis", "Redis Cluster", "缓存", "It", "C++", "🎉")
ORGANISATIONS = ("", "", "甲公司", "乙公司", " ", "\u200b")
ALIASES = (*PEOPLE[:5], "老张", "张三@甲公司", "Redis", "缓存", "cache", "订单系统", "Atlas", "\u200b", "")
"""Names that are declared to be one's; the last two are none."""
PROJECTS = ("", "订单系统", "订单  系统", "Atlas", "🚀", "﨑")
DOCUMENTS = ("notes/a.md", "记录/二.md", "é.md")
TEXTS = (
    "缓存击穿：给热点商品加了 Redis 缓存",
    "張三丰建议止损，次日回滚",
    "张三 said Redis Cluster is down",
    "决策：账本用 MySQL\n决策人：林若川、张三（甲公司）",
    "Title: Cache plan\nAuthor: Zhang San\nStatus: accepted\nSupersedes: PEP 8",
    "# ADR-7\n\n状态：已废弃\n被取代：缓存方案",
    "the who",
    "It is The-Who again",
    "继续跟进",
    "🎉🎉 𠮷野 﨑",
    "2023-01-02 的例会，张三丰主持",
    "明天",
    "。。。",
    "port 8431",
    "port 8432",
    "为什么推迟？",
    "C++ 与 nginx.conf",
    "因为 [[缓存方案]] 和 ADR-7，所以由张三丰决定推迟",
    "A",
)
QUESTIONS = (
    "缓存击穿怎么处理的",
    "张三",
    "张三丰的建议",
    "Redis Cluster",
    "what did Zhang San decide",
    "the who",
    "2023年1月2日",
    "去年的决策",
    "port 8431",
    "订单超时",
    "C++",
    "🎉",
    "﨑 𠮷",
    "。。。",
    "推迟？",
    "nowhere to be found",
    "CI/CD AND (OR ~ * [",
)


def some(values: tuple[str, ...], most: int = 2) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), max_size=most, unique=True).map(tuple)


moments = st.builds(
    lambda days, offset, grain: Moment(START + days * DAY, offset, grain),
    st.integers(0, 3),
    st.sampled_from((0, 480)),
    st.sampled_from(("day", "second")),
)
people = st.builds(
    Name,
    st.sampled_from(PEOPLE),
    st.sampled_from((MENTIONS, AUTHORED_BY, DECIDED_BY, PRESENTED_BY, ATTENDED_BY)),
    st.just(PERSON),
    st.sampled_from(ORGANISATIONS),
)
entities = st.builds(
    Name, st.sampled_from(ENTITIES), st.just(MENTIONS), st.just(ENTITY), kind=st.sampled_from(("", "db"))
)
links = st.builds(
    Link, st.sampled_from(LINKS), st.sampled_from((*IDS, *TITLES)), st.sampled_from(("declared", "front matter"))
)
places = st.builds(Place, st.sampled_from(DOCUMENTS), st.integers(1, 9), st.integers(9, 12), st.integers(0, 2))


@st.composite
def records(draw: st.DrawFn, place: st.SearchStrategy[Place | None] | None = None) -> Record:
    """A record with an id of its own, an idempotency key, or neither."""
    how = draw(st.sampled_from(("id", "id", "key", "hash", "hash")))
    plain = draw(st.integers(0, 3)) == 0
    return Record(
        draw(st.sampled_from(TEXTS)),
        id=draw(st.sampled_from(IDS)) if how == "id" else "",
        key=draw(st.sampled_from(("k1", "k2"))) if how == "key" else "",
        kind=draw(st.sampled_from(("", "", "decision", "note"))),
        status=draw(st.sampled_from(("", "", "accepted"))),
        project=draw(st.sampled_from(PROJECTS)),
        author="" if plain else draw(st.sampled_from(("", *PEOPLE[:4]))),
        occurred_at=draw(st.none() | moments),
        cues=() if plain else draw(some(("订单超时", "C++"))),
        tags=() if plain else draw(some(("运维", "ops", "2023-01"))),
        names=() if plain else tuple(draw(st.lists(people | entities, max_size=2))),
        links=() if plain else tuple(draw(st.lists(links, max_size=2))),
        titles=() if plain else draw(some(TITLES, 1)),
        place=draw(place if place is not None else st.none() | places),
        ordinal=draw(st.sampled_from((0, 0, 1))),
        metadata={"topic": "缓存"} if draw(st.booleans()) else {},
    )


def records_of(document: str) -> st.SearchStrategy[list[Record]]:
    """What one document holds."""
    inside = st.builds(Place, st.just(document), st.integers(1, 9), st.integers(9, 12), st.integers(0, 2))
    return st.lists(records(inside), max_size=3)


@st.composite
def filters(draw: st.DrawFn) -> dict[str, Any]:
    """Some of the filters that `MemoryGraph.where` takes, now and then a wrong one."""
    chosen: dict[str, Any] = {}
    for name, values in (
        ("project", (*PROJECTS[1:], "nowhere", "")),
        ("kinds", (("decision",), ("note", "decision"), "decision")),
        ("status", ("accepted", "discussed")),
        ("since", ("2023", "2023-01-02", "2023-02-30")),
        ("until", ("2023-01-02", "2022")),
        ("as_of", ("2023-01-02",)),
        ("known_at", ("2027", "2020")),
        ("include_superseded", (True,)),
    ):
        if draw(st.integers(0, 5)) == 0:
            chosen[name] = draw(st.sampled_from(values))
    return chosen
