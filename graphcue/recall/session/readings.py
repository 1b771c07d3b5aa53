"""Follow-ups that walk: `后来`, `then what`, `之前呢`, `why`, `现在呢`. Each is a rule whose name shows in the path."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphcue.model import FOLLOWS, SUPERSEDES
from graphcue.recall.values import Step
from graphcue.stores.contract import Reader

FOLLOWED_BY = "FOLLOWED_BY"
BACK = "_BACK"
CAUSED_BY = "CAUSED_BY"
RELATED_TO = "RELATED_TO"
RESOLVES = "RESOLVES"


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to walk from the memories recalled last: `edges` are tried in their order; `…_BACK` against the edge."""

    name: str
    edges: tuple[str, ...]


AFTER = Reading("what came after", (RESOLVES + BACK, FOLLOWED_BY))
BEFORE = Reading("what was before", (FOLLOWS,))
CAUSE = Reading("what caused it", (CAUSED_BY,))
NOW = Reading("how it stands now", (SUPERSEDES + BACK,))

_RULES = (
    (
        AFTER,
        r"后来|[再之]后|然后|接[着下]|下一步|最后(?:呢|怎)|怎么(?:修|解决|处理|改|消除|优化)"
        r"|\b(?:and|what|happened|what's|so) (?:then|after that|next|came next|afterwards?)\b|^\W*then what|\bwhat next\b"
        r"|\bhow (?:was|were|did|is) .{0,20}(?:fix|solv|resolv|repair|bring|done about)|\bwhat was done about\b"
        r"|\bhappened (?:after|next|then)\b",
    ),
    (
        BEFORE,
        r"[之以]前(?:呢|是|用|怎|发)|在那之前|再往前|先前(?:呢|是)|原[来先](?:呢|是|用)"
        r"|\b(?:and|what) (?:was |came |happened )?(?:before|earlier)\b|\bbefore that\b|\bused to be\b",
    ),
    (CAUSE, r"为什么|为何|为啥|什么原因|怎么会|\bwhy\b|\bhow come\b|\bwhat caused\b"),
    (
        NOW,
        r"现在(?:呢|还|是|怎|用)|还[是算有]效|还(?:是|在)(?:这样|用)|目前(?:呢|是|怎)|如今|最新"
        r"|\b(?:still|now|nowadays|currently|any more|anymore)\b",
    ),
)
RULES = tuple((reading, re.compile(pattern, re.IGNORECASE)) for reading, pattern in _RULES)


def reading_of(question: str) -> Reading | None:
    """The first rule that the question's words meet."""
    return next((reading for reading, pattern in RULES if pattern.search(question)), None)


def walk(reader: Reader, reading: Reading, sources: Iterable[str]) -> dict[str, Step]:
    """Memory → the step that leads to it from one of the sources, in the order of edges and sources."""
    asked = list(sources)
    found: dict[str, Step] = {}
    for edge in reading.edges:
        for source, targets in _targets(reader, edge, asked).items():
            for target in targets:
                if target not in asked:
                    found.setdefault(target, Step(source, edge, target))
    return found


def _targets(reader: Reader, edge: str, sources: list[str]) -> Mapping[str, list[str]]:
    if edge in (FOLLOWS, FOLLOWED_BY):
        nearby = reader.nearby(sources)
        return {
            id: [end.id for end in (near.before if edge == FOLLOWS else near.after)[:1]] for id, near in nearby.items()
        }
    if edge.endswith(BACK):
        edges = reader.neighbours(sources, [edge.removesuffix(BACK)], "in", 8)
        return {id: [one.source for one in ones] for id, ones in edges.items()}
    edges = reader.neighbours(sources, [edge], "out", 8)
    return {id: [one.target for one in ones] for id, ones in edges.items()}
