"""A memory that states one fact of its project (`栖页的预算：四十万`, `Rollout: 5 May`) → the words of its field. Pure."""

import re

from graphcue.recall.session.telling import words_of
from graphcue.recall.session.topics import bare

_FIELD = re.compile(r"\s*([^\n:：]{1,40})[:：]")


def field_words(content: str, project: str) -> tuple[str, ...]:
    """The words of the field's name, without those of the project before it; none where nothing like a field stands
    first in the text."""
    found = _FIELD.match(content)
    if found is None:
        return ()
    name = found[1]
    for form in (project, bare(project)):
        if form and name.startswith(form):
            return words_of(name.removeprefix(form))
    return words_of(name)
