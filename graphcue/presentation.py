"""One JSON form for every answer, shared by the command line and the services. Pure: values in, plain values out.

Every key is always there: a text that is not given is "", a time null, a list []. Times are ISO text, memories' own
times as they were written; points are integers. What a caller may hand in (roles, relations, ids, cursors) is spelled
as it comes out.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from graphcue.graph import (
    Alias,
    Answer,
    Because,
    Branch,
    Broadening,
    Carry,
    Conversed,
    Counts,
    Description,
    Edge,
    Explanation,
    Item,
    Leaf,
    Listing,
    Outcome,
    Result,
    Step,
)
from graphcue.language.moments import format_moment
from graphcue.model import MENTIONS, NO_TIME, Memory, Moment, Place
from graphcue.receipts import receipt_json
from graphcue.records import ROLE_WORDS
from graphcue.settings import Row, Settings

if TYPE_CHECKING:  # ingestion brings the readers of files, which a recall does without
    from graphcue.ingestion import Report

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WORDS_OF_ROLES = {edge: word for word, edge in ROLE_WORDS.items()} | {MENTIONS: "mention"}


def to_text(value: Any) -> str:
    """One line of JSON: keys in the order given, text as it is, nothing but ASCII for what no terminal can show."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text if text.isprintable() else "".join(char if char.isprintable() else _escaped(char) for char in text)


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer of `recall`; `explanation` is null unless it was asked for."""
    return {
        "question": answer.question,
        "results": [result_json(result) for result in answer.results],
        "reason": answer.reason,
        "because": because_json(answer.because) if answer.because else None,
        "unmatched": list(answer.unmatched),
        "names": list(answer.names),
        "hidden": answer.hidden,
        "superseded": [{"memory": id, "superseded_by": list(above)} for id, above in answer.superseded],
        "truncated": answer.truncated,
        "preset": answer.preset,
        "broadened": [broadening_json(one) for one in answer.broadened],
        "explanation": explanation_json(answer.explanation) if answer.explanation else None,
        "context": conversed_json(answer.context) if answer.context else None,
        "receipt": receipt_json(answer.receipt) if answer.receipt else None,
    }


def conversed_json(context: Conversed) -> dict[str, Any]:
    """What a conversation brought to a question."""
    return {
        "question": context.question,
        "carried": [carry_json(one) for one in context.carried],
        "reading": context.reading,
        "shifted": context.shifted,
        "dropped": list(context.dropped),
        "held_back": list(context.held_back),
    }


def carry_json(carry: Carry) -> dict[str, Any]:
    """One thing that a conversation carries: `points` per mille, `turn` counted from 1."""
    return {"key": carry.key, "name": carry.name, "points": carry.points, "turn": carry.turn, "rule": carry.rule}


def because_json(because: Because) -> dict[str, Any]:
    """The numbers behind the reason of an empty answer."""
    return {
        "fitting": because.fitting,
        "filtered": [{"by": name, "memories": number} for name, number in because.filtered],
        "nearest": [{"word": word, "known": list(known)} for word, known in because.nearest],
        "elsewhere": [{"namespace": name, "memories": number} for name, number in because.elsewhere],
    }


def broadening_json(broadening: Broadening) -> dict[str, Any]:
    """A step beyond the question's own words."""
    return {"step": broadening.step, "term": broadening.term, "cues": list(broadening.cues)}


def result_json(result: Result) -> dict[str, Any]:
    """One result; the points of its leaves add up to its score, `covered` and `relevance` are per mille of the question.
    `highlights` count code points of the memory's content."""
    return {
        "memory": memory_json(result.memory),
        "score": result.score,
        "covered": result.covered,
        "relevance": result.relevance,
        "leaves": [leaf_json(leaf) for leaf in result.leaves],
        "hits": [{"cue": cue, "points": points} for cue, points in result.hits],
        "path": [step_json(step) for step in result.path],
        "names": names_json(result.names),
        "authors": list(result.authors),
        "people": list(result.people),
        "last_modified": instant_text(result.last_modified),
        "superseded_by": list(result.superseded_by),
        "snippet": result.snippet,
        "highlights": [{"start": start, "end": end} for start, end in result.highlights],
        "lines": [{"number": line.number, "text": line.text} for line in result.lines],
    }


def leaf_json(leaf: Leaf) -> dict[str, Any]:
    """What gave how many points, through which cue, along which steps."""
    path = [step_json(step) for step in leaf.path]
    return {"label": leaf.label, "points": leaf.points, "cue": leaf.cue, "path": path}


def step_json(step: Step) -> dict[str, str]:
    """One edge that was walked."""
    return {"source": step.source, "edge": edge_word(step.edge), "target": step.target}


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """What was extracted, what each stage had, what the budget cut."""
    return {
        "cues": [{"cue": cue, "memories": number} for cue, number in explanation.cues],
        "admitted": list(explanation.admitted),
        "dropped": list(explanation.dropped),
        "stages": [{"stage": stage, "count": count} for stage, count in explanation.stages],
        "arms": [{"arm": arm, "candidates": number} for arm, number in explanation.arms],
        "left_out": [{"by": name, "memories": number} for name, number in explanation.left_out],
        "trees": [branch_json(branch) for branch in explanation.trees],
    }


def branch_json(branch: Branch) -> dict[str, Any]:
    """A part of a score with its parts; the points of the leaves add up to those of the whole."""
    return {
        "label": branch.label,
        "points": branch.points,
        "path": [step_json(step) for step in branch.path],
        "parts": [branch_json(part) for part in branch.parts],
    }


def listing_json(listing: Listing) -> dict[str, Any]:
    """A page of a complete answer; `after` is the cursor of the next page, null at the end."""
    return {
        "items": [item_json(item) for item in listing.items],
        "total": listing.total,
        "hidden": listing.hidden,
        "people": [{"key": key, "name": name} for key, name in listing.people],
        "after": listing.after,
        "groups": [{"key": one.key, "name": one.name, "how": one.how, "total": one.total} for one in listing.groups],
        "also": listing.also,
        "gone": listing.gone,
        "changed": list(listing.changed),
    }


def item_json(item: Item) -> dict[str, Any]:
    """One memory of a complete answer."""
    return {
        "memory": memory_json(item.memory),
        "roles": [edge_word(role) for role in item.roles],
        "names": names_json(item.names),
        "supersedes": list(item.supersedes),
        "superseded_by": list(item.superseded_by),
        "mark": item.mark,
    }


def memory_json(memory: Memory) -> dict[str, Any]:
    """A memory without what its store stamps on it, so that it reads the same from every store."""
    return {
        "id": memory.id,
        "content": memory.content,
        "kind": memory.kind,
        "status": memory.status,
        "project": memory.project,
        "author": memory.author,
        "occurred_at": moment_text(memory.occurred_at),
        "valid_from": moment_text(memory.valid_from),
        "valid_until": moment_text(memory.valid_until),
        "recorded_at": instant_text(memory.recorded_at),
        "superseded_at": instant_text(memory.superseded_at),
        "cues": list(memory.cues),
        "tags": list(memory.tags),
        "titles": titles(memory),
        "places": [place_json(place) for place in memory.places],
        "metadata": memory.metadata,
        "key": memory.key,
    }


def place_json(place: Place) -> dict[str, Any]:
    """Where a memory stands; lines are counted from 1, 0 where there are none."""
    return {"document": place.document, "line_start": place.line_start, "line_end": place.line_end}


def names_json(names: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """People and entities, with the role in which each is tied."""
    return [{"role": edge_word(edge), "name": name} for edge, name in names]


def relations_json(edges: Iterable[Edge], called: dict[str, str]) -> list[dict[str, str]]:
    """The edges of a memory; `name` is what a person or an entity is called, "" for another memory."""
    return [
        {
            "edge": edge_word(edge.type),
            "source": edge.source,
            "target": edge.target,
            "name": called.get(edge.target, ""),
            "rule": edge.rule,
        }
        for edge in edges
    ]


def aliases_json(aliases: Iterable[Alias]) -> list[dict[str, str]]:
    """Each alias as it was declared."""
    return [{"kind": one.kind, "alias": one.alias, "name": one.name} for one in aliases]


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """What became of one writing; `warnings` are codes: no_cues for a memory that no question can find."""
    return {"id": outcome.id, "state": outcome.state, "warnings": list(outcome.warnings)}


def counts_json(counts: Counts) -> dict[str, dict[str, int]]:
    """Nodes by label and edges by type that were made and removed."""
    return {"made": dict(counts.made), "removed": dict(counts.removed)}


def report_json(report: "Report") -> dict[str, Any]:
    """What an ingest did; `made` to `removed` count memories, `documents` and `total` files."""
    return {
        "made": report.made,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "documents": report.documents,
        "total": report.total,
        "skipped": _reasons(report.skipped),
        "faults": _reasons(report.faults),
        "missing": list(report.missing),
    }


def _reasons(skipped: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"document": document, "reason": reason} for document, reason in skipped]


def description_json(description: Description, namespace: str) -> dict[str, Any]:
    """What a namespace holds; the fingerprint as 32 hexadecimal digits."""
    return {
        "namespace": namespace,
        "memories": description.memories,
        "counts": dict(description.counts),
        "revision": description.revision,
        "fingerprint": f"{description.fingerprint:032x}",
        "language": description.language,
        "schema": description.schema,
    }


def settings_json(rows: Iterable[Row], settings: Settings) -> list[dict[str, Any]]:
    """The table of settings with the values in force."""
    return [
        {
            "name": row.name,
            "variable": row.variable,
            "type": row.type,
            "default": row.default,
            "value": getattr(settings, row.name),
            "help": row.help,
        }
        for row in rows
    ]


def titles(memory: Memory) -> list[str]:
    """The titles that links to the memory may use, sorted."""
    return sorted({title for part in memory.contributions for title in part.titles})


def edge_word(edge: str) -> str:
    """How people call an edge: `author` for AUTHORED_BY, `related_to` for RELATED_TO."""
    return _WORDS_OF_ROLES.get(edge, edge.lower())


def moment_text(moment: Moment | None) -> str | None:
    """The time as it was written, in ISO form."""
    return format_moment(moment) if moment else None


def instant_text(ms: int | None) -> str | None:
    """ISO text in UTC of a time of the clock; None without one."""
    if ms is None or ms == NO_TIME:
        return None
    try:
        instant = _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return None
    return instant.isoformat(timespec="milliseconds" if ms % 1000 else "seconds").replace("+00:00", "Z")


def _escaped(char: str) -> str:
    return json.dumps(char, ensure_ascii=True)[1:-1]
