"""The vectors of an embedding: tab-separated numbers, or float32 as they are in memory.

Of many vectors, one in `stride` is read: more would not be visible, and memory is bounded.
"""

import os
from dataclasses import dataclass
from io import FileIO
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError, TooLargeError
from scopeboard.projector.lines import lines_of
from scopeboard.system.files import read_at

MAX_ROWS: Final = 20_000
MAX_VALUES: Final = 5_000_000
MAX_BYTES: Final = 1 << 30
MAX_DIMENSIONS: Final = 8192


@dataclass(frozen=True, slots=True)
class Vectors:
    """Some rows of a tensor: float32 [rows, dimensions], every `stride`th of `total`."""

    values: NDArray[np.float32]
    stride: int
    total: int


def read_tsv(file: FileIO) -> Vectors:
    """Return the vectors of a file with one in each line.

    Raises:
        DamagedDataError: a line has a text that is no number, or another number of columns.
        TooLargeError: the file is too large.
    """
    _check_size(file)
    total, first = _count_lines(file)
    dimensions = len(first.split(b"\t")) if first.strip() else 0
    _check_dimensions(dimensions)
    stride = _stride(total, dimensions)
    lines = (line for line in lines_of(file) if line.strip())
    try:
        rows = [
            np.array(line.split(b"\t"), dtype=np.float32) for line in islice(lines, 0, None, stride)
        ]
        values = np.stack(rows) if rows else np.empty((0, 0), np.float32)
    except ValueError as error:
        raise DamagedDataError("The vectors hold something that is no number.") from error
    return Vectors(values, stride, total)


def read_bytes(file: FileIO, shape: tuple[int, ...]) -> Vectors:
    """Return the vectors of a file of little-endian float32, whose shape is in the configuration.

    Raises:
        DamagedDataError: the file has another length.
        TooLargeError: the file is too large.
    """
    size = _check_size(file)
    if len(shape) != 2 or not shape[1] or shape[0] * shape[1] * 4 != size:
        raise DamagedDataError(f"The vectors take {size} bytes, which is not their shape's.")
    total, dimensions = shape
    _check_dimensions(dimensions)
    stride = _stride(total, dimensions)
    width = 4 * dimensions
    rows = [read_at(file.fileno(), width, row * width) for row in range(0, total, stride)]
    if any(len(row) < width for row in rows):
        raise DamagedDataError("The vectors are being written; try again.")
    values = np.frombuffer(b"".join(rows), "<f4").reshape(-1, dimensions)
    return Vectors(values.astype(np.float32), stride, total)


def _check_size(file: FileIO) -> int:
    size = os.fstat(file.fileno()).st_size
    if size > MAX_BYTES:
        raise TooLargeError(f"The vectors take {size / 1e9:.1f} GB; up to 1 GB are read.")
    return size


def _check_dimensions(dimensions: int) -> None:
    if dimensions > MAX_DIMENSIONS:
        message = f"The vectors have {dimensions} dimensions; up to {MAX_DIMENSIONS} are shown."
        raise TooLargeError(message)


def _stride(total: int, dimensions: int) -> int:
    most = min(MAX_ROWS, max(1, MAX_VALUES // max(1, dimensions)))
    return max(1, -(-total // most))


def _count_lines(file: FileIO) -> tuple[int, bytes]:
    """Return how many lines are not empty, and the first of these."""
    total, first = 0, b""
    for line in lines_of(file):
        if line.strip():
            first = first or line
            total += 1
    return total, first
