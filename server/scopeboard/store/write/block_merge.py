"""Making few large blocks of many small ones."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.block_codec import decode_blobs, decode_scalars
from scopeboard.store.format.schema import IS_BLOBS, MEMORY, Rows
from scopeboard.store.format.series_chunks import C, SeriesChunks
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.write.ingest_batch import append_to_segment

SMALL_ROWS: Final = 4096  # blocks of fewer are joined with what follows them
MAX_SMALL: Final = 16  # how many small blocks a series may have on disk


def merge_blocks(
    blocks: Rows, stored: list[bytes], writer: SegmentWriter | None
) -> tuple[Rows, bytes | None]:
    """Return BLOCK [k]: one block for all of a series, file and session, as `gather` does.

    Args:
        blocks: BLOCK [n], those of one series in the order of reading.
        stored: the stored bytes of each.
        writer: where the columns go; without one, or if it fails, they are returned.
    """
    is_blob = blocks["form"] & IS_BLOBS != 0
    scalars, scalar_bytes = _joined(blocks[~is_blob], _picked(stored, ~is_blob), decode_scalars)
    blobs, blob_bytes = _joined(blocks[is_blob], _picked(stored, is_blob), decode_blobs)
    blobs["place"] += np.uint64(len(scalar_bytes))
    joined = np.concatenate([scalars, blobs])
    return joined, append_to_segment(joined, scalar_bytes + blob_bytes, writer)


def _picked(stored: list[bytes], which: NDArray[np.bool_]) -> bytes:
    return b"".join([stored[at] for at in np.flatnonzero(which).tolist()])


def _joined(blocks: Rows, data: bytes, decoded: Callable[[Rows, bytes], C]) -> tuple[Rows, bytes]:
    file, key, session, count = (
        blocks[name].astype(np.int64) for name in ("file", "key", "session", "count")
    )
    return SeriesChunks(file, key, session, count, decoded(blocks, data)).joined().stored()


def select_for_merge(blocks: Rows) -> NDArray[np.bool_]:
    """Tell which of BLOCK [n] a flush should make into new blocks; bool [n].

    These are the blocks in memory with all that follows them, and, for the files that have
    gathered many, the small blocks on disk that no large one follows.
    """
    moves = blocks["segment"] == MEMORY
    small = ~moves & (blocks["count"] < SMALL_ROWS) & _is_at_end(blocks)
    files, which = np.unique(blocks["file"], return_inverse=True)
    series = np.bincount(which[moves], minlength=len(files))
    many = np.bincount(which[small], minlength=len(files)) > MAX_SMALL * series
    result: NDArray[np.bool_] = moves | (small & (many & (series > 0))[which])
    return with_followers(blocks, result)


def with_followers(blocks: Rows, moves: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Add to some of BLOCK [n] what stands behind them in their series; bool [n].

    What is joined goes to the end of the table, so a series stays in order only if nothing in it
    is passed by. Something on disk stands behind blocks in memory when these could not be written.
    """
    if not moves.any() or moves[np.argmax(moves) :].all():
        return moves
    series = _series(blocks)
    first = np.full(len(blocks), len(blocks))
    np.minimum.at(first, series[moves], np.flatnonzero(moves))
    follows: NDArray[np.bool_] = np.arange(len(blocks)) >= first[series]
    return follows


def _series(blocks: Rows) -> NDArray[np.intp]:
    """Return intp [n]: a number below n for the series of each block, within its file."""
    file, key = blocks["file"].astype(np.int64), blocks["key"].astype(np.int64)
    series: NDArray[np.intp] = np.unique(file << 32 | key, return_inverse=True)[1]
    return series


def _is_at_end(blocks: Rows) -> NDArray[np.bool_]:
    """Tell for each block whether no block of `SMALL_ROWS` of its series stands after it."""
    series = _series(blocks)
    last_large = np.full(len(blocks), -1)
    large = np.flatnonzero(blocks["count"] >= SMALL_ROWS)
    np.maximum.at(last_large, series[large], large)
    at_end: NDArray[np.bool_] = np.arange(len(blocks)) > last_large[series]
    return at_end
