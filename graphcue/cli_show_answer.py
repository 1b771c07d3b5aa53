"""The answer of a recall, for people: what was found, and why, best first."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from graphcue.cli_screen import PLACE, QUIET, TITLE, WARNING, Part, Screen
from graphcue.cli_show import edge_text, headline, joined, number_of, people_text, place_text, superseded_mark
from graphcue.cli_text import one_line
from graphcue.graph import Answer, Because, Explanation, Leaf, Result
from graphcue.model import Memory
from graphcue.presentation import moment_text

EXCERPT_LINES = 3
EXCERPT = 240
SHOWN_CUES = 6
HIT = "bold"
SEMANTIC = "semantic"
"""The step of an answer that leads not to cues but to memories."""

NOTHING = {
    "no_cues": "the question has no word, name or date to go by",
    "cues_unknown": "no memory has any of its words",
    "filtered_out": "nothing that fits lies within the filters",
    "elsewhere": "nothing here has any of its words, but other namespaces do",
    "store_empty": "nothing is remembered here yet; begin with `graphcue ingest PATH` or `graphcue remember`",
}
"""Why an answer is empty, in a sentence."""


def show_answer(screen: Screen, answer: Answer, captions: Mapping[str, str]) -> None:
    """Nothing; the results are shown best first, then what was left out."""
    if context := _context(answer):
        screen.line((context, QUIET))
    show_results(screen, answer.results, captions, explained=answer.explanation is not None)
    if not answer.results:
        screen.line(
            (f"Nothing found: {NOTHING.get(answer.reason, answer.reason)}", WARNING), (f"  ({answer.reason})", QUIET)
        )
    for note in _notes(answer):
        screen.line((note, QUIET))
    if answer.explanation:
        _show_explanation(screen, answer, answer.explanation)


def show_results(
    screen: Screen, results: Iterable[Result], captions: Mapping[str, str], *, explained: bool = False
) -> None:
    """Nothing; the results are shown in their order."""
    for rank, result in enumerate(results, 1):
        _show_result(screen, rank, result, captions, explained=explained)
        screen.blank()


def _context(answer: Answer) -> str:
    """What the conversation brought to the question, on one line; '' outside of one."""
    context = answer.context
    if context is None:
        return ""
    parts = [f"{one_line(one.name, 40)} {one.points:,} (turn {one.turn}, {one.rule})" for one in context.carried[:4]]
    notes = [f"carried {', '.join(parts)}"] if parts else []
    notes += [context.reading] if context.reading else []
    notes += [f"left {', '.join(context.dropped)}"] if context.dropped else []
    notes += ["the subject changes"] if context.shifted and not context.dropped else []
    notes += [f"told before: {', '.join(context.held_back[:3])}"] if context.held_back else []
    return " · ".join(notes)


def _notes(answer: Answer) -> Iterable[str]:
    if answer.because:
        yield from _numbers(answer.because)
    if answer.hidden:
        hidden = number_of(answer.hidden, "superseded memory is", "superseded memories are")
        yield f"{hidden} hidden; --include-superseded shows them"
    if answer.unmatched and answer.results:
        yield f"no memory has: {', '.join(answer.unmatched)}"
    if answer.unmatched and not answer.results:
        yield f"unknown words: {', '.join(answer.unmatched)}"
    for step in answer.broadened:
        if step.step == SEMANTIC:
            yield f"{number_of(len(step.cues), 'memory means', 'memories mean')} something like it (semantic)"
            continue
        words = ", ".join(cue.partition(":")[2] for cue in step.cues)
        yield f"{one_line(step.term, 40)} was asked for as {words} too ({step.step})"
    if answer.truncated:
        yield "the posting budget cut the search; --explain shows what was left out"


def _numbers(because: Because) -> Iterable[str]:
    """Why an answer is empty, in numbers."""
    if because.filtered:
        fitting = number_of(because.fitting, "memory fits", "memories fit")
        yield f"{fitting} the question; left out by {', '.join(f'{name}: {n}' for name, n in because.filtered)}"
    for word, known in because.nearest:
        yield f"nearest to {one_line(word, 40)}: {', '.join(known)}"
    for name, number in because.elsewhere:
        yield f"namespace {name} has {number_of(number, 'match', 'matches')}"


def _show_result(screen: Screen, rank: int, result: Result, captions: Mapping[str, str], explained: bool) -> None:
    memory = result.memory
    indent = len(str(rank)) + 2
    screen.line(f"{rank}  ", (headline(memory), TITLE), *superseded_mark(result.superseded_by))
    words = {memory.content[start:end] for start, end in result.highlights}
    for line in excerpt(memory, result.snippet):
        screen.line(*highlighted(line, words), indent=indent)
    screen.line(*_facts(memory, result.names), indent=indent)
    if explained:
        _show_leaves(screen, result, indent)
    else:
        screen.line((f"{result.score:,} points  ", ""), (_cues(result.leaves), QUIET), indent=indent)
    if result.path:
        screen.line(("path  ", QUIET), (_path(result, captions), QUIET), indent=indent)
    screen.line((memory.id, QUIET), indent=indent)


def highlighted(line: str, words: Collection[str]) -> list[Part]:
    """The line in parts: those of the words that were asked for, as the memory writes them, stand out."""
    if not words:
        return [line]
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    parts = re.split(f"({'|'.join(map(re.escape, longest_first))})", line)
    return [(part, HIT) if part in words else part for part in parts if part]


def excerpt(memory: Memory, snippet: str) -> list[str]:
    """A few lines of the text below its headline, from the one that says why it was found."""
    lines = [line.strip().lstrip("#").strip() for line in memory.content.splitlines() if line.strip(" #\t")]
    snippet = snippet.lstrip("#").strip()
    first = next((at for at, line in enumerate(lines) if line.strip(" #*->\t|")), 0)
    start = next(
        (at for at, line in enumerate(lines) if at > first and line.startswith(snippet.rstrip("…"))), first + 1
    )
    found = [one_line(line, EXCERPT) for line in lines[start : start + EXCERPT_LINES]]
    return [*found, "…"] if len(lines) > start + EXCERPT_LINES else found


def _facts(memory: Memory, names: Iterable[tuple[str, str]]) -> list[Part]:
    """When, which project, who, where; what is not known is left out."""
    parts: list[Part] = []
    if memory.occurred_at:
        parts.append(moment_text(memory.occurred_at) or "")
    if memory.project:
        parts.append(memory.project)
    if memory.kind != "note":
        parts.append(f"{memory.kind}, {memory.status}" if memory.status else memory.kind)
    people = people_text(names)
    if people:
        parts.append(people)
    parts += [(place_text(place), PLACE) for place in memory.places]
    return joined(parts)


def _cues(leaves: Sequence[Leaf]) -> str:
    """The cues that were hit with their points, most first, then what else counted; `--explain` shows every leaf."""
    hit = _summed(leaf for leaf in leaves if leaf.cue or leaf.path)
    more = _summed(leaf for leaf in leaves if not leaf.cue and not leaf.path)
    return " · ".join(part for part in (hit, more) if part)


def _summed(leaves: Iterable[Leaf]) -> str:
    points: dict[str, int] = {}
    for leaf in leaves:
        points[leaf.label] = points.get(leaf.label, 0) + leaf.points
    ordered = sorted(points.items(), key=lambda pair: -abs(pair[1]))
    told = [f"{one_line(label, 40)} {number:+,}" for label, number in ordered[:SHOWN_CUES]]
    return ", ".join([*told, *(["…"] if len(ordered) > SHOWN_CUES else [])])


def _path(result: Result, captions: Mapping[str, str]) -> str:
    """The steps from the memory, or name, that has the cue, to this one."""
    labels = {leaf.path[0].source: leaf.label for leaf in result.leaves if leaf.path}
    first = result.path[0].source
    text = f"“{_short(captions.get(first) or labels.get(first, first))}”"
    for step in result.path:
        here = step.target == result.memory.id
        text += (
            f" → {edge_text(step.edge)} → {'this' if here else f'“{_short(captions.get(step.target, step.target))}”'}"
        )
    return text


def _short(text: str) -> str:
    return one_line(text, 32)


def _show_leaves(screen: Screen, result: Result, indent: int) -> None:
    rows: list[list[Part]] = [[f"{leaf.points:+,}", leaf.label, (_source(leaf), QUIET)] for leaf in result.leaves]
    screen.rows([*rows, [(f"{result.score:,}", TITLE), ("points", TITLE)]], indent=indent, right=[0])


def _source(leaf: Leaf) -> str:
    steps = "".join(f" → {edge_text(step.edge)}" for step in leaf.path)
    return f"{leaf.cue}{steps}".strip()


def _show_explanation(screen: Screen, answer: Answer, explanation: Explanation) -> None:
    """What was extracted, what each stage had, what was cut and why."""
    screen.line(("How it was found", TITLE))
    cues = ", ".join(f"{cue} ({number:,})" for cue, number in explanation.cues) or "none that a memory has"
    rows: list[list[Part]] = [["extracted", cues]]
    if answer.names:
        rows.append(["names", ", ".join(answer.names)])
    if answer.unmatched:
        rows.append(["unknown", ", ".join(answer.unmatched)])
    rows += [[stage, f"{count:,}"] for stage, count in explanation.stages]
    if explanation.arms:
        rows.append(["found by", ", ".join(f"{arm} {number:,}" for arm, number in explanation.arms)])
    if answer.preset:
        rows.append(["preset", answer.preset])
    if answer.superseded:
        told = (f"{id} by {', '.join(above)}" for id, above in answer.superseded[:SHOWN_CUES])
        rows.append(["superseded", "; ".join(told)])
    if explanation.left_out:
        rows.append(["left out by", ", ".join(f"{name} ({number:,})" for name, number in explanation.left_out)])
    if explanation.dropped:
        rows.append(["cut", f"{', '.join(explanation.dropped)}: too common for the posting budget"])
    if answer.reason:
        rows.append(["empty", f"{NOTHING.get(answer.reason, '')} ({answer.reason})"])
    for label, text in ((str(row[0]), row[1]) for row in rows):
        screen.line((f"{label:<20}", QUIET), text, indent=2, hang=22)
