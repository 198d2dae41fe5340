"""Merge many small blocks into few large ones."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.block_codec import decode_blobs, decode_scalars
from scopeboard.store.format.schema import IS_BLOBS, MEMORY, Rows
from scopeboard.store.format.series_chunks import C, SeriesChunks
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.write.ingest_batch import append_to_segment

SMALL_ROWS: Final = 4096  # smaller blocks are merged with their followers
MAX_SMALL: Final = 16  # small blocks on disk that a series may have


def merge_blocks(
    blocks: Rows, stored: list[bytes], writer: SegmentWriter | None
) -> tuple[Rows, bytes | None]:
    """Return BLOCK [k]: one block for each series, file and session.

    Args:
        blocks: BLOCK [n], the blocks of one series in the order of reading.
        stored: [n], the stored bytes of each block.
        writer: writes the columns; without one, or if it fails, they are returned.
    """
    is_blob = blocks["form"] & IS_BLOBS != 0
    scalars, scalar_bytes = _merge(blocks, stored, ~is_blob, decode_scalars)
    blobs, blob_bytes = _merge(blocks, stored, is_blob, decode_blobs)
    blobs["offset"] += np.uint64(len(scalar_bytes))
    merged = np.concatenate([scalars, blobs])
    return merged, append_to_segment(merged, scalar_bytes + blob_bytes, writer)


def _merge(
    blocks: Rows, stored: list[bytes], mask: NDArray[np.bool_], decode: Callable[[Rows, bytes], C]
) -> tuple[Rows, bytes]:
    """Merge the blocks under `mask`, all of one kind; return BLOCK [k] and their stored bytes."""
    data = b"".join([stored[index] for index in np.flatnonzero(mask).tolist()])
    blocks = blocks[mask]
    file, key, session, count = (
        blocks[name].astype(np.int64) for name in ("file", "key", "session", "count")
    )
    return SeriesChunks(file, key, session, count, decode(blocks, data)).merge().encode()


def select_for_merge(blocks: Rows) -> NDArray[np.bool_]:
    """Return bool [n]: which of BLOCK [n] a flush should merge into new blocks.

    These are the blocks in memory with their followers, and, in files with many of them, the
    small blocks on disk that no large block follows.
    """
    moves = blocks["segment"] == MEMORY
    series = _series(blocks)
    last_large = np.full(len(blocks), -1)
    large = np.flatnonzero(blocks["count"] >= SMALL_ROWS)
    np.maximum.at(last_large, series[large], large)
    is_at_end = np.arange(len(blocks)) > last_large[series]
    small = ~moves & (blocks["count"] < SMALL_ROWS) & is_at_end
    files, file = np.unique(blocks["file"], return_inverse=True)
    moved = np.bincount(file[moves], minlength=len(files))
    many = np.bincount(file[small], minlength=len(files)) > MAX_SMALL * moved
    result: NDArray[np.bool_] = moves | (small & (many & (moved > 0))[file])
    return with_followers(blocks, result)


def with_followers(blocks: Rows, moves: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return bool [n]: `moves`, and all later blocks of the same series among BLOCK [n].

    Merged blocks go to the end of the table, so a series stays in order only if all of its later
    blocks move too. Blocks on disk follow blocks in memory when these could not be written.
    """
    if not moves.any() or moves[np.argmax(moves) :].all():
        return moves
    series = _series(blocks)
    first = np.full(len(blocks), len(blocks))
    np.minimum.at(first, series[moves], np.flatnonzero(moves))
    follows: NDArray[np.bool_] = np.arange(len(blocks)) >= first[series]
    return follows


def _series(blocks: Rows) -> NDArray[np.intp]:
    """Return intp [n]: a number below n for the series and file of each block."""
    file, key = blocks["file"].astype(np.int64), blocks["key"].astype(np.int64)
    series: NDArray[np.intp] = np.unique(file << 32 | key, return_inverse=True)[1]
    return series
