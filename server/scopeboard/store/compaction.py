"""Keeping segments from filling up with what nobody refers to any more."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from scopeboard.store.contents import Contents
from scopeboard.store.disk import Disk
from scopeboard.store.rewrite import read_stored
from scopeboard.store.tables import block_bytes

_WASTE_BYTES: Final = 64 << 20  # waste that is not worth the copying


def compact_segments(contents: Contents, disk: Disk) -> None:
    """Remove the segments that are not used, and move what is left in those that hardly are.

    This is for the start, while nobody reads and nobody else writes. It stops where it is when
    the disk takes nothing: the catalogue tells of the new places all at once, or not at all.
    """
    sizes = disk.directory.segment_sizes()
    sparse = _sparse(contents, sizes)
    if not sparse or (_move(contents, disk, sparse) and disk.journal.rewrite()):
        disk.reader.close()
        used = set(_segments(contents))
        for segment in sizes.keys() - used:
            disk.directory.path_of(segment).unlink(missing_ok=True)


def _segments(contents: Contents) -> list[int]:
    segments: list[int] = contents.blocks["segment"][contents.alive()].tolist()
    return segments


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


def _move(contents: Contents, disk: Disk, segments: list[int]) -> bool:
    """Copy the blocks of some segments to the end of another; tell whether that succeeded."""
    alive = contents.alive()
    for segment in segments:
        numbers = alive[contents.blocks["segment"][alive] == segment]
        blocks = contents.blocks[numbers]
        stored = read_stored(blocks, disk.reader.read)
        whole = np.fromiter(map(bool, stored), np.bool_, len(stored))
        writer = disk.writer
        if writer is None or not whole.all():
            return False
        try:
            place = writer.append(b"".join(stored))
        except OSError:
            return False
        sizes = block_bytes(blocks)
        blocks["segment"], blocks["place"] = writer.number, place + np.cumsum(sizes) - sizes
        contents.blocks[numbers] = blocks
    return True
