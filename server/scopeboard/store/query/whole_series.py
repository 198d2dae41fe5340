"""Reading one series of one run as a whole."""

import numpy as np

from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.format.block_codec import decode_blobs
from scopeboard.store.format.schema import BLOCK, Rows
from scopeboard.store.segments.reader import read_stored
from scopeboard.store.tables.file_lookup import FileLookup
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.types import RunId, TagKey


def read_blobs(
    snapshot: Snapshot, run: RunId, files: FileLookup, key: TagKey
) -> tuple[list[BlobRef], list[int]]:
    """Return where each value of a run's tag is, by file and record, and the files to read again.

    What a damaged block told of is left out; these are the files of such blocks.

    Args:
        snapshot: what there is.
        run: the run's id.
        files: where event files are; what was in one that is gone is left out.
        key: what is asked for.
    """
    blocks, data, damaged = _whole(_blocks(snapshot, run, key), snapshot)
    columns = decode_blobs(blocks, data)
    paths = {file: files.find_path(file) for file in np.unique(blocks["file"]).tolist()}
    of_row = map(paths.__getitem__, np.repeat(blocks["file"], blocks["count"]).tolist())
    refs = [
        BlobRef(path, offset, length, index, step, wall_time)
        for path, step, wall_time, offset, length, index in zip(
            of_row, *(column.tolist() for column in columns), strict=True
        )
        if path is not None
    ]
    return refs, damaged


def _blocks(snapshot: Snapshot, run: RunId, key: TagKey) -> Rows:
    number = snapshot.key_number(key)
    if number is None:
        return np.empty(0, BLOCK)
    blocks = snapshot.blocks_of(number)
    is_of_run = np.fromiter((r == run for r in snapshot.runs), np.bool_, len(snapshot.runs))
    found: Rows = blocks[is_of_run[snapshot.file_runs[blocks["file"]]]]
    return found


def _whole(blocks: Rows, snapshot: Snapshot) -> tuple[Rows, bytes, list[int]]:
    """Return the blocks that are what was written, their stored bytes, and the others' files."""
    stored = read_stored(blocks, snapshot.read)
    is_whole = np.fromiter(map(bool, stored), np.bool_, len(stored))
    damaged = np.unique(blocks["file"][~is_whole]).tolist()
    return blocks[is_whole], b"".join(stored), damaged
