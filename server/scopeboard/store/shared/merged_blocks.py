"""Merge the small blocks that many passes leave behind.

Each pass over a log that grows adds a block to each of its series. Those that are written again in
a generation become one block, as the write buffer does for the index of this machine, so the tables
grow with the points and not with the passes.
"""

from collections.abc import Sequence

import numpy as np

from scopeboard.store.format.schema import MEMORY, Rows
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.segments.reader import Read, read_stored
from scopeboard.store.write.block_merge import MAX_SMALL, SMALL_ROWS, merge_blocks


def with_merged(blocks: Rows, staying: Sequence[int], read: Read) -> tuple[Rows, Read]:
    """Return BLOCK [k] with small blocks merged, and what reads all of them.

    A series of a file keeps its order: only its last blocks are merged, to the end of the table,
    and only if there are many of them.

    Args:
        blocks: BLOCK [n], of one table, none in memory.
        staying: the segments whose blocks are not written again.
        read: reads the stored bytes.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    codes = blocks["file"].astype(np.int64) << 32 | blocks["key"].astype(np.int64)
    series = np.unique(codes, return_inverse=True)[1].reshape(-1)
    is_small = (blocks["count"] < SMALL_ROWS) & ~np.isin(blocks["segment"], list(staying))
    last_other = np.full(len(blocks), -1)
    others = np.flatnonzero(~is_small)
    np.maximum.at(last_other, series[others], others)
    is_last = is_small & (np.arange(len(blocks)) > last_other[series])
    has_many = np.bincount(series[is_last], minlength=len(blocks)) > MAX_SMALL
    chosen = is_last & has_many[series]
    if not chosen.any():
        return blocks, read
    portion = blocks[chosen]
    stored = read_stored(portion, read)
    if not stored.is_intact.all():
        raise DamagedBlockError(np.unique(portion["file"][~stored.is_intact]).tolist())
    merged, data = merge_blocks(portion, stored.data, None)
    in_memory = data or b""

    def read_all(segment: int, offset: int, nbytes: int) -> bytes:
        if segment == MEMORY:
            return in_memory[offset : offset + nbytes]
        return read(segment, offset, nbytes)

    return np.concatenate([blocks[~chosen], merged]), read_all
