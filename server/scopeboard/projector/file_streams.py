"""The files of an embedding as streams, for clients that need all of their contents."""

from collections.abc import Iterator
from contextlib import closing
from io import RawIOBase
from itertools import chain, islice
from typing import Final

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.projector.lines import lines_of

_BYTES_AT_ONCE: Final = 1 << 18
_LINES_AT_ONCE: Final = 1024
_FLOAT_BYTES: Final = 4


def stream_file(file: RawIOBase, size: int | None = None) -> Iterator[bytes]:
    """Yield the contents of a file, or its first `size` bytes, and close it."""
    with file:
        while piece := file.read(_BYTES_AT_ONCE):
            yield piece if size is None else piece[:size]
            if size is not None and (size := size - len(piece)) <= 0:
                return


def stream_floats(
    file: RawIOBase, rows: int | None, shape: tuple[int, ...], *, is_text: bool
) -> Iterator[bytes]:
    """Yield a tensor as little-endian float32 and close the file.

    Args:
        file: lines of numbers, or raw float32.
        rows: the number of rows; None for all.
        shape: the shape of a raw tensor.
        is_text: whether the file has lines.

    Raises:
        DamagedDataError: a line is not a list of numbers; in the first lines, before any is sent.
    """
    if not is_text:
        width = _FLOAT_BYTES * (shape[1] if len(shape) > 1 else 1)
        return stream_file(file, None if rows is None else rows * width)
    blocks = _float_blocks(file, rows)
    return chain([next(blocks, b"")], blocks)


def stream_lines(file: RawIOBase, rows: int | None) -> Iterator[bytes]:
    """Yield the header of a file of lines, if it has columns, and `rows` lines; then close it."""
    if rows is None:
        yield from stream_file(file)
        return
    with file, closing(lines_of(file)) as lines:
        first = next(lines, b"")
        if first:
            yield first + b"\n"
        for line in islice(lines, rows - (b"\t" not in first)):
            yield line + b"\n"


def _float_blocks(file: RawIOBase, rows: int | None) -> Iterator[bytes]:
    with file, closing(lines_of(file)) as lines:
        remaining = islice((line for line in lines if line.strip()), rows)
        while block := list(islice(remaining, _LINES_AT_ONCE)):
            try:
                values = np.array([line.split(b"\t") for line in block], dtype="<f4")
            except ValueError as error:
                raise DamagedDataError("The vectors are not a table of numbers.") from error
            yield values.tobytes()
