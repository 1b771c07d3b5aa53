"""Declared links → edges between memories: by id, else by a title; late targets are found when they come."""

from collections.abc import Iterable, Sequence

from graphcue.language.causes import RULE as CAUSE_RULE
from graphcue.language.causes import causes_of
from graphcue.language.cues import given_key
from graphcue.language.fields import read_facts
from graphcue.language.references import WIKI_RULE, references_of
from graphcue.model import NO_TIME, RELATIONS, SUPERSEDED_BY, SUPERSEDES, Link, Memory
from graphcue.stores.contract import Edge, Reader, Where
from graphcue.writing.lookups import called_by, numbers_of

DECLARED_BY_CALL = "relate"
ALL = 1_000_000
"""Memories of a page that has all of them."""
AT_ONCE = 200
"""Cues of a page: a store may compare each of a memory's with each of them."""


def links_of(memory: Memory) -> tuple[Link, ...]:
    """The links that a memory declares: given, by a field of its text, or by a reference in it; sorted.

    What a field or a caller links to already, or the text names as a cause, is not related to it by a mere reference
    as well.
    """
    given = {link for part in memory.contributions for link in part.links} | set(read_facts(memory.content).links)
    own = {number for name in called_by(memory, titles_of(memory)) for number in numbers_of(name)}
    causes = [target for target in causes_of(memory.content) if not own & {*numbers_of(target)}]
    given = _with_causes(given, causes) if causes else given
    said = {link.target for link in given}
    numbered = {number for target in said for number in numbers_of(target)}
    for target, rule in references_of(memory.content):
        numbers = {*numbers_of(target)}
        if target not in said and not numbers & (own | numbered):
            given.add(Link("RELATED_TO", target, rule))
    return tuple(sorted(given, key=lambda x: (x.type, x.target, x.rule)))


def _with_causes(given: set[Link], causes: list[str]) -> set[Link]:
    """The links with those to causes; a wiki link to one, whose folder its source may have left out, is one of them."""
    pages = {target.rsplit("/", 1)[-1].removesuffix(".md") for target in causes}
    linked = {link for link in given if link.rule == WIKI_RULE and link.target in pages}
    causing = {Link("CAUSED_BY", target, CAUSE_RULE) for target in (*causes, *(link.target for link in linked))}
    return (given - linked) | causing


def titles_of(memory: Memory) -> tuple[str, ...]:
    """The names that links may use for a memory, besides its id; sorted."""
    given = {title for part in memory.contributions for title in part.titles}
    return tuple(sorted(given | set(read_facts(memory.content).titles)))


def waiting_for(reader: Reader, memories: Iterable[Memory]) -> tuple[str, ...]:
    """The ids of memories with a link to one of these, by id or title; sorted."""
    called = [called_by(memory, titles_of(memory)) for memory in memories]
    keys = {given_key("link", name) for names in called for name in names}
    keys |= {f"awaits:{series} {number}" for names in called for name in names for series, number in numbers_of(name)}
    return tuple(sorted(_having_any(reader, keys)))


def _having_any(reader: Reader, keys: Iterable[str]) -> set[str]:
    """The ids of the memories that have one of the cues."""
    known = tuple(reader.cues(keys))
    groups = [known[start : start + AT_ONCE] for start in range(0, len(known), AT_ONCE)]
    return {id for group in groups for id in reader.page(Where(any_of=(group,)), "oldest", None, ALL).ids}


def passive_targets(reader: Reader, memories: Iterable[Memory]) -> set[str]:
    """The ids of the memories that these say they are superseded by."""
    said = [(memory, link) for memory in memories for link in links_of(memory) if link.type == SUPERSEDED_BY]
    return {id for ids in _targets(reader, said).values() for id in ids}


def link_edges(reader: Reader, memories: Iterable[Memory], standing: Iterable[Edge]) -> set[Edge]:
    """The edges that lead from these memories to others: by their own links, by those of others that say to be
    superseded by them, and what was declared by a call (`standing`). One edge when several say the same, with
    all their rules."""
    sources = {memory.id: memory for memory in memories}
    rules: dict[tuple[str, str, str], set[str]] = {}
    for edge in standing:
        if edge.type in RELATIONS and DECLARED_BY_CALL in edge.rule.split(", "):
            rules.setdefault((edge.type, edge.source, edge.target), set()).add(DECLARED_BY_CALL)
    others = reader.get([id for id in waiting_for(reader, sources.values()) if id not in sources])
    said = [(memory, link) for memory in (*sources.values(), *others.values()) for link in links_of(memory)]
    targets = _targets(reader, said)
    for memory, link in said:
        for target in targets[memory.id, link.target]:
            passive = link.type == SUPERSEDED_BY
            edge_key = (SUPERSEDES, target, memory.id) if passive else (link.type, memory.id, target)
            if edge_key[1] in sources:
                rules.setdefault(edge_key, set()).add(link.rule)
    return {Edge(type, source, target, ", ".join(sorted(said))) for (type, source, target), said in rules.items()}


def _targets(reader: Reader, said: Sequence[tuple[Memory, Link]]) -> dict[tuple[str, str], tuple[str, ...]]:
    """(id, target of a link of it) → the memory of that id; else those of that title, or number (`ADR-5`), of the same
    project if any is. All are looked up together."""
    targets = {link.target for _, link in said}
    there = reader.outlines(sorted(targets))
    keys = {target: _names_of(target) for target in targets}
    lost = {link.target for memory, link in said if link.target not in there or link.target == memory.id}
    asked = {key for target in lost for key in keys[target]}
    bearing = sorted(_having_any(reader, asked))
    called: dict[str, list[str]] = {}
    for id, hits in reader.hits(bearing, sorted(asked)).items():
        for key in hits:
            called.setdefault(key, []).append(id)
    projects = {id: one.project for id, one in reader.outlines(bearing).items()}
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for memory, link in said:
        if link.target in there and link.target != memory.id:
            found[memory.id, link.target] = (link.target,)
        else:
            having = ([id for id in called.get(key, ()) if id != memory.id] for key in keys[link.target])
            ids = next((ids for ids in having if ids), [])
            near = [id for id in ids if projects[id] == memory.project]
            found[memory.id, link.target] = tuple(near or ids)
    return found


def _names_of(target: str) -> list[str]:
    """The cues of what a link may call so: a title, else a number."""
    return [given_key("title", target), *(f"number:{series} {number}" for series, number in numbers_of(target)[:1])]


def superseded_at(reader: Reader, ids: Iterable[str]) -> tuple[tuple[str, int | None], ...]:
    """(id, when the first thing that supersedes it happened) for those of the memories where this changed."""
    memories = reader.get(sorted(set(ids)))
    edges = reader.neighbours(list(memories), [SUPERSEDES], "in", 1_000_000)
    sources = reader.get(sorted({edge.source for found in edges.values() for edge in found}))
    changed = []
    for id, memory in memories.items():
        times = [sources[edge.source].order_time for edge in edges.get(id, ())]
        first = min(times) if times else None
        if first != memory.superseded_at:
            changed.append((id, first))
    return tuple(changed)


def times_matter(old: Memory | None, new: Memory | None) -> bool:
    """True if what the memory supersedes may now be superseded at another time."""
    return (old.order_time if old else NO_TIME) != (new.order_time if new else NO_TIME)
