"""Stretches of many series, as columns, on their way into blocks."""

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
    """Consecutive rows of many series: whose they are and how many, int64 [k] each.

    `columns` hold the rows of the first stretch, then those of the second, and so on.
    """

    file: Ints
    key: Ints
    session: Ints
    count: Ints
    columns: C

    def joined(self) -> "SeriesChunks[C]":
        """Return one stretch for all of one series, file and session, in the order given.

        Stretches without rows are left out.
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
        columns = self._reordered(order)
        return SeriesChunks(labels[0][first], labels[1][first], labels[2][first], count, columns)

    def _reordered(self, order: NDArray[np.intp]) -> C:
        """Return the columns with the stretches in another order."""
        starts, counts = (np.cumsum(self.count) - self.count)[order], self.count[order]
        index = ranges(starts, starts + counts)
        columns: list[NDArray[Any]] = [column[index] for column in self.columns]
        return type(self.columns)(*columns)

    def stored(self) -> tuple[Rows, bytes]:
        """Return BLOCK [k], without a segment and placed from 0 on, and the stored bytes."""
        blocks = describe_blocks(self.columns, self.count)
        blocks["file"], blocks["key"] = self.file, self.key
        blocks["session"] = self.session
        return blocks, encode_blocks(blocks, self.columns)
