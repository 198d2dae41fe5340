"""Read all blob references of one series."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.format.block_codec import decode_blobs
from scopeboard.store.format.schema import BLOCK
from scopeboard.store.segments.reader import read_stored
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.types import RunId, TagKey


def read_blobs(
    snapshot: Snapshot, run: RunId, find_path: Callable[[int], Path | None], key: TagKey
) -> tuple[list[BlobRef], list[int]]:
    """Return the reference of each value of a tag, by file and record, and the damaged files.

    Values in damaged blocks and in files that are gone are left out.

    Args:
        snapshot: the snapshot to read.
        run: the id of the run.
        find_path: returns the path of a file (an id), None if the file is gone.
        key: the tag.
    """
    number = snapshot.key_number(key)
    blocks = np.empty(0, BLOCK) if number is None else snapshot.blocks_of(number)
    is_of_run = np.fromiter((r == run for r in snapshot.runs), np.bool_, len(snapshot.runs))
    blocks = blocks[is_of_run[snapshot.file_runs[blocks["file"]]]]
    stored = read_stored(blocks, snapshot.read)
    is_whole = np.fromiter(map(bool, stored), np.bool_, len(stored))
    damaged = np.unique(blocks["file"][~is_whole]).tolist()
    blocks = blocks[is_whole]
    columns = decode_blobs(blocks, b"".join(stored))
    paths = {file: find_path(file) for file in np.unique(blocks["file"]).tolist()}
    path_of_row = map(paths.__getitem__, np.repeat(blocks["file"], blocks["count"]).tolist())
    refs = [
        BlobRef(path, offset, length, index, step, wall_time)
        for path, step, wall_time, offset, length, index in zip(
            path_of_row, *(column.tolist() for column in columns), strict=True
        )
        if path is not None
    ]
    return refs, damaged
