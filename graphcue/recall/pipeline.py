"""Question → answer: the order of the stages."""

from collections.abc import Mapping
from dataclasses import replace

from graphcue.language.gazetteer import Gazetteer
from graphcue.model import SUPERSEDES
from graphcue.recall.asking import ask
from graphcue.recall.candidates import candidates
from graphcue.recall.expansion import expansion
from graphcue.recall.explanation import explained, reason_for_nothing, results
from graphcue.recall.feedback import feedback
from graphcue.recall.ranking import ranking
from graphcue.recall.values import Answer, Asked, Options, Result
from graphcue.settings import Settings
from graphcue.stores.contract import NameNode, Reader


def recall(
    reader: Reader,
    question: str,
    names: Mapping[str, NameNode],
    gazetteer: Gazetteer,
    options: Options,
    settings: Settings,
) -> Answer:
    """The answer to a question: at most `options.limit` results, best first (score, newest, id)."""
    options = _plainest(reader, options)
    asked = ask(reader, question, names, gazetteer, settings, options.now)
    found = candidates(reader, asked, options.where, options.limit, settings)
    walked = expansion(reader, found.candidates, options.where, settings)
    ranked = feedback(reader, asked, ranking(asked, walked, settings), settings)
    shown = results(reader, asked, ranked[: options.limit], names)
    return Answer(
        question=question,
        results=shown,
        reason="" if shown else reason_for_nothing(asked, found),
        unmatched=asked.unmatched,
        names=tuple(node.name for node in asked.names),
        hidden=_hidden(reader, asked, options, settings, shown),
        truncated=found.truncated,
        explanation=explained(asked, found, len(walked), len(ranked), len(shown)) if options.explain else None,
    )


def _plainest(reader: Reader, options: Options) -> Options:
    """The options without a filter that everything passes: where nothing supersedes anything, all is current."""
    if options.where.state == "current" and SUPERSEDES not in reader.describe().counts:
        return replace(options, where=replace(options.where, state="all", at=None))
    return options


def _hidden(reader: Reader, asked: Asked, options: Options, settings: Settings, shown: tuple[Result, ...]) -> int:
    """How many superseded memories would stand among the results, had they been asked for."""
    if options.where.state != "current":
        return 0
    found = candidates(reader, asked, replace(options.where, state="superseded"), options.limit, settings)
    least = shown[-1].score if len(shown) == options.limit else 1
    return min(options.limit, sum(one.score >= least for one in ranking(asked, found.candidates, settings)))
