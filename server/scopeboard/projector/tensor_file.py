"""The vectors of an embedding: tab-separated numbers, or raw float32.

Of many vectors, every `stride`th is read: more would not be visible, and memory is bounded.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError, TooLargeError
from scopeboard.files.open_file import OpenFile
from scopeboard.projector.lines import lines_of

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


def read_tsv(file: OpenFile) -> Vectors:
    """Return the vectors of a file with one per line.

    Raises:
        DamagedDataError: a text is not a number, or the number of columns differs between lines.
        TooLargeError: the file is too large.
    """
    _check_size(file)
    total, first = 0, b""
    for line in lines_of(file):
        if line.strip():
            first = first or line
            total += 1
    stride = stride_of(total, len(first.split(b"\t")) if first else 0)
    lines = islice((line for line in lines_of(file) if line.strip()), 0, None, stride)
    try:
        rows = [np.array(line.split(b"\t"), dtype=np.float32) for line in lines]
        values = np.stack(rows) if rows else np.empty((0, 0), np.float32)
    except ValueError as error:
        raise DamagedDataError("The vectors are not a table of numbers.") from error
    return Vectors(values, stride, total)


def read_bytes(file: OpenFile, shape: tuple[int, ...]) -> Vectors:
    """Return the vectors of a file of little-endian float32 with a shape from the configuration.

    Raises:
        DamagedDataError: the file has another length.
        TooLargeError: the file is too large.
    """
    size = _check_size(file)
    if len(shape) != 2 or not shape[1] or shape[0] * shape[1] * 4 != size:
        raise DamagedDataError(f"The vectors have {size} bytes, which does not fit their shape.")
    total, dimensions = shape
    stride = stride_of(total, dimensions)
    width = 4 * dimensions
    rows = [file.read_at(width, row * width) for row in range(0, total, stride)]
    if any(len(row) < width for row in rows):
        raise DamagedDataError("The vectors are being written; try again.")
    values = np.frombuffer(b"".join(rows), "<f4").reshape(-1, dimensions)
    return Vectors(values.astype(np.float32), stride, total)


def _check_size(file: OpenFile) -> int:
    """Return the size of a file in bytes.

    Raises:
        TooLargeError: it is larger than `MAX_BYTES`.
    """
    size = file.status.st_size
    if size > MAX_BYTES:
        raise TooLargeError(f"The vectors have {size / 1e9:.1f} GB; the limit is 1 GB.")
    return size


def stride_of(total: int, dimensions: int) -> int:
    """Return the stride at which a table of vectors is read.

    Raises:
        TooLargeError: there are more than `MAX_DIMENSIONS`.
    """
    if dimensions > MAX_DIMENSIONS:
        message = f"The vectors have {dimensions} dimensions; the limit is {MAX_DIMENSIONS}."
        raise TooLargeError(message)
    max_rows = min(MAX_ROWS, max(1, MAX_VALUES // max(1, dimensions)))
    return max(1, -(-total // max_rows))
