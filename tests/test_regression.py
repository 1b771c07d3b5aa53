"""200 questions of our own over an invented company, against the run that is kept beside them.

`graphcue eval --memories tests/regression/memories.jsonl --questions tests/regression/questions.jsonl --save
tests/regression/run.json` keeps a new run; look with `--against` first at what it moves.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphcue as package
from graphcue.evaluation import NOW, Evaluation, evaluate, read_memories, read_questions
from graphcue.evaluation_runs import Comparison, compare, read_run, run_json
from graphcue.graph import MemoryGraph
from graphcue.settings import Settings

FOLDER = Path(__file__).parent / "regression"
SEEN = 5
"""Results that a person looks at: what stood among them has to stay there."""
KINDS = {
    *("words_zh", "words_en", "forms_en", "script", "phrase", "mixed", "compound", "synonym"),
    *("name", "time", "amount", "identifier", "tag", "cue", "behavior", "chat"),
}


@pytest.fixture(scope="module")
def graph() -> Iterator[MemoryGraph]:
    with package.open(":memory:", now=NOW) as made:
        yield made


@pytest.fixture(scope="module")
def found(graph: MemoryGraph) -> Evaluation:
    memories = read_memories(FOLDER / "memories.jsonl", graph.settings.tzinfo)
    return evaluate(graph, memories, read_questions(FOLDER / "questions.jsonl"))


@pytest.fixture(scope="module")
def moved(found: Evaluation) -> Comparison:
    return compare(read_run(FOLDER / "run.json"), run_json(found, Settings()))


def test_the_set_asks_by_every_kind_of_cue_in_both_languages() -> None:
    questions = read_questions(FOLDER / "questions.jsonl")
    kinds = Counter(one.kind for one in questions)
    assert len(questions) == len({one.question for one in questions}) == 200
    assert set(kinds) == KINDS
    chinese = sum(any("\u4e00" <= char <= "\u9fff" for char in one.question) for one in questions)
    assert 200 - chinese >= 60 and chinese >= 100


def test_the_run_that_is_kept_is_of_these_questions(moved: Comparison) -> None:
    assert (moved.only_then, moved.only_now) == (0, 0)
    assert moved.same + len(moved.better) + len(moved.worse) == 200


def test_what_a_person_saw_is_still_seen(moved: Comparison) -> None:
    lost = [
        (move.question, id, rank, move.now[id])
        for move in moved.worse
        for id, rank in move.then.items()
        if 0 < rank <= SEEN and not 0 < move.now[id] <= SEEN
    ]
    assert lost == []


def test_the_figures_stay(found: Evaluation, moved: Comparison) -> None:
    figures = {name: (then, now) for name, then, now in moved.figures}
    assert figures["R@5"][1] >= 0.98
    assert figures["R@1"][1] >= figures["R@1"][0] - 0.03
    assert found.overall["MRR"] >= 0.93
    for kind, of_kind in found.by_kind.items():
        assert of_kind["Hit@5"] >= 0.9, kind
