"""Pieces of a file in portions that are worth handing from one thread to another."""

from collections.abc import Iterator
from typing import Final

_LEAST_SENT: Final = 64 << 10  # bytes


def gathered(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield larger pieces."""
    some: list[bytes] = []
    nbytes = 0
    for piece in pieces:
        some.append(piece)
        nbytes += len(piece)
        if nbytes >= _LEAST_SENT:
            yield b"".join(some)
            some, nbytes = [], 0
    yield b"".join(some)
