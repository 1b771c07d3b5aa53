"""Runs of an evaluation that are kept: what was found for each question, and what moved from one run to another."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphcue.errors import SourceError
from graphcue.evaluation import Asked, Evaluation, mean
from graphcue.receipts import changed_settings
from graphcue.settings import Settings

FORM = 1
"""The form of kept runs; another one is refused."""

Key = tuple[str, str, int]
"""A question: its text, its project, and how often both stood before in the same run."""


@dataclass(frozen=True, slots=True)
class Move:
    """A question whose gold stands elsewhere than in the other run: ranks by id, 0 for what was not found."""

    question: str
    kind: str
    then: Mapping[str, int]
    now: Mapping[str, int]

    @property
    def gain(self) -> float:
        """What it adds to the sum of 1 / rank over its gold, to nine places: more than 0 is better; 0 where only the
        gold has changed places."""
        return round(_reciprocal(self.now) - _reciprocal(self.then), 9)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What moved from one run to another. `figures` are (name, then, now) over the questions of both, `settings` the
    names that differ with their values, `same` how many did not move for better or worse, `only_then` and `only_now`
    how many questions one run alone has."""

    figures: tuple[tuple[str, float, float], ...]
    settings: tuple[tuple[str, Any, Any], ...]
    better: tuple[Move, ...]
    worse: tuple[Move, ...]
    same: int
    only_then: int
    only_now: int

    def as_dict(self) -> dict[str, Any]:
        """The JSON form that `graphcue eval --against --json` prints."""
        return {
            "figures": [{"figure": name, "then": then, "now": now} for name, then, now in self.figures],
            "settings": [{"setting": name, "then": then, "now": now} for name, then, now in self.settings],
            "better": [_move_json(move) for move in self.better],
            "worse": [_move_json(move) for move in self.worse],
            "same": self.same,
            "only_then": self.only_then,
            "only_now": self.only_now,
        }


def run_json(found: Evaluation, settings: Settings) -> dict[str, Any]:
    """A run as plain values: settings that differ from the defaults, figures, and what each question found."""
    return {
        "form": FORM,
        "settings": dict(changed_settings(settings)),
        "overall": dict(found.overall),
        "receipt": found.receipt,
        "questions": [_question_json(one) for one in found.asked],
    }


def save_run(path: str | Path, run: Mapping[str, Any]) -> None:
    """Nothing; the run stands in the file, a question a line. Raises SourceError for a file that cannot be written."""
    head = {name: value for name, value in run.items() if name != "questions"}
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in run["questions"])
    text = json.dumps(head, ensure_ascii=False)[:-1] + ', "questions": [\n' + lines + "\n]}\n"
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}", path=str(path)) from None


def read_run(path: str | Path) -> dict[str, Any]:
    """A run that was kept. Raises SourceError for a file that is none."""
    try:
        run = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        usable = run["form"] == FORM and all(map(_usable, run["questions"])) and isinstance(run["settings"], dict)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}", path=str(path)) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        usable = False
    if not usable:
        raise SourceError(f"{path}: not a run as `graphcue eval --save` writes it", path=str(path))
    return dict(run)


def compare(then: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """What moved from one run to another, the largest moves first."""
    before, after = _by_key(then["questions"]), _by_key(now["questions"])
    both = [key for key in after if key in before]
    moves = [
        Move(after[key]["question"], after[key]["kind"], before[key]["ranks"], after[key]["ranks"])
        for key in both
        if before[key]["ranks"] != after[key]["ranks"]
    ]
    return Comparison(
        figures=tuple(_figures([before[key] for key in both], [after[key] for key in both])),
        settings=tuple(_differing(then["settings"], now["settings"])),
        better=tuple(sorted((move for move in moves if move.gain > 0), key=_by_size)),
        worse=tuple(sorted((move for move in moves if move.gain < 0), key=_by_size)),
        same=len(both) - sum(move.gain != 0 for move in moves),
        only_then=len(before) - len(both),
        only_now=len(after) - len(both),
    )


def _by_size(move: Move) -> tuple[float, str]:
    return (-abs(move.gain), move.question)


def _figures(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> Iterable[tuple[str, float, float]]:
    for cut in (1, 5, 10, 20):
        yield f"R@{cut}", _recall(before, cut), _recall(after, cut)


def _recall(questions: Sequence[Mapping[str, Any]], cut: int) -> float:
    return mean(sum(0 < rank <= cut for rank in one["ranks"].values()) / len(one["ranks"]) for one in questions)


def _differing(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterable[tuple[str, Any, Any]]:
    plain = Settings()
    for name in sorted({*then, *now}):
        default = getattr(plain, name, None)
        if then.get(name, default) != now.get(name, default):
            yield name, then.get(name, default), now.get(name, default)


def _by_key(questions: Sequence[Mapping[str, Any]]) -> dict[Key, Mapping[str, Any]]:
    found: dict[Key, Mapping[str, Any]] = {}
    for one in questions:
        number = 0
        while (one["question"], one["project"], number) in found:
            number += 1
        found[(one["question"], one["project"], number)] = one
    return found


def _question_json(asked: Asked) -> dict[str, Any]:
    ranks = {id: rank for rank, id in enumerate(asked.found, 1)}
    question = asked.question
    return {
        "question": question.question,
        "project": question.project,
        "kind": question.kind,
        "ranks": {id: ranks.get(id, 0) for id in question.gold},
    }


def _usable(one: Any) -> bool:
    texts = all(isinstance(one[name], str) for name in ("question", "project", "kind"))
    return texts and bool(one["ranks"]) and all(isinstance(rank, int) for rank in one["ranks"].values())


def _move_json(move: Move) -> dict[str, Any]:
    return {"question": move.question, "kind": move.kind, "then": dict(move.then), "now": dict(move.now)}


def _reciprocal(ranks: Mapping[str, int]) -> float:
    return sum(1 / rank for rank in ranks.values() if rank)
