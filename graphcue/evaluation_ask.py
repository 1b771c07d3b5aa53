"""Plain questions with their gold → figures of the complete answers: nothing missing, nothing else, in order."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphcue.evaluation import Asked as Found
from graphcue.evaluation import Evaluation, Question, fill, latency_of, mean, timed
from graphcue.graph import Asked, MemoryGraph
from graphcue.model import Record
from graphcue.presentation import to_text
from graphcue.presentation_asked import asked_json

PAGE = 1000
ALSO = "also"


@dataclass(frozen=True, slots=True)
class Answer:
    """The ids that a question was answered with, in order: `found` is the answer itself, `also` what is kept apart from it as
    only mentioned or said by others; `complete` as the answer claims."""

    question: Question
    found: tuple[str, ...]
    also: tuple[str, ...]
    complete: bool
    milliseconds: float


def evaluate_ask(
    graph: MemoryGraph,
    memories: Sequence[Record],
    questions: Sequence[Question],
    aliases: Mapping[str, str],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """The figures of asking plain questions, all pages of each, once `graph` holds just `memories`.

    `set_precision` is the share of an answer that is gold, `set_recall` the share of the gold that is in the answer (or
    kept apart beside it), `exact` the share of questions whose answer is the gold, `order` that of those whose gold
    stands in the order of the gold, `complete` that of those that claim to be complete.
    """
    fill(graph, memories)
    digest = hashlib.sha256()
    answers = []

    def ask(question: Question) -> list[Asked]:
        return list(_pages(graph, question.question, aliases))

    for question, pages, milliseconds in timed(questions, ask, on_progress):
        for page in pages:
            digest.update((to_text(asked_json(page)) + "\n").encode("utf-8"))
        answers.append(_answer(question, pages, milliseconds))
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.question.kind, []).append(answer)
    by_kind = {kind: figures(groups[kind]) for kind in sorted(groups)}
    asked = tuple(Found(one.question, one.found, one.milliseconds) for one in answers)
    latencies = latency_of(one.milliseconds for one in answers)
    return Evaluation(figures(answers), by_kind, latencies, digest.hexdigest(), asked)


def _pages(graph: MemoryGraph, question: str, aliases: Mapping[str, str]) -> Iterable[Asked]:
    after: str | None = None
    while True:
        page = graph.ask(question, limit=PAGE, after=after, aliases=aliases)
        yield page
        after = page.after
        if after is None:
            return


def _answer(question: Question, pages: Sequence[Asked], milliseconds: float) -> Answer:
    items = [item for page in pages for item in page.items]
    return Answer(
        question,
        tuple(item.memory.id for item in items if item.mark != ALSO),
        tuple(item.memory.id for item in items if item.mark == ALSO),
        pages[0].complete,
        milliseconds,
    )


def figures(answers: Sequence[Answer]) -> dict[str, Any]:
    """The averages over these questions; see `evaluate_ask`."""
    return {
        "questions": len(answers),
        "set_precision": mean(precision(one) for one in answers),
        "set_recall": mean(recall(one) for one in answers),
        "exact": mean(float(set(one.found) == set(one.question.gold)) for one in answers),
        "order": mean(float(in_order(one)) for one in answers),
        "complete": mean(float(one.complete) for one in answers),
    }


def precision(answer: Answer) -> float:
    """The share of the answer that is gold; 1 for an answer that only keeps something apart, 0 for none at all."""
    if not answer.found:
        return float(bool(answer.also))
    return len(set(answer.found) & set(answer.question.gold)) / len(answer.found)


def recall(answer: Answer) -> float:
    """The share of the gold that was found, or kept apart."""
    gold = set(answer.question.gold)
    return len(gold & {*answer.found, *answer.also}) / len(gold)


def in_order(answer: Answer) -> bool:
    """Whether what was found of the gold stands in the order of the gold."""
    gold = answer.question.gold
    return [id for id in answer.found if id in gold] == [id for id in gold if id in answer.found]
