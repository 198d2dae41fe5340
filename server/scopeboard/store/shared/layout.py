"""What is in a segment: the columns of each kind, and where the rows of blocks are.

A segment of a shared index is a Parquet file. Its numbers are neither compressed nor encoded, and
the columns of a row group are one page each, so the place of every number follows from the place
of the first one in its row group. `store.query` reads blocks by segment and offset, in the form of
`format.schema`. The offset of a block here is the number of its first row times the bytes that a
row of its kind takes at most, so that blocks never overlap; `blocks` answers such reads.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.store.format.schema import IS_BLOBS, Rows

SegmentKind = Literal["scalars", "places"]
"""`scalars` are points; `places` are where values of all other kinds are in event files."""

GROUP_ROWS: Final = 1 << 17
"""Rows of a row group of a new segment: 3 MB of points."""

NUMBERS: Final[dict[SegmentKind, tuple[tuple[str, str], ...]]] = {
    "scalars": (("step", "<i8"), ("wall_time", "<f8"), ("value", "<f8")),
    "places": (
        ("step", "<i8"),
        ("wall_time", "<f8"),
        ("offset", "<i8"),
        ("length", "<i8"),
        ("value_index", "<i8"),
    ),
}
"""The columns of numbers with their types, in the order of the file, after the columns of names."""

NUMBER_BYTES: Final = 8
ROW_BYTES: Final = {kind: NUMBER_BYTES * len(columns) for kind, columns in NUMBERS.items()}


def kind_of(blocks: Rows) -> NDArray[np.bool_]:
    """Return bool [n]: whether each of BLOCK [n] has places rather than points."""
    is_places: NDArray[np.bool_] = blocks["form"] & IS_BLOBS != 0
    return is_places


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment, which never changes.

    `name` is that of its object, `rows` and `nbytes` are its size. Segments that were written
    together have the same `layer`: the generation that they came with. A row group has `group_rows`
    rows, the last one fewer. `places` (int64 [groups, columns]) is the offset in bytes of the first
    number of each column of numbers in each row group.
    """

    number: int
    name: str
    kind: SegmentKind
    layer: int
    rows: int
    nbytes: int
    group_rows: int
    places: Ints

    def rows_of(self, group: int) -> int:
        """Return the number of rows of a row group."""
        return min(self.group_rows, self.rows - group * self.group_rows)

    def extent(self, first: int, end: int) -> tuple[int, int]:
        """Return the bytes [start, stop) that hold all numbers of row groups [first, end)."""
        last = end - 1
        stop = int(self.places[last, -1]) + NUMBER_BYTES * self.rows_of(last)
        return int(self.places[first, 0]), stop
