"""Words that begin like a word of the question."""

from collections.abc import Callable

from graphcue import MemoryGraph
from graphcue.model import Record

TEXTS = ("She teaches photography at the mill", "He reacted within a day", "The reader broke", "Nothing of the kind")
Made = Callable[[], MemoryGraph]


def filled(graph: MemoryGraph, *texts: str) -> MemoryGraph:
    graph.remember_all([Record(text, id=f"t{number}") for number, text in enumerate(texts)])
    return graph


def found(graph: MemoryGraph, question: str) -> list[str]:
    return [result.memory.id for result in graph.recall(question).results]


def test_another_form_of_a_word_finds_it(graph: Made) -> None:
    world = filled(graph(), *TEXTS)
    assert "t0" in found(world, "who is a photographer?")
    assert "t1" in found(world, "a reaction?")


def test_the_word_itself_is_worth_more(graph: Made) -> None:
    assert found(filled(graph(), "photography wanted", "photographer wanted"), "photographer") == ["t1", "t0"]


def test_a_short_word_must_be_the_beginning_whole_and_other_words_are_left_alone(graph: Made) -> None:
    world = filled(graph(), *TEXTS)
    assert "t2" in found(world, "a place to read?")
    assert found(world, "an airplane") == []
