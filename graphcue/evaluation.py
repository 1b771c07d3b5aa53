"""Memories and questions with their gold → figures of recall, and a receipt of every answer."""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any, TypeVar

from graphcue.errors import Conflict, GraphcueError, InvalidInput, SourceError
from graphcue.evaluation_talk import Talks
from graphcue.graph import Answer, MemoryGraph
from graphcue.model import Record
from graphcue.presentation import answer_json
from graphcue.sources.files import Found, read_file
from graphcue.sources.jsonl import read_lines

T = TypeVar("T")
BATCH = 500
"""Memories that one transaction writes."""
NOW = "2026-01-01T00:00:00Z"
"""The clock of an evaluation stands still, so that its receipts repeat."""

LIMIT = 20
"""Results asked for each question."""

NO_KIND = "none"
"""The kind of a question that has none."""

CUTS = (1, 5, 10, 20)
HIT_CUTS = (5, 10)
FILE_LIMIT = 2**30


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the ids of the memories that answer it; `project` restricts the search. `session` is the dialogue
    that it belongs to, `before` what was said in it since its last question, oldest first."""

    question: str
    gold: tuple[str, ...]
    kind: str = NO_KIND
    project: str = ""
    session: str = ""
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was asked: the ids that came back, best first, and how long that took."""

    question: Question
    found: tuple[str, ...]
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Figures over all questions and by kind (sorted), latencies, and the receipt of the run: one digest of all answers
    in order. `asked` is what each question found.

    Each figures: `questions`, `R@k` (the share of a question's gold among the first k results), `Hit@k` (the share of
    questions with any gold there) and `MRR` (1 / rank of the first gold), averaged over the questions.
    """

    overall: Mapping[str, float]
    by_kind: Mapping[str, Mapping[str, float]]
    latency_ms: Mapping[str, float]
    receipt: str
    asked: tuple[Asked, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The JSON form that `graphcue eval --json` prints."""
        return {
            "overall": dict(self.overall),
            "by_kind": {kind: dict(figures) for kind, figures in self.by_kind.items()},
            "latency_ms": dict(self.latency_ms),
            "receipt": self.receipt,
        }


def evaluate(
    graph: MemoryGraph,
    memories: Sequence[Record],
    questions: Sequence[Question],
    *,
    sessions: str = "kept",
    on_progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """The figures of asking `questions`, in order, of `graph`, once it holds just `memories`. `sessions` are those of
    `evaluation_talk.Talks`.

    Raises Conflict when the namespace is not empty, or the first error of a memory that cannot be kept.
    """
    talks = Talks(graph, sessions)
    fill(graph, memories)
    digest = hashlib.sha256()
    asked = []

    def ask(question: Question) -> Answer:
        options = {"limit": LIMIT, "project": question.project or None}
        return talks.recall(question.session, question.question, options)

    def hear(question: Question) -> None:
        talks.hear(question.session, question.before)

    for question, answer, milliseconds in timed(questions, ask, on_progress, hear):
        digest.update(answer_line(answer).encode("utf-8"))
        asked.append(Asked(question, tuple(result.memory.id for result in answer.results), milliseconds))
    return Evaluation(figures(asked), by_kind(asked), latency(asked), digest.hexdigest(), tuple(asked))


def timed(
    questions: Sequence[Question],
    ask: Callable[[Question], T],
    on_progress: Callable[[int, int], None] | None,
    before: Callable[[Question], None] | None = None,
) -> Iterator[tuple[Question, T, float]]:
    """Each question, what asking it returned, and how many milliseconds that took, without what `before` does."""
    for number, question in enumerate(questions):
        if on_progress:
            on_progress(number, len(questions))
        if before:
            before(question)
        start = time.perf_counter()
        answer = ask(question)
        yield question, answer, (time.perf_counter() - start) * 1000


def fill(graph: MemoryGraph, memories: Sequence[Record]) -> None:
    """Nothing; the namespace, which must be fresh, holds these memories."""
    if graph.written():
        name = graph.namespace
        raise Conflict(f"namespace {name!r} was written to before; give a fresh one with --namespace", namespace=name)
    for start in range(0, len(memories), BATCH):
        graph.remember_all(memories[start : start + BATCH])


def answer_line(answer: Answer) -> str:
    """What the receipt hashes of an answer: its JSON form with sorted keys, one line. It holds no timing."""
    return json.dumps(answer_json(answer), ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def by_kind(asked: Iterable[Asked]) -> dict[str, dict[str, float]]:
    """Kind → figures, sorted by kind."""
    groups: dict[str, list[Asked]] = {}
    for one in asked:
        groups.setdefault(one.question.kind, []).append(one)
    return {kind: figures(groups[kind]) for kind in sorted(groups)}


def figures(asked: Sequence[Asked]) -> dict[str, float]:
    """The averages over these questions; see `Evaluation`."""
    out: dict[str, float] = {"questions": len(asked)}
    out |= {f"R@{k}": mean(recall_at(k, one) for one in asked) for k in CUTS}
    out |= {f"Hit@{k}": mean(float(recall_at(k, one) > 0) for one in asked) for k in HIT_CUTS}
    out["MRR"] = mean(reciprocal_rank(one) for one in asked)
    return out


def recall_at(k: int, asked: Asked) -> float:
    """The share of the gold that is among the first k results."""
    gold = set(asked.question.gold)
    return len(gold.intersection(asked.found[:k])) / len(gold)


def reciprocal_rank(asked: Asked) -> float:
    """1 / rank of the first result that is gold; 0 without one."""
    gold = set(asked.question.gold)
    return next((1 / rank for rank, found in enumerate(asked.found, 1) if found in gold), 0.0)


def latency(asked: Iterable[Asked]) -> dict[str, float]:
    """The median and the 99th percentile (nearest rank) of the milliseconds of a question."""
    return latency_of(one.milliseconds for one in asked)


def latency_of(milliseconds: Iterable[float]) -> dict[str, float]:
    """The median and the 99th percentile (nearest rank)."""
    times = sorted(milliseconds)
    return {f"p{share}": round(_percentile(times, share), 3) for share in (50, 99)}


def _percentile(ordered: Sequence[float], share: int) -> float:
    return ordered[max(0, -(-share * len(ordered) // 100) - 1)] if ordered else 0.0


def mean(values: Iterable[float]) -> float:
    """The mean of the values to six places; 0 without any."""
    found = list(values)
    return round(sum(found) / len(found), 6) if found else 0.0


def check_mode(mode: str) -> None:
    """Nothing, for the modes `recall` and `ask`. Raises InvalidInput for another."""
    if mode not in ("recall", "ask"):
        raise InvalidInput(f"there is no mode {mode!r}; use recall or ask", mode=mode)


def files_of(
    folder: str | None, memories: str | None, questions: str | None, aliases: str | None
) -> tuple[str, str, str | None]:
    """The files of memories, questions and aliases: those given, else the folder's. Raises InvalidInput without them."""
    if folder is None:
        if memories is None or questions is None:
            raise InvalidInput("eval needs a folder, or both --memories and --questions", field="memories")
        return memories, questions, aliases
    there = Path(folder)
    known = there / "aliases.jsonl"
    return (
        memories or str(there / "memories.jsonl"),
        questions or str(there / "questions.jsonl"),
        aliases or (str(known) if known.exists() else None),
    )


def read_memories(path: str | Path, zone: tzinfo) -> list[Record]:
    """The memories of a JSON Lines file, as an ingest reads them. Raises the error of the first bad line."""
    name, text = _read(path)
    records = []
    for item in read_lines(name, text, zone):
        if isinstance(item, GraphcueError):
            raise item
        records.append(item)
    return records


def read_questions(path: str | Path, aliases: Mapping[str, str] | None = None) -> list[Question]:
    """The questions of a JSON Lines file; a project is called by its name or by one of the aliases.

    `rewrite` is not looked at. Raises SourceError naming the first bad line.
    """
    name, text = _read(path)
    return [_question(f"{name}:{number}", line, aliases or {}) for number, line in _objects(name, text)]


def read_aliases(path: str | Path) -> dict[str, str]:
    """Alias → name of the projects in a JSON Lines file of `{"kind": "project", "alias", "name"}`."""
    return {alias: name for alias, name, kind in read_alias_lines(path) if kind == "project"}


def read_alias_lines(path: str | Path) -> list[tuple[str, str, str]]:
    """(alias, name, kind) of each line of a JSON Lines file of `{"kind", "alias", "name"}`. Raises SourceError."""
    name, text = _read(path)
    found = []
    for number, line in _objects(name, text):
        kind, alias, called = (_text(f"{name}:{number}", line, field) for field in ("kind", "alias", "name"))
        found.append((alias, called, kind))
    return found


def _read(path: str | Path) -> tuple[str, str]:
    """(the file's name, its text)"""
    real = Path(path)
    if not real.exists():
        raise SourceError(f"{path}: no such file", path=str(path))
    document = read_file(Found(real.name, real), FILE_LIMIT)
    if document.error:
        raise document.error
    return real.name, document.text


def _objects(name: str, text: str) -> Iterable[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise SourceError(f"{name}:{number}: not JSON: {error}", path=name, line=number) from None
        if not isinstance(value, dict):
            raise SourceError(f"{name}:{number}: not a JSON object", path=name, line=number)
        yield number, value


def _question(place: str, line: Mapping[str, Any], aliases: Mapping[str, str]) -> Question:
    gold = line.get("gold")
    if not isinstance(gold, list) or not gold or not all(isinstance(one, str) for one in gold):
        raise SourceError(f'{place}: "gold" is not a list of ids')
    project = _text(place, line, "project", "")
    kind = _text(place, line, "kind", "") or NO_KIND
    session, before = _text(place, line, "session", ""), line.get("before") or []
    if not isinstance(before, list) or not all(isinstance(one, str) for one in before):
        raise SourceError(f'{place}: "before" is not a list of texts')
    asked = _text(place, line, "question")
    return Question(asked, tuple(gold), kind, aliases.get(project, project), session, tuple(before))


def _text(place: str, line: Mapping[str, Any], field: str, default: str | None = None) -> str:
    value = line.get(field, default)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or (default is None and not value.strip()):
        raise SourceError(f'{place}: "{field}" is missing or not a text')
    return value
