"""Consecutive rows of many series, as columns; encoded, they become blocks."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints, ranges
from scopeboard.events.decode.batch import BlobColumns, Columns
from scopeboard.store.format.block_codec import describe_blocks, encode_blocks
from scopeboard.store.format.schema import Rows

C = TypeVar("C", Columns, BlobColumns)


@dataclass(frozen=True, slots=True)
class SeriesChunks(Generic[C]):
    """Chunks of consecutive rows, each of one series; file, key, session and count, int64 [k] each.

    `columns` hold the rows of the first chunk, then those of the second, and so on.
    """

    file: Ints
    key: Ints
    session: Ints
    count: Ints
    columns: C

    def merge(self) -> "SeriesChunks[C]":
        """Return one chunk for each series, file and session, rows in the order given.

        Chunks without rows are left out.
        """
        order = np.lexsort((self.session, self.key, self.file))
        order = order[self.count[order] > 0]
        labels = [column[order] for column in (self.file, self.key, self.session)]
        begins = np.ones(len(order), np.bool_)
        if len(order):
            begins[1:] = np.any([label[1:] != label[:-1] for label in labels], axis=0)
        if begins.all() and len(order) == len(self.count):
            return self
        first = np.flatnonzero(begins)
        count = np.add.reduceat(self.count[order], first) if len(order) else self.count[:0]
        starts, counts = (np.cumsum(self.count) - self.count)[order], self.count[order]
        index = ranges(starts, starts + counts)
        columns: list[NDArray[Any]] = [column[index] for column in self.columns]
        file, key, session = (label[first] for label in labels)
        return SeriesChunks(file, key, session, count, type(self.columns)(*columns))

    def encode(self) -> tuple[Rows, bytes]:
        """Return BLOCK [k] without segments, with offsets from 0, and the stored bytes."""
        blocks = describe_blocks(self.columns, self.count)
        blocks["file"], blocks["key"] = self.file, self.key
        blocks["session"] = self.session
        return blocks, encode_blocks(blocks, self.columns)
