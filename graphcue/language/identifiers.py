"""Text → identifiers, whole and in parts: what is written as one and looked up as one.

Families: addresses (`https://…`, `a@b.org`), paths, names with joints (`PO-2025-00123`, `nginx.conf`, `vendor_kaihong`,
`v1.2.3`, `CI/CD`), letters mixed with digits (`gw7edge`, `9router`), names with a sign (`C++`, `.NET`), and capitals inside a
word (`CamelCase`). A whole is an exact key; a part leads to it more weakly.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphcue.language.folding import HAN, fold, fold_with_offsets
from graphcue.language.words import bounded, is_stop_word

CJK = HAN + "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af"
SHORTEST_PART = 3
"""Letters of a part beside digits, or of a word with capitals inside, that is a cue of its own."""

_STARTS = f"(?:(?<![^\\W_])|(?<=[{CJK}]))"
_ENDS = f"(?:(?![^\\W_])|(?=[{CJK}]))"
_FOLDED = re.compile(
    "(?P<url>[a-z][a-z0-9+.-]{1,20}://[^\\s<>\"'`|，。；、：！？（）()【】《》「」]+)"
    f"|{_STARTS}(?P<email>[a-z0-9](?:[a-z0-9._%+-]*[a-z0-9])?@[a-z0-9-]+(?:\\.[a-z0-9-]+)+){_ENDS}"
    "|(?P<path>(?<![^\\s(\\[{\"'`=：:，。（「【" + CJK + "])(?:~|\\.{1,2}|[a-z]:)?(?:[/\\\\][a-z0-9][a-z0-9._-]*)+)"
    "|(?P<sign>(?<![a-z0-9_+#])[a-z]{1,3}(?:\\+\\+|#)(?![a-z0-9_+#])"
    "|(?<![a-z0-9_.])\\.[a-z][a-z0-9_]{1,15}(?![a-z0-9_]))"
    f"|{_STARTS}(?P<joined>[a-z0-9]+(?:[._\\-/:@+#]+[a-z0-9]+)+){_ENDS}"
    f"|{_STARTS}(?P<mixed>(?=[a-z]*[0-9])(?=[0-9]*[a-z])[a-z0-9]{{3,}}){_ENDS}"
)
_SIGN = re.compile(r"[a-z0-9][._\-/:@+#\\]+[a-z0-9]|[a-z][0-9]|[0-9][a-z]|[a-z](?:\+\+|#)|[/.\\][a-z0-9]")
"""What stands in every identifier but in few stretches of letters."""
_STRETCH = re.compile("[!-~]+")
_CAMEL = re.compile("(?<![A-Za-z])[A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*[a-z](?:[A-Z][a-z0-9]*)+(?![A-Za-z0-9])")
_HUMP = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CAPITAL_INSIDE = re.compile("[a-z][A-Z]")
_JOINT = re.compile(r"[._\-/:@+#\\]+")
_LETTERS = re.compile(f"[a-z]{{{SHORTEST_PART},}}")
_VERSION = re.compile("v(?=[0-9]+(?:\\.[0-9]+)+$)")
_COMPOUND = re.compile("[a-z]+(?:-[a-z]+)+")
_TRAILING = ".,;:!?-_/\\"


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier in a text: folded and bounded as a key, and where it stands as written, in code points.

    `inside` are shorter identifiers that it holds and that are looked up as one too (the file of a path, the version
    behind a `v`); `parts` its words; `rule` is its family.
    """

    text: str
    rule: str
    start: int
    end: int
    inside: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """The identifiers in a text as written, in order."""
    found = list(_humps(text))
    folded = fold_with_offsets(text)
    for name, start, end in _scan(folded.text):
        written = folded.written(start, end)
        found.append(_identifier(folded.text[start:end], name, *written))
    return tuple(sorted(found, key=lambda one: (one.start, -one.end, one.rule)))


def identifier_keys(text: str, folded: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What `find_identifiers` finds, without places: the wholes in order, each once, and the parts of all of them."""
    found = [_identifier(folded[start:end], name, start, end) for name, start, end in _scan(folded)]
    found += _humps(text)
    wholes = dict.fromkeys(whole for one in found for whole in (one.text, *one.inside))
    return tuple(wholes), tuple(part for one in found for part in one.parts)


def _scan(folded: str) -> Iterator[tuple[str, int, int]]:
    """(family, start, end) of each identifier in a folded text, from the left, never overlapping."""
    if not _SIGN.search(folded):
        return
    for stretch in _STRETCH.finditer(folded):
        if not _SIGN.search(stretch[0]):
            continue
        for match in _FOLDED.finditer(folded, *stretch.span()):
            name = match.lastgroup or ""
            start, end = match.span(name)
            if name in ("url", "path"):
                end = start + len(folded[start:end].rstrip(_TRAILING))
            if end - start > 1:
                yield name, start, end


def _identifier(whole: str, name: str, start: int, end: int) -> Identifier:
    return Identifier(bounded(whole), name, start, end, tuple(_inside(whole, name)), tuple(_parts(whole, name)))


def _inside(whole: str, name: str) -> Iterator[str]:
    if name == "url":
        address = whole.partition("://")[2]
        yield bounded(re.split("[/?#]", address, maxsplit=1)[0])
        whole = re.split("[?#]", address, maxsplit=1)[0] if "/" in address else ""
    elif name == "email":
        yield bounded(whole.partition("@")[2])
    last = re.split(r"[/\\]", whole)[-1]
    if last != whole and _JOINT.search(last.strip(_TRAILING)):
        yield bounded(last)
    if _VERSION.match(last):
        yield bounded(_VERSION.sub("", last))


def _parts(whole: str, name: str) -> Iterator[str]:
    """The words that the text has as words too, since a joint parts them, and runs of letters beside digits; none of a
    compound (`road-trip`), which is words as any other."""
    for piece in () if _COMPOUND.fullmatch(whole) else _JOINT.split(whole):
        mixed = not piece.isalpha() and not piece.isdigit()
        for part in _LETTERS.findall(piece) if mixed else [piece]:
            if part and not is_stop_word(part):
                yield bounded(part)


def _humps(text: str) -> Iterator[Identifier]:
    """Words with capitals inside; their folded form is a word of the text already."""
    if not _CAPITAL_INSIDE.search(text):
        return
    for match in _CAMEL.finditer(text):
        parts = [part.lower() for part in _HUMP.findall(match[0]) if len(part) >= SHORTEST_PART]
        kept = tuple(part for part in parts if part.isalpha() and not is_stop_word(part))
        yield Identifier(bounded(fold(match[0])), "capitals", match.start(), match.end(), (), kept)
