"""Keeping segments from filling up with what nobody refers to any more."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.contents import Contents
from scopeboard.store.disk import Disk
from scopeboard.store.rewrite import read_stored
from scopeboard.store.tables import Rows, block_bytes

_WASTE_BYTES: Final = 64 << 20  # waste that is not worth the copying


def compact_segments(contents: Contents, disk: Disk) -> None:
    """Remove the segments that are not used, and move what is left in those that hardly are.

    This is for the start, while nobody reads and nobody else writes. When the disk takes nothing,
    all stays as it was: the catalogue tells of the new places all at once, or not at all. It is
    written afresh before a segment that holds anything goes, so that it names none that is no more.
    """
    sizes = disk.directory.segment_sizes()
    sparse = _sparse(contents, sizes)
    if sparse or any(sizes[segment] for segment in sizes.keys() - _used(contents)):
        copied = _copied(contents, disk, sparse)
        if copied is None or not _is_told(contents, disk, *copied):
            return
    disk.reader.close()
    for segment in sizes.keys() - _used(contents):
        disk.directory.path_of(segment).unlink(missing_ok=True)


def _used(contents: Contents) -> set[int]:
    """Return the numbers of the segments that hold blocks."""
    return set(contents.blocks["segment"][contents.alive()].tolist())


def _is_told(contents: Contents, disk: Disk, numbers: NDArray[np.intp], blocks: Rows) -> bool:
    """Put blocks in the place of those numbered, unless the catalogue cannot be told of them."""
    before = contents.blocks[numbers]
    contents.blocks[numbers] = blocks
    if disk.journal.rewrite():
        return True
    contents.blocks[numbers] = before
    return False


def _sparse(contents: Contents, sizes: Mapping[int, int]) -> list[int]:
    """Return the segments that hold more waste than blocks, if all waste is worth the work."""
    alive = contents.alive()
    segments, which = np.unique(contents.blocks["segment"][alive], return_inverse=True)
    used = np.bincount(which, block_bytes(contents.blocks)[alive], len(segments))
    waste = {
        segment: sizes.get(segment, 0) - int(live)
        for segment, live in zip(segments.tolist(), used.tolist(), strict=True)
    }
    sparse = [segment for segment, wasted in waste.items() if wasted * 2 > sizes.get(segment, 0)]
    return sparse if sum(waste[segment] for segment in sparse) > _WASTE_BYTES else []


def _copied(
    contents: Contents, disk: Disk, segments: list[int]
) -> tuple[NDArray[np.intp], Rows] | None:
    """Copy the blocks of some segments to the end of another, one segment at a time.

    Returns:
        The numbers of the blocks, and BLOCK [n] with their new places; None if it failed.
    """
    alive = contents.alive()
    found, moved = [alive[:0]], [contents.blocks[:0]]
    for segment in segments:
        found.append(alive[contents.blocks["segment"][alive] == segment])
        blocks = _appended(contents.blocks[found[-1]], disk)
        if blocks is None:
            return None
        moved.append(blocks)
    return np.concatenate(found), np.concatenate(moved)


def _appended(blocks: Rows, disk: Disk) -> Rows | None:
    """Return BLOCK [n] as copied to the end of a segment; None if a copy would not be whole."""
    stored = read_stored(blocks, disk.reader.read)
    writer = disk.writer
    if writer is None or not all(stored):
        return None
    try:
        place = writer.append(b"".join(stored))
    except OSError:
        return None
    sizes = block_bytes(blocks)
    blocks["segment"], blocks["place"] = writer.number, place + np.cumsum(sizes) - sizes
    return blocks
