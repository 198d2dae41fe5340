"""The files of an embedding, streamed unchanged, for clients that need all of them."""

from collections.abc import Iterator
from contextlib import closing
from io import FileIO
from itertools import chain, islice
from typing import Final

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.projector.lines import lines_of

_BYTES_AT_ONCE: Final = 1 << 18
_LINES_AT_ONCE: Final = 1024
_FLOAT_BYTES: Final = 4


def whole(file: FileIO) -> Iterator[bytes]:
    """Yield what a file holds, and close it."""
    with file:
        while part := file.read(_BYTES_AT_ONCE):
            yield part


def float_rows(
    file: FileIO, rows: int | None, shape: tuple[int, ...], *, is_text: bool
) -> Iterator[bytes]:
    """Yield a tensor as little-endian float32, its first `rows` or all; then close the file.

    Args:
        file: numbers in lines, or as they are to be sent.
        rows: how many.
        shape: of the tensor, where the file does not say it.
        is_text: whether the file holds lines.

    Raises:
        DamagedDataError: there is something else in it; the first lines before any are yielded.
    """
    if not is_text:
        width = _FLOAT_BYTES * (shape[1] if len(shape) > 1 else 1)
        return _cut(whole(file), None if rows is None else rows * width)
    blocks = _blocks(file, rows)
    return chain([next(blocks, b"")], blocks)


def first_lines(file: FileIO, rows: int | None) -> Iterator[bytes]:
    """Yield a file of lines: its header, if it has columns, and `rows` more; then close it."""
    if rows is None:
        yield from whole(file)
        return
    with file, closing(lines_of(file)) as lines:
        first = next(lines, b"")
        if first:
            yield first + b"\n"
        for line in islice(lines, rows - (b"\t" not in first)):
            yield line + b"\n"


def _blocks(file: FileIO, rows: int | None) -> Iterator[bytes]:
    with file, closing(lines_of(file)) as lines:
        remaining = islice((line for line in lines if line.strip()), rows)
        while block := list(islice(remaining, _LINES_AT_ONCE)):
            try:
                values = np.array([line.split(b"\t") for line in block], dtype="<f4")
            except ValueError as error:
                raise DamagedDataError("The vectors hold something that is no number.") from error
            yield values.tobytes()


def _cut(parts: Iterator[bytes], size: int | None) -> Iterator[bytes]:
    """Yield no more than so many bytes."""
    for part in parts:
        yield part if size is None else part[:size]
        if size is not None and (size := size - len(part)) <= 0:
            return
