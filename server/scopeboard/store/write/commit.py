"""Commit ingest batches: to the tables at once, to the change log at once or later.

The change log gets what is in segments. The write buffer remembers the rest: columns in memory,
and changes that a full disk did not take.
"""

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.change import Change
from scopeboard.store.format.schema import FileId
from scopeboard.store.tables.changes import changed_series
from scopeboard.store.tables.tables import void_rows
from scopeboard.store.write.ingest_batch import IngestBatch
from scopeboard.store.write.merge import MergeResult, merge_batch, runs_without
from scopeboard.store.write.state import StoreData


def commit_batch(data: StoreData, batch: IngestBatch, *, is_tail: bool) -> list[FileId]:
    """Merge a batch; return the files whose portions do not continue the store's state.

    Columns without a segment go to memory; if there is no room, the whole batch is refused. The
    change log does not get a tail yet (`is_tail`).
    """
    if batch.columns is not None and data.is_paused:
        return [FileId(file) for file in batch.reads["file"].tolist()]
    files = batch.reads["file"]
    data.buffer.forget(files[batch.reads["restarted"]].tolist())
    is_flushed = not is_tail and data.buffer.flush(files.tolist())
    result = merge_batch(batch, data.tables)
    change = result.change
    if batch.columns is not None:
        data.buffer.store(change.blocks, batch.columns)
    if len(change.rows):
        _apply(data, result, is_logged=is_flushed)
        data.warnings.remove_unreadable(change.rows["file"].tolist())
        is_followed = data.generations.recent_changes.is_followed
        data.generations.begin(changed_series(change, data.tables) if is_followed else None)
    return result.refused


def _apply(data: StoreData, result: MergeResult, *, is_logged: bool) -> None:
    """Apply a merged batch to the tables, and log it or remember it as pending."""
    tables, change = data.tables, result.change
    first = len(tables.blocks)
    starts = np.where(change.rows["is_void"], 0, tables.files["offset"][change.rows["file"]])
    tables.apply(change)
    if is_logged and data.disk.change_writer.append(change):
        return
    tables.is_logged[first:] = False
    # Void files and removed tags are logged now: a crash must not bring them back.
    rows = change.rows
    is_void = rows["is_void"]
    void = void_rows(rows["file"][is_void], rows["row"]["run"][is_void])
    if len(void) and data.disk.change_writer.append(Change(rows=void, forgotten=change.forgotten)):
        rows = rows.copy()
        rows["is_void"] = False
    data.buffer.add_pending(rows, starts)
    data.buffer.add_pending_tags(change.tags, result.tag_files)


def void_files(data: StoreData, files: NDArray[np.integer], run: NDArray[np.integer] | int) -> None:
    """Void all columns of files (ids [n]) and assign the files to `run`."""
    change = Change(rows=void_rows(files, run), forgotten=runs_without(files, data.tables))
    data.tables.apply(change)
    data.buffer.forget(files.tolist())
    data.buffer.release()
    if not data.disk.change_writer.append(change):
        data.buffer.add_pending(change.rows, change.rows["row"]["offset"])
