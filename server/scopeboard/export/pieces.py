"""Chunks of a response: passing one between threads costs a tenth of a millisecond."""

from collections.abc import Iterable, Iterator
from typing import Final

_MIN_BYTES: Final = 64 << 10


def coalesce(pieces: Iterable[bytes], min_bytes: int | None = None) -> Iterator[bytes]:
    """Join small pieces into chunks of at least `min_bytes` (64 KiB); the last may be smaller."""
    min_bytes = _MIN_BYTES if min_bytes is None else min_bytes
    pending: list[bytes] = []
    nbytes = 0
    for piece in pieces:
        pending.append(piece)
        nbytes += len(piece)
        if nbytes >= min_bytes:
            yield b"".join(pending)
            pending, nbytes = [], 0
    yield b"".join(pending)
