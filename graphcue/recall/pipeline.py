"""Question → answer: the order of the stages."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphcue.language.gazetteer import Gazetteer
from graphcue.language.phrases import phrase_of
from graphcue.model import SUPERSEDES
from graphcue.recall.aliases import aliases
from graphcue.recall.asking import ask
from graphcue.recall.broadening import broadening, synonyms_used
from graphcue.recall.candidates import candidates
from graphcue.recall.currency import currency
from graphcue.recall.diversity import diversity
from graphcue.recall.expansion import expansion
from graphcue.recall.explanation import explained, results, tree
from graphcue.recall.feedback import feedback
from graphcue.recall.filters import BUDGET, EXACT, Held, Relevance, held, kept, narrowed, within_budget
from graphcue.recall.presets import chosen_by, source_type, with_preset
from graphcue.recall.ranking import ranking
from graphcue.recall.reasons import amount_reasons, nearest, reason_for_nothing, reasons
from graphcue.recall.semantic import Alike, semantic
from graphcue.recall.session.talk import Talk
from graphcue.recall.standing import standing
from graphcue.recall.values import (
    CUES_UNKNOWN,
    NO_CUES,
    STORE_EMPTY,
    Answer,
    Asked,
    Because,
    Broadening,
    Candidate,
    Explanation,
    Found,
    KnownAliases,
    Options,
    Ranked,
    Result,
)
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Reader, Where

Counts = Callable[[Sequence[str]], Mapping[str, int]]
NO_ALIASES = KnownAliases()


@dataclass(frozen=True, slots=True)
class _Search:
    """What a question found, and how: the stages' values, and what each filter left out."""

    asked: Asked
    held: Held
    walked: tuple[Candidate, ...]
    ranked: tuple[Ranked, ...]
    left_out: Counter[str]
    steps: tuple[Broadening, ...]
    preset: str
    settings: Settings


def recall(
    reader: Reader,
    question: str,
    names: Mapping[str, NameNode],
    gazetteer: Gazetteer,
    options: Options,
    settings: Settings,
    *,
    known: KnownAliases = NO_ALIASES,
    counts: Counts | None = None,
    talk: Talk | None = None,
    alike: Alike | None = None,
) -> Answer:
    """The answer to a question: at most `options.limit` results, best first (score, newest, id).

    `known` are the declared aliases; `counts` tells how often memories were recalled, for the frequency penalty. `talk` is the
    conversation that the question is a turn of; `alike` knows what means the like, for the setting `semantic`.
    """
    if options.exact or options.all_cues or options.least:  # what only means the like has none of the question's cues
        alike = None
    options = _plainest(reader, options)
    settings = with_preset(settings, options.preset)
    asked = ask(reader, question, names, gazetteer, settings, options.now)
    asked, steps = aliases(reader, asked, question, known, nodes=names)
    if talk:
        asked = talk.carried(reader, asked, settings)
    search = _searched(reader, asked, options, settings, counts, talk, alike)
    asked, settings = search.asked, search.settings
    best = diversity(search.ranked, settings, source_type)[: options.limit]
    relevance = Relevance(asked, search.ranked)
    ordered, over = within_budget(results(reader, asked, best, names, relevance.of), options.tokens)
    shown = _by_date(ordered) if options.by_date else ordered
    search.left_out[BUDGET] += over
    superseded = _superseded(reader, search, options, ordered, alike)
    return Answer(
        question=question,
        results=shown,
        reason="" if shown else reason_for_nothing(asked),
        because=None if shown else _because(reader, search, options, names),
        unmatched=asked.unmatched,
        names=tuple(node.name for node in asked.names),
        hidden=len(superseded),
        superseded=superseded,
        truncated=search.held.found.truncated,
        preset=options.preset or search.preset,
        broadened=(*steps, *search.steps),
        explanation=_explanation(search, shown) if options.explain else None,
        context=talk.conversed(question) if talk else None,
    )


def _searched(
    reader: Reader,
    asked: Asked,
    options: Options,
    settings: Settings,
    counts: Counts | None,
    talk: Talk | None,
    alike: Alike | None,
) -> _Search:
    """From the question's cues to a ranking, with further ways to memories where few are found."""
    phrase = phrase_of(asked.text) if options.exact else ""
    found = _found(reader, asked, options, settings, phrase)
    steps = synonyms_used(asked)
    if len(found.found.candidates) < settings.min_top_k and asked.unmatched and not options.exact:
        asked, more = broadening(reader, asked, settings)
        if more:
            found, steps = _found(reader, asked, options, settings, phrase), (*steps, *more)
    preset = options.preset
    if not preset:
        preset, settings = chosen_by(settings, found.found.candidates)
    if talk and not options.exact:
        found = replace(found, found=talk.found(reader, asked, found.found, found.where, settings))
        settings = talk.settings(settings)
    walked = expansion(reader, found.found.candidates, found.where, settings)
    walked, more = semantic(reader, asked, walked, found.where, settings, found=found.found.candidates, alike=alike)
    steps = (*steps, *more)
    ranked = feedback(reader, asked, ranking(asked, walked, settings), settings)
    if talk and talk.joined:
        ranked = talk.weighed(reader, asked, walked, ranked)
    ranked = standing(ranked, options.now, _counted(ranked, counts, settings), settings)
    through, left_out = kept(asked, ranked, options)
    left_out[EXACT] += found.left_out
    return _Search(asked, found, walked, through, left_out, steps, preset, settings)


def _found(reader: Reader, asked: Asked, options: Options, settings: Settings, phrase: str) -> Held:
    where = narrowed(asked, options, phrase)
    return held(reader, candidates(reader, asked, where, options.limit, settings), where, options, phrase=phrase)


def _counted(ranked: Sequence[Ranked], counts: Counts | None, settings: Settings) -> Mapping[str, int]:
    if counts is None or not settings.frequency_penalty:
        return {}
    return counts([one.candidate.outline.id for one in ranked])


def _by_date(shown: tuple[Result, ...]) -> tuple[Result, ...]:
    """The same results, the newest first."""
    return tuple(sorted(shown, key=lambda one: (-one.memory.order_time, one.memory.id)))


def _plainest(reader: Reader, options: Options) -> Options:
    """The options without a filter that everything passes: where nothing supersedes anything, all is current."""
    if options.where.state == "current" and SUPERSEDES not in reader.describe().counts:
        return replace(options, where=replace(options.where, state="all", at=None))
    return options


def _superseded(
    reader: Reader, search: _Search, options: Options, shown: Sequence[Result], alike: Alike | None
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The superseded memories that would stand among the results, had they been asked for, and what supersedes them."""
    if options.where.state != "current":
        return ()
    asked, settings = search.asked, search.settings
    asking = replace(options, where=replace(options.where, state="superseded"))
    phrase = phrase_of(asked.text) if options.exact else ""
    found = _found(reader, asked, asking, settings, phrase)
    walked, _ = semantic(
        reader, asked, found.found.candidates, found.where, settings, found=search.held.found.candidates, alike=alike
    )
    ranked, _ = kept(asked, ranking(asked, walked, settings), options)
    least = shown[-1].score if len(shown) == options.limit else 1
    return currency(reader, ranked, least, options.limit)


def _because(reader: Reader, search: _Search, options: Options, names: Mapping[str, NameNode]) -> Because:
    """The numbers behind the reason of an empty answer."""
    asked = search.asked
    reason = reason_for_nothing(asked)
    if reason in (NO_CUES, STORE_EMPTY):
        return Because()
    near = nearest(reader, asked.unmatched, names)
    if reason == CUES_UNKNOWN:
        return Because(nearest=near)
    unfiltered: Found = candidates(reader, asked, Where(), options.limit, search.settings)
    because = reasons(reader, unfiltered, options, left_out=search.left_out)
    amounts = amount_reasons(reader, unfiltered, asked)
    return replace(because, filtered=(*amounts, *because.filtered), nearest=near)


def _explanation(search: _Search, shown: Sequence[Result]) -> Explanation:
    stages = (
        ("candidates", len(search.held.found.candidates)),
        ("after walking edges", len(search.walked)),
        ("with a score", len(search.ranked)),
        ("shown", len(shown)),
    )
    givers = {one.outline.id: one for one in search.held.found.candidates}
    by_id = {one.candidate.outline.id: one for one in search.ranked}
    trees = [tree(search.asked, by_id[one.memory.id], givers) for one in shown]
    return explained(search.asked, search.held.found, stages, search.left_out, trees)
