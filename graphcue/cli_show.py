"""Answers for people: short, aligned, ids whole so that they can be pasted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphcue.cli_screen import PLACE, QUIET, TITLE, WARNING, Part, Screen
from graphcue.cli_text import one_line
from graphcue.graph import Answer, Counts, Description, Edge, Explanation, Item, Leaf, Listing, Result
from graphcue.model import MENTIONS, Memory, Place
from graphcue.presentation import cursor, edge_word, instant_text, moment_text, titles
from graphcue.settings import Row, Settings

if TYPE_CHECKING:
    from graphcue.ingestion import Report

HEADLINE = 100
EXCERPT_LINES = 3
EXCERPT = 240
SHOWN_DOCUMENTS = 5
SHOWN_CUES = 6
ITEM_INDENT = 12

NOTHING = {
    "no_cues": "the question has no word, name or date to go by",
    "cues_unknown": "no memory has any of its words",
    "filtered_out": "nothing that fits lies within the filters",
    "store_empty": "nothing is remembered here yet; begin with `graphcue ingest PATH` or `graphcue remember`",
}
"""Why an answer is empty, in a sentence."""


def headline(memory: Memory) -> str:
    """The first visible line of the text, without its marks."""
    lines = (line.strip(" #*->\t|") for line in memory.content.splitlines())
    return one_line(next((line for line in lines if line), memory.content), HEADLINE)


# recall


def show_answer(screen: Screen, answer: Answer, captions: Mapping[str, str]) -> None:
    """Nothing; the results are shown best first, then what was left out."""
    for rank, result in enumerate(answer.results, 1):
        _show_result(screen, rank, result, captions, explained=answer.explanation is not None)
        screen.blank()
    if not answer.results:
        screen.line(
            (f"Nothing found: {NOTHING.get(answer.reason, answer.reason)}", WARNING), (f"  ({answer.reason})", QUIET)
        )
    for note in _notes(answer):
        screen.line((note, QUIET))
    if answer.explanation:
        _show_explanation(screen, answer, answer.explanation)


def _notes(answer: Answer) -> Iterable[str]:
    if answer.hidden:
        yield f"{_number(answer.hidden, 'superseded memory is', 'superseded memories are')} hidden; --include-superseded shows them"
    if answer.unmatched and answer.results:
        yield f"no memory has: {', '.join(answer.unmatched)}"
    if answer.unmatched and not answer.results:
        yield f"unknown words: {', '.join(answer.unmatched)}"
    if answer.truncated:
        yield "the posting budget cut the search; --explain shows what was left out"


def _show_result(screen: Screen, rank: int, result: Result, captions: Mapping[str, str], explained: bool) -> None:
    memory = result.memory
    indent = len(str(rank)) + 2
    screen.line(f"{rank}  ", (headline(memory), TITLE), *_mark(result.superseded_by))
    for line in excerpt(memory, result.snippet):
        screen.line(line, indent=indent)
    screen.line(*_facts(memory, result.names), indent=indent)
    if explained:
        _show_leaves(screen, result, indent)
    else:
        screen.line((f"{result.score:,} points  ", ""), (_cues(result.leaves), QUIET), indent=indent)
    if result.path:
        screen.line(("path  ", QUIET), (_path(result, captions), QUIET), indent=indent)
    screen.line((memory.id, QUIET), indent=indent)


def _mark(superseded_by: Sequence[str]) -> list[Part]:
    return [(f"  superseded by {', '.join(superseded_by)}", WARNING)] if superseded_by else []


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
    people = _people(names)
    if people:
        parts.append(people)
    parts += [(place_text(place), PLACE) for place in memory.places]
    return _joined(parts)


def _joined(parts: Sequence[Part]) -> list[Part]:
    out: list[Part] = []
    for part in parts:
        out += [(" · ", QUIET), part] if out else [part]
    return out


def _people(names: Iterable[tuple[str, str]]) -> str:
    """Who stands in which role; who is only mentioned, or just attended, is left to `show`."""
    roles: dict[str, list[str]] = {}
    for edge, name in names:
        if edge not in (MENTIONS, "ATTENDED_BY"):
            roles.setdefault(name, []).append(edge_word(edge))
    return ", ".join(f"{name} ({', '.join(words)})" for name, words in roles.items())


def place_text(place: Place) -> str:
    """`path:first-last`, as editors take it."""
    if not place.line_start:
        return place.document
    last = f"-{place.line_end}" if place.line_end > place.line_start else ""
    return f"{place.document}:{place.line_start}{last}"


def _cues(leaves: Iterable[Leaf]) -> str:
    """What gave the points, most first; `--explain` shows every leaf by itself."""
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
            f" → {_said(step.edge)} → {'this' if here else f'“{_short(captions.get(step.target, step.target))}”'}"
        )
    return text


def _said(edge: str) -> str:
    return edge_word(edge).replace("_", " ")


def _short(text: str) -> str:
    return one_line(text, 32)


def _show_leaves(screen: Screen, result: Result, indent: int) -> None:
    rows: list[list[Part]] = [[f"{leaf.points:+,}", leaf.label, (_source(leaf), QUIET)] for leaf in result.leaves]
    screen.rows([*rows, [(f"{result.score:,}", TITLE), ("points", TITLE)]], indent=indent, right=[0])


def _source(leaf: Leaf) -> str:
    steps = "".join(f" → {_said(step.edge)}" for step in leaf.path)
    return f"{leaf.cue}{steps}"


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
    if explanation.dropped:
        rows.append(["cut", f"{', '.join(explanation.dropped)}: too common for the posting budget"])
    if answer.reason:
        rows.append(["empty", f"{NOTHING.get(answer.reason, '')} ({answer.reason})"])
    for label, text in ((str(row[0]), row[1]) for row in rows):
        screen.line((f"{label:<20}", QUIET), text, indent=2)


# complete answers


def show_decisions(screen: Screen, listing: Listing, by: str | None) -> None:
    """Nothing; the page of decisions is shown, oldest first."""
    called = ", ".join(name for _, name in listing.people) if by is not None else ""
    whose = f" by {called}" if called else ""
    screen.line((f"{_number(listing.total, 'decision', 'decisions')}{whose}", TITLE), *_page(listing))
    if len(listing.people) > 1:
        screen.line(("several people have that name; give one as NAME@ORGANISATION", WARNING))
    _show_items(screen, listing, kinds=False)


def show_timeline(screen: Screen, listing: Listing, project: str) -> None:
    """Nothing; the page of the timeline is shown, oldest first."""
    screen.line((f"{project}: {_number(listing.total, 'memory', 'memories')}", TITLE), *_page(listing))
    _show_items(screen, listing, kinds=True)


def _page(listing: Listing) -> list[Part]:
    shown = len(listing.items)
    return [(f"  ({shown} on this page)", QUIET)] if shown < listing.total else []


def _show_items(screen: Screen, listing: Listing, kinds: bool) -> None:
    for item in listing.items:
        time = moment_text(item.memory.occurred_at) or "undated"
        screen.blank()
        screen.line(f"{time:<{ITEM_INDENT - 2}}  ", (headline(item.memory), TITLE), *_mark(item.superseded_by))
        screen.line(*_joined(_item_facts(item, kinds)), indent=ITEM_INDENT)
        screen.line((item.memory.id, QUIET), indent=ITEM_INDENT)
    if listing.items:
        screen.blank()
    if listing.hidden:
        hidden = _number(listing.hidden, "superseded one is", "superseded ones are")
        screen.line((f"{hidden} hidden; --include-superseded shows them", QUIET))
    if listing.after is not None:
        screen.line(("more: the same command with  ", QUIET), f"--after {cursor(listing.after)}")


def _item_facts(item: Item, kinds: bool) -> list[Part]:
    memory = item.memory
    parts: list[Part] = []
    if item.roles:
        parts.append(", ".join(edge_word(role) for role in item.roles))
    if kinds:
        parts.append(f"{memory.kind}, {memory.status}" if memory.status else memory.kind)
    elif memory.project:
        parts += [memory.project, *([memory.status] if memory.status else [])]
    people = _people(item.names) if not item.roles else ""
    if people:
        parts.append(people)
    if item.supersedes:
        parts.append(f"supersedes {', '.join(item.supersedes)}")
    return [*parts, *((place_text(place), PLACE) for place in memory.places)]


# one memory, and what became of writings


def show_memory(screen: Screen, memory: Memory, edges: Sequence[Edge], called: Mapping[str, str]) -> None:
    """Nothing; the memory is shown whole."""
    rows: list[tuple[str, str]] = [
        ("id", memory.id),
        ("kind", f"{memory.kind}, {memory.status}" if memory.status else memory.kind),
        ("project", memory.project),
        ("happened", moment_text(memory.occurred_at) or ""),
        ("valid", _span(memory)),
        ("recorded", instant_text(memory.recorded_at) or ""),
        ("superseded", instant_text(memory.superseded_at) or ""),
        *(("stands in", place_text(place)) for place in memory.places),
        ("titles", ", ".join(titles(memory))),
        ("cues", ", ".join(memory.cues)),
        ("tags", ", ".join(memory.tags)),
        ("key", memory.key),
        *((key, value) for key, value in memory.metadata.items()),
        *_ties(memory.id, edges, called),
    ]
    for label, value in rows:
        if value:
            screen.line((f"{one_line(label, 40):<15}", QUIET), (value, PLACE if label == "stands in" else ""))
    screen.blank()
    screen.text(memory.content)


def _span(memory: Memory) -> str:
    start, end = moment_text(memory.valid_from), moment_text(memory.valid_until)
    return f"{start or '…'} to {end or '…'}" if start or end else ""


def _ties(own: str, edges: Sequence[Edge], called: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """The names a role a line, then the other memories one a line."""
    roles: dict[str, list[str]] = {}
    others = []
    for edge in edges:
        other = edge.target if edge.source == own else edge.source
        if other.startswith(("person:", "entity:")):
            roles.setdefault(edge_word(edge.type), []).append(called.get(other, other))
        else:
            word = edge_word(edge.type) if edge.source == own else _BACK.get(edge.type, f"{edge_word(edge.type)} of")
            others.append((word.replace("_", " "), f"{other}  {called.get(other, '')}"))
    return [*((role, ", ".join(names)) for role, names in roles.items()), *others]


_BACK = {
    "FOLLOWS": "followed by",
    "RELATED_TO": "related to",
    "SUPERSEDES": "superseded by",
    "CAUSED_BY": "cause of",
    "DEPENDS_ON": "needed by",
    "RESOLVES": "resolved by",
}
"""How an edge reads from its other end."""


def show_removal(screen: Screen, memory_id: str, counts: Counts) -> None:
    """Nothing; what went is told."""
    went = ", ".join(f"{number} {label}" for label, number in counts.removed.items())
    screen.line("deleted  ", (memory_id, PLACE))
    screen.line((f"removed {went}", QUIET))


def show_report(screen: Screen, report: "Report", forgotten: int | None, store: str) -> None:
    """Nothing; what an ingest did is told: counts, what was skipped and why, what is missing."""
    same = not (report.made or report.changed or report.removed)
    files = _number(report.documents, "file", "files")
    if report.documents and same:
        screen.line(
            (f"Nothing changed: {_number(report.unchanged, 'memory', 'memories')} of {files} are as they were", TITLE)
        )
    elif report.documents:
        counts = [f"{getattr(report, name):,} {name}" for name in ("made", "changed", "unchanged", "removed")]
        screen.line((", ".join(counts), TITLE), f"  memories of {files} in {store}")
    elif not report.total:
        screen.line("No files there", (f"  {store} is as it was", QUIET))
    _show_skipped(screen, report.skipped)
    if report.missing and forgotten is None:
        screen.line(
            (
                f"{_number(len(report.missing), 'document is', 'documents are')} no longer on disk and still remembered:",
                WARNING,
            )
        )
        screen.text(
            "\n".join([*report.missing[:SHOWN_DOCUMENTS], *(["…"] if len(report.missing) > SHOWN_DOCUMENTS else [])]),
            2,
            PLACE,
        )
        screen.line(("the same command with --remove-missing forgets them", QUIET))
    elif forgotten is not None:
        screen.line(
            f"forgot {_number(forgotten, 'memory', 'memories')} of {len(report.missing)} documents no longer on disk"
        )


def _show_skipped(screen: Screen, skipped: Sequence[tuple[str, str]]) -> None:
    """A line for each reason with the documents it holds for; most are met once."""
    reasons: dict[str, list[str]] = {}
    for document, reason in skipped:
        reasons.setdefault(reason, []).append(document)
    if skipped:
        screen.line(f"skipped {len(skipped)}:")
    for reason, documents in reasons.items():
        if len(documents) == 1 and reason.startswith(f"{documents[0]}:"):
            screen.line((reason, ""), indent=2)
            continue
        more = f" and {len(documents) - SHOWN_DOCUMENTS} more" if len(documents) > SHOWN_DOCUMENTS else ""
        screen.line((", ".join(documents[:SHOWN_DOCUMENTS]) + more, PLACE), f": {reason}", indent=2)


def show_description(screen: Screen, description: Description, store: str, namespace: str) -> None:
    """Nothing; what the namespace holds is shown."""
    screen.line(
        (f"{_number(description.memories, 'memory', 'memories')}", TITLE), f"  in {store}, namespace {namespace}"
    )
    nodes = [(name, number) for name, number in description.counts.items() if not name.isupper()]
    edges = [(name, number) for name, number in description.counts.items() if name.isupper()]
    for label, counts in (("nodes", nodes), ("edges", edges)):
        if counts:
            screen.blank()
            screen.line((label, QUIET))
            screen.rows([[name, f"{number:,}"] for name, number in counts], indent=2, right=[1])
    screen.blank()
    facts = (
        ("fingerprint", f"{description.fingerprint:032x}"),
        ("revision", str(description.revision)),
        ("language", description.language),
        ("schema", str(description.schema)),
    )
    screen.rows([[(name, QUIET), value] for name, value in facts])


def show_settings(screen: Screen, rows: Sequence[Row], settings: Settings) -> None:
    """Nothing; the table of settings is shown, those that are not at their default in bold."""
    for row in rows:
        value = getattr(settings, row.name)
        style = QUIET if value == row.default else TITLE
        screen.line(f"{row.variable:<31}", (f"{value!s:>8}", style), f"  {row.help}")
    screen.blank()
    screen.line(("Set them in the environment, or as arguments of graphcue.open in Python.", QUIET))


def _number(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
