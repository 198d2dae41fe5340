"""Flush the write buffer to disk."""

from scopeboard.store.write.state import StoreData


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
