"""Open the store of a log directory, from its index if there is one."""

from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from scopeboard.files.location import Location
from scopeboard.store.progress import Notice
from scopeboard.store.segments.budget import enforce_budget
from scopeboard.store.segments.change_log import read_entries
from scopeboard.store.segments.directory import (
    CHANGE_LOG,
    IndexDirectory,
    find_index_directory,
)
from scopeboard.store.segments.scratch import Scratch, remove_stale
from scopeboard.store.store import MEMORY_BYTES, Store
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.compaction import remove_unused
from scopeboard.store.write.index_disk import IndexDisk, index_refusal
from scopeboard.store.write.recovery import Recovered, recover
from scopeboard.system.malloc import return_spare_memory

BUDGET_BYTES: Final = 20 << 30


def open_store(
    log_directory: Location,
    index_dir: Path | None,
    budget_bytes: int = BUDGET_BYTES,
    memory_bytes: int = MEMORY_BYTES,
) -> Store:
    """Return the store of a log directory, with everything that an earlier server read.

    Args:
        log_directory: the directory of the runs.
        index_dir: the parent of all indexes; None for an index that ends with this process.
        budget_bytes: the limit of all indexes together. Indexes of other log directories are
            deleted to meet it, the least recently used first; at the limit, no more columns are
            written.
        memory_bytes: the limit of columns in memory while the disk fails.

    An unusable directory, an index with another writer and a damaged index raise no error: the
    readable part is used, and new columns go to a scratch directory or are read again after a
    restart.
    """
    directory, notice = _find_directory(log_directory, index_dir)
    recovered = Recovered(StoreTables(), 0, [])
    if directory.path is not None:
        change_log = directory.path / CHANGE_LOG
        log_bytes = change_log.stat().st_size if change_log.exists() else 0
        recovered = recover(read_entries(change_log), directory.segment_sizes(), log_bytes)
        directory.number_after(recovered.last_segment)
    trim = partial(_trim, directory, budget_bytes)
    if directory.is_persistent:
        disk = IndexDisk(directory, recovered.tables, trim, budget_bytes)
    else:
        disk = IndexDisk(directory, recovered.tables)
    disk.refusal = notice or disk.open_change_log(recovered.length)
    store = Store(recovered.tables, disk, memory_bytes, log_directory)
    store.invalidate_files(recovered.void)
    if disk.change_writer.is_open:
        remove_unused(recovered.tables, disk)
        trim()
        disk.measure()
    return_spare_memory()
    return store


def _find_directory(
    log_directory: Location, index_dir: Path | None
) -> tuple[IndexDirectory, Notice | None]:
    """Return the directory of the index, and a notice if it is not below `index_dir`."""
    notice = None
    if index_dir is not None:
        remove_stale(index_dir)
        try:
            directory, error = find_index_directory(log_directory, index_dir, Scratch(index_dir))
            return directory, index_refusal(index_dir, error) if error else None
        except OSError as error:
            notice = index_refusal(index_dir, error)
    remove_stale(Path(gettempdir()))
    return IndexDirectory(None, None, Scratch(Path(gettempdir()))), notice


def _trim(directory: IndexDirectory, budget_bytes: int) -> None:
    """Mark an index as used, and trim the indexes beside it to the budget."""
    if directory.path is not None and directory.is_persistent:
        directory.touch()
        enforce_budget(directory.path.parent, budget_bytes, directory.path)
