"""Text → sentences, and which of them ask."""

import re

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")


def asking_share(text: str) -> int:
    """Per mille of the text's characters that stand in sentences ending with a question mark."""
    if "?" not in text and "？" not in text:
        return 0
    sentences = [sentence for sentence in _SENTENCE.findall(text) if sentence.strip()]
    asking = sum(len(sentence) for sentence in sentences if sentence.rstrip().endswith(("?", "？")))
    return 1000 * asking // (sum(map(len, sentences)) or 1)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text and its lines, without the space around them."""
    return tuple(sentence.strip() for sentence in _SENTENCE.findall(text) if sentence.strip())
