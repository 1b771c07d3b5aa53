"""People and organisations that a spaCy pipeline of the user's finds: `PERSON` and `ORG` entities as names."""

from collections.abc import Callable
from functools import partial
from typing import Any

from graphcue.errors import InvalidInput, MissingExtra
from graphcue.language.folding import fold_name
from graphcue.model import ENTITY, MENTIONS, PERSON, Name

LABELS = {"PERSON": PERSON, "PER": PERSON, "ORG": ENTITY}
LONGEST = 100
"""Characters of an entity that is taken for a name."""

NamesOf = Callable[[str], tuple[Name, ...]]


def names_by(model: str) -> NamesOf:
    """The reader of a pipeline: a package's name, or a folder that it was saved to.

    Raises MissingExtra without spaCy, InvalidInput for a pipeline that cannot be loaded.
    """
    try:
        import spacy
    except ImportError as error:
        raise MissingExtra("spaCy is not installed: pip install 'graphcue[spacy]'", extra="spacy") from error
    try:
        pipeline = spacy.load(model)
    except (OSError, ValueError, ImportError) as error:
        raise InvalidInput(
            f"there is no spaCy pipeline {model!r}: python -m spacy download {model}, or name a folder it was saved to",
            model=model,
        ) from error
    pipeline.max_length = 10**9
    called = model.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].replace(",", " ")
    return partial(_names, pipeline, f"spacy:{called}")


def _names(pipeline: Any, rule: str, text: str) -> tuple[Name, ...]:
    """The names in a text, sorted, each once."""
    found = {(" ".join(one.text.split()), LABELS[one.label_]) for one in pipeline(text).ents if one.label_ in LABELS}
    kept = sorted((name, label) for name, label in found if len(name) <= LONGEST and fold_name(name))
    kinds = {ENTITY: "organisation", PERSON: ""}
    return tuple(Name(name, MENTIONS, label, kind=kinds[label], rule=rule) for name, label in kept)
