"""A question in a conversation → what it brings along: what is active for it, which cues, what was told already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphcue.model import NAME_EDGES
from graphcue.recall.candidates import HUB_SHARE, SMALLEST_HUB
from graphcue.recall.session.clauses import (
    WEAK_VERBS,
    Clauses,
    asks_again,
    clauses,
    corrects,
    leaves_subject,
    points_back,
)
from graphcue.recall.session.hearing import STRONG, values_of
from graphcue.recall.session.readings import Reading, reading_of
from graphcue.recall.session.state import NEW, PROJECT, State
from graphcue.recall.session.telling import Retold, is_of, retold, words_of
from graphcue.recall.session.topics import Topics
from graphcue.settings import Settings
from graphcue.stores.contract import Reader

BESIDE_FOCUS = 300
"""What is left of the activation of others when the question names something."""
BESIDE_TELLING = 500
"""The same when only the telling part names something."""
SHOWN_SHARE = 400
"""How much of the best memory of an answer counts as told where no reply was heard."""
OWN_SHARE = 900
"""How much of a memory the user must tell for its project to be what the question is about."""
AS_VALUE = 700
TELLING_WORDS = 500
FRAMING_WORDS = 500
NAME_WORDS = 500
CUES_BESIDE_ENTITIES = 16
CUE_SHARE_BESIDE_ENTITIES = 100
MOST_ACTIVE = 10


@dataclass(frozen=True, slots=True)
class Context:
    """What a question means in its conversation.

    `active`: key → per mille, strongest first; `named` the keys that it names itself, `focus` those in its asking part;
    `weights`: word → per mille, where it is not 1000; `cues`: cue key → per mille, carried from before; `told`: memory
    → share that was said, `own` what the question itself tells; `reading`: how it walks from `sources`, the memories
    told or recalled last; `left`: the keys that it leaves; `running`: something was active before.
    """

    parts: Clauses
    named: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()
    active: Mapping[str, int] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    cues: Mapping[str, int] = field(default_factory=dict)
    told: Mapping[str, int] = field(default_factory=dict)
    own: tuple[Retold, ...] = ()
    reading: Reading | None = None
    sources: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    points_back: bool = False
    again: bool = False
    running: bool = False

    @property
    def focus_words(self) -> frozenset[str]:
        """The words of the asking part."""
        return frozenset(words_of(self.parts.asking))

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the whole question."""
        return words_of(self.parts.telling + self.parts.asking if self.parts.asks else self.parts.asking)


def context(reader: Reader, topics: Topics, state: State, question: str, settings: Settings) -> Context:
    """What the question means after all that the state remembers."""
    parts = clauses(question)
    left = tuple(state.entities) if leaves_subject(question) else ()
    before = replace(NEW, told=state.told, turn=state.turn) if left else state
    running = not before.is_empty
    named, focus = topics.find(reader, question), topics.find(reader, parts.asking)
    own = retold(reader, topics, parts.telling, settings) if parts.telling else ()
    spent = own if running else ()
    kept = _kept(reader, topics, before, [key for key in named if key not in focus])
    active = _without_hubs(reader, activation(topics, before, named, focus) | kept)
    active = _told_about(active, named, focus, spent) if parts.asks and parts.telling else active
    cues = carried_cues(topics, before, active, whole=corrects(question))
    told = {id: one.share for id, one in before.told.items()}
    for one in spent:
        if is_of(one, active):
            told[one.id] = max(one.share, told.get(one.id, 0))
    if before.unheard and parts.asks:  # who goes on asking has seen the best of the last answer
        told[before.recalled[0]] = max(SHOWN_SHARE, told.get(before.recalled[0], 0))
    return Context(
        parts=parts,
        named=named,
        focus=focus,
        active=dict(sorted(active.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_ACTIVE]),
        weights=weights(topics, question, parts, named, bool(before.entities)) if running or active else {},
        cues=cues,
        told=told,
        own=own,
        reading=reading_of(question) if before.recalled else None,
        sources=sources(before),
        left=left,
        points_back=points_back(parts.asking),
        again=asks_again(question),
        running=running,
    )


def sources(state: State) -> tuple[str, ...]:
    """The memory to walk from: what was told last, most first, else the best of the last answer."""
    told = [id for id, one in state.told.items() if one.turn == state.turn]
    return tuple(sorted(told, key=lambda one: (-state.told[one].share, one))[:1]) or state.recalled[:1]


def activation(topics: Topics, state: State, named: tuple[str, ...], focus: tuple[str, ...]) -> dict[str, int]:
    """Key → per mille: what is named now, and what was active, as a part of the strongest."""
    kept = BESIDE_FOCUS if focus else BESIDE_TELLING if named else 1000
    most = max((one.points for one in state.entities.values()), default=1)
    active = {key: one.points * 1000 // most * kept // 1000 for key, one in state.entities.items()}
    active = {key: points for key, points in active.items() if topics.is_known(key)}
    # people and entities that are named now lead along their own edges, as in any recall
    active = {key: points for key, points in active.items() if key.startswith(PROJECT) or key not in named}
    return active | dict.fromkeys((key for key in named if key.startswith(PROJECT)), 1000)


def _kept(reader: Reader, topics: Topics, state: State, beside: Sequence[str]) -> dict[str, int]:
    """The activation of what the question names only in passing (`beside`), where that is a value of what is talked about
    (`It is by Lin. When was it released?`), and of the latter, which the question goes on about."""
    strong = [key for key, one in state.entities.items() if one.points >= STRONG and topics.is_known(key)]
    most = max((one.points for one in state.entities.values()), default=1)
    kept: dict[str, int] = {}
    for value, source in values_of(reader, topics, beside, strong) if beside else ():
        kept[source] = state.entities[source].points * 1000 // most
        if value.startswith(PROJECT):
            kept[value] = AS_VALUE
    return kept


def _without_hubs(reader: Reader, active: dict[str, int]) -> dict[str, int]:
    """What is tied to a large part of the memories says little about a question."""
    names = [key for key in active if not key.startswith(PROJECT)]
    degrees = reader.degrees(names, NAME_EDGES) if names else {}
    hub = max(SMALLEST_HUB, reader.describe().memories // HUB_SHARE)
    return {key: points for key, points in active.items() if degrees.get(key, 0) <= hub}


def _told_about(
    active: dict[str, int], named: tuple[str, ...], focus: tuple[str, ...], own: tuple[Retold, ...]
) -> dict[str, int]:
    """The activation where the user first tells a memory and then asks: its project is what the question is about."""
    about = [one for one in own if one.share >= OWN_SHARE and PROJECT + one.project in active]
    if not about:
        return active
    key = PROJECT + about[0].project
    lowered = {other: active[other] * AS_VALUE // 1000 for other in named if other != key and other not in focus}
    return active | lowered | {key: 1000}


def weights(
    topics: Topics, question: str, parts: Clauses, named: tuple[str, ...], has_entities: bool
) -> dict[str, int]:
    """Word → per mille, for words that count less: told before the asking part, framing it, of a name."""
    focus = set(words_of(parts.asking))
    of_names = {word for key in named for word in topics.words(key)}
    found = {}
    for word in words_of(question):
        share = 1000 if word in focus or not has_entities else TELLING_WORDS
        share = share * FRAMING_WORDS // 1000 if word in WEAK_VERBS else share
        share = share * NAME_WORDS // 1000 if word in of_names else share
        if share != 1000:
            found[word] = share
    return found


def carried_cues(topics: Topics, state: State, active: Mapping[str, int], *, whole: bool) -> dict[str, int]:
    """Cue key → per mille, strongest first; faint where something is active, whose own name counts no more as words.

    `whole`: the question is a correction (`不对，我说的是二期`), so what was asked before is asked again.
    """
    share = CUE_SHARE_BESIDE_ENTITIES if active and not whole else 1000
    names = {f"word:{word}" for key in active for word in topics.words(key)}
    return {key: one.points * share // 1000 for key, one in state.cues.items() if key not in names}
