"""Commit ingest batches: to the tables at once, to the change log at once or by a later flush.

The change log gets what is in segments. The write buffer remembers the rest: columns in memory,
and changes that a full disk did not take.
"""

import numpy as np

from scopeboard.store.format.change import Change
from scopeboard.store.format.schema import FileId
from scopeboard.store.tables.changes import changed_series
from scopeboard.store.tables.tables import void_rows
from scopeboard.store.write.ingest_batch import IngestBatch
from scopeboard.store.write.merge import merge_batch
from scopeboard.store.write.state import StoreData


def commit_batch(data: StoreData, batch: IngestBatch, *, is_tail: bool) -> list[FileId]:
    """Merge a batch; return the files whose portions do not continue the store's state.

    Columns without a segment go to memory; if there is no space, the whole batch is refused. The
    change log does not get a tail yet (`is_tail`).
    """
    if batch.columns is not None and data.is_paused:
        return [FileId(file) for file in batch.reads["file"].tolist()]
    files = batch.reads["file"]
    data.buffer.forget(files[batch.reads["restarted"]].tolist())
    is_flushed = not is_tail and data.buffer.flush(files.tolist())
    result = merge_batch(batch, data.tables)
    change, tables = result.change, data.tables
    if batch.columns is not None:
        data.buffer.store(change.blocks, batch.columns)
    if not len(change.rows):
        return result.refused

    rows = change.rows
    first, is_void = len(tables.blocks), rows["is_void"]
    starts = np.where(is_void, 0, tables.files["offset"][rows["file"]])
    tables.apply(change)
    if not (is_flushed and data.disk.change_writer.append(change)):
        tables.is_logged[first:] = False
        # Void files and removed tags are logged now: a crash must not bring them back.
        void = Change(
            rows=void_rows(rows["file"][is_void], rows["row"]["run"][is_void]),
            forgotten=change.forgotten,
        )
        if len(void.rows) and data.disk.change_writer.append(void):
            rows = rows.copy()
            rows["is_void"] = False
        data.buffer.add_pending(rows, starts)
        data.buffer.add_pending_tags(change.tags, result.tag_files)
    data.warnings.remove_unreadable(rows["file"].tolist())
    is_followed = data.generations.recent_changes.is_followed
    data.generations.begin(changed_series(change, tables) if is_followed else None)
    return result.refused


def flush(data: StoreData, now: float, *, everything: bool = False) -> None:
    """Write the files that are due at `now`, and retry what the disk refused before.

    Args:
        data: the store.
        now: in seconds of any monotonic clock.
        everything: whether to flush all files, whenever they are due.
    """
    disk, buffer = data.disk, data.buffer
    disk.abandon_if_removed()
    due = data.flush_policy.due(now, buffer, disk, everything=everything)
    if due is not None:
        if due:
            data.generations.drop_snapshot()  # it holds memory that the flush frees
        is_written = buffer.flush(due)
        if is_written and not buffer.files:
            is_written = disk.retry() and disk.change_writer.rewrite_if_long()
        data.flush_policy.finished(now, is_written=is_written)
    data.tables.compact()
