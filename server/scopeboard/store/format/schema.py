"""The tables of a store: one row per event file, one row per block, in fixed-width columns.

A log of ten thousand runs has tens of thousands of series. One Python object for each would take
more memory than everything else in the server, so files and blocks are rows of NumPy arrays, which
are also the format on disk. All are little-endian.
"""

from typing import Any, Final, NewType

import numpy as np
from numpy.typing import NDArray

FileId = NewType("FileId", int)
"""The row number of an event file; it stays the same for the lifetime of the index."""

Rows = NDArray[Any]
"""A structured array, of one of the types below."""

NO_RUN: Final = 0xFFFFFFFF
"""The `run` of a file that is gone."""

FILE: Final = np.dtype(
    [
        ("run", "<u4"),
        ("device", "<u8"),
        ("inode", "<u8"),
        ("size", "<i8"),  # bytes, when last read
        ("mtime", "<i8"),  # nanoseconds since the epoch, when last read
        ("offset", "<i8"),  # bytes read into points, blobs or damage; reading resumes here
        ("head", "<u4"),  # CRC-32C of the first 4 KiB before `offset`
        ("tail", "<u4"),  # CRC-32C of the last 4 KiB before `offset`
        ("has_event", "?"),  # an event was read, so the wall times are valid
        ("first_wall_time", "<f8"),  # seconds since the epoch, as logged: not always a date
        ("last_wall_time", "<f8"),
        ("last_step", "<i8"),
        ("has_step", "?"),
        ("ending", "u1"),  # index into ENDINGS
        ("sessions", "<u2"),  # the number of sessions, at least 1
        ("points", "<i8"),  # scalar points and blobs
    ]
)
"""The state of an event file; the row number is the file's id."""

ENDINGS: Final = (None, "done", "failed")
"""How a run ended, by the value of `ending`; None when the log does not have it."""

VALUES_ARE_DOUBLE: Final = 1
"""Bit of `form`: values are stored as float64, because float32 would not hold them exactly."""

STEPS_ARE_LISTED: Final = 2
"""Bit of `form`: steps are stored; otherwise they are `first_step + stride * arange(count)`."""

IS_BLOBS: Final = 4
"""Bit of `form`: the rows are positions in the event file rather than values."""

MEMORY: Final = 0
"""The `segment` of blocks that are in memory only."""

BLOCK: Final = np.dtype(
    [
        ("file", "<u4"),  # file id
        ("key", "<u4"),  # number of the TagKey
        ("session", "<u2"),  # ordinal within the file: how many SessionLog.START came before
        ("form", "u1"),
        ("in_order", "?"),  # steps are ascending, and equal steps are ordered by wall time
        ("segment", "<u4"),  # number of the segment that holds the columns; 0 is memory
        ("offset", "<u8"),  # byte offset in the segment
        ("count", "<u4"),  # rows
        ("crc", "<u4"),  # CRC-32C of the stored bytes
        ("first_step", "<i8"),
        ("stride", "<i8"),
        ("min_step", "<i8"),
        ("max_step", "<i8"),
        ("min_wall_time", "<f8"),  # over wall times that are numbers; NaN without any
        ("max_wall_time", "<f8"),
        ("min_value", "<f8"),  # over finite values; NaN without any, and for blobs
        ("max_value", "<f8"),
        ("nan", "<u4"),
        ("inf", "<u4"),
    ]
)
"""Where consecutive rows of one series, from one event file and session, are stored.

The stored bytes of scalars are, in this order and without gaps: `step` as int64 when
`STEPS_ARE_LISTED`, `wall_time` as float64, `value` as float32 or float64. Those of blobs are
`wall_time` as float64 after the listed steps, then `offset`, `length` and `value_index` as int64.
"""


def block_bytes(blocks: Rows) -> NDArray[np.int64]:
    """Return int64 [n]: the stored bytes of each of `blocks` (BLOCK [n])."""
    form = blocks["form"]
    words = 2 * ((form & STEPS_ARE_LISTED) != 0) + np.where(
        (form & IS_BLOBS) != 0, 8, 3 + ((form & VALUES_ARE_DOUBLE) != 0)
    )
    sizes: NDArray[np.int64] = 4 * words * blocks["count"].astype(np.int64)
    return sizes
