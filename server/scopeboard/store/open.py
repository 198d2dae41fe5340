"""Opening the store of a log directory: from its index, where there is one."""

from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from scopeboard.store.format.notice import Notice
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
    log_directory: Path,
    index_dir: Path | None,
    budget_bytes: int = BUDGET_BYTES,
    memory_bytes: int = MEMORY_BYTES,
) -> Store:
    """Return the store of a log directory, with all that an earlier server read of it.

    Args:
        log_directory: whose runs are shown.
        index_dir: where indexes are kept; None to keep nothing beyond this process.
        budget_bytes: how much all indexes there may take. Those of other log directories are
            dropped, the one used longest ago first; beyond it, no more columns are written.
        memory_bytes: how much of what is read stays in memory while the disk takes nothing.

    A directory that cannot be used, an index that another server writes to and one that is damaged
    are no errors: what can be read of it is, and what is read from now on goes elsewhere or is
    read again after a restart.
    """
    directory, refusal = _find_directory(log_directory, index_dir)
    restored = _restore(directory)
    tidy = partial(_tidy, directory, budget_bytes)
    if directory.is_kept:
        disk = IndexDisk(directory, restored.contents, tidy, budget_bytes)
    else:
        disk = IndexDisk(directory, restored.contents)
    disk.refusal = refusal or disk.keep(restored.length)
    store = Store(restored.contents, disk, memory_bytes, log_directory)
    store.invalidate_files(restored.void)
    if disk.journal.is_open:
        remove_unused(restored.contents, disk)
        tidy()
        disk.measured()
    return_spare_memory()
    return store


def _find_directory(
    log_directory: Path, index_dir: Path | None
) -> tuple[IndexDirectory, Notice | None]:
    """Return the directory of the index, and what to say if it cannot be the one asked for."""
    refusal = None
    if index_dir is not None:
        remove_stale(index_dir)
        try:
            directory, error = find_index_directory(log_directory, index_dir, Scratch(index_dir))
            return directory, index_refusal(index_dir, error) if error else None
        except OSError as error:
            refusal = index_refusal(index_dir, error)
    remove_stale(Path(gettempdir()))
    return IndexDirectory(None, None, Scratch(Path(gettempdir()))), refusal


def _restore(directory: IndexDirectory) -> Recovered:
    if directory.path is None:
        return Recovered(StoreTables(), 0, [])
    catalogue = directory.path / CHANGE_LOG
    size = catalogue.stat().st_size if catalogue.exists() else 0
    restored = recover(read_entries(catalogue), directory.segment_sizes(), size)
    directory.number_after(restored.last_segment)
    return restored


def _tidy(directory: IndexDirectory, budget_bytes: int) -> None:
    """Note that an index is in use, and keep all indexes beside it within the budget."""
    if directory.path is not None and directory.is_kept:
        directory.touch()
        enforce_budget(directory.path.parent, budget_bytes, directory.path)
